//! The files in memory as Rust's standard library sees them, in a module on wasmtime: alone, in
//! matches, and kept from match to match.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod support;

use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::live::TrialEnding;
use botyard_engine::transcript::Stream;
use botyard_host::SeatBody;
use botyard_host::module::{KeptFolder, LoadedModule, StandaloneResult, StandaloneRun};
use botyard_sandbox::bot_files::BotFiles;
use botyard_sandbox::wasi::{Entry, Folder, ROOT};

use support::{Form, LOADER, ample, bot, finish, hosted_match};

/// The program beside this test, built as every bot's author would build it.
static MODULE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/files.rs");
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("files.wasm");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "-O", "--target", "wasm32-wasip1", source, "-o"]).arg(&module);
    assert!(rustc.status().unwrap().success(), "the program builds");
    std::fs::read(module).unwrap()
});

static PROGRAM: LazyLock<LoadedModule> = LazyLock::new(|| LOADER.load(&MODULE).unwrap());

fn folder(files: &[(&str, &[u8])]) -> Folder {
    let mut folder = Folder::default();
    files.iter().for_each(|(path, bytes)| folder.insert(path, Entry::file(bytes)).unwrap());
    folder
}

fn alone(args: &[&str], env: &[(&str, &str)], folders: &[(&str, Folder)]) -> StandaloneResult {
    let alone = StandaloneRun {
        args: args.iter().map(|text| (*text).to_owned()).collect(),
        env: env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        folders: folders.iter().map(|(name, folder)| ((*name).to_owned(), folder.clone())).collect(),
        input: Vec::new(),
        limit: Duration::from_secs(60),
    };
    alone.run(&PROGRAM).unwrap()
}

#[track_caller]
fn check(left: &StandaloneResult, status: i32, stdout: &str) {
    let said = String::from_utf8_lossy(&left.stderr);
    assert_eq!((left.ending.clone(), said.contains("rror")), (TrialEnding::Exited(status), false), "{said}");
    assert_eq!(String::from_utf8_lossy(&left.stdout), stdout);
}

#[test]
fn the_standard_library_finds_a_file_system() {
    let expected = "\
read hello world
through .. hello world
seek world 11
changed HELLO wo!
moved false 9 HELLO wo!
listed 200
names [\"b\", \"copy\", \"twin\"]
kinds true true
missing true
exists true
not empty true
out true
left 0
";
    check(&alone(&["bot", "files"], &[], &[(ROOT, Folder::default())]), 0, expected);
    // A folder with another name is found only by that name.
    let left = alone(&["bot", "files"], &[], &[]);
    assert_eq!(left.ending, TrialEnding::Exited(1), "without a folder there are no files: {left:?}");
}

#[test]
fn time_is_the_sandboxs_own() {
    let left = alone(&["bot", "time"], &[], &[(ROOT, Folder::default())]);
    check(&left, 0, "slept true\ntoday true\nfile true\n");
    assert!(left.spent >= Duration::from_millis(1_500));
    assert_eq!(left, alone(&["bot", "time"], &[], &[(ROOT, Folder::default())]), "and the same every time");
}

#[test]
fn a_module_finds_what_it_is_given() {
    let folders = [("lib", folder(&[("book", b"4 4")])), ("other", folder(&[("note", b"x")]))];
    let left = alone(&["bot", "surroundings", "a b"], &[("A", "b"), ("C", "")], &folders);
    let expected = "\
args [\"bot\", \"surroundings\", \"a b\"]
env [(\"A\", \"b\"), (\"C\", \"\")]
book 4 4
other x
outside true
stdin true
";
    check(&left, 7, expected);
    assert_eq!(left.stderr, b"said\n");
}

#[test]
fn a_module_that_never_ends_is_stopped() {
    let text = r#"(module (memory (export "memory") 1) (func (export "_start") (loop (br 0))))"#;
    let endless = LOADER.load(&wat::parse_str(text).unwrap()).unwrap();
    let alone = StandaloneRun { limit: Duration::from_millis(50), ..StandaloneRun::default() };
    assert_eq!(alone.run(&endless).unwrap().ending, TrialEnding::OutOfTime);
}

/// The lines that the counting bot wrote to stderr in each seat that it played.
fn said(game: &dyn AnyMatch) -> Vec<String> {
    let passages = game.transcript().passages().iter().filter(|passage| passage.stream == Stream::Stderr);
    let counts = passages.filter(|passage| passage.text.starts_with("game")).map(|passage| passage.text.clone());
    counts.collect()
}

fn counting(loaded: &LoadedModule) -> (String, SeatBody) {
    ("counter".to_owned(), SeatBody::Module(loaded.clone()))
}

fn against_random(loaded: &LoadedModule) -> Vec<String> {
    let players = [counting(loaded), bot(Form::Module, "connect-four-random")];
    said(&*finish(hosted_match(players, ample())))
}

#[test]
fn every_game_begins_with_an_empty_folder() {
    for _ in 0..2 {
        assert_eq!(against_random(&PROGRAM), ["game 1\n"]);
    }
}

#[test]
fn a_folder_is_kept_from_game_to_game() {
    let kept = KeptFolder::default();
    let loaded = PROGRAM.clone().with_kept_folder(kept.clone());
    for count in 1..4 {
        assert_eq!(against_random(&loaded), [format!("game {count}\n")]);
    }
    assert_eq!(kept.folder(), folder(&[("games", b"xxx")]));
}

#[test]
fn files_that_come_with_a_module_are_there_in_every_match_and_only_changes_are_kept() {
    let files = BotFiles::of_folder(&folder(&[("games", b"xx"), ("nets/book", b"4 4")])).unwrap();
    let loaded = LOADER.load(&files.attach(&MODULE).unwrap()).unwrap();
    assert_ne!(loaded.sha256(), PROGRAM.sha256());
    for _ in 0..2 {
        assert_eq!(against_random(&loaded), ["game 3\n"]);
    }
    let kept = KeptFolder::default();
    let keeping = loaded.with_kept_folder(kept.clone());
    for count in 3..5 {
        assert_eq!(against_random(&keeping), [format!("game {count}\n")]);
    }
    assert_eq!(kept.folder(), folder(&[("games", b"xxxx")]));
}

#[test]
fn both_seats_of_a_bot_find_the_same_folder_and_the_first_is_kept() {
    let kept = KeptFolder::new(folder(&[("games", b"xx")]));
    let loaded = PROGRAM.clone().with_kept_folder(kept.clone());
    let game = finish(hosted_match([counting(&loaded), counting(&loaded)], ample()));
    assert_eq!(said(&*game), ["game 3\n", "game 3\n"]);
    assert_eq!(kept.folder(), folder(&[("games", b"xxx")]));
}
