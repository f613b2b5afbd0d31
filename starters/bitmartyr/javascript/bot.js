// A BitMartyr bot. Its units take what they can and spread out: write something
// better in choose().
//
// The program is started afresh for every turn. It reads what its units see,
// prints an action for each, and ends: nothing is remembered from one turn to
// the next. readline() returns all of the input, which is one line; print()
// answers.

const STAY = 0, UP = 1, RIGHT = 2, DOWN = 3, LEFT = 4; // and 5: die
// So far to the right, so far down.
const STEPS = [[UP, 0, -1], [RIGHT, 1, 0], [DOWN, 0, 1], [LEFT, -1, 0]];

// ------------------------------------------------------------
// CHOOSE THE UNIT'S ACTION HERE. sight(right, down) is the cell so far away, -2
// to 2 each: the health of your own units above 0, of others below, empty cells
// 0; sight(0, 0) is the unit. The board has no edge. Whoever moves leaves a
// clone of one health less. Where several meet the one of most health lives,
// and equals kill each other, of one team too. `turn` is how many turns are
// over.
function choose(sight, turn) {
  const health = sight(0, 0);
  const prey = STEPS.find(([, right, down]) => sight(right, down) < 0 && -sight(right, down) < health);
  if (prey) return prey[0];
  // A clone has one health less: a unit of 1 would only move.
  const open = STEPS.filter(([, right, down]) => sight(right, down) === 0);
  if (health === 1 || open.length === 0) return STAY;
  return open[Math.floor(Math.random() * open.length)][0];
}
// ------------------------------------------------------------

function play() {
  // First a random number, the greatest that it could be, and how many turns
  // are over; then 25 numbers for each unit.
  const [, , turn, ...cells] = (readline() ?? "").split(" ").filter(Boolean).map(Number);
  let actions = "";
  for (let start = 0; start + 25 <= cells.length; start += 25) {
    actions += choose((right, down) => cells[start + 12 + 5 * down + right], turn);
  }
  print(actions);
}

play();
