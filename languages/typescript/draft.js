// What the editor knows of drafts in TypeScript, beside their grammar: they play as JavaScript.

import { draft as javascript } from "../javascript/draft.js";

/** @type {import("../../web/editor/src/languages.js").Draft} */
export const draft = {
  ...javascript,
  fence: null,
  isName: /^[\w-][\w.-]{0,39}\.(ts|mts|js|mjs|json|txt)$/,
  names: "helper.ts: letters, digits, . _ - only, and .ts, .mts, .js, .mjs, .json or .txt at the end",
};
