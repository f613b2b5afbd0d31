//! Input from outside: URLs, links, files. If an input cannot be used, the page explains why and
//! what to do instead.

use botyard_engine::replay::link::PLAYERS_MISSING;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_sandbox::ModuleLimits;
use botyard_sandbox::script::{self, SCRIPT_BYTES, is_script_name};
use botyard_web_games::{AnyRecord, GameUi, LinkedRecord, find_game_ui, game_uis};
use botyard_web_messages::editor::{OpenSource, Source};
use botyard_web_messages::match_worker::{FromReader, ReadRequest};
use botyard_web_messages::series::ToSeries;
use botyard_web_messages::{BotKey, FoundMatch, record_advice};

use super::source::is_draft_file;
use super::{PageState, matches};
use crate::address::{Address, EDITOR};
use crate::bot_library::{CheckedBot, MODULE, ModuleBytes};
use crate::excerpt::{quoted, sentence};
use crate::lineup::{Lineup, SeatChoice};
use crate::message::{Dialog, Effect, Panel};
use crate::shown_match::ShownPhase;

/// The size limit of a replay or a log in bytes. That of a bot is the sandbox's.
const RECORD_MAX: usize = 64 << 20;

/// A text that the worker is reading.
pub(super) struct PendingRead {
    id: u32,
    /// The name of the file; `None` if the text was pasted.
    file: Option<String>,
}

/// A dropped file that the worker is checking.
pub(super) struct FileInCheck {
    pub(super) key: BotKey,
    /// The seat that it was dropped on.
    wish: Option<Seat>,
    /// Whether a newer build has its seat already: the verdicts come in any order.
    is_overtaken: bool,
}

impl FileInCheck {
    /// Whether it would take this seat from a newer build.
    fn would_replace(&self, newer: &BotKey, seat: Seat) -> bool {
        let is_same_file =
            matches!((&self.key, newer), (BotKey::Dropped(of, _), BotKey::Dropped(name, _)) if of == name);
        is_same_file && self.wish.is_none_or(|wish| wish == seat)
    }
}

impl PageState {
    /// Opens an address: the one that the page was opened with, a typed one, or one reached by back
    /// and forward.
    pub(super) fn open_address(&mut self, hash: &str, now: f64, effects: &mut Vec<Effect>) {
        let written = hash.split_once(EDITOR).filter(|(_, bot)| bot.is_empty() || bot.starts_with('/'));
        let hash = written.map_or(hash, |(game, _)| game);
        let mut address = Address::parse(hash).unwrap_or_else(|| self.nearest(hash, effects));
        if let Some((_, bot)) = written {
            self.show_panel(Panel::Write, effects);
            address.is_editor = true;
            if let Some(bot) = bot.strip_prefix('/') {
                let source = OpenSource { number: None, source: Source::Link { payload: bot.to_owned() } };
                self.write.source = Some((address.game.clone(), source));
                // It becomes a draft, which the editor keeps.
                effects.push(Effect::Replace(address.clone()));
            }
        }
        if address == self.address {
            return;
        }
        let Some(game_ui) = find_game_ui(&address.game) else {
            self.show_error(format!("Unknown game: `{}`.", quoted(&address.game)));
            self.address = self.shown_address();
            effects.push(Effect::Replace(self.address.clone()));
            // The shown match stays, unless the page was opened at this address and shows none yet.
            if self.shown_match.phase == ShownPhase::Waiting {
                self.ensure_match_shown(now, effects);
            }
            return;
        };
        self.enter_game(game_ui);
        if let Some(page) = &address.page {
            self.open_manual(page.clone(), effects);
            effects.push(Effect::ShowPanels);
            self.address = address;
            // The shown match stays.
            if self.shown_match.phase == ShownPhase::Waiting {
                self.ensure_match_shown(now, effects);
            }
            return;
        }
        // After the manual, or after opening the editor beside the match, the visitor finds the
        // match as it was left.
        let is_played = matches!(self.shown_match.phase, ShownPhase::Playing | ShownPhase::Over);
        let stays = self.close_manual() || (address.is_editor && is_played);
        let stays = stays && self.shown_match.phase != ShownPhase::Waiting;
        let is_same = address.payload.is_some() && address.payload == self.shown_match.payload;
        self.address = address.clone();
        if address.payload.is_some() {
            self.take_view(&address);
        }
        match (address.payload, address.turn) {
            (Some(_), _) if is_same && stays => {}
            (None, _) if stays => {}
            (Some(_), turn) if is_same => {
                let turn = self.turn_of_loss().or(turn).unwrap_or(usize::MAX);
                self.playback.go(turn, &self.shown_match.record.stops(), now);
            }
            (Some(payload), turn) => self.open_link(&payload, turn, now, effects),
            (None, _) => self.ensure_match_shown(now, effects),
        }
    }

    /// Sets the view of a match from its address.
    fn take_view(&mut self, address: &Address) {
        self.eyes = address.eyes.or(self.eyes);
        address.speed.into_iter().for_each(|speed| self.playback.choose_speed(speed));
    }

    /// Adds the view of the match to an address.
    pub(super) fn add_view(&self, address: &mut Address) {
        address.eyes = self.eyes();
        address.speed = self.playback.unusual_speed();
    }

    /// The address of the match that is shown, or is about to be.
    pub(super) fn shown_address(&self) -> Address {
        let payload = self.shown_match.payload.as_ref().filter(|_| self.pending.is_none());
        match payload {
            _ if self.is_writing() => Address::of_editor(self.game_ui.name()),
            Some(payload) => Address::of_replay(self.game_ui.name(), payload, None),
            None => Address::of_game(self.game_ui.name()),
        }
    }

    /// Whether somebody writes a bot, and looks at no match of a link beside it, which has its own
    /// address.
    pub(super) fn is_writing(&self) -> bool {
        self.panel == Panel::Write && self.shown_match.phase != ShownPhase::Opened
    }

    /// The replacement for an invalid address: that of its game, if it names one. The address bar
    /// shows the replacement.
    fn nearest(&mut self, hash: &str, effects: &mut Vec<Effect>) -> Address {
        if let Some(game) = Address::game_of(hash) {
            self.show_error(match Address::is_cut(hash) {
                true => format!(
                    "The URL {} does not name a match. Is it complete? Showing another match instead.",
                    quoted(hash)
                ),
                false => format!("There is no page {}. Showing a match instead.", quoted(hash)),
            });
            let address = Address::of_game(game);
            effects.push(Effect::Replace(address.clone()));
            return address;
        }
        Address::of_game(game_uis()[0].name())
    }

    /// Changes to another game; the previous game's match is kept.
    pub(super) fn enter_game(&mut self, game_ui: &'static dyn GameUi) {
        if game_ui.name() == self.game_ui.name() {
            return;
        }
        self.put_match_aside();
        self.change_game(game_ui);
        self.shown_match = matches::empty(game_ui, &self.setup.lineup, &self.library);
        self.pending = None;
    }

    /// Starts a match between two bots if no match is shown.
    pub(super) fn ensure_match_shown(&mut self, now: f64, effects: &mut Vec<Effect>) {
        if self.shown_match.phase == ShownPhase::Playing || self.pending.is_some() || self.host.awaits_match() {
            return;
        }
        if self.go_on(now, effects) {
            return;
        }
        if self.setup.lineup.absent().is_some() {
            self.setup.lineup = Lineup::of_bots(self.game_ui, self.around.chance);
        }
        self.begin_match(self.setup.lineup.demo(self.game_ui), None, now, effects);
    }

    fn open_link(&mut self, payload: &str, turn: Option<usize>, now: f64, effects: &mut Vec<Effect>) {
        match self.game_ui.read_link(payload) {
            Ok(LinkedRecord { record, lacks_players, expected }) => {
                self.open_match(record, Vec::new(), turn, now, effects);
                self.note_players(lacks_players, effects);
                self.expect_turns(expected, payload, turn, effects);
            }
            Err(why) => {
                self.show_error(format!("Cannot open the match: {}. Showing another match instead.", sentence(&why)));
                self.ensure_match_shown(now, effects);
                if self.pending.is_none() {
                    // The match that goes on has another address than the one that leads nowhere.
                    self.leave_replay(effects);
                }
            }
        }
    }

    /// Opens pasted text: a URL, a link's payload, a draft, a replay or a log.
    pub(super) fn open_pasted(&mut self, pasted: &str, now: f64, effects: &mut Vec<Effect>) {
        let text = pasted.trim();
        if is_draft_file(text) {
            return self.open_draft_file(text, now, effects);
        }
        let address = Address::parse(text).filter(|address| address.payload.is_some() && text.contains('#'));
        let payload = address.as_ref().and_then(|address| address.payload.clone()).unwrap_or_else(|| text.to_owned());
        let opened = match address {
            Some(address) => {
                let linked = self.read_address(&address);
                self.take_view(&address);
                linked.map(|linked| (linked, address.turn))
            }
            None if text.is_empty() => Err("the field is empty".to_owned()),
            // A link has a checksum, so no other text can be mistaken for one.
            None => match self.game_ui.read_link(text) {
                Ok(linked) => Ok((linked, None)),
                Err(_) => return self.read_text(None, pasted, effects),
            },
        };
        match opened {
            Ok((LinkedRecord { record, lacks_players, expected }, turn)) => {
                self.open_found(record, Vec::new(), turn, now, effects);
                self.note_players(lacks_players, effects);
                self.expect_turns(expected, &payload, turn, effects);
            }
            Err(why) => self.show_error(format!("Cannot open this: {why}.")),
        }
    }

    /// Notifies the person if a link has no players.
    fn note_players(&mut self, lacks_players: bool, effects: &mut Vec<Effect>) {
        if lacks_players {
            self.show_notice(format!("The match is open, but {PLAYERS_MISSING}."), effects);
        }
    }

    fn read_address(&mut self, address: &Address) -> Result<LinkedRecord, String> {
        let game_ui = find_game_ui(&address.game).ok_or_else(|| format!("unknown game `{}`", quoted(&address.game)))?;
        let linked = game_ui.read_link(address.payload.as_deref().unwrap_or_default())?;
        self.enter_game(game_ui);
        Ok(linked)
    }

    /// Shows a match at its own address, so that the back button returns from it.
    fn open_found(
        &mut self,
        record: Box<dyn AnyRecord>,
        passages: Vec<Passage>,
        turn: Option<usize>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        self.dialog = None;
        self.open_match(record, passages, turn, now, effects);
        let shown = (self.playback.at < self.shown_match.record.len() && !self.playback.is_playing())
            .then_some(self.playback.at);
        // A match without turns has no link, and must not keep another match's address.
        self.address = match &self.shown_match.payload {
            Some(payload) => Address::of_replay(self.game_ui.name(), payload, shown),
            None => Address::of_game(self.game_ui.name()),
        };
        if self.address.payload.is_some() {
            let mut address = self.address.clone();
            self.add_view(&mut address);
            self.address = address;
        }
        effects.push(Effect::Push(self.address.clone()));
    }

    /// Handles a file that was dropped or chosen: a bot, a draft, a replay or a log.
    pub(super) fn take_file(
        &mut self,
        name: &str,
        bytes: ModuleBytes,
        seat: Option<Seat>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        let is_module = name.ends_with(".wasm") || bytes.starts_with(MODULE);
        let (what, most) = match is_module {
            true => ("A bot", ModuleLimits::MODULE_BYTES),
            false if is_script_name(name) => ("A script", SCRIPT_BYTES),
            false => ("A replay or a log", RECORD_MAX),
        };
        if bytes.len() > most {
            let (name, megabytes) = (quoted(name), bytes.len().div_ceil(1 << 20));
            return self.show_error(format!(
                "{name} is too large ({megabytes} MiB). {what} may have at most {} MiB.",
                most >> 20
            ));
        }
        if let Some(advice) = record_advice(name).filter(|_| !is_module) {
            return self.show_error(format!("Cannot open {}: {}.", quoted(name), sentence(advice)));
        }
        let is_games = name.ends_with(".jsonl") && !is_module;
        if is_games && !std::str::from_utf8(&bytes).is_ok_and(|text| !text.trim().is_empty()) {
            let what = if bytes.is_empty() { "is empty" } else { "has no games" };
            return self.show_error(format!(
                "Cannot import {}: the file {what}. A file of games, as Export saves it, has a line of JSON for each.",
                quoted(name)
            ));
        }
        let is_bot = is_module || is_script_name(name);
        let text = std::str::from_utf8(&bytes).ok().filter(|text| !is_bot && !text.trim().is_empty());
        let Some(text) = text else {
            let (key, want) = self.library.drop_file(name, bytes.clone());
            self.files_in_check.push(FileInCheck { key, wish: seat, is_overtaken: false });
            return self.push_request(want, effects);
        };
        if name.ends_with(".jsonl") {
            self.panel = Panel::Series;
            return effects
                .push(Effect::Series(ToSeries::Import { game: self.game_ui.name().to_owned() }, vec![bytes.clone()]));
        }
        if name.ends_with(".toml") {
            self.panel = Panel::Cases;
            self.tell_case_bots(effects);
            let game = self.game_ui.name().to_owned();
            return effects.push(Effect::Cases(ToSeries::Import { game }, vec![bytes.clone()]));
        }
        if is_draft_file(text) {
            return self.open_draft_file(text, now, effects);
        }
        self.read_text(Some(name.to_owned()), text, effects);
    }

    /// Sends a replay file, or a log of the current game, to the worker to be read.
    fn read_text(&mut self, file: Option<String>, text: &str, effects: &mut Vec<Effect>) {
        // A text field uses one kind of line end. The end of the last line is kept: a log's last
        // line without one may have been cut off.
        let text = text.replace("\r\n", "\n").trim_start().to_owned();
        self.reads += 1;
        self.reading.push(PendingRead { id: self.reads, file: file.clone() });
        let request = ReadRequest { id: self.reads, game: self.game_ui.name().to_owned(), file };
        effects.push(Effect::Read { request, text });
    }

    /// Handles a text that the worker has read.
    pub(super) fn take_read(&mut self, read: FromReader, now: f64, effects: &mut Vec<Effect>) {
        let Some(at) = self.reading.iter().position(|reading| reading.id == read.id) else { return };
        let PendingRead { file, .. } = self.reading.remove(at);
        let opened = read.found.and_then(|found| self.open_text(found, now, effects));
        match (opened, file) {
            (Ok(()), _) => {}
            (Err(why), None) => self.show_error(format!("Cannot open this: {why}.")),
            (Err(why), Some(name)) => self.show_error(format!("Cannot open {}: {}.", quoted(&name), sentence(&why))),
        }
    }

    fn open_text(&mut self, found: FoundMatch, now: f64, effects: &mut Vec<Effect>) -> Result<(), String> {
        let FoundMatch { match_spec, turns, passages, of, warning } = found;
        let game_ui =
            find_game_ui(&match_spec.game).ok_or_else(|| format!("unknown game `{}`", quoted(&match_spec.game)))?;
        let mut record = game_ui.open(&match_spec)?;
        record.extend(0, turns)?;
        self.enter_game(game_ui);
        self.open_found(record, passages, None, now, effects);
        if let Some(warning) = warning {
            self.show_error(warning);
        } else if of > 1 {
            self.show_notice(format!("This is the first of {of} matches in the log."), effects);
        }
        Ok(())
    }

    /// Keeps a dropped bot and seats it: in the place of its newest build, unless it was dropped on
    /// a seat, or a newer build was checked before it.
    pub(super) fn seat_file(&mut self, CheckedBot { asked, key }: CheckedBot, effects: &mut Vec<Effect>) {
        let Some(at) = self.files_in_check.iter().rposition(|file| file.key == asked) else { return };
        let FileInCheck { wish, is_overtaken, .. } = self.files_in_check.remove(at);
        if let Some((module, sha256)) = self.library.ready(&key) {
            // Of a script the interpreter is not kept.
            let kept = script::split(module).map_or_else(|| module.clone(), |(_, text)| text.into());
            effects.push(Effect::Keep(self.game_ui.name(), key.clone(), sha256.to_owned(), kept));
        }
        if is_overtaken {
            return;
        }
        let lineup = &self.setup.lineup;
        let seat = wish.or_else(|| lineup.seat_of_build(&key)).unwrap_or_else(|| lineup.seat_for_file());
        self.setup.lineup.choose(seat, SeatChoice::Bot(key.clone()));
        for earlier in &mut self.files_in_check[..at] {
            earlier.is_overtaken |= earlier.would_replace(&asked, seat);
        }
        let name = self.library.bot(&key).map_or_else(|| key.to_string(), |bot| bot.name.clone());
        let side = self.game_ui.seat_style(seat).name;
        let place = if self.host.is_server() { "on this computer" } else { "in this browser" };
        self.show_notice(
            format!(
                "{} will play {side} in the next match. The file stays {place}; nothing is uploaded.",
                quoted(&name)
            ),
            effects,
        );
    }

    /// The URL of the page as it is shown; `None` if the match is too long for a link, or takes too
    /// long to be made into a link while it is played.
    pub fn share_link(&self) -> Option<String> {
        let record = &self.shown_match.record;
        let now = || (!self.shown_match.is_unlinkable && !record.is_slow_to_link()).then(|| record.link()).flatten();
        let payload = self.shown_match.payload.clone().or_else(now)?;
        let is_inside = !self.playback.is_playing() && self.playback.at < self.shown_match.record.len();
        let turn = is_inside.then_some(self.playback.at);
        let mut address = Address::of_replay(self.game_ui.name(), &payload, turn);
        self.add_view(&mut address);
        Some(format!("{}{address}", self.around.base))
    }

    pub(super) fn share(&mut self, effects: &mut Vec<Effect>) {
        (self.dialog, self.shown_export) = (Some(Dialog::Share), None);
        self.shown_match.link();
        self.choose_link(effects);
        effects.extend(self.share_link().map(|link| Effect::Copy(link, "The link")));
    }

    pub(super) fn copied(&mut self, what: &'static str, took: bool, effects: &mut Vec<Effect>) {
        match took {
            true => self.show_notice(format!("{what} was copied."), effects),
            false => self.show_error(format!("{what} was not copied. Select it and copy it yourself.")),
        }
    }
}
