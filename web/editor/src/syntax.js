// The grammars of the languages of drafts, and what the editor shows by them. Knows no draft.

import { javascript, javascriptLanguage, typescriptLanguage } from "@codemirror/lang-javascript";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { indentUnit } from "@codemirror/language";

import { completionFor } from "./completion.js";

/** @typedef {{ language: import("@codemirror/language").LRLanguage, support: () => import("@codemirror/language").LanguageSupport, indent: string }} Grammar */
/**
 * By the names of the languages.
 * @type {Record<string, Grammar>}
 */
const GRAMMARS = {
  javascript: { language: javascriptLanguage, support: () => javascript(), indent: "  " },
  typescript: { language: typescriptLanguage, support: () => javascript({ typescript: true }), indent: "  " },
  python: { language: pythonLanguage, support: python, indent: "    " },
};

/** @type {(language: import("./languages.js").Language, text: string) => import("@lezer/common").Tree} */
export const parse = ({ id }, text) => GRAMMARS[id].language.parser.parse(text);

/**
 * The extension that colours texts of a language.
 * @param {import("./languages.js").Language} language
 */
export const grammarFor = ({ id }) => GRAMMARS[id].support();

/**
 * The editor's extensions for files of a language.
 * @param {import("./languages.js").Language} language
 */
export const extensionsFor = language => [grammarFor(language), indentUnit.of(GRAMMARS[language.id].indent), completionFor(language)];
