// The turns of the inspected bot, each with what it read and printed: in groups, searched, cut to
// what is drawn at once, and as text. Knows neither elements nor rules, and of the protocol only
// what the page sends.

/** @import { TranscriptTurn } from "../../protocol/protocol" */
/** @import { Group, Hit, InspectedBot, Part, Passage, ShownPart } from "./inspected_bot" */
/** @typedef {Part & { passage: Passage }} PassagePart A passage, or a part of it. */

// How many characters of a passage are shown before the visitor asks for more, so that a flood does
// not freeze the page.
export const CLIPPED = 4_000;
// How many passages and characters are drawn at once: the others are a press away.
const DRAWN = 300, DRAWN_TEXT = 200_000;
// How many finds are counted.
export const COUNTED = 10_000;
// A remark of the host about the end is no failed run.
export const NAMES = { stdin: "read", stdout: "printed", stderr: "stderr", ended: "ended", remark: "ended" };

// Like the engine's `printable`, line by line: line ends are the only control characters that take
// effect.
/** @type {Record<string, string>} */
const ESCAPES = { "\t": "\\t", "\r": "\\r", "\n": "\n" };
/** @param {string} text */
export const printable = text =>
  text.replace(/[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu, sign => ESCAPES[sign] ?? `\\u{${sign.codePointAt(0)?.toString(16)}}`);

// A passage as it is shown. It is kept with it: a match that goes on is shown again and again.
/** @type {(passage: Passage, text: string) => string} */
const shownText = (passage, text) => text === passage.text ? passage.shown ??= printable(text.replace(/\n$/, "")) : printable(text.replace(/\n$/, ""));

// Cuts a turn's output after its answer: the rest was printed when the answer had already been
// taken. It may be taken as the next one; `early` counts such lines.
/** @type {(words: Passage[], turn: TranscriptTurn, isFirst: boolean, firstLines: number, early: { lines: number }) => PassagePart[]} */
const splitPrinted = (words, { asked, isFault }, isFirst, firstLines, early) => {
  const all = words.filter(({ stream }) => stream === "stdout").map(({ text }) => text).join("");
  const lines = [...all.matchAll(/[^\n]*\S[^\n]*(\n|$)/g)];
  const expected = early.lines > 0 ? 0 : isFirst ? firstLines : 1;
  // Which lines belong to a fault is not known.
  const isKnown = firstLines > 0 && !isFault;
  const last = lines[expected - 1];
  let taken = !isKnown || lines.length <= expected ? Infinity : last ? last.index + last[0].length : 0;
  early.lines = isKnown ? Math.max(early.lines - 1, 0) + Math.max(lines.length - expected, 0) : 0;
  /** @type {(passage: Passage) => PassagePart[]} */
  const split = passage => {
    const { turn, stream, text } = passage;
    if (stream !== "stdout") return [{ passage, turn, stream, text }];
    const cut = Math.max(taken, 0);
    taken -= text.length;
    const isEarly = isKnown && !isFirst && turn < asked;
    const parts = [{ text: text.slice(0, cut), late: isEarly }, { text: text.slice(cut), late: true }].filter(part => part.text.trim() !== "");
    return (parts.length ? parts : [{ text, late: false }]).map(part => ({ passage, turn, stream, ...part }));
  };
  return words.flatMap(split);
};

/**
 * The turns with their passages, and the passages after the last of them.
 * @param {InspectedBot} bot
 * @returns {Group[]}
 */
export const groupTurns = ({ turns, passages, length, isOver, firstLines }) => {
  let next = 0;
  const early = { lines: 0 };
  /** @type {Group<PassagePart>[]} */
  const groups = turns.map((turn, nth) => {
    const from = next, { after, number, words } = turn;
    while (next < passages.length && passages[next].turn < after) next += 1;
    return { after, name: `Turn ${number}: ${words}`, parts: splitPrinted(passages.slice(from, next), turn, nth === 0, firstLines, early) };
  });
  const parts = passages.slice(next).map(passage => {
    const { turn, stream, text } = passage;
    const isLate = stream === "stdout" && firstLines > 0 && turns.length > 0 && (isOver || turn < length);
    return { passage, turn, stream, text, late: isLate && text.trim() !== "", end: isOver && turn >= length };
  });
  const name = isOver ? "After its last turn" : turns.length ? "Since its last turn" : "Before its first turn";
  if (parts.length) groups.push({ after: undefined, name, parts });
  let nth = 0;
  /** @type {(part: PassagePart) => ShownPart} */
  const shownPart = part => Object.assign(part, { nth: nth++, shown: shownText(part.passage, part.text) });
  return groups.map(group => ({ ...group, parts: group.parts.map(shownPart) }));
};

/**
 * The places of a text in the groups, without regard to case.
 * @param {Group[]} groups
 * @param {string} wanted
 */
export const findHits = (groups, wanted) => {
  const text = wanted.toLowerCase();
  /** @type {Hit[]} */
  const hits = [];
  for (const group of text ? groups : []) {
    for (const part of group.parts) {
      const shown = part.shown.toLowerCase();
      for (let at = shown.indexOf(text); at >= 0 && hits.length < COUNTED; at = shown.indexOf(text, at + text.length)) hits.push({ group, part, at });
    }
  }
  return hits;
};

/**
 * The turns to draw, as many around the middle one as the limits allow: the first and the end.
 * @param {Pick<Group, "parts">[]} groups
 * @param {number} middle
 */
export const chooseTurns = (groups, middle) => {
  let [first, end, parts, text] = [middle, middle, 0, 0];
  /** @param {number} nth */
  const takes = nth => {
    const found = groups[nth];
    if (!found || (nth !== middle && (parts > DRAWN || text > DRAWN_TEXT))) return false;
    parts += found.parts.length;
    text += found.parts.reduce((sum, part) => sum + Math.min(part.shown.length, CLIPPED), 0);
    return true;
  };
  for (let grows = true; grows;) {
    grows = takes(end);
    if (grows) end += 1;
    if (takes(first - 1)) [first, grows] = [first - 1, true];
  }
  return [first, end];
};

/**
 * What is copied of these groups.
 * @param {Group[]} groups
 */
export const textOf = groups => {
  /** @param {ShownPart} part */
  const part = ({ stream, shown, late, end }) =>
    shown.split("\n").map(line => `${NAMES[stream]}${late ? end ? " after the end" : " late" : ""}: ${line}`).join("\n");
  return `${groups.map(({ name, parts }) => [name, ...parts.map(part)].join("\n")).join("\n\n")}\n`;
};
