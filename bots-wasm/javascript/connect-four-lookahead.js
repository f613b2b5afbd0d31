// lookahead, a Connect Four bot: it tries every move, every answer to it, every
// answer to that, and so on for six moves, and takes the move after which even
// the opponent's best answers leave it best off.
//
// readline() returns the next line that the bot is sent, print() answers, and
// console.error() is the bot's chat, which never counts as a move.

const COLUMNS = 7, ROWS = 6;
const ME = 0, THEM = 1;

// How many moves it looks ahead. One more takes about four times the time.
const DEPTH = 6;
// More than any position is worth that is not won.
const WIN = 10_000;
// What a line of four cells is worth that has so many stones of one player and
// none of the other: only such a line can still become four in a row.
const WORTH = [0, 1, 5, 25, WIN];

// The middle takes part in the most lines. What is tried first should be good:
// then most of the rest need not be looked at.
const ORDER = [3, 2, 4, 1, 5, 0, 6];

// How many stones are in each column.
const heights = Array(COLUMNS).fill(0);
// For each cell (7 * row + column) the lines of four cells that it is a part of,
// each with the number of stones that the two players have in it.
const linesOf = Array.from({ length: ROWS * COLUMNS }, () => []);
// What all lines are worth to us, less what they are worth to them.
let balance = 0;

for (let row = 0; row < ROWS; row += 1) {
  for (let column = 0; column < COLUMNS; column += 1) {
    for (const [right, up] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const [lastColumn, lastRow] = [column + 3 * right, row + 3 * up];
      if (lastColumn < 0 || lastColumn >= COLUMNS || lastRow >= ROWS) continue;
      const line = [0, 0];
      for (let nth = 0; nth < 4; nth += 1) {
        linesOf[COLUMNS * (row + nth * up) + column + nth * right].push(line);
      }
    }
  }
}

function worth(line) {
  if (line[THEM] === 0) return WORTH[line[ME]];
  return line[ME] === 0 ? -WORTH[line[THEM]] : 0;
}

// Drops a stone. The balance follows, so that nobody has to count all lines.
// Returns whether that makes four in a row.
function drop(column, player) {
  let isWon = false;
  for (const line of linesOf[COLUMNS * heights[column] + column]) {
    balance -= worth(line);
    line[player] += 1;
    balance += worth(line);
    if (line[player] === 4) isWon = true;
  }
  heights[column] += 1;
  return isWon;
}

function takeBack(column, player) {
  heights[column] -= 1;
  for (const line of linesOf[COLUMNS * heights[column] + column]) {
    balance -= worth(line);
    line[player] -= 1;
    balance += worth(line);
  }
}

// What the position is worth to this player, who moves next, when both look so
// many moves ahead. What is worth no more than `least` the player avoids anyway,
// and what is worth `most` or more the opponent does: neither is worked out.
function search(player, depth, least, most) {
  if (depth === 0) return player === ME ? balance : -balance;
  let best = -Infinity;
  for (const column of ORDER) {
    if (heights[column] === ROWS) continue;
    // A win that comes sooner is worth more, so that it is not put off.
    const value = drop(column, player) ? WIN + depth : -search(1 - player, depth - 1, -most, -Math.max(least, best));
    takeBack(column, player);
    if (value > best) best = value;
    if (best >= most) break;
  }
  return best === -Infinity ? 0 : best; // The board is full: a draw.
}

// Returns one of the best columns.
function choose() {
  let best = -Infinity, columns = [];
  for (const column of ORDER) {
    if (heights[column] === ROWS) continue;
    // What is just as good as the best has to be known, not only what is better.
    const value = drop(column, ME) ? WIN + DEPTH : -search(THEM, DEPTH - 1, -Infinity, 1 - best);
    takeBack(column, ME);
    if (value > best) [best, columns] = [value, []];
    if (value === best) columns.push(column);
  }
  const outlook = best > WIN ? "I win" : best < -WIN ? "I lose, if you see it" : `worth ${best} to me`;
  const column = columns[Math.floor(Math.random() * columns.length)];
  console.error(`${column + 1}: ${outlook}`);
  return column;
}

// Reads the other player's column and drops it; false at the end of the game
// (0, -1, -2 or -3) and of the input.
function hearMove() {
  const column = Number(readline() ?? 0) - 1;
  if (!(heights[column] < ROWS)) return false;
  drop(column, THEM);
  return true;
}

function play() {
  print("p");
  if (readline() === "2") {
    print("?");
    if (!hearMove()) return;
  }
  while (heights.some(height => height < ROWS)) {
    const column = choose();
    drop(column, ME);
    print(column + 1);
    if (!hearMove()) return;
  }
}

play();
