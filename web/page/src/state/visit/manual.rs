//! The manual beside the board: which of its pages is shown, at an address of its own. The script
//! with the pages (`js/manual.js`) is fetched when the first of them is opened.

use super::Visit;
use crate::address::Address;
use crate::message::{Effect, Panel};
use crate::state::context::Context;

/// The page on which the manual opens.
const FIRST: &str = "help";

/// The manual.
#[derive(Default)]
pub struct ManualState {
    /// The page that is shown, perhaps with its section: `protocol/time`.
    pub page: String,
    /// Whether the script has been requested.
    is_asked: bool,
    /// The panel that was shown before.
    before: Option<Panel>,
}

impl Visit {
    /// Shows a page of the manual; the board stays.
    pub(crate) fn open_manual(&mut self, page: String, context: &mut Context) {
        self.manual.page = page;
        // The manual has the introduction's text, and more.
        if self.is_first {
            self.welcome(context);
        }
        if self.panel != Panel::Learn {
            self.manual.before = Some(self.panel);
        }
        self.show(Panel::Learn);
        if !std::mem::replace(&mut self.manual.is_asked, true) {
            context.push(Effect::LoadManual);
        }
    }

    /// Shows the page that was shown last, or the first one, at its address.
    pub(crate) fn open_last_manual(&mut self, context: &mut Context) {
        let page = if self.manual.page.is_empty() { FIRST.to_owned() } else { self.manual.page.clone() };
        let address = Address::of_page(context.game_ui.name(), &page);
        self.open_manual(page, context);
        if address != self.address {
            self.push_address(address, context);
        }
    }

    /// Closes the manual and shows the panel before it; returns whether it was open.
    pub(crate) fn close_manual(&mut self) -> bool {
        let is_open = self.panel == Panel::Learn;
        if is_open {
            let before = self.manual.before.take().unwrap_or(Panel::Players);
            self.show(before);
        }
        is_open
    }

    /// The manual could not be fetched: it is requested again when the visitor opens it again.
    pub(crate) fn report_missing_manual(&mut self, context: &mut Context) {
        self.manual.is_asked = false;
        self.close_manual();
        context.show_error("The manual could not be fetched. Is this computer online? Open it again to try again.");
    }
}
