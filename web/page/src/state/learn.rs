//! The manual beside the board: which of its pages is shown, at an address of its own, and whether
//! this is a visitor's first visit. The script with the pages (`js/manual.js`) is fetched when the
//! first of them is opened.

use super::PageState;
use crate::address::Address;
use crate::message::{Effect, Panel};

/// The page on which the manual opens.
const FIRST: &str = "help";

/// The manual.
#[derive(Default)]
pub struct LearnState {
    /// The page that is shown, perhaps with its section: `protocol/time`.
    pub page: String,
    /// Whether the script has been requested.
    is_asked: bool,
    /// The panel that was shown before.
    before: Option<Panel>,
}

impl PageState {
    /// Shows a page of the manual; the board stays.
    pub(super) fn open_manual(&mut self, page: String, effects: &mut Vec<Effect>) {
        self.learn.page = page;
        // The manual has the introduction's text, and more.
        if self.is_first_visit {
            self.welcome(effects);
        }
        if self.panel != Panel::Learn {
            self.learn.before = Some(self.panel);
        }
        self.panel = Panel::Learn;
        if !std::mem::replace(&mut self.learn.is_asked, true) {
            effects.push(Effect::LoadManual);
        }
    }

    /// Shows the page that was shown last, or the first one, at its address.
    pub(super) fn open_last_manual(&mut self, effects: &mut Vec<Effect>) {
        let page = if self.learn.page.is_empty() { FIRST.to_owned() } else { self.learn.page.clone() };
        self.open_manual_address(page, effects);
    }

    fn open_manual_address(&mut self, page: String, effects: &mut Vec<Effect>) {
        let address = Address::of_page(self.game_ui.name(), &page);
        self.open_manual(page, effects);
        if address != self.address {
            self.address = address.clone();
            effects.push(Effect::Push(address));
        }
    }

    /// Closes the manual and shows the panel before it; returns whether it was open.
    pub(super) fn close_manual(&mut self) -> bool {
        let is_open = self.panel == Panel::Learn;
        if is_open {
            self.panel = self.learn.before.take().unwrap_or(Panel::Players);
        }
        is_open
    }

    /// The manual could not be fetched: it is requested again when the visitor opens it again.
    pub(super) fn report_missing_manual(&mut self) {
        self.learn.is_asked = false;
        self.close_manual();
        self.show_error("The manual could not be fetched. Is this computer online? Open it again to try again.");
    }

    /// Ends the first visit's introduction.
    pub(super) fn welcome(&mut self, effects: &mut Vec<Effect>) {
        self.is_first_visit = false;
        effects.push(Effect::KeepVisit);
    }
}
