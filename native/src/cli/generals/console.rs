//! `botyard generals CONFIG`: one match by the habits of the original program, its log written as it is played.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use botyard::host::{Audience, Contest, Interrupt, Reply};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_engine::games::generals::{Generals, Log, Map, Settings};
use botyard_engine::replay::link::Linked;
use botyard_engine::seat::Seat;

use super::config::{Config, Word};
use super::{map_file, ranking};
use crate::cli::failure::Failure;
use crate::cli::keep::Keep;
use crate::cli::note::note;
use crate::cli::record::{self, Recorded};
use crate::cli::serve::Stage;
use crate::cli::spec::{Spec, names};
use crate::cli::summon::Summoner;
use crate::cli::watcher::{Tells, Watcher};
use crate::cli::{conditions, interrupt, output};

/// What can be said of a match besides its config file.
#[derive(Debug, clap::Args)]
#[group(id = "console")]
pub struct Args {
    /// The config file: log, map, number of players, programs
    config: PathBuf,
    /// What modules draw their randomness and their clock from; a new one each time unless given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the match to this file as JSON, with its moves, which the log has not
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Keep what modules write into their folders from game to game, in this folder, as one file a bot
    // Not flattened as elsewhere: clap would not know any more that the config file makes this a match.
    #[arg(long, value_name = "DIR")]
    keep_files: Option<PathBuf>,
}

/// Plays the match and says who has won.
pub fn run(args: &Args, stage: Stage) -> Result<(), Failure> {
    let config = Config::read(&args.config).map_err(Failure::File)?;
    let settings = Settings::original(map(&config)?);
    let specs: Vec<_> = config.programs.iter().map(|word| Spec::parse(&word.text)).collect();
    let (contest, keep) = contest(&config, &specs, &settings, args)?;
    let save = args.save.as_deref().map(|path| create(path).map_err(Failure::File)).transpose()?;
    let interrupt = interrupt::on_ctrl_c()?;
    let mut out = anstream::stdout();
    let tells = if specs.contains(&Spec::Human) { Tells::Turns } else { Tells::Nothing };
    let watcher = Watcher::new(&mut out, tells, interrupt.clone());
    let mut scribe = Scribe::start(log(&config)?, &settings, specs.len(), watcher, interrupt.clone())?;
    let (game, screen) = stage.play_aloud(contest, &mut scribe, &interrupt)?;
    keep.save()?;
    scribe.finish(game.outcome().is_some())?;
    let record = record::from_json(game.replay()).map_err(Failure::Internal)?;
    if let (Some(mut file), Some(path)) = (save, &args.save) {
        writeln!(file, "{:#}", record.json()).map_err(|error| Failure::file("write", path, &error))?;
    }
    tell(&mut out, &*record)?;
    if let Some(screen) = screen {
        screen.linger(&interrupt);
    }
    match record.outcome() {
        None if interrupt.is_raised() => Err(Failure::Interrupted),
        _ if record.failed_to_start() => Err(Failure::NotStartedAsTold),
        _ => Ok(()),
    }
}

/// The map, for as many as the config says.
fn map(config: &Config) -> Result<Map, Failure> {
    if let Some(word) = &config.surplus {
        let why = format!("`{}` comes after the last program and is not read", printable(&word.text));
        note(&config.at(word, &why));
    }
    let at = |word: &Word, why: &str| Failure::File(config.at(word, why));
    let map = map_file::read(Path::new(&config.map.text)).map_err(|why| at(&config.map, &why))?;
    let (players, capitals) = (config.programs.len(), map.capitals().count());
    if players != capitals {
        let why = format!("there are {players} players, and the map {} is for {capitals}", printable(&config.map.text));
        return Err(at(&config.count, &why));
    }
    Ok(map)
}

/// The match, and what its modules keep.
fn contest(config: &Config, specs: &[Spec], settings: &Settings, args: &Args) -> Result<(Contest, Keep), Failure> {
    let mut summoner = Summoner::new(Generals::NAME).keeping(Keep::new(args.keep_files.clone()));
    let mut players = Vec::new();
    for ((spec, name), word) in specs.iter().zip(names(specs)).zip(&config.programs) {
        let body = summoner.summon(spec).map_err(|failure| match failure {
            Failure::NotStarted(why) => Failure::NotStarted(config.at(word, &why)),
            Failure::Usage(why) => Failure::Usage(config.at(word, &why)),
            other => other,
        })?;
        players.push((name, body));
    }
    let mut contest = Contest::new(Generals::NAME, conditions::seed(args.seed), players);
    contest.opening.settings = serde_json::to_value(settings).map_err(|why| Failure::Internal(why.to_string()))?;
    Ok((contest, summoner.into_keep()))
}

/// The log's file, emptied: everything else that can be wrong has been looked at, and it is none of the other files.
fn log(config: &Config) -> Result<File, Failure> {
    let at = |why: &str| Failure::File(config.at(&config.log, why));
    let path = Path::new(&config.log.text);
    let others = [&config.map].into_iter().chain(&config.programs).map(|word| Path::new(&word.text));
    if let Ok(file) = path.canonicalize()
        && others.chain([config.path()]).any(|other| other.canonicalize().is_ok_and(|other| other == file))
    {
        return Err(at(&format!("{} would be overwritten by the log", printable(&config.log.text))));
    }
    output::guard(path, "log", |start| !output::is_program(start)).map_err(|refused| at(&refused.to_string()))?;
    create(path).map_err(|why| at(&why))
}

fn create(path: &Path) -> Result<File, String> {
    if let Some(folder) = path.parent() {
        // Where it cannot be made, neither can the file, and that is told.
        let _ = fs::create_dir_all(folder);
    }
    File::create(path).map_err(|error| Failure::file("write", path, &error).to_string())
}

fn tell(out: &mut dyn Write, record: &dyn Recorded) -> Result<(), Failure> {
    writeln!(out, "{}", record.verdict())?;
    for line in
        ranking::lines(&serde_json::from_value(record.json()).map_err(|why| Failure::Internal(why.to_string()))?)
    {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Writes the log while the match is played, and lets a watcher tell it.
struct Scribe<'a> {
    log: Option<Log>,
    file: File,
    /// What is to be written next.
    bytes: Vec<u8>,
    written: usize,
    watcher: Watcher<'a>,
    interrupt: Interrupt,
    failed: Option<Failure>,
}

impl<'a> Scribe<'a> {
    fn start(
        file: File,
        settings: &Settings,
        seats: usize,
        watcher: Watcher<'a>,
        interrupt: Interrupt,
    ) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let log = Log::start(settings, seats, &mut bytes).map_err(|why| Failure::Usage(why.to_string()))?;
        let mut scribe = Self { log: Some(log), file, bytes, written: 0, watcher, interrupt, failed: None };
        scribe.write().map(|()| scribe)
    }

    /// The log of a match that was broken off has no end, as the original's.
    fn finish(mut self, over: bool) -> Result<(), Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        if let Some(log) = self.log.take().filter(|_| over) {
            log.finish(&mut self.bytes);
            self.write()?;
        }
        Ok(self.watcher.finish()?)
    }

    fn write(&mut self) -> Result<(), Failure> {
        let written = self.file.write_all(&self.bytes);
        self.bytes.clear();
        written.map_err(|error| Failure::File(format!("cannot write the log: {error}")))
    }

    fn follow(&mut self, game: &dyn AnyMatch) -> Result<(), Failure> {
        for turn in game.turns_from(self.written) {
            self.written += 1;
            let turn = record::typed::<Generals>(turn).map_err(Failure::Internal)?;
            if let Some(log) = &mut self.log {
                log.turn(&turn, &mut self.bytes).map_err(Failure::Internal)?;
            }
        }
        self.write()
    }
}

impl Audience for Scribe<'_> {
    /// Nothing is played on without the log.
    fn changed(&mut self, game: &dyn AnyMatch) {
        if let Err(failure) = self.follow(game) {
            self.failed.get_or_insert(failure);
            self.interrupt.raise();
        }
        self.watcher.changed(game);
    }

    fn person(&mut self, game: &dyn AnyMatch, seat: Seat) -> Reply {
        self.watcher.person(game, seat)
    }

    fn refused(&mut self, seat: Seat, why: &str) {
        self.watcher.refused(seat, why);
    }
}
