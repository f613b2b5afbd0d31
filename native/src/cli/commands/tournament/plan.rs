//! The plan of a tournament: what is played, by whom, under which terms, where its games are stored,
//! and what is reported. It is made before the store: a [`TournamentRequest`] becomes a [`Plan`] if
//! its options, bots, files and format fit together, and [`run`](super::run) cannot fail for a
//! reason that was known then. Knows no store's content.

use std::path::Path;
use std::time::Duration;

use botyard_engine::anymatch;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchTerms, Waiting};
use botyard_engine::tournament::drawn_rounds::DrawnRounds;
use botyard_engine::tournament::statistics::{Anchor, Sprt};
use botyard_engine::tournament::{Amendments, Format, JournalEntry, PAIR, PlacePoints, Schedule, Scoring, Tournament};
use botyard_host::HostedMatch;
use botyard_sandbox::prices::PRICES_VERSION;

use super::capable_games;
use super::description::TournamentDescription;
use super::field_options::FieldOptions;
use super::field_report::FieldReport;
#[cfg(feature = "fleet")]
use super::fleet_plan::FleetPlan;
use super::game_lines::GameLines;
use super::game_logs::GameLogs;
use super::game_traits::GameTraits;
use super::match_starts::MatchStarts;
use super::report_folder::ReportFolder;
use super::run_args::RunArgs;
use super::stored_games::StoredTournament;
use super::tournament_bots::TournamentBots;
use crate::cli::args::match_args;
use crate::cli::args::sprt_args;
use crate::cli::command_error::CommandError;
use crate::cli::games;
use crate::cli::output::field::FieldFormat;
use crate::cli::output::output_file;

/// What a command line asks for.
pub struct TournamentRequest<'a> {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The bots, as the command line names them.
    pub players: &'a [String],
    /// Who meets whom.
    pub format: Format,
    /// How many play together, and what their places are worth.
    pub fields: FieldOptions,
    /// All other options.
    pub args: &'a RunArgs,
    /// How matches start.
    pub starts: &'a MatchStarts<'a>,
}

/// A tournament that can be played.
pub struct Plan<'a> {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The bots.
    pub bots: TournamentBots,
    /// How matches start.
    pub starts: &'a MatchStarts<'a>,
    /// Who meets whom, how often, and with which seeds.
    pub schedule: Schedule,
    /// The test that ends a series early.
    pub stopping_rule: Option<Sprt>,
    /// The terms of the bots. Those of seats are the bots' own, in the order of bots.
    pub terms: MatchTerms,
    /// The time limit for an answer under these terms, of bots without one of their own.
    pub limit: Duration,
    /// All that the results depend on, as a store has it.
    pub description: TournamentDescription,
    /// Where the games are stored.
    pub storage: Storage<'a>,
    /// The file of lines, if there is one.
    pub lines: Option<GameLines>,
    /// The folder of logs, if there is one.
    pub logs: Option<GameLogs>,
    /// The folder of the report, if there is one.
    pub folder: Option<ReportFolder>,
    /// Whether a bot that fails again and again in the same way is played on.
    pub keeps_going: bool,
    /// How many games to play at once, if that is given.
    pub concurrency: Option<u16>,
    /// After which time no more games are begun, if that is given.
    pub stop_after: Option<Duration>,
    /// The fleet that plays, if it is not this computer.
    #[cfg(feature = "fleet")]
    pub fleet: Option<FleetPlan>,
    /// What is reported.
    pub report: ReportOptions<'a>,
    /// The points of places, if they rank the bots.
    pub place_points: Option<PlacePoints>,
    /// How many rounds had begun when each late bot came.
    pub late: Vec<u64>,
}

/// Where the games of a tournament are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage<'a> {
    /// In a file that is removed when all games are played.
    Temporary,
    /// In a new file.
    New(&'a Path),
    /// In a file that may have games.
    Resumed {
        /// The file.
        path: &'a Path,
        /// The seed that it must have, if one is given.
        seed: Option<u64>,
        /// Whether games count that were played with other versions of the bots' files.
        allow_changed: bool,
    },
}

/// What is reported of a tournament.
#[derive(Debug, Clone, Copy)]
pub struct ReportOptions<'a> {
    /// How it is printed.
    pub format: FieldFormat,
    /// How games become points.
    pub scoring: Scoring,
    /// The fixed point of the ratings.
    pub anchor: Anchor,
    /// The URL of the page, if links lead there.
    pub page: Option<&'a str>,
    /// Whether progress and notes are left out.
    pub is_quiet: bool,
    /// Whether the command fails unless the sequential test accepts H1.
    pub expects_h1: bool,
    /// How many games were asked for: of the series, or of each pairing. `None` if the tournament goes
    /// on until it is stopped.
    pub games_asked: Option<u64>,
}

impl<'a> TournamentRequest<'a> {
    /// Checks all options, bots and files, in the order in which a user would correct them.
    ///
    /// # Errors
    /// Why the tournament cannot be played.
    pub fn check(self) -> Result<Plan<'a>, CommandError> {
        let Self { game, players, format, ref fields, args, starts } = self;
        args.check()?;
        let seed = match_args::seed(args.terms.seed);
        // Before any bot is loaded: a tournament may have too few of them.
        let stored = match self.storage() {
            Storage::Resumed { path, .. } => StoredTournament::find(path),
            Storage::Temporary | Storage::New(_) => None,
        };
        let late = stored.as_ref().map_or_else(Vec::new, |stored| stored.late(players.len()));
        let schedule = fields.schedule(format, players.len(), args, seed)?.with_late(&late);
        let schedule = schedule.map_err(|why| CommandError::Usage(why.to_string()))?;
        let seats = schedule.seats();
        #[cfg(feature = "fleet")]
        args.fleet.log.start()?;
        let stored_players = stored.as_ref().map_or(&[][..], |stored| &stored.description.players);
        let bots = TournamentBots::load(game, players, args.is_played_elsewhere(), stored_players)?;
        let stopping_rule = self.stopping_rule()?;
        self.check_scoring()?;
        // The store would be useless if no worker could play.
        #[cfg(feature = "fleet")]
        let fleet =
            args.fleet.address().map(|address| FleetPlan::check(&bots, address, args.fleet.audit())).transpose()?;
        let anchor = FieldReport::parse_anchor(args.anchor.as_deref(), bots.names())?;
        if let (Some(store), Some(lines)) = (&args.store, &args.jsonl)
            && output_file::are_same(store, lines)
        {
            return Err(CommandError::Usage("--store and --jsonl name the same file".to_owned()));
        }
        let terms = args.terms.terms().with_own_turns(bots.own_limits().iter().copied());
        let limits = self.check_playable(&bots, &terms, seed, seats)?;
        let limit = limits.turn;
        let description = TournamentDescription {
            game: game.to_owned(),
            format,
            seats: fields.seats(),
            players: bots.descriptions(),
            seed,
            terms: terms.clone(),
            positions: starts.description(),
            settings: starts.settings(seats, 0, 0)?,
            starts: args.scoring.starts(),
            knockout_rounds: schedule.drawn_rounds().map(|_| schedule.rounds()),
            drawn_rounds: schedule.drawn_rounds().and_then(DrawnRounds::round_count),
            prices: if bots.has_modules() { vec![PRICES_VERSION] } else { Vec::new() },
            waiting: if bots.has_programs() { limits.waiting } else { Waiting::Pondering },
            stopped_by: None,
        };
        let logs = args.log.as_deref().map(|folder| {
            let contents = games::log_contents(game, "keep its games with --store FILE or --jsonl FILE")?;
            GameLogs::open(folder, contents, bots.names(), schedule.rotations(), limit, args.is_played_elsewhere())
        });
        let logs = logs.transpose()?;
        let folder = args.report.as_deref().map(ReportFolder::open).transpose()?;
        let open_lines = |path| GameLines::open(path, game, format, bots.names(), limit, terms.clone());
        let lines = args.jsonl.as_deref().map(open_lines).transpose()?;
        Ok(Plan {
            game,
            bots,
            starts,
            schedule,
            stopping_rule,
            terms,
            limit,
            description,
            storage: self.storage(),
            lines,
            logs,
            folder,
            keeps_going: args.keep_going,
            concurrency: args.concurrency,
            stop_after: args.stop_after,
            #[cfg(feature = "fleet")]
            fleet,
            report: ReportOptions {
                format: args.output.format(),
                scoring: args.scoring,
                anchor,
                page: args.page.url(),
                is_quiet: args.quiet,
                expects_h1: args.sprt_exit_code,
                games_asked: args.games(format),
            },
            place_points: self.fields.points,
            late,
        })
    }

    fn stopping_rule(&self) -> Result<Option<Sprt>, CommandError> {
        let sprt = sprt_args::parse_sprt(self.args.sprt_words(self.players))?;
        if sprt.is_some() && (self.format != Format::Series || self.players.len() != PAIR) {
            return Err(CommandError::Usage(
                "--sprt compares two bots, in games of two: use `botyard series`, or --format series".to_owned(),
            ));
        }
        Ok(sprt)
    }

    fn check_scoring(&self) -> Result<(), CommandError> {
        let game = self.game;
        if self.args.scoring == Scoring::Ucc2012 && !GameTraits::for_game(game).has_competition_points {
            let games = capable_games::with_competition_points();
            return Err(CommandError::Usage(format!(
                "--scoring ucc2012 counts games of {games}: {game} has no such points"
            )));
        }
        Ok(())
    }

    /// Refuses a tournament whose first match, or the first from any of its positions, cannot be
    /// played. Returns the limits of bots without one of their own.
    fn check_playable(
        &self,
        bots: &TournamentBots,
        terms: &MatchTerms,
        seed: u64,
        seats: usize,
    ) -> Result<Limits, CommandError> {
        let (game, starts) = (self.game, self.starts);
        let players = bots.names().iter().cloned().zip(bots.load_again()?).take(seats).collect();
        let mut first = HostedMatch::new(game, seed, players);
        first.match_spec.terms = terms.seated(0..seats);
        for round in (0..starts.count()).rev() {
            let usage = |why: anymatch::OpenMatchError| CommandError::Usage(starts.locate(round, &why.to_string()));
            let settings = starts.settings(seats, seed, round)?;
            let all: Vec<_> = (0..seats).collect();
            first.match_spec.settings = anymatch::seat_settings(game, settings, bots.count(), &all).map_err(usage)?;
            anymatch::open(&first.match_spec, None, Duration::ZERO).map_err(usage)?;
        }
        first.match_spec.limits().map_err(|why| CommandError::Usage(why.to_string()))
    }

    fn storage(&self) -> Storage<'a> {
        let args = self.args;
        match args.store.as_deref() {
            None => Storage::Temporary,
            Some(path) if args.resume => {
                Storage::Resumed { path, seed: args.terms.seed, allow_changed: args.allow_changed }
            }
            Some(path) => Storage::New(path),
        }
    }
}

impl Plan<'_> {
    /// The tournament before its first game, with the seed and the journal of its store.
    pub fn tournament(&self, seed: u64, journal: &[JournalEntry]) -> Tournament {
        let schedule = self.schedule.clone().with_seed(seed);
        let tournament = Tournament::new(schedule, self.stopping_rule).with_starts(self.report.scoring.starts());
        let tournament = if self.keeps_going { tournament } else { tournament.until_repeated_failure() };
        tournament.with_amendments(Amendments::new(journal))
    }

    /// How many bots a match seats.
    pub fn seats(&self) -> usize {
        self.schedule.seats()
    }

    /// How many games a round adds to those of each pairing; of fields, to those of each bot.
    pub fn games_of_round(&self) -> u64 {
        match self.description.seats {
            Some(seats) => Schedule::games_of_round(self.bots.count(), seats),
            None => self.seats() as u64,
        }
    }

    /// A note that more games are played than were asked for, with the reason; `None` if there are
    /// as many.
    pub fn rounding_note(&self) -> Option<String> {
        let (asked, of_round) = (self.report.games_asked?, self.games_of_round());
        let played = self.schedule.rounds() * of_round;
        if self.description.seats.is_some() && played != asked {
            return Some(format!(
                "--games {asked}: each bot plays {of_round} games in a round of fields, so each plays {played} games"
            ));
        }
        let unit = match self.seats() {
            PAIR => "both seats".to_owned(),
            seats => format!("all {seats} rotations of the seats"),
        };
        let who = match self.schedule.format() {
            Format::Series => "the series",
            Format::Continuous => "the tournament",
            _ => "each pairing",
        };
        (played != asked).then(|| format!("--games {asked}: a unit has {unit}, so {who} plays {played} games"))
    }

    /// Whether the report is about the first bot, as `series` shows it.
    pub fn is_plain_series(&self) -> bool {
        let is_standard = self.report.scoring == Scoring::Standard && self.place_points.is_none();
        self.schedule.format() == Format::Series && is_standard
    }
}
