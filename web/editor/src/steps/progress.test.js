// Which steps are done, from one visit to the next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createStorage } from "../../../testing/tab.js";
import { keepProgress, readProgress } from "./progress.js";

test("progress is kept for each game", () => {
  globalThis.localStorage = createStorage();
  keepProgress("connect-four", { at: 2, done: [true, false, false] });
  assert.deepEqual(readProgress("connect-four", 3), { at: 2, done: [true, false, false] });
  assert.deepEqual(readProgress("stratego", 3), { at: 0, done: [false, false, false] });
});

test("what is kept may be of another version: it is read as far as it fits", () => {
  globalThis.localStorage = createStorage();
  for (const [kept, progress] of /** @type {[string, object][]} */ ([
    ["{", { at: 0, done: [false, false] }],
    ["null", { at: 0, done: [false, false] }],
    ['{"at":9,"done":[true,1,true]}', { at: 2, done: [true, false] }],
    ['{"at":-1}', { at: 0, done: [false, false] }],
    ['{"at":"1"}', { at: 0, done: [false, false] }],
  ])) {
    localStorage.setItem("botyard-steps-connect-four", kept);
    assert.deepEqual(readProgress("connect-four", 2), progress);
  }
});

test("where the browser keeps nothing, nothing fails", () => {
  const refuse = () => { throw new DOMException("", "SecurityError"); };
  Object.assign(globalThis, { localStorage: { getItem: refuse, setItem: refuse } });
  keepProgress("connect-four", { at: 1, done: [true] });
  assert.deepEqual(readProgress("connect-four", 1), { at: 0, done: [false] });
});
