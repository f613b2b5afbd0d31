//! Addresses that are opened, and pasted links. If one cannot be used, the page explains why and
//! shows another match.

use botyard_engine::replay::link::{FoundAddress, PLAYERS_MISSING, find_addresses};
use botyard_engine::transcript::Passage;
use botyard_web_games::{AnyRecord, GameUi, LinkedRecord, UnreadLink, find_game_ui, game_uis};
use botyard_web_protocol::editor::{OpenSource, Source};
use botyard_web_protocol::{FoundMatch, FromReader};

use super::texts::TextSource;
use crate::address::{Address, EDITOR, LANGUAGE};
use crate::curated::CURATED;
use crate::excerpt::{quoted, sentence};
use crate::lineup::Lineup;
use crate::message::{Effect, InspectionScope, Panel};
use crate::shown_match::ShownPhase;
use crate::state::write::{game_of_draft_file, is_draft_file};
use crate::state::{PageState, Parts, Plays, match_spec};
use crate::task::Task;

impl PageState {
    /// Opens an address: the one that the page was opened with, a typed one, or one reached by back
    /// and forward.
    pub(crate) fn open_address(&mut self, hash: &str) {
        if self.open_start(hash) {
            return;
        }
        let tile = self.visit.tile.take();
        let written = hash.split_once(EDITOR).filter(|(_, bot)| bot.is_empty() || bot.starts_with(['/', '?']));
        let hash = written.map_or(hash, |(game, _)| game);
        let address = Address::parse(hash);
        if address.as_ref().is_none_or(|address| find_game_ui(&address.game).is_none()) && self.restore_address(hash) {
            return;
        }
        let mut address = address.unwrap_or_else(|| self.nearest(hash));
        if let Some((_, bot)) = written {
            self.show_panel(Panel::Write);
            address.task = Task::Write;
            let link = |bot: &str| Source::Link { payload: bot.to_owned() };
            let new = |language: &str| Source::New { language: language.to_owned() };
            if let Some(source) = bot.strip_prefix('/').map(link).or_else(|| bot.strip_prefix(LANGUAGE).map(new)) {
                self.write.source = Some((address.game.clone(), OpenSource { number: None, source }));
                // It becomes a draft, which the editor keeps.
                self.context.push(Effect::Replace(address.clone()));
            }
        }
        if address == self.visit.address {
            return;
        }
        let Some(game_ui) = find_game_ui(&address.game) else {
            self.context.show_error(format!("Unknown game: `{}`.", quoted(&address.game)));
            self.visit.replace_address(self.shown_address(), &mut self.context);
            // The shown match stays, unless the page was opened at this address and shows none yet.
            if self.shown.shown_match.phase == ShownPhase::Waiting {
                self.ensure_match_shown();
            }
            return;
        };
        self.enter_game(game_ui);
        if let Some(page) = &address.page {
            self.visit.open_manual(page.clone(), &mut self.context);
            self.context.push(Effect::ShowPanels);
            self.visit.address = address;
            // The shown match stays.
            if self.shown.shown_match.phase == ShownPhase::Waiting {
                self.ensure_match_shown();
            }
            return;
        }
        if address.task == Task::Measure {
            self.show_panel(Panel::Series);
        }
        // After the manual and the start view, or after opening the editor or the results beside the
        // match, the visitor finds the match as it was left.
        let is_played = matches!(self.shown.shown_match.phase, ShownPhase::Playing | ShownPhase::Over);
        let is_of_tile = tile.is_some_and(|tile| CURATED[tile].game == address.game);
        let stays = self.visit.close_manual() || is_of_tile || (address.task != Task::Watch && is_played);
        let stays = stays && self.shown.shown_match.phase != ShownPhase::Waiting;
        let is_same = address.payload.is_some() && address.payload == self.shown.shown_match.payload;
        self.visit.address = address.clone();
        if address.payload.is_some() {
            self.shown.take_view(&address);
        }
        match (address.payload, address.turn) {
            (Some(_), _) if is_same && stays => {}
            (None, _) if stays => {}
            (Some(_), turn) if is_same => {
                let loss = self.write.lost_seat.take().and_then(|seat| self.shown.inspect_loss(seat));
                let turn = loss.or(turn).unwrap_or(usize::MAX);
                self.shown.playback.go(turn, &self.shown.shown_match.record.stops(), self.context.now);
            }
            (Some(payload), turn) => self.open_link(&payload, turn, hash),
            (None, _) => self.ensure_match_shown(),
        }
    }

    /// The address of the match that is shown, or is about to be.
    pub(crate) fn shown_address(&self) -> Address {
        let payload = self.shown.shown_match.payload.as_ref().filter(|_| self.plays.pending.is_none());
        let task = self.visit.task_beside(&self.shown.shown_match);
        match payload {
            Some(payload) if task == Task::Watch => Address::of_replay(self.context.game_ui.name(), payload, None),
            _ => Address::of_task(self.context.game_ui.name(), task),
        }
    }

    /// The replacement for an invalid address: that of its game, if it names one. The address bar
    /// shows the replacement.
    fn nearest(&mut self, hash: &str) -> Address {
        if let Some(game) = Address::game_of(hash) {
            self.context.show_error(match Address::is_cut(hash) {
                true => format!(
                    "The URL {} does not name a match. Is it complete? Showing another match instead.",
                    quoted(hash)
                ),
                false => format!("There is no page {}. Showing a match instead.", quoted(hash)),
            });
            let address = Address::of_game(game);
            self.context.push(Effect::Replace(address.clone()));
            return address;
        }
        Address::of_game(game_uis()[0].name())
    }

    /// Changes to another game; the previous game's match is kept.
    pub(crate) fn enter_game(&mut self, game_ui: &'static dyn GameUi) {
        if game_ui.name() == self.context.game_ui.name() {
            return;
        }
        let Parts { bots, plays, mut page, .. } = self.parts();
        plays.put_match_aside(&mut page);
        page.visit.change_game(game_ui, bots.host.bots(), page.setup, page.context);
        self.shown.inspection.scope = InspectionScope::Turn;
        self.shown.shown_match = match_spec::empty(game_ui, &self.setup.lineup, &self.context.library);
        self.plays.pending = None;
    }

    /// Starts a match between two bots if no match is shown.
    pub(crate) fn ensure_match_shown(&mut self) {
        if self.shown.shown_match.phase == ShownPhase::Playing
            || self.plays.pending.is_some()
            || self.bots.host.awaits_match()
        {
            return;
        }
        if self.with_plays(Plays::go_on) {
            return;
        }
        if self.setup.lineup.absent().is_some() {
            self.setup.lineup = Lineup::of_bots(self.context.game_ui, self.context.browser.chance);
        }
        let demo = self.setup.lineup.demo(self.context.game_ui);
        self.with_plays(|plays, page| plays.begin_match(demo, None, page));
    }

    /// Opens the link in the address `hash`.
    fn open_link(&mut self, payload: &str, turn: Option<usize>, hash: &str) {
        match self.context.game_ui.read_link(payload) {
            Ok(LinkedRecord { record, lacks_players, expected }) => {
                self.open_match(record, Vec::new(), turn);
                self.note_players(lacks_players);
                self.with_plays(|plays, page| plays.expect_turns(expected, payload, turn, page));
            }
            Err(UnreadLink::Long) => self.visit.read_long_link(&mut self.context),
            Err(_) if self.restore_address(hash) => {}
            Err(UnreadLink::Invalid(why)) => self.refuse_link(&why),
        }
    }

    /// The link in the address cannot be read: explains why, and shows another match.
    pub(crate) fn refuse_link(&mut self, why: &str) {
        self.context.show_error(format!("Cannot open the match: {}. Showing another match instead.", sentence(why)));
        self.leave_unread_link();
    }

    /// The visitor does not want to wait for the link in the address: the match that is shown stays,
    /// or another one is shown if there is none.
    pub(crate) fn stop_reading(&mut self) {
        self.visit.forget_links();
        self.context.notices.end_reading();
        match self.shown.shown_match.phase {
            ShownPhase::Waiting => self.leave_unread_link(),
            _ => self.visit.leave_replay(&self.shown.shown_match, &mut self.context),
        }
    }

    fn leave_unread_link(&mut self) {
        self.ensure_match_shown();
        if self.plays.pending.is_none() {
            // The match that goes on has another address than the one that leads nowhere.
            self.visit.leave_replay(&self.shown.shown_match, &mut self.context);
        }
    }

    /// Opens the match whose link is in an invalid address, and corrects the address; returns whether
    /// there is one.
    fn restore_address(&mut self, hash: &str) -> bool {
        let is_open = self.open_link_within(hash, Self::open_address);
        if is_open {
            self.context.push(Effect::Replace(self.visit.address.clone()));
        }
        is_open
    }

    /// Opens the match whose link is in a text that is not its address, by one of the two ways to
    /// open addresses; returns whether there is one.
    fn open_link_within(&mut self, text: &str, open: fn(&mut Self, &str)) -> bool {
        let read = |FoundAddress { address, left_out }| {
            let address = Address::parse(&address)?;
            let game_ui = find_game_ui(&address.game)?;
            let read = game_ui.read_link(address.payload.as_deref()?);
            (!matches!(read, Err(UnreadLink::Invalid(_)))).then_some((address, left_out))
        };
        let Some((address, left_out)) = find_addresses(text).into_iter().find_map(read) else { return false };
        let text = address.to_string();
        open(self, &text);
        if !left_out.is_empty() {
            self.context.show_notice(format!("The match is open, but {left_out}."));
        }
        true
    }

    /// Opens pasted text: a URL, a link's payload, a draft, a replay or a log.
    pub(crate) fn open_pasted(&mut self, pasted: &str) {
        let text = pasted.trim();
        if is_draft_file(text) {
            return self.open_draft_file(text);
        }
        let address = Address::parse(text).filter(|address| address.payload.is_some() && text.contains('#'));
        let payload = address.as_ref().and_then(|address| address.payload.clone()).unwrap_or_else(|| text.to_owned());
        let opened = match address {
            Some(address) => {
                let linked = self.read_address(&address);
                if matches!(linked, Err(UnreadLink::Long)) {
                    return self.open_long_address(address);
                }
                self.shown.take_view(&address);
                linked.map(|linked| (linked, address.turn))
            }
            None if text.is_empty() => Err(UnreadLink::Invalid("the field is empty".to_owned())),
            // A link has a checksum, so no other text can be mistaken for one.
            None => match self.context.game_ui.read_link(text) {
                Ok(linked) => Ok((linked, None)),
                Err(UnreadLink::Long) => {
                    return self.open_long_address(Address::of_replay(self.context.game_ui.name(), text, None));
                }
                Err(_) if self.open_link_within(text, Self::open_pasted) => return,
                Err(_) => return self.visit.read_text(None, pasted, &mut self.context),
            },
        };
        match opened {
            Err(_) if self.open_link_within(text, Self::open_pasted) => {}
            Ok((LinkedRecord { record, lacks_players, expected }, turn)) => {
                self.open_found(record, Vec::new(), turn);
                self.note_players(lacks_players);
                self.with_plays(|plays, page| plays.expect_turns(expected, &payload, turn, page));
            }
            Err(why) => self.context.show_error(format!("Cannot open this: {why}.")),
        }
    }

    /// Goes to a pasted address of the game that is shown, whose link takes long to read.
    fn open_long_address(&mut self, address: Address) {
        self.visit.dialog = None;
        self.shown.take_view(&address);
        self.visit.push_address(address, &mut self.context);
        self.visit.read_long_link(&mut self.context);
    }

    /// Notifies the person if a link has no players.
    fn note_players(&mut self, lacks_players: bool) {
        if lacks_players {
            self.context.show_notice(format!("The match is open, but {PLAYERS_MISSING}."));
        }
    }

    /// Reads the link of a pasted address, and changes to its game unless the link is invalid.
    fn read_address(&mut self, address: &Address) -> Result<LinkedRecord, UnreadLink> {
        let unknown = || UnreadLink::Invalid(format!("unknown game `{}`", quoted(&address.game)));
        let game_ui = find_game_ui(&address.game).ok_or_else(unknown)?;
        let read = game_ui.read_link(address.payload.as_deref().unwrap_or_default());
        if !matches!(read, Err(UnreadLink::Invalid(_))) {
            self.enter_game(game_ui);
        }
        read
    }

    /// Shows a match at its own address, so that the back button returns from it.
    pub(crate) fn open_found(&mut self, record: Box<dyn AnyRecord>, passages: Vec<Passage>, turn: Option<usize>) {
        self.visit.dialog = None;
        self.open_match(record, passages, turn);
        let shown = (self.shown.playback.at < self.shown.shown_match.record.len() && !self.shown.playback.is_playing())
            .then_some(self.shown.playback.at);
        // A match without turns has no link, and must not keep another match's address.
        let address = match &self.shown.shown_match.payload {
            Some(payload) => {
                let mut address = Address::of_replay(self.context.game_ui.name(), payload, shown);
                self.shown.add_view(&mut address, &self.context);
                address
            }
            None => Address::of_game(self.context.game_ui.name()),
        };
        self.visit.push_address(address, &mut self.context);
    }

    /// Shows a match that was played elsewhere.
    fn open_match(&mut self, record: Box<dyn AnyRecord>, passages: Vec<Passage>, turn: Option<usize>) {
        let loss = self.write.lost_seat.take();
        self.with_plays(|plays, page| plays.open_match(record, passages, turn, loss, page));
    }

    /// Opens a draft that the editor has saved, for its game.
    pub(crate) fn open_draft_file(&mut self, text: &str) {
        let Some(game_ui) = game_of_draft_file(text) else {
            return self.context.show_error(
                "Cannot open this bot: its file is damaged, or it is for a game that this page does not know.",
            );
        };
        self.visit.dialog = None;
        if game_ui.name() != self.context.game_ui.name() {
            self.enter_game(game_ui);
            self.visit.push_address(Address::of_task(game_ui.name(), Task::Write), &mut self.context);
        }
        self.write.open_source(Source::File { text: text.to_owned() }, &self.context);
        self.show_panel(Panel::Write);
        // The shown match of the same game stays.
        if self.shown.shown_match.phase == ShownPhase::Waiting {
            self.ensure_match_shown();
        }
    }

    /// Handles a text that was read.
    pub(crate) fn take_read(&mut self, read: FromReader) {
        let Some(source) = self.visit.take_pending_read(read.id) else { return };
        if !self.visit.awaits_link() {
            self.context.notices.end_reading();
        }
        match source {
            // The visitor has gone elsewhere meanwhile.
            TextSource::Link(address) if address != self.visit.address => {}
            TextSource::Link(address) => {
                let opened = read.found.and_then(|found| self.open_long_link(found, address.turn));
                opened.unwrap_or_else(|why| self.refuse_link(&why));
            }
            TextSource::Pasted => {
                let opened = read.found.and_then(|found| self.open_text(found));
                opened.unwrap_or_else(|why| self.context.show_error(format!("Cannot open this: {why}.")));
            }
            TextSource::File(name) => {
                let opened = read.found.and_then(|found| self.open_text(found));
                opened.unwrap_or_else(|why| {
                    self.context.show_error(format!("Cannot open {}: {}.", quoted(&name), sentence(&why)));
                });
            }
        }
    }

    /// Opens the match of the link in the page's address, at this turn.
    fn open_long_link(&mut self, found: FoundMatch, turn: Option<usize>) -> Result<(), String> {
        let mut record = self.context.game_ui.open(&found.match_spec)?;
        record.extend(0, found.turns)?;
        self.open_match(record, Vec::new(), turn);
        found.warning.into_iter().for_each(|warning| self.context.show_error(warning));
        Ok(())
    }

    fn open_text(&mut self, found: FoundMatch) -> Result<(), String> {
        let FoundMatch { match_spec, turns, passages, of, warning } = found;
        let game_ui =
            find_game_ui(&match_spec.game).ok_or_else(|| format!("unknown game `{}`", quoted(&match_spec.game)))?;
        let mut record = game_ui.open(&match_spec)?;
        record.extend(0, turns)?;
        self.enter_game(game_ui);
        self.open_found(record, passages, None);
        if let Some(warning) = warning {
            self.context.show_error(warning);
        } else if of > 1 {
            self.context.show_notice(format!("This is the first of {of} matches in the log."));
        }
        Ok(())
    }
}
