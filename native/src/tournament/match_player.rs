//! Plays one game of a tournament after another, and makes their reports, both for tournaments of
//! this computer and of others. Knows no schedule and no store.

use std::time::Instant;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::replay::MatchTerms;
use botyard_engine::tournament::ScheduledGame;
use botyard_host::{HostError, HostedMatch, Interrupt, NoAudience, SeatBody, play_match};
use serde_json::Value;

use super::{AttemptResult, GameReport, GameRetries, TournamentError};

/// Plays the games of one thread.
#[derive(Debug)]
pub struct MatchPlayer {
    game: String,
    terms: MatchTerms,
    retries: GameRetries,
}

/// A notice about a game, beside its report.
pub enum GameNotice<'a> {
    /// The game was played to its end.
    Played(&'a dyn AnyMatch),
    /// The host could not play the game.
    Void(&'a HostError),
}

impl MatchPlayer {
    /// A player for games of this name in the catalogue, under these terms. Those of seats are the
    /// participants' own.
    pub fn new(game: impl Into<String>, terms: MatchTerms) -> Self {
        Self { game: game.into(), terms, retries: GameRetries::default() }
    }

    /// Plays a game between these named players, one for each seat, from these settings of a match;
    /// `None` if it was stopped.
    ///
    /// # Errors
    /// If it cannot be played at all, or this computer could not begin several games in a row.
    pub fn play(
        &mut self,
        scheduled: &ScheduledGame,
        players: Vec<(String, SeatBody)>,
        settings: Value,
        interrupt: &Interrupt,
        notice: &mut dyn FnMut(GameNotice<'_>),
    ) -> Result<Option<GameReport>, TournamentError> {
        let mut hosted_match = HostedMatch::new(&*self.game, scheduled.seed, players);
        hosted_match.match_spec.settings = settings;
        hosted_match.match_spec.terms =
            self.terms.seated(scheduled.seats.iter().map(|participant| participant.index()));
        let start = Instant::now();
        Ok(match self.retries.play(interrupt, || play_match(hosted_match.clone(), &mut NoAudience, interrupt))? {
            AttemptResult::Played(game) => {
                let duration = start.elapsed();
                notice(GameNotice::Played(&*game));
                GameReport::from_match(scheduled, &*game, duration)
            }
            AttemptResult::Void(why) => {
                notice(GameNotice::Void(&why));
                Some(GameReport::void(scheduled, &why, start.elapsed()))
            }
        })
    }
}
