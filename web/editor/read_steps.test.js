// The steps to a first bot, as they are written for people: each is read, and its code does what it
// asks for. Whether the finished bots beat their opponents is the browsers' to show.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";

import { parseTopLevel } from "../testing/top_level.js";
import { readSteps } from "./read_steps.mjs";
import { createCodeMerge } from "./src/merge_code.js";
import { judgeLines, linesOf } from "./src/steps/judge.js";

const FOLDER = fileURLToPath(new URL("steps", import.meta.url));
const GAMES = readdirSync(FOLDER).map(file => file.replace(/\.md$/, ""));
const COURSES = readSteps(FOLDER, GAMES);
const { merge, compare } = createCodeMerge(parseTopLevel);

// So often a bot may ask for lines after the end of its input before it is taken to go on for ever.
const PATIENCE = 10_000;

/**
 * @typedef {import("./src/steps/main.js").Check} Check
 * @typedef {import("./src/steps/main.js").Course} Course
 */

/**
 * Runs a bot on some lines, as the page's interpreter does.
 * @param {string} code
 * @param {string} input
 */
const runBot = (code, input, seed = 1) => {
  const lines = input.split("\n");
  if (lines.at(-1) === "") lines.pop();
  let stdout = "", stderr = "", late = 0;
  const readline = () => {
    if (lines.length > 0) return lines.shift();
    late += 1;
    if (late > PATIENCE) throw new Error("it reads on after the end of its input");
    return null;
  };
  const globals = {
    readline,
    print: (/** @type {unknown[]} */ ...parts) => { stdout += `${parts.join(" ")}\n`; },
    console: { error: (/** @type {unknown[]} */ ...parts) => { stderr += `${parts.join(" ")}\n`; } },
    performance: { now: () => 0 },
  };
  let why = "";
  try {
    const context = createContext(globals);
    // Node 18 lacks it, and the page's interpreter does not.
    runInContext("Array.prototype.toReversed ??= function () { return [...this].reverse(); }", context);
    runInContext(`let state = ${seed}; Math.random = () => (state = state * 16807 % 2147483647) / 2147483647`, context);
    runInContext(`"use strict"; { ${code}\n}`, context);
  } catch (error) {
    why = String(error);
  }
  return { why, stdout, stderr };
};

// The bot of somebody who has inserted the code of the first `count` steps.
/** @type {(course: Course, count: number) => string} */
const botAfter = ({ start, steps }, count) => steps.slice(0, count).reduce((bot, { code, isWhole }) => (isWhole ? code : code ? merge(bot, code) : bot), start);

/** @type {(bot: string, checks: Check[], seed?: number) => import("./src/steps/judge.js").Mistake | undefined} */
const firstMistake = (bot, checks, seed) =>
  checks.map(check => "input" in check ? judgeLines(check, runBot(bot, check.input, seed)) : undefined).find(Boolean);

for (const [game, course] of Object.entries(COURSES)) {
  const withCode = course.steps.flatMap((step, nth) => (step.code ? [{ step, number: nth + 1 }] : []));

  test(`${game}: eight steps have code, then the bot plays a match and a series`, () => {
    assert.deepEqual(withCode.map(({ number }) => number), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.deepEqual(course.steps.slice(8).map(({ checks }) => checks.map(({ match, series }) => match ?? series)), [["won"], ["better"]]);
  });

  test(`${game}: a step's check fails before its code is there, and passes with it`, () => withCode.forEach(({ step: { checks }, number }) => {
    assert.ok(firstMistake(botAfter(course, number - 1), checks), `in step ${number} nothing is left to do`);
    for (const seed of [1, 22, 333]) assert.equal(firstMistake(botAfter(course, number), checks, seed), undefined, `step ${number}`);
  }));

  test(`${game}: a step's code fits the bot of the steps before, and answers all lines that can be tried`, () => withCode.forEach(({ step, number }) => {
    const before = botAfter(course, number - 1);
    if (!step.isWhole) assert.deepEqual(compare(before, step.code, before).lacking, [], `step ${number}`);
    for (const { title, lines, input } of step.lines) {
      const { why, stdout } = runBot(botAfter(course, number), input);
      assert.equal(why, "", `step ${number}, ${title}`);
      assert.ok(linesOf(stdout).length >= lines.filter(line => line.startsWith("<< ")).length, `step ${number}, ${title}: ${stdout}`);
    }
  }));
}

// Reads this text as the steps of a game.
/** @param {string} text */
const readText = text => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-steps-"));
  try {
    writeFileSync(join(folder, "chess.md"), text);
    return readSteps(folder, ["chess"]).chess;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** @type {(info: string, ...lines: string[]) => string} */
const block = (info, ...lines) => [`\`\`\`${info}`, ...lines, "```"].join("\n");
const STEP = ["## A step", "Words over", "two lines.", "", block("check", ">> 1", "<< p -- `p`")].join("\n");
const HEAD = ["# Title", block("game", "opponent: chess-random"), block("js start", "// Mine.")].join("\n");
/** @param {...string} steps */
const textOf = (...steps) => [HEAD, ...steps, ...Array(10 - steps.length).fill(STEP)].join("\n\n");

test("a step has words, code, lines to try, and what is checked", () => {
  const step = ["## First", "Say `p`.", "", "And more.", block("js", "print('p');"), block("lines You begin", "<< p", ">> 1"),
    block("check", ">> 1", "<< p -- `p`", "stderr: turn \\d+", "not: \\? -- no `?`", "more: yes", "hint: Print it.")].join("\n");
  const { title, opponent, start, steps } = readText(textOf(step));
  assert.deepEqual([title, opponent, start, steps.length], ["Title", "chess-random", "// Mine.\n", 10]);
  assert.deepEqual(steps[0], {
    title: "First",
    text: ["Say `p`.", "And more."],
    code: "print('p');\n",
    isWhole: false,
    lines: [{ title: "You begin", lines: ["<< p", ">> 1"], input: "1\n" }],
    checks: [{
      input: "1\n", prints: [{ pattern: "p", words: "`p`" }], stderr: { pattern: "turn \\d+", words: undefined }, not: { pattern: "\\?", words: "no `?`" },
      more: "yes", hint: "Print it.",
    }],
  });
  assert.deepEqual(steps[1].text, ["Words over two lines."]);
});

test("bars stand for ends of lines, which are shown as lines or not at all", () => {
  for (const { bars, input, shown } of [{ bars: "rows", input: "a\nb\n", shown: [">> a", ">> b"] }, { bars: "blanks", input: "a b ", shown: [">> a | b"] }]) {
    const text = textOf(["## First", "Words.", block("lines", ">> a | b"), block("check", "<< p")].join("\n")).replace("opponent:", `bars: ${bars}\nopponent:`);
    const { lines: [lines] } = readText(text).steps[0];
    assert.deepEqual([lines.input, lines.lines], [input, shown]);
  }
});

test("what is wrong with a text is said with its place", () => {
  /** @param {...string} blocks */
  const first = (...blocks) => textOf(["## First", "Words.", ...blocks].join("\n"));
  const check = block("check", "<< p");
  for (const [text, why] of /** @type {[string, RegExp][]} */ ([
    [HEAD, /it has 0 steps, and not 10/],
    [textOf().replace("opponent: chess-random", ""), /it lacks its title, its opponent or what a draft begins with/],
    [first(), /First has no check or no text/],
    [first(check, block("js", "a"), block("js", "b")), /the step has two \(the block in line \d+\)/],
    [first(check, block("python", "a")), /python is not a kind of block/],
    [first(block("check", "<< (")), /Invalid regular expression/],
    [first(block("check", "wish: p")), /wish: p is not one of: match, series/],
    [first(block("check", "match: lost")), /match is not one of: won/],
    [first(block("check", "match: won", "<< p")), /a match has no lines/],
    [first(check, "```js\nno end"), /the block in line \d+ has no end/],
    [textOf().replace("# Title", `# Title\n${check}`), /it belongs to no step/],
  ])) assert.throws(() => readText(text), why, String(why));
  assert.throws(() => readSteps(FOLDER, []), /no such game/);
});
