// The results of a run beside the text: what is shown in which phase, and what is said once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findAll, installDocument } from "../../testing/elements.js";
import { createRunStrip } from "./run_strip.js";

/**
 * @typedef {import("./builds.js").Loss} Loss
 * @typedef {import("./builds.js").Opponent} Opponent
 * @typedef {import("./builds.js").RunReport} RunReport
 */

/** @type {(label: string, parts?: Partial<Opponent>) => Opponent} */
const opponent = (label, parts = {}) => ({
  name: label, label, isOwn: false, won: 6, drawn: 1, lost: 3, faults: "", elo: "+35 ± 20", unknown: null, interval: [15, 35, 55], repeated: 0, units: 5, ...parts,
});
/** @type {(parts?: Partial<RunReport>) => RunReport} */
const report = (parts = {}) => ({
  game: "connect-four", run: "file:my-bot.js", file: "my-bot.js", sha256: "sha-1", seed: "1", name: "my-bot.js", phase: "playing", counted: 10, games: 100, rate: 2.04, left: "45 s left", isLong: false,
  opponents: [opponent("random")], losses: [], failed: null, failedLink: null, ...parts,
});
/** @type {(number: number, parts?: Partial<Loss>) => Loss} */
const loss = (number, parts = {}) => ({ number, against: "random", seat: 1, turns: 9, fault: null, times: 1, link: `AoC${number}`, stderr: null, ...parts });

const createStrip = () => {
  const document = installDocument();
  /** @type {{ pressed: (string | number)[] }} */
  const shown = { pressed: [] };
  const strip = createRunStrip({
    stop: () => shown.pressed.push("stop"),
    goOn: () => shown.pressed.push("go on"),
    showCases: () => shown.pressed.push("cases"),
    openLoss: ({ number }) => shown.pressed.push(number),
  });
  document.body.append(strip.head, strip.element);
  /** @param {string} id */
  const find = id => findAll(`run-${id}`)[0];
  /** @param {string} id */
  const text = id => find(id).textContent;
  const remark = () => document.querySelectorAll(".remark").filter(({ localName }) => localName === "p")[0].textContent;
  const saidOf = () => document.querySelectorAll(".unseen")[0];
  return Object.assign(shown, { strip, document, find, text, remark, saidOf, said: () => saidOf().textContent });
};

test("nothing is shown before the first run", () => {
  const shown = createStrip();
  assert.ok(shown.strip.head.hidden && shown.strip.element.hidden);
  shown.strip.begin("The series starts …");
  assert.equal(shown.text("state"), "The series starts …");
  assert.ok(!shown.strip.head.hidden && shown.find("table").hidden && shown.find("stop").hidden);
  shown.strip.hide();
  assert.ok(shown.strip.head.hidden && shown.strip.element.hidden);
});

test("each phase says how far the run is, and one button stops it and goes on", () => {
  const shown = createStrip();
  for (const [parts, text, button] of /** @type {[Partial<RunReport>, string, string][]} */ ([
    [{}, "my-bot.js: 10 of 100 games, 2.0 a second, 45 s left", "Stop"],
    [{ rate: 31.4, left: null }, "my-bot.js: 10 of 100 games, 31 a second", "Stop"],
    [{ rate: 0.05 }, "my-bot.js: 10 of 100 games, 45 s left", "Stop"],
    [{ phase: "stopped" }, "my-bot.js: stopped after 10 of 100 games", "Go on"],
    [{ phase: "over", counted: 100 }, "my-bot.js: 100 games", ""],
  ])) {
    shown.strip.show(report(parts));
    assert.equal(shown.strip.head.hidden ? undefined : shown.text("state"), text);
    assert.equal(shown.find("stop").hidden ? "" : shown.text("stop"), button);
    if (button) shown.find("stop").click();
  }
  assert.deepEqual(shown.pressed, ["stop", "stop", "stop", "go on"]);
});

test("a run that pauses because a bot fails again and again says why and can go on", () => {
  const shown = createStrip();
  shown.strip.show(report({ phase: "stopped", counted: 10, paused: "my-bot.js has failed in the same way" }));
  assert.equal(shown.text("state"), "my-bot.js: stopped after 10 of 100 games: my-bot.js has failed in the same way");
  assert.equal(shown.text("stop"), "Go on");
  shown.strip.show(report({ phase: "playing", counted: 10, paused: null }));
  assert.doesNotMatch(shown.text("state"), /the same way/);
});

// Why a bot could not play in one of the seats was shown only if that game was opened.
test("a run that ends because the bot fails at once says why", () => {
  const shown = createStrip();
  const failed = report({ phase: "stopped", counted: 2, failed: 2 });
  shown.strip.show(failed, "");
  assert.equal(shown.text("state"), "my-bot.js: stopped after 2 of 100 games: it fails at once");
  shown.strip.show(failed, "it answered `4`, but the second player answers `2` with `?`");
  assert.match(shown.text("state"), /: it fails at once\. Game 2: it answered 4, but the second player answers 2 with \?$/);
  assert.ok(shown.find("state").querySelector("code"));
});

test("the table has a line for each opponent; without a game there are no numbers", () => {
  const shown = createStrip();
  shown.strip.show(report({ opponents: [opponent("my-bot.js, build 1", { isOwn: true }), opponent("negamax", { unknown: "one side has too few points", elo: null, interval: null })] }));
  const rows = shown.find("table").querySelectorAll("tr").map(row => row.children.map(({ textContent }) => textContent));
  assert.deepEqual(rows, [
    ["against", "won", "drawn", "lost", "Elo (95 %)"],
    ["my-bot.js, build 1 (before)", "6", "1", "3", "+35 ± 20"],
    ["negamax", "6", "1", "3", "?"],
  ]);
  const [, elo] = shown.find("table").querySelectorAll("td").filter(({ title }) => title);
  assert.equal(elo.title, "one side has too few points");
  assert.equal(shown.text("headline"), "Better than build 1 (Elo +35 ± 20); Too early to say against negamax");
  shown.strip.show(report({ phase: "stopped", counted: 0 }));
  assert.ok(shown.find("table").hidden && shown.text("headline") === "");
});

test("what the numbers do not say is remarked on below", () => {
  const shown = createStrip();
  for (const [parts, text] of /** @type {[Partial<Opponent>, string][]} */ ([
    [{}, ""],
    [{ repeated: 2 }, "2 of 5 pairs of games against random repeat an earlier pair turn for turn: Elo counts them once. "],
    [{ repeated: 4, unknown: "all games are the same", elo: null, interval: null }, "No Elo against random: all games are the same. "],
    [{ faults: "2 crashes" }, "Own faults: 2 crashes against random."],
    [{ units: 0, unknown: "no pair of games is over", elo: null, interval: null }, ""],
  ])) {
    shown.strip.show(report({ opponents: [opponent("random", parts)] }));
    assert.equal(shown.remark(), text);
  }
});

test("fewer games are recommended only while a long run of many goes on", () => {
  const shown = createStrip();
  /** @param {Partial<RunReport>} parts */
  const isAdvised = parts => {
    shown.strip.show(report(parts));
    return /These games are long/.test(shown.remark());
  };
  assert.ok(isAdvised({ isLong: true }));
  assert.ok(!isAdvised({ isLong: false }) && !isAdvised({ isLong: true, games: 20 }) && !isAdvised({ isLong: true, phase: "stopped" }));
});

test("a loss is opened here, by its link or its number; with a key the browser opens the link elsewhere", () => {
  const shown = createStrip();
  shown.strip.show(report({ losses: [loss(3), loss(5, { link: null, fault: "exited" })] }));
  const link = shown.find("loss-3");
  assert.equal(link.getAttribute("href"), "#/connect-four/r/AoC3?t=9");
  link.click();
  link.dispatchEvent(Object.assign(new Event("click"), { ctrlKey: true }));
  assert.equal(shown.find("loss-5").localName, "button");
  shown.find("loss-5").click();
  assert.deepEqual(shown.pressed, [3, 5]);
});

test("losses stay in place while they are the same, whatever else changes", () => {
  const shown = createStrip();
  shown.strip.show(report({ losses: [loss(3)] }));
  const link = shown.find("loss-3");
  shown.strip.show(report({ counted: 20, losses: [loss(3, { stderr: "more of it" })] }));
  assert.equal(shown.find("loss-3"), link);
  shown.strip.show(report({ losses: [loss(4)] }));
  assert.equal(shown.find("loss-3"), undefined);
});

test("the end of a run is announced once, and its numbers meanwhile never", () => {
  const shown = createStrip();
  shown.strip.show(report());
  assert.equal(shown.said(), "");
  shown.strip.show(report({ phase: "over", counted: 100 }));
  assert.equal(shown.said(), "my-bot.js, 100 games. against random: Elo +35 ± 20 (6 won, 1 drawn, 3 lost)");
  shown.saidOf().textContent = "";
  shown.strip.show(report({ phase: "over", counted: 100, losses: [loss(1)] }));
  assert.equal(shown.said(), "");
});

test("cases are shown once there are some, and stand out if one fails", () => {
  const shown = createStrip();
  shown.strip.show(report());
  shown.strip.showCases({ passed: 0, failed: 0, waiting: 0 });
  assert.ok(shown.find("cases").hidden);
  shown.strip.showCases({ passed: 1, failed: 1, waiting: 2 });
  assert.equal(shown.text("cases"), "1 test passes, 1 fails, 2 to go");
  assert.ok(shown.find("cases").classList.contains("bad"));
  shown.strip.showCases({ passed: 2, failed: 0, waiting: 0 });
  assert.ok(!shown.find("cases").classList.contains("bad"));
  shown.find("cases").click();
  assert.deepEqual(shown.pressed, ["cases"]);
  shown.strip.showCases(undefined);
  assert.ok(shown.find("cases").hidden);
});

test("the results of an earlier visit are those of their build", () => {
  const shown = createStrip();
  const results = { counted: 8, games: 10, opponents: [opponent("random")], cases: { passed: 1, failed: 0 } };
  shown.strip.showKept({ number: 1, results }, "my-bot.js");
  assert.equal(shown.text("state"), "my-bot.js: 8 of 10 games");
  shown.strip.showKept({ number: 2, results }, "my-bot.js");
  assert.equal(shown.text("state"), "my-bot.js, build 2: 8 of 10 games");
  assert.equal(shown.text("cases"), "1 test passes");
  assert.ok(!shown.find("table").hidden && shown.find("stop").hidden);
});
