// Results of a run as text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { casesText, headlineText, lossText, opponentText } from "./words.js";

/** @typedef {import("./words.js").Opponent} Opponent */

/** @type {(label: string, parts?: Partial<Opponent>) => Opponent} */
const opponent = (label, parts = {}) => ({ label, isOwn: false, won: 6, drawn: 1, lost: 3, elo: "+35 ± 20", unknown: null, ...parts });

test("an opponent's Elo, or why there is none", () => {
  assert.equal(opponentText(opponent("negamax")), "against negamax: Elo +35 ± 20 (6 won, 1 drawn, 3 lost)");
  assert.equal(opponentText(opponent("negamax", { elo: null, unknown: "one side has too few points" })), "against negamax: 6 won, 1 drawn, 3 lost. No Elo: one side has too few points");
});

test("a headline names three opponents, and builds by their numbers", () => {
  const own = opponent("my-bot.js, build 2", { isOwn: true, elo: "-10 ± 30" });
  for (const [opponents, text] of /** @type {[Opponent[], string][]} */ ([
    [[], ""],
    [[opponent("random")], "Elo +35 ± 20 against random"],
    [[own, opponent("random", { elo: null, unknown: "too few" })], "Elo -10 ± 30 against your build 2, n/a against random"],
    [["a", "b", "c", "d", "e"].map(label => opponent(label)), "Elo +35 ± 20 against a, +35 ± 20 against b, +35 ± 20 against c, and 2 more"],
  ])) assert.equal(headlineText(opponents), text);
});

test("a lost game is told by its number, its fault, and how often it was played", () => {
  const loss = { number: 17, seat: 2, against: "negamax", turns: 12, fault: null, times: 1 };
  for (const [parts, text] of /** @type {[object, string][]} */ ([
    [{}, "game 17, as player 2 against negamax: lost in 12 turns"],
    [{ turns: 1, fault: "exited" }, "game 17, as player 2 against negamax: lost in 1 turn by a crash or an early end"],
    [{ times: 2 }, "game 17, as player 2 against negamax: lost in 12 turns; another game was the same"],
    [{ times: 5 }, "game 17, as player 2 against negamax: lost in 12 turns; 4 other games were the same"],
    [{ fault: "of a later version" }, "game 17, as player 2 against negamax: lost in 12 turns of a later version"],
  ])) assert.equal(lossText({ ...loss, ...parts }), text);
});

test("cases are counted", () => {
  for (const [cases, text] of /** @type {[Parameters<typeof casesText>[0], string][]} */ ([
    [{ passed: 1, failed: 0 }, "1 case passes"],
    [{ passed: 0, failed: 1 }, "0 cases pass, 1 fails"],
    [{ passed: 5, failed: 2, waiting: 3 }, "5 cases pass, 2 fail, 3 to go"],
  ])) assert.equal(casesText(cases), text);
});
