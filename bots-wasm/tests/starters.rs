//! The starters that `botyard new` writes, and the bot in `docs/writing-a-bot.md`: each is built in a fresh folder with
//! the very commands its page gives, and plays whole games as an executable.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use arena::duel;

const OPPONENT: &str = env!("CARGO_BIN_EXE_connect-four-random");

#[test]
fn c() {
    needs("cc", "a C compiler");
    let folder = unpack("c", &["bot.c", "README.md"]);
    run(&folder, &shell_blocks(&folder)[0]);
    plays_whole_games(|| program(&folder, "bot"));
}

#[test]
fn cpp() {
    needs("c++", "a C++ compiler");
    let folder = unpack("cpp", &["bot.cpp", "README.md"]);
    run(&folder, &shell_blocks(&folder)[0]);
    plays_whole_games(|| program(&folder, "bot"));
}

#[test]
fn rust() {
    let folder = unpack("rust", &["Cargo.toml.in", "src/main.rs", "README.md"]);
    fs::rename(folder.join("Cargo.toml.in"), folder.join("Cargo.toml")).unwrap();
    run(&folder, &shell_blocks(&folder)[0]);
    plays_whole_games(|| program(&folder, "target/release/connect-four-bot"));
    run(&folder, &shell_blocks(&folder)[1]);
    is_a_module(&folder.join("target/wasm32-wasip1/release/connect-four-bot.wasm"));
}

#[test]
fn python() {
    needs("python3", "Python 3");
    let folder = unpack("python", &["bot.py", "README.md"]);
    // Without -u: the starter has to flush by itself.
    plays_whole_games(|| {
        let mut command = Command::new("python3");
        command.arg(folder.join("bot.py"));
        command
    });
}

#[test]
fn the_bot_in_the_guide() {
    let page = fs::read_to_string(root().join("docs/writing-a-bot.md")).unwrap();
    let folder = fresh_folder("guide");
    fs::write(folder.join("bot.rs"), &fenced(&page, "rust")[0]).unwrap();
    // The block's last line lets the two play each other with the program itself, which is not this package's to build.
    let commands = &fenced(&page, "sh")[0];
    let (builds, _) = commands.split_once("botyard").unwrap();
    run(&folder, builds);
    is_a_module(&folder.join("bot.wasm"));
    plays_whole_games(|| program(&folder, "bot"));
}

// `duel` panics at the first illegal word and when the bot does not leave quietly at the end.
fn plays_whole_games(bot: impl Fn() -> Command) {
    for seed in 0..6 {
        let opponent = || {
            let mut command = Command::new(OPPONENT);
            command.arg(seed.to_string());
            command
        };
        duel(bot(), opponent(), |_, _| {});
        duel(opponent(), bot(), |_, _| {});
    }
}

fn is_a_module(path: &Path) {
    assert!(fs::read(path).unwrap().starts_with(b"\0asm"), "{}", path.display());
}

#[track_caller]
fn needs(program: &str, what: &str) {
    let quiet = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(quiet.is_ok(), "this test needs {what} that is called `{program}`; install one and run it again");
}

// Copies a starter to a folder of its own, as `botyard new` would.
fn unpack(language: &str, files: &[&str]) -> PathBuf {
    let folder = fresh_folder(language);
    for file in files {
        let target = folder.join(file);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(root().join("starters/connect-four").join(language).join(file), target).unwrap();
    }
    folder
}

fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("starters").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn program(folder: &Path, name: &str) -> Command {
    Command::new(folder.join(name))
}

fn shell_blocks(folder: &Path) -> Vec<String> {
    fenced(&fs::read_to_string(folder.join("README.md")).unwrap(), "sh")
}

// The contents of a page's fenced blocks in one language.
fn fenced(page: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let blocks = page.split(&opening).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

// The target folder of this test run is not the starter's.
#[track_caller]
fn run(folder: &Path, commands: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", commands]).current_dir(folder).env_remove("CARGO_TARGET_DIR");
    assert!(shell.status().unwrap().success(), "{commands}");
}
