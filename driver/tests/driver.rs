//! The driver with a host that works in any order.

mod support;

use std::time::Duration;

use botyard_driver::{HostShortage, RunPause, VoidMatch};
use botyard_engine::exit::Exit;
use botyard_engine::fault::FaultKind;
use botyard_engine::games::bitmartyr::{BitMartyrSettings, PlacementParams, WireFormat, place};
use botyard_engine::games::stratego::StrategoSettings;
use botyard_engine::referee::host::{Input, Run, Spent};
use botyard_engine::replay::MatchClock;
use botyard_engine::seat::Seat;
use fastrand::Rng;
use serde_json::{Value, json};
use support::bots::make;
use support::{NullHost, Record, Stage, record_in_any_order, record_in_order};

type MatchDriver = botyard_driver::MatchDriver<NullHost>;

const VIRTUAL: MatchClock = MatchClock::Virtual { percent: 100 };

fn connect_four(players: &'static [&'static str], clock: MatchClock) -> Stage {
    Stage { game: "connect-four", settings: Value::Null, players, clock, make }
}

fn generals(players: &'static [&'static str]) -> Stage {
    Stage { game: "generals", settings: Value::Null, players, clock: VIRTUAL, make }
}

/// Three teams; the third has a run for each of its units.
fn bitmartyr() -> Stage {
    let board = place(&PlacementParams { width: 12, height: 12, population: 6, seed: 5, ..PlacementParams::new(3) });
    let settings = BitMartyrSettings {
        duration: 12,
        wires: vec![WireFormat::Standard, WireFormat::Plain, WireFormat::Basic],
        ..BitMartyrSettings::on(board.expect("there is room"))
    };
    let settings = serde_json::to_value(settings).expect("settings are JSON");
    Stage { game: "bitmartyr", settings, players: &["units", "units", "units"], clock: VIRTUAL, make }
}

/// Plays to the end: in each round some of the runs that may work do so, in any order, and their
/// pauses are handled one by one or together.
fn play_in_any_order(stage: &Stage, record: Record, seed: u64) -> Vec<String> {
    let mut driver = stage.open(Vec::new());
    let mut random = Rng::with_seed(seed);
    while !driver.game().is_done() {
        let mut runs: Vec<_> = driver.runnable().collect();
        assert!(!runs.is_empty(), "the match waits for nobody");
        random.shuffle(&mut runs);
        runs.truncate(random.usize(1..=runs.len()));
        if random.bool() {
            let mut pauses: Vec<_> = runs.into_iter().map(|run| (run, driver.host.work(run))).collect();
            driver.handle_pauses(&mut pauses);
            continue;
        }
        for run in runs {
            // The pause of another run may have ended this one.
            if driver.runnable().any(|runnable| runnable == run) {
                work(&mut driver, run);
            }
        }
    }
    record(&driver)
}

/// Plays until no run may work.
fn play_on(driver: &mut MatchDriver) {
    while let Some((_, run)) = driver.find_runnable(0) {
        work(driver, run);
    }
}

fn work(driver: &mut MatchDriver, run: Run) {
    let pause = driver.host.work(run);
    driver.handle_pause(driver.host.now, run, pause);
}

/// Lets a program read what was written to it; it prints its answer at this time.
fn answer_as_program(driver: &mut MatchDriver, run: Run, at: Duration) {
    let printed = driver.host.read_as_program(run);
    assert!(!printed.is_empty(), "it answers");
    driver.handle_program(at, Input::Stdout(run, &printed, Spent::Wall));
}

/// The bots read and print the same bytes in the same order, whatever the order of the runs.
#[track_caller]
fn check_any_order(stage: &Stage, least_turns: usize) {
    check_any_order_by(stage, record_in_order, least_turns);
}

#[track_caller]
fn check_any_order_by(stage: &Stage, record: Record, least_turns: usize) {
    let mut driver = stage.open(Vec::new());
    play_on(&mut driver);
    assert!(driver.game().is_done());
    assert!(driver.game().turn_count() >= least_turns, "{} turns", driver.game().turn_count());
    let expected = record(&driver);
    for seed in 0..20 {
        let found = play_in_any_order(stage, record, seed);
        let difference = expected.iter().zip(&found).find(|(expected, found)| expected != found);
        assert_eq!(difference, None, "seed {seed}");
        assert_eq!(found.len(), expected.len(), "seed {seed}");
    }
}

#[test]
fn the_order_of_runs_changes_nothing_where_players_take_turns() {
    check_any_order(&connect_four(&["four", "four"], VIRTUAL), 7);
}

/// A bot that was sent the result of its move waits while the other answers; this wait is not its
/// answer to the question that follows.
#[test]
fn the_order_of_runs_changes_nothing_where_a_player_reads_out_of_turn() {
    let settings = StrategoSettings { max_turns: Some(60), ..StrategoSettings::default() };
    let settings = serde_json::to_value(settings).expect("settings are JSON");
    check_any_order(&Stage { game: "stratego", settings, players: &["patrol", "patrol"], clock: VIRTUAL, make }, 60);
}

/// A bot's work on the questions that it has answered ahead of time counts when it is asked for the
/// next answer.
#[test]
fn the_order_of_runs_changes_nothing_where_a_player_answers_ahead() {
    check_any_order(&connect_four(&["pairs", "four"], VIRTUAL), 7);
}

/// A bot that looks for input after each byte goes on while it owes its answer, and then waits for
/// its question as others do.
#[test]
fn the_order_of_runs_changes_nothing_where_players_poll() {
    check_any_order(&connect_four(&["looks", "looks"], VIRTUAL), 7);
    let turns = |players, clock| {
        let mut driver = connect_four(players, clock).open(Vec::new());
        play_on(&mut driver);
        assert!(driver.game().is_done());
        driver.game().turns_from(0).into_iter().map(|turn| turn.result).collect::<Vec<_>>()
    };
    let expected = turns(&["four", "four"], VIRTUAL);
    assert_eq!(turns(&["looks", "looks"], VIRTUAL), expected);
    assert_eq!(turns(&["looks", "looks"], MatchClock::Wall), expected);
}

#[test]
fn the_order_of_runs_changes_nothing_where_a_player_is_late() {
    check_any_order(&generals(&["march", "late", "march"]), 20);
}

#[test]
fn the_order_of_runs_changes_nothing_where_every_unit_has_a_run() {
    check_any_order_by(&bitmartyr(), record_in_any_order, 36);
}

/// A bot that has printed its next answer ahead of time reads the question while the other thinks.
/// It then waits for input; that it waited is not an answer to the question that follows, whichever
/// of the two pauses first.
#[test]
fn a_pause_from_before_a_question_is_no_answer_to_it() {
    let mut driver = connect_four(&["pairs", "four"], VIRTUAL).open(Vec::new());
    while !driver.game().is_done() {
        let runs: Vec<_> = driver.runnable().collect();
        assert!(!runs.is_empty(), "the match waits for nobody");
        let mut pauses: Vec<_> = runs.into_iter().rev().map(|run| (run, driver.host.work(run))).collect();
        driver.handle_pauses(&mut pauses);
    }
    assert!(driver.game().turn_count() >= 7, "{} turns", driver.game().turn_count());
    assert!(driver.game().last_fault().is_none_or(|(_, fault)| fault.kind != FaultKind::Timeout));
}

#[test]
fn a_bot_that_cannot_start_loses_by_it() {
    let mut driver = connect_four(&["four", "unwritten"], VIRTUAL).open(Vec::new());
    play_on(&mut driver);
    let (seat, fault) = driver.game().last_fault().expect("a fault");
    assert_eq!((seat, fault.why.to_string().as_str()), (Seat::new(1), "as nobody has written it"));
}

#[test]
fn people_are_asked_when_no_bot_owes_an_answer() {
    let mut driver = connect_four(&["(me)", "four"], VIRTUAL).open(Vec::new());
    assert_eq!(driver.person_to_ask(), None, "the bot has not greeted");
    play_on(&mut driver);
    assert_eq!(driver.person_to_ask(), Some(Seat::new(0)));
    assert!(!driver.is_stuck());
    assert_eq!(driver.play(Seat::new(0), json!(9)).map_err(|why| why.is_empty()), Err(false));
    assert_eq!(driver.play(Seat::new(0), json!(4)), Ok(()));
    assert_eq!(driver.person_to_ask(), None);
    play_on(&mut driver);
    assert_eq!((driver.game().turn_count(), driver.person_to_ask()), (2, Some(Seat::new(0))));
    driver.resign(Seat::new(0));
    play_on(&mut driver);
    assert_eq!(driver.game().outcome().and_then(|outcome| outcome.winner()), Some(Seat::new(1)));
}

#[test]
fn a_person_resigns_out_of_turn_and_only_once() {
    let me = Seat::new(0);
    let mut driver = connect_four(&["(me)", "four"], VIRTUAL).open(Vec::new());
    driver.resign(me);
    assert_eq!(driver.game().turn_count(), 0, "the bot has not greeted, so that nothing is being played");
    play_on(&mut driver);
    assert_eq!(driver.play(me, json!(4)), Ok(()));
    driver.resign(me);
    let fault = driver.game().last_fault().map(|(seat, fault)| (seat, fault.kind));
    assert_eq!(fault, Some((me, FaultKind::Resigned)), "the bot owed an answer");
    assert_eq!(driver.game().outcome().and_then(|outcome| outcome.winner()), Some(Seat::new(1)));
    play_on(&mut driver);
    assert!(driver.game().is_done(), "the bot has been told the end");
    driver.resign(me);
    assert_eq!(driver.game().turn_count(), 2);
}

#[test]
fn a_program_works_by_itself_and_its_words_have_their_own_time() {
    let mut driver = connect_four(&["program four", "four"], VIRTUAL).open(Vec::new());
    let program = driver.host.first_run();
    assert!(driver.runnable().all(|run| run != program), "only modules are told when they may work");
    play_on(&mut driver);
    let at = Duration::from_millis;
    answer_as_program(&mut driver, program, at(1));
    assert_eq!(driver.game().turn_count(), 0, "it has greeted");
    answer_as_program(&mut driver, program, at(6));
    let turns = driver.game().turns_from(0);
    assert_eq!((turns.len(), turns[0].used), (1, at(5)), "it was asked when it had greeted");
    play_on(&mut driver);
    assert_eq!(driver.game().turn_count(), 2);
    assert!(!driver.is_stuck() && driver.game().deadline().is_some(), "the program has a time limit");
    assert!(!driver.host.closed.contains(&program));
    driver.handle_program(at(7), Input::Exited(program, Exit::Code(3), Spent::Wall));
    assert!(driver.host.closed.contains(&program), "what it has started is ended with it");
    let fault = driver.game().last_fault().map(|(seat, fault)| (seat, fault.kind));
    assert_eq!(fault, Some((Seat::new(0), FaultKind::Exited)));
    play_on(&mut driver);
    assert!(driver.game().is_done());
}

#[test]
fn a_program_that_does_not_answer_is_late_by_the_clock() {
    let mut driver = connect_four(&["program four", "four"], VIRTUAL).open(Vec::new());
    play_on(&mut driver);
    let program = driver.host.first_run();
    answer_as_program(&mut driver, program, Duration::ZERO);
    driver.host.now = driver.game().deadline().expect("it is asked");
    driver.tick();
    assert_eq!(driver.game().turn_count(), 0, "its time is not over");
    driver.host.now += Duration::from_nanos(1);
    driver.tick();
    let fault = driver.game().last_fault().map(|(seat, fault)| (seat, fault.kind));
    assert_eq!(fault, Some((Seat::new(0), FaultKind::Timeout)));
}

#[test]
fn a_match_is_stuck_if_no_run_works_and_no_player_is_asked() {
    let mut driver = connect_four(&["four", "four"], VIRTUAL).open(Vec::new());
    let (_, run) = driver.find_runnable(0).expect("both start");
    driver.handle_pause(Duration::ZERO, run, RunPause::HitBackstop(Duration::from_secs(60)));
    assert!(!driver.is_stuck(), "the other bot works");
    play_on(&mut driver);
    assert!(driver.is_stuck(), "the bot that is waited for gets no more time");
    driver.stop();
    assert!(driver.game().is_done() && !driver.is_stuck(), "nothing is waited for");
}

#[test]
fn a_script_plays_for_people_as_soon_as_they_are_asked() {
    let me = Seat::new(0);
    let mut driver = connect_four(&["(me)", "four"], VIRTUAL).open(vec![
        (me, json!(1)),
        (me, json!(2)),
        (me, json!(99)),
        (me, json!(3)),
    ]);
    let mut refused = Vec::new();
    while driver.game().turn_count() < 3 {
        play_on(&mut driver);
        refused.extend(driver.play_script().err());
    }
    assert!(refused.is_empty(), "{refused:?}");
    play_on(&mut driver);
    assert_eq!(driver.play_script().map_err(|(seat, _)| seat), Err(me), "column 99 is refused");
    assert_eq!(driver.play_script(), Ok(()), "and ends the script");
    assert_eq!(driver.game().turn_count(), 4);
}

#[test]
fn a_run_that_leaves_its_input_unread_is_ended() {
    let mut driver = bitmartyr().open(Vec::new());
    driver.host.stdin_max = 8;
    play_on(&mut driver);
    assert!(driver.game().is_done());
    let ends = driver
        .game()
        .transcript()
        .passages()
        .iter()
        .filter(|passage| passage.text.contains("too much of its input unread"));
    assert!(ends.count() > 0);
}

#[test]
fn a_module_whose_virtual_time_does_not_account_for_its_work_makes_the_match_void() {
    let mut driver = connect_four(&["four", "four"], VIRTUAL).open(Vec::new());
    let (_, run) = driver.find_runnable(0).expect("both start");
    let worked = Duration::from_secs(60);
    driver.handle_pause(Duration::ZERO, run, RunPause::HitBackstop(worked));
    let void = VoidMatch { seat: Seat::new(0), run, worked };
    assert_eq!(driver.void(), Some(void));
    let sentence = "in its run 1, player 1 ran for 60s of real time without using up its virtual time (this computer is too busy, \
                    or the bot too slow for its instructions)";
    assert_eq!(void.to_string(), sentence);
    assert!(driver.runnable().all(|runnable| runnable != run));
}

#[test]
fn a_bot_is_not_blamed_for_a_run_that_its_host_cannot_start() {
    let driver = connect_four(&["four", "no room"], VIRTUAL).open(Vec::new());
    let failed = HostShortage { seat: Seat::new(1), why: "there is no room".to_owned(), is_lasting: false };
    assert_eq!(driver.shortage(), Some(&failed));
    let driver = connect_four(&["four", "unwritten"], VIRTUAL).open(Vec::new());
    assert_eq!(driver.shortage(), None, "that bot has not started");
}

#[test]
fn on_the_wall_clock_a_module_works_when_it_is_waited_for_and_is_late_by_the_clock() {
    let mut driver = connect_four(&["four", "deaf"], MatchClock::Wall).open(Vec::new());
    let (_, run) = driver.find_runnable(0).expect("both start");
    driver.handle_pause(Duration::ZERO, run, RunPause::HitBackstop(Duration::from_secs(60)));
    assert_eq!(driver.void(), None, "the clock bounds its work");
    play_on(&mut driver);
    assert!(!driver.game().is_done() && !driver.is_stuck(), "seat 1 has not greeted");
    driver.tick();
    assert!(driver.game().last_fault().is_none(), "it has its time");
    driver.host.now = Duration::from_secs(3600);
    driver.tick();
    assert_eq!(
        driver.game().last_fault().map(|(seat, fault)| (seat, fault.kind)),
        Some((Seat::new(1), FaultKind::NotStarted))
    );
}

#[test]
fn the_game_is_shown_once_for_all_that_one_input_has_changed() {
    let mut driver = connect_four(&["four", "four"], VIRTUAL).open(Vec::new());
    let before = driver.host.shown;
    play_on(&mut driver);
    let shown = driver.host.shown - before;
    assert!((driver.game().turn_count()..=driver.game().turn_count() + 2).contains(&shown), "{shown} times");
}

#[test]
fn a_match_that_is_stopped_has_no_outcome() {
    let mut driver = connect_four(&["four", "four"], VIRTUAL).open(Vec::new());
    driver.stop();
    play_on(&mut driver);
    assert!(driver.game().is_done() && driver.game().outcome().is_none());
}
