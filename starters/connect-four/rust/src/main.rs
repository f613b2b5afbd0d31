//! A Connect Four bot. It plays a random legal column: write something better in `choose`.

use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

const COLUMNS: usize = 7;
const ROWS: usize = 6;

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Me,
    Them,
}

struct Board {
    /// `cells[column][row]`, row 0 at the bottom.
    cells: [[Cell; ROWS]; COLUMNS],
}

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return a column, 0 (left) to 6 (right), that is not full. There is at least one.
fn choose(board: &Board) -> usize {
    let open = board.open_columns();
    open[random_number() as usize % open.len()]
}
// ---------------------------------------------------------------------------------------------------------------

fn main() -> io::Result<()> {
    let mut board = Board { cells: [[Cell::Empty; ROWS]; COLUMNS] };
    say("p")?;
    match hear()?.as_str() {
        "1" => {}
        "2" => {
            say("?")?;
            if !hear_move(&mut board)? {
                return Ok(());
            }
        }
        _ => return Ok(()),
    }
    while !board.open_columns().is_empty() {
        let column = choose(&board);
        board.drop(column, Cell::Me);
        eprintln!("I play {}", column + 1); // stderr is the bot's chat
        say(&(column + 1).to_string())?;
        if !hear_move(&mut board)? {
            break;
        }
    }
    Ok(())
}

impl Board {
    fn open_columns(&self) -> Vec<usize> {
        (0..COLUMNS).filter(|&column| self.cells[column][ROWS - 1] == Cell::Empty).collect()
    }

    fn drop(&mut self, column: usize, player: Cell) {
        let free = self.cells[column].iter_mut().find(|cell| **cell == Cell::Empty);
        *free.expect("the column is open") = player;
    }
}

/// Rust's stdout happens to flush at each newline; a `BufWriter` around it would not. Flushing is always right.
fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

/// The next line, empty at the end of the input. Unlike `read_line`, this takes any bytes.
fn hear() -> io::Result<String> {
    let mut line = Vec::new();
    io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).trim().to_owned())
}

/// Reads the other player's column and drops it. False at the end of the game (0, -1, -2 or -3).
fn hear_move(board: &mut Board) -> io::Result<bool> {
    let number: usize = hear()?.parse().unwrap_or(0);
    let column = number.wrapping_sub(1);
    let legal = board.open_columns().contains(&column);
    if legal {
        board.drop(column, Cell::Them);
    }
    Ok(legal)
}

/// The standard library has no random numbers, but keys its hash maps with some.
fn random_number() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
