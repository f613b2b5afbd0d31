// Reads the steps to a first bot, one file for each game (`steps/GAME.md`), for build.mjs. A file
// is text for people, with fenced blocks for the page:
//
//     ```game         `opponent: FILE`; `settings: JSON` if the match has others than the usual; and what `|` means in the lines below: the
//                     end of a line, which is shown as one with `bars: rows`, or nothing with `bars: blanks`
//     ```js start     what the draft begins with
//
// and below each `## title` of a step:
//
//     ```js           what the step adds, in JavaScript; likewise ```python: declarations take the place of those of the same names (```js whole: the place of all)
//     ```lines        a piece of the protocol that can be tried: `>>` is what the bot reads, `<<` what it may answer
//     ```check        what is checked: `>>` is sent, and each `<<` is a pattern for a line that is printed, perhaps with ` -- ` and what it
//                     means in words; `stderr: PATTERN`; `not: PATTERN`, which all that is printed must not match, with what it has instead;
//                     `more: yes` if more lines may follow; `reads: 2` if so many lines have to be read;
//                     `each: 1 2 3` makes a check of each of these words, which stands in the place of `%`;
//                     or `match: won`, `series: better`; and `hint: ...`
//
// Several of these may follow each other, but one `js` and one `python` only. In the text, what differs
// between the languages is `{{in JavaScript||in Python}}`. A game whose draft begins with nothing in a
// language has no steps in it.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { LANGUAGES, USUAL } from "./src/languages.js";

/**
 * A heading, a paragraph, or a fenced block and the line in which it begins.
 * @typedef {{ level: number, text: string, info?: undefined, lines?: undefined, at?: undefined }}
 * Heading
 * @typedef {{ level?: undefined, text: string, info?: undefined, lines?: undefined, at?: undefined
 * }} Paragraph
 * @typedef {{ level?: undefined, text?: undefined, info: string, lines: string[], at: number }} Fence
 *
 * Throws an error that says what is wrong with the text.
 * @typedef {(why: string) => never} Fail
 *
 * @typedef {import("./src/steps/main.js").Check} Check
 * @typedef {import("./src/steps/main.js").Course} Course
 * @typedef {import("./src/steps/main.js").Step} Step
 */

// The names of the languages' code; the texts have the languages in this order.
const CODE = LANGUAGES.flatMap(({ fence }) => fence ?? []);

// The text for one of the languages.
/** @type {(text: string, nth: number) => string} */
const chooseWords = (text, nth) => text.replace(/\{\{([^]*?\|\|[^]*?)\}\}/g, (_, words) => words.split("||")[nth]);
/** @type {Record<string, string[]>} */
const KINDS = { match: ["won"], series: ["better"], more: ["yes"], bars: ["rows", "blanks"] };

/** @type {(text: string, fail: Fail) => (Heading | Paragraph | Fence)[]} */
const readBlocks = (text, fail) => {
  /** @type {(Heading | Paragraph | Fence)[]} */
  const blocks = [];
  /** @type {Fence | undefined} */
  let block;
  /** @type {Paragraph | undefined} */
  let paragraph;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (block) {
      if (fence) block = undefined;
      else block.lines.push(line);
      continue;
    }
    const heading = /^(#+) (.+)$/.exec(line);
    if (!fence && !heading && line.trim() !== "") {
      if (!paragraph) blocks.push(paragraph = { text: "" });
      paragraph.text += (paragraph.text && " ") + line.trim();
      continue;
    }
    paragraph = undefined;
    if (fence) blocks.push(block = { info: fence[1].trim(), lines: [], at: index + 1 });
    if (heading) blocks.push({ level: heading[1].length, text: heading[2] });
  }
  if (block) fail(`the block in line ${block.at} has no end`);
  return blocks;
};

// `name: value` lines.
/** @type {(lines: string[], known: string[], fail: Fail) => Record<string, string>} */
const readFields = (lines, known, fail) => Object.fromEntries(lines.filter(line => line.trim() !== "").map(line => {
  const [, name, value] = /^(\w+): (.+)$/.exec(line) ?? [];
  if (!known.includes(name)) fail(`${line} is not one of: ${known.join(", ")}`);
  if (KINDS[name] && !KINDS[name].includes(value)) fail(`${name} is not one of: ${KINDS[name].join(", ")}`);
  return [name, value];
}));

/** @type {(text: string, fail: Fail) => import("./src/steps/judge.js").Wanted} */
const readPattern = (text, fail) => {
  const [pattern, words] = text.split(" -- ");
  try {
    new RegExp(pattern);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  return { pattern, words };
};

const SENT = ">> ", PRINTED = "<< ";
/** @param {string} line */
const isLine = line => line.startsWith(SENT) || line.startsWith(PRINTED);

// Expands lines with bars into the rows that they stand for.
/** @param {string[]} lines */
const readRows = lines => lines.flatMap(line => {
  const rows = isLine(line) ? line.slice(SENT.length).split(" | ") : [];
  return rows.length > 1 ? rows.map(row => line.slice(0, SENT.length) + row) : line;
});

// A bot's input as it is sent.
/** @type {(lines: string[], bars: string | undefined) => string} */
const inputOf = (lines, bars) => {
  const end = bars === "blanks" ? " " : "\n";
  const sent = lines.filter(line => line.startsWith(SENT)).map(line => line.slice(SENT.length).split(" | ").join(end) + end);
  return sent.join("");
};

/** @type {(lines: string[], bars: string | undefined, fail: Fail) => Check} */
const readCheck = (lines, bars, fail) => {
  const fields = readFields(lines.filter(line => !isLine(line)), ["match", "series", "stderr", "not", "more", "reads", "hint"], fail);
  const prints = lines.filter(line => line.startsWith(PRINTED)).map(line => readPattern(line.slice(PRINTED.length), fail));
  if (fields.match || fields.series) {
    if (lines.some(isLine)) fail("a match has no lines");
    return fields;
  }
  const { stderr, not, reads, ...others } = fields;
  /** @param {string | undefined} text */
  const pattern = text => text === undefined ? undefined : readPattern(text, fail);
  return { input: inputOf(lines, bars), prints, stderr: pattern(stderr), not: pattern(not), reads: reads ? Number(reads) : undefined, ...others };
};

const EACH = "each: ";

// The lines of a check, once for each of the words with which it is done.
/** @param {string[]} lines */
const varyLines = lines => {
  const each = lines.find(line => line.startsWith(EACH));
  if (!each) return [lines];
  const others = lines.filter(line => line !== each);
  return each.slice(EACH.length).split(" ").map(word => others.map(line => line.replaceAll("%", word)));
};

/** @type {(path: string, whole: string, own: string) => Course} */
const readGame = (path, whole, own) => {
  const text = chooseWords(whole, CODE.indexOf(own));
  /** @type {Fail} */
  const fail = why => { throw new Error(`${path}: ${why}`); };
  /** @type {Course} */
  const told = { title: "", intro: [], opponent: "", settings: "", start: "", steps: [] };
  /** @type {string | undefined} */
  let bars;
  /** @type {Step | undefined} */
  let step;
  for (const { level, text: words, info, lines, at } of readBlocks(text, fail)) {
    /** @type {Fail} */
    const failAt = why => fail(`${why} (the block in line ${at})`);
    const code = lines ? lines.join("\n").concat("\n") : "";
    const rows = bars === "rows" && lines ? readRows(lines) : lines ?? [];
    if (level === 1) told.title = words;
    else if (level) told.steps.push(step = { title: words, text: [], code: "", isWhole: false, lines: [], checks: [] });
    else if (info === undefined) (step?.text ?? told.intro).push(words);
    else if (info === "game") {
      const { bars: means, ...fields } = readFields(lines, ["opponent", "settings", "bars"], failAt);
      bars = means;
      Object.assign(told, fields);
    } else if (info === `${own} start`) told.start = code;
    else if (CODE.some(other => other !== own && [other, `${other} start`, `${other} whole`].includes(info))) continue;
    else if (!step) failAt("it belongs to no step");
    else if (info === own || info === `${own} whole`) {
      if (step.code) failAt("the step has two");
      Object.assign(step, { code, isWhole: info !== own });
    } else if (info === "check") step.checks.push(...varyLines(rows).map(lines => readCheck(lines, bars, failAt)));
    else if (/^lines( |$)/.test(info)) step.lines.push({ title: info.slice(6), lines: rows, input: inputOf(rows, bars) });
    else failAt(`${info} is not a kind of block`);
  }
  if (told.settings) JSON.parse(told.settings);
  if (!told.title || !told.start || !told.opponent) fail("it lacks its title, its opponent or what a draft begins with");
  if (new Set(told.steps.map(({ title }) => title)).size < Math.max(told.steps.length, 1)) fail("it has no step, or two of the same title");
  told.steps.forEach(step => {
    if (step.checks.length === 0 || step.text.length === 0) fail(`${step.title} has no check or no text`);
  });
  return told;
};

/**
 * The steps in a language, of the games that have some. Every game has some in JavaScript.
 * @param {string} folder The folder with their files.
 * @param {string[]} games
 * @param {import("./src/languages.js").Language} language
 * @returns {Record<string, Course>}
 */
export const readSteps = (folder, games, { fence } = USUAL) => {
  const strangers = readdirSync(folder).filter(file => !games.includes(file.replace(/\.md$/, "")));
  if (strangers.length > 0) throw new Error(`${strangers.join(", ")}: no such game`);
  const own = fence ?? "";
  return Object.fromEntries(games.flatMap(game => {
    const path = join(folder, `${game}.md`), text = readFileSync(path, "utf8");
    const isThere = own === CODE[0] || text.includes(`\`\`\`${own} start\n`);
    return isThere ? [[game, readGame(path, text, own)]] : [];
  }));
};
