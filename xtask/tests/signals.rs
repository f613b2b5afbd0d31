//! What a signal that ends `cargo xtask` ends with it.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// How long a failing test waits before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts xtask with a shell script for cargo, in a shell that has done what `before` says. When
/// the script has printed a line, sends the signals to xtask; returns how that ended. Fails unless
/// all that has the script's output open, as what it has started, ends too.
fn end_by(before: &str, signals: &[Signal], script: &str) -> Option<i32> {
    let folder = tempfile::tempdir().expect("a folder");
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, format!("#!/bin/sh\n{script}\n")).expect("a file of ours");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o700)).expect("a file of ours");
    let mut xtask = Command::new("sh");
    xtask.args(["-c", &format!("{before}\nexec {} cargo anything", env!("CARGO_BIN_EXE_xtask"))]);
    // As if it had not been started by another xtask, which would end all of it.
    xtask.env_remove("BOTYARD_IN_PROCESS_GROUP").env("CARGO", &cargo).env("BOTYARD_BUILD", folder.path());
    // What starts these tests may ignore signals, and what ignores a signal starts programs that do.
    // One that this process catches has its usual effect in them.
    for signal in signals {
        signal_hook::flag::register(*signal as i32, Arc::default()).expect("it can be caught");
    }
    let mut xtask = xtask.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("a shell starts");
    let mut output = BufReader::new(xtask.stdout.take().expect("it is piped"));
    output.read_line(&mut String::new()).expect("the script prints a line");
    let number = Pid::from_raw(xtask.id().try_into().expect("the system numbers processes so"));
    for signal in signals {
        kill(number, *signal).expect("it runs");
    }
    let status = xtask.wait().expect("it ends");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(output.read_to_end(&mut Vec::new()).is_ok()));
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(true), "something still runs after {script:?}");
    status.code()
}

/// `cargo xtask serve` left trunk and the compilation of the interpreter behind.
#[test]
fn what_was_started_ends_with_it_and_what_that_has_started() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        assert_eq!(end_by("", &[signal], "sleep 600 & echo started; wait"), Some(128 + signal as i32));
    }
}

#[test]
fn what_does_not_end_when_told_to_is_killed() {
    let script = "trap '' TERM; sleep 600 & echo started; wait";
    assert_eq!(end_by("", &[Signal::SIGTERM], script), Some(128 + Signal::SIGTERM as i32));
}

/// `nohup` has programs ignore that their terminal was closed.
#[test]
fn a_signal_that_it_was_told_to_ignore_ends_nothing() {
    let signals = [Signal::SIGHUP, Signal::SIGTERM];
    assert_eq!(end_by("trap '' HUP", &signals, "echo started; sleep 600"), Some(128 + Signal::SIGTERM as i32));
}
