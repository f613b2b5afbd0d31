// The element with a bot's turns: what it draws, finds, follows and copies.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { document, findAll, installDocument, send } from "../../testing/elements.js";
import { installClock, settle, until } from "../../testing/clock.js";

installDocument();
globalThis.transcriptUpdates = [];
await import("./transcript.js");

/** @import { TranscriptTurn as Turn, TranscriptUpdate } from "../../protocol/protocol" */
/** @import { Passage } from "./inspected_bot" */

/**
 * A turn that is played when `asked` others were, with the next number.
 * @type {(asked: number, after?: number, isFault?: boolean) => Turn}
 */
const turn = (asked, after = asked + 1, isFault = false) => ({ after, asked, number: after, words: `column ${after}`, isFault });
/** @type {(before: number, text: string) => Passage} */
const printed = (turn, text) => ({ turn, stream: "stdout", text });

// The updates that the page sends. Every test begins with another game.

const clock = installClock();
/** @param {Partial<TranscriptUpdate>} changes */
const update = ({ turns = [], ...changes }) => {
  /** @type {TranscriptUpdate} */
  const told = {
    isNew: true, isOtherGame: false, hint: "", mapScript: "", firstLines: 1, known: 0, turns, passages: [], length: turns.length, isOver: true,
    ...changes,
  };
  transcriptUpdates.push([JSON.stringify(told)]);
};
/**
 * Turns 1, 2, 3 … with a line read and a line printed in each.
 * @type {(count: number) => { turns: Turn[], passages: Passage[] }}
 */
const played = count => ({
  turns: Array.from({ length: count }, (_, nth) => turn(nth)),
  passages: Array.from({ length: count }, (_, nth) => nth).flatMap(nth => /** @type {Passage[]} */ ([{ turn: nth, stream: "stdin", text: `input ${nth + 1}\n` }, printed(nth, `${nth + 1}\n`)])),
});

/** @type {import("../../testing/elements.js").FakeElement & { draw?: () => void }} */
let transcript;
/** @type {(from: number, to: number, at: number, read?: string) => void} */
const show = (from, to, at, read = "") => { transcript.dataset.shown = `${from} ${to} ${at}${read}`; };
const headings = () => findAll("transcript-turn").map(({ textContent }) => textContent.split(":")[0]);
const current = () => document.querySelector("[aria-current] .turn-name")?.textContent.split(":")[0];
const count = () => findAll("transcript-count")[0].textContent;
/** @param {string} testid */
const press = testid => findAll(testid)[0].click();
const field = () => findAll("transcript-search")[0];
const body = () => findAll("inspector")[0];
/** @param {string} text */
const search = async text => {
  field().value = text;
  send(field(), "input");
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
  update({ isOtherGame: true });
  panel.append(transcript);
});

test("each update adds its turns, and replaces what has grown", async () => {
  update({ ...played(2), isOver: false });
  update({ isNew: false, known: 3, turns: [turn(2)], passages: [printed(1, "22\n"), printed(2, "3\n")], length: 3 });
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

// Regression: "Why?" scrolled its answer under the header of the panel.
test("advice about the turn stays in sight above it", async () => {
  const panel = /** @type {import("../../testing/elements.js").FakeElement} */ (document.querySelector(".panel"));
  const advice = document.createElement("p");
  advice.className = "advice";
  const header = document.createElement("div");
  header.className = "inspected";
  [header.computedStyle, header.offsetHeight] = [{ position: "sticky" }, 40];
  panel.append(header, advice);
  body().computedStyle = { overflowY: "visible" };
  panel.box = { top: 0, bottom: 600, height: 600 };
  /** @type {(top: number) => void} */
  const place = top => { advice.box = { top, bottom: top + 20 }; };
  update({ ...played(3), isOver: false });
  await clock.advance(80);
  for (const [top, expected] of [[-30, -70], [100, 0]]) {
    panel.scrollTop = 0;
    place(top);
    show(0, 3, top < 0 ? 2 : 3);
    assert.equal(panel.scrollTop, expected);
  }
});

test("finds are counted, gone through, and only looked for in what is shown", async () => {
  update({ turns: [turn(0)], passages: [{ turn: 0, stream: "stderr", text: "Depth 1, depth 2\n" }, printed(0, "1\n")] });
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
  assert.ok(!document.querySelector("pre")?.textContent.includes("needle"));
  await search("needle");
  press("transcript-next");
  assert.equal(document.querySelector("mark")?.textContent, "needle");
});

test("the copied text is the one that is shown", async () => {
  let copied = "";
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard: { writeText: async (/** @type {string} */ text) => { copied = text; } } } });
  update({ turns: [turn(0)], passages: [{ turn: 0, stream: "stdin", text: "input\n" }, printed(0, "1\nsurplus\n"), { turn: 0, stream: "stderr", text: "Depth\n" }] });
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
  let value = "";
  // Regression: a press used the input that was shown at the press before.
  document.addEventListener("click", () => { value = button.value; });
  button.click();
  assert.equal(value, "input 1\ninput 2\n");
});

test("there is no input to run it with where it is not whole, or of several runs", async () => {
  const cut = "… (the rest is not kept)";
  update({ turns: [turn(0)], passages: [{ turn: 0, stream: "stdin", text: `input${cut}` }] });
  show(0, 1, 1);
  await clock.advance(80);
  assert.ok(findAll("try-input")[0].hidden);
  assert.match(findAll("transcript-cut")[0].textContent, /Up to 8 MiB .* --keep-input/);
  update({ turns: [turn(0)], passages: [{ turn: 0, stream: "stdin", text: "input\n" }] });
  await clock.advance(80);
  assert.deepEqual([findAll("try-input")[0].hidden, findAll("transcript-cut")], [false, []]);
  show(0, 1, 1, "\n1 0 0\nfirst\nsecond");
  assert.ok(findAll("try-input")[0].hidden);
});

test("where nothing is shown, it says why", async () => {
  update({ turns: [turn(0)] });
  show(0, 1, 1);
  await clock.advance(80);
  assert.match(body().textContent, /^This record does not include the bot's input and output/);
  transcript.dataset.noted = "";
  assert.equal(body().textContent, "", "the page has said why they are not here");
  update({ turns: [turn(0)], passages: [printed(0, "1\n")] });
  await clock.advance(80);
  press("transcript-printed");
  assert.match(body().textContent, /choose what is shown above/);
});

test("many updates are drawn once", async () => {
  show(0, 9, 1);
  const { draw } = transcript;
  let drawn = 0;
  transcript.draw = () => { drawn += 1; draw?.call(transcript); };
  for (let known = 0; known < 9; known += 1) update({ isNew: false, known, turns: [turn(known)], passages: [printed(known, "1\n")], length: known + 1 });
  await clock.advance(80);
  assert.deepEqual([drawn, headings().length], [1, 9]);
});

/**
 * A script that reads the maps in an input: one, with this name, of the input's letters.
 * @param {string} name
 */
const mapScript = name => `data:text/javascript,export const readMaps = text => [{ name: "${name}", rows: () => [[...text.trim()].map((sign, cell) => ({ cell, sign }))] }];`;

/**
 * Regressions: the maps of another game were read as those of the game before, and its transcript
 * was searched for the same text.
 */
test("another game has its own maps, and nothing is searched in it", async () => {
  update({ ...played(1), isOtherGame: true, mapScript: mapScript("one") });
  show(0, 1, 1);
  await search("not in any word");
  assert.equal(count(), "none");
  press("transcript-grid");
  await until(() => document.querySelector("caption"));
  assert.equal(document.querySelector("caption")?.textContent, "one");
  update({ ...played(1), isOtherGame: true, mapScript: mapScript("other") });
  transcript.draw?.();
  assert.deepEqual([field().value, count()], ["", ""]);
  assert.equal(document.querySelector("caption"), null, "its script is not here yet");
  await until(() => document.querySelector("caption"));
  assert.equal(document.querySelector("caption")?.textContent, "other");
  assert.deepEqual(document.querySelectorAll("td").map(({ textContent }) => textContent).join(""), "input 1");
  update({ ...played(1), isOtherGame: true });
  await clock.advance(80);
  assert.deepEqual([findAll("transcript-map"), findAll("transcript-grid")[0].hidden], [[], true], "this game has none");
  press("transcript-grid");
});
