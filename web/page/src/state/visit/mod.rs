//! The visitor's way through the page: the panel, the dialog and the address that are shown, and
//! what is kept while something else is. Knows no rules and no bots.

mod aside;
mod manual;
mod notices;
mod opening;
mod return_visit;
mod texts;

use std::ops::RangeInclusive;

use self::aside::PausedMatches;
pub use self::manual::ManualState;
pub use self::notices::{Notice, NoticeOffer, Notices, Removal};
pub use self::return_visit::has_other_bots;
use self::texts::PendingRead;
use super::BrowserInfo;
use super::context::Context;
use crate::address::Address;
use crate::message::{Dialog, Effect, Panel};
use crate::shown_match::{ShownMatch, ShownPhase};

/// The upper panel's share of the panels' height unless the visitor has chosen another, in percent.
pub(crate) const SPLIT: u8 = 46;
/// The share with more than two players: four fit into it, and the buttons that start a match.
pub(crate) const SPLIT_OF_MANY: u8 = 60;
/// The share beside the moves on a first visit, with a welcome above the players.
pub(crate) const SPLIT_AT_FIRST: u8 = 75;
/// This share in a game without statistics, which would be below the players: the moves get more
/// room.
pub(crate) const SPLIT_AT_FIRST_BARE: u8 = 66;

/// Keeps both panels visible.
fn limit_split(share: u8) -> u8 {
    share.clamp(*SPLITS.start(), *SPLITS.end())
}

/// The shares that can be chosen.
pub const SPLITS: RangeInclusive<u8> = 15..=80;

/// The visitor's way through the page.
pub struct Visit {
    /// The panel beside the board.
    pub panel: Panel,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The manual.
    pub manual: ManualState,
    /// Whether this is a first visit, and the visitor has not begun anything.
    pub is_first: bool,
    /// Whether the visitor has done anything since the address changed.
    pub(super) has_acted: bool,
    /// The upper panel's share of the panels' height, in percent, if the visitor has set it.
    split: Option<u8>,
    pub(crate) address: Address,
    pub(crate) aside: PausedMatches,
    /// The texts that are being read.
    reading: Vec<PendingRead>,
    reads: u32,
}

impl Visit {
    /// A visitor who has just come.
    pub(crate) fn new(browser: &BrowserInfo) -> Self {
        Self {
            panel: Panel::Players,
            dialog: None,
            manual: ManualState::default(),
            is_first: browser.is_first_visit,
            has_acted: false,
            split: browser.split.map(limit_split),
            // Not a valid address, so that the first one differs from it.
            address: Address::of_game(""),
            aside: PausedMatches::default(),
            reading: Vec::new(),
            reads: 0,
        }
    }

    /// The upper panel's share of the panels' height, in percent, with this many players.
    pub(crate) fn split(&self, players: usize, has_statistics: bool) -> u8 {
        let is_for_players = self.is_first && matches!(self.panel, Panel::Players | Panel::Moves);
        self.split.unwrap_or(match players {
            _ if is_for_players && !has_statistics => SPLIT_AT_FIRST_BARE,
            _ if is_for_players => SPLIT_AT_FIRST,
            ..=2 => SPLIT,
            _ => SPLIT_OF_MANY,
        })
    }

    /// The visitor sets this share.
    pub(crate) fn choose_split(&mut self, share: u8, context: &mut Context) {
        let share = limit_split(share);
        self.split = Some(share);
        context.push(Effect::KeepSplit(share));
    }

    /// Changes the address, as a new entry of the history.
    pub(crate) fn push_address(&mut self, address: Address, context: &mut Context) {
        self.address = address.clone();
        context.push(Effect::Push(address));
    }

    /// Changes the address in place.
    pub(crate) fn replace_address(&mut self, address: Address, context: &mut Context) {
        self.address = address.clone();
        context.push(Effect::Replace(address));
    }

    /// Ends the first visit's introduction.
    pub(crate) fn welcome(&mut self, context: &mut Context) {
        self.is_first = false;
        context.push(Effect::KeepVisit);
    }

    /// Whether somebody writes a bot, and looks at no match of a link beside it, which has its own
    /// address.
    pub(crate) fn is_writing(&self, shown_match: &ShownMatch) -> bool {
        self.panel == Panel::Write && shown_match.phase != ShownPhase::Opened
    }

    /// Changes the address to the game's own, or its editor's, for a match that is played, so that
    /// the back button returns to the replay.
    pub(crate) fn leave_replay(&mut self, shown_match: &ShownMatch, context: &mut Context) {
        let game = context.game_ui.name();
        let address = if self.is_writing(shown_match) { Address::of_editor(game) } else { Address::of_game(game) };
        // While the visitor reads the manual, its address stays.
        if address != self.address && self.address.page.is_none() {
            self.push_address(address, context);
        }
    }
}
