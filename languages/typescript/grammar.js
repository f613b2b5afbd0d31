// The grammar of TypeScript, and what the editor shows by it.

import { javascript, typescriptLanguage } from "@codemirror/lang-javascript";

import { grammar as plain } from "../javascript/grammar.js";

/** @type {import("../../web/editor/src/syntax.js").Grammar} */
export const grammar = {
  ...plain,
  language: typescriptLanguage,
  support: () => javascript({ typescript: true }),
  // The interpreter sees the script when its types are gone.
  endedEarly: undefined,
};
