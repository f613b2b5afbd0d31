//! After each bot's first game, reports if its answers show that it expects another protocol than
//! it gets, or plays by other options.

use std::sync::Mutex;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::tournament::Participant;
use botyard_host::{Interrupt, SeatBody};

use crate::cli::games;
use crate::cli::output::settings_notes;
use crate::cli::output::stderr_notes::note;

/// Which bots have played. Shared by the threads of a tournament.
#[derive(Debug)]
pub struct FirstGames(Mutex<Vec<bool>>);

impl FirstGames {
    /// The state in which none of this many bots has played.
    pub fn new(bots: usize) -> Self {
        Self(Mutex::new(vec![false; bots]))
    }

    /// Prints notes on the bots that have not played before; `seats` has the participant in each
    /// seat, and `bodies` the bots of all participants.
    pub fn add(&self, game: &dyn AnyMatch, seats: &[Participant], bodies: &[SeatBody], interrupt: &Interrupt) {
        let new = self.take_new(seats);
        if new.is_empty() {
            return;
        }
        let bodies: Vec<_> = seats.iter().map(|participant| bodies[participant.index()].clone()).collect();
        let formats = games::format_notes(game, &bodies, interrupt);
        let answers = games::answer_notes(game).into_iter().map(|note| (note.seat, note.sentence));
        for (seat, sentence) in answers.chain(formats).chain(settings_notes::find_notes(game)) {
            if new.contains(&seats[seat.index()]) {
                note(&sentence);
            }
        }
    }

    fn take_new(&self, seats: &[Participant]) -> Vec<Participant> {
        // The flags are complete even if a thread panicked.
        let mut has_played = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut is_new = |participant: &&Participant| !std::mem::replace(&mut has_played[participant.index()], true);
        seats.iter().filter(&mut is_new).copied().collect()
    }
}
