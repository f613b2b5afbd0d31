// gambler, a Stratego bot: it counts which enemies it has not met yet, and weighs
// each attack by the odds of what may stand there.
//
// readline() returns the next line that the bot is sent, print() answers, and
// console.error() is the bot's chat, which never counts as a move.

// The army as RED sees it, the front last: 1 (marshal) to 9 (scout), s (spy), B
// (bomb) and F (flag). The bombs guard the flag, which stands at the edge.
const ARMY = ["89BFB87877", "7B4BB95B88", "6s52593466", "9493961599"];

const DIRECTIONS = { UP: [0, -1], DOWN: [0, 1], LEFT: [-1, 0], RIGHT: [1, 0] };
const EMPTY = ".", ENEMY = "#";
const MOBILE = "123456789s";

// What the loss of a piece costs.
const VALUE = { 1: 10, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5, 7: 4, 8: 4, 9: 2, s: 4, B: 3, F: 100 };
// To know who an enemy is is worth something by itself.
const NEWS = 1;

// How many enemies of each rank we have not met.
const unmet = { 1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 4, 8: 5, 9: 8, s: 1, B: 6, F: 1 };
// What we know of enemies, by their places: their rank, and whether they have
// moved. Of those that are not in here nothing is known.
const known = new Map();
const STRANGER = { rank: undefined, hasMoved: false };

// What it brings to attack a piece of this rank.
function fight(piece, rank) {
  const wins = rank === "F" || rank === "s" || (rank === "B" ? piece === "8" : piece === "s" ? rank === "1" : piece < rank);
  if (piece === rank) return 0;
  return wins ? VALUE[rank] : -VALUE[piece];
}

// The same for an enemy of whom we know so much: the average over all that it
// may be. Bombs and the flag cannot have moved.
function gamble(piece, { rank, hasMoved }) {
  if (rank !== undefined) return fight(piece, rank);
  let [sum, count] = [0, 0];
  for (const [other, left] of Object.entries(unmet)) {
    if (hasMoved && (other === "B" || other === "F")) continue;
    sum += left * fight(piece, other);
    count += left;
  }
  return count === 0 ? 0 : sum / count + NEWS;
}

// An enemy whose rank has just been shown.
function meet(enemy, rank) {
  if (enemy.rank === undefined) unmet[rank] -= 1;
  return { rank, hasMoved: enemy.hasMoved };
}

// What a line such as "4 6 UP KILLS 3 5" or "4 6 UP 3 OK" tells of the enemies.
function remember(line, isOurs) {
  const [, x, y, direction, steps = "1", outcome, attacker, defender] =
    /^(\d+) (\d+) (UP|DOWN|LEFT|RIGHT)(?: (\d+))? ([A-Z]+)(?: (.) (.))?/.exec(line) ?? [];
  if (!direction) return; // START or NO_MOVE
  const [right, down] = DIRECTIONS[direction];
  const from = `${x} ${y}`, to = `${Number(x) + steps * right} ${Number(y) + steps * down}`;
  if (isOurs && outcome === "OK") return;
  // Who stood in the way, or who came.
  let enemy = isOurs ? known.get(to) ?? STRANGER : { ...known.get(from), hasMoved: true };
  known.delete(isOurs ? to : from);
  if (outcome !== "OK") enemy = meet(enemy, isOurs ? defender : attacker);
  else if (Number(steps) > 1) enemy = meet(enemy, "9"); // Nobody else goes so far.
  if (outcome === "OK" || outcome === (isOurs ? "DIES" : "KILLS")) known.set(to, enemy);
}

// All moves: the piece, where it is and where it goes, and who is there.
function legalMoves(board) {
  const moves = [];
  board.forEach((row, y) => [...row].forEach((piece, x) => {
    if (!MOBILE.includes(piece)) return;
    for (const [direction, [right, down]] of Object.entries(DIRECTIONS)) {
      // A scout goes as far as it can see.
      for (let steps = 1; steps <= (piece === "9" ? 9 : 1); steps += 1) {
        const [toX, toY] = [x + steps * right, y + steps * down];
        const target = board[toY]?.[toX];
        if (target !== EMPTY && target !== ENEMY) break;
        moves.push({ piece, x, y, direction, steps, toX, toY, target });
        if (target === ENEMY) break;
      }
    }
  }));
  return moves;
}

// What a piece can hope for in a place: the best attack there is, which is worth
// the less the farther it is; less what it loses to a stronger enemy beside it.
function hope(piece, x, y, enemies, odds) {
  let [most, danger] = [0, 0];
  for (const enemy of enemies) {
    const distance = Math.abs(enemy.x - x) + Math.abs(enemy.y - y);
    most = Math.max(most, odds(piece, enemy) / (1 + distance));
    const isStronger = enemy.rank !== undefined && enemy.rank !== "B" && enemy.rank !== "F" && enemy.rank < piece;
    if (isStronger && distance === 1) danger = VALUE[piece] / 2;
  }
  return most - danger;
}

// Where our pieces stood before their last moves, so that nobody walks to and fro.
const trail = [];

function choose(board) {
  const enemies = board.flatMap((row, y) => [...row].flatMap((cell, x) =>
    cell === ENEMY ? [{ x, y, ...known.get(`${x} ${y}`) ?? STRANGER }] : []));
  const memo = new Map();
  // What was worked out once for a piece and an enemy holds for all like them.
  const odds = (piece, enemy) => {
    const key = `${piece} ${enemy.rank} ${enemy.hasMoved}`;
    if (!memo.has(key)) memo.set(key, gamble(piece, enemy));
    return memo.get(key);
  };
  let best, most = -Infinity;
  for (const move of legalMoves(board)) {
    const { piece, x, y, toX, toY, target } = move;
    const enemy = known.get(`${toX} ${toY}`) ?? STRANGER;
    const visits = trail.filter(place => place === `${piece} ${toX} ${toY}`).length;
    const value = Math.random() / 10 + (target === ENEMY
      ? odds(piece, enemy)
      : hope(piece, toX, toY, enemies, odds) - hope(piece, x, y, enemies, odds) - visits);
    if (value > most) [best, most] = [move, value];
  }
  if (!best) return "NO_MOVE";
  const { piece, x, y, direction, steps } = best;
  console.error(`${piece} at ${x} ${y}: ${most.toFixed(1)}`);
  if (trail.push(`${piece} ${x} ${y}`) > 12) trail.shift();
  return steps === 1 ? `${x} ${y} ${direction}` : `${x} ${y} ${direction} ${steps}`;
}

// The next line; QUIT at the end of the input too.
const hear = () => readline() ?? "QUIT";

function play() {
  const [colour] = hear().split(" ");
  if (colour === "QUIT") return;
  (colour === "RED" ? ARMY : ARMY.toReversed()).forEach(row => print(row));
  let line = hear(); // START, or the first move of RED and what came of it
  while (!line.startsWith("QUIT")) {
    remember(line, false);
    print(choose(Array.from({ length: 10 }, hear)));
    line = hear(); // our move and what came of it
    if (line.startsWith("QUIT")) return;
    remember(line, true);
    line = hear(); // the same of the enemy's
  }
}

play();
