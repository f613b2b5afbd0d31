//! The folder that a sandboxed executable works in: it sees its own files, its writes go to a copy,
//! and links lead into the folders beside it. Each test runs with all features of the system, and
//! without namespaces, as in a container.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::test_dir::{Ran, TestDir, finish, start};

/// Runs a program without namespaces.
const WITHOUT_NAMESPACES: &str = "\
import ctypes, os, struct, sys
libc = ctypes.CDLL(None)
def step(code, yes, no, value): return struct.pack('HBBI', code, yes, no, value)
load, refuse = step(0x20, 0, 0, 0), lambda number, error: step(0x15, 0, 1, number) + step(6, 0, 0, 0x50000 + error)
steps = load + refuse(UNSHARE, 1) + refuse(435, 38) + step(6, 0, 0, 0x7fff0000)
buffer = ctypes.create_string_buffer(steps)
libc.prctl(38, 1, 0, 0, 0)
assert libc.prctl(22, 2, ctypes.create_string_buffer(struct.pack('HxxxxxxQ', 6, ctypes.addressof(buffer))), 0, 0) == 0
os.execv(sys.argv[1], sys.argv[1:])
";

/// Whether the system offers namespaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Namespaces {
    AsHere,
    Refused,
}

const BOTH: [Namespaces; 2] = [Namespaces::AsHere, Namespaces::Refused];

fn run(dir: &TestDir, namespaces: Namespaces, args: &[&str]) -> Ran {
    run_in(dir, ".", namespaces, args)
}

/// Like `run`, in a folder of that folder.
fn run_in(dir: &TestDir, folder: &str, namespaces: Namespaces, args: &[&str]) -> Ran {
    let mut command = dir.sandboxed_command(args);
    if namespaces == Namespaces::Refused {
        let script = WITHOUT_NAMESPACES.replace("UNSHARE", &libc::SYS_unshare.to_string());
        let program = command.get_program().to_owned();
        let mut python = Command::new("python3");
        python.args(["-c", &script]).arg(program).args(args);
        command = python;
        command.stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    }
    command.current_dir(dir.path(folder));
    finish(start(command), "")
}

/// The stderr of a match of these players.
fn said(dir: &TestDir, namespaces: Namespaces, options: &[&str], bot: &str) -> String {
    let play = ["play", "connect-four", "--seed", "3", "--stderr", bot, "builtin:random"];
    let ran = run(dir, namespaces, &[options, &play].concat());
    assert!(matches!(ran.status, 0 | 3), "{ran:?}");
    ran.stderr
}

/// A folder `bots` with these folders in it.
fn bots(names: &[&str]) -> TestDir {
    let dir = TestDir::new();
    names.iter().for_each(|name| fs::create_dir_all(dir.path("bots").join(name)).expect("our own folder"));
    dir
}

/// A command line with the same bot, which changes to its folder first, because a command line
/// starts in the current folder.
fn line(dir: &TestDir, folder: &str, attempt: &str) -> String {
    let path = format!("bots/{folder}/bot.sh");
    dir.greeter(&path, &format!("cd \"$(dirname \"$0\")\"; folder=$PWD\n{attempt}"));
    format!("cmd:sh {path}")
}

const ANSWER: &str = "echo 4; read answer";

/// Regression: no match could be played with a command line that names a file above its working
/// folder.
#[test]
fn a_command_line_may_lead_through_folders_above_it() {
    for namespaces in BOTH {
        let dir = bots(&["here/deep/er", "own", "beside"]);
        let attempt = format!("book=${{1#--book=}}; cat \"$book\" >&2; echo note > note\n{ANSWER}");
        for path in ["bots/exe", "bots/own/exe", "bots/here/exe"] {
            dir.greeter(path, &attempt);
        }
        dir.write("bots/book", "words above\n");
        dir.write("bots/here/book", "words here\n");
        dir.write("bots/own/book", "own words\n");
        for (bot, words) in [
            ("cmd:../exe ../book", "words above\n"),
            ("cmd:../exe --book=../book", "words above\n"),
            ("cmd:sh ../exe book", "words here\n"),
            ("cmd:./exe ../own/book", "own words\n"),
            ("cmd:../own/exe ../own/book", "own words\n"),
            ("cmd:../beside/../exe ../here/book", "words here\n"),
            ("cmd:deep/../exe deep/er/../../book", "words here\n"),
            ("cmd:sh deep/../../exe deep/../../own/../book", "words above\n"),
        ] {
            let play = ["play", "connect-four", "--stderr", bot, "builtin:random"];
            let ran = run_in(&dir, "bots/here", namespaces, &play);
            assert!(ran.status == 0 && ran.stderr.contains(words), "{namespaces:?} {bot}: {ran:?}");
        }
        for folder in ["bots", "bots/here", "bots/own"] {
            assert!(!dir.path(folder).join("note").exists(), "{namespaces:?} {folder}");
        }
    }
}

/// One of the originals crashes if it cannot write a file for its opponent where it works.
#[test]
fn what_it_writes_goes_to_a_copy() {
    for namespaces in BOTH {
        let dir = bots(&["own"]);
        dir.write("bots/own/book", "e4\n");
        let attempt = format!(
            "set -e; cat book >&2; echo new > note; echo more >> book; echo mine > \"${{folder:-$(dirname \"$0\")}}/beside\"
            mkdir deep; echo x > deep/x; rm deep/x; ls >&2; cat book >&2; echo written >&2\n{ANSWER}"
        );
        let bot = dir.greeter("bots/own/bot", &attempt);
        for player in [bot, line(&dir, "own", &attempt)] {
            let said = said(&dir, namespaces, &[], &player);
            assert!(
                said.contains("written") && said.contains("more") && said.contains("e4"),
                "{namespaces:?} {player}: {said}"
            );
            assert_eq!(dir.read("bots/own/book"), "e4\n", "{namespaces:?}");
            let names = fs::read_dir(dir.path("bots/own")).expect("our own folder").count();
            assert_eq!(names, 3, "the book and two bots: {namespaces:?}");
        }
    }
}

/// Three of the originals import modules that are links into another bot's folder.
#[test]
fn links_lead_into_the_folders_beside_it() {
    for namespaces in BOTH {
        let dir = bots(&["own", "other/library"]);
        dir.write("bots/other/shared", "shared words\n");
        dir.write("bots/other/library/deep", "deep words\n");
        dir.write("bots/other/plans", "plans\n");
        symlink("../other/shared", dir.path("bots/own/shared")).expect("our own folder");
        symlink("../other/library", dir.path("bots/own/library")).expect("our own folder");
        let attempt = format!(
            "cat shared library/deep >&2; cat \"$(dirname \"$0\")/../other/plans\" >&2; echo x >> shared\n{ANSWER}"
        );
        let bot = dir.greeter("bots/own/bot", &attempt);
        let said = said(&dir, namespaces, &[], &bot);
        assert!(said.contains("shared words") && said.contains("deep words"), "{namespaces:?}: {said}");
        assert!(!said.contains("plans\n"), "{namespaces:?}: {said}");
        assert_eq!(dir.read("bots/other/shared"), "shared words\n", "{namespaces:?}");
    }
}

/// A downloaded bot may link to a private key.
#[test]
fn other_links_are_named_and_need_permission() {
    for namespaces in BOTH {
        let dir = bots(&["own"]);
        fs::create_dir(dir.path("keys")).expect("our own folder");
        dir.write("keys/secret", "the secret\n");
        symlink(dir.path("keys/secret"), dir.path("bots/own/key")).expect("our own folder");
        let bot = dir.greeter("bots/own/bot", &format!("cat key >&2 || exit 5\n{ANSWER}"));
        let secret = fs::canonicalize(dir.path("keys/secret")).expect("it is there");
        let secret = secret.to_str().expect("plain letters");
        let refused = said(&dir, namespaces, &[], &bot);
        assert!(!refused.contains("the secret"), "{namespaces:?}: {refused}");
        let hint = format!("`--read {secret}`");
        assert!(refused.contains(&hint) && refused.contains("--no-sandbox"), "{namespaces:?}: {refused}");
        let allowed = said(&dir, namespaces, &["--read", "keys"], &bot);
        assert!(allowed.contains("the secret") && !allowed.contains("--read"), "{namespaces:?}: {allowed}");
    }
    let ran =
        run(&TestDir::new(), Namespaces::AsHere, &["--read", "nowhere", "play", "connect-four", "cmd:true", "human"]);
    assert_eq!(ran.status, 2, "{ran:?}");
}

/// The folder beside a bot in a home may have keys, and botyard's current folder may have its logs.
#[test]
fn no_link_leads_to_where_botyard_is() {
    let dir = bots(&["own"]);
    dir.write("log", "army\n");
    symlink("../../log", dir.path("bots/own/log")).expect("our own folder");
    let bot = dir.greeter("bots/own/bot", &format!("cat log >&2 || exit 5\n{ANSWER}"));
    let said = said(&dir, Namespaces::AsHere, &[], &bot);
    assert!(!said.contains("army\n") && said.contains("--read"), "{said}");
}

#[test]
fn a_bot_that_was_refused_something_is_said_to_have_been() {
    let dir = bots(&["own"]);
    let refused = |attempt: &str| {
        let bot = dir.greeter("bots/own/bot", attempt);
        said(&dir, Namespaces::AsHere, &[], &bot)
    };
    let secret = dir.write("secret", "text");
    let secret = fs::canonicalize(dir.path(&secret)).expect("it is there");
    let of_path = refused(&format!("cat {} || exit 3", secret.display()));
    assert!(
        of_path.contains("because of the sandbox") && of_path.contains(&format!("`--read {}`", secret.display())),
        "{of_path}"
    );
    let of_call = refused("chmod 700 \"$HOME\" || exit 3");
    assert!(of_call.contains("a system call that it was refused") && of_call.contains("--no-sandbox"), "{of_call}");
    let elsewhere = refused("cat bots/own/bot || exit 3");
    assert!(elsewhere.contains("not where it works"), "{elsewhere}");
    let own_fault = refused("echo 'index out of range' >&2; exit 3");
    assert!(!own_fault.contains("sandbox"), "{own_fault}");
    // The drop-in commands report it, too; without a sandbox no link is refused.
    let bot = dir.greeter("bots/own/bot", &format!("cat {} || exit 3", secret.display()));
    let ran = run(&dir, Namespaces::AsHere, &["connect-four", &bot, "builtin:random"]);
    assert!(ran.stderr.contains("because of the sandbox"), "{ran:?}");
    let ran = run(&dir, Namespaces::AsHere, &["--no-sandbox", "connect-four", &bot, "builtin:random"]);
    assert!(!ran.stderr.contains("because of the sandbox"), "{ran:?}");
    let series = ["series", "connect-four", &bot, "builtin:random", "--games", "2"];
    let ran = run(&dir, Namespaces::AsHere, &series);
    let note = format!("`--read {}`", secret.display());
    assert!(ran.stdout.contains("  It may have ended because of the sandbox") && ran.stdout.contains(&note), "{ran:?}");
    let ran = run(&dir, Namespaces::AsHere, &[&["--no-sandbox"], &series[..]].concat());
    assert!(!ran.stdout.contains("because of the sandbox"), "{ran:?}");
}

/// Regression: a bot that was started from its own folder found none of the other files there, and
/// nobody was told.
#[test]
fn a_file_in_the_current_folder_is_named_with_the_option_that_shows_it() {
    for namespaces in BOTH {
        let dir = TestDir::new();
        dir.write("book.txt", "e4\n");
        let silent =
            dir.greeter("silent", &format!("book=$(cat book.txt 2>/dev/null) || exit 5\necho $book >&2\n{ANSWER}"));
        let loud = dir.greeter("loud", &format!("cat book.txt >&2 || exit 5\n{ANSWER}"));
        for (bot, evidence) in [(silent, "its program names book.txt"), (loud, "it wrote about book.txt")] {
            let hidden = said(&dir, namespaces, &[], &bot);
            assert!(hidden.contains(evidence) && hidden.contains("`--read book.txt`"), "{namespaces:?}: {hidden}");
            let shown = said(&dir, namespaces, &["--read", "book.txt"], &bot);
            assert!(shown.contains("e4") && !shown.contains("--read"), "{namespaces:?}: {shown}");
        }
    }
}

#[test]
fn its_files_are_kept_from_match_to_match() {
    for namespaces in BOTH {
        let dir = bots(&["own"]);
        dir.write("bots/own/book", "e4\n");
        let attempt = format!(
            "echo game >> games; echo x >> book; mkdir -p a/b; ln -sf ../games a/link; echo y > a/b/c; wc -l < games >&2; wc -l < book >&2\n{ANSWER}"
        );
        let bot = dir.greeter("bots/own/bot", &attempt);
        for player in [bot, line(&dir, "own", &attempt)] {
            for (games, lines) in [(1, 2), (2, 3), (3, 4)] {
                let said = said(&dir, namespaces, &[], &player);
                assert!(said.contains("\n  1\n  2\n"), "nothing is kept unless that is wanted: {namespaces:?}: {said}");
                let ran = run(
                    &dir,
                    namespaces,
                    &["play", "connect-four", "--stderr", &player, "builtin:random", "--keep-files", "kept"],
                );
                assert!(
                    ran.stderr.contains(&format!("\n  {games}\n  {lines}\n")),
                    "{namespaces:?} {player} {games}: {ran:?}"
                );
            }
        }
        assert_eq!(dir.read("bots/own/book"), "e4\n");
        let kept: Vec<_> = fs::read_dir(dir.path("kept")).expect("it was made").collect();
        assert_eq!(kept.len(), 3, "a file for each bot, and one for its opponent: {kept:?}");
    }
}

#[test]
fn the_drop_in_of_bitmartyr_keeps_files_too() {
    let dir = TestDir::new();
    let bot = dir.script("bot", "echo x >> games\nwc -l < games >&2\ncat > /dev/null\necho 0");
    for (keep, games) in [(&[][..], "1"), (&["--keep-files", "kept"], "1"), (&["--keep-files", "kept"], "2")] {
        let line = [&["bitmartyr", "--log", "log", "--board", "E", "-d", "1"], keep, &[bot.as_str()]].concat();
        assert_eq!(run(&dir, Namespaces::AsHere, &line).stderr.trim(), games);
    }
}
