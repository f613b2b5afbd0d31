//! A Stratego bot. It makes a random legal move: write something better in `choose`.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

const SIZE: usize = 10;

/// Your army as RED sees it: the first line stands at the top edge of the board, the last one is the front. The pieces
/// are 1 (marshal) to 9 (scout), s (spy), B (bomb) and F (flag).
const ARMY: [&str; 4] = ["BFB887878B", "7B5B6s8B76", "6543592546", "9949919939"];

const DIRECTIONS: [(&str, i32, i32); 4] = [("UP", 0, -1), ("DOWN", 0, 1), ("LEFT", -1, 0), ("RIGHT", 1, 0)];

struct Board {
    rows: Vec<Vec<u8>>,
}

#[derive(Clone, Copy)]
struct Move {
    x: usize,
    y: usize,
    /// The place in `DIRECTIONS`.
    direction: usize,
    /// 1 but for scouts, which go as far as nothing is in their way.
    steps: usize,
}

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the moves; there is at least one. `mine` and `theirs` are the last moves and
// what came of them, such as "4 6 UP KILLS 3 5".
fn choose(moves: &[Move], _board: &Board, _mine: &str, _theirs: &str) -> Move {
    moves[random_number() as usize % moves.len()]
}
// ---------------------------------------------------------------------------------------------------------------

fn main() -> io::Result<()> {
    // The colour, then the opponent's name, the width and the height of the board.
    let Some(first) = hear()? else { return Ok(()) };
    let mut army = ARMY;
    if !first.starts_with("RED ") {
        army.reverse();
    }
    for row in army {
        say(row)?;
    }
    let mut mine = String::new();
    // START, or the first move of RED and what came of it; later our own move, then the enemy's.
    while let Some(theirs) = hear()? {
        let Some(board) = hear_board()? else { break };
        let moves = board.legal_moves();
        let words = match moves.is_empty() {
            true => "NO_MOVE".to_owned(),
            false => choose(&moves, &board, &mine, &theirs).to_string(),
        };
        eprintln!("I play {words}"); // stderr is the bot's chat
        say(&words)?;
        let Some(confirmed) = hear()? else { break };
        mine = confirmed;
    }
    Ok(())
}

impl Board {
    /// Your own piece, `.` (empty), `#` (an enemy) or `+` (water; beyond the edge too).
    fn at(&self, x: i32, y: i32) -> u8 {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        let piece = usize::try_from(x).ok().and_then(|x| row?.get(x));
        piece.copied().unwrap_or(b'+')
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for y in 0..SIZE {
            for x in 0..SIZE {
                for direction in 0..DIRECTIONS.len() {
                    let farthest = self.reach(x as i32, y as i32, direction);
                    moves.extend((1..=farthest).map(|steps| Move { x, y, direction, steps }));
                }
            }
        }
        moves
    }

    /// How many squares a piece can go that way, onto an enemy included.
    fn reach(&self, x: i32, y: i32, direction: usize) -> usize {
        let farthest = match self.at(x, y) {
            b'9' => SIZE - 1,
            b'1'..=b'8' | b's' => 1,
            _ => 0,
        };
        let (_, right, down) = DIRECTIONS[direction];
        for steps in 1..=farthest {
            match self.at(x + right * steps as i32, y + down * steps as i32) {
                b'.' => {}
                b'#' => return steps,
                _ => return steps - 1,
            }
        }
        farthest
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.x, self.y, DIRECTIONS[self.direction].0)?;
        if self.steps == 1 { Ok(()) } else { write!(f, " {}", self.steps) }
    }
}

/// Rust's stdout happens to flush at each newline; a `BufWriter` around it would not. Flushing is always right.
fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

/// The next line; `None` at the end of the match. An enemy may print bytes that are not UTF-8, and they are repeated as
/// they came: `read_line` would fail.
fn hear() -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let length = io::stdin().lock().read_until(b'\n', &mut bytes)?;
    let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
    let over = length == 0 || line == "QUIT" || line.starts_with("QUIT ");
    Ok(Some(line).filter(|_| !over))
}

fn hear_board() -> io::Result<Option<Board>> {
    let mut rows = Vec::new();
    while rows.len() < SIZE {
        let Some(row) = hear()? else { return Ok(None) };
        rows.push(row.into_bytes());
    }
    Ok(Some(Board { rows }))
}

/// The standard library has no random numbers, but keys its hash maps with some.
fn random_number() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
