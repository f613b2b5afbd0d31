// The page's reports on runs of the draft, which come at any time, and perhaps more than once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock, settle } from "../../../testing/clock.js";
import { createPageLine } from "./page_line.js";

const SCRIPT = new TextEncoder().encode("the script");

const createLine = () => {
  /** @type {{ clock: ReturnType<typeof createClock>, told: import("../../../protocol/protocol").FromEditor[], scripts: unknown[], matches: object[] }} */
  const line = { clock: createClock(), told: [], scripts: [], matches: [] };
  /** @type {import("../panel.js").Tell} */
  const tell = (message, script) => {
    line.told.push(message);
    line.scripts.push(script);
  };
  const { hear, tryLines } = createPageLine(tell, "bot.js", match => line.matches.push(match), line.clock);
  // Tries lines: the number of the trial, and its result once there is one.
  /** @param {string} input */
  const attempt = async input => {
    /** @type {{ result?: import("./judge.js").Tried }} */
    const trial = {};
    tryLines(input, SCRIPT).then(result => { trial.result = result; });
    await settle();
    return trial;
  };
  // The page's report on the last trial, or on the one of this number.
  /** @param {Partial<import("../../../protocol/protocol").TryResult>} parts */
  const hearTried = parts => {
    const told = line.told.at(-1);
    assert.ok(told?.type === "try");
    hear({ tried: { number: told.number, why: "", stdout: "", stderr: "", error: null, ...parts }, played: null });
  };
  return Object.assign(line, { hear, hearTried, attempt });
};

test("a trial gets its own result, with all of its stderr", async () => {
  const line = createLine();
  const trial = await line.attempt("1\n");
  assert.deepEqual(line.told.map(message => message.type === "try" && message.input), ["1\n"]);
  assert.deepEqual(line.scripts, [SCRIPT]);
  line.hearTried({ number: 0, stdout: "of an earlier one" });
  await settle();
  assert.deepEqual([trial.result], [undefined]);
  line.hearTried({ why: "it failed", stdout: "p\n", stderr: "a\0b" });
  await settle();
  assert.equal(trial.result?.why, "it failed");
  assert.equal(trial.result.stderr, "a\0b");
});

test("one trial follows the other", async () => {
  const line = createLine();
  const first = await line.attempt("1\n"), second = await line.attempt("2\n");
  assert.equal(line.told.length, 1);
  line.hearTried({ stdout: "p\n" });
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
  /** @type {import("../../../protocol/protocol").PlayedMatch} */
  const played = { run: 7, ending: "won", faults: 2, opponents: ["random", "negamax"] };
  line.hear({ tried: null, played });
  line.hear({ tried: null, played: { ...played } });
  assert.deepEqual(line.matches, [played]);
});
