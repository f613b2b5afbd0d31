//! Writes the opening book of Connect Four: who wins each position after seven plies. Goes on with a
//! file that has gaps; interrupting it loses at most the last hundred positions.
//!
//! `cargo run --release -p botyard-engine --example opening_book -- FILE [POSITIONS]`: positions that
//! need a longer search than `POSITIONS` stay unknown for now.

use std::path::Path;
use std::process::ExitCode;

use botyard_engine::games::connect_four::solver::{OpeningBook, PositionSearch, Precision, Solver};

/// How many results are found between two writes.
const WRITTEN_AFTER: usize = 100;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let limit = arguments.get(1).map_or(Ok(u64::MAX), |limit| limit.parse());
    let (Some(path), Ok(limit)) = (arguments.first(), limit) else {
        eprintln!("usage: opening_book FILE [POSITIONS]");
        return ExitCode::from(2);
    };
    match fill(Path::new(path), limit) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{path}: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Finds the results that the file lacks.
fn fill(path: &Path, limit: u64) -> Result<(), String> {
    let mut book = match path.exists() {
        true => {
            OpeningBook::read(&std::fs::read(path).map_err(|why| why.to_string())?).map_err(|why| why.to_string())?
        }
        false => OpeningBook::default(),
    };
    let write = |book: &OpeningBook| std::fs::write(path, book.write()).map_err(|why| why.to_string());
    let unknown: Vec<_> = book.positions().enumerate().filter(|(_, (_, result))| result.is_none()).collect();
    let mut solver = Solver::with_entries(1 << 24);
    let mut found = 0;
    for (done, (at, (board, _))) in unknown.iter().enumerate() {
        let (mut search, mut nodes) = (PositionSearch::new(*board), limit);
        search.advance(&mut solver, Precision::Outcome, &mut nodes);
        if let Some(result) = search.judgement() {
            book.set(*at, result);
            found += 1;
        }
        if (done + 1) % WRITTEN_AFTER == 0 {
            write(&book)?;
            eprintln!("{} of {}: {found} found", done + 1, unknown.len());
        }
    }
    write(&book)
}
