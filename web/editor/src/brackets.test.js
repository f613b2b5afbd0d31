// Which bracket of a text is said not to be closed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findUnclosed, isBracket } from "./brackets.js";

/**
 * The line of the bracket that is not closed, and the bracket; nothing if there is none.
 * @param {string[]} lines
 */
const unclosedIn = (...lines) => {
  const text = lines.join("\n");
  const brackets = [...text].flatMap((name, from) => (isBracket(name) ? [{ name, from }] : []));
  const found = findUnclosed(text, brackets);
  return found && [text.slice(0, found.from).split("\n").length, found.name];
};

test("a bracket is not closed although the next one is", () => {
  assert.deepEqual(unclosedIn("// A bot.", "function choose( {", "  return 4;", "}", "choose();"), [2, "("]);
  assert.deepEqual(unclosedIn("const a = [1, 2;", "print(a);"), [1, "["]);
});

test("a bracket is not closed where one around it is", () => {
  assert.deepEqual(unclosedIn("function a() {", "  print(choose(1, 2);", "  b();", "}"), [2, "("]);
});

test("the indentation tells which of several is not closed", () => {
  assert.deepEqual(unclosedIn("function a() {", "  if (x) {", "    y();", "}", "", "function b() {", "  return 1;", "}"), [2, "{"]);
  assert.deepEqual(unclosedIn("function a() {", "  if (x) {", "    y();", "  }", "", "function b() {", "  return 1;", "}"), [1, "{"]);
});

test("a text in which all are closed, or one too many, has none", () => {
  assert.equal(unclosedIn("call(() => {", "  x();", "});"), undefined);
  assert.equal(unclosedIn("function a() {", "  }", "}"), undefined);
  // However it is indented.
  assert.equal(unclosedIn("  if (x) {", "}"), undefined);
});
