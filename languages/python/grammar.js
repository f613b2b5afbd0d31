// The grammar of Python, and what the editor shows by it.

import { globalCompletion, localCompletionSource, python, pythonLanguage } from "@codemirror/lang-python";

import { OFFERS } from "./offers.js";
import { parsePython } from "./top_level.js";

/** @type {import("../../web/editor/src/syntax.js").Grammar} */
export const grammar = {
  language: pythonLanguage,
  support: python,
  indent: "    ",
  offers: () => OFFERS,
  sources: [localCompletionSource, globalCompletion],
  parseTop: parsePython,
  gap: "\n\n\n",
};
