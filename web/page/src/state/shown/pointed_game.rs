//! The game of a list of results that the visitor points at, by the pointer or the focus: the board
//! shows it for as long. Changes nothing of the match that is shown.

use botyard_web_games::{AnyRecord, find_game_ui};

use crate::address::Address;
use crate::excerpt::quoted;

/// The game that the visitor points at.
#[derive(Default)]
pub struct PointedGame {
    /// Its address in the list, also once it is opened: the pointer is still there.
    address: Option<String>,
    game: Option<PointedPosition>,
}

/// A position of it.
pub struct PointedPosition {
    /// The game.
    pub record: Box<dyn AnyRecord>,
    /// How many turns have been played in the position.
    pub at: usize,
}

impl PointedGame {
    /// The visitor points at the game with this address, or no longer at any.
    pub(crate) fn point(&mut self, address: Option<String>) {
        if address == self.address {
            return;
        }
        self.game = address.as_deref().and_then(PointedPosition::read);
        self.address = address;
    }

    /// The game is no longer shown, although the visitor still points at it.
    pub(crate) fn leave(&mut self) {
        self.game = None;
    }

    /// The position that is shown in the place of the match.
    pub fn position(&self) -> Option<&PointedPosition> {
        self.game.as_ref()
    }
}

impl PointedPosition {
    fn read(address: &str) -> Option<Self> {
        let address = Address::parse(address)?;
        let record = find_game_ui(&address.game)?.read_link(&address.payload?).ok()?.record;
        let at = address.turn.unwrap_or(record.len()).min(record.len());
        Some(Self { record, at })
    }

    /// Its players and its turn: `negamax – random · turn 12 / 34`.
    pub fn caption(&self) -> String {
        let names: Vec<_> = self.record.players().iter().map(|player| quoted(&player.name)).collect();
        let stops = self.record.stops();
        format!("{} · turn {} / {}", names.join(" – "), stops.number(self.at), stops.count())
    }
}
