// Translates a script in TypeScript: the text of all its files, in which each further file begins
// with a line that names it, becomes the text that plays. Knows no host.

import { eraseTypes } from "./erase_types.js";

const FILE_LINE = "//# file: ";
const MAIN = "bot.ts";
const IS_TYPESCRIPT = /\.m?ts$/;

/**
 * @typedef {object} TranslationError
 * @property {string} message
 * @property {string} file
 * @property {number} line From 1.
 * @property {number} column From 1.
 */

/**
 * The lines of a text without their ends, as `readline` of the interpreter reads them.
 * @param {string} text
 */
const splitLines = text => {
  const lines = text.split("\n").map(line => line.replace(/\r$/, ""));
  return lines[lines.length - 1] === "" ? lines.slice(0, -1) : lines;
};

/**
 * The files of a script with their lines of text. The first has no line that names it.
 * @param {string} text
 */
const splitFiles = text => {
  const files = [{ name: MAIN, head: "", lines: /** @type {string[]} */ ([]) }];
  for (const line of splitLines(text)) {
    if (line.startsWith(FILE_LINE)) files.push({ name: line.slice(FILE_LINE.length).trimEnd(), head: `${line}\n`, lines: [] });
    else files[files.length - 1].lines.push(line);
  }
  return files;
};

/**
 * The text that plays, or why there is none.
 * @param {string} text
 * @returns {{ text: string } | { error: TranslationError }}
 */
export const translate = text => {
  const files = splitFiles(text);
  const names = new Set(files.map(({ name }) => name));
  /** @param {string} imported */
  const rename = imported => {
    if (!imported.startsWith("./") || names.has(imported.slice(2))) return imported;
    // As compilers allow: without the ending, or with that of the file that they would write.
    const known = [".ts", ".mts"].flatMap(ending => [imported + ending, imported.replace(/\.m?js$/, ending)]);
    return known.find(name => names.has(name.slice(2))) ?? imported;
  };
  /** @type {string[]} */
  const translated = [];
  for (const { name, head, lines } of files) {
    const source = lines.join("\n");
    try {
      translated.push(head + (IS_TYPESCRIPT.test(name) ? eraseTypes(source, rename) : source));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { line, column } = /** @type {Error & { loc?: { line: number, column: number } }} */ (error).loc ?? { line: 1, column: 1 };
      return { error: { message: error.message.replace(/ \(\d+:\d+\)$/, ""), file: name, line, column } };
    }
  }
  return { text: translated.join("\n") };
};
