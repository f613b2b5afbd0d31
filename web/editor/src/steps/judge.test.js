// What a step says of a draft's output, its match and its series.

import assert from "node:assert/strict";
import { test } from "node:test";

import { judgeLines, judgeMatch, judgeSeries, linesOf } from "./judge.js";

/**
 * @typedef {import("./judge.js").LineCheck} LineCheck
 * @typedef {import("./judge.js").Tried} Tried
 * @typedef {Parameters<typeof judgeSeries>[0]} Series
 */

/** @type {(stdout: string, parts?: Partial<Tried>) => Tried} */
const tried = (stdout, parts = {}) => ({ why: "", stdout, stderr: "", ...parts });
/** @type {(prints: string[], parts?: Partial<LineCheck>) => LineCheck} */
const check = (prints, parts = {}) => ({ input: "", prints: prints.map(pattern => ({ pattern })), ...parts });

/**
 * Judges an output, and puts the mistake into one sentence; empty if there is none.
 * @type {(check: LineCheck, tried: Tried) => string}
 */
const judge = (check, tried) => {
  const mistake = judgeLines(check, tried);
  return mistake ? `${mistake.expected} ${mistake.came}` : "";
};

test("space at the ends of lines means nothing, and the last line may have an end or none", () => {
  assert.deepEqual(linesOf("p \r\n4\t\n"), ["p", "4"]);
  assert.deepEqual(linesOf("p\n\n4"), ["p", "", "4"]);
  assert.deepEqual(linesOf(""), []);
});

test("each line is a whole line of its pattern", () => {
  for (const [prints, stdout, told] of /** @type {[string[], string, string][]} */ ([
    [["p", "[1-7]"], "p\n4\n", ""],
    [["p"], "", "Line 1 of its output is `p`. It printed nothing."],
    [["p", "[1-7]"], "p\n", "Line 2 of its output is `[1-7]`. It printed 1 line only."],
    [["p", "[1-7]"], "p\n14\n", "Line 2 of its output is `[1-7]`. It printed `14`."],
    [["p"], "p\n4\n", "It prints 1 line. It printed 2: line 2 is `4`."],
    [["a|b"], "ab\n", "Line 1 of its output is `a|b`. It printed `ab`."],
  ])) assert.equal(judge(check(prints), tried(stdout)), told);
  assert.equal(judge(check(["p"], { more: "yes" }), tried("p\n4\n")), "");
});

test("a pattern is told in words, if it has some", () => {
  const wanted = { input: "", prints: [{ pattern: "[1-7]", words: "a column" }] };
  assert.equal(judge(wanted, tried("8")), "Line 1 of its output is a column. It printed `8`.");
});

test("a bot that ends by itself is expected; what it lacks is told first", () => {
  /** @param {string} stdout */
  const failed = stdout => tried(stdout, { why: "it was stopped" });
  assert.equal(judge(check(["p"]), failed("p\n")), "The bot ends by itself, without an error. Here it was stopped.");
  assert.equal(judge(check(["p"]), failed("")), "Line 1 of its output is `p`. It printed nothing. Then it was stopped.");
});

test("what must not be printed, and what is wanted on stderr, is looked for in all of it", () => {
  const wanted = check(["p"], { more: "yes", not: { pattern: "^7$", words: "another column" }, stderr: { pattern: "^I play" } });
  assert.equal(judge(wanted, tried("p\n7\n")), "Its output has another column. It printed `p 7`.");
  assert.equal(judge(wanted, tried("p\n4\n", { stderr: "thinking\n" })), "On stderr it says `^I play`. It said `thinking`.");
  assert.equal(judge(wanted, tried("p\n4\n")), "On stderr it says `^I play`. It said nothing there.");
  assert.equal(judge(wanted, tried("p\n4\n", { stderr: "thinking\nI play 4\n" })), "");
});

test("a bot that has not read what it was sent has only guessed", () => {
  const wanted = check(["p", "4"], { reads: 2 });
  assert.equal(judge(wanted, tried("p\n4\n", { reads: 2 })), "");
  assert.equal(judge(wanted, tried("p\n4\n", { reads: 1 })), "Your bot reads 2 lines with `readline()`. It read 1 line only, and printed `p 4` all the same.");
  assert.equal(judge(wanted, tried("p\n4\n")), "Your bot reads 2 lines with `readline()`. It read nothing, and printed `p 4` all the same.");
});

test("a long line is quoted by its beginning", () => {
  assert.equal(judge(check(["p"]), tried("x".repeat(61))), `Line 1 of its output is \`p\`. It printed \`${"x".repeat(60)}…\`.`);
});

test("a match counts if it is against the right opponent, without a fault, and won", () => {
  /** @param {object} [parts] */
  const match = parts => judgeMatch({ ending: "won", faults: 0, opponents: ["random"], ...parts }, "random");
  assert.equal(match(), undefined);
  for (const [parts, came] of /** @type {[object, string][]} */ ([
    [{ opponents: ["negamax"] }, "It was against negamax."],
    [{ opponents: ["random", "random"] }, "It was against random, random."],
    [{ faults: 1 }, "It made 1 mistake: the sentence above the board says which."],
    [{ faults: 2, ending: "lost" }, "It made 2 mistakes: the sentence above the board says which."],
    [{ ending: "drawn" }, "It was a draw."],
    [{ ending: "lost" }, "It lost."],
  ])) assert.equal(match(parts)?.came, came);
});

/** @type {(parts: Partial<Series>, opponent?: Partial<Series["opponents"][number]>) => ReturnType<typeof judgeSeries>} */
const series = (parts, opponent = {}) => judgeSeries({
  phase: "playing", games: 40, failed: null, ...parts,
  opponents: [{ name: "negamax", won: 1, drawn: 0, lost: 0, elo: null, interval: null }, { name: "random", won: 18, drawn: 1, lost: 1, elo: "+35 ± 20", interval: [15, 35, 55], ...opponent }],
}, "random", 20);

test("a series is decided from twenty games on, by an interval that is above 0", () => {
  assert.ok(series({}).isDecided);
  assert.ok(!series({}, { won: 17 }).isDecided, "19 games");
  assert.ok(!series({}, { interval: [-1, 35, 55] }).isDecided);
  assert.ok(!series({}, { interval: [0.4, 35, 55] }).isDecided, "the number that is shown is 0");
  assert.ok(series({}, { interval: null, elo: "at least +120" }).isDecided, "it has won all games");
  assert.ok(!series({}, { interval: null, elo: "at least -5" }).isDecided);
  assert.ok(!series({}, { interval: null, elo: null }).isDecided);
});

test("of a series it is told how far it is, and what came of it if it ends", () => {
  assert.equal(series({}).told, "Playing against random: 20 of 20 games so far.");
  assert.ok(!series({}).isOver && series({ phase: "stopped" }).isOver && series({ phase: "over" }).isOver);
  assert.equal(series({}, { elo: null }).mistake.came, "After 20 games it is unknown.");
  assert.equal(series({ failed: 3 }).mistake.came, "After 20 games it is +35 ± 20. In game 3 your bot failed before its first answer, so no other was played.");
  const none = judgeSeries({ phase: "over", games: 20, failed: null, opponents: [] }, "random", 20);
  assert.deepEqual([none.isDecided, none.mistake.came], [false, "After 0 games it is unknown."]);
});
