// The grammars of the languages of drafts, and what the editor shows by them. Knows no draft.

import { javascript, javascriptLanguage, typescriptLanguage } from "@codemirror/lang-javascript";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { indentUnit } from "@codemirror/language";

import { completionFor } from "./completion.js";
import { PYTHON, TYPESCRIPT } from "./languages.js";

/**
 * @param {import("./languages.js").Language} language
 */
const grammarOf = language => (language === PYTHON ? pythonLanguage : language === TYPESCRIPT ? typescriptLanguage : javascriptLanguage);

/** @type {(language: import("./languages.js").Language, text: string) => import("@lezer/common").Tree} */
export const parse = (language, text) => grammarOf(language).parser.parse(text);

/**
 * The editor's extensions for files of a language.
 * @param {import("./languages.js").Language} language
 */
export const extensionsFor = language => [
  ...(language === PYTHON ? [python(), indentUnit.of("    ")] : [javascript({ typescript: language === TYPESCRIPT }), indentUnit.of("  ")]),
  completionFor(language),
];
