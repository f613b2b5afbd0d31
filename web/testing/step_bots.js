// The bots of the steps to a first bot, for tests: each after some of the steps, and what it prints
// on some lines, as the page's interpreter would run it.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";

import { parsePython } from "../../languages/python/top_level.js";
import { readSteps } from "../editor/read_steps.mjs";
import { createCodeMerge } from "../editor/src/merge_code.js";
import { countReads, takeReads } from "../editor/src/steps/count_reads.js";
import { judgeLines } from "../editor/src/steps/judge.js";
import { JAVASCRIPT, PYTHON } from "./languages.js";
import { parseTopLevel } from "./top_level.js";

/** Where the texts of the steps are. */
export const STEPS_FOLDER = fileURLToPath(new URL("../editor/steps", import.meta.url));
const GAMES = readdirSync(STEPS_FOLDER).map(file => file.replace(/\.md$/, ""));
/** The steps of each game. */
export const COURSES = readSteps(STEPS_FOLDER, GAMES);
/** Those in Python, of the games that have some. */
export const PYTHON_COURSES = readSteps(STEPS_FOLDER, GAMES, PYTHON);
/** Whether bots in Python can be run here. */
export const hasPython = spawnSync("python3", ["--version"]).status === 0;

const { merge, compare } = createCodeMerge(parseTopLevel);
const { merge: mergePython, compare: comparePython } = createCodeMerge(parsePython, "\n\n\n");
export { compare, comparePython };

// So often a bot may ask for lines after the end of its input before it is taken to go on for ever.
const PATIENCE = 10_000;

/**
 * @typedef {import("../editor/src/steps/main.js").Check} Check
 * @typedef {import("../editor/src/steps/main.js").Course} Course
 */

/**
 * Runs a bot on some lines, as the page's interpreter does.
 * @param {string} code
 * @param {string} input
 */
export const runBot = (code, input, seed = 1) => {
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
    runInContext(`"use strict"; { ${new TextDecoder().decode(countReads(new TextEncoder().encode(code), JAVASCRIPT))}\n}`, context);
  } catch (error) {
    why = String(error);
  }
  return takeReads({ why, stdout, stderr });
};

/**
 * The same of a bot in Python, in the Python of this computer.
 * @param {string} code
 * @param {string} input
 */
export const runPythonBot = (code, input, seed = 1) => {
  const counted = new TextDecoder().decode(countReads(new TextEncoder().encode(code), PYTHON));
  const { status, stdout, stderr } = spawnSync("python3", ["-c", `import random; random.seed(${seed})\n${counted}`], { input, encoding: "utf8", timeout: 10_000 });
  return takeReads({ why: status === 0 ? "" : stderr, stdout, stderr });
};

/** @type {(merge: (text: string, code: string) => string) => (course: Course, count: number) => string} */
const createBotAfter = merge => ({ start, steps }, count) =>
  steps.slice(0, count).reduce((bot, { code, isWhole }) => (isWhole ? code : code ? merge(bot, code) : bot), start);

/**
 * The bot of somebody who has inserted the code of the first `count` steps.
 */
export const botAfter = createBotAfter(merge), pythonBotAfter = createBotAfter(mergePython);

/** @type {(bot: string, checks: Check[], seed?: number, run?: typeof runBot) => import("../editor/src/steps/judge.js").Mistake | undefined} */
export const firstMistake = (bot, checks, seed, run = runBot) =>
  checks.map(check => "input" in check ? judgeLines(check, run(bot, check.input, seed)) : undefined).find(Boolean);
