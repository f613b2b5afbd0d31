// A Connect Four bot. It wins if it can, blocks if it
// must, and otherwise stays near the middle: write
// something better in choose().
//
// readline() returns the next line that the bot is
// sent, print() answers, and console.error() is the
// bot's chat, which is shown beside the board and
// never counts as a move.

const COLUMNS = 7, ROWS = 6;
const EMPTY = ".", ME = "X", THEM = "O";
type Player = typeof ME | typeof THEM;
type Cell = Player | typeof EMPTY;

// board[column][row], row 0 at the bottom.
const board: Cell[][] = Array.from({ length: COLUMNS }, () => Array(ROWS).fill(EMPTY));

// ---------------------------------------------------
// CHOOSE YOUR MOVE HERE: return a column, 0 (left) to
// 6 (right), that is not full. There is at least one.
function choose(): number {
  const open = openColumns();
  for (const player of [ME, THEM] as const) {
    const column = open.find(column => wins(column, player));
    if (column !== undefined) return column;
  }
  // What lets the opponent win on top of it comes
  // last; the middle takes part in the most lines.
  const score = (column: number) => 10 * Number(!helps(column)) - Math.abs(column - 3) + Math.random();
  return best(open, score);
}
// ---------------------------------------------------

function openColumns(): number[] {
  return [...board.keys()].filter(column => board[column][ROWS - 1] === EMPTY);
}

function drop(column: number, player: Player): void {
  board[column][board[column].indexOf(EMPTY)] = player;
}

function takeBack(column: number): void {
  board[column][board[column].findLastIndex(cell => cell !== EMPTY)] = EMPTY;
}

// Whether a stone of this player in this column makes
// four in a row.
function wins(column: number, player: Player): boolean {
  const row = board[column].indexOf(EMPTY);
  const run = (right: number, up: number) => {
    let length = 0;
    let [x, y] = [column + right, row + up];
    while (board[x]?.[y] === player) {
      length += 1;
      [x, y] = [x + right, y + up];
    }
    return length;
  };
  const lines = [[1, 0], [0, 1], [1, 1], [1, -1]];
  return lines.some(([right, up]) => run(right, up) + 1 + run(-right, -up) >= 4);
}

// Whether the opponent wins in the same column after
// we have played there.
function helps(column: number): boolean {
  drop(column, ME);
  const isOpen = board[column][ROWS - 1] === EMPTY;
  const result = isOpen && wins(column, THEM);
  takeBack(column);
  return result;
}

// The one of these with the greatest score.
function best<T>(choices: T[], score: (choice: T) => number): T {
  const scored = choices.map((choice): [number, T] => [score(choice), choice]);
  return scored.reduce((a, b) => (b[0] > a[0] ? b : a))[1];
}

// Reads the other player's column and drops it; false
// at the end of the game (0, -1, -2 or -3) and of the
// input.
function hearMove(): boolean {
  const column = Number(readline() ?? 0) - 1;
  if (!openColumns().includes(column)) return false;
  drop(column, THEM);
  return true;
}

function play(): void {
  print("p");
  const place = readline();
  if (place === "2") {
    print("?");
    if (!hearMove()) return;
  }
  while (openColumns().length > 0) {
    const column = choose();
    drop(column, ME);
    console.error(`I play ${column + 1}`);
    print(column + 1);
    if (!hearMove()) return;
  }
}

play();
