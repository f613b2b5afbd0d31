use std::thread;

use botyard_engine::anymatch::{MatchSpec, open};
use botyard_engine::referee::host::Output;
use botyard_engine::replay::{PlayerInfo, PlayerKind};

use super::timed_program::HELD_MAX;
use super::*;
use crate::platform::{ProcessorTime, processors};

const MS: Duration = Duration::from_millis(1);

fn had(worked: u32, waited: u32) -> ProcessorTime {
    ProcessorTime { worked: worked * MS, waited: waited * MS, is_runnable: true, sleeps: Some(7) }
}

fn asked(since: Instant, before: ProcessorTime) -> Owing {
    let (late, stood_still_before, read_waits, unread_waits, past_deadline, last_look) = Default::default();
    Owing {
        since,
        late,
        before,
        stood_still_before,
        read_waits,
        unread_waits,
        is_asked: true,
        past_deadline,
        last_look,
    }
}

/// The standstill for a program that has answered after 100 ms, and has slept.
fn check(had_since: ProcessorTime, own_waits: u32, processors: u32, expected: u32) {
    let since = Instant::now();
    let owing = Owing { unread_waits: own_waits * MS, ..asked(since, had(1000, 500)) };
    let read = had(1000, 500);
    let read = ProcessorTime { worked: read.worked + had_since.worked, waited: read.waited + had_since.waited, ..read };
    let standstill = |only_works, stood_still| {
        owing.standstill(since + 100 * MS, Some(read), only_works, true, stood_still, processors)
    };
    assert_eq!(standstill(false, StoodStill::default()), expected * MS, "{had_since:?}");
    assert_eq!(standstill(true, StoodStill::default()), (100 * MS).saturating_sub(had_since.worked), "{had_since:?}");
    // Regression: what the clock has stood still for already was credited on top.
    let for_others = StoodStill { total: 100 * MS, credited: Duration::ZERO };
    let most = (100 * MS).saturating_sub(had_since.worked / processors);
    assert_eq!(standstill(false, for_others), most, "{had_since:?}");
}

#[test]
fn waits_are_not_charged_and_work_is() {
    check(had(40, 50), 0, 2, 50);
    check(had(40, 50), 5, 2, 55);
    // It has slept for the rest.
    check(had(40, 0), 0, 2, 0);
    // Two hundred threads wait for each other: they have used all processors, or half of them.
    check(had(200, 19_800), 0, 2, 0);
    check(had(100, 19_900), 0, 2, 50);
}

#[test]
fn sleeps_are_known_of_one_thread() {
    let owing = asked(Instant::now(), had(0, 0));
    let slept = |sleeps: u64, is_runnable| ProcessorTime { sleeps: Some(7 + sleeps), is_runnable, ..had(0, 0) };
    let awake = |read, has_answered| owing.has_been_awake(read, has_answered);
    // It computes, or has answered and sleeps now.
    assert!(awake(slept(0, true), false) && awake(slept(0, true), true) && awake(slept(1, false), true));
    // It sleeps in place of answering, or has done so.
    assert!(!awake(slept(1, false), false) && !awake(slept(1, true), true) && !awake(slept(2, false), true));
    // It slept when it was asked, and still does.
    assert!(!awake(slept(0, false), false) && !awake(slept(0, false), true));
    let many = ProcessorTime { sleeps: None, ..had(0, 0) };
    assert!(!awake(many, true) && !asked(owing.since, many).has_been_awake(had(0, 0), true));
}

/// Regression: a bot of two hundred threads was not charged for its work, because the clock also
/// stood still while its threads made this one wait.
#[test]
fn this_threads_waits_are_not_credited_on_top_of_a_programs() {
    let (mut clock, run, seat) = clock_of_program();
    clock.note_questions(Seats::only(seat), None, |_| None);
    let since = Instant::now().checked_sub(100 * MS).expect("the system has been up for longer");
    clock.programs[0].owing = Some(asked(since, ProcessorTime::default()));
    clock.note_unread_waits(60 * MS);
    let worked = 90 * MS * processors();
    let read = ProcessorTime { worked, sleeps: None, ..had(0, 10_000) };
    clock.skip_program_waits(None, |_| true, |_| ProgramMeter::of_ended(read));
    let stood_still = clock.stood_still.total;
    assert!(stood_still >= 10 * MS && since.elapsed() - stood_still >= 90 * MS, "{stood_still:?}");
    clock.note_answer(run);
}

/// What a running program has worked is known until the system's last tick.
#[test]
fn a_program_that_computes_is_late_when_it_is_known_to_have_worked_for_so_long() {
    let since = Instant::now();
    let mut owing = asked(since, had(10, 0));
    assert_eq!(owing.find_worked_until(since + 9 * MS, had(14, 0), 2 * MS), since + 6 * MS);
    assert_eq!(owing.find_worked_until(since + 9 * MS, had(18, 0), 2 * MS), since + 9 * MS);
    let long_after = since + HELD_MAX + 10 * MS;
    assert_eq!(owing.find_worked_until(long_after, had(18, 0), 2 * MS), long_after);
}

#[test]
fn waits_are_complete_once_the_system_reports_them() {
    let now = Instant::now();
    let mut owing = asked(now, had(0, 0));
    assert_eq!(owing.find_complete_until(now, had(4, 0)), None);
    assert_eq!(owing.find_complete_until(now + MS, had(4, 0)), None);
    // It had waited when it was first looked at, and may be waiting again.
    assert_eq!(owing.find_complete_until(now + 2 * MS, had(4, 9)), Some(now));
    assert_eq!(owing.find_complete_until(now + 3 * MS, had(4, 9)), None);
    assert_eq!(owing.find_complete_until(now + 4 * MS, had(5, 9)), Some(now + 2 * MS));
    assert_eq!(owing.find_complete_until(now + HELD_MAX + MS, had(5, 9)), Some(now + HELD_MAX + MS));
    // It may have answered before it fell asleep.
    let asleep = ProcessorTime { is_runnable: false, ..had(5, 9) };
    assert_eq!(owing.find_complete_until(now, asleep), None);
    assert_eq!(owing.find_complete_until(now + MS, asleep), None);
    owing.past_deadline.as_mut().expect("it was measured").was_read = true;
    assert_eq!(owing.find_complete_until(now + 2 * MS, asleep), Some(now + 2 * MS));
    assert_eq!(owing.find_complete_until(now + 3 * MS, asleep), None);
}

#[test]
fn a_clock_stands_still_while_its_thread_is_stopped() {
    let mut clock = MatchTimer::start();
    let moment = clock.start + 100 * MS;
    clock.skip_oversleep(NEGLIGIBLE / 2);
    assert_eq!(clock.time_of(moment), 100 * MS);
    clock.skip_oversleep(90 * MS);
    assert_eq!(clock.time_of(moment), 10 * MS);
}

#[test]
fn a_clock_stands_still_in_a_pause() {
    let mut clock = MatchTimer::start();
    let paused = clock.pause();
    thread::sleep(MS);
    clock.resume(paused);
    assert!(clock.stood_still.total >= MS);
}

#[test]
fn a_clock_stands_still() {
    let mut clock = MatchTimer::start();
    let moment = clock.start + 10 * MS;
    clock.skip(4 * MS);
    assert_eq!(clock.time_of(moment), 6 * MS);
    clock.told = Some(5 * MS);
    assert_eq!((clock.time_of(moment), clock.time_of(clock.start)), (5 * MS, Duration::ZERO));
}

/// A clock that times one program, and knows of no waits: then its times are exact.
fn clock_of_program() -> (MatchTimer, Run, Seat) {
    let player = || PlayerInfo { name: "bot".to_owned(), kind: PlayerKind::Executable, ..PlayerInfo::default() };
    let (settings, terms) = Default::default();
    let players = vec![player(), player()];
    let match_spec = MatchSpec { game: "connect-four".to_owned(), settings, seed: 1, players, terms };
    let mut game = open(&match_spec, None, Duration::ZERO).expect("a match");
    let Some(Output::Start(run, seat)) = game.poll() else { panic!("a bot is started") };
    let mut clock = MatchTimer::start();
    clock.add_program(run, seat);
    clock.own_meter = None;
    (clock, run, seat)
}

/// Regression: a program's first move was timed from its greeting, and the pause until the other
/// bot's greeting counted as an interruption.
#[test]
fn the_clock_starts_anew_after_the_greeting() {
    let (mut clock, _, seat) = clock_of_program();
    let since = |clock: &MatchTimer| clock.programs[0].owing.as_ref().expect("it owes an answer").since;
    clock.note_questions(Seats::NONE, None, |_| None);
    let started = since(&clock);
    thread::sleep(MS);
    clock.note_questions(Seats::NONE, None, |_| None);
    assert_eq!(since(&clock), started);
    clock.note_questions(Seats::only(seat), None, |_| None);
    let asked = since(&clock);
    assert!(asked >= started + MS);
    thread::sleep(MS);
    clock.note_questions(Seats::only(seat), None, |_| None);
    assert_eq!(since(&clock), asked);
}

#[test]
fn what_this_thread_does_before_it_asks_is_not_charged() {
    let (mut clock, run, seat) = clock_of_program();
    clock.note_questions(Seats::NONE, None, |_| None);
    clock.note_answer(run);
    let told = clock.now();
    thread::sleep(MS);
    clock.skip_own_work();
    assert_eq!(clock.now(), told);
    thread::sleep(MS);
    clock.note_questions(Seats::only(seat), None, |_| None);
    assert_eq!(clock.now(), told);
    // It owes an answer now.
    thread::sleep(MS);
    clock.skip_own_work();
    assert!(clock.now() >= told + MS);
}

/// Regression: a bot that had greeted counted as owing an answer until the match began, and this
/// thread's waits before the first question were charged to it.
#[test]
fn what_this_thread_does_before_the_first_question_is_not_charged() {
    let (mut clock, _, seat) = clock_of_program();
    clock.note_questions(Seats::NONE, None, |_| None);
    clock.skip_own_waits();
    let told = clock.now();
    thread::sleep(MS);
    clock.note_questions(Seats::only(seat), None, |_| None);
    assert_eq!(clock.now(), told);
}

/// Regression: a wait of this thread after it had read an answer was credited before the answer,
/// and charged to the bot that was asked next.
#[test]
fn a_question_is_timed_from_what_the_referee_was_told() {
    let (mut clock, run, seat) = clock_of_program();
    clock.note_questions(Seats::only(seat), None, |_| None);
    clock.skip_own_waits();
    let told = clock.now();
    thread::sleep(MS);
    clock.skip_own_waits();
    clock.note_told(told);
    clock.note_answer(run);
    clock.note_questions(Seats::only(seat), None, |_| None);
    assert_eq!(clock.now(), told);
}

/// Another program owes an answer already, so that the clock does not stand still.
#[test]
fn a_late_question_is_not_charged() {
    let (mut clock, run, seat) = clock_of_program();
    clock.note_questions(Seats::only(seat), None, |_| None);
    clock.skip_own_waits();
    let other = Seat::new(1 - seat.index());
    clock.add_program(run, other);
    thread::sleep(MS);
    clock.note_questions(Seats::first(2), None, |_| None);
    let owing = clock.programs[1].owing.as_ref().expect("it owes an answer");
    assert!(owing.late >= MS && owing.since.elapsed() >= owing.late, "{owing:?}");
    let standstill = owing.standstill(owing.since + 10 * MS, None, false, true, clock.stood_still, 2);
    assert_eq!(standstill, owing.late.min(10 * MS));
}

#[cfg(target_os = "linux")]
#[test]
fn a_module_is_charged_the_processor_time_of_its_thread() {
    let mut clock = MatchTimer::start();
    clock.watch_own_thread();
    clock.time_module(|| thread::sleep(50 * MS));
    assert!(clock.stood_still.total >= 40 * MS, "{:?}", clock.stood_still.total);
    let before = clock.running_time(Instant::now());
    let end = module_time() + 5 * MS;
    clock.time_module(|| while module_time() < end {});
    assert!(clock.running_time(Instant::now()) >= before + 4 * MS);
}

#[test]
fn what_this_thread_does_before_it_runs_a_module_is_not_charged() {
    let mut clock = MatchTimer::start();
    clock.skip_own_work();
    let told = clock.now();
    thread::sleep(MS);
    clock.time_module(|| ());
    assert_eq!(clock.now(), told);
}
