//! Compares lines of games with the replays in them: somebody may have changed a line, and tables are
//! computed from its result. Plays the replays by the rules, and no bot.

use std::num::NonZero;
use std::thread;

use botyard::tournament::hash_identity;
use botyard_engine::tournament::{FalseReplay, GameLine, ReplayedGame};

use crate::cli::output::report::counted;

/// The most lines that a sentence lists.
const LISTED_MAX: usize = 5;

/// The lines whose results are not those of their replays, in a clause; `None` if there are none.
pub fn describe_false_lines(lines: &[(usize, GameLine)]) -> Option<String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = lines.len().div_ceil(threads).max(1);
    let found: Vec<_> = thread::scope(|scope| {
        let checks: Vec<_> = lines.chunks(share).map(|lines| scope.spawn(|| find_false_lines(lines))).collect();
        checks.into_iter().flat_map(|check| check.join().expect("a check does not panic")).collect()
    });
    let mut listed: Vec<_> = found.iter().take(LISTED_MAX).map(|(line, why)| format!("line {line}: {why}")).collect();
    if found.len() > LISTED_MAX {
        listed.push("...".to_owned());
    }
    let contradict = if found.len() == 1 { "contradicts its replay" } else { "contradict their replays" };
    let (lines, listed) = (counted(found.len(), "line"), listed.join("; "));
    (!found.is_empty()).then(|| format!("{lines} {contradict}, so nothing of the file is counted ({listed})"))
}

fn find_false_lines(lines: &[(usize, GameLine)]) -> Vec<(usize, FalseReplay)> {
    let check = |line: &GameLine| match ReplayedGame::from_line(line)? {
        Some(replayed) => replayed.check_line(line, hash_identity),
        None => Ok(()),
    };
    lines.iter().filter_map(|(number, line)| Some((*number, check(line).err()?))).collect()
}
