// A BitMartyr bot. Its units take what they can and
// spread out: write something better in choose().
//
// The program is started afresh for every turn. It
// reads what its units see, prints an action for
// each, and ends: nothing is remembered from one turn
// to the next. readline() returns all of the input,
// which is one line; print() answers.

// What a unit can do; with 5 it dies.
const STAY = 0, UP = 1, RIGHT = 2, DOWN = 3, LEFT = 4;

// So far to the right, so far down.
type Sight = (right: number, down: number) => number;
const STEPS = [
  { action: UP, right: 0, down: -1 }, { action: RIGHT, right: 1, down: 0 },
  { action: DOWN, right: 0, down: 1 }, { action: LEFT, right: -1, down: 0 },
];

// ---------------------------------------------------
// CHOOSE THE UNIT'S ACTION HERE. sight(right, down)
// is the cell so far away, -2 to 2 each: the health
// of your own units above 0, of others below, empty
// cells 0; sight(0, 0) is the unit. The board has no
// edge. Whoever moves leaves a clone of one health
// less. Where several meet the one of most health
// lives, and equals kill each other, of one team too.
// `turn` is how many turns are over.
function choose(sight: Sight, turn: number): number {
  const health = sight(0, 0);
  const open: number[] = [];
  for (let nth = 0; nth < STEPS.length; nth += 1) {
    const step = STEPS[nth], cell = sight(step.right, step.down);
    if (cell < 0 && -cell < health) return step.action;
    if (cell === 0) open.push(step.action);
  }
  // A clone has one health less: a unit of 1 would
  // only move.
  if (health === 1 || open.length === 0) return STAY;
  return open[Math.floor(Math.random() * open.length)];
}
// ---------------------------------------------------

function play(): void {
  // First a random number, the greatest that it could
  // be, and how many turns are over; then 25 numbers
  // for each unit. There may be many thousand: only
  // those that choose() looks at are read as numbers.
  const words = (readline() ?? "").trim().split(" ");
  const turn = Number(words[2]);
  let unit = 0, actions = "";
  const sight: Sight = (right, down) => Number(words[unit + 12 + 5 * down + right]);
  for (unit = 3; unit + 25 <= words.length; unit += 25) actions += choose(sight, turn);
  print(actions);
}

play();
