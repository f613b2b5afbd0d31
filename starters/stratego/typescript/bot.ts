// A Stratego bot. It remembers which enemies it has
// met, attacks those it beats, and sends its cheap
// pieces to meet the others: write something better
// in choose().
//
// readline() returns the next line that the bot is
// sent, print() answers, and console.error() is the
// bot's chat, which is shown beside the board and
// never counts as a move.

// Your army as RED sees it: the first line stands at
// the top edge of the board, the last one is the
// front. The pieces are 1 (marshal) to 9 (scout), s
// (spy), B (bomb) and F (flag).
const ARMY = ["BFB887878B", "7B5B6s8B76", "6543592546", "9949919939"];

const DIRECTIONS = { UP: [0, -1], DOWN: [0, 1], LEFT: [-1, 0], RIGHT: [1, 0] };
type Direction = keyof typeof DIRECTIONS;
const EMPTY = ".", ENEMY = "#", WATER = "+";
const MOBILE = "123456789s";

interface Move {
  piece: string, x: number, y: number,
  direction: Direction, steps: number,
  toX: number, toY: number, target: string,
}

// ---------------------------------------------------
// CHOOSE YOUR MOVE HERE. A move has the piece, its
// place (x, y), a direction, the number of steps, the
// place where it ends (toX, toY) and what stands
// there: "." (empty) or "#" (an enemy). met(x, y) is
// the rank of an enemy that you have met, undefined
// for others. Return one of the moves.
function choose(moves: Move[], board: string[], forward: Direction): Move {
  const score = (move: Move) => {
    if (move.target === ENEMY) return attack(move.piece, met(move.toX, move.toY)) + Math.random();
    return (move.direction === forward ? 2 : 0) + 3 * Math.random();
  };
  return best(moves, score);
}

// How good it is to attack an enemy of this rank.
function attack(piece: string, rank: string | undefined): number {
  if (rank !== undefined) return beats(piece, rank) ? 20 : -20;
  // Somebody has to find out who that is, or whether
  // it is the flag: those of whom there are many.
  return "6789".includes(piece) ? 10 : piece === "1" || piece === "s" ? -10 : -2;
}
// ---------------------------------------------------

function beats(piece: string, rank: string): boolean {
  if (rank === "F" || rank === "s" || (piece === "s" && rank === "1")) return true;
  if (rank === "B") return piece === "8";
  return piece !== "s" && piece < rank;
}

// The ranks of enemies that we have met, by place.
const ranks = new Map<string, string>();

function met(x: number, y: number): string | undefined {
  return ranks.get(`${x} ${y}`);
}

// What a line such as "4 6 UP KILLS 3 5" or "4 6 UP 3
// OK" tells of the enemies.
function remember(line: string, isOurs: boolean): void {
  const [, x, y, direction, steps = "1", outcome, attacker, defender] =
    /^(\d+) (\d+) (UP|DOWN|LEFT|RIGHT)(?: (\d+))? ([A-Z]+)(?: (.) (.))?/.exec(line) ?? [];
  if (!direction) return; // START or NO_MOVE
  const [right, down] = DIRECTIONS[direction as Direction];
  const from = `${x} ${y}`, to = `${Number(x) + Number(steps) * right} ${Number(y) + Number(steps) * down}`;
  const enemy = isOurs ? defender : attacker ?? ranks.get(from);
  const stands = isOurs ? outcome === "DIES" : outcome === "OK" || outcome === "KILLS";
  if (!isOurs) ranks.delete(from);
  if (isOurs && outcome === "OK") return;
  if (isOurs || outcome === "KILLS" || outcome === "OK") ranks.delete(to);
  if (stands && enemy) ranks.set(to, enemy);
}

// Every legal move.
function legalMoves(board: string[]): Move[] {
  const moves: Move[] = [];
  board.forEach((row, y) => [...row].forEach((piece, x) => {
    if (!MOBILE.includes(piece)) return;
    for (const [name, [right, down]] of Object.entries(DIRECTIONS)) {
      const direction = name as Direction;
      // A scout goes as far as it can see, the others
      // one step; an enemy is where either ends.
      for (let steps = 1; steps <= (piece === "9" ? 9 : 1); steps += 1) {
        const [toX, toY] = [x + steps * right, y + steps * down];
        const target = board[toY]?.[toX] ?? WATER;
        if (target !== EMPTY && target !== ENEMY) break;
        moves.push({ piece, x, y, direction, steps, toX, toY, target });
        if (target === ENEMY) break;
      }
    }
  }));
  return moves;
}

// The one of these with the greatest score.
function best<T>(choices: T[], score: (choice: T) => number): T {
  const scored = choices.map((choice): [number, T] => [score(choice), choice]);
  return scored.reduce((a, b) => (b[0] > a[0] ? b : a))[1];
}

function write({ x, y, direction, steps }: Move): string {
  return steps === 1 ? `${x} ${y} ${direction}` : `${x} ${y} ${direction} ${steps}`;
}

// The next line; QUIT at the end of the input too.
function hear(): string {
  return readline() ?? "QUIT";
}

function isOver(line: string): boolean {
  return line === "QUIT" || line.startsWith("QUIT ");
}

function play(): void {
  // Then the opponent's name, the width and the
  // height of the board.
  const [colour] = hear().split(" ");
  if (isOver(colour)) return;
  const isRed = colour === "RED";
  (isRed ? ARMY : ARMY.toReversed()).forEach(row => print(row));
  // START, or RED's first move and what came of it.
  let line = hear();
  while (!isOver(line)) {
    remember(line, false);
    const board = Array.from({ length: 10 }, hear);
    const moves = legalMoves(board);
    const move = moves.length > 0 ? write(choose(moves, board, isRed ? "DOWN" : "UP")) : "NO_MOVE";
    console.error(`I play ${move}`);
    print(move);
    line = hear(); // our move and what came of it
    if (isOver(line)) return;
    remember(line, true);
    line = hear(); // the same of the enemy's
  }
}

play();
