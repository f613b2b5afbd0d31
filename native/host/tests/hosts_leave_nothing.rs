//! However a match ends, no process of its bots is left. Bots that leave processes on purpose are
//! in `hostile/`. The tests run one at a time, because they count the processes of this test
//! program.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::FaultReason;
use botyard_engine::seat::Seat;
use botyard_host::{Audience, HostedMatch, Interrupt, NoAudience, PersonReply, play_match};

use support::{Form, ample, bot, descendants, finish, hasty, hosted_match, moves, script};

/// The sleep of a script's child, which distinguishes it from all other processes.
const MARK: &str = "86399.25";
const SHORT: Duration = Duration::from_millis(300);

fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    // Building the bots starts child processes too.
    let _ = (bot(Form::Module, "hostile-loop"), bot(Form::Executable, "hostile-loop"));
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[track_caller]
fn nothing_is_left() {
    assert_eq!(descendants(), Vec::<String>::new());
    // A process that the kernel has been told to end may take a moment to end.
    let since = Instant::now();
    while !marked().is_empty() {
        assert!(since.elapsed() < Duration::from_secs(60), "still running: {:?}", marked());
        thread::yield_now();
    }
}

/// The processes of this machine that were started with the mark.
fn marked() -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok());
    lines.filter(|line| line.starts_with("sleep") && line.contains(MARK)).collect()
}

#[test]
fn children_of_a_bot() {
    let _alone = alone();
    let endings = ["echo 4; exit 0", "wait", "exec >&-; wait", "while :; do :; done"];
    for ending in endings {
        let parent = script(&format!("sleep {MARK} & sleep {MARK} & echo p; read x; {ending}"));
        let game = finish(hosted_match([parent, bot(Form::Module, "connect-four-random")], hasty(SHORT)));
        assert!(game.last_fault().is_some(), "{ending}: {}", moves(&*game));
        nothing_is_left();
    }
}

/// The exit is noticed although a child keeps the bot's stdout open: no time limit has to pass.
#[test]
fn a_bot_that_leaves_its_stdout_to_a_child() {
    let _alone = alone();
    let parent = script(&format!("sleep {MARK} & echo p; read x; exit 5"));
    let game = finish(hosted_match([parent, bot(Form::Module, "connect-four-random")], ample()));
    assert_eq!(game.last_fault().unwrap().1.why, FaultReason::ExitStatus(5));
    nothing_is_left();
}

/// Endless loops on both hosts are interrupted: by another thread, while the match is in its first
/// turn.
#[test]
fn an_interrupted_match() {
    let _alone = alone();
    for form in [Form::Module, Form::Executable] {
        let interrupt = Interrupt::default();
        let hosted_match =
            hosted_match([bot(form, "hostile-loop"), bot(form, "hostile-loop")], hasty(Duration::from_secs(60)));
        let game = thread::scope(|scope| {
            let playing = scope
                .spawn(|| play_match(hosted_match, &mut Raising(interrupt.clone()), &interrupt).unwrap().outcome());
            playing.join().unwrap()
        });
        assert_eq!(game, None, "{form:?}");
        nothing_is_left();
    }
}

/// Raises the interrupt when the match has begun, from another thread and a little later.
struct Raising(Interrupt);

impl Audience for Raising {
    fn match_changed(&mut self, _: &dyn AnyMatch) {
        let interrupt = self.0.clone();
        thread::spawn(move || interrupt.raise());
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        panic!("nobody plays by hand");
    }
}

#[test]
fn an_audience_that_panics() {
    struct Panicking;
    impl Audience for Panicking {
        fn match_changed(&mut self, _: &dyn AnyMatch) {
            panic!("on purpose");
        }

        fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
            panic!("on purpose");
        }
    }
    let _alone = alone();
    for form in [Form::Module, Form::Executable] {
        let hosted_match = hosted_match([bot(form, "hostile-mute"), bot(Form::Executable, "hostile-loop")], ample());
        let result =
            catch_unwind(AssertUnwindSafe(|| play_match(hosted_match, &mut Panicking, &Interrupt::default()).is_ok()));
        assert!(result.is_err());
        nothing_is_left();
    }
}

#[test]
fn a_bot_that_does_not_start_leaves_the_other_none_either() {
    let _alone = alone();
    let nothing = botyard_host::process::ProgramCommand::new("no-such-program-anywhere");
    let players = vec![
        ("nothing".to_owned(), botyard_host::SeatBody::Command(nothing)),
        bot(Form::Executable, "connect-four-random"),
    ];
    let hosted_match = HostedMatch::new("connect-four", 1, players);
    assert!(play_match(hosted_match, &mut NoAudience, &Interrupt::default()).unwrap().last_fault().is_some());
    nothing_is_left();
}

/// The resources of this process: resident memory in bytes, open descriptors, threads.
fn belongings() -> (u64, usize, usize) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let resident: u64 = resident.trim().trim_end_matches(" kB").parse().unwrap();
    let count = |folder| std::fs::read_dir(folder).unwrap().count();
    (resident << 10, count("/proc/self/fd"), count("/proc/self/task"))
}

/// A leak would be visible: a memory has at least 64 KiB, and each run has a stack.
#[test]
fn many_matches_in_a_row() {
    let _alone = alone();
    let matches = botyard_effort::count(400, 1_000);
    for (form, matches) in [(Form::Module, matches), (Form::Executable, matches / 10)] {
        let players = [bot(form, "connect-four-random"), bot(form, "connect-four-random")];
        let play = |seed| {
            let mut hosted_match = hosted_match(players.clone(), ample());
            hosted_match.match_spec.seed = seed;
            assert!(finish(hosted_match).outcome().is_some());
        };
        (0..matches / 5).for_each(play);
        let (resident, descriptors, threads) = belongings();
        (matches / 5..matches).for_each(play);
        let after = belongings();
        assert!(after.0 < resident + (matches << 13), "{form:?}: {resident} bytes, then {}", after.0);
        assert_eq!((after.1, after.2), (descriptors, threads), "{form:?}");
        nothing_is_left();
    }
}
