// What a bot read and printed, by turns: what came too late, what is found, drawn and copied.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseTurns, findHits, groupTurns, printable, textOf } from "./transcript_turns.js";

/** @import { TranscriptTurn as Turn } from "../../protocol/protocol" */
/** @import { Group, InspectedBot, Passage } from "./inspected_bot" */

/**
 * A turn that is played when `asked` others were, with the next number.
 * @type {(asked: number, after?: number, isFault?: boolean) => Turn}
 */
const turn = (asked, after = asked + 1, isFault = false) => ({ after, asked, number: after, words: `column ${after}`, isFault });
/** @type {(before: number, text: string) => Passage} */
const printed = (turn, text) => ({ turn, stream: "stdout", text });
/** @type {(changes: Partial<InspectedBot>) => InspectedBot} */
const data = changes => ({ turns: [], passages: [], length: 0, isOver: false, firstLines: 1, hint: "", mapScript: "", ...changes });
/**
 * What came too late, as it is shown.
 * @param {Group[]} groups
 */
const lateOf = groups => groups.flatMap(({ parts }) => parts).filter(({ late }) => late).map(({ shown }) => shown);
/** @param {Group[]} groups */
const namesOf = groups => groups.map(({ name }) => name);

test("each passage is in the turn that was played with it, and the last ones are behind", () => {
  /** @type {Passage[]} */
  const passages = [{ turn: 0, stream: "stdin", text: "p\n" }, printed(0, "name\n"), { turn: 2, stream: "stdin", text: "1\n" }, printed(2, "3\n"), { turn: 3, stream: "stderr", text: "depth 2\n" }];
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
  assert.deepEqual(groups.at(-1)?.parts.map(({ late, end }) => [late, end]), [[true, true], [false, true]], "an empty line is nothing");
});

test("only line ends take effect in what is shown", () => {
  assert.equal(printable("a\tb\r\n\u001b[2J\u202ec\u2028"), "a\\tb\\r\n\\u{1b}[2J\\u{202e}c\\u{2028}");
});

test("a text is found without regard to case, in the order of the turns, and also twice in a passage", () => {
  /** @type {Passage[]} */
  const passages = [{ turn: 0, stream: "stderr", text: "Depth 1, depth 2\n" }, printed(0, "1\n"), { turn: 1, stream: "stderr", text: "DEPTH\n" }];
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
  /** @type {(count: number, text: string) => Pick<Group, "parts">[]} */
  const groups = (count, text) => Array.from({ length: count }, () => ({ parts: [{ turn: 0, stream: "stdout", text, nth: 0, shown: text }] }));
  assert.deepEqual(chooseTurns(groups(10, "a"), 4), [0, 10]);
  const [first, end] = chooseTurns(groups(2_000, "a"), 1_000);
  assert.ok(first > 800 && end < 1_200 && end - first > 300, `${first} ${end}`);
  const [, few] = chooseTurns(groups(2_000, "a".repeat(4_000)), 0);
  assert.ok(few > 40 && few < 60, "their texts have a limit too");
  assert.deepEqual(chooseTurns([], 0), [0, 0]);
});

test("the copied text says of each line where it was, and what came late", () => {
  /** @type {Passage[]} */
  const passages = [{ turn: 0, stream: "stdin", text: "1\n2\n" }, printed(0, "3\nsurplus\n"), printed(1, "farewell\n")];
  const groups = groupTurns(data({ turns: [turn(0)], passages, length: 1, isOver: true }));
  assert.equal(textOf(groups), "Turn 1: column 1\nread: 1\nread: 2\nprinted: 3\nprinted late: surplus\n\nAfter its last turn\nprinted after the end: farewell\n");
});
