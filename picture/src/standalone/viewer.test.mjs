// A match as one file: which board is shown at each turn, and what keys, rows, playback and the
// transcript do.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { document, findAll, installDocument, send } from "../../../web/testing/elements.js";
import { installClock, until } from "../../../web/testing/clock.js";
import { visitScript } from "../../../web/testing/served_script.js";

const COUNT = 40;
// Each turn adds a piece behind those before, as a new one (below zero) or a run of old ones (from,
// how many).
const BOARDS = {
  pieces: Array.from({ length: COUNT }, (_, nth) => `<rect id="p${nth}"/>`),
  frames: Array.from({ length: COUNT }, (_, nth) => nth === 0 ? [-1] : [0, nth, -1 - nth]),
};
/** @type {import("./standalone_match").StandaloneMatch} */
const MATCH = {
  title: "Line", players: [{ name: "ace", sign: "<path/>" }, { name: "<b>random</b>", sign: "<path/>" }], verdict: "ace has won", first: 3, width: 7, height: 6, boards: BOARDS,
  turns: Array.from({ length: COUNT - 1 }, (_, nth) => ({ round: nth + 1, seat: nth % 2, words: `column ${nth}`, isFault: nth === 5, used: [0.25, 1.26, 12.6][nth % 3] })),
  passages: [{ round: 4, seat: 1, stream: "printed", text: "4\n" }],
};

/** @type {import("../../../web/testing/clock.js").FakeClock} */
let clock;
const state = () => findAll("state")[0].textContent;
const board = () => document.querySelectorAll("svg.board rect").map(({ id }) => Number(id.slice(1)));
const marked = () => document.querySelectorAll("[aria-current]").map(({ textContent }) => textContent);
/** @param {string} label */
const press = label => document.querySelectorAll("button").find(button => button.getAttribute("aria-label") === label)?.click();
/** @param {string} key */
const pressKey = (key, more = {}) => send(document.body, "keydown", { key, ...more });
/** @param {number} to */
const go = to => {
  const [slider] = findAll("slider");
  slider.value = String(to);
  send(slider, "input");
};
/**
 * Opens a file with this match.
 * @param {typeof MATCH} match
 * @param {(match: typeof MATCH) => string} pack
 */
const open = async (match = MATCH, pack = JSON.stringify) => {
  installDocument();
  for (const [name, id] of [["script", "data"], ["div", "match"], ["main", "main"]]) document.body.append(Object.assign(document.createElement(name), { id }));
  Object.assign(document.getElementById("data") ?? {}, { textContent: pack(match) });
  await visitScript("../picture/src/standalone/viewer.js");
  await until(() => findAll("state").length > 0 || document.querySelector("[role=alert]"));
};

beforeEach(async () => {
  clock = installClock();
  await open();
});

test("it opens at the turn that was shown, or the last if there are fewer", async () => {
  assert.deepEqual([state(), board().length], ["Turn 3 of 39", 4]);
  await open({ ...MATCH, first: 100 });
  assert.equal(state(), "ace has won");
});

test("a packed match is shown as well, and one that cannot be read says so", async () => {
  await open(MATCH, match => `\n${deflateRawSync(JSON.stringify(match)).toString("base64")}\n`);
  assert.equal(state(), "Turn 3 of 39");
  await open(MATCH, () => "{");
  assert.match(document.querySelector("[role=alert]")?.textContent ?? "", /^The match cannot be shown: /);
});

test("names are never read as HTML", () => {
  assert.equal(document.querySelector(".players b"), null);
  assert.ok(document.querySelector(".players")?.textContent.includes("<b>random</b>"));
});

test("each turn has its board, forwards, backwards and far away", () => {
  for (const turn of [0, 1, 2, 39, 19, 18, 16, 15, 17, 31, 32, 33, 3, 39, 0]) {
    go(turn);
    assert.deepEqual(board(), Array.from({ length: turn + 1 }, (_, nth) => nth), `turn ${turn}`);
  }
});

test("pieces that go and move are drawn as they are", async () => {
  await open({ ...MATCH, first: 0, turns: [], boards: { pieces: BOARDS.pieces, frames: [[-1, -2, -3], [1, 2], [1, 1, -1, 0, 1], []] } });
  const seen = [0, 1, 2, 3].map(turn => { go(turn); return board(); });
  assert.deepEqual(seen, [[0, 1, 2], [1, 2], [2, 0, 1], []]);
});

test("the rows of a turn are marked, with who moved, how, and the time that it took", () => {
  go(1);
  assert.deepEqual(marked(), ["1.ace: column 0250 µs"]);
  go(2);
  assert.deepEqual(marked(), ["2.<b>random</b>: column 11.3 ms"]);
  go(3);
  assert.deepEqual(marked(), ["3.ace: column 213 ms"]);
  go(0);
  assert.deepEqual(marked(), []);
  assert.deepEqual(document.querySelectorAll(".fault").map(({ textContent }) => textContent), ["column 5"]);
});

test("a row leads to its turn", () => {
  findAll("turns")[0].children[8].children[0].click();
  assert.equal(state(), "Turn 9 of 39");
});

test("buttons and keys step within the match, and the last turn says how it ended", () => {
  for (const [key, expected] of /** @type {[string, number][]} */ ([["ArrowLeft", 2], ["ArrowRight", 3], ["Home", 0], ["ArrowLeft", 0]])) {
    pressKey(key);
    assert.equal(state(), `Turn ${expected} of 39`, key);
  }
  for (const [label, expected] of /** @type {[string, number][]} */ ([["One turn on", 1], ["One turn back", 0]])) {
    press(label);
    assert.equal(state(), `Turn ${expected} of 39`, label);
  }
  pressKey("End");
  assert.equal(state(), "ace has won");
  pressKey("ArrowRight");
  assert.deepEqual([state(), findAll("slider")[0].value, findAll("slider")[0].getAttribute("aria-valuetext")], ["ace has won", "39", "ace has won"]);
  press("To the start");
  assert.equal(state(), "Turn 0 of 39");
});

test("keys of the browser, and of fields, are left to them", () => {
  pressKey("ArrowLeft", { ctrlKey: true });
  send(findAll("slider")[0], "keydown", { key: "ArrowLeft" });
  assert.equal(state(), "Turn 3 of 39");
  assert.ok(pressKey("a"), "it is not prevented");
  assert.ok(!pressKey("Home"), "the page must not scroll");
});

test("playback shows a turn each half second, at its speed, to the end, and again from the start", async () => {
  go(36);
  press("Play");
  await clock.advance(499);
  assert.equal(state(), "Turn 36 of 39");
  await clock.advance(1);
  assert.equal(state(), "Turn 37 of 39");
  Object.assign(document.querySelector("select") ?? {}, { value: "4" });
  await clock.advance(500);
  await clock.advance(125);
  assert.equal(state(), "ace has won");
  await clock.advance(1_000);
  assert.equal(clock.waiting(), 0);
  pressKey(" ");
  assert.equal(state(), "Turn 0 of 39");
  await clock.advance(125);
  assert.equal(state(), "Turn 1 of 39");
  press("Pause");
  await clock.advance(10_000);
  assert.equal(state(), "Turn 1 of 39");
});

test("a step ends the playback", async () => {
  press("Play");
  pressKey("ArrowRight");
  await clock.advance(10_000);
  assert.equal(state(), "Turn 4 of 39");
});

test("what the bots wrote in the turn is shown on request", async () => {
  const [details] = findAll("transcript");
  const heard = () => details.textContent.slice(details.querySelector("summary")?.textContent.length);
  go(4);
  assert.equal(heard(), "", "nobody has asked");
  details.open = true;
  send(details, "toggle");
  assert.equal(heard(), "<b>random</b>, printed4\n");
  go(5);
  assert.equal(heard(), "Nothing was kept of this turn.");
  go(0);
  assert.equal(heard(), "The first turn has not begun.");
  await open({ ...MATCH, passages: [] });
  assert.deepEqual(findAll("transcript"), []);
});
