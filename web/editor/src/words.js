// What came of a run, in words. Draws nothing.

/** `60 won, 10 drawn, 30 lost`. */
export const pointsText = ({ won, drawn, lost }) => `${won} won, ${drawn} drawn, ${lost} lost`;

/** `against negamax: Elo +35 ± 20 (60 won, 10 drawn, 30 lost)`. */
export const opponentText = opponent => `against ${opponent.name}: Elo ${opponent.elo} (${pointsText(opponent)})`;

/** `5 cases pass, 1 fails`. */
export const casesText = ({ passed, failed, waiting = 0 }) => {
  const passing = passed === 1 ? "1 case passes" : `${passed} cases pass`;
  const failing = failed === 0 ? "" : failed === 1 ? ", 1 fails" : `, ${failed} fail`;
  return `${passing}${failing}${waiting > 0 ? `, ${waiting} to go` : ""}`;
};
