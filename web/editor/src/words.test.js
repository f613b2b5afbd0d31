// Results of a run as text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { casesText, headlineText, lossText, opponentText } from "./words.js";

/** @typedef {import("./words.js").Opponent} Opponent */

/** @type {(label: string, parts?: Partial<Opponent>) => Opponent} */
const opponent = (label, parts = {}) => ({ label, isOwn: false, won: 6, drawn: 1, lost: 3, elo: "+35 ± 20", unknown: null, interval: [15, 35, 55], ...parts });

test("an opponent's Elo, or why there is none", () => {
  assert.equal(opponentText(opponent("negamax")), "against negamax: Elo +35 ± 20 (6 won, 1 drawn, 3 lost)");
  assert.equal(opponentText(opponent("negamax", { elo: null, unknown: "one side has too few points" })), "against negamax: 6 won, 1 drawn, 3 lost. No Elo: one side has too few points");
});

test("a headline names three opponents, and says against builds whether the draft is better", () => {
  /** @type {(interval: [number, number, number], elo: string) => Opponent[]} */
  const own = (interval, elo) => [opponent("my-bot.js, build 2", { isOwn: true, elo, interval })];
  const bound = { won: 9, drawn: 1, lost: 0, elo: "at least +405", interval: null };
  for (const [opponents, text] of /** @type {[Opponent[], string][]} */ ([
    [[], ""],
    [[opponent("random")], "Elo +35 ± 20 against random"],
    [own([-135, -96, -57], "-96 ± 39"), "Worse than build 2 (Elo -96 ± 39)"],
    [own([15, 35, 55], "+35 ± 20"), "Better than build 2 (Elo +35 ± 20)"],
    [own([-40, -10, 20], "-10 ± 30"), "No clear difference from build 2 (Elo -10 ± 30)"],
    [[opponent("random", bound), opponent("negamax", { elo: null, interval: null, unknown: "too few" })], "Won 9 of 10 against random (Elo at least +405); Too early to say against negamax"],
    [["a", "b", "c", "d", "e"].map(label => opponent(label)), "Elo +35 ± 20 against a; Elo +35 ± 20 against b; Elo +35 ± 20 against c; 2 more"],
  ])) assert.equal(headlineText(opponents), text);
});

test("a lost game is told by its number, its fault, and how often it was played", () => {
  const loss = { number: 17, seat: 2, against: "negamax", turns: 12, fault: null, times: 1 };
  for (const [parts, text] of /** @type {[object, string][]} */ ([
    [{}, "game 17, as player 2 against negamax: lost in 12 turns"],
    [{ turns: 1, fault: "exited" }, "game 17, as player 2 against negamax: crash or early end, turn 1"],
    [{ turns: 1 }, "game 17, as player 2 against negamax: lost in 1 turn"],
    [{ times: 2 }, "game 17, as player 2 against negamax: lost in 12 turns; another game was the same"],
    [{ times: 5 }, "game 17, as player 2 against negamax: lost in 12 turns; 4 other games were the same"],
    [{ fault: "of a later version" }, "game 17, as player 2 against negamax: of a later version, turn 12"],
  ])) assert.equal(lossText({ ...loss, ...parts }), text);
});

test("tests are counted", () => {
  for (const [cases, text] of /** @type {[Parameters<typeof casesText>[0], string][]} */ ([
    [{ passed: 1, failed: 0 }, "1 test passes"],
    [{ passed: 0, failed: 1 }, "1 test fails"],
    [{ passed: 5, failed: 2, waiting: 3 }, "5 tests pass, 2 fail, 3 to go"],
    [{ passed: 0, failed: 0, waiting: 2 }, "2 tests to go"],
  ])) assert.equal(casesText(cases), text);
});
