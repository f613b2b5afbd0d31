// The grammar of JavaScript, and what the editor shows by it.

import { javascript, javascriptLanguage, localCompletionSource, scopeCompletionSource } from "@codemirror/lang-javascript";

import { readDeclarations } from "../../web/editor/src/bot_api.js";

/** @type {import("../../web/editor/src/syntax.js").Grammar} */
export const grammar = {
  language: javascriptLanguage,
  support: () => javascript(),
  indent: "  ",
  // The message of the interpreter about a text that ends too early.
  endedEarly: /unexpected token[^']*: ''$/,
  offers: () => readDeclarations(BOTYARD_DECLARATIONS),
  sources: [localCompletionSource, scopeCompletionSource({ Math, JSON, Object, Array, Number, String, Map, Set })],
  parseTop: text => javascriptLanguage.parser.parse(text).topNode,
  gap: "\n\n",
};
