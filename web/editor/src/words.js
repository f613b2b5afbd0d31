// Results of a run as text. Draws nothing.

/**
 * The results against an opponent, as far as they are told here.
 * @typedef {Pick<import("./builds.js").Opponent, "label" | "isOwn" | "won" | "drawn" | "lost" | "elo" |
 * "unknown">} Opponent
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

/**
 * The results of a run in a line: `Elo +35 ± 20 against negamax, at least +405 against random`.
 * Empty without opponents.
 * @param {Opponent[]} opponents
 */
export const headlineText = opponents => {
  // For the draft's own builds the number is enough: the file's name is long.
  /** @param {Opponent} opponent */
  const nameOf = ({ label, isOwn }) => (isOwn ? `your ${label.split(", ").at(-1)}` : label);
  const told = opponents.slice(0, NAMED).map(opponent => `${opponent.unknown ? "n/a" : opponent.elo} against ${nameOf(opponent)}`);
  const more = opponents.length - told.length;
  return told.length > 0 ? `Elo ${told.join(", ")}${more > 0 ? `, and ${more} more` : ""}` : "";
};

// How a bot has lost by a fault of each kind: see `FaultKind` in `engine/src/fault/mod.rs`.
/** @type {Record<string, string>} */
const FAULTS = {
  illegal: "by an illegal move",
  malformed: "by an answer that could not be read",
  timeout: "out of time",
  exited: "by a crash or an early end",
  flooded: "by too much output",
  "not-started": "as it did not start",
  resigned: "by resignation",
};

/**
 * `game 17, as player 2 against negamax: lost in 12 turns by a crash or an early end`: the number
 * distinguishes games.
 * @param {Pick<import("./builds.js").Loss, "number" | "seat" | "against" | "turns" | "fault" |
 * "times">} loss
 */
export const lossText = ({ number, seat, against, turns, fault, times }) => {
  const length = turns === 1 ? "1 turn" : `${turns} turns`;
  const why = fault ? ` ${FAULTS[fault] ?? fault}` : "";
  const more = times === 2 ? "; another game was the same" : times > 2 ? `; ${times - 1} other games were the same` : "";
  return `game ${number}, as player ${seat} against ${against}: lost in ${length}${why}${more}`;
};

/**
 * `5 cases pass, 1 fails`.
 * @param {{ passed: number, failed: number, waiting?: number }} cases
 */
export const casesText = ({ passed, failed, waiting = 0 }) => {
  const passing = passed === 1 ? "1 case passes" : `${passed} cases pass`;
  const failing = failed === 0 ? "" : failed === 1 ? ", 1 fails" : `, ${failed} fail`;
  return `${passing}${failing}${waiting > 0 ? `, ${waiting} to go` : ""}`;
};
