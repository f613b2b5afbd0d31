//! A row of the catalogue as matches: in each form, from both seats, against a harmless bot.

use std::sync::LazyLock;
use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::referee::host::Limits;
use botyard_host::module::LoadedModule;
#[cfg(target_os = "linux")]
use botyard_host::process_sandbox::Restriction;
use botyard_host::{SeatBody, process};
use botyard_hostile::{Bot, HostileRow, Limit, STEADY};

use crate::support::{LOADER, ample, executable, finish, hosted_match, module};
use crate::table::HostileCase;

/// Enough virtual time for every bot that answers.
const SHORT: Duration = Duration::from_millis(20);
/// A limit that a program reaches, however fast it is: the catalogue gives it only to those that never
/// do what is asked. So it may be short, and the opponent's is of virtual time.
const SHORT_ON_THE_WALL: Duration = Duration::from_millis(300);

/// The forms in which a bot of the catalogue is tried here, except for the sandboxed one.
pub fn cases(row: HostileRow) -> Vec<HostileCase> {
    let mut cases = Vec::new();
    if let Some(expected) = row.module {
        cases.push(case(row, "module", expected, move || of_module(row)));
    }
    // Other systems have other signals.
    if let Some(expected) = row.executable
        && (cfg!(unix) || !expected.contains("signal"))
        && !row.is_greedy
    {
        cases.push(case(row, "executable", expected, move || of_program(row, program(row.bot))));
    }
    cases
}

/// The bot as a sandboxed program, if it is one and these restrictions hold it.
#[cfg(target_os = "linux")]
pub fn held_case(row: HostileRow, in_force: &[Restriction]) -> Option<HostileCase> {
    let is_held = restrictions_for(row).iter().all(|restriction| in_force.contains(restriction));
    let expected = row.executable.filter(|_| is_held)?;
    let run = move || of_program(row, sandboxed::program(program(row.bot)));
    Some(HostileCase { held_by: format!("{:?}", restrictions_for(row)), ..case(row, "held", expected, run) })
}

/// The restrictions that must be in force so that a bot of the catalogue does no harm.
#[cfg(target_os = "linux")]
fn restrictions_for(row: HostileRow) -> &'static [Restriction] {
    match row.name {
        _ if !row.is_greedy => &[],
        "memory" | "memory-unasked" | "descriptors" | "large-file" => &[Restriction::Limits],
        "disk" | "names" | "folders" => &[Restriction::Scratch],
        "threads" | "processes" => &[Restriction::Crowd],
        "network" => &[Restriction::Calls],
        _ => &Restriction::ALL,
    }
}

fn case(row: HostileRow, form: &'static str, expected: &str, run: impl Fn() -> String + Send + 'static) -> HostileCase {
    let (name, expected, held_by) = (row.name.to_owned(), expected.to_owned(), String::new());
    HostileCase { name, form, expected, held_by, run: Box::new(run) }
}

fn of_module(row: HostileRow) -> String {
    match LOADER.load(&row.bot.module(module)) {
        Err(refused) => format!("refused: {refused}"),
        Ok(loaded) => verdict(&SeatBody::Module(loaded), &steady(), limits(row.limit, SHORT)),
    }
}

fn of_program(row: HostileRow, program: process::ProgramCommand) -> String {
    verdict(&SeatBody::Command(program), &steady(), limits(row.limit, SHORT_ON_THE_WALL))
}

fn program(bot: Bot) -> process::ProgramCommand {
    match bot {
        Bot::Program(name) => process::ProgramCommand::file(executable(name)),
        Bot::Role(name, role) => process::ProgramCommand::file(executable(name)).arguments([role]),
        Bot::Text(_) | Bot::Bytes(_) => panic!("it is a module"),
    }
}

/// The opponent as a module, which answers at once.
pub fn steady() -> SeatBody {
    static STEADY_MODULE: LazyLock<LoadedModule> = LazyLock::new(|| LOADER.load(&STEADY.module(module)).unwrap());
    SeatBody::Module(STEADY_MODULE.clone())
}

/// Limits of which the bot reaches this one, and stays far below the others.
pub fn limits(limit: Limit, short: Duration) -> Limits {
    let limits = Limits { grace: Duration::from_millis(300), ..ample() };
    match limit {
        Limit::None => limits,
        Limit::Turn => Limits { turn: short, ..limits },
        Limit::Start => Limits { start: short, ..limits },
    }
}

/// The verdict on a bot, from both seats; both verdicts if they differ.
pub fn verdict(bot: &SeatBody, other: &SeatBody, limits: Limits) -> String {
    let name = |name: &str, body: &SeatBody| (name.to_owned(), body.clone());
    let first = finish(hosted_match([name("hostile", bot), name("steady", other)], limits));
    let second = finish(hosted_match([name("steady", other), name("hostile", bot)], limits));
    match (describe_match(&*first, 0), describe_match(&*second, 1)) {
        (first, second) if first == second => first,
        (first, second) => format!("first: {first}; second: {second}"),
    }
}

fn describe_match(game: &dyn AnyMatch, seat: usize) -> String {
    let turns: Vec<_> = game.turns_from(0).iter().map(|turn| serde_json::to_value(turn).unwrap()).collect();
    let outcome = game.outcome().map(|outcome| serde_json::to_value(outcome).unwrap());
    botyard_hostile::verdict(seat, &turns, outcome.as_ref())
}

/// Sandboxed programs.
#[cfg(target_os = "linux")]
pub mod sandboxed {
    use botyard_host::process;
    use botyard_host::process_sandbox::ProcessSandbox;

    pub fn process_sandbox() -> ProcessSandbox {
        ProcessSandbox::new(env!("CARGO_BIN_EXE_botyard"))
    }

    pub fn program(program: process::ProgramCommand) -> process::ProgramCommand {
        program.sandboxed(process_sandbox())
    }
}
