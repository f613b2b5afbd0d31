//! The ladder of each game: which of the visitor's bots climbs it, and how far its attempt at a rung
//! is. What a build has beaten is kept with the build (`LibraryBot::beaten`). The program of series
//! plays the games, and decides by the engine's rule.

use botyard_web_games::{Rung, find_game_ui};
use botyard_web_protocol::series::{PanelPress, ToSeries};
use botyard_web_protocol::{AttemptState, BeatenRung, BotKey, RungReport};

use super::plays::{BotFailure, Play, PlayParts};
use super::{Context, PageState, Setup, Visit, WriteState, match_spec};
use crate::bot_library::{BotLibrary, LibraryBot};
use crate::excerpt::quoted;
use crate::lineup::{Lineup, SeatChoice};
use crate::message::{Effect, LadderMessage};

/// The seed of all attempts: the same build has the same result again.
const SEED: u64 = 1;

/// The ladder.
#[derive(Default)]
pub struct LadderState {
    /// The files of the bots that the visitor has chosen to climb, each with its game.
    chosen: Vec<(&'static str, String)>,
    /// The attempt that starts as soon as its bots are loaded.
    pending: Option<PendingAttempt>,
    /// The last attempt, as far as it is known.
    attempt: Option<RungReport>,
}

/// An attempt that waits for its bots.
struct PendingAttempt {
    game: &'static str,
    rung: &'static str,
    /// The build and the rung's bot, on usual settings and terms.
    lineup: Lineup,
}

/// The ladder of the game that is shown, for the visitor's bot.
#[derive(Debug, Clone, PartialEq)]
pub struct LadderView {
    /// The files of the visitor's bots.
    pub bots: Vec<String>,
    /// The bot that climbs; `None` if the visitor has none.
    pub climber: Option<Climber>,
    /// The rungs from the weakest to the strongest.
    pub rungs: Vec<RungView>,
}

/// The visitor's bot that climbs a ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct Climber {
    /// Its file.
    pub file: String,
    /// The build that plays, as people read it.
    pub build: String,
    /// Whether the open draft of this file has changed since its last build.
    pub is_behind_draft: bool,
}

/// A rung for the bot that climbs.
#[derive(Debug, Clone, PartialEq)]
pub struct RungView {
    /// The rung.
    pub rung: &'static Rung,
    /// The result of the newest build of the bot that has beaten it, and that build's name.
    pub beaten: Option<(BeatenRung, String)>,
    /// The attempt at it of the build that plays, if that was the last attempt.
    pub attempt: Option<AttemptView>,
}

/// An attempt.
#[derive(Debug, Clone, PartialEq)]
pub enum AttemptView {
    /// It waits for its bots.
    Loading,
    /// Its games are played, or have been.
    Begun(RungReport),
}

impl LadderView {
    /// How many rungs are beaten.
    pub fn beaten(&self) -> usize {
        self.rungs.iter().filter(|rung| rung.beaten.is_some()).count()
    }

    /// The place of the next rung: the lowest that is not beaten.
    pub fn next(&self) -> Option<usize> {
        self.rungs.iter().position(|rung| rung.beaten.is_none())
    }
}

impl LadderState {
    fn update(&mut self, message: LadderMessage, write: &WriteState, page: &mut PlayParts<'_>) {
        match message {
            LadderMessage::Choose(file) => {
                let game = page.context.game_ui.name();
                self.chosen.retain(|(of, _)| *of != game);
                self.chosen.push((game, file));
            }
            LadderMessage::Play(place) => self.try_rung(place, write, page),
            LadderMessage::Stop => {
                let press = PanelPress { name: "stop".to_owned(), value: String::new() };
                page.context.tell_series(ToSeries::Press(press));
            }
        }
    }

    /// Has the bot that climbs try to beat the rung at this place.
    fn try_rung(&mut self, place: usize, write: &WriteState, page: &mut PlayParts<'_>) {
        let game_ui = page.context.game_ui;
        let Some(key) = self.build_that_plays(write, page.setup, page.context) else { return };
        let Some(rung) = game_ui.ladder().get(place) else { return };
        let Some(opponent) = rung.opponent(game_ui.bots()) else { return };
        let seats = [key, BotKey::Bundled(opponent.file.to_owned())].map(SeatChoice::Bot).to_vec();
        let lineup = Lineup { seats, ..Lineup::of_bots(game_ui, SEED) };
        page.context.notices.dismiss_error();
        page.context.request_bots(&lineup);
        self.attempt = None;
        self.pending = Some(PendingAttempt { game: game_ui.name(), rung: rung.bot, lineup });
        self.ready(page);
    }

    /// The file of the bot that climbs: the chosen one; else that of the open draft, or one of the
    /// line-up; else the newest.
    fn file_of_climber(&self, write: &WriteState, setup: &Setup, context: &Context) -> Option<String> {
        let (game, files) = (context.game_ui.name(), own_files(&context.library));
        let chosen = self.chosen.iter().filter(|(of, _)| *of == game).map(|(_, file)| &**file);
        let draft = write.open.iter().filter(|draft| draft.game == game).map(|draft| &*draft.name);
        let seats = setup.lineup.seats.iter().filter_map(|choice| match choice {
            SeatChoice::Bot(key) => key.dropped_file(),
            SeatChoice::Person | SeatChoice::Absent(_) => None,
        });
        let mut wanted = chosen.chain(draft).chain(seats);
        wanted.find(|file| files.contains(file)).or(files.last().copied()).map(str::to_owned)
    }

    /// The build that plays for the bot that climbs: that of the open draft's text, or the newest.
    fn build_that_plays(&self, write: &WriteState, setup: &Setup, context: &Context) -> Option<BotKey> {
        let file = self.file_of_climber(write, setup, context)?;
        let draft = draft_of(&file, write, context);
        let of_draft = builds(&context.library, &file).find(|bot| bot.sha256.as_deref() == draft);
        of_draft.or_else(|| builds(&context.library, &file).last()).map(|bot| bot.key.clone())
    }

    /// Forgets an attempt that waits for bots of a game which is not shown any more: they are not
    /// fetched.
    pub(super) fn drop_left(&mut self, context: &Context) {
        self.pending.take_if(|pending| pending.game != context.game_ui.name());
    }

    /// Takes in a report of the program of series, and keeps with the build what it has beaten.
    pub(super) fn take_report(&mut self, report: RungReport, visit: &mut Visit, context: &mut Context) {
        if report.state == AttemptState::Beaten {
            let RungReport { game, rung, sha256, games, half_points, .. } = &report;
            let beaten = BeatenRung { rung: rung.clone(), games: *games, half_points: *half_points };
            let shown = (context.game_ui.name(), &mut context.library);
            // An attempt goes on while another game is shown.
            let library =
                std::iter::once(shown).chain(visit.aside.libraries_mut()).find(|(of, _)| *of == game.as_str());
            let noted = library.and_then(|(of, library)| {
                let key = library.note_beaten(sha256, &beaten)?;
                let name = library.bot(&key).map(|bot| library.label(bot));
                Some((of, key, name.unwrap_or_default()))
            });
            if let Some((of, key, name)) = noted {
                context.show_notice(format!("{} has beaten {rung}.", quoted(&name)));
                context.push(Effect::KeepBeaten(of, key, sha256.clone(), beaten));
            }
        }
        self.attempt = Some(report);
    }

    /// The program of series has failed, and no report will come.
    pub(super) fn note_error(&mut self) {
        if let Some(attempt) = self.attempt.as_mut().filter(|attempt| attempt.state == AttemptState::Playing) {
            attempt.state = AttemptState::Stopped;
        }
    }

    fn view(&self, write: &WriteState, setup: &Setup, context: &Context) -> LadderView {
        let library = &context.library;
        let file = self.file_of_climber(write, setup, context);
        let build = self.build_that_plays(write, setup, context).and_then(|key| library.bot(&key));
        let rung_view = |rung: &'static Rung| RungView {
            rung,
            beaten: file.as_deref().and_then(|file| beaten_by(library, file, rung)),
            attempt: self.attempt_at(rung, build, context),
        };
        let rungs = context.game_ui.ladder().iter().map(rung_view).collect();
        let climber = file.zip(build).map(|(file, build)| {
            let draft = draft_of(&file, write, context);
            let is_behind_draft = draft.is_some_and(|draft| build.sha256.as_deref() != Some(draft));
            Climber { file, build: library.label(build), is_behind_draft }
        });
        LadderView { bots: own_files(library).into_iter().map(str::to_owned).collect(), climber, rungs }
    }

    /// The attempt of this build at a rung, if that was the last one.
    fn attempt_at(&self, rung: &Rung, build: Option<&LibraryBot>, context: &Context) -> Option<AttemptView> {
        let game = context.game_ui.name();
        if self.pending.as_ref().is_some_and(|pending| pending.game == game && pending.rung == rung.bot) {
            return Some(AttemptView::Loading);
        }
        let sha256 = build?.sha256.as_deref()?;
        let is_it = |report: &&RungReport| report.game == game && report.rung == rung.bot && report.sha256 == sha256;
        self.attempt.as_ref().filter(is_it).cloned().map(AttemptView::Begun)
    }
}

impl Play for LadderState {
    fn ready(&mut self, page: &mut PlayParts<'_>) {
        let Some(PendingAttempt { game, rung, lineup }) = self.pending.take() else { return };
        let library = &page.context.library;
        let bots = lineup.seats.iter().map(|choice| match choice {
            SeatChoice::Bot(key) => Some(library.ready(key)?.0.clone()),
            SeatChoice::Person | SeatChoice::Absent(_) => None,
        });
        let Some(bots) = bots.collect() else {
            self.pending = Some(PendingAttempt { game, rung, lineup });
            return;
        };
        let match_spec = match_spec::match_spec(page.context.game_ui, &lineup, library);
        let (game, rung) = (game.to_owned(), rung.to_owned());
        let sha256 = match_spec.players[0].sha256.clone().unwrap_or_default();
        let state = AttemptState::Playing;
        self.attempt = Some(RungReport { game, rung: rung.clone(), sha256, games: 0, half_points: 0, state });
        page.context.push(Effect::Series(ToSeries::TryRung { match_spec, rung }, bots));
    }

    fn failed(&mut self, failure: &BotFailure<'_>, _: &mut PlayParts<'_>) {
        self.pending.take_if(|pending| pending.lineup.seats.contains(&SeatChoice::Bot(failure.key.clone())));
    }
}

impl PageState {
    pub(super) fn handle_ladder_message(&mut self, message: LadderMessage) {
        let Self { context, setup, shown, ladder, write, visit, .. } = self;
        ladder.update(message, write, &mut PlayParts { context, setup, shown, visit });
    }

    /// The ladder of the game that is shown.
    pub fn ladder_view(&self) -> LadderView {
        self.ladder.view(&self.write, &self.setup, &self.context)
    }

    /// The visitor's bot that has beaten the most rungs of a game's ladder: its file, and how many of
    /// how many. `None` if none has beaten any.
    pub fn best_climber(&self, game: &str) -> Option<(String, usize, usize)> {
        let library = self.library_of(game)?;
        let ladder = find_game_ui(game)?.ladder();
        let beaten = |file: &str| ladder.iter().filter(|rung| beaten_by(library, file, rung).is_some()).count();
        let climbers = own_files(library).into_iter().map(|file| (beaten(file), file));
        let (beaten, file) = climbers.max_by_key(|(beaten, _)| *beaten).filter(|(beaten, _)| *beaten > 0)?;
        Some((file.to_owned(), beaten, ladder.len()))
    }

    /// Whether any bot of a game has beaten a rung.
    pub fn has_beaten(&self, game: &str) -> bool {
        self.library_of(game).is_some_and(|library| library.bots().iter().any(|bot| !bot.beaten.is_empty()))
    }

    /// The bots of a game, if they are here.
    fn library_of(&self, game: &str) -> Option<&BotLibrary> {
        if game == self.context.game_ui.name() {
            return Some(&self.context.library);
        }
        let (_, (library, _)) = self.visit.aside.lineups().iter().find(|(of, _)| *of == game)?;
        Some(library)
    }
}

/// The files of the visitor's bots that can be played, each once.
fn own_files(library: &BotLibrary) -> Vec<&str> {
    let mut files: Vec<&str> = Vec::new();
    for bot in library.bots().iter().filter(|bot| bot.sha256.is_some()) {
        if let Some(file) = bot.key.dropped_file().filter(|file| !files.contains(file)) {
            files.push(file);
        }
    }
    files
}

/// The builds of a file that can be played, the newest last.
fn builds<'a>(library: &'a BotLibrary, file: &'a str) -> impl Iterator<Item = &'a LibraryBot> {
    let number = |bot: &&LibraryBot| match &bot.key {
        BotKey::Dropped(of, number) if of == file => Some(*number),
        _ => None,
    };
    let is_playable = |bot: &&LibraryBot| bot.sha256.is_some() && number(bot).is_some();
    let mut builds: Vec<_> = library.bots().iter().filter(is_playable).collect();
    builds.sort_by_key(number);
    builds.into_iter()
}

/// The result of the newest build of this file that has beaten a rung, and that build's name.
fn beaten_by(library: &BotLibrary, file: &str, rung: &Rung) -> Option<(BeatenRung, String)> {
    builds(library, file).filter_map(|bot| Some((bot.beaten_rung(rung.bot)?.clone(), library.label(bot)))).last()
}

/// The SHA-256 of the open draft, if it has this file's name, and the browser has computed it.
fn draft_of<'a>(file: &str, write: &'a WriteState, context: &Context) -> Option<&'a str> {
    let is_it = |draft: &&super::write::OpenDraft| draft.game == context.game_ui.name() && draft.name == file;
    write.open.iter().find(is_it).map(|draft| &*draft.sha256).filter(|sha256| !sha256.is_empty())
}
