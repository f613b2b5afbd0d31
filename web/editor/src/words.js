// What came of a run, in words. Draws nothing.

/**
 * An opponent's name: a build of the draft's own file has its number, `my-bot.js, build 1`, which
 * the page leaves out of the first.
 * @param {string} name
 * @param {string} file What the draft is called when it is run.
 */
export const opponentName = (name, file) => name === file ? `${name}, build 1` : name;

/** `60 won, 10 drawn, 30 lost`. */
export const pointsText = ({ won, drawn, lost }) => `${won} won, ${drawn} drawn, ${lost} lost`;

/** `against negamax: Elo +35 ± 20 (60 won, 10 drawn, 30 lost)`. */
export const opponentText = (opponent, file) => `against ${opponentName(opponent.name, file)}: Elo ${opponent.elo} (${pointsText(opponent)})`;

// How a bot has lost by a fault of each kind: see `FaultKind` in `engine/src/fault/mod.rs`.
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
 * `game 17, as player 2 against negamax: lost in 12 turns by a crash or an early end`: by its
 * number, no two games are called the same.
 */
export const lossText = ({ number, seat, against, turns, fault, times }, file) => {
  const length = turns === 1 ? "1 turn" : `${turns} turns`;
  const why = fault ? ` ${FAULTS[fault] ?? fault}` : "";
  const more = times > 1 ? `, and ${times - 1} more turn for turn` : "";
  return `game ${number}, as player ${seat} against ${opponentName(against, file)}: lost in ${length}${why}${more}`;
};

/** `5 cases pass, 1 fails`. */
export const casesText = ({ passed, failed, waiting = 0 }) => {
  const passing = passed === 1 ? "1 case passes" : `${passed} cases pass`;
  const failing = failed === 0 ? "" : failed === 1 ? ", 1 fails" : `, ${failed} fail`;
  return `${passing}${failing}${waiting > 0 ? `, ${waiting} to go` : ""}`;
};
