// Draws a step: paragraphs, code, and lines of the protocol with the draft's answers.

import { el } from "../elements.js";
import { linesOf } from "./judge.js";

const SENT = ">> ";
// How many lines of stderr are shown, and how many characters of each line.
const LINES = 12, WIDE = 200;

// `code`, **important text**, and *names* of elements on the page.
const MARKED = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/;
/** @param {string} part */
const drawMarked = part => {
  if (!MARKED.test(part)) return part;
  if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
  return part.startsWith("**") ? el("strong", {}, part.slice(2, -2)) : el("em", {}, part.slice(1, -1));
};

/**
 * A paragraph, in which some words are marked.
 * @param {string} text
 * @param {...Node} before Nodes before the text.
 */
export const drawParagraph = (text, ...before) => el("p", {}, ...before, ...text.split(MARKED).map(drawMarked));

/** @param {string} code */
export const drawCode = code => el("pre", { tabindex: "0", "data-testid": "step-code-text" }, code);

/** @param {string} line */
const short = line => (line.length > WIDE ? `${line.slice(0, WIDE)}…` : line);
/** @param {string} text */
const stderrOf = text => text.trimEnd().split("\n").slice(-LINES).map(short).join("\n");

/**
 * The lines of a transcript in a table, with the draft's answers beside them, if there are any.
 * @param {string[]} lines
 * @param {import("./judge.js").Tried} [tried]
 * @param {string} [problem] The error message of the language.
 * @returns {Node[]}
 */
export const drawTranscript = (lines, tried, problem) => {
  const printed = tried ? linesOf(tried.stdout) : [];
  let at = 0;
  /** @type {(who: string, line: string, answer: string) => HTMLElement} */
  const row = (who, line, answer) => el("tr", {},
    el("th", { scope: "row" }, who),
    el("td", {}, line),
    ...(tried ? [el("td", {}, answer)] : []),
  );
  // Lines that the bot reads in one go are one row.
  /** @type {string[][]} */
  const groups = [];
  lines.forEach(line => {
    const last = groups.at(-1);
    if (line.startsWith(SENT) && last?.[0].startsWith(SENT)) last.push(line);
    else groups.push([line]);
  });
  const rows = groups.map(group => {
    const text = group.map(line => line.slice(SENT.length)).join("\n");
    if (group[0].startsWith(SENT)) return row("it reads", text, "");
    at += 1;
    return row("it answers", text, short(printed[at - 1] ?? "nothing"));
  });
  const more = printed.slice(at, at + LINES).map(line => row("", "", short(line)));
  const head = el("tr", {}, el("td", {}), el("th", { scope: "col" }, "As in a match"), ...(tried ? [el("th", { scope: "col" }, "Your draft")] : []));
  /** @type {Node[]} */
  const told = [el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows, ...more))];
  if (tried?.why) told.push(el("p", {}, problem || `It failed: ${tried.why}.`));
  if (tried?.stderr) told.push(el("p", {}, "On stderr it said:"), el("pre", { tabindex: "0" }, stderrOf(tried.stderr)));
  return told;
};
