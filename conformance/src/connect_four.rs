//! Connect Four's recorded games and analysed positions.

use std::path::Path;

use anyhow::{Context, Result};
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::solver::Solver;
use botyard_engine::games::connect_four::{Column, ConnectFour, ConnectFourEvent, ConnectFourRuleError, log};

use crate::report::ConformanceReport;

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Lines `COLUMNS RESULT COLUMN ROW`: RESULT is the winner, whose last stone lands there; `T` for a
/// tie; `X1` or `X2` where that player's last column is full.
pub fn games(file: &Path) -> Result<ConformanceReport> {
    let mut report = ConformanceReport::default();
    for (number, line) in read(file)?.lines().enumerate() {
        report.count(1, "games");
        report.count(line.split(' ').next().map_or(0, str::len) as u64, "plies");
        if let Err(why) = game(line) {
            report.disagree(file, number + 1, why);
        }
    }
    Ok(report)
}

fn game(line: &str) -> Result<(), String> {
    let recorded: Vec<&str> = line.split_whitespace().collect();
    let columns = recorded.first().ok_or("the line is empty")?;
    let (found, place) = play(columns)?;
    let expected = recorded.get(1).copied().unwrap_or_default();
    if found != expected {
        return Err(format!("we find {found}, recorded is {expected}"));
    }
    // A stone in a refused column lands nowhere; the record names the place it was aimed at.
    let expected: Vec<&str> = recorded[2..].to_vec();
    match place {
        Some(place) if !expected.is_empty() && place != expected.join(" ") => {
            Err(format!("our last stone lands at {place}, recorded is {}", expected.join(" ")))
        }
        _ => Ok(()),
    }
}

/// The result and where the last stone landed.
fn play(columns: &str) -> Result<(String, Option<String>), String> {
    let mut game = ConnectFour::default();
    let mut events = Vec::new();
    for (at, digit) in columns.bytes().enumerate() {
        let column = Column::new(digit.wrapping_sub(b'0')).ok_or_else(|| format!("`{digit}` is not a column"))?;
        let mover = game.mover();
        match game.play(mover, column, &mut events) {
            Ok(()) => {}
            Err(ConnectFourRuleError::Full(_)) if at + 1 == columns.len() => {
                return Ok((format!("X{}", mover.number()), None));
            }
            Err(illegal) => return Err(format!("ply {} is {illegal}", at + 1)),
        }
    }
    let place = events.iter().rev().find_map(|event| match event {
        ConnectFourEvent::Dropped { column, row, .. } => Some(format!("{} {row}", column.number())),
        ConnectFourEvent::Forfeited(_) => None,
    });
    let result = match game.outcome() {
        Some(outcome) => outcome.winner().map_or_else(|| "T".to_owned(), |seat| seat.number().to_string()),
        None => "-".to_owned(),
    };
    Ok((result, place))
}

/// Lines `COLUMNS s1 ... s7 best S`: the exact score of each column for the side to move, `x` or
/// missing where it is full.
pub fn analysed(file: &Path) -> Result<ConformanceReport> {
    let mut report = ConformanceReport::default();
    let mut solver = Solver::with_entries(1 << 22);
    for (number, line) in read(file)?.lines().enumerate() {
        report.count(1, "positions");
        if let Err(why) = position(line, &mut solver) {
            report.disagree(file, number + 1, why);
        }
    }
    Ok(report)
}

fn position(line: &str, solver: &mut Solver) -> Result<(), String> {
    let (columns, recorded) = line.split_once(' ').ok_or("the line has no scores")?;
    let (recorded, best) = recorded.split_once("best").ok_or("the line names no best score")?;
    let (_, game) = log::read_line(columns).map_err(|bad| bad.to_string())?;
    let found = solver.analyse(game.board());
    // A value is missing where the column is full: the line has two blanks there.
    let recorded: Vec<Option<i32>> = recorded.trim_end_matches(' ').split(' ').map(|word| word.parse().ok()).collect();
    let recorded: [Option<i32>; 7] = std::array::from_fn(|at| recorded.get(at).copied().flatten());
    if found != recorded {
        return Err(format!("we find {found:?}, recorded is {recorded:?}"));
    }
    let found = found.into_iter().flatten().max();
    if found != best.trim().parse().ok() {
        return Err(format!("our best is {found:?}, recorded is{best}"));
    }
    Ok(())
}
