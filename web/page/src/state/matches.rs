//! How matches start, continue and are taken back.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::live::HOST_MATCH_ID;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::transcript::Passage;
use botyard_sandbox::prices::PRICES_VERSION;
use botyard_web_games::{AnyRecord, GameUi};
use botyard_web_messages::{BotKey, PlayRequest, ToWorker};
use serde_json::Value;

use super::{PageState, PendingMatch};
use crate::address::Address;
use crate::bot_library::{BotLibrary, LibraryBot, ModuleBytes};
use crate::excerpt::quoted;
use crate::lineup::{Lineup, PERSON, SeatChoice};
use crate::message::{Effect, NoticeMessage, Panel};
use crate::shown_match::{ResumePoint, ShownMatch, ShownPhase};

/// The bots of a match, in the form that hosts need.
pub(super) struct LoadedBots {
    /// The seats of the host's own bots, with their numbers.
    pub(super) host_bots: Vec<(Seat, u32)>,
    /// The modules of the others, in the order of seats.
    pub(super) modules: Vec<ModuleBytes>,
}

/// The board before any match.
pub fn empty(game_ui: &'static dyn GameUi, lineup: &Lineup, library: &BotLibrary) -> ShownMatch {
    let record =
        game_ui.open(&match_spec(game_ui, &lineup.fit(), library)).expect("a game can be played by as many as it says");
    ShownMatch::new(0, record, ShownPhase::Waiting)
}

/// The match of a record before its first turn, with these players.
pub fn spec_again(game_ui: &dyn GameUi, record: &dyn AnyRecord, players: Vec<PlayerInfo>) -> MatchSpec {
    MatchSpec {
        game: game_ui.name().to_owned(),
        settings: record.settings(),
        seed: record.seed(),
        players,
        terms: record.terms(),
    }
}

/// The next match before its first turn.
pub fn match_spec(game_ui: &dyn GameUi, lineup: &Lineup, library: &BotLibrary) -> MatchSpec {
    MatchSpec {
        game: game_ui.name().to_owned(),
        settings: lineup.settings.clone(),
        seed: lineup.seed,
        players: lineup.seats.iter().map(|choice| player_info(choice, library)).collect(),
        terms: lineup.match_terms(),
    }
}

/// The player for a seat's choice.
pub fn player_info(choice: &SeatChoice, library: &BotLibrary) -> PlayerInfo {
    let sha256 = |key: &BotKey| library.ready(key).map(|(_, sha256)| sha256.to_owned());
    match choice {
        SeatChoice::Person => PlayerInfo { name: PERSON.to_owned(), kind: PlayerKind::Person, ..PlayerInfo::default() },
        SeatChoice::Absent(name) => PlayerInfo { name: name.clone(), ..PlayerInfo::default() },
        SeatChoice::Bot(key) => {
            let bot = library.bot(key);
            let name = bot.map_or_else(|| key.to_string(), |bot| bot.name.clone());
            let kind = bot.map_or(PlayerKind::Module, LibraryBot::kind);
            let prices = (kind == PlayerKind::Module).then_some(PRICES_VERSION);
            let interpreter = bot.and_then(|bot| bot.interpreter.clone());
            PlayerInfo { name, kind, sha256: sha256(key), interpreter, prices }
        }
    }
}

impl PageState {
    /// Plays the line-up at the user's request, and shows the board.
    pub(super) fn play(&mut self, now: f64, effects: &mut Vec<Effect>) {
        self.play_lineup(now, effects);
        effects.push(Effect::ShowBoard);
    }

    /// Plays the line-up.
    pub(super) fn play_lineup(&mut self, now: f64, effects: &mut Vec<Effect>) {
        self.forget_match();
        // It was about the match that begins now.
        self.notices.update(NoticeMessage::Dismiss);
        self.begin_match(self.setup.lineup.clone(), None, now, effects);
    }

    /// Starts a match of a line-up as soon as its bots are loaded.
    pub(super) fn begin_match(
        &mut self,
        lineup: Lineup,
        earlier: Option<ResumePoint>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        if let Some((seat, name)) = lineup.absent() {
            let (name, side) = (quoted(name), self.game_ui.seat_style(seat).name);
            let sentence = format!("{name} isn't loaded. Drop its file, or choose another bot for {side}.");
            return self.show_error(sentence);
        }
        if let Some(draft) = &lineup.draft {
            return self.show_error(format!("Cannot play: {}.", draft.problem));
        }
        self.request_bots(&lineup, effects);
        self.pending = Some(PendingMatch { lineup, earlier });
        self.launch_match(now, effects);
    }

    /// Requests the next steps that make a line-up's bots ready.
    pub(super) fn request_bots(&mut self, lineup: &Lineup, effects: &mut Vec<Effect>) {
        for choice in &lineup.seats {
            if let SeatChoice::Bot(key) = choice {
                self.request_bot(key, effects);
            }
        }
    }

    /// Starts the match that waits for its bots, if they are loaded now.
    pub(super) fn launch_match(&mut self, now: f64, effects: &mut Vec<Effect>) {
        let Some(pending) = self.pending.take() else { return };
        let Some(LoadedBots { host_bots, modules }) = self.loaded_bots(&pending.lineup) else {
            self.pending = Some(pending);
            return;
        };
        self.ids += 1;
        let PendingMatch { lineup, earlier } = pending;
        let match_spec = match_spec(self.game_ui, &lineup, &self.library);
        let (record, script) = match earlier {
            Some(earlier) => (Ok(earlier.record), earlier.script),
            None => (self.game_ui.open(&match_spec), Vec::new()),
        };
        let record = match record {
            Ok(record) => record,
            Err(why) => return self.show_error(format!("Cannot play: {why}.")),
        };
        // The first match replaces no other, so it needs none of this code.
        let substitutes = match self.shown_match.record.is_empty() {
            true => Vec::new(),
            false => self.substitutes(&lineup, None),
        };
        self.show_match(ShownMatch::new(self.ids, record, ShownPhase::Playing), now);
        if !substitutes.is_empty() {
            self.show_notice(substitutes.join(" "), effects);
        }
        self.leave_replay(effects);
        effects.push(Effect::Play(PlayRequest { id: self.ids, match_spec, script, host_bots, record: None }, modules));
    }

    /// The bots of a line-up; `None` if one is not loaded yet.
    pub(super) fn loaded_bots(&self, lineup: &Lineup) -> Option<LoadedBots> {
        let keys = lineup.seats.iter().enumerate().filter_map(|(index, choice)| match choice {
            SeatChoice::Bot(key) => Some((Seat::new(index), key)),
            _ => None,
        });
        let (here, sent): (Vec<_>, Vec<_>) = keys.partition(|(_, key)| self.library.host_bot(key).is_some());
        let host_bots = here.into_iter().filter_map(|(seat, key)| Some((seat, self.library.host_bot(key)?))).collect();
        let modules: Option<_> = sent.into_iter().map(|(_, key)| Some(self.library.ready(key)?.0.clone())).collect();
        Some(LoadedBots { host_bots, modules: modules? })
    }

    /// Shows a match, at its latest turn if it has turns.
    pub(super) fn show_match(&mut self, shown_match: ShownMatch, now: f64) {
        self.playback.rewind(now);
        self.playback.at = shown_match.record.len();
        self.playback.pace = self.game_ui.pace();
        self.screen.turn_to(&shown_match, &self.shown_match);
        self.rerun = None;
        self.shown_match = shown_match;
        // Persons' seats can be inspected once the match is over.
        let bots = self.bots();
        let all = Seats::first(self.shown_match.record.players().len());
        self.inspection.choose_among(if bots.is_empty() { all } else { bots });
    }

    /// Changes the address to the game's own, or its editor's, for a match that is played, so that
    /// the back button returns to the replay.
    pub(super) fn leave_replay(&mut self, effects: &mut Vec<Effect>) {
        let game = self.game_ui.name();
        let address = if self.is_writing() { Address::of_editor(game) } else { Address::of_game(game) };
        // While the visitor reads the manual, its address stays.
        if address != self.address && self.address.page.is_none() {
            self.address = address.clone();
            effects.push(Effect::Push(address));
        }
    }

    /// Shows a match that was played elsewhere.
    pub(super) fn open_match(
        &mut self,
        record: Box<dyn AnyRecord>,
        passages: Vec<Passage>,
        turn: Option<usize>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        self.put_match_aside();
        self.stop(effects);
        self.notices.update(NoticeMessage::Dismiss);
        // Messages that the worker may still send are not about this match.
        self.ids += 1;
        let is_loss = self.write.is_opening_loss();
        // While a bot is being written, a watched game does not change the bot's next opponents.
        if self.panel == Panel::Write {
            self.set_up_again(&*record);
        } else {
            self.setup.lineup = Lineup::of_record(&*record, &self.library, self.setup.lineup.terms);
        }
        let mut shown_match = ShownMatch::new(self.ids, record, ShownPhase::Opened);
        shown_match.add_passages(passages);
        self.show_match(shown_match, now);
        self.show_from(turn, now);
        let mut seats = (0..self.shown_match.record.players().len()).map(Seat::new);
        if is_loss && seats.any(|seat| self.is_changed(seat)) {
            // A phone shows the board and no seats then.
            let sides = self.name_sides();
            self.show_notice(sides, effects);
        }
    }

    /// The sides in the match that is shown: `On the board: red is random, yellow is mine.`
    fn name_sides(&self) -> String {
        let players = self.shown_match.record.players().iter().enumerate();
        let sides = players.map(|(index, player)| {
            [self.game_ui.seat_style(Seat::new(index)).name, " is ", &quoted(&player.name)].concat()
        });
        ["On the board: ", &sides.collect::<Vec<_>>().join(", "), "."].concat()
    }

    /// Shows an opened match at this turn, or from its beginning; a game that a draft has lost, at
    /// its own turn.
    pub(super) fn show_from(&mut self, turn: Option<usize>, now: f64) {
        let stops = self.shown_match.record.stops();
        match self.turn_of_loss().or(turn) {
            Some(turn) => self.playback.go(turn, &stops, now),
            None if self.around.is_still => self.playback.go(stops.newest(), &stops, now),
            None => self.playback.rewind(now),
        }
    }

    pub(super) fn stop(&mut self, effects: &mut Vec<Effect>) {
        self.pending = None;
        self.stop_linked(effects);
        if self.shown_match.phase == ShownPhase::Playing {
            effects.push(Effect::Tell(ToWorker::Stop));
        }
    }

    pub(super) fn resign(&mut self, effects: &mut Vec<Effect>) {
        let person = self.shown_match.awaited_person().or_else(|| self.shown_match.persons().lowest());
        if let Some(seat) = person.filter(|_| self.shown_match.phase == ShownPhase::Playing) {
            effects.push(Effect::Tell(ToWorker::Resign { seat }));
        }
    }

    pub(super) fn act(&mut self, seat: Seat, action: Value, effects: &mut Vec<Effect>) {
        if self.actor() == Some(seat) {
            self.playback.resume();
            effects.push(Effect::Tell(ToWorker::Act { seat, action }));
        }
    }

    pub(super) fn take_back(&mut self, now: f64, effects: &mut Vec<Effect>) {
        // Playing the same match up to this point needs the same players and seed, whatever was
        // chosen since.
        if !self.can_take_back() {
            return;
        }
        if let Some(earlier) = self.shown_match.before_last_action() {
            self.setup.lineup = Lineup::of_record(&*self.shown_match.record, &self.library, self.setup.lineup.terms);
            self.begin_match(self.setup.lineup.clone(), Some(earlier), now, effects);
        }
    }

    /// Whether there is a person's action that can be taken back.
    pub fn can_take_back(&self) -> bool {
        let has_acted = || !self.shown_match.record.actions_of(self.shown_match.persons()).is_empty();
        self.offers_take_back() && self.pending.is_none() && has_acted()
    }

    /// Whether the match has a person and can be played again up to any turn.
    pub fn offers_take_back(&self) -> bool {
        // An executable may play another move the second time, and the page cannot repeat the
        // server's own match.
        let repeats = self.shown_match.record.players().iter().all(|player| player.kind != PlayerKind::Executable);
        self.shown_match.id != HOST_MATCH_ID && repeats && !self.shown_match.persons().is_empty()
    }

    /// Reports that runs which wait for a bot outside a new match cannot be played: a trial, a
    /// rerun, a match that is played again. `why` is a sentence.
    pub(super) fn fail_plays_of_bot(&mut self, key: &BotKey, why: &str) {
        self.fail_trial(key, why);
        self.fail_rerun_bot(key, why);
        self.fail_words_of_bot(key, why);
    }
}
