// pioneer, a Generals bot: it takes what is beside its armies, the most valuable
// first. Where nothing is, its largest army marches to the nearest place where
// there is something; and once it has seen a capital that it is strong enough
// for, it marches there.
//
// readline() returns the next line that the bot is sent, print() answers, and
// console.error() is the bot's chat, which never counts as a move.
//
// Two seconds have to last for up to 1,000 moves. So a cell is a number here (row
// by row from the top left), what is known of all cells is in three arrays, and a
// march is planned once and then followed.

const CITY = 2, CAPITAL = 3, MOUNTAIN = 4;
const NOBODY = 0, UNSEEN = -1;
// What a move is worth that takes this.
const PRIZE = { capital: 4e6, enemyCity: 3e6, enemy: 2e6, city: 1.5e6, empty: 1e6 };
// With less of the two seconds left, in milliseconds, no march is planned any more.
const RESERVE = 200;

const [rows, columns, count, me] = hear();
const size = rows * columns;
// What each cell is, whose it is, and how large the army in it is.
const kind = Array(size).fill(0), owner = Array(size).fill(UNSEEN), army = Array(size).fill(0);
// The cells beside each cell.
const beside = kind.map((_, cell) => {
  const column = cell % columns;
  const cells = [cell - columns, column > 0 ? cell - 1 : -1, column < columns - 1 ? cell + 1 : -1, cell + columns];
  return cells.filter(near => near >= 0 && near < size);
});
// Whose capitals were seen and where; and the cells of the march, from the one in
// which the army stands.
const capitals = new Map();
let way = [], isHunt = false;
let replies = 0;

// The numbers of the next line; none at the end of the input.
function hear() {
  return (readline() ?? "").split(" ").filter(Boolean).map(Number);
}

// Most of the time goes into this: it does no more than it must.
function hearBoard() {
  for (let cell = 0; cell < size; cell += 1) {
    const line = readline() ?? "0 2";
    kind[cell] = line.charCodeAt(2) - 48;
    if (line.length === 3) {
      // Under fog, or a mountain: "0 1", "0 2" (a mountain or a city) or "1 4".
      owner[cell] = UNSEEN;
      army[cell] = 0;
      continue;
    }
    const space = line.indexOf(" ", 4);
    owner[cell] = Number(line.slice(4, space));
    army[cell] = Number(line.slice(space + 1));
    if (kind[cell] === CAPITAL && owner[cell] !== me) capitals.set(cell, owner[cell]);
    else if (capitals.size > 0) capitals.delete(cell);
  }
}

// What it is worth to go there with so many units; 0 if that takes nothing.
function prize(to, force) {
  if (owner[to] === me || owner[to] === UNSEEN || force <= army[to]) return 0;
  // Empty land is taken by the smallest army; against enemies the largest goes on best.
  if (owner[to] === NOBODY) return (kind[to] === CITY ? PRIZE.city : PRIZE.empty) - force;
  return (kind[to] === CAPITAL ? PRIZE.capital : kind[to] === CITY ? PRIZE.enemyCity : PRIZE.enemy) + force;
}

// Plans a march from here to the nearest cell that is wanted, through what is ours
// or can be taken on the way. It tries all cells one step away, then two, and so on.
function plan(start, isWanted) {
  way = [];
  if (2000 + replies - performance.now() < RESERVE) return;
  const before = new Map([[start, start]]), cells = [start];
  for (const cell of cells) {
    if (isWanted(cell)) {
      for (let at = cell; at !== start; at = before.get(at)) way.unshift(at);
      way.unshift(start);
      return;
    }
    for (const near of beside[cell]) {
      const isClosed = kind[near] === MOUNTAIN || (owner[near] === UNSEEN && kind[near] === CITY);
      const isHeld = owner[near] !== me && army[near] >= army[start] - 1;
      if (before.has(near) || isClosed || isHeld) continue;
      before.set(near, cell);
      cells.push(near);
    }
  }
}

function canGoOn() {
  const [at, next] = way;
  return way.length > 1 && owner[at] === me && army[at] > 1 && (owner[next] === me || army[at] - 1 > army[next]);
}

function goOn() {
  const [at, next] = way;
  way.shift();
  return [at, next];
}

// Returns from where an army goes, and where to; undefined if none does.
function choose(totals) {
  let best, most = 0, largest = -1;
  for (let cell = 0; cell < size; cell += 1) {
    if (owner[cell] !== me || army[cell] < 2) continue;
    if (largest < 0 || army[cell] > army[largest]) largest = cell;
    for (const to of beside[cell]) {
      const value = prize(to, army[cell] - 1);
      if (value > most) [best, most] = [[cell, to], value];
    }
  }
  if (largest < 0 || most >= PRIZE.capital) return best;
  // A march on a capital is not held up by what lies beside the way.
  if (isHunt && canGoOn()) return goOn();
  const isPrey = cell => capitals.has(cell) && army[largest] > totals[capitals.get(cell) - 1] / 2;
  isHunt = [...capitals.keys()].some(isPrey);
  if (isHunt) plan(largest, isPrey);
  if (isHunt && canGoOn()) return goOn();
  if (best) return best;
  if (!canGoOn()) plan(largest, cell => owner[cell] !== me);
  return canGoOn() ? goOn() : undefined;
}

// The place of a cell as the game counts it, from 1.
function place(cell) {
  return `${Math.floor(cell / columns) + 1} ${cell % columns + 1}`;
}

// With 0, or at the end of the input, it is over.
while (hear()[0] === 1) {
  // The army and the land of each player; then the cells.
  const totals = Array.from({ length: count }, () => hear()[0]);
  hearBoard();
  const move = choose(totals);
  // 1: all of the army but one unit go.
  print(move ? `1 ${place(move[0])} ${place(move[1])}` : "-1");
  replies += 1;
}
