// What bots can call beside their languages, for the completion in the editor. Knows no editor.

/**
 * Something that a bot can call.
 * @typedef {object} Offer
 * @property {string} name
 * @property {"function" | "variable"} kind
 * @property {string} type Its parameters and what it returns, or its type.
 * @property {string} words What it does; may be empty.
 * @property {Offer[]} members What is behind a dot.
 */

const DECLARATION = /(?:\/\*\* (?<words>.*?) \*\/\s*)?declare (?<kind>function|const) (?<name>\w+)(?<type>.*);/g;
const METHOD = /(\w+)(\([^)]*\): \w+)/g;

/** @type {(name: string, type: string, words: string, members?: Offer[]) => Offer} */
export const offer = (name, type, words, members = []) => ({ name, kind: type.startsWith("(") ? "function" : "variable", type, words, members });

// The members of a type as it is written here: `Record<"log" | "warn", TYPE>` or `{ now(): number }`.
/** @type {(type: string, words: string) => Offer[]} */
const membersOf = (type, words) => {
  const record = /^Record<(.*?), (.*)>$/.exec(type);
  if (record) return record[1].split(" | ").map(name => offer(JSON.parse(name), record[2], words));
  return type.startsWith("{") ? [...type.matchAll(METHOD)].map(([, name, type]) => offer(name, type, words)) : [];
};

/**
 * Reads the declarations of `botyard.d.ts`, each in a line behind its comment.
 * @param {string} text
 * @returns {Offer[]}
 */
export const readDeclarations = text => [...text.matchAll(DECLARATION)].map(({ groups: { words = "", kind = "", name = "", type = "" } = {} }) => {
  const plain = kind === "function" ? type : type.replace(/^: /, "");
  return offer(name, plain, words, membersOf(plain, words));
});
