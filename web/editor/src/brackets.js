// Finds the bracket of a text that is not closed. A parser notices it later, sometimes at the end of
// the text. Knows no language: the brackets are those that a grammar has found.

/** @typedef {{ name: string, from: number }} Bracket */

/** @type {Record<string, string>} */
const CLOSING = { "{": "}", "(": ")", "[": "]" };

/**
 * Whether a node of a grammar's tree is a bracket.
 * @param {string} name
 */
export const isBracket = name => name in CLOSING || Object.values(CLOSING).includes(name);

// What is before a place in its line, and how far that line is indented.
/** @type {(text: string, at: number) => { before: string, indentation: number }} */
const lineAt = (text, at) => {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return { before: text.slice(start, at), indentation: text.slice(start).search(/[^ \t]/) };
};

// Whether a bracket closes another one that is further to the right than its author would write it:
// it was probably meant for one around that.
/** @type {(text: string, opening: Bracket, closing: Bracket) => boolean} */
const isOutdented = (text, opening, closing) => {
  const { before, indentation } = lineAt(text, closing.from);
  return before.trim() === "" && indentation < lineAt(text, opening.from).indentation;
};

/**
 * The bracket that is most likely the one that the author has not closed: nothing if all are closed,
 * or if there is a closing one for which none was opened.
 * @param {string} text
 * @param {Bracket[]} brackets Those of the text, in their order.
 * @returns {Bracket | undefined}
 */
export const findUnclosed = (text, brackets) => {
  /** @type {Bracket[]} */
  const open = [];
  /** @type {Bracket | undefined} One around which another one was closed. */
  let passed;
  /** @type {Bracket | undefined} */
  let outdented;
  for (const bracket of brackets) {
    if (bracket.name in CLOSING) {
      open.push(bracket);
      continue;
    }
    const at = open.findLastIndex(({ name }) => CLOSING[name] === bracket.name);
    if (at < 0) return undefined;
    const [closed, ...skipped] = open.splice(at);
    passed ??= skipped.at(-1);
    if (isOutdented(text, closed, bracket)) outdented ??= closed;
  }
  return passed ?? (open.length > 0 ? outdented ?? open.at(-1) : undefined);
};
