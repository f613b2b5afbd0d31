//! A fifth game, as an example of the parts of a game: Nim. Two players take turns removing stones
//! from one of several piles; the player that takes the last stone wins. `docs/adding-a-game.md`
//! explains it part by part.

pub mod codec;
pub mod link;

use std::ops::RangeInclusive;

use botyard_engine::catalog::Playable;
use botyard_engine::codec::BotCodec;
use botyard_engine::fault::{Fault, FaultReason};
use botyard_engine::game::{Game, Outcome, SettingsError};
use botyard_engine::replay::PlayerInfo;
use botyard_engine::seat::{Seat, Seats};
use serde::{Deserialize, Serialize};

use codec::NimCodec;

/// The most piles of a match, and the most stones of a pile.
pub const MOST: u8 = 9;

/// How a match starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NimSettings {
    /// How many stones each pile has.
    pub piles: Vec<u8>,
}

impl Default for NimSettings {
    fn default() -> Self {
        Self { piles: vec![3, 4, 5] }
    }
}

/// Takes stones from a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NimAction {
    /// The index of the pile, from 0.
    pub pile: u8,
    /// How many stones.
    pub stones: u8,
}

/// A position of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nim {
    piles: Vec<u8>,
    mover: Seat,
    outcome: Option<Outcome>,
}

impl Nim {
    /// How many stones each pile has.
    pub fn piles(&self) -> &[u8] {
        &self.piles
    }
}

impl Game for Nim {
    type Settings = NimSettings;
    type Action = NimAction;
    type Event = NimAction;
    type View<'a> = &'a [u8];
    type RuleError = FaultReason;

    fn start(settings: &NimSettings, _: usize) -> Result<Self, SettingsError> {
        let piles = &settings.piles;
        if piles.len() > MOST.into() || piles.iter().any(|pile| *pile > MOST) || piles.iter().all(|pile| *pile == 0) {
            return Err(SettingsError(format!("1 to {MOST} piles of up to {MOST} stones can be played")));
        }
        Ok(Self { piles: piles.clone(), mover: Seat::new(0), outcome: None })
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> Seats {
        if self.outcome.is_some() { Seats::NONE } else { Seats::from_iter([self.mover]) }
    }

    fn view(&self, _: Seat) -> &[u8] {
        &self.piles
    }

    fn legal(&self, seat: Seat) -> impl Iterator<Item = NimAction> {
        let piles = self.piles.iter().zip(0..).filter(move |_| self.to_act().contains(seat));
        piles.flat_map(|(&most, pile)| (1..=most).map(move |stones| NimAction { pile, stones }))
    }

    fn play(&mut self, seat: Seat, action: NimAction, events: &mut Vec<NimAction>) -> Result<(), FaultReason> {
        let pile = self.piles.get_mut(usize::from(action.pile)).ok_or("although there is no such pile")?;
        if action.stones == 0 || action.stones > *pile {
            return Err(format!("although the pile has {pile} stones").into());
        }
        *pile -= action.stones;
        events.push(action);
        match self.piles.iter().all(|pile| *pile == 0) {
            true => self.outcome = Some(Outcome::win(seat, 2)),
            false => self.mover = other(seat),
        }
        Ok(())
    }

    /// Every fault loses the match.
    fn fault(&mut self, seat: Seat, _: &Fault, _: &mut Vec<NimAction>) {
        self.outcome = Some(Outcome::win(other(seat), 2).blaming(seat));
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }
}

fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

impl Playable for Nim {
    const TITLE: &'static str = "Nim";
    const SEATS: RangeInclusive<usize> = 2..=2;

    fn codec(_: &NimSettings, _: &[PlayerInfo], seat: Seat, _: u32) -> BotCodec<Self> {
        BotCodec::session(NimCodec::new(seat))
    }
}
