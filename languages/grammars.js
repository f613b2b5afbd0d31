// Made from what each language declares (`languages/*/language.rs`): a test of that package compares.

import { grammar as javascript } from "./javascript/grammar.js";
import { grammar as typescript } from "./typescript/grammar.js";
import { grammar as python } from "./python/grammar.js";

/** @type {Record<string, import("../web/editor/src/syntax.js").Grammar>} */
export const GRAMMARS = { javascript, typescript, python };
