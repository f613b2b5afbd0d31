// A Generals bot. It takes what it can, and sends its
// largest army out to do so: write something better
// in choose().
//
// readline() returns the next line that the bot is
// sent, print() answers, and console.error() is the
// bot's chat, which is shown beside the board and
// never counts as a move.

const EMPTY = 1, CITY = 2, CAPITAL = 3, MOUNTAIN = 4;
// All of an army but one unit go; with 2, half of it.
const ALL = 1;

interface Cell {
  row: number, column: number,
  line: string, isSeen: boolean,
  kind: number, owner: number, army: number,
}
interface Move { from: Cell, to: Cell }
interface Player { army: number, land: number }

// ---------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the moves;
// there is at least one. A move has two cells, `from`
// and `to`. A cell has its row and its column, its
// kind (see above), its owner (0: nobody) and its
// army; under fog only its kind is known, CITY or
// MOUNTAIN being one. players[p - 1] has the army and
// the land of player p; `me` is your number.
function choose(moves: Move[], players: Player[], me: number): Move {
  const score = ({ from, to }: Move) => {
    const force = from.army - 1;
    const isWon = to.owner !== me && to.isSeen && force > to.army;
    if (isWon && to.owner > 0) return 1000 + (to.kind === CAPITAL ? 1e6 : to.kind === CITY ? 500 : 0) + force;
    if (isWon) return (to.kind === CITY ? 800 : 400) + force;
    // Among ourselves, the largest army wanders, and
    // so finds what is not ours.
    return to.owner === me ? force * Math.random() : -1;
  };
  return best(moves, score);
}
// ---------------------------------------------------

// The one of these with the greatest score.
function best<T>(choices: T[], score: (choice: T) => number): T {
  let most = -Infinity, [chosen] = choices;
  for (const choice of choices) {
    const value = score(choice);
    if (value > most) [most, chosen] = [value, choice];
  }
  return chosen;
}

// Every move of an army of two or more to a cell
// beside it. All that borders on your cells is seen.
function legalMoves(board: Cell[][], me: number): Move[] {
  const moves: Move[] = [];
  for (const row of board) for (const from of row) {
    if (from.owner !== me || from.army < 2) continue;
    const row = from.row - 1, column = from.column - 1;
    const beside = [board[row - 1]?.[column], board[row][column - 1], board[row][column + 1], board[row + 1]?.[column]];
    for (const to of beside) {
      if (to && to.kind !== MOUNTAIN) moves.push({ from, to });
    }
  }
  return moves;
}

// The next line's numbers; none at the input's end.
function hear(): number[] {
  return (readline() ?? "").split(" ").filter(Boolean).map(Number);
}

// What `make` returns for 0, 1 and so on.
function times<T>(count: number, make: (nth: number) => T): T[] {
  return Array.from({ length: count }, (_, nth) => make(nth));
}

// Cells under fog; a turn's lines then describe them.
function makeBoard(rows: number, columns: number): Cell[][] {
  const cell = (row: number, column: number): Cell => ({ row, column, line: "", isSeen: false, kind: EMPTY, owner: 0, army: 0 });
  return times(rows, (row) => times(columns, (column) => cell(row + 1, column + 1)));
}

// A turn brings hundreds of cells, and the bank of
// time is small: most of it goes into this. So only
// cells that have changed are looked at.
function hearBoard(board: Cell[][]): void {
  for (const row of board) for (const cell of row) {
    const line = readline() ?? "0 2";
    if (line === cell.line) continue;
    cell.line = line;
    const [isSeen, kind, owner = 0, army = 0] = line.split(" ").map(Number);
    cell.isSeen = isSeen === 1;
    cell.kind = kind;
    cell.owner = owner;
    cell.army = army;
  }
}

function play(): void {
  // Once: the size of the map, how many play, and
  // which of them you are.
  const [rows, columns, count, me] = hear();
  const board = makeBoard(rows, columns);
  // With 0, or at the end of the input, it is over.
  while (hear()[0] === 1) {
    const players = times(count, () => {
      const [army, land] = hear();
      return { army, land };
    });
    hearBoard(board);
    const moves = legalMoves(board, me);
    if (moves.length === 0) {
      print("-1");
      continue;
    }
    const { from, to } = choose(moves, players, me);
    print([ALL, from.row, from.column, to.row, to.column].join(" "));
  }
}

play();
