//! The manager's log as the page opens it: up to the first wrong line, with a sentence about that
//! line.

use botyard_engine::fault::printable;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::games::stratego::log::{self, LogExtent, StrategoLogError};

use super::{GameLogs, ReadLog};

impl GameLogs for Stratego {
    fn read_log(text: &str) -> Option<Result<ReadLog<Self>, String>> {
        log::is_log(text).then(|| read(text))
    }
}

/// Reads a log up to the first wrong line.
///
/// # Errors
/// If that line is so near its start that there is no match before it.
fn read(text: &str) -> Result<ReadLog<Stratego>, String> {
    let (log, bad) = log::read_valid_part(text).map_err(|bad| bad.to_string())?;
    let warning = bad.map_or_else(|| extent_warning(log.extent), |bad| Some(bad_line_warning(&bad)));
    Ok(ReadLog { games: vec![log.replay], warning })
}

fn bad_line_warning(bad: &StrategoLogError) -> String {
    format!("Invalid line {} in the log: {}. Replayed up to that line.", bad.line, printable(&bad.why))
}

fn extent_warning(extent: LogExtent) -> Option<String> {
    match extent {
        LogExtent::Whole => None,
        LogExtent::BrokenOff(line) => {
            Some(format!("The log ends in line {line}, without a result: replayed up to that line."))
        }
        LogExtent::Crashed(line) => Some(format!("The original crashed in line {line}: replayed up to that line.")),
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::stratego::{Colour, StandardSetup};

    use super::*;

    /// Two armies and a turn of each.
    fn log(rest: &str) -> String {
        let [red, blue] = Colour::BOTH.map(|colour| StandardSetup::ALL[0].setup(colour).to_string());
        let (red, blue) = (red.trim_end(), blue.trim_end());
        format!("a RED SETUP\n{red}\nb BLUE SETUP\n{blue}\n{rest}")
    }

    #[test]
    fn a_log_is_opened_as_far_as_it_is_right() {
        let turns = "1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\n";
        for (rest, length, warning) in [
            (turns.to_owned(), 4, "The log ends in line 12, without a result: replayed up to that line."),
            (format!("{turns}SIGPIPE\n"), 4, "The original crashed in line 13: replayed up to that line."),
            ("1 RED: 0 3 DOWN KILLS 1 9\n".to_owned(), 2, "Invalid line 11 in the log: "),
        ] {
            let log = read(&log(&rest)).expect("the armies are good");
            let said = log.warning.expect("something is missing");
            assert!(log.games[0].turns.len() == length && said.starts_with(warning), "{said}");
        }
    }

    #[test]
    fn a_log_of_another_kind_is_none() {
        assert_eq!(Stratego::read_log("4355764").map(|_| ()), None);
        let bad = Stratego::read_log("a RED SETUP\nFB8\n").expect("it begins as a log");
        assert!(bad.is_err());
    }
}
