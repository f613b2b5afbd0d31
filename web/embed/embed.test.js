// How high the page around is told to make the frame, and where its link leads.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { document, installDocument } from "../testing/elements.js";
import { visitScript } from "../testing/served_script.js";

/** @typedef {import("../testing/elements.js").FakeElement} FakeElement */

/** @type {[message: { source: string, height: number }, target: string][]} */
let told;
/** @type {FakeElement} */
let app;
/** @type {FakeElement} */
let link;
/** @type {FakeElement} */
let foot;
let change = () => {}, rename = () => {}, isNarrow = false;

/**
 * The frame with its board of this height, in a window of this width.
 * @param {number} width
 * @param {number} board
 */
const heightOf = (width, board, { isLow = false } = {}) => {
  Object.assign(globalThis, { innerWidth: width });
  isNarrow = width <= 860;
  app.box = { height: board };
  app.computedStyle = { flexGrow: isLow ? "1" : "0" };
  change();
  return told.pop()?.[0].height;
};

beforeEach(async () => {
  installDocument();
  app = document.createElement("div");
  app.id = "app";
  document.body.append(app);
  told = [];
  Object.assign(globalThis, {
    location: { hash: "#/line/r/abc" },
    parent: { postMessage: (/** @type {typeof told[number]} */ ...message) => told.push(message) },
    matchMedia: (/** @type {string} */ query) => ({ get matches() { return query === "(max-width: 860px)" && isNarrow; } }),
    ResizeObserver: class {
      /** @param {() => void} notify */
      constructor(notify) { change = notify; }
      observe() {}
    },
  });
  Object.assign(globalThis, {
    MutationObserver: class {
      /** @param {() => void} notify */
      constructor(notify) { rename = notify; }
      observe() {}
    },
  });
  document.title = "random \u2013 negamax \u00b7 Connect Four \u00b7 Botyard";
  await visitScript("embed/embed.js");
  [link] = document.querySelectorAll("footer .whole-page");
  [foot] = document.querySelectorAll("footer");
  foot.offsetHeight = 30;
});

test("the page around is told who tells it how high it is", () => {
  app.computedStyle = { flexGrow: "0" };
  app.box = { height: 500.2 };
  Object.assign(globalThis, { innerWidth: 390 });
  isNarrow = true;
  change();
  assert.deepEqual(told, [[{ source: "botyard", height: 531 }, "*"]]);
});

test("a narrow frame is as high as the board with its controls and the link, and never wider than high", () => {
  assert.equal(heightOf(390, 600), 630);
  assert.equal(heightOf(700, 300), 700, "so that the board has the full width");
});

test("a frame that is too low for its board is first made high enough to measure it", () => {
  assert.equal(heightOf(390, 150, { isLow: true }), 390 + 160);
  assert.equal(heightOf(390, 560), 590, "then it gets what it needs");
});

test("a wide frame has one height", () => {
  assert.equal(heightOf(861, 2_000), 640);
  assert.equal(heightOf(1_440, 150, { isLow: true }), 640);
});

test("the players and the game are named, also those of the next match", () => {
  const [match] = document.querySelectorAll("footer .embedded-match");
  assert.equal(match.textContent, "random \u2013 negamax \u00b7 Connect Four");
  document.title = "you \u2013 hunter \u00b7 BitMartyr \u00b7 Botyard";
  rename();
  assert.equal(match.textContent, "you \u2013 hunter \u00b7 BitMartyr");
});

test("the link leads to what is shown, also where the page has written its address", () => {
  assert.equal(link.href, "./#/line/r/abc");
  for (const name of ["hashchange", "botyard-address"]) {
    location.hash = `#/line/r/abc?t=${name.length}`;
    dispatchEvent(new Event(name));
    assert.equal(link.href, `./#/line/r/abc?t=${name.length}`);
  }
});
