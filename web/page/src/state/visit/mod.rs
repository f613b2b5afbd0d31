//! The visitor's way through the page: the panel, the dialog and the address that are shown, and
//! what is kept while something else is. Knows no rules and no bots.

mod aside;
mod manual;
mod notices;
mod opening;
mod return_visit;
mod splits;
mod start;
mod texts;

use self::aside::PausedMatches;
pub use self::manual::ManualState;
pub use self::notices::{Notice, NoticeOffer, Notices, Removal};
pub use self::return_visit::has_other_bots;
pub use self::splits::{Shares, Splitter};
use self::texts::PendingRead;
use super::BrowserInfo;
use super::context::Context;
use crate::address::Address;
use crate::message::{Dialog, Effect, Panel};
use crate::shown_match::{ShownMatch, ShownPhase};
use crate::task::Task;

/// How the page is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// The start view.
    Start,
    /// For a task.
    Task(Task),
    /// The manual beside the board, in the place of any task.
    Manual,
}

impl Layout {
    /// Its name for the style sheet.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Task(Task::Watch) => "watch",
            Self::Task(Task::Write) => "write",
            Self::Task(Task::Measure) => "measure",
            Self::Manual => "manual",
        }
    }

    /// The panel that has most of the page, if the board has not.
    pub fn main_panel(self) -> Option<Panel> {
        match self {
            Self::Start | Self::Task(Task::Watch) => None,
            Self::Task(Task::Write) => Some(Panel::Write),
            Self::Task(Task::Measure) => Some(Panel::Series),
            Self::Manual => Some(Panel::Learn),
        }
    }
}

/// The visitor's way through the page.
pub struct Visit {
    /// The panel that was shown last: on a phone it is the only one.
    pub panel: Panel,
    /// What the visitor does.
    pub task: Task,
    /// The panel beside the board: neither that of a task nor the manual.
    pub beside: Panel,
    /// The tile of the start view whose game moves; `None` while something else is shown.
    pub tile: Option<usize>,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The manual.
    pub manual: ManualState,
    /// Whether this is a first visit, and the visitor has not begun anything.
    pub is_first: bool,
    /// Whether the visitor has done anything since the address changed.
    pub(super) has_acted: bool,
    /// The shares that the visitor has chosen for the parts of the page.
    shares: Shares,
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
            task: Task::Watch,
            beside: Panel::Players,
            tile: None,
            dialog: None,
            manual: ManualState::default(),
            is_first: browser.is_first_visit,
            has_acted: false,
            shares: std::array::from_fn(|at| browser.shares[at].map(|share| Splitter::ALL[at].limit(share))),
            address: Address::of_start(),
            aside: PausedMatches::default(),
            reading: Vec::new(),
            reads: 0,
        }
    }

    /// The share of the first of the two parts beside a line, in percent.
    pub fn share(&self, of: Splitter) -> u8 {
        self.shares[of as usize].unwrap_or_else(|| of.usual())
    }

    /// The visitor chooses this share.
    pub(crate) fn choose_share(&mut self, of: Splitter, share: u8, context: &mut Context) {
        let share = of.limit(share);
        self.shares[of as usize] = Some(share);
        context.push(Effect::KeepShare(of, share));
    }

    /// Changes the address, as a new entry of the history.
    pub(crate) fn push_address(&mut self, address: Address, context: &mut Context) {
        self.tile = None;
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

    /// How the page is laid out.
    pub fn layout(&self) -> Layout {
        match self.panel {
            _ if self.tile.is_some() => Layout::Start,
            Panel::Learn => Layout::Manual,
            _ => Layout::Task(self.task),
        }
    }

    /// Whether a phone shows the panel beside the board, and not that of the task or the manual.
    pub fn is_beside_in_front(&self) -> bool {
        self.panel == self.beside
    }

    /// Shows a panel, and the layout that it belongs to.
    pub(crate) fn show(&mut self, panel: Panel) {
        match panel {
            Panel::Write => self.task = Task::Write,
            Panel::Series => self.task = Task::Measure,
            // It takes the place of any task for a while.
            Panel::Learn => {}
            _ => self.beside = panel,
        }
        self.panel = panel;
    }

    /// Shows the board at its full size, with the panel that was last beside it.
    pub(crate) fn watch(&mut self) {
        self.task = Task::Watch;
        self.panel = self.beside;
    }

    /// The task whose address the page has: that of a match of a link has its own.
    pub(crate) fn task_beside(&self, shown_match: &ShownMatch) -> Task {
        if shown_match.phase == ShownPhase::Opened { Task::Watch } else { self.task }
    }

    /// Changes the address to the game's own, or its editor's, for a match that is played, so that
    /// the back button returns to the replay.
    pub(crate) fn leave_replay(&mut self, shown_match: &ShownMatch, context: &mut Context) {
        let game = context.game_ui.name();
        let address = Address::of_task(game, self.task_beside(shown_match));
        // While the visitor reads the manual, its address stays, and so does that of the start view.
        if address != self.address && self.address.page.is_none() && self.tile.is_none() {
            self.push_address(address, context);
        }
    }
}
