// The steps to a first bot, as they are written for people: each is read, and its code does what it
// asks for. Whether the finished bots beat their opponents is the browsers' to show.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import {
  COURSES, PYTHON_COURSES, STEPS_FOLDER, botAfter, compare, comparePython, firstMistake, hasPython, pythonBotAfter, runBot, runPythonBot,
} from "../testing/step_bots.js";
import { readSteps } from "./read_steps.mjs";
import { linesOf } from "./src/steps/judge.js";

for (const [game, course] of Object.entries(COURSES)) {
  const withCode = course.steps.flatMap((step, nth) => (step.code ? [{ step, number: nth + 1 }] : []));

  test(`${game}: eight steps have code, then the bot plays a match and a series`, () => {
    assert.deepEqual(withCode.map(({ number }) => number), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.deepEqual(course.steps.slice(8).map(({ checks }) => checks.map(({ match, series }) => match ?? series)), [["won"], ["better"]]);
  });

  test(`${game}: a step's check fails before its code is there, and passes with it and with that of later steps`, () => withCode.forEach(({ step: { checks }, number }) => {
    assert.ok(firstMistake(botAfter(course, number - 1), checks), `in step ${number} nothing is left to do`);
    for (const seed of [1, 22, 333]) {
      for (const later of withCode.slice(number - 1)) {
        assert.equal(firstMistake(botAfter(course, later.number), checks, seed), undefined, `step ${number}, with the bot of step ${later.number}`);
      }
    }
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

for (const [game, course] of Object.entries(PYTHON_COURSES)) {
  const withCode = course.steps.flatMap((step, nth) => (step.code ? [{ step, number: nth + 1 }] : []));

  test(`${game}: what is told in JavaScript is told in Python`, () => {
    const other = COURSES[game];
    assert.deepEqual(course.steps.map(({ isWhole, lines }) => ({ isWhole, lines })), other.steps.map(({ isWhole, lines }) => ({ isWhole, lines })));
    assert.deepEqual(withCode.map(({ number }) => number), [1, 2, 3, 4, 5, 6, 7, 8]);
    for (const { text, checks } of course.steps) {
      const words = [...text, ...checks.map(({ hint = "" }) => hint)].join("\n");
      assert.ok(!/readline\(\)|console|;`|\bconst\b|===|\{\{|\|\|/.test(words.replaceAll("stdin.readline()", "")), words);
    }
  });

  test(`${game}: steps in Python are checked as those in JavaScript`, { skip: !hasPython && "there is no python3" }, () => withCode.forEach(({ step: { code, isWhole, checks }, number }) => {
    const before = pythonBotAfter(course, number - 1);
    assert.ok(firstMistake(before, checks, 1, runPythonBot), `in step ${number} nothing is left to do`);
    for (const later of [number, 8]) {
      assert.equal(firstMistake(pythonBotAfter(course, later), checks, 1, runPythonBot), undefined, `step ${number}, with the bot of step ${later}`);
    }
    if (!isWhole) assert.deepEqual(comparePython(before, code, before).lacking, [], `step ${number}`);
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
const textOf = (...steps) => [HEAD, ...steps, STEP].join("\n\n");

test("a step has words, code, lines to try, and what is checked", () => {
  const step = ["## First", "Say `p`.", "", "And more.", block("js", "print('p');"), block("lines You begin", "<< p", ">> 1"),
    block("check", ">> 1", "<< p -- `p`", "stderr: turn \\d+", "not: \\? -- no `?`", "more: yes", "reads: 2", "hint: Print it.")].join("\n");
  const { title, opponent, start, steps } = readText(textOf(step));
  assert.deepEqual([title, opponent, start, steps.length], ["Title", "chess-random", "// Mine.\n", 2]);
  assert.deepEqual(steps[0], {
    title: "First",
    text: ["Say `p`.", "And more."],
    code: "print('p');\n",
    isWhole: false,
    lines: [{ title: "You begin", lines: ["<< p", ">> 1"], input: "1\n" }],
    checks: [{
      input: "1\n", prints: [{ pattern: "p", words: "`p`" }], stderr: { pattern: "turn \\d+", words: undefined }, not: { pattern: "\\?", words: "no `?`" },
      more: "yes", reads: 2, hint: "Print it.",
    }],
  });
  assert.deepEqual(steps[1].text, ["Words over two lines."]);
});

test("a check is done with each of its words", () => {
  const { steps: [{ checks }] } = readText(textOf(["## First", "Words.", block("check", "each: 3 5", ">> %", "<< [^%] -- not `%`", "hint: %?")].join("\n")));
  /** @param {string} word */
  const checkOf = word => ({ input: `${word}\n`, prints: [{ pattern: `[^${word}]`, words: `not \`${word}\`` }], stderr: undefined, not: undefined, reads: undefined, hint: `${word}?` });
  assert.deepEqual(checks, [checkOf("3"), checkOf("5")]);
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
    [HEAD, /it has no step, or two of the same title/],
    [textOf(STEP), /it has no step, or two of the same title/],
    [textOf().replace("opponent: chess-random", ""), /it lacks its title, its opponent or what a draft begins with/],
    [first(), /First has no check or no text/],
    [first(check, block("js", "a"), block("js", "b")), /the step has two \(the block in line \d+\)/],
    [first(check, block("ruby", "a")), /ruby is not a kind of block/],
    [first(block("check", "<< (")), /Invalid regular expression/],
    [first(block("check", "wish: p")), /wish: p is not one of: match, series/],
    [first(block("check", "match: lost")), /match is not one of: won/],
    [first(block("check", "match: won", "<< p")), /a match has no lines/],
    [first(check, "```js\nno end"), /the block in line \d+ has no end/],
    [textOf().replace("# Title", `# Title\n${check}`), /it belongs to no step/],
  ])) assert.throws(() => readText(text), why, String(why));
  assert.throws(() => readSteps(STEPS_FOLDER, []), /no such game/);
});
