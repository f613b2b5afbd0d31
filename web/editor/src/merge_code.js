// Merges a piece of code into a script as a person would: replaces functions and constants that
// exist already, and adds the others. Knows a language by a grammar that it is given.

const COMMENTS = ["LineComment", "BlockComment"];
const DECLARATIONS = ["FunctionDeclaration", "ClassDeclaration", "VariableDeclaration"];

/**
 * An item of a script, with the comments right above it; `code` is without them, and without
 * meaningless characters at its end. An item that declares nothing has no name.
 * @typedef {{ name: string, isVariable: boolean, from: number, to: number, text: string, code: string
 * }} Item
 *
 * What is read of a node of a grammar's tree.
 * @typedef {{ name: string, from: number, to: number, nextSibling: Node | null, getChild: (name:
 * string) => { from: number, to: number } | null }} Node
 *
 * The top node of a script.
 * @typedef {(text: string) => { firstChild: Node | null }} Parse
 */

/** @type {(text: string, parse: Parse) => Item[]} */
const readItems = (text, parse) => {
  /** @type {Item[]} */
  const items = [];
  /** @type {{ from: number, end: number } | undefined} Comments that belong to the next item. */
  let start;
  for (let node = parse(text).firstChild; node; node = node.nextSibling) {
    /** @type {number} */
    const from = start === undefined || /\n\s*\n/.test(text.slice(start.end, node.from)) ? node.from : start.from;
    if (COMMENTS.includes(node.name)) {
      start = { from, end: node.to };
      continue;
    }
    const named = DECLARATIONS.includes(node.name) && node.getChild("VariableDefinition");
    // A comment behind it, in its line, is its own.
    const end = node.to + (/^[ \t]*(\/\/.*)?/.exec(text.slice(node.to))?.[0] ?? "").length;
    const isVariable = node.name === "VariableDeclaration";
    const code = text.slice(node.from, node.to).replace(/;$/, "");
    items.push({ name: named ? text.slice(named.from, named.to) : "", isVariable, from, to: end, text: text.slice(from, end), code });
    start = undefined;
    while (node.nextSibling && node.nextSibling.to <= end) node = node.nextSibling;
  }
  return items;
};

/** @type {(item: Item) => (other: Item) => boolean} */
const isSame = item => other => (item.name ? item.name === other.name : !other.name && item.code === other.code);

/**
 * @param {Parse} parse By CodeMirror's grammar of JavaScript, or one that names nodes as it does.
 * @param {string} gap What is between two items.
 */
export const createCodeMerge = (parse, gap = "\n\n") => ({
  /**
   * Which names of a script `merge` adds and replaces, and which names and statements of the bot
   * for which the code was written are missing from the script and from the code.
   * @param {string} text
   * @param {string} code
   * @param {string} bot
   * @returns {{ added: string[], replaced: string[], lacking: string[] }}
   */
  compare: (text, code, bot) => {
    const items = readItems(text, parse), brought = readItems(code, parse);
    const names = brought.map(({ name }) => name).filter(Boolean);
    /** @param {string} name */
    const isHere = name => items.some(item => item.name === name);
    const lacking = readItems(bot, parse).filter(item => !brought.some(isSame(item)) && !items.some(isSame(item)));
    return {
      added: names.filter(name => !isHere(name)),
      replaced: names.filter(isHere),
      lacking: lacking.map(({ name, code }) => name || code),
    };
  },

  /**
   * @param {string} text A script.
   * @param {string} code Declarations and statements.
   * @returns {string} The script with them. New variables come before its first function, and new
   * functions before its last statement, which starts the bot.
   */
  merge: (text, code) => readItems(code, parse).reduce((text, item) => {
    const items = readItems(text, parse);
    const same = items.find(isSame(item));
    if (same) return text.slice(0, same.from) + item.text + text.slice(same.to);
    const last = items.at(-1)?.name === "" ? items.at(-1) : undefined;
    const before = item.isVariable ? items.find(({ name, isVariable }) => name && !isVariable) ?? last : item.name && last;
    if (before) return `${text.slice(0, before.from)}${item.text}${gap}${text.slice(before.from)}`;
    return `${text.trimEnd()}${text.trim() && gap}${item.text}\n`;
  }, text),
});
