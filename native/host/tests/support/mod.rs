//! Bots for the hosts' tests, as modules and as executables, and the results of their matches.

// Each test program uses its own part of this module.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::TurnResult;
use botyard_host::module::ModuleLoader;
use botyard_host::{Audience, HostedMatch, Interrupt, NoAudience, SeatBody, play_match, process};

/// One engine for all tests of a program, as one is enough for a program.
pub static LOADER: LazyLock<ModuleLoader> = LazyLock::new(|| ModuleLoader::new().expect("wasmtime works here"));

/// The form in which a bot plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Module,
    Executable,
}

pub const FORMS: [Form; 2] = [Form::Module, Form::Executable];

/// A bot of package `botyard-bots`.
pub fn bot(form: Form, name: &str) -> (String, SeatBody) {
    let body = match form {
        Form::Module => SeatBody::Module(LOADER.load(&module(name)).unwrap_or_else(|why| panic!("{name}: {why}"))),
        Form::Executable => SeatBody::Command(process::ProgramCommand::file(executable(name))),
    };
    (name.to_owned(), body)
}

/// A bot written in WebAssembly's text format.
pub fn wat(text: &str) -> (String, SeatBody) {
    let bytes = wat::parse_str(text).expect("the test's module is well-formed");
    ("wat".to_owned(), SeatBody::Module(LOADER.load(&bytes).expect("the test's module may run")))
}

/// A shell script as a bot.
pub fn script(text: &str) -> (String, SeatBody) {
    ("script".to_owned(), SeatBody::Command(process::ProgramCommand::new("sh").arguments(["-c", text])))
}

pub fn module(name: &str) -> Vec<u8> {
    let path = modules().join(name).with_extension("wasm");
    std::fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

pub fn executable(name: &str) -> PathBuf {
    executables().join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

fn modules() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let form = ["--profile", "bots", "--target", "wasm32-wasip1"];
        given("BOTYARD_BOTS").unwrap_or_else(|| build(&form, "wasm32-wasip1/bots"))
    })
}

fn executables() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| given("BOTYARD_BOTS_NATIVE").unwrap_or_else(|| build(&[], "debug")))
}

/// A folder of bots that were built earlier, if this variable names one.
fn given(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from)
}

fn build(arguments: &[&str], below: &str) -> PathBuf {
    let target = workspace().join("target/bundled-bots");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "-p", "botyard-bots", "--bins", "--target-dir"])
        .arg(&target)
        .args(arguments)
        .current_dir(workspace())
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the bots build");
    target.join(below)
}

/// The checkout. Two packages share this file, and their folders are not at the same depth.
fn workspace() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("Cargo.lock").is_file()).expect("the package is in the workspace")
}

/// Limits that the bundled bots do not reach on any machine.
pub fn ample() -> Limits {
    let minute = Duration::from_secs(60);
    Limits { start: minute, turn: minute, grace: minute, ..Limits::default() }
}

/// The [`ample`] limits, except for the time of one answer and for the farewell, on which no
/// verdict depends.
pub fn hasty(turn: Duration) -> Limits {
    Limits { turn, grace: Duration::from_millis(300), ..ample() }
}

pub fn hosted_match(players: [(String, SeatBody); 2], limits: Limits) -> HostedMatch {
    HostedMatch { limits: Some(limits), ..HostedMatch::new("connect-four", 7, players.into()) }
}

pub fn finish(hosted_match: HostedMatch) -> Box<dyn AnyMatch> {
    watched(hosted_match, &mut NoAudience)
}

pub fn watched(hosted_match: HostedMatch, audience: &mut dyn Audience) -> Box<dyn AnyMatch> {
    let finished = play_match(hosted_match, audience, &Interrupt::default()).expect("the match can be played");
    assert!(finished.is_done(), "no run is left when a match has been played");
    finished
}

/// The turns of a match: columns one after another, or the kind of a fault after the number of its
/// player.
pub fn moves(game: &dyn AnyMatch) -> String {
    let turns = game.turns_from(0);
    let words = turns.iter().map(|turn| match &turn.result {
        TurnResult::Action(action) => action.to_string(),
        TurnResult::Fault(fault) => format!(" {}:{:?}", turn.seat.number(), fault.kind),
    });
    words.collect()
}

/// The processes that this one has started and that are alive, or have ended without being waited
/// for.
#[cfg(target_os = "linux")]
pub fn descendants() -> Vec<String> {
    let own = std::process::id();
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux has /proc").flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let names = children.flat_map(|list| list.split_whitespace().map(name_of).collect::<Vec<_>>());
    names.map(|name| format!("{name} (of {own})")).collect()
}

#[cfg(target_os = "linux")]
fn name_of(process: &str) -> String {
    std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default().trim().to_owned()
}
