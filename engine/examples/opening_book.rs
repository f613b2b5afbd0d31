//! Writes the opening book of Connect Four: who wins each position after eight plies. Goes on with a
//! file that has gaps; interrupting it loses at most the last hundred positions.
//!
//! `cargo run --release -p botyard-engine --example opening_book -- FILE [DATABASE]`
//!
//! Without a database, the solver needs about a processor day. DATABASE is `book_12ply_distances.dat`,
//! which has the positions after twelve plies: the solver searches up to them, which takes minutes.
//! The results of the bundled book come from it: see `opening_book.md` beside the book.

use std::path::Path;
use std::process::ExitCode;

use botyard_engine::games::connect_four::solver::{OpeningBook, PositionSearch, Precision, Solver};
use botyard_engine::games::connect_four::{COLUMNS, ConnectFourBoard};
use botyard_engine::judge::Judgement;

/// How many results are found between two writes.
const WRITTEN_AFTER: usize = 100;

/// How many positions the solver remembers: the database has four million, and as many mirror images.
const REMEMBERED: usize = 1 << 25;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let (path, database) = match &arguments[..] {
        [path] => (Path::new(path), None),
        [path, database] => (Path::new(path), Some(Path::new(database))),
        _ => {
            eprintln!("usage: opening_book FILE [DATABASE]");
            return ExitCode::from(2);
        }
    };
    match fill(path, database) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Finds the results that the file lacks.
fn fill(path: &Path, database: Option<&Path>) -> Result<(), String> {
    let read = |path: &Path| std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
    let mut book = match path.exists() {
        true => OpeningBook::read(&read(path)?).map_err(|why| format!("{}: {why}", path.display()))?,
        false => OpeningBook::default(),
    };
    let mut solver = Solver::with_entries(REMEMBERED);
    if let Some(database) = database {
        solver.learn(read(database)?.chunks_exact(ENTRY).flat_map(read_entry));
    }
    let write =
        |book: &OpeningBook| std::fs::write(path, book.write()).map_err(|why| format!("{}: {why}", path.display()));
    let unknown: Vec<_> = book.positions().enumerate().filter(|(_, (_, result))| result.is_none()).collect();
    for (done, (at, (board, _))) in unknown.iter().enumerate() {
        let mut search = PositionSearch::new(*board);
        search.advance(&mut solver, Precision::Outcome, &mut { u64::MAX });
        book.set(*at, search.judgement().expect("nothing stops the search"));
        if (done + 1) % WRITTEN_AFTER == 0 {
            write(&book)?;
            eprintln!("{} of {}", done + 1, unknown.len());
        }
    }
    write(&book)
}

/// The bytes of a database's entry: a position and its score.
const ENTRY: usize = 5;

/// The position of an entry and its mirror image, with who wins them. The position is a row of bits:
/// column by column from the left, each from the bottom, 10 for a stone of the first player, who is to
/// move, 11 for one of the second, and 0 at the end of the column. The score is above 0 if the first
/// player wins.
fn read_entry(entry: &[u8]) -> [(ConnectFourBoard, Judgement); 2] {
    let mut bits = u32::from_be_bytes([entry[0], entry[1], entry[2], entry[3]]);
    let mut take = || {
        let bit = bits >> 31;
        bits <<= 1;
        bit == 1
    };
    let columns: [Vec<bool>; COLUMNS] = std::array::from_fn(|_| {
        let mut stones = Vec::new();
        while take() {
            stones.push(!take());
        }
        stones
    });
    let result = match entry[4].cast_signed() {
        ..0 => Judgement::Loss,
        0 => Judgement::Draw,
        1.. => Judgement::Win,
    };
    let board = ConnectFourBoard::of_columns(&columns);
    [(board, result), (board.mirrored(), result)]
}
