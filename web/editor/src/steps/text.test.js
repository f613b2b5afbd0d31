// How a step is drawn: marked words, and lines of the protocol beside the draft's answers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { installDocument } from "../../../testing/elements.js";
import { drawParagraph, drawTranscript } from "./text.js";

const document = installDocument();

/**
 * The rows of a transcript, and what is below it.
 * @type {(lines: string[], tried?: import("./judge.js").Tried, problem?: string) => { head: string[], rows: string[][], below: string[] }}
 */
const draw = (lines, tried, problem) => {
  const box = document.createElement("div");
  box.append(...drawTranscript(lines, tried, problem));
  const rows = box.querySelectorAll("tr").map(row => row.children.map(({ textContent }) => textContent));
  const [head, ...others] = rows;
  return { head, rows: others, below: box.children.slice(1).map(({ textContent }) => textContent) };
};

test("words are marked as code, as important, and as names on the page", () => {
  const nodes = [...drawParagraph("Print `p`, **always**, then press *Check*.").childNodes];
  assert.deepEqual(nodes.map(({ nodeName, textContent }) => [nodeName, textContent]), [
    ["#text", "Print "], ["CODE", "p"], ["#text", ", "], ["STRONG", "always"], ["#text", ", then press "], ["EM", "Check"], ["#text", "."],
  ]);
});

test("lines that the bot reads in one go are one row, and its answers stand beside those of a match", () => {
  const lines = ["<< p", ">> 2", ">> 5", "<< ?", "<< 3"];
  assert.deepEqual(draw(lines).rows, [["it answers", "p"], ["it reads", "2\n5"], ["it answers", "?"], ["it answers", "3"]]);
  const { head, rows, below } = draw(lines, { why: "", stdout: "p\n?\n", stderr: "" });
  assert.deepEqual(head, ["", "As in a match", "Your draft"]);
  assert.deepEqual(rows, [["it answers", "p", "p"], ["it reads", "2\n5", ""], ["it answers", "?", "?"], ["it answers", "3", "nothing"]]);
  assert.deepEqual(below, []);
});

test("what else the draft prints follows, up to twelve lines, each cut where it is long", () => {
  const stdout = ["p", "x".repeat(201), ...Array(20).fill("more")].join("\n");
  const { rows } = draw(["<< p"], { why: "", stdout, stderr: "" });
  assert.equal(rows.length, 13);
  assert.deepEqual(rows[1], ["", "", `${"x".repeat(200)}…`]);
});

test("how it failed, and the last that it wrote to stderr, is below", () => {
  assert.deepEqual(draw([], { why: "it was stopped", stdout: "", stderr: "" }).below, ["It failed: it was stopped."]);
  assert.deepEqual(draw([], { why: "it was stopped", stdout: "", stderr: "" }, "bot.js, line 4: TypeError").below, ["bot.js, line 4: TypeError"]);
  const stderr = Array.from({ length: 20 }, (_, at) => `${at + 1}`).join("\n");
  assert.deepEqual(draw([], { why: "", stdout: "", stderr }).below, ["On stderr it said:", "9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20"]);
});
