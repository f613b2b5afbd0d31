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

/** Why there is no number, which is behind the colon of `n/a: too few games`; nothing if there is one. */
export const unknownElo = elo => elo.startsWith("n/a: ") ? elo.slice("n/a: ".length) : "";

/**
 * `against negamax: Elo +35 ± 20 (60 won, 10 drawn, 30 lost)`, or `against negamax: 50 won, 0
 * drawn, 50 lost. No Elo: too few different games`.
 */
export const opponentText = (opponent, file) => {
  const name = opponentName(opponent.name, file), points = pointsText(opponent), why = unknownElo(opponent.elo);
  return `against ${name}: ${why ? `${points}. No Elo: ${why}` : `Elo ${opponent.elo} (${points})`}`;
};

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
  const more = times === 2 ? "; another game was the same" : times > 2 ? `; ${times - 1} other games were the same` : "";
  return `game ${number}, as player ${seat} against ${opponentName(against, file)}: lost in ${length}${why}${more}`;
};

/** `5 cases pass, 1 fails`. */
export const casesText = ({ passed, failed, waiting = 0 }) => {
  const passing = passed === 1 ? "1 case passes" : `${passed} cases pass`;
  const failing = failed === 0 ? "" : failed === 1 ? ", 1 fails" : `, ${failed} fail`;
  return `${passing}${failing}${waiting > 0 ? `, ${waiting} to go` : ""}`;
};
