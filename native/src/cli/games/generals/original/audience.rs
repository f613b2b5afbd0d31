//! `botyard generals CONFIG`: plays one match as the original program does, and writes its log
//! meanwhile.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_engine::game::Game as _;
use botyard_engine::games::generals::{Generals, GeneralsLogWriter, GeneralsMap, GeneralsSettings};
use botyard_engine::referee::host::TimeBank;
use botyard_engine::replay::link::LinkCodec;
use botyard_engine::seat::Seat;
use botyard_host::{Audience, HostedMatch, Interrupt, PersonReply};

use super::config::{ConfigWord, GeneralsConfig};
use super::options::BankOption;
use super::{map_file, options, ranking};
use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::args::live_args::LiveArgs;
use crate::cli::args::match_args;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::interrupt;
use crate::cli::output::output_file::{self, OutputFile, StreamedFile};
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::stderr_notes::note;
use crate::cli::output::terminal_audience::{TerminalAudience, Verbosity};
use crate::cli::players::kept_files::KeptFiles;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::{PlayerSpec, numbered_names};

/// What can be said of a match besides its config file.
#[derive(Debug, clap::Args)]
#[group(id = "console")]
pub struct Args {
    /// Config file: log, map, number of players, programs
    config: PathBuf,
    /// Seed of the modules' random numbers and clocks [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Save the match to this file as JSON, with its moves, which the log does not contain
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Keep the files that bots write, from match to match, in this folder (one file per bot)
    // Not flattened as elsewhere: clap would not know any more that the config file makes this a
    // match.
    #[arg(long, value_name = "DIR")]
    keep_files: Option<PathBuf>,
    /// Number of rounds after which the match ends [default: 10000, as in the original]
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Time that each bot has for the whole match, and 1ms more with each answer [default: no
    /// clock, as in the original]
    #[arg(long, value_name = "TIME", value_parser = options::clock)]
    bank: Option<BankOption>,
}

impl Args {
    /// The original's settings, with the changes of the options.
    fn settings(&self, map: GeneralsMap) -> GeneralsSettings {
        let original = GeneralsSettings::original(map);
        let bank = match self.bank {
            Some(BankOption::Of(initial)) => {
                GeneralsSettings::default().bank.map(|usual| TimeBank { initial, ..usual })
            }
            Some(BankOption::None) | None => original.bank,
        };
        GeneralsSettings { rounds: self.rounds.unwrap_or(original.rounds), bank, ..original }
    }
}

/// Plays the match and announces the winner.
pub fn run(args: &Args, keep_input: KeepInputArgs, live_args: LiveArgs) -> Result<(), CommandError> {
    let config = GeneralsConfig::read(&args.config).map_err(CommandError::File)?;
    let settings = args.settings(map(&config)?);
    Generals::start(&settings, config.programs.len()).map_err(|why| CommandError::Usage(why.to_string()))?;
    let specs: Vec<_> = config.programs.iter().map(|word| PlayerSpec::parse(&word.text)).collect();
    let (mut hosted_match, keep) = hosted_match(&config, &specs, &settings, args)?;
    keep_input.apply(&mut hosted_match)?;
    let save = args.save.as_deref().map(open_save).transpose()?;
    let interrupt = interrupt::on_ctrl_c()?;
    let mut out = anstream::stdout();
    let tells = if specs.contains(&PlayerSpec::Human) { Verbosity::Turns } else { Verbosity::Nothing };
    let watcher = TerminalAudience::new(&mut out, tells, interrupt.clone(), checked_replay::of_match);
    let mut audience = GeneralsAudience::start(log(&config)?, &settings, specs.len(), watcher, interrupt.clone())?;
    let (game, live_view) = live_args.play_forwarding_stderr(hosted_match, &mut audience, &interrupt)?;
    keep.save()?;
    audience.finish(game.outcome().is_some())?;
    let record = checked_replay::of_match(&*game).map_err(CommandError::Internal)?;
    if let Some(save) = save {
        let passages = game.transcript().passages();
        save.replace_with(|out| record.write_file(passages, keep_input.saved_bytes(), out))?;
    }
    print_match(&mut out, &*record)?;
    if let Some(live_view) = live_view {
        live_view.keep_open(&interrupt);
    }
    match record.outcome() {
        None if interrupt.is_raised() => Err(CommandError::Interrupted),
        _ if record.failed_to_start() => Err(CommandError::NotStartedAsTold),
        _ => Ok(()),
    }
}

/// Reads the map, which must be for the number of players that the config states.
fn map(config: &GeneralsConfig) -> Result<GeneralsMap, CommandError> {
    if let Some(word) = &config.surplus {
        let why = format!("`{}` after the last program is ignored", printable(&word.text));
        note(&config.at(word, &why));
    }
    let at = |word: &ConfigWord, why: &str| CommandError::File(config.at(word, why));
    let map = map_file::read(Path::new(&config.map.text)).map_err(|why| at(&config.map, &why))?;
    let (players, capitals) = (config.programs.len(), map.capitals().count());
    if players != capitals {
        let why = format!("{players} players, but the map {} is for {capitals}", printable(&config.map.text));
        return Err(at(&config.count, &why));
    }
    Ok(map)
}

/// The match, and its modules' kept files.
fn hosted_match(
    config: &GeneralsConfig,
    specs: &[PlayerSpec],
    settings: &GeneralsSettings,
    args: &Args,
) -> Result<(HostedMatch, KeptFiles), CommandError> {
    let mut loader =
        PlayerLoader::for_original(Generals::NAME).with_kept_files(KeptFiles::new(args.keep_files.clone())?);
    let mut players = Vec::new();
    for ((spec, name), word) in specs.iter().zip(numbered_names(specs)).zip(&config.programs) {
        let body = loader.load_player(spec).map_err(|failure| match failure {
            CommandError::NotStarted(why) => CommandError::NotStarted(config.at(word, &why)),
            CommandError::Usage(why) => CommandError::Usage(config.at(word, &why)),
            other => other,
        })?;
        players.push((name, body));
    }
    let mut hosted_match = HostedMatch::new(Generals::NAME, match_args::seed(args.seed), players);
    hosted_match.match_spec.settings =
        serde_json::to_value(settings).map_err(|why| CommandError::Internal(why.to_string()))?;
    Ok((hosted_match, loader.into_kept_files()))
}

/// Opens the log's file. Refuses to overwrite another file of the config. Called last, so that an
/// error elsewhere does not cost an earlier log.
fn log(config: &GeneralsConfig) -> Result<StreamedFile, CommandError> {
    let at = |why: &str| CommandError::File(config.at(&config.log, why));
    let path = Path::new(&config.log.text);
    let others = [&config.map].into_iter().chain(&config.programs).map(|word| Path::new(&word.text));
    if let Ok(file) = path.canonicalize()
        && others.chain([config.path()]).any(|other| other.canonicalize().is_ok_and(|other| other == file))
    {
        return Err(at(&format!("{} would be overwritten by the log", printable(&config.log.text))));
    }
    output_file::guard(path, "log", |start| !output_file::is_program(start))
        .map_err(|refused| at(&refused.to_string()))?;
    create_folder(path);
    StreamedFile::create(path).map_err(|error| at(&CommandError::file("write", path, &error).to_string()))
}

/// Opened before the match, so that no match is lost to a mistyped path.
fn open_save(path: &Path) -> Result<OutputFile<'_>, CommandError> {
    create_folder(path);
    OutputFile::open(path)
}

/// Creates the folder of a file. If that fails, creating the file fails too and reports the reason.
fn create_folder(path: &Path) {
    let _ = path.parent().map(fs::create_dir_all);
}

fn print_match(out: &mut dyn Write, record: &dyn RecordedMatch) -> Result<(), CommandError> {
    writeln!(out, "{}", record.frozen_verdict())?;
    for line in
        ranking::lines(&serde_json::from_value(record.json()).map_err(|why| CommandError::Internal(why.to_string()))?)
    {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Writes the log while the match is played, and passes everything on to the terminal's audience.
struct GeneralsAudience<'a> {
    log: Option<GeneralsLogWriter>,
    file: StreamedFile,
    /// A buffer for the next piece of the log.
    bytes: Vec<u8>,
    written: usize,
    watcher: TerminalAudience<'a>,
    interrupt: Interrupt,
    failed: Option<CommandError>,
}

impl<'a> GeneralsAudience<'a> {
    fn start(
        file: StreamedFile,
        settings: &GeneralsSettings,
        seats: usize,
        watcher: TerminalAudience<'a>,
        interrupt: Interrupt,
    ) -> Result<Self, CommandError> {
        let mut bytes = Vec::new();
        let log = GeneralsLogWriter::start(settings, seats, &mut bytes)
            .map_err(|why| CommandError::Usage(why.to_string()))?;
        let mut audience = Self { log: Some(log), file, bytes, written: 0, watcher, interrupt, failed: None };
        audience.write().map(|()| audience)
    }

    /// As in the original, the log of a match that was stopped early has no end.
    fn finish(mut self, over: bool) -> Result<(), CommandError> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        if let Some(log) = self.log.take().filter(|_| over) {
            log.finish(&mut self.bytes);
            self.write()?;
        }
        self.file.finish().map_err(|error| log_error(&error))?;
        Ok(self.watcher.finish()?)
    }

    fn write(&mut self) -> Result<(), CommandError> {
        let written = self.file.write_all(&self.bytes);
        self.bytes.clear();
        written.map_err(|error| log_error(&error))
    }

    fn follow(&mut self, game: &dyn AnyMatch) -> Result<(), CommandError> {
        let turns = checked_replay::typed::<Generals>(game).map_err(CommandError::Internal)?.turns();
        for turn in turns.iter().skip(self.written) {
            self.written += 1;
            if let Some(log) = &mut self.log {
                log.turn(turn, &mut self.bytes).map_err(CommandError::Internal)?;
            }
        }
        self.write()
    }
}

fn log_error(error: &io::Error) -> CommandError {
    CommandError::File(format!("cannot write the log: {error}"))
}

impl Audience for GeneralsAudience<'_> {
    /// Stops the match if the log cannot be written.
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        if let Err(failure) = self.follow(game) {
            self.failed.get_or_insert(failure);
            self.interrupt.raise();
        }
        self.watcher.match_changed(game);
    }

    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply {
        self.watcher.ask_person(game, seat)
    }

    fn action_refused(&mut self, seat: Seat, why: &str) {
        self.watcher.action_refused(seat, why);
    }
}
