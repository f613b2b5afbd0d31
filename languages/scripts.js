// Made from what each language declares (`languages/*/language.rs`): a test of that package compares.

import { draft as javascript } from "./javascript/draft.js";
import { draft as typescript } from "./typescript/draft.js";
import { draft as python } from "./python/draft.js";

/** @type {import("../web/editor/src/languages.js").Script[]} */
export const SCRIPTS = [
  { id: "javascript", name: "JavaScript", main: "bot.js", endings: ["js", "mjs"], declarations: null, fileLine: "//# file: ", translator: null, ...javascript },
  { id: "typescript", name: "TypeScript", main: "bot.ts", endings: ["ts", "mts"], declarations: ".d.ts", fileLine: "//# file: ", translator: "typescript.js", ...typescript },
  { id: "python", name: "Python", main: "bot.py", endings: ["py"], declarations: null, fileLine: "# %% file: ", translator: null, ...python },
];
