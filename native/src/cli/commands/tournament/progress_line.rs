//! The progress of a tournament on stderr: a bar on a terminal, otherwise a line now and then.

use std::fmt;
use std::time::{Duration, Instant};

use botyard_engine::tournament::Tournament;
use botyard_engine::tournament::report::{Precision, describe_progress, short_estimate_text, test_ratio};
use botyard_engine::tournament::statistics::{Comparison, UNKNOWN};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::output::stderr_notes::note;

/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of a tournament.
pub struct ProgressLine {
    bar: ProgressBar,
    start: Instant,
    /// How many games counted at the start.
    played_before: u64,
    last: Instant,
}

impl ProgressLine {
    /// Starts with the games that were played before.
    pub fn new(tournament: &Tournament) -> Self {
        Self::on(ProgressDrawTarget::stderr(), tournament)
    }

    fn on(target: ProgressDrawTarget, tournament: &Tournament) -> Self {
        let bar = ProgressBar::with_draw_target(Some(tournament.games()), target);
        let style = ProgressStyle::with_template(match tournament.schedule().is_endless() {
            true => "{spinner} {pos} games, {rate}{msg}",
            false => "{bar:24} {pos}/{len} games, {rate}, {eta} left{msg}",
        });
        // In a template `{per_sec:.1}` is a colour, and the number has four digits behind its
        // point.
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            // The bar notices if the text cannot be written.
            let _ = write!(out, "{:.1} a second", state.per_sec());
        };
        bar.set_style(style.expect("the template is valid").with_key("rate", rate));
        let played_before = counted_games(tournament);
        bar.set_position(played_before);
        bar.reset_eta();
        let start = Instant::now();
        Self { bar, start, played_before, last: start }
    }

    /// Shows the games that count now.
    pub fn update(&mut self, tournament: &Tournament) {
        if !self.bar.is_hidden() {
            // Deciders of a knockout become known on the way.
            self.bar.set_length(tournament.games());
            self.bar.set_position(counted_games(tournament));
            self.bar.set_message(standing(tournament));
        } else if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            note(&plain_line(tournament, self.played_before, self.start.elapsed()));
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn counted_games(tournament: &Tournament) -> u64 {
    let units: u64 = tournament.tallies().iter().map(|tally| tally.units() + tally.void_units()).sum();
    units * tournament.schedule().rotations() as u64
}

/// The text of the bar, as a line.
fn plain_line(tournament: &Tournament, played_before: u64, elapsed: Duration) -> String {
    let games = counted_games(tournament);
    let left = (!tournament.schedule().is_endless()).then(|| tournament.games().saturating_sub(games));
    let pace = pace(games.saturating_sub(played_before), left, elapsed);
    format!("{}{pace}{}", describe_progress(games, tournament), standing(tournament))
}

/// The rate of games, and the remaining time at this rate if it is known how many are left; empty
/// before the first game.
fn pace(played: u64, left: Option<u64>, elapsed: Duration) -> String {
    if played == 0 {
        return String::new();
    }
    let rate = played as f64 / elapsed.as_secs_f64();
    let left = left.map(|left| Duration::try_from_secs_f64(left as f64 / rate).unwrap_or(Duration::MAX));
    let left = left.map_or_else(String::new, |left| format!(", {:#} left", HumanDuration(left)));
    format!(", {rate:.1} a second{left}")
}

/// For a series of two bots: Elo and the state of the test, so far.
fn standing(tournament: &Tournament) -> String {
    let [tally] = tournament.tallies() else { return String::new() };
    let Some(pairs) = tally.pairs() else { return String::new() };
    let elo = short_estimate_text(&Comparison::new(*pairs).elo).unwrap_or_else(|_| UNKNOWN.to_owned());
    match tournament.stopping_rule() {
        Some(rule) => format!(", Elo {elo}, {}", test_ratio(rule, pairs, Precision::BRIEF)),
        None => format!(", Elo {elo}"),
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use botyard_engine::tournament::{Format, GameResult, Schedule};
    use indicatif::TermLike;

    use super::*;

    /// A terminal that keeps what is written.
    #[derive(Debug, Clone, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            120
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, line: &str) -> io::Result<()> {
            self.write_str(line)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("no test panics here").push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Regression: lines had neither the rate nor the remaining time.
    #[test]
    fn a_line_says_what_the_bar_says() {
        let schedule = Schedule::new(Format::Series, 2, 10, 1).expect("a schedule");
        let mut tournament = Tournament::new(schedule, None);
        let (early, later) = (Duration::from_secs(5), Duration::from_secs(10));
        assert!(plain_line(&tournament, 0, early).starts_with("0 of 20 games, Elo n/a"));
        // Both games of the first unit, each of which is void twice.
        for _ in 0..4 {
            let game = tournament.next_game().expect("there are more");
            tournament.record(game.id, GameResult::Void).expect("a new result");
        }
        let line = plain_line(&tournament, 0, early);
        assert!(line.starts_with("2 of 20 games, 0.4 a second, 45s left"), "{line}");
        // Games that were played before do not count for the rate.
        assert!(plain_line(&tournament, 2, early).starts_with("2 of 20 games, Elo n/a"));
        assert_eq!(pace(30, Some(60), later), ", 3.0 a second, 20s left");
    }

    /// Regression: the rate was `1,818.5586/s`, in red.
    #[test]
    fn a_rate_has_one_digit_behind_its_point() {
        let schedule = Schedule::new(Format::Series, 2, 10, 1).expect("a schedule");
        let (terminal, mut tournament) = (Terminal::default(), Tournament::new(schedule, None));
        let mut line = ProgressLine::on(ProgressDrawTarget::term_like(Box::new(terminal.clone())), &tournament);
        for _ in 0..4 {
            // The bar is not drawn more often.
            std::thread::sleep(Duration::from_millis(60));
            let game = tournament.next_game().expect("there are more");
            tournament.record(game.id, GameResult::Void).expect("it is played once more");
            line.update(&tournament);
        }
        let written = terminal.0.lock().expect("no test panics here").clone();
        let rate = written.split(" games, ").last().and_then(|rest| rest.split(" a second").next()).expect("a rate");
        let (whole, digits) = rate.split_once('.').expect("a point");
        assert!(whole.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() == 1, "{rate:?} in {written:?}");
    }
}
