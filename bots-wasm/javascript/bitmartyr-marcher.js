// marcher, a BitMartyr bot: all its units step in the same direction, up in one
// turn, to the right in the next, and so on. So no two of them ever meet, and
// each that steps into an empty cell leaves a clone behind. What it beats it
// takes in passing.
//
// The program is started afresh for every turn. It reads what its units see,
// prints an action for each, and ends: nothing is remembered from one turn to
// the next. readline() returns all of the input, which is one line; print()
// answers.

// A unit sees 25 cells, five rows of five, and stands in the middle of them.
const SEEN = 25, MIDDLE = 12;
const STAY = "0";
// The actions, and the cells that they lead to: up, to the right, down, to the left.
const STEPS = [["1", MIDDLE - 5], ["2", MIDDLE + 1], ["3", MIDDLE + 5], ["4", MIDDLE - 1]];

// What a unit does. cells[start + n] is the n-th cell that it sees, as text: the
// health of our units above 0, that of others below, and 0 where nobody is.
function choose(cells, start, [step, ahead]) {
  const health = Number(cells[start + MIDDLE]);
  const other = Number(cells[start + ahead]);
  // An own unit may have nowhere to go; where an equal or a stronger enemy stays,
  // we would die in vain.
  if (other > 0 || -other >= health) return STAY;
  // A unit of health 1 leaves no clone behind: it moves for prey alone.
  return other < 0 || health > 1 ? step : STAY;
}

// First a random number, the greatest that it could be, and how many turns are
// over; then 25 numbers for each unit. Most of the time goes into taking the line
// apart, so only those are made numbers that are looked at.
const [, , turn, ...cells] = (readline() ?? "").split(" ");
const direction = STEPS[Number(turn) % STEPS.length];
let actions = "";
for (let start = 0; start + SEEN <= cells.length; start += SEEN) {
  actions += choose(cells, start, direction);
}
print(actions);
