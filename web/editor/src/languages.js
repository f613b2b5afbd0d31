// The languages in which drafts are written, as far as their names and texts go: a draft is in the
// language of its first file. Knows no syntax: `syntax.js` does.

import { SCRIPTS } from "../../../languages/scripts.js";

/**
 * What the editor needs to know of a language, beside what it declares to all.
 * @typedef {object} Draft
 * @property {string | null} fence How its code is marked in the texts of the steps; `null` if they have none.
 * @property {RegExp} isName Whether a further file can have this name: an import can use it.
 * @property {string} names What these names are, as the end of a sentence.
 * @property {string} empty The text of a draft for a game that has no starter.
 * @property {(files: File[], scripts: File[], path: string, main: string) => { path: string, files:
 * File[] }} checkWith A script that has the interpreter parse `scripts`, which are among `files`,
 * with a further file of the name `path`; and the path of the file that it is checked by.
 * @property {(text: string, mark: string) => string} countReads A script that does the same as this
 * one, and writes the mark to stderr when it reads a line.
 *
 * @typedef {import("./open_editor.js").File} File
 *
 * What a language declares, of which `languages/src/description.rs` has more.
 * @typedef {Draft & { id: string, name: string, main: string, endings: string[], declarations: string
 * | null, fileLine: string, translator: string | null }} Script
 *
 * @typedef {Script & { ending: string, isSource: RegExp }} Language `ending` is the usual one of its
 * files' names, `isSource` whether a file of this name has code.
 */

/** @param {string} text */
const escape = text => text.replaceAll(".", "\\.");

/** @param {Script} script */
const sourceNames = ({ endings, declarations }) => {
  const [before = ""] = declarations?.match(/^.*(?=\.)/) ?? [];
  return new RegExp(`${before && `(?<!${escape(before)})`}\\.(${endings.join("|")})$`, "i");
};

/** @type {Language[]} */
export const LANGUAGES = SCRIPTS.map(script => ({ ...script, ending: `.${script.endings[0]}`, isSource: sourceNames(script) }));

/** That of a draft that shows none. */
export const [USUAL] = LANGUAGES;

/**
 * The language of a draft, by the name of its first file.
 * @param {string} main
 */
export const languageOf = main => LANGUAGES.find(({ isSource }) => isSource.test(main)) ?? USUAL;

/**
 * A bot's name, of its file's: without the ending of a language.
 * @param {string} file
 */
export const withoutEnding = file => LANGUAGES.reduce((name, { isSource }) => name.replace(isSource, ""), file);
