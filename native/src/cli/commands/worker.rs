//! `botyard worker`: plays games of tournaments that run elsewhere, until it is stopped.

use std::fs;
use std::sync::Arc;
use std::thread;

use botyard::fleet::{BatchPlayer, LoadBot, versions};
use botyard_engine::fault::printable;
use botyard_fleet::ServerConnection;
use botyard_fleet::messages::{BotKind, SentBot};
use botyard_fleet::names::{Capability, Token};
use botyard_fleet::worker::{Job, WorkerActivity, WorkerConfig, work};
use botyard_host::module::{LoadedModule, ModuleLoader};
use botyard_host::process::ProgramCommand;
use botyard_host::process_sandbox::Restriction;
use botyard_host::{Interrupt, SeatBody};
use crossbeam_channel::Receiver;

use super::executables_folder::{self, ExecutablesFolder};
use super::fleet_metrics;
use super::tournament::CONCURRENCY_MAX;
use crate::cli::args::fleet_args::ServerArgs;
use crate::cli::args::log_args::LogArgs;
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::output_file;
use crate::cli::output::stderr_notes::{note, warn};
use crate::cli::players::{compiler, sandbox};

const EXAMPLES: &str = "\
Examples:
  nats-server -js                                          the server between the computers, on one of them
  botyard worker --nats nats://node-1:4222                 on every computer that is to play
  botyard tournament connect-four a.wasm b.wasm --nats nats://node-1:4222";

const AFTER_HELP: &str = "\
A worker plays modules, which cannot reach anything of this computer. Executables are other people's programs: they are played \
only with --allow-executables, and in the sandbox. The first Ctrl-C, or SIGTERM, lets it answer what it holds, for at most 30 \
seconds; the second stops it at once.

Exit status: 0 it was stopped, 1 no server, 2 usage error, 4 a tournament has left this worker out, 5 file error.";

/// Play games of tournaments that run on other computers
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// Unique name of this worker [default: a generated name]
    #[arg(long, value_parser = parse_name)]
    name: Option<Token>,
    /// How many games to play at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=CONCURRENCY_MAX))]
    threads: Option<u16>,
    /// Play executables, too: other people's programs, in the sandbox
    #[arg(long)]
    allow_executables: bool,
    /// Offer metrics in the text format of Prometheus at http://127.0.0.1:PORT/metrics
    #[arg(long, value_name = "PORT")]
    metrics: Option<u16>,
    #[command(flatten)]
    log: LogArgs,
}

fn parse_name(text: &str) -> Result<Token, String> {
    Token::parse(text).map_err(|why| why.to_string())
}

/// Plays until it is stopped.
pub fn run(args: &Args) -> Result<(), CommandError> {
    args.log.start()?;
    let processors = thread::available_parallelism().map_or(1, |count| u16::try_from(count.get()).unwrap_or(u16::MAX));
    let threads = args.threads.unwrap_or(processors.min(CONCURRENCY_MAX as u16));
    let name = args.name.clone().map_or_else(own_name, Ok)?;
    if args.allow_executables {
        // A worker that may not start executables, or cannot write them, fails before it takes any.
        sandbox::process_sandbox()?;
        let folder = std::env::temp_dir();
        output_file::check_folder(&folder).map_err(|why| {
            CommandError::File(format!(
                "cannot write executables into {}, the folder for temporary files ({why}): set TMPDIR to a folder that you may \
                 write into",
                printable(&folder.display().to_string())
            ))
        })?;
        executables_folder::remove_abandoned(&folder);
    }
    let instance = getrandom::u64().map_err(|why| no_number(&why))?;
    let (give, jobs) = crossbeam_channel::unbounded();
    let config = WorkerConfig {
        name: name.clone(),
        versions: versions(),
        threads,
        allows_executables: args.allow_executables,
        missing_restrictions: find_missing_restrictions(),
        instance,
        give: Arc::new(move |job| {
            // The threads end last.
            let _ = give.send(job);
        }),
        note: Arc::new(|sentence| warn(&printable(&sentence))),
    };
    // A worker that cannot play fails before it takes batches.
    compiler::loader()?;
    let address = args.server.address();
    let activity = Arc::<WorkerActivity>::default();
    if let Some(why) = activity.status(&config).why_not_sandboxed(&Capability::sandboxed_here()) {
        note(&format!(
            "tournaments with --require-sandbox have no executables played here: {why} (see `botyard doctor`)"
        ));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let connection = runtime.block_on(ServerConnection::open_to_work(&address, &format!("worker.{name}")))?;
    if let Some(port) = args.metrics {
        let (config, activity, name) = (config.clone(), activity.clone(), name.clone());
        let render = move || fleet_metrics::of_worker(&name, &activity.status(&config));
        runtime.block_on(fleet_metrics::serve(port, render))?;
    }
    let interrupt = Interrupt::default();
    let (finish, halt, stopping) = (activity.clone(), interrupt.clone(), address.times.stopping);
    interrupt::on_each_ctrl_c(
        move || {
            let most = stopping.as_secs();
            note(&format!("answering what was begun, for {most} s at most; Ctrl-C stops it"));
            finish.finish();
        },
        move || {
            halt.raise();
            std::process::exit(130);
        },
    )?;
    let games = if threads == 1 { "one game".to_owned() } else { format!("{threads} games") };
    note(&format!("worker {name} plays {games} at once for {}", address.shown()));
    let play = |_| {
        let (jobs, interrupt, allows) = (jobs.clone(), interrupt.clone(), args.allow_executables);
        thread::spawn(move || play_jobs(&jobs, &interrupt, allows))
    };
    let players: Vec<_> = (0..threads).map(play).collect();
    // A batch that arrives after the last player has ended is refused rather than queued.
    drop(jobs);
    let worked = runtime.block_on(work(connection, config, activity));
    // The players end when there are no more batches, and remove the files that they have written.
    interrupt.raise();
    drop(runtime);
    for player in players {
        // A panic there has been reported.
        let _ = player.join();
    }
    Ok(worked?)
}

/// The computer's name and a number: several workers may be on one computer.
fn own_name() -> Result<Token, CommandError> {
    let host = fs::read_to_string("/etc/hostname").ok().or_else(|| std::env::var("COMPUTERNAME").ok());
    let host: String = host.unwrap_or_else(|| "worker".to_owned()).trim().chars().take(40).collect();
    let number = getrandom::u32().map_err(|why| no_number(&why))?;
    Ok(Token::made_of(&format!("{host}-{number:08x}")))
}

fn no_number(why: &getrandom::Error) -> CommandError {
    CommandError::Internal(format!("cannot draw a number: {why}"))
}

/// The restrictions that executables lack here, as `botyard doctor` names them; `None` if that
/// cannot be found out. Without a sandbox, all.
fn find_missing_restrictions() -> Option<Vec<String>> {
    let name = |restriction: Restriction| restriction.name().to_owned();
    if sandbox::options().is_without_sandbox() {
        return Some(Restriction::ALL.map(name).into());
    }
    let statuses = sandbox::inspect(&sandbox::own_sandbox().ok()?).ok()?;
    let is_in_force = |restriction: &Restriction| {
        statuses.iter().any(|status| status.restriction == *restriction && status.fault.is_none())
    };
    Some(Restriction::ALL.into_iter().filter(|restriction| !is_in_force(restriction)).map(name).collect())
}

fn play_jobs(jobs: &Receiver<Job>, interrupt: &Interrupt, allows_executables: bool) {
    let mut player = BatchPlayer::new(Loader { modules: None, allows_executables, folder: None });
    for job in jobs {
        if let Some(answer) = player.play(&job.batch, &job.bots, interrupt) {
            // After the end of the connection, the answer has no receiver.
            let _ = job.done.send(answer);
        }
    }
}

/// Loads the bots of one thread.
struct Loader {
    modules: Option<ModuleLoader>,
    allows_executables: bool,
    /// The folder of executables while this worker runs.
    folder: Option<ExecutablesFolder>,
}

impl LoadBot for Loader {
    fn load(&mut self, bot: &SentBot, bytes: &[u8]) -> Result<SeatBody, String> {
        match bot.kind {
            BotKind::Module => self.load_module(bytes).map(SeatBody::Module),
            BotKind::Executable if self.allows_executables => self.load_executable(bot, bytes),
            BotKind::Executable => {
                Err("it is an executable, and this worker plays none (--allow-executables)".to_owned())
            }
        }
    }
}

impl Loader {
    fn load_module(&mut self, bytes: &[u8]) -> Result<LoadedModule, String> {
        let loader = match &mut self.modules {
            Some(loader) => loader,
            empty => empty.insert(compiler::loader().map_err(|why| why.to_string())?),
        };
        loader.load(bytes).map_err(|why| why.to_string())
    }

    fn load_executable(&mut self, bot: &SentBot, bytes: &[u8]) -> Result<SeatBody, String> {
        let folder = match &self.folder {
            Some(folder) => folder,
            None => {
                self.folder.insert(ExecutablesFolder::create(&std::env::temp_dir()).map_err(|why| why.to_string())?)
            }
        };
        let path = folder.write(bot, bytes).map_err(|why| format!("it cannot be written: {why}"))?;
        let command = ProgramCommand::file(path);
        Ok(SeatBody::Command(match sandbox::process_sandbox().map_err(|why| why.to_string())? {
            Some(process_sandbox) => command.sandboxed(process_sandbox),
            None => command,
        }))
    }
}
