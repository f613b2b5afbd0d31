// Results of a run as text. Draws nothing.

/**
 * The results against an opponent, as far as they are told here.
 * @typedef {Pick<import("./builds.js").Opponent, "label" | "isOwn" | "won" | "drawn" | "lost" | "elo" |
 * "unknown" | "interval">} Opponent
 */

/**
 * `60 won, 10 drawn, 30 lost`.
 * @param {Pick<Opponent, "won" | "drawn" | "lost">} points
 */
export const pointsText = ({ won, drawn, lost }) => `${won} won, ${drawn} drawn, ${lost} lost`;

/**
 * `against negamax: Elo +35 ± 20 (60 won, 10 drawn, 30 lost)`, or `against negamax: 50 won, 0
 * drawn, 50 lost. No Elo: one side has too few points`.
 * @param {Opponent} opponent
 */
export const opponentText = opponent => {
  const { label, elo, unknown } = opponent, points = pointsText(opponent);
  return `against ${label}: ${unknown ? `${points}. No Elo: ${unknown}` : `Elo ${elo} (${points})`}`;
};

// How many opponents the headline of a run names.
const NAMED = 3;

// The result against one opponent. Without an interval, the Elo is only a bound: the points say more.
/** @param {Opponent} opponent */
const outcomeText = ({ label, isOwn, won, drawn, lost, elo, unknown, interval }) => {
  // For the draft's own builds the number is enough: the file's name is long.
  const name = isOwn ? label.split(", ").at(-1) : label;
  if (unknown) return `Too early to say against ${name}`;
  if (!interval) return `Won ${won} of ${won + drawn + lost} against ${name} (Elo ${elo})`;
  if (!isOwn) return `Elo ${elo} against ${name}`;
  const [low, , high] = interval;
  const verdict = high < 0 ? "Worse than" : low > 0 ? "Better than" : "No clear difference from";
  return `${verdict} ${name} (Elo ${elo})`;
};

/**
 * The results of a run in a line: `Better than build 1 (Elo +35 ± 20); Won 99 of 100 against random
 * (Elo at least +405)`. Empty without opponents.
 * @param {Opponent[]} opponents
 */
export const headlineText = opponents => {
  const more = opponents.length - NAMED;
  return [...opponents.slice(0, NAMED).map(outcomeText), ...more > 0 ? [`${more} more`] : []].join("; ");
};

// How a bot has lost by a fault of each kind: see `FaultKind` in `engine/src/fault/mod.rs`.
/** @type {Record<string, string>} */
const FAULTS = {
  illegal: "illegal move",
  malformed: "unreadable move",
  timeout: "out of time",
  exited: "crash or early end",
  flooded: "too much output",
  "not-started": "did not start",
  resigned: "resigned",
};

/**
 * `game 17, as player 2 against negamax: unreadable move, turn 12`: the number
 * distinguishes games.
 * @param {Pick<import("./builds.js").Loss, "number" | "seat" | "against" | "turns" | "fault" |
 * "times">} loss
 */
export const lossText = ({ number, seat, against, turns, fault, times }) => {
  const end = fault ? `${FAULTS[fault] ?? fault}, turn ${turns}` : `lost in ${turns === 1 ? "1 turn" : `${turns} turns`}`;
  const more = times === 2 ? "; another game was the same" : times > 2 ? `; ${times - 1} other games were the same` : "";
  return `game ${number}, as player ${seat} against ${against}: ${end}${more}`;
};

/**
 * `5 tests pass, 1 fails`.
 * @param {{ passed: number, failed: number, waiting?: number }} cases
 */
export const casesText = ({ passed, failed, waiting = 0 }) => {
  const parts = [{ count: passed, one: "passes", more: "pass" }, { count: failed, one: "fails", more: "fail" }]
    .filter(({ count }) => count > 0)
    .map(({ count, one, more }, nth) => `${count}${nth > 0 ? "" : count === 1 ? " test" : " tests"} ${count === 1 ? one : more}`);
  const left = parts.length > 0 ? `${waiting} to go` : waiting === 1 ? "1 test to go" : `${waiting} tests to go`;
  return [...parts, ...waiting > 0 ? [left] : []].join(", ");
};
