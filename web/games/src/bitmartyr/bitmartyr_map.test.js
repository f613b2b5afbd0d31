// The surroundings that the units of a team read.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readMaps } from "./bitmartyr_map.js";

/** @type {(text: string, places: string) => import("../../../page/js/inspected_bot").InputMap[]} */
const read = (text, places) => readMaps(text, places) ?? [];

/** @param {...number} numbers */
const seen = (...numbers) => Array.from({ length: 25 }, (_, at) => numbers[at] ?? 0);

test("there is a map for each unit, by its name, with what is there", () => {
  const one = seen(), other = seen(-3);
  [one[12], one[13]] = [9, 4];
  const maps = read(`${one.join(" ")}\n${other.join(" ")}\n`, "10 10 2 22 55");
  assert.deepEqual(maps.map(({ name, cell }) => [name, cell]), [["row 3, column 3", 22], ["row 6, column 6", 55]]);
  const [first, second] = maps.map(({ rows }) => rows());
  assert.deepEqual([first.length, first[2].map(({ sign }) => sign)], [5, ["0", "0", "9", "4", "0"]]);
  assert.deepEqual([first[2][2].style, first[2][2].words], ["of-side bitmartyr-side-2 centre", "row 3, column 3: this unit, health 9"]);
  assert.deepEqual([first[2][3].style, first[2][3].words], ["of-side bitmartyr-side-2", "row 3, column 4: unit of this team, health 4"]);
  assert.deepEqual(second[0][0], { cell: 33, sign: "−3", style: "", words: "row 4, column 4: unit of another team, health 3" });
  assert.deepEqual(second[0][1], { cell: 34, sign: "0", style: "faint", words: "row 4, column 5: empty" });
});

test("the board has no edge", () => {
  const [{ rows }] = read(seen().join(" "), "10 10 1 0");
  assert.deepEqual(rows().map(([{ cell }]) => cell), [88, 98, 8, 18, 28]);
});

test("the numbers about a turn are no part of a map, and one run may read all of a team's", () => {
  const unit = seen();
  unit[12] = 7;
  for (const text of [`7 21 0 ${unit.join(" ")} ${unit.join(" ")}`, `7 21 0 ${unit.join(" ")}\n7 21 0 ${unit.join(" ")}`]) {
    const maps = read(text, "10 10 1 22 55");
    assert.deepEqual(maps.map(({ rows }) => rows()[2][2].sign), ["7", "7"], text);
  }
});
