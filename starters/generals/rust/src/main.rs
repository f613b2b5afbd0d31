//! A Generals bot. It makes a random legal move: write something better in `choose`.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

/// What you know of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    /// Fog over open ground, or over anybody's capital.
    Fog,
    /// Fog over a mountain, a city or a captured capital.
    Obstacle,
    Mountain,
    /// A cell you see. Owner 0 is nobody.
    #[allow(dead_code)]
    Clear {
        kind: Kind,
        owner: usize,
        army: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Empty,
    City,
    Capital,
}

/// Rows, columns and players are counted from 1.
struct Board {
    rows: usize,
    columns: usize,
    me: usize,
    cells: Vec<Cell>,
    /// Army and land of each player, known to all; no land: that player is out.
    #[allow(dead_code)]
    players: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
struct Move {
    /// 1: all but one unit, 2: half of them.
    option: usize,
    from: (usize, usize),
    to: (usize, usize),
}

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the moves; there is at least one.
fn choose(moves: &[Move], _board: &Board) -> Move {
    moves[random_number() as usize % moves.len()]
}
// ---------------------------------------------------------------------------------------------------------------

fn main() -> io::Result<()> {
    let mut words = Words { stdin: io::stdin().lock() };
    // Once: the size of the map, how many play, and which of them you are.
    let [rows, columns, players, me] = [(); 4].map(|()| words.number());
    let mut board = Board { rows, columns, me, cells: vec![Cell::Fog; rows * columns], players: vec![(0, 0); players] };
    // Each turn begins with 1. With 0, or at the end of the input, it is over.
    while words.number() == 1 {
        board.hear(&mut words);
        let moves = board.legal_moves();
        let reply = if moves.is_empty() { "-1".to_owned() } else { choose(&moves, &board).to_string() };
        eprintln!("I play {reply}"); // stderr is the bot's chat
        say(&reply)?;
    }
    Ok(())
}

impl Board {
    fn at(&self, (row, column): (usize, usize)) -> Cell {
        self.cells[(row - 1) * self.columns + column - 1]
    }

    /// Every legal move that moves something. All that borders on your cells is seen.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (1..=self.rows).flat_map(|row| (1..=self.columns).map(move |column| (row, column))) {
            let Cell::Clear { owner, army: 2.., .. } = self.at(from) else { continue };
            if owner != self.me {
                continue;
            }
            for to in self.neighbours(from) {
                if self.at(to) != Cell::Mountain {
                    moves.extend([1, 2].map(|option| Move { option, from, to }));
                }
            }
        }
        moves
    }

    fn neighbours(&self, (row, column): (usize, usize)) -> impl Iterator<Item = (usize, usize)> + '_ {
        let near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)];
        near.into_iter().filter(|(row, column)| (1..=self.rows).contains(row) && (1..=self.columns).contains(column))
    }

    fn hear(&mut self, words: &mut Words) {
        for player in &mut self.players {
            *player = (words.number() as u32, words.number() as u32);
        }
        for cell in &mut self.cells {
            *cell = match (words.number(), words.number()) {
                (0, 1) => Cell::Fog,
                (0, _) => Cell::Obstacle,
                (_, 4) => Cell::Mountain,
                (_, kind) => Cell::Clear { kind: Kind::of(kind), owner: words.number(), army: words.number() as u32 },
            };
        }
    }
}

impl Kind {
    fn of(number: usize) -> Self {
        match number {
            2 => Self::City,
            3 => Self::Capital,
            _ => Self::Empty,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { option, from: (row, column), to: (to_row, to_column) } = self;
        write!(f, "{option} {row} {column} {to_row} {to_column}")
    }
}

/// Rust's stdout happens to flush at each newline; a `BufWriter` around it would not. Flushing is always right.
fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

/// The numbers that are read. A large map has thousands of them in each turn: line by line they take three times as long.
struct Words {
    stdin: io::StdinLock<'static>,
}

impl Words {
    /// The next number; 0 at the end of the input.
    fn number(&mut self) -> usize {
        let mut number = None;
        while let Some(byte) = self.next_byte() {
            match (byte, number) {
                (b'0'..=b'9', _) => number = Some(10 * number.unwrap_or(0) + usize::from(byte - b'0')),
                (_, Some(_)) => break,
                (_, None) => {}
            }
        }
        number.unwrap_or(0)
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = *self.stdin.fill_buf().ok()?.first()?;
        self.stdin.consume(1);
        Some(byte)
    }
}

/// The standard library has no random numbers, but keys its hash maps with some.
fn random_number() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
