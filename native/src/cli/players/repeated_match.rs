//! A recorded match that is played again: some seats by bots, the others from the record. Knows no
//! game.

use botyard_engine::anymatch::{AnyMatch, MatchSpec};
use botyard_engine::replay::{MatchTerms, SeatTerms};
use botyard_engine::seat::Seat;
use botyard_host::{Audience, AudienceRequest, HostedMatch, Interrupt, PersonReply, SeatBody, play_match};

use crate::cli::command_error::CommandError;
use crate::cli::output::recorded_match::RecordedMatch;

/// The match before its first turn, with these bodies in its seats. Its players keep their names.
/// `limits` are the time limits of an answer, as far as they were not the game's and the record does
/// not contain them.
///
/// # Errors
/// If a time limit contradicts the record's.
pub fn repeat(
    record: &dyn RecordedMatch,
    bodies: Vec<SeatBody>,
    limits: &MatchTerms,
) -> Result<HostedMatch, CommandError> {
    let players = bodies.iter().zip(record.players());
    let match_spec = MatchSpec {
        game: record.game().to_owned(),
        settings: record.settings(),
        seed: record.seed(),
        players: players.map(|(body, player)| body.player_info(player.name.clone())).collect(),
        terms: terms(record, limits)?,
    };
    let is_recorded = |body: &SeatBody| matches!(body, SeatBody::Recorded(_));
    let turns = if bodies.iter().any(is_recorded) { record.untyped_turns() } else { Vec::new() };
    let mut hosted_match = HostedMatch { match_spec, bodies, limits: None, record: turns };
    hosted_match.keep_words(record.kept_words()).map_err(|why| CommandError::Internal(why.to_string()))?;
    Ok(hosted_match)
}

/// The terms of the bots, with these time limits of an answer where the record does not contain any.
///
/// # Errors
/// If a time limit contradicts the record's.
pub fn terms(record: &dyn RecordedMatch, limits: &MatchTerms) -> Result<MatchTerms, CommandError> {
    let recorded = record.terms();
    if limits.turn.is_some() && recorded.turn.is_some() && limits.turn != recorded.turn {
        return Err(CommandError::Usage("--time contradicts the time limit in the record".to_owned()));
    }
    let own = |terms: &MatchTerms, seat: usize| terms.seats.get(seat).copied().unwrap_or_default();
    let seats = (0..record.players().len())
        .map(|seat| SeatTerms { turn: own(&recorded, seat).turn.or(own(limits, seat).turn), ..own(&recorded, seat) });
    Ok(MatchTerms { turn: limits.turn.or(recorded.turn), seats: seats.collect(), ..recorded })
}

/// The result of repeating a match.
pub struct RepeatedMatch {
    /// The new match: as far as the record, or to the first turn that differs.
    pub game: Box<dyn AnyMatch>,
    /// How many turns are as recorded. The turn after them, if there is one, is the first that
    /// differs.
    pub followed: usize,
}

/// Repeats a match up to this many turns, or to the first that differs from the record, or to its
/// end.
///
/// # Errors
/// If it cannot be opened, the system fails, or the user interrupts it.
pub fn play(hosted_match: HostedMatch, turns: usize, interrupt: &Interrupt) -> Result<RepeatedMatch, CommandError> {
    let game = play_match(hosted_match, &mut StopAfter { turns, is_reached: false, is_told: false }, interrupt)?;
    if interrupt.is_raised() {
        return Err(CommandError::Interrupted);
    }
    let followed = game.followed();
    Ok(RepeatedMatch { game, followed })
}

/// Stops a match after a number of turns.
struct StopAfter {
    turns: usize,
    is_reached: bool,
    /// Whether the match has been told to stop.
    is_told: bool,
}

impl Audience for StopAfter {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        self.is_reached = game.turn_count() >= self.turns && game.outcome().is_none();
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        PersonReply::Stop
    }

    fn poll_request(&mut self) -> Option<AudienceRequest> {
        let is_due = self.is_reached && !self.is_told;
        self.is_told |= is_due;
        is_due.then_some(AudienceRequest::Stop)
    }
}
