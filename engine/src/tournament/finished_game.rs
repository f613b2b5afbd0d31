//! The data that a tournament keeps of a finished match. Knows games only through the catalogue.

use std::borrow::Cow;
use std::time::Duration;

use super::game_identity;
use super::tally::{GameDigest, GameResult, PlayedGame, SeatTime};
use crate::anymatch::{AnyMatch, GameMatch};
use crate::catalog::{self, Playable, Visitor};
use crate::fault::FaultKind;
use crate::referee::host::Limits;
use crate::replay::{Replay, TurnResult, link};
use crate::seat::Seat;

/// At most this many bytes of a failed bot's stderr are kept, the last ones.
const STDERR_MAX: usize = 4096;

/// The data that a tournament keeps of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedGame {
    /// The place of each seat, from 1; seats that are level share a place.
    pub places: Vec<u8>,
    /// The last fault of each seat that had one.
    pub faults: Vec<(u8, FaultKind)>,
    /// How many turns there were.
    pub turns: usize,
    /// The time of each seat's turns, in its own kind of time.
    pub times: Vec<SeatTime>,
    /// Each seat's points by the rules of the game's original competition, if there was one.
    pub competition_points: Option<Vec<i32>>,
    /// The payload of its link; `None` if it is too long for one.
    pub link: Option<String>,
}

impl FinishedGame {
    /// The kept data of this match; `None` if it has no outcome.
    pub fn from_match(game: &dyn AnyMatch) -> Option<Self> {
        catalog::visit(game.game(), Summarize(game))?
    }

    /// The kept data of this replay, whose last position is `state`, of bots with these limits;
    /// `None` if it has no outcome.
    pub(super) fn from_replay<G: Playable>(replay: &Replay<G>, state: &G, limits: &Limits) -> Option<Self> {
        let places = state.outcome()?.places;
        let mut times = vec![SeatTime::default(); places.len()];
        let mut counts = vec![0; places.len()];
        let mut last_faults = vec![None; places.len()];
        for turn in &replay.turns {
            let time = &mut times[turn.seat.index()];
            let count = &mut counts[turn.seat.index()];
            let left = limits.bank.map(|bank| limits.turn.min(bank.left(time.total, *count)));
            let of_bank = left.map(|left| share(turn.used, left));
            time.add(SeatTime { total: turn.used, longest: turn.used, of_bank });
            *count += 1;
            if let TurnResult::Fault(fault) = &turn.result {
                last_faults[turn.seat.index()] = Some(fault.kind);
            }
        }
        let faults = (0..).zip(last_faults).filter_map(|(seat, kind)| Some((seat, kind?))).collect();
        let link = link::write::<G>(replay).ok();
        let competition_points = state.competition_points();
        Some(Self { places, faults, turns: replay.turns.len(), times, competition_points, link })
    }

    /// The bytes that identify this game, its settings and turns: hosts hash them into a
    /// [`GameDigest`]. They exclude names, words, times and a seed that no rule uses.
    pub fn identity(&self, game: &dyn AnyMatch) -> Cow<'_, [u8]> {
        game_identity::of_match(game, self.link.as_deref()).expect("it is of this match")
    }

    /// The end of the stderr of each bot with a fault, by its seat.
    pub fn stderr(&self, game: &dyn AnyMatch) -> Vec<(u8, String)> {
        let stderr = self.faults.iter().map(|&(seat, _)| (seat, last_stderr(game, seat)));
        stderr.filter(|(_, text)| !text.is_empty()).collect()
    }

    /// The result, with a digest of the game's turns.
    pub fn into_result(self, digest: GameDigest) -> GameResult {
        let Self { places, faults, times, competition_points, .. } = self;
        GameResult::Played(PlayedGame { places, digest, faults, times, competition_points })
    }
}

/// A part of a time, in ten thousandths; a whole and no more if the time is over.
fn share(used: Duration, left: Duration) -> u32 {
    const WHOLE: u32 = 10_000;
    match left.is_zero() {
        true => WHOLE,
        false => WHOLE.min((f64::from(WHOLE) * used.as_secs_f64() / left.as_secs_f64()).round() as u32),
    }
}

fn last_stderr(game: &dyn AnyMatch, seat: u8) -> String {
    let text = game.transcript().stderr_end(Seat::new(seat.into()));
    let start = text.ceil_char_boundary(text.len().saturating_sub(STDERR_MAX));
    text[start..].to_owned()
}

struct Summarize<'a>(&'a dyn AnyMatch);

impl Visitor for Summarize<'_> {
    type Out = Option<FinishedGame>;

    fn visit<G: Playable>(self) -> Self::Out {
        let game = self.0.as_any().downcast_ref::<GameMatch<G>>()?;
        FinishedGame::from_replay(&game.replay(), game.state(), self.0.limits())
    }
}
