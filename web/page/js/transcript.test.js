// What a bot read and printed, by turns: what came too late, what is found, drawn, followed and
// copied.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { findAll, installDocument, send } from "../../testing/elements.js";
import { installClock, settle, until } from "../../testing/clock.js";

installDocument();
globalThis.transcriptUpdates = [];
const { chooseTurns, findHits, groupTurns, printable, textOf } = await import("./transcript.js");

/** A turn that is played when `asked` others were, with the next number. */
const turn = (asked, after = asked + 1, isFault = false) => [after, asked, after, `column ${after}`, isFault];
const printed = (before, text) => [before, "stdout", text];
const data = changes => ({ turns: [], passages: [], length: 0, isOver: false, firstLines: 1, hint: "", mapScript: "", ...changes });
/** What came too late, as it is shown. */
const lateOf = groups => groups.flatMap(({ parts }) => parts).filter(({ late }) => late).map(({ shown }) => shown);
const namesOf = groups => groups.map(({ name }) => name);

test("each passage is in the turn that was played with it, and the last ones are behind", () => {
  const passages = [[0, "stdin", "p\n"], printed(0, "name\n"), [2, "stdin", "1\n"], printed(2, "3\n"), [3, "stderr", "depth 2\n"]];
  const groups = groupTurns(data({ turns: [turn(0), turn(2)], passages, length: 4, firstLines: 2 }));
  const seen = groups.map(({ name, after, parts }) => [name, after, parts.map(({ shown }) => shown)]);
  assert.deepEqual(seen, [
    ["Turn 1: column 1", 1, ["p", "name"]], ["Turn 3: column 3", 3, ["1", "3"]], ["Since its last turn", undefined, ["depth 2"]],
  ]);
  assert.deepEqual(namesOf(groupTurns(data({ passages }))), ["Before its first turn"]);
  assert.deepEqual(namesOf(groupTurns(data({ passages, isOver: true }))), ["After its last turn"]);
});

test("what was printed behind an answer came too late, even in one piece with it", () => {
  const passages = [printed(0, "1\n"), printed(2, "2\nsurplus\nmore\n")];
  const late = lateOf(groupTurns(data({ turns: [turn(0), turn(2)], passages, length: 3 })));
  assert.deepEqual(late, ["surplus\nmore"]);
});

test("a line that is taken as the next answer leaves the next turn without one of its own", () => {
  const passages = [printed(0, "1\nearly\n"), printed(2, "2\n"), printed(4, "3\n")];
  const groups = groupTurns(data({ turns: [turn(0), turn(2), turn(4)], passages, length: 5 }));
  assert.deepEqual(lateOf(groups), ["early", "2", "3"], "each answer is then one turn late");
});

test("a first answer may have several lines, and blank lines are no answers", () => {
  const turns = [turn(0), turn(2)], passages = [printed(0, "\nname\n1\n"), printed(2, "\n2\n")];
  assert.deepEqual(lateOf(groupTurns(data({ turns, passages, length: 3, firstLines: 2 }))), []);
  assert.deepEqual(lateOf(groupTurns(data({ turns, passages, length: 3, firstLines: 1 }))), ["1", "\n2"]);
});

test("where all the output of a turn is the answer, and where a fault ends it, nothing is late", () => {
  const passages = [printed(0, "1\n2\n3\n")];
  assert.deepEqual(lateOf(groupTurns(data({ turns: [turn(0)], passages, length: 1, firstLines: 0 }))), []);
  assert.deepEqual(lateOf(groupTurns(data({ turns: [turn(0, 1, true)], passages, length: 1 }))), []);
});

test("what a bot printed before it was asked again came too late for the turn before", () => {
  const passages = [printed(0, "1\n"), printed(1, "thinking\n"), printed(2, "2\n")];
  const groups = groupTurns(data({ turns: [turn(0), turn(2)], passages, length: 3 }));
  assert.deepEqual(lateOf(groups), ["thinking", "2"]);
});

test("what is printed when the match is over says so", () => {
  const groups = groupTurns(data({ turns: [turn(0)], passages: [printed(0, "1\n"), printed(1, "farewell\n"), printed(1, "\n")], length: 1, isOver: true }));
  assert.deepEqual(groups.at(-1).parts.map(({ late, end }) => [late, end]), [[true, true], [false, true]], "an empty line is nothing");
});

test("only line ends take effect in what is shown", () => {
  assert.equal(printable("a\tb\r\n\u001b[2J\u202ec\u2028"), "a\\tb\\r\n\\u{1b}[2J\\u{202e}c\\u{2028}");
});

test("a text is found without regard to case, in the order of the turns, and also twice in a passage", () => {
  const passages = [[0, "stderr", "Depth 1, depth 2\n"], printed(0, "1\n"), [1, "stderr", "DEPTH\n"]];
  const groups = groupTurns(data({ turns: [turn(0)], passages, length: 1 }));
  assert.deepEqual(findHits(groups, "depth").map(({ part, at }) => [part.nth, at]), [[0, 0], [0, 9], [2, 0]]);
  assert.equal(findHits(groups, "DePTH").length, 3);
  assert.deepEqual(findHits(groups, "dept h"), []);
  assert.deepEqual(findHits(groups, ""), [], "nothing is searched");
});

test("a flood of finds is counted to a limit", () => {
  const groups = groupTurns(data({ passages: [printed(0, "a".repeat(30_000))] }));
  assert.equal(findHits(groups, "a").length, 10_000);
});

test("as many turns are drawn as there is room for, around the middle one", () => {
  const groups = (count, text) => Array.from({ length: count }, () => ({ parts: [{ shown: text }] }));
  assert.deepEqual(chooseTurns(groups(10, "a"), 4), [0, 10]);
  const [first, end] = chooseTurns(groups(2_000, "a"), 1_000);
  assert.ok(first > 800 && end < 1_200 && end - first > 300, `${first} ${end}`);
  const [, few] = chooseTurns(groups(2_000, "a".repeat(4_000)), 0);
  assert.ok(few > 40 && few < 60, "their texts have a limit too");
  assert.deepEqual(chooseTurns([], 0), [0, 0]);
});

test("the copied text says of each line where it was, and what came late", () => {
  const passages = [[0, "stdin", "1\n2\n"], printed(0, "3\nsurplus\n"), printed(1, "farewell\n")];
  const groups = groupTurns(data({ turns: [turn(0)], passages, length: 1, isOver: true }));
  assert.equal(textOf(groups), "Turn 1: column 1\nread: 1\nread: 2\nprinted: 3\nprinted late: surplus\n\nAfter its last turn\nprinted after the end: farewell\n");
});

// The element with a bot's turns, and the updates that the page sends it. Every test begins with
// another game.

const clock = installClock();
const STREAMS = ["stdin", "stdout", "stderr", "ended", "remark"];
const update = ({ script = "", isNew = 1, isOtherGame = 0, firstLines = 1, known = 0, turns = [], passages = [], length = turns.length, isOver = 1 }) => {
  const words = passages.flatMap(([before, stream, text]) => [before, STREAMS.indexOf(stream), text]);
  transcriptUpdates.push(["", script, isNew, isOtherGame, firstLines, known, length, isOver, turns.length,
    ...turns.flatMap(([after, asked, number, words, isFault]) => [after, asked, number, Number(isFault), words]), ...words]);
};
/** Turns 1, 2, 3 … with a line read and a line printed in each. */
const played = count => ({
  turns: Array.from({ length: count }, (_, nth) => turn(nth)),
  passages: Array.from({ length: count }, (_, nth) => [[nth, "stdin", `input ${nth + 1}\n`], printed(nth, `${nth + 1}\n`)]).flat(),
});

let transcript;
const show = (from, to, at, read = "") => { transcript.dataset.shown = `${from} ${to} ${at}${read}`; };
const headings = () => findAll("transcript-turn").map(({ textContent }) => textContent.split(":")[0]);
const current = () => document.querySelector("[aria-current] .turn-name")?.textContent.split(":")[0];
const count = () => findAll("transcript-count")[0].textContent;
const press = testid => findAll(testid)[0].click();
const search = async text => {
  transcript.search.value = text;
  send(transcript.search, "input");
  await clock.advance(80);
};

beforeEach(async () => {
  ["transcript-read", "transcript-printed", "transcript-stderr"].flatMap(findAll).forEach(filter => {
    if (filter.getAttribute("aria-pressed") === "false") filter.click();
  });
  transcript?.remove();
  const panel = document.createElement("section");
  panel.className = "panel";
  document.body.replaceChildren(panel);
  transcript = document.createElement("bot-transcript");
  update({ isOtherGame: 1 });
  panel.append(transcript);
});

test("each update adds its turns, and replaces what has grown", async () => {
  update({ ...played(2), isOver: 0 });
  update({ isNew: 0, known: 3, turns: [turn(2)], passages: [printed(1, "22\n"), printed(2, "3\n")], length: 3 });
  show(0, 3, 3);
  await clock.advance(80);
  assert.deepEqual(headings(), ["Turn 1", "Turn 2", "Turn 3"]);
  const texts = document.querySelectorAll(".printed pre").map(({ textContent }) => textContent);
  assert.deepEqual(texts, ["1", "22", "3"]);
});

test("one turn is shown, or all, and the list marks the turn on the board", async () => {
  update(played(3));
  show(1, 1, 2);
  await clock.advance(80);
  assert.deepEqual(headings(), ["Turn 2"]);
  show(0, 3, 2);
  assert.deepEqual([headings().length, current()], [3, "Turn 2"]);
  show(0, 3, 3);
  assert.equal(current(), "Turn 3");
});

test("the list follows the board, but does not leave what was found", async () => {
  update(played(240));
  show(0, 240, 240);
  await clock.advance(80);
  assert.equal(headings().at(-1), "Turn 240");
  show(0, 240, 1);
  assert.equal(headings()[0], "Turn 1", "far away, others are drawn");
  await search("input 239");
  press("transcript-next");
  assert.ok(headings().includes("Turn 239"));
  show(0, 240, 2);
  assert.ok(headings().includes("Turn 239") && !headings().includes("Turn 2"), "the results stay");
});

test("finds are counted, gone through, and only looked for in what is shown", async () => {
  update({ turns: [turn(0)], passages: [[0, "stderr", "Depth 1, depth 2\n"], printed(0, "1\n")] });
  show(0, 1, 1);
  await search("depth");
  assert.equal(count(), "1 of 2");
  assert.deepEqual(document.querySelectorAll("mark").map(mark => [mark.textContent, mark.className]), [["Depth", "found"], ["depth", ""]]);
  press("transcript-next");
  assert.equal(count(), "2 of 2");
  press("transcript-next");
  assert.equal(count(), "1 of 2", "the first one follows the last");
  press("transcript-previous");
  assert.equal(count(), "2 of 2");
  press("transcript-stderr");
  assert.equal(count(), "none");
});

test("a find behind the part of a passage that is shown is drawn", async () => {
  update({ turns: [turn(0)], passages: [printed(0, `${"a".repeat(5_000)}needle`)] });
  show(0, 1, 1);
  await clock.advance(80);
  assert.ok(!document.querySelector("pre").textContent.includes("needle"));
  await search("needle");
  press("transcript-next");
  assert.equal(document.querySelector("mark").textContent, "needle");
});

test("the copied text is the one that is shown", async () => {
  let copied;
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard: { writeText: async text => { copied = text; } } } });
  update({ turns: [turn(0)], passages: [[0, "stdin", "input\n"], printed(0, "1\nsurplus\n"), [0, "stderr", "Depth\n"]] });
  show(0, 1, 1);
  await clock.advance(80);
  press("transcript-read");
  press("transcript-stderr");
  press("transcript-copy");
  await settle();
  assert.equal(copied, "Turn 1: column 1\nprinted: 1\nprinted late: surplus\n");
  assert.equal(findAll("transcript-copy")[0].textContent, "Copied");
  await clock.advance(2_000);
  assert.equal(findAll("transcript-copy")[0].textContent, "Copy");
});

test("a bot can be run with the input that is shown, before the page handles the press", async () => {
  update(played(2));
  show(0, 2, 1);
  await clock.advance(80);
  const button = findAll("try-input")[0];
  let value;
  // Regression: a press used the input that was shown at the press before.
  document.addEventListener("click", () => { value = button.value; });
  button.click();
  assert.equal(value, "input 1\ninput 2\n");
});

test("there is no input to run it with where it is not whole, or of several runs", async () => {
  const cut = "… (the rest is not kept)";
  update({ turns: [turn(0)], passages: [[0, "stdin", `input${cut}`]] });
  show(0, 1, 1);
  await clock.advance(80);
  assert.ok(findAll("try-input")[0].hidden);
  assert.match(findAll("transcript-cut")[0].textContent, /Up to 8 MiB .* --keep-input/);
  update({ turns: [turn(0)], passages: [[0, "stdin", "input\n"]] });
  await clock.advance(80);
  assert.deepEqual([findAll("try-input")[0].hidden, findAll("transcript-cut")], [false, []]);
  show(0, 1, 1, "\n1 0 0\nfirst\nsecond");
  assert.ok(findAll("try-input")[0].hidden);
});

test("where nothing is shown, it says why", async () => {
  update({ turns: [turn(0)] });
  show(0, 1, 1);
  await clock.advance(80);
  assert.match(transcript.body.textContent, /^This record does not include the bot's input and output/);
  transcript.dataset.noted = "";
  assert.equal(transcript.body.textContent, "", "the page has said why they are not here");
  update({ turns: [turn(0)], passages: [printed(0, "1\n")] });
  await clock.advance(80);
  press("transcript-printed");
  assert.match(transcript.body.textContent, /choose what is shown above/);
});

test("many updates are drawn once", async () => {
  show(0, 9, 1);
  const { draw } = transcript;
  let drawn = 0;
  transcript.draw = () => { drawn += 1; draw.call(transcript); };
  for (let known = 0; known < 9; known += 1) update({ isNew: 0, known, turns: [turn(known)], passages: [printed(known, "1\n")], length: known + 1 });
  await clock.advance(80);
  assert.deepEqual([drawn, headings().length], [1, 9]);
});

/** A script that reads the maps in an input: one, with this name, of the input's letters. */
const mapScript = name => `data:text/javascript,export const readMaps = text => [{ name: "${name}", rows: () => [[...text.trim()].map((sign, cell) => ({ cell, sign }))] }];`;

/**
 * Regressions: the maps of another game were read as those of the game before, and its transcript
 * was searched for the same text.
 */
test("another game has its own maps, and nothing is searched in it", async () => {
  update({ ...played(1), isOtherGame: 1, script: mapScript("one") });
  show(0, 1, 1);
  await search("not in any word");
  assert.equal(count(), "none");
  press("transcript-grid");
  await until(() => document.querySelector("caption"));
  assert.equal(document.querySelector("caption").textContent, "one");
  update({ ...played(1), isOtherGame: 1, script: mapScript("other") });
  transcript.draw();
  assert.deepEqual([transcript.search.value, count()], ["", ""]);
  assert.equal(document.querySelector("caption"), null, "its script is not here yet");
  await until(() => document.querySelector("caption"));
  assert.equal(document.querySelector("caption").textContent, "other");
  assert.deepEqual(document.querySelectorAll("td").map(({ textContent }) => textContent).join(""), "input 1");
  update({ ...played(1), isOtherGame: 1 });
  await clock.advance(80);
  assert.deepEqual([findAll("transcript-map"), findAll("transcript-grid")[0].hidden], [[], true], "this game has none");
  press("transcript-grid");
});
