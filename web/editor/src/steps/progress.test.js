// Which steps are done, from one visit to the next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createStorage } from "../../../testing/tab.js";
import { keepProgress, readProgress } from "./progress.js";

test("progress is kept for each game", () => {
  globalThis.localStorage = createStorage();
  const titles = ["Pass", "Move", "Win"];
  keepProgress("connect-four", { at: 2, done: [true, false, false] }, titles);
  assert.deepEqual(readProgress("connect-four", titles), { at: 2, done: [true, false, false] });
  assert.deepEqual(readProgress("stratego", titles), { at: 0, done: [false, false, false] });
});

test("a step that is done stays so when others come before it", () => {
  globalThis.localStorage = createStorage();
  keepProgress("connect-four", { at: 2, done: [false, true] }, ["Pass", "Win"]);
  assert.deepEqual(readProgress("connect-four", ["Pass", "Move", "Win"]), { at: 3, done: [false, false, true] });
  assert.deepEqual(readProgress("connect-four", ["Pass", "Move"]), { at: 0, done: [false, false] });
});

test("what is kept may be of another version: it is read as far as it fits", () => {
  globalThis.localStorage = createStorage();
  for (const [kept, progress] of /** @type {[string, object][]} */ ([
    ["{", { at: 0, done: [false, false] }],
    ["null", { at: 0, done: [false, false] }],
    ['{"at":9,"done":[true,1,true]}', { at: 2, done: [true, false] }],
    ['{"at":1,"done":[false,true]}', { at: 1, done: [false, true] }],
    ['{"at":-1}', { at: 0, done: [false, false] }],
    ['{"at":"1"}', { at: 0, done: [false, false] }],
  ])) {
    localStorage.setItem("botyard-steps-connect-four", kept);
    assert.deepEqual(readProgress("connect-four", ["Pass", "Win"]), progress);
  }
});

test("where the browser keeps nothing, nothing fails", () => {
  const refuse = () => { throw new DOMException("", "SecurityError"); };
  Object.assign(globalThis, { localStorage: { getItem: refuse, setItem: refuse } });
  keepProgress("connect-four", { at: 1, done: [true] }, ["Pass"]);
  assert.deepEqual(readProgress("connect-four", ["Pass"]), { at: 0, done: [false] });
});
