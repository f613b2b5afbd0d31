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
const offer = (name, type, words, members = []) => ({ name, kind: type.startsWith("(") ? "function" : "variable", type, words, members });

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

/**
 * What the protocols of all games need of Python.
 * @type {Offer[]}
 */
export const PYTHON_OFFERS = [
  offer("input", "() -> str", "The next line that the bot is sent, without its end; EOFError after the last."),
  offer("print", "(*values, file=sys.stdout, flush=False)", "Writes a line; it is sent at once. To sys.stderr it is chat, and never counts as a move."),
  offer("sys", "module", "import sys", [
    offer("stdin", "TextIO", "The lines that the bot is sent."),
    offer("stdout", "TextIO", "What is written here is the bot's answer."),
    offer("stderr", "TextIO", "The bot's chat, which never counts as a move."),
    offer("exit", "(status=0)", "Ends the bot."),
    offer("setrecursionlimit", "(limit)", "How deep calls may be: 50,000 at most."),
  ]),
  offer("random", "module", "import random: it draws from the match's seed.", [
    offer("choice", "(sequence)", "One of these values."),
    offer("randrange", "(stop) -> int", "A number from 0 to below this one."),
    offer("random", "() -> float", "A number from 0 to below 1."),
    offer("shuffle", "(list)", "Puts a list into another order."),
  ]),
  offer("time", "module", "import time: it is the match's clock.", [
    offer("perf_counter", "() -> float", "The seconds that the bot has computed, as the sandbox counts them."),
  ]),
];
