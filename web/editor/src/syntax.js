// The grammars of the languages of drafts, and what the editor shows by them. Knows no draft.

import { indentUnit } from "@codemirror/language";

import { GRAMMARS } from "../../../languages/grammars.js";
import { completionFor } from "./completion.js";
import { createCodeMerge } from "./merge_code.js";

/**
 * @typedef {object} Grammar
 * @property {import("@codemirror/language").LRLanguage} language
 * @property {() => import("@codemirror/language").LanguageSupport} support
 * @property {string} indent What a line is indented by.
 * @property {RegExp} [endedEarly] The end of the interpreter's message about a text that ends before
 * a bracket is closed; in such a language, the grammar names brackets as they are written.
 * @property {() => import("./bot_api.js").Offer[]} offers What bots can call.
 * @property {import("@codemirror/autocomplete").CompletionSource[]} sources What else can be
 * completed.
 * @property {import("./merge_code.js").Parse} parseTop The top level of a script.
 * @property {string} gap What is between two items there.
 *
 * @typedef {import("./languages.js").Language} Language
 */

/** @type {(language: Language) => Grammar} */
export const grammarOf = ({ id }) => GRAMMARS[id];

/** @type {(language: Language, text: string) => import("@lezer/common").Tree} */
export const parse = (language, text) => grammarOf(language).language.parser.parse(text);

/**
 * What inserts code into scripts of a language.
 * @param {Language} language
 */
export const codeMergeFor = language => createCodeMerge(grammarOf(language).parseTop, grammarOf(language).gap);

/**
 * The extension that colours texts of a language.
 * @param {Language} language
 */
export const grammarFor = language => grammarOf(language).support();

/**
 * The editor's extensions for files of a language.
 * @param {Language} language
 */
export const extensionsFor = language => [grammarFor(language), indentUnit.of(grammarOf(language).indent), completionFor(grammarOf(language))];
