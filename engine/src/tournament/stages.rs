//! The stages of a schedule, in which the same participants meet: one, or several if bots came late.
//! Knows no results.

use std::collections::HashMap;
use std::ops::Range;

use super::fields::{Fields, ROTATED_SEATS_MAX};
use super::format::Format;
use super::formats::FirstPairings;
use super::participant::{PAIR, Participant};

/// Rounds of the same pairings, known at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stage {
    pub first_unit: u64,
    pub first_round: u64,
    pub rounds: u64,
    /// Places among the pairings of the schedule.
    pub pairings: Vec<usize>,
}

impl Stage {
    /// How many units it has.
    pub fn units(&self) -> u64 {
        self.rounds * self.pairings.len() as u64
    }
}

/// Stages, and the pairings that they have, as they are put together.
#[derive(Debug, Default)]
pub(super) struct StageBuilder {
    pub pairings: Vec<Vec<Participant>>,
    pub stages: Vec<Stage>,
    known: HashMap<Vec<Participant>, usize>,
}

impl StageBuilder {
    /// Adds these rounds of this many participants, of games of this many seats, of a format whose
    /// pairings are fixed.
    pub fn add_rounds(&mut self, format: Format, participants: usize, seats: usize, rounds: Range<u64>) {
        if let (PAIR, FirstPairings::Fixed { of, .. }) = (seats, &format.definition().pairings) {
            return self.add_stage(rounds, of(participants).iter().map(|pair| pair.to_vec()).collect());
        }
        let mut fields = Fields::new(participants, seats);
        for round in rounds {
            self.add_stage(round..round + 1, fields.next_round());
        }
    }

    /// Adds what a participant owes that comes after this many rounds: its games of these rounds
    /// against those that were there.
    pub fn add_late(&mut self, format: Format, late: usize, seats: usize, rounds: u64) {
        let newcomer = Participant::new(late);
        if let (PAIR, FirstPairings::Fixed { of_last, .. }) = (seats, &format.definition().pairings) {
            let opponents = of_last(late + 1);
            return self
                .add_stage(0..rounds, (0..opponents).map(|one| vec![Participant::new(one), newcomer]).collect());
        }
        let units = if Fields::in_round(late, seats) == 1 { 1 } else { seats };
        // The others sit down with it one after another.
        let mut others = (0..late).cycle();
        for round in 0..rounds {
            let field = |unit: usize| {
                let mut field: Vec<_> = others.by_ref().take(seats - 1).map(Participant::new).collect();
                field.insert(if seats > ROTATED_SEATS_MAX { unit } else { 0 }, newcomer);
                field
            };
            let fields = (0..units).map(field).collect();
            self.add_stage(round..round + 1, fields);
        }
    }

    fn add_stage(&mut self, rounds: Range<u64>, pairings: Vec<Vec<Participant>>) {
        if rounds.is_empty() || pairings.is_empty() {
            return;
        }
        let place = |pairing: Vec<Participant>| {
            *self.known.entry(pairing).or_insert_with_key(|pairing| {
                self.pairings.push(pairing.clone());
                self.pairings.len() - 1
            })
        };
        let pairings = pairings.into_iter().map(place).collect();
        let first_unit = self.stages.last().map_or(0, |last| last.first_unit + last.units());
        self.stages.push(Stage { first_unit, first_round: rounds.start, rounds: rounds.end - rounds.start, pairings });
    }
}
