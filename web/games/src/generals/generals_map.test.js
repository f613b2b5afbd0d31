// The map that a bot of Generals reads.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readMaps } from "./generals_map.js";

// Two rows, three columns, two players; the turn's first line, a line for each player, and the
// cells: whether it is seen, its kind, its owner and its army.
const CELLS = "1 3 1 12\n1 0 2 3\n0 2 0 0\n1 4 0 0\n1 2 0 40\n0 0 0 0\n";
const FIRST = `2 3 2 500\n1\n1 1\n2 1\n${CELLS}`;
/** @param {string} text */
const cellsOf = (text, first = text) => readMaps(text, first)?.[0].rows().flat() ?? [];

test("each cell has its sign, its side and what is there", () => {
  const cells = cellsOf(FIRST);
  assert.deepEqual(cells.map(({ sign }) => sign), ["♛12", "3", "?", "▲", "⌂40", "·"]);
  assert.deepEqual(cells.map(({ style }) => style), ["of-side generals-side-1", "of-side generals-side-2", "faint", "", "", "faint"]);
  assert.deepEqual(cells.map(({ words }) => words), [
    "row 1, column 1: capital of player 1, army 12", "row 1, column 2: ground of player 2, army 3", "row 1, column 3: not seen, a mountain or a city",
    "row 2, column 1: mountain", "row 2, column 2: city, army 40", "row 2, column 3: not seen",
  ]);
  assert.deepEqual(cells.map(({ cell }) => cell), [0, 1, 2, 3, 4, 5], "as the board numbers them");
});

test("a later input is read with the size in the first", () => {
  const cells = cellsOf(`1\n1 1\n2 1\n${CELLS}`, FIRST);
  assert.equal(cells.length, 6);
});

test("an input without a whole map has none", () => {
  for (const [text, first] of [["0\n", FIRST], [`1\n1 1\n2 1\n${CELLS.slice(0, -8)}`, FIRST], [FIRST, "no size\n"], ["1\n", ""]]) {
    assert.equal(readMaps(text, first), undefined, text);
  }
});
