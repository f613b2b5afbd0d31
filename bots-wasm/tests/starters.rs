//! The starters that `botyard new` writes, and the bot in `docs/writing-a-bot.md`: each is built in a fresh folder with
//! the very commands its page gives, and plays whole games as an executable. Those for BitMartyr answer for a few units;
//! those for other games play theirs in the program's own tests.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use arena::duel;

const OPPONENT: &str = env!("CARGO_BIN_EXE_connect-four-random");

#[test]
fn starter_in_c() {
    needs("cc", "a C compiler");
    let folder = unpack("connect-four", "c", &["bot.c", "README.md"]);
    run(&folder, &shell_blocks(&folder)[0]);
    plays_whole_games(|| program(&folder, "bot"));
}

#[test]
fn starter_in_python() {
    needs("python3", "Python 3");
    let folder = unpack("connect-four", "python", &["bot.py", "README.md"]);
    // Without -u: the starter has to flush by itself.
    plays_whole_games(|| {
        let mut command = Command::new("python3");
        command.arg(folder.join("bot.py"));
        command
    });
}

#[test]
fn bitmartyr_starter_in_python() {
    needs("python3", "Python 3");
    let folder = unpack("bitmartyr", "python", &["bot.py", "README.md"]);
    answers_for_units(|| {
        let mut command = Command::new("python3");
        command.arg(folder.join("bot.py"));
        command
    });
}

// What takes a slower compiler, and languages that others stand for.
mod complete {
    use super::*;

    #[test]
    fn starter_in_cpp() {
        needs("c++", "a C++ compiler");
        let folder = unpack("connect-four", "cpp", &["bot.cpp", "README.md"]);
        run(&folder, &shell_blocks(&folder)[0]);
        plays_whole_games(|| program(&folder, "bot"));
    }

    #[test]
    fn starter_in_rust() {
        let folder = unpack("connect-four", "rust", &["Cargo.toml.in", "src/main.rs", "README.md"]);
        fs::rename(folder.join("Cargo.toml.in"), folder.join("Cargo.toml")).unwrap();
        run(&folder, &shell_blocks(&folder)[0]);
        plays_whole_games(|| program(&folder, "target/release/connect-four-bot"));
        run(&folder, &shell_blocks(&folder)[1]);
        is_a_module(&folder.join("target/wasm32-wasip1/release/connect-four-bot.wasm"));
    }

    #[test]
    fn bitmartyr_starter_in_c() {
        needs("cc", "a C compiler");
        let folder = unpack("bitmartyr", "c", &["bot.c", "README.md"]);
        run(&folder, &shell_blocks(&folder)[0]);
        answers_for_units(|| program(&folder, "bot"));
    }

    #[test]
    fn bitmartyr_starter_in_cpp() {
        needs("c++", "a C++ compiler");
        let folder = unpack("bitmartyr", "cpp", &["bot.cpp", "README.md"]);
        run(&folder, &shell_blocks(&folder)[0]);
        answers_for_units(|| program(&folder, "bot"));
    }

    #[test]
    fn bitmartyr_starter_in_rust() {
        let folder = unpack("bitmartyr", "rust", &["Cargo.toml.in", "src/main.rs", "README.md"]);
        fs::rename(folder.join("Cargo.toml.in"), folder.join("Cargo.toml")).unwrap();
        run(&folder, &shell_blocks(&folder)[0]);
        answers_for_units(|| program(&folder, "target/release/bitmartyr-bot"));
        run(&folder, &shell_blocks(&folder)[1]);
        is_a_module(&folder.join("target/wasm32-wasip1/release/bitmartyr-bot.wasm"));
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

// Whoever takes the weaker enemy and otherwise goes to empty cells has one answer for each of these units but the last.
fn answers_for_units(bot: impl Fn() -> Command) {
    let units = [
        "0 0 0 0 0  0 0 -5 0 0  0 -4 5 -5 0  0 0 -5 0 0  0 0 0 0 0",
        "0 0 0 0 0  0 0 0 0 0   0 1 3 -3 0   0 0 1 0 0   0 0 0 0 0",
        "0 0 0 0 0  0 0 0 0 0   0 0 1 0 0    0 0 0 0 0   0 0 0 0 0",
        "0 0 0 0 0  0 0 1 0 0   0 1 2 0 0    0 0 0 0 0   0 0 0 0 0",
    ];
    let mut last = String::new();
    for random in 0..12 {
        let said = answer(bot(), &format!("{random} 2147483647 12 {} ", units.join(" ")));
        let certain = said.trim_end().strip_prefix("410").unwrap_or_else(|| panic!("it said {said:?}"));
        last.push_str(certain);
    }
    assert_eq!(last.len(), 12);
    assert_eq!(last.replace(['2', '3'], ""), "");
    assert!(last.contains('2') && last.contains('3'), "{last}");
    assert_eq!(answer(bot(), "7 2147483647 12 ").trim_end(), "");
    assert_eq!(answer(bot(), "").trim_end(), "");
}

fn answer(mut bot: Command, input: &str) -> String {
    let mut child = bot.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).unwrap()
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
fn unpack(game: &str, language: &str, files: &[&str]) -> PathBuf {
    let folder = fresh_folder(&format!("{game}-{language}"));
    for file in files {
        let target = folder.join(file);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(root().join("starters").join(game).join(language).join(file), target).unwrap();
    }
    folder
}

fn fresh_folder(name: &str) -> PathBuf {
    let folder = root().join("target/tmp/starters").join(name);
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

// How this test run is compiled is not how the starter is.
#[track_caller]
fn run(folder: &Path, commands: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", commands]).current_dir(folder);
    for ours in ["CARGO_TARGET_DIR", "CARGO_BUILD_BUILD_DIR", "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER"] {
        shell.env_remove(ours);
    }
    assert!(shell.status().unwrap().success(), "{commands}");
}
