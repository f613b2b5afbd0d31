// The page's reports on runs of the draft, which come at any time, and perhaps more than once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock, settle } from "../../../testing/clock.js";
import { createPageLine } from "./page_line.js";

const SCRIPT = new TextEncoder().encode("the script");

const createLine = () => {
  /** @type {{ clock: ReturnType<typeof createClock>, told: unknown[][], matches: object[] }} */
  const line = { clock: createClock(), told: [], matches: [] };
  const { hear, tryLines } = createPageLine(message => line.told.push(message), match => line.matches.push(match), line.clock);
  // Tries lines: the number of the trial, and its result once there is one.
  /** @param {string} input */
  const attempt = async input => {
    /** @type {{ result?: import("./judge.js").Tried }} */
    const trial = {};
    tryLines("connect-four", input, SCRIPT).then(result => { trial.result = result; });
    await settle();
    return trial;
  };
  return Object.assign(line, { hear, attempt, number: () => String(line.told.at(-1)?.[3]) });
};

test("a trial gets its own result, with all of its stderr", async () => {
  const line = createLine();
  const trial = await line.attempt("1\n");
  assert.deepEqual(line.told, [["try", "connect-four", "1\n", Number(line.number()), SCRIPT]]);
  line.hear("tried", ["0", "", "of an earlier one", ""].join("\0"));
  await settle();
  assert.equal(trial.result, undefined);
  line.hear("tried", [line.number(), "it failed", "p\n", "a", "b"].join("\0"));
  await settle();
  assert.deepEqual(trial.result, { why: "it failed", stdout: "p\n", stderr: "ab" });
});

test("one trial follows the other", async () => {
  const line = createLine();
  const first = await line.attempt("1\n"), second = await line.attempt("2\n");
  assert.equal(line.told.length, 1);
  line.hear("tried", [line.number(), "", "p\n", ""].join("\0"));
  await settle();
  assert.equal(line.told.length, 2);
  assert.ok(first.result && !second.result);
});

test("a page that does not answer is not waited for for ever", async () => {
  const line = createLine();
  const trial = await line.attempt("1\n");
  await line.clock.advance(89_999);
  assert.equal(trial.result, undefined);
  await line.clock.advance(1);
  assert.deepEqual(trial.result, { why: "the page did not answer", stdout: "", stderr: "" });
});

test("a match is told once, with its opponents", () => {
  const line = createLine();
  const played = ["7", "won", "2", "random", "negamax"].join("\0");
  line.hear("played", played);
  line.hear("played", played);
  assert.deepEqual(line.matches, [{ how: "won", faults: 2, opponents: ["random", "negamax"] }]);
});
