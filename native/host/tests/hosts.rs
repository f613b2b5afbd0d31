//! One bot, every host: the same moves. Bots that misbehave are in `hostile/`.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod support;

use std::time::Duration;

use botyard_effort::count;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::{FaultKind, FaultReason};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Stream;
use botyard_host::{Audience, HostedMatch, NoAudience, PersonReply, SeatBody, play_match, process};
use serde_json::json;

use support::{FORMS, Form, LOADER, ample, bot, finish, hasty, hosted_match, moves, script, watched};

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn modules_with_the_same_seed_play_the_same_match() {
    let names = ["connect-four-tactician", "connect-four-random"];
    let played = |seed| {
        let mut hosted_match = hosted_match(names.map(|name| bot(Form::Module, name)), ample());
        hosted_match.match_spec.seed = seed;
        finish(hosted_match)
    };
    let (once, again) = (played(7), played(7));
    assert_eq!(once.replay(), again.replay(), "the time that each move took included");
    let others: Vec<_> = (8..16).map(|seed| moves(&*played(seed))).collect();
    assert!(others.iter().any(|other| *other != moves(&*once)), "the seed matters: {others:?}");
}

#[test]
fn a_deterministic_bot_plays_the_same_as_module_and_as_executable() {
    let played = |first, second| {
        let searching = |form| bot(form, "connect-four-negamax");
        moves(&*finish(hosted_match([searching(first), searching(second)], ample())))
    };
    let modules = played(Form::Module, Form::Module);
    assert!(modules.len() > 7 && modules.chars().all(|column| column.is_ascii_digit()), "{modules}");
    let mixed =
        [(Form::Executable, Form::Module), (Form::Module, Form::Executable), (Form::Executable, Form::Executable)];
    for &(first, second) in &mixed[..count(1, mixed.len())] {
        assert_eq!(played(first, second), modules, "{first:?} against {second:?}");
    }
}

#[test]
fn what_a_bot_says_on_the_side_is_kept() {
    for form in FORMS {
        let game =
            finish(hosted_match([bot(form, "connect-four-negamax"), bot(form, "connect-four-tactician")], ample()));
        let said = |seat| {
            let passages = game.transcript().passages().iter();
            let of_seat =
                passages.filter(|passage| passage.seat == Seat::new(seat) && passage.stream == Stream::Stderr);
            of_seat.map(|passage| passage.text.as_str()).collect::<String>()
        };
        assert!(said(0).contains("depth") && said(1).contains("->"), "{form:?}: {} {}", said(0), said(1));
    }
}

/// Plays an illegal column, then column 3 twice, then resigns.
struct Clumsy {
    refusals: Vec<String>,
    moves: usize,
}

impl Audience for Clumsy {
    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply {
        assert!(game.awaited().contains(seat));
        self.moves += 1;
        match self.moves {
            1 => PersonReply::Play(json!(9).into()),
            2 | 3 => PersonReply::Play(json!(3).into()),
            _ => PersonReply::Resign,
        }
    }

    fn action_refused(&mut self, _: Seat, why: &str) {
        self.refusals.push(why.to_owned());
    }
}

#[test]
fn a_person_plays_against_either_form() {
    for form in FORMS {
        let person = ("you".to_owned(), SeatBody::Person);
        let mut clumsy = Clumsy { refusals: Vec::new(), moves: 0 };
        let game = watched(hosted_match([person, bot(form, "connect-four-tactician")], ample()), &mut clumsy);
        let turns = game.turns_from(0);
        let persons: Vec<_> = turns.iter().filter(|turn| turn.seat == Seat::new(0)).map(|turn| &turn.result).collect();
        assert_eq!((clumsy.refusals.len(), persons.len()), (1, 3), "{form:?}: {:?}", clumsy.refusals);
        assert_eq!(game.last_fault().map(|(_, fault)| fault.kind), Some(FaultKind::Resigned));
    }
}

#[test]
fn the_audience_sees_every_turn() {
    struct Watching(Vec<usize>);
    impl Audience for Watching {
        fn match_changed(&mut self, game: &dyn AnyMatch) {
            self.0.push(game.turn_count());
        }

        fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
            panic!("nobody plays by hand");
        }
    }
    let mut watching = Watching(Vec::new());
    let names = ["connect-four-tactician", "connect-four-tactician"];
    let game = watched(hosted_match(names.map(|name| bot(Form::Module, name)), ample()), &mut watching);
    // The first move may arrive together with the greetings.
    let from_the_first: Vec<_> = watching.0.into_iter().filter(|&turns| turns > 0).collect();
    assert_eq!(from_the_first, (1..=game.turn_count()).collect::<Vec<_>>());
}

#[track_caller]
fn check_start(command: process::ProgramCommand, why: &str) {
    let players = [("it".to_owned(), SeatBody::Command(command)), bot(Form::Module, "connect-four-random")];
    let (seat, fault) = finish(hosted_match(players, ample())).last_fault().unwrap();
    assert_eq!((seat, fault.kind), (Seat::new(0), FaultKind::NotStarted));
    assert!(fault.why.to_string().contains(why), "{}", fault.why);
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_start_says_why() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str, mode| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path
    };
    check_start(process::ProgramCommand::file(folder.path().join("none")), "no such file");
    check_start(process::ProgramCommand::new("no-such-program-anywhere"), "no such program");
    check_start(process::ProgramCommand::file(folder.path()), "is a folder");
    check_start(process::ProgramCommand::file(file("plain", "#!/bin/sh\n", 0o644)), "chmod +x");
    check_start(process::ProgramCommand::file(file("noise", "\u{1}\u{2}", 0o755)), "cannot execute");
    check_start(process::ProgramCommand::file(file("lost", "#!/no/such/shell -x\n", 0o755)), "`#!/no/such/shell -x`");
    check_start(process::ProgramCommand::file(folder.path().join("none.py")), "no such file");
}

#[cfg(unix)]
#[test]
fn a_program_is_judged_by_what_it_said_before_it_ended() {
    // The answers are in the pipe when the exit is seen.
    let game = finish(hosted_match(
        [script("echo p; read x; echo 4; echo 5; exit 3"), bot(Form::Module, "hostile-mute")],
        ample(),
    ));
    assert_eq!(moves(&*game), "4 2:Timeout");
    let quick = script("echo p; read x; echo 4; echo 5; exit 3");
    let game = finish(hosted_match([quick, bot(Form::Module, "connect-four-random")], ample()));
    let (_, fault) = game.last_fault().unwrap();
    assert_eq!((fault.kind, fault.why), (FaultKind::Exited, FaultReason::ExitStatus(3)));
    assert_eq!(game.turns_from(0).iter().filter(|turn| turn.seat == Seat::new(0)).count(), 3, "{}", moves(&*game));
}

#[cfg(unix)]
#[test]
fn a_program_that_closed_its_stdout_is_told_so_at_once() {
    // Long before its time limit, which is a minute. Its earlier output counts, even without a
    // newline.
    for (program, expected) in [
        ("echo p; read x; echo 4; read x; exec >&-; sleep 86399", FaultKind::Timeout),
        ("exec >&-; sleep 86399", FaultKind::NotStarted),
    ] {
        let game = finish(hosted_match([script(program), bot(Form::Module, "connect-four-random")], hasty(MINUTE)));
        let (_, fault) = game.last_fault().unwrap();
        assert_eq!((fault.kind, fault.why), (expected, FaultReason::ClosedStdout), "{program}");
    }
    // A program that exits closes its stdout, too.
    let slow = script("echo p; read x; exec >&-; sleep 0.2; exit 3");
    let game = finish(hosted_match([slow, bot(Form::Module, "connect-four-random")], ample()));
    let (_, fault) = game.last_fault().unwrap();
    assert_eq!((fault.kind, fault.why), (FaultKind::Exited, FaultReason::ExitStatus(3)));
}

#[test]
fn the_hash_is_that_of_the_file() {
    // The smallest module that may run, and its hash by `sha256sum`.
    let start: &[u8] = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x05\x03\x01\0\0";
    let rest: &[u8] = b"\x07\x13\x02\x06memory\x02\0\x06_start\0\0\x0a\x04\x01\x02\0\x0b";
    let (name, loaded) = ("smallest", LOADER.load(&[start, rest].concat()).unwrap());
    let hash = "024bbf12b5e433cb49ef7d51537a9aa24b46f68e8530bae23878f8c795bc2037";
    assert_eq!(loaded.sha256(), hash);
    assert_eq!(SeatBody::Module(loaded).player_info(name).sha256.as_deref(), Some(hash));
}

#[test]
fn players_that_are_not_the_openings_are_an_error() {
    let mut hosted_match =
        hosted_match([bot(Form::Module, "hostile-mute"), bot(Form::Module, "hostile-mute")], ample());
    hosted_match.bodies[1] = SeatBody::Person;
    assert!(play_match(hosted_match, &mut NoAudience, &botyard_host::Interrupt::default()).is_err());
    let unknown = HostedMatch::new("chess", 1, vec![]);
    assert!(play_match(unknown, &mut NoAudience, &botyard_host::Interrupt::default()).is_err());
}
