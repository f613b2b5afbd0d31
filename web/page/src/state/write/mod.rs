//! The page's part of bots that are written in the page: whether the editor is loaded, which draft
//! it has run, and the results for it. The drafts are the editor's (`web/editor/`).

mod source;
mod steps;

pub(super) use source::{game_of_draft_file, is_draft_file};
pub(super) use steps::is_trial_key;

use botyard_engine::diagnosis::explain_silence;
use botyard_engine::fault::{FaultKind, FaultReason};
use botyard_engine::seat::Seat;
use botyard_web_protocol::editor::{
    Explanation, FromEditor, OWN_SEAT, OpenSource, Opponent, RunResult, SharedSetup, ToEditor,
};
use botyard_web_protocol::series::{RunRequest, ToSeries};
use botyard_web_protocol::{BotKey, ScriptError};

use self::steps::DraftTrial;
use super::plays::{BotFailure, Play, PlayParts};
use super::{Context, PageState, Parts, Plays, Position, Setup};
use crate::bot_library::{BotLibrary, CheckedBot, LibraryBot, ModuleBytes};
use crate::lineup::SeatChoice;
use crate::message::{Effect, FetchedEditor, NoticeMessage, Panel, SeriesMessage, WriteMessage};
use crate::shown_match::ShownPhase;

/// Whether the editor's script is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EditorStatus {
    /// It has not been opened yet.
    #[default]
    Unasked,
    /// It is being fetched.
    Loading,
    /// It is here.
    Here,
    /// The page has no editor, or it could not be fetched.
    Missing,
    /// It is being built while the page is served already, and is fetched when it is ready.
    BeingBuilt,
}

/// A draft that is open in the editor.
pub(super) struct OpenDraft {
    pub(super) game: String,
    /// The name of its file.
    pub(super) name: String,
    /// The SHA-256 of its text, if the browser has computed it.
    pub(super) sha256: String,
}

/// Bots that are written in the page.
#[derive(Default)]
pub struct WriteState {
    /// The editor's script.
    pub script: EditorStatus,
    /// How often the script was requested.
    attempts: u32,
    /// How many drafts were run.
    pub(super) runs: u32,
    /// The name of the bot that was run last.
    bot: String,
    /// The name under which its build plays a match, once it has been checked; empty if only a
    /// series is played of it.
    played_as: String,
    /// The name of that build beside others: series use it.
    pub(super) build: String,
    /// The draft's run outside any match.
    trial: Option<DraftTrial>,
    /// The draft whose syntax is checked.
    check: Option<DraftTrial>,
    /// The bot that is being checked, and whether a series is played of it.
    in_check: Option<(BotKey, bool)>,
    /// The game of the bot that was run last.
    game: &'static str,
    /// Why it cannot play.
    refusal: Option<String>,
    /// The players of that series in the place of persons; empty if there are none.
    pub(super) stand_ins: String,
    /// The source that is to be opened, and its game.
    pub source: Option<(String, OpenSource)>,
    /// The seat that the bot of a link had where the link was made, and its game.
    pub(super) shared_seat: Option<(&'static str, Seat)>,
    /// How many sources were opened.
    sources: u32,
    /// The bots that drafts of a game play against when they are run, beside those of the line-up.
    opponents: Vec<(String, Vec<BotKey>)>,
    /// The drafts that are open in the editors of games.
    pub(super) open: Vec<OpenDraft>,
    /// The drafts that have come with links, each with its game.
    from_links: Vec<(String, String)>,
    /// The seat of the draft in the lost game that is being opened.
    pub(super) lost_seat: Option<Seat>,
    /// The answer to the editor's question about a lost game.
    pub(super) explained: Option<Explanation>,
}

impl WriteState {
    /// The bots that were chosen for drafts of a game to play against.
    pub(super) fn opponents(&self, game: &str) -> &[BotKey] {
        self.opponents.iter().find(|(of, _)| of == game).map(|(_, keys)| keys.as_slice()).unwrap_or_default()
    }

    /// Reports by which fault a game was lost: the editor has its link, and the page knows the
    /// rules.
    fn explain_fault(&mut self, link: &str, context: &Context) {
        let Ok(linked) = context.game_ui.read_link(link) else { return };
        let fault = linked.record.last_fault();
        self.explained = fault.map(|(seat, fault)| {
            let name = &linked.record.players()[seat.index()].name;
            // A link has no words of bots; a bot that crashed has ended with another status. One that
            // owes a second line may have printed the first.
            let is_silent = context.game_ui.next_line(seat).is_none()
                && matches!(fault.why, FaultReason::LateGreeting | FaultReason::ExitStatus(0))
                && fault.kind == FaultKind::NotStarted
                && fault.received.is_empty();
            let lacking = context.game_ui.lacking_line(seat, "").filter(|_| is_silent);
            let explained = lacking.map(|line| explain_silence(fault, line));
            let why = explained.as_ref().unwrap_or(fault);
            let cause = why.sentence_without_hint(name, linked.record.explain_reason());
            Explanation { link: link.to_owned(), cause }
        });
    }

    /// Fetches the editor's script.
    pub(super) fn load(&mut self, context: &mut Context) {
        context.push(Effect::LoadEditor(self.attempts));
        self.attempts += 1;
        // While it is being built, the notice about that stays.
        if self.script != EditorStatus::BeingBuilt {
            self.script = EditorStatus::Loading;
        }
    }

    /// The seat that the draft of this file takes when it is run: that of an earlier build, the one
    /// that it had where its link was made, or the first.
    pub(super) fn seat_of_draft(&self, name: &str, setup: &Setup, context: &Context) -> Seat {
        setup.lineup.seat_of_draft(name).or_else(|| self.seat_of_link(setup, context)).unwrap_or(Seat::new(0))
    }

    /// The seat of the line-up that the bot of a link had where the link was made.
    pub(super) fn seat_of_link(&self, setup: &Setup, context: &Context) -> Option<Seat> {
        let (game, seat) = self.shared_seat?;
        (game == context.game_ui.name() && seat.index() < setup.lineup.seats.len()).then_some(seat)
    }

    /// What to expect of a bot of the library, or where it is from, for people who choose among
    /// them.
    pub fn origin(&self, bot: &LibraryBot, context: &Context) -> &'static str {
        let is_it =
            |file: &str| self.from_links.iter().any(|(game, name)| game == context.game_ui.name() && name == file);
        match &bot.key {
            BotKey::Dropped(file, _) if is_it(file) => "from a link",
            _ => bot.about,
        }
    }

    /// The draft that was run, while it is being checked, if its game is shown.
    pub(super) fn draft_in_check(&self, context: &Context) -> Option<BotKey> {
        let in_check = self.in_check.as_ref().filter(|_| self.game == context.game_ui.name());
        in_check.map(|(key, _)| key.clone())
    }

    /// The match that is set up, for a link to the draft.
    fn shared_setup(&self, setup: &Setup, context: &Context) -> SharedSetup {
        let lineup = &setup.lineup;
        let draft = self.open.iter().find(|draft| draft.game == context.game_ui.name());
        let own = draft.and_then(|draft| lineup.seat_of_draft(&draft.name)).map(Seat::index);
        let seats = lineup.seats.iter().enumerate().map(|(index, choice)| match choice {
            SeatChoice::Bot(BotKey::Bundled(file)) => file.clone(),
            _ if own == Some(index) => OWN_SEAT.to_owned(),
            _ => String::new(),
        });
        SharedSetup { seed: lineup.seed.to_string(), seats: seats.collect() }
    }

    /// Seats the bots that a link names, as far as they are here, and leaves the draft its seat.
    /// Links of earlier versions do not distinguish it from the seats of persons and of other own
    /// bots: it takes the first of them.
    fn take_shared_setup(&mut self, shared: &SharedSetup, setup: &mut Setup, context: &Context) {
        let SharedSetup { seed, seats } = shared;
        let Ok(seed) = seed.parse() else { return };
        let (lineup, game_ui) = (&mut setup.lineup, context.game_ui);
        lineup.resize(game_ui, seats.len());
        let own = seats.iter().position(|file| file == OWN_SEAT).or_else(|| seats.iter().position(String::is_empty));
        self.shared_seat = own.map(|index| (game_ui.name(), Seat::new(index)));
        for (index, file) in seats.iter().enumerate() {
            let key = BotKey::Bundled(file.clone());
            if context.library.bot(&key).is_some() {
                lineup.choose(Seat::new(index), SeatChoice::Bot(key));
            }
        }
        lineup.reseed(game_ui, seed);
    }

    /// The result of the editor's last run. `None` before there is a result, and while another game
    /// is shown. A match that was opened is no result of a run, whoever plays in it.
    pub(super) fn run_result(&self, position: Position<'_>) -> Option<RunResult> {
        let Position { context, shown, plays, .. } = position;
        let Self { runs, bot, refusal, game, .. } = self;
        if *game != context.game_ui.name() {
            return None;
        }
        let result = |is_over: bool, words: String, stderr: String, is_late: bool| {
            let obstacle = refusal.clone().or_else(|| plays.series.run_obstacle.clone());
            let error = if is_over { ScriptError::find(&stderr) } else { None };
            Some(RunResult { run: *runs, bot: bot.clone(), is_over, words, stderr, error, obstacle, is_late })
        };
        if let Some(why) = refusal {
            return result(true, why.clone(), String::new(), false);
        }
        if self.has_started_run(position) && shown.shown_match.phase == ShownPhase::Opened {
            return result(true, "Showing another match.".to_owned(), String::new(), false);
        }
        let series = match &*self.stand_ins {
            "" => String::new(),
            names => format!(" You play this match; in its series {names} plays in your place."),
        };
        let seat = self.seat_of_run(position)?;
        match shown.shown_match.verdict(context.game_ui) {
            Some(verdict) => {
                let is_late =
                    shown.shown_match.deciding_fault().is_some_and(|(who, fault)| who == seat && fault.is_late());
                result(true, verdict + &series, shown.shown_match.last_words_of(seat), is_late)
            }
            None => result(false, format!("Playing …{series}"), String::new(), false),
        }
    }

    /// The seat of the bot that was run last, in the match that is shown. `None` while it starts,
    /// and if that match was opened.
    fn seat_of_run(&self, position: Position<'_>) -> Option<Seat> {
        let (name, shown) = (&*self.played_as, &position.shown.shown_match);
        if !self.has_started_run(position) || shown.phase == ShownPhase::Opened {
            return None;
        }
        shown.record.players().iter().position(|player| player.name == name).map(Seat::new)
    }

    /// Whether the match of the last run has been started in the game that is shown, and no match is
    /// about to be.
    fn has_started_run(&self, position: Position<'_>) -> bool {
        let is_here = self.game == position.context.game_ui.name();
        is_here && !self.played_as.is_empty() && !position.is_loading()
    }
}

impl Play for WriteState {
    // The draft that was run is played when its file has been checked.
    fn ready(&mut self, _: &mut PlayParts<'_>) {}

    fn failed(&mut self, failure: &BotFailure<'_>, _: &mut PlayParts<'_>) {
        if self.in_check.take_if(|(asked, _)| asked == failure.key).is_some() {
            self.refusal = Some(failure.reason.to_owned());
        }
    }
}

impl PageState {
    pub(super) fn handle_write_message(&mut self, message: WriteMessage) {
        match message {
            WriteMessage::Load => self.write.load(&mut self.context),
            WriteMessage::Loaded(fetched) => {
                self.write.script = match fetched {
                    FetchedEditor::Here => EditorStatus::Here,
                    FetchedEditor::Missing => EditorStatus::Missing,
                    FetchedEditor::BeingBuilt => EditorStatus::BeingBuilt,
                };
            }
            WriteMessage::Read(key) => {
                if self.write.open_source_of(&key, &self.bots.host, &self.context) {
                    self.show_panel(Panel::Write);
                }
            }
            WriteMessage::Editor(message, bytes) => self.handle_editor_message(message, bytes),
        }
    }

    fn handle_editor_message(&mut self, message: FromEditor, bytes: ModuleBytes) {
        let shown_game = self.context.game_ui.name();
        match message {
            FromEditor::Run { game, file, is_series } if game == shown_game => self.run_draft(file, is_series, bytes),
            FromEditor::SetUp { game, setup, settings } if game == shown_game => {
                self.with_plays(Plays::stop_demo);
                self.write.take_shared_setup(&setup, &mut self.setup, &self.context);
                if let Some(Ok(settings)) = settings.map(|settings| serde_json::from_str(&settings)) {
                    self.setup.lineup.set(self.context.game_ui, settings);
                }
            }
            FromEditor::Explain { game, link } if game == shown_game => self.write.explain_fault(&link, &self.context),
            FromEditor::Run { .. } | FromEditor::SetUp { .. } | FromEditor::Explain { .. } => {}
            FromEditor::Opponents { game, keys } => {
                self.write.opponents.retain(|(of, _)| *of != game);
                self.write.opponents.push((game, keys));
            }
            FromEditor::Draft { game, file: name, sha256, is_from_link } => {
                let draft = (game.clone(), name.clone());
                if is_from_link && !self.write.from_links.contains(&draft) {
                    self.write.from_links.push(draft);
                }
                self.write.open.retain(|draft| draft.game != game);
                self.write.open.push(OpenDraft { game, name, sha256 });
            }
            FromEditor::OpenLoss { seat } => self.write.lost_seat = Some(seat),
            FromEditor::Try { number, input, file } => {
                self.write.try_draft(number, input, &file, bytes, &mut self.context)
            }
            FromEditor::Check { number, path } => self.write.check_draft(number, path, bytes, &mut self.context),
            FromEditor::Report { game, key } => {
                let (key, request) = (key.to_string(), RunRequest::Report);
                self.context.tell_series(ToSeries::Run { game, key, request });
            }
        }
    }

    /// Makes a draft into a bot of the library, as if it had been dropped.
    fn run_draft(&mut self, name: String, is_series: bool, bytes: ModuleBytes) {
        let seat = self.write.seat_of_draft(&name, &self.setup, &self.context);
        let asked = self.take_file(&name, bytes, Some(seat)).map(|key| (key, is_series));
        self.write.refusal = self.context.notices.shown().filter(|_| asked.is_none()).map(|notice| notice.text.clone());
        (self.write.bot, self.write.in_check, self.plays.series.run_obstacle) = (name, asked, None);
        self.write.game = self.context.game_ui.name();
        self.write.played_as.clear();
        (self.write.stand_ins, self.write.lost_seat) = Default::default();
        self.write.runs += 1;
    }

    /// Plays the checked bot, if it is the draft that was run. Other players keep their seats,
    /// unless they are not here.
    pub(super) fn play_draft(&mut self, checked: &CheckedBot) {
        let is_it = self.write.draft_in_check(&self.context).is_some_and(|key| key == checked.asked);
        let Some((_, is_series)) = self.write.in_check.take_if(|_| is_it) else { return };
        let bot = self.context.library.bot(&checked.key);
        self.write.build = bot.map(|bot| self.context.library.label(bot)).unwrap_or_default();
        self.write.played_as = bot.filter(|_| !is_series).map(|bot| bot.name.clone()).unwrap_or_default();
        self.setup.lineup.replace_absent(self.context.game_ui);
        if is_series {
            // The notice says that the bot plays in the next match.
            self.context.notices.update(NoticeMessage::Dismiss);
            return self.handle_series_message(SeriesMessage::Play);
        }
        // On a phone the results are below the text, and the board above it: an author who runs a
        // bot stays at its results.
        let Parts { write, plays, mut page, .. } = self.parts();
        plays.play_lineup(&mut page);
        plays.series.run(&checked.key, write, &mut page);
    }

    /// What the editor of the game that is shown reads.
    pub fn to_editor(&self) -> ToEditor {
        let game = self.context.game_ui.name();
        let (write, series, position) = (&self.write, &self.plays.series, self.position());
        let source = write.source.as_ref().filter(|(of, _)| of == game);
        ToEditor {
            game: game.to_owned(),
            setup: write.shared_setup(&self.setup, &self.context),
            plan: series.run_plan(&self.setup, write, &self.context),
            opponents: list_opponents(&self.context.library),
            source: source.map(|(_, source)| source.clone()),
            result: write.run_result(position),
            played: write.played_match(position),
            waits: series.run_waits(&self.context),
            checked: write.draft_check(),
            tried: write.draft_trial(),
            explained: write.explained.clone(),
        }
    }
}

/// The bots that come with the page, from which the editor lets the visitor choose opponents.
fn list_opponents(library: &BotLibrary) -> Vec<Opponent> {
    let bundled = library.bots().iter().filter(|bot| !bot.is_host_bot() && !bot.is_dropped());
    bundled.map(|bot| Opponent { key: bot.key.to_string(), name: library.label(bot) }).collect()
}
