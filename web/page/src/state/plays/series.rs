//! The page's part of series: who is to take part, and the panel that the program has drawn.

use std::rc::Rc;

use botyard_engine::replay::MatchClock;
use botyard_engine::tournament::Format;
use botyard_web_protocol::BotKey;
use botyard_web_protocol::series::{DraftRun, FieldBot, ToSeries};
use serde_json::Value;

use super::{BotFailure, Play, PlayParts};
use crate::bot_library::{BotLibrary, LibraryBot};
use crate::excerpt::quoted;
use crate::lineup::{Lineup, SeatChoice};
use crate::message::{Effect, Panel};
use crate::state::{Context, Setup, WriteState, match_spec};
use crate::task::Task;

/// How many games a series can have.
pub const SERIES_GAMES: [u64; 6] = [10, 20, 100, 500, 2000, 10_000];

/// How many games a series has by default.
const USUAL_GAMES: u64 = 100;

/// The series.
pub struct SeriesState {
    /// How many games the next one has, and a draft that is run plays against each opponent.
    pub games: u64,
    /// The last panel that the program of series has drawn.
    pub view: Option<Rc<Value>>,
    /// The series that starts as soon as its bots are loaded.
    pending: Option<PendingSeries>,
    /// The game in which it is played.
    pending_game: &'static str,
    /// The game that was shown last.
    last_game: &'static str,
    /// The bots that were last sent to its program.
    told_bots: Vec<FieldBot>,
    /// Why no series is played of the draft that was run last.
    pub(crate) run_obstacle: Option<String>,
}

/// A series that waits for its bots, which have the seats of the line-up.
#[derive(Clone)]
struct PendingSeries {
    lineup: Lineup,
    /// The format of the pairings.
    format: Format,
    games: u64,
    /// The draft that was run, if it is played for that: it has the first seat.
    run: Option<DraftRun>,
}

impl PendingSeries {
    /// The series of the draft of this key that was run, which has the first seat.
    fn for_run(lineup: Lineup, format: Format, games: u64, key: &BotKey) -> Self {
        let builds = lineup.seats.iter().map(|choice| match (choice, key) {
            (SeatChoice::Bot(BotKey::Dropped(file, build)), BotKey::Dropped(own, _)) if file == own => Some(*build),
            _ => None,
        });
        let run = Some(DraftRun { key: key.to_string(), builds: builds.collect() });
        Self { lineup, format, games, run }
    }

    /// Why it cannot be played: a sentence.
    fn obstacle(&self, context: &Context) -> Option<String> {
        let Self { lineup, format, .. } = self;
        let is_host_bot = |choice: &&SeatChoice| match choice {
            SeatChoice::Bot(key) => context.library.host_bot(key).is_some(),
            _ => false,
        };
        if let Some((seat, name)) = lineup.absent() {
            let (name, side) = (quoted(name), context.game_ui.seat_style(seat).name);
            return Some(format!("{name} isn't loaded. Drop its file, or choose another bot for {side}."));
        }
        if let Some(draft) = &lineup.draft {
            return Some(format!("Cannot play: {}.", draft.problem));
        }
        if lineup.seats.contains(&SeatChoice::Person) {
            return Some("A series is played by bots only: choose a bot for each player.".to_owned());
        }
        if lineup.seats.len() < 2 {
            return Some("A series compares bots: add another player.".to_owned());
        }
        if lineup.seats.iter().any(|choice| is_host_bot(&choice)) {
            return Some(
                "A series in the page is played by its own bots. For programs there is `botyard series`.".to_owned(),
            );
        }
        let is_for_others = || context.game_ui.seats_of(&lineup.settings).is_some_and(|seats| seats != 2);
        if *format != Format::Series && is_for_others() {
            return Some(
                "In this format two bots play each game, but the settings are for another number of players: choose others.".to_owned(),
            );
        }
        (lineup.terms.clock == MatchClock::Wall).then(|| {
            "A series is played on counted time, so that no bot loses time to another game: choose a CPU speed under Settings."
                .to_owned()
        })
    }
}

/// The series of a draft that is run.
struct RunSeries {
    series: PendingSeries,
    /// The names of the bots that play in the place of persons.
    stand_ins: Vec<String>,
}

impl Default for SeriesState {
    fn default() -> Self {
        let (pending_game, last_game) = ("", "");
        let (view, pending, told_bots, run_obstacle) = Default::default();
        Self { games: USUAL_GAMES, view, pending, pending_game, last_game, told_bots, run_obstacle }
    }
}

impl SeriesState {
    /// Sends its program the bots that can take part in a tournament, while its panel is shown.
    pub(crate) fn tell_bots(&mut self, task: Task, context: &mut Context) {
        if task != Task::Measure {
            return;
        }
        let bots = field_bots(&context.library);
        if self.told_bots != bots {
            self.told_bots.clone_from(&bots);
            context.tell_series(ToSeries::Bots(bots));
        }
    }

    /// Plays a series as soon as its bots are loaded.
    fn begin(&mut self, series: PendingSeries, page: &mut PlayParts<'_>) {
        let obstacle = series.obstacle(page.context);
        if series.run.is_some() {
            // The editor shows it beside the result of the match.
            self.run_obstacle.clone_from(&obstacle);
        } else if let Some(why) = &obstacle {
            page.context.show_error(why.clone());
        } else {
            page.visit.show(Panel::Series);
        }
        if obstacle.is_none() {
            page.context.request_bots(&series.lineup);
            (self.pending, self.pending_game) = (Some(series), page.context.game_ui.name());
            self.ready(page);
        }
    }

    /// Plays a series of the line-up.
    pub(super) fn play_lineup(&mut self, page: &mut PlayParts<'_>) {
        let (lineup, games) = (page.setup.lineup.clone(), self.games);
        self.begin(PendingSeries { lineup, format: Format::Series, games, run: None }, page);
    }

    /// Plays a tournament between these bots, as its program requests it.
    pub(super) fn play_field(&mut self, format: Format, bots: &[String], games: Option<u64>, page: &mut PlayParts<'_>) {
        let mut lineup = page.setup.lineup.clone();
        if format == Format::Series {
            // All of them play each game, and the settings may be for another number of players.
            lineup.resize(page.context.game_ui, bots.len());
        }
        lineup.seats = bots.iter().map(|key| SeatChoice::Bot(BotKey::from(&**key))).collect();
        let games = games.unwrap_or(self.games);
        self.begin(PendingSeries { lineup, format, games, run: None }, page);
    }

    /// Requests again the bots that a draft's run and its series wait for, when their game is shown
    /// again: fetches and checks under way were dropped when the visitor left it.
    pub(crate) fn resume_run(&mut self, write: &WriteState, page: &mut PlayParts<'_>) {
        let game = page.context.game_ui.name();
        let before = std::mem::replace(&mut self.last_game, game);
        // No draft has been run before the first game is shown, which must not need deferred code.
        if before == game || before.is_empty() {
            return;
        }
        if let Some(key) = write.draft_in_check(page.context) {
            page.context.request_bot(&key);
        }
        if self.pending_game == game
            && let Some(series) = self.pending.take()
        {
            page.context.request_bots(&series.lineup);
            self.pending = Some(series);
            self.ready(page);
        }
    }

    /// The bots that the series of a draft that was run still waits for, as text; `None` if it
    /// waits for none.
    pub(crate) fn run_waits(&self, context: &Context) -> Option<String> {
        let series = self.pending.as_ref().filter(|series| series.run.is_some())?;
        let seats = series.lineup.seats.iter();
        let bots =
            seats.filter(|choice| matches!(choice, SeatChoice::Bot(key) if context.library.ready(key).is_none()));
        let names: Vec<_> = bots.map(|choice| match_spec::player_info(choice, &context.library).name).collect();
        (self.pending_game == context.game_ui.name()).then(|| list_names(&names))
    }

    /// Plays a series of a draft that was run: against each of the others in the line-up, each
    /// opponent that was chosen beside *Run*, and its build before this one.
    pub(crate) fn run(&mut self, key: &BotKey, write: &mut WriteState, page: &mut PlayParts<'_>) {
        let RunSeries { series, stand_ins } = self.series_of_run(page.setup.lineup.clone(), key, write, page.context);
        write.stand_ins = stand_ins.join(" and ");
        self.begin(series, page);
    }

    /// The series that the build of this key plays when it is run in this line-up, in which it has
    /// a seat. Where the settings cannot be for two, all of the line-up play together.
    fn series_of_run(&self, mut lineup: Lineup, key: &BotKey, write: &WriteState, context: &Context) -> RunSeries {
        // A person plays one match, and no series.
        let stand_ins = lineup.replace_persons(context.game_ui);
        let stand_ins = stand_ins.iter().map(|choice| match_spec::player_info(choice, &context.library).name).collect();
        let own = lineup.seats.iter().position(|choice| *choice == SeatChoice::Bot(key.clone()));
        lineup.seats.rotate_left(own.unwrap_or_default());
        let games = self.games;
        let mut pairs = lineup.clone();
        pairs.resize(context.game_ui, 2);
        let is_for_two = pairs.draft.is_none() && pairs.settings.is_null() == lineup.settings.is_null();
        if !is_for_two && lineup.draft.is_none() {
            return RunSeries { series: PendingSeries::for_run(lineup, Format::Series, games, key), stand_ins };
        }
        let chosen = write.opponents(context.game_ui.name()).iter();
        let chosen = chosen.filter(|key| context.library.bot(key).is_some()).cloned();
        let further = chosen.chain(context.library.build_before(key)).map(SeatChoice::Bot);
        pairs.seats = Vec::new();
        for choice in lineup.seats.into_iter().chain(further) {
            if !pairs.seats.contains(&choice) {
                pairs.seats.push(choice);
            }
        }
        RunSeries { series: PendingSeries::for_run(pairs, Format::Gauntlet, games, key), stand_ins }
    }

    /// The match that Run would play with the open draft, in a sentence; `None` if no draft is
    /// open, or no match can be played.
    pub(crate) fn run_plan(&self, setup: &Setup, write: &WriteState, context: &Context) -> Option<String> {
        let draft = write.open.iter().find(|draft| draft.game == context.game_ui.name())?;
        let key = context.library.build_of(&draft.name, &draft.sha256);
        let mut lineup = setup.lineup.clone();
        lineup.choose(write.seat_of_draft(&draft.name, setup, context), SeatChoice::Bot(key.clone()));
        lineup.replace_absent(context.game_ui);
        let RunSeries { series, .. } = self.series_of_run(lineup, &key, write, context);
        if series.obstacle(context).is_some() {
            return Some("Run plays a match, and no series.".to_owned());
        }
        let name = |choice: &SeatChoice| match choice {
            SeatChoice::Bot(BotKey::Dropped(name, build)) if *name == draft.name => format!("your build {build}"),
            choice => match_spec::player_info(choice, &context.library).name,
        };
        let names: Vec<_> = series.lineup.seats.iter().skip(1).map(name).collect();
        let (games, others) = (series.games, list_names(&names));
        Some(match series.format {
            Format::Gauntlet if names.len() > 1 => {
                format!("Run plays a match, and {games} games each against {others}.")
            }
            Format::Gauntlet => format!("Run plays a match, and {games} games against {others}."),
            _ => format!("Run plays a match, and {games} games with {others}: the settings are not for two players."),
        })
    }
}

impl Play for SeriesState {
    fn ready(&mut self, page: &mut PlayParts<'_>) {
        // Bots of another game may have the same keys.
        let is_here = self.pending_game == page.context.game_ui.name();
        let Some(series) = self.pending.take_if(|_| is_here) else { return };
        let PendingSeries { lineup, format, games, run } = &series;
        let bots = lineup.seats.iter().map(|choice| match choice {
            SeatChoice::Bot(key) => Some(page.context.library.ready(key)?.0.clone()),
            SeatChoice::Person | SeatChoice::Absent(_) => None,
        });
        let Some(bots) = bots.collect() else {
            self.pending = Some(series);
            return;
        };
        let mut match_spec = match_spec::match_spec(page.context.game_ui, lineup, &page.context.library);
        if run.is_none() {
            // The names that the seats and the panel's form use. The editor numbers builds itself.
            for (player, choice) in match_spec.players.iter_mut().zip(&lineup.seats) {
                if let SeatChoice::Bot(key) = choice
                    && let Some(bot) = page.context.library.bot(key)
                {
                    player.name = page.context.library.label(bot);
                }
            }
        }
        // Settings that the seed alone would draw are drawn for each game from its own.
        let mut opened = match_spec.clone();
        let all = opened.players.len();
        opened.players.truncate(format.seats(all));
        if page.context.game_ui.open(&opened).is_ok_and(|record| record.settings().is_null()) {
            match_spec.settings = Value::Null;
        }
        let (format, games, run) = (*format, *games, run.clone());
        page.context.push(Effect::Series(ToSeries::Play { match_spec, format, games, run }, bots));
    }

    /// The draft that was run plays the others.
    fn failed(&mut self, failure: &BotFailure<'_>, page: &mut PlayParts<'_>) {
        let is_here = self.pending_game == page.context.game_ui.name();
        let Some(mut series) = self.pending.take_if(|series| is_here && series.run.is_some()) else { return };
        series.lineup.seats.retain(|choice| *choice != SeatChoice::Bot(failure.key.clone()));
        self.begin(series, page);
    }
}

/// The bots that the page has itself. A file that is being checked is not one yet.
pub(super) fn field_bots(library: &BotLibrary) -> Vec<FieldBot> {
    let is_here = |bot: &&LibraryBot| !bot.is_host_bot() && (!bot.is_dropped() || bot.sha256.is_some());
    library.bots().iter().filter(is_here).map(|bot| field_bot(bot, library)).collect()
}

/// A bot as the programs of series and of cases know it.
pub(super) fn field_bot(bot: &LibraryBot, library: &BotLibrary) -> FieldBot {
    FieldBot {
        key: bot.key.to_string(),
        name: library.label(bot),
        is_own: bot.is_dropped(),
        is_script: bot.key.is_script(),
        has_failed: bot.games.has_failed(),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list_names(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}
