//! The progress of a tournament on stderr: a bar on a terminal, else a line now and then.

use std::time::{Duration, Instant};

use botyard_engine::tournament::statistics::Comparison;
use botyard_engine::tournament::{PairingTally, Tournament};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::output::statistics::short_estimate;
use crate::cli::output::stderr_notes::note;

/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of a tournament.
pub struct ProgressLine {
    bar: ProgressBar,
    last: Instant,
}

impl ProgressLine {
    /// Starts with what was played before.
    pub fn new(tournament: &Tournament) -> Self {
        let bar = ProgressBar::with_draw_target(Some(tournament.schedule().games()), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {per_sec:.1}, {eta} left{msg}");
        bar.set_style(style.expect("the template is valid"));
        bar.set_position(counted_games(tournament));
        bar.reset_eta();
        Self { bar, last: Instant::now() }
    }

    /// Shows what counts now.
    pub fn update(&mut self, tournament: &Tournament) {
        if !self.bar.is_hidden() {
            // Deciders of a knockout become known on the way.
            self.bar.set_length(tournament.schedule().games());
            self.bar.set_position(counted_games(tournament));
            self.bar.set_message(standing(tournament));
        } else if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            let (games, all) = (counted_games(tournament), tournament.schedule().games());
            note(&format!("{games} of {all} games{}", standing(tournament)));
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn counted_games(tournament: &Tournament) -> u64 {
    let games = |tally: &PairingTally| (tally.units() + tally.void_units()) * tally.players().len() as u64;
    tournament.tallies().iter().map(games).sum()
}

/// Of a series of two: Elo and where a test stands, so far.
fn standing(tournament: &Tournament) -> String {
    let [tally] = tournament.tallies() else { return String::new() };
    let Some(pairs) = tally.pairs() else { return String::new() };
    let elo = short_estimate(&Comparison::new(*pairs).elo);
    match tournament.stopping_rule() {
        Some(rule) => {
            let ((lower, upper), ratio) = (rule.bounds(), rule.log_likelihood_ratio(pairs));
            format!(", Elo {elo}, LLR {ratio:.2} of ({lower:.2}, {upper:.2})")
        }
        None => format!(", Elo {elo}"),
    }
}
