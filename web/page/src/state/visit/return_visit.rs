//! The tab's record of the page while it is loaded again: the line-ups, and persons' unfinished
//! matches, as addresses of replays. Knows no storage.

use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::{Seat, Seats};
use botyard_web_games::{AnyRecord, find_game_ui, game_uis};

use crate::address::{Address, EDITOR};
use crate::bot_library::without_number;
use crate::lineup::Lineup;
use crate::message::{Message, Panel};
use crate::shown_match::ResumePoint;
use crate::state::{PageState, match_spec};
use crate::task::Task;

/// The prefix of the address of a match that can be continued; a line-up's address has none.
const MATCH: &str = "match";
/// The first character of a record whose seed was chosen.
const SEED_IS_CHOSEN: char = '!';

impl PageState {
    /// The record for a page that is loaded again: a line that says whether the seed was chosen,
    /// then the line-ups, then the matches, and whether a bot is being written, with the seat that
    /// a link has brought it for.
    pub fn keep(&self) -> String {
        let mut text = String::new();
        if self.setup.is_seed_chosen {
            text.push(SEED_IS_CHOSEN);
        }
        let mut keep = |kind: &str, game: &str, record: &dyn AnyRecord| {
            if let Some(payload) = record.link() {
                text.push('\n');
                text.push_str(kind);
                text.push_str(&Address::of_replay(game, &payload, None).to_string());
            }
        };
        for (game, (library, lineup)) in self.visit.aside.lineups() {
            if let Some(game_ui) = find_game_ui(game) {
                keep("", game, &*match_spec::empty(game_ui, lineup, library).record);
            }
        }
        let game = self.context.game_ui.name();
        keep("", game, &*match_spec::empty(self.context.game_ui, &self.setup.lineup, &self.context.library).record);
        for (game, earlier) in self.visit.aside.matches() {
            keep(MATCH, game, &*earlier.record);
        }
        if self.position().could_go_on() {
            keep(MATCH, game, &*self.shown.shown_match.record);
        }
        if self.visit.task == Task::Write {
            text.push('\n');
            text.push_str(EDITOR);
            text.extend(self.write.seat_of_link(&self.setup, &self.context).map(|seat| seat.index().to_string()));
        }
        text
    }

    /// Opens an address in a tab with this record of the page: as it was if the page is loaded
    /// again, and with the players of a link whose address was entered. The dropped bots are
    /// loaded.
    pub(crate) fn return_to(&mut self, kept: &str, hash: &str, is_loaded_again: bool) {
        let mut lines = kept.split('\n');
        let is_seed_chosen = lines.next().unwrap_or_default().starts_with(SEED_IS_CHOSEN);
        for line in lines {
            self.take_kept(line);
            if let Some(seat) = line.strip_prefix(EDITOR) {
                self.show_panel(Panel::Write);
                let seat = seat.parse().ok().filter(|seat| *seat < self.setup.lineup.seats.len());
                self.write.shared_seat = seat.map(|seat| (self.context.game_ui.name(), Seat::new(seat)));
            }
        }
        let game_ui = Address::game_of(hash).map_or(Some(game_uis()[0]), find_game_ui);
        game_ui.into_iter().for_each(|game_ui| self.enter_game(game_ui));
        let lineup = self.setup.lineup.clone();
        // The visitor may have gone there before the bots of earlier visits were loaded: the match
        // shown then is no longer shown.
        self.visit.address = Address::of_start();
        self.handle_message(Message::Arrived(hash.to_owned()));
        // The next match was perhaps no longer the one of the link.
        if is_loaded_again {
            self.setup.lineup = lineup;
            self.setup.is_seed_chosen = is_seed_chosen;
        }
    }

    /// A line-up or a match of an earlier visit.
    fn take_kept(&mut self, line: &str) -> Option<()> {
        let address = Address::parse(line)?;
        let game_ui = find_game_ui(&address.game)?;
        let record = game_ui.read_link(&address.payload?).ok()?.record;
        if line.starts_with(MATCH) {
            self.visit.aside.put_match(game_ui.name(), resume_point(record));
        } else {
            self.enter_game(game_ui);
            self.setup.lineup = Lineup::of_record(&*record, &self.context.library, self.setup.lineup.terms);
        }
        Some(())
    }
}

/// Whether the tab's record, or the address that it opens, has players that do not come with the
/// page: they may be dropped bots of earlier visits.
pub fn has_other_bots(kept: &str, hash: &str) -> bool {
    let has = |line: &str| {
        let address = Address::parse(line)?;
        let game_ui = find_game_ui(&address.game)?;
        let record = game_ui.read_link(&address.payload?).ok()?.record;
        let mut bots = record.players().iter().filter(|player| player.kind != PlayerKind::Person);
        Some(bots.any(|player| game_ui.bots().iter().all(|bot| bot.name != without_number(&player.name))))
    };
    kept.split('\n').chain([hash]).any(|line| has(line) == Some(true))
}

/// The match as persons and bots have played it.
fn resume_point(record: Box<dyn AnyRecord>) -> ResumePoint {
    let players = record.players().iter().enumerate();
    let persons: Seats =
        players.filter(|(_, player)| player.kind == PlayerKind::Person).map(|(seat, _)| Seat::new(seat)).collect();
    let script = record.actions_of(persons).into_iter().map(|(_, seat, action)| (seat, action)).collect();
    ResumePoint { record, script, recorded: Vec::new() }
}
