//! Runs modules, drawn as text, by the interpreter as the worker does, and holds them to the
//! sandbox's smallest host.

#[path = "../../../../sandbox/tests/host/mod.rs"]
mod host;

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use botyard_driver::{RunPause, RunReport};
use botyard_sandbox::{Budget, ModuleLimits, Origin, instrument};

use super::*;
use crate::bot_run::BotRun;
use crate::module_cache;
use crate::scheduler::Scheduler;

/// Far more than any of these needs.
const LONG: Duration = Duration::from_secs(1);

/// One run with a scheduler of its own.
struct Bench {
    bot: BotRun<InterpreterEngine>,
    scheduler: Rc<Scheduler>,
}

impl Bench {
    /// A run of a module that may spend this much.
    fn new(text: &str, until: Duration) -> Self {
        let metered = metered(text);
        let engine = InterpreterEngine::default();
        let code = at_once(engine.compile(&metered)).expect("the interpreter takes what the sandbox takes");
        let module = module_cache::PreparedModule::new(String::new(), code);
        let scheduler = Rc::default();
        let bot =
            BotRun::new(&module, Origin { seed: 7, ..Origin::default() }, 1_000, &scheduler).expect("there is room");
        bot.grant(until);
        Self { bot, scheduler }
    }

    /// Lets it run until it stops.
    fn go(&self) -> Option<RunPause> {
        self.bot.resume_run();
        assert!(!self.bot.is_working(), "it has run by now");
        self.bot.take_pause()
    }

    fn report(&self) -> RunReport {
        let mut report = RunReport::default();
        self.bot.read_report(&mut report);
        report
    }

    fn stdout(&self) -> String {
        String::from_utf8(self.report().stdout).expect("text")
    }

    fn spent(&self) -> Duration {
        self.report().spent
    }
}

fn metered(text: &str) -> Instrumented {
    let bytes = wat::parse_str(text).expect("the text is a module");
    instrument(&bytes, &ModuleLimits::default()).expect("it may run")
}

fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => panic!("nothing here waits"),
    }
}

/// A program that does this at its start; `rest` may define more.
fn program(start: &str, rest: &str) -> String {
    format!(
        r#"(module
            (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (memory (export "memory") 1)
            {rest}
            (func (export "_start") {start}))"#
    )
}

/// Repeats its input, word by word, and does some work in between.
fn echo() -> String {
    let start = "(local $i i32)
        (i32.store (i32.const 0) (i32.const 64))
        (loop $next
            (i32.store (i32.const 4) (i32.const 100))
            (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
            (i32.store (i32.const 4) (i32.load (i32.const 8)))
            (local.set $i (i32.const 5000))
            (loop $work (br_if $work (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
            (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 12)))
            (br_if $next (i32.load (i32.const 8))))
        (call $exit (i32.const 3))";
    program(start, "")
}

fn loops(times: u32) -> String {
    let start = format!(
        "(local $i i32) (local.set $i (i32.const {times}))
        (loop $work (br_if $work (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))"
    );
    program(&start, "")
}

fn ended(exit: Exit) -> Option<RunPause> {
    Some(RunPause::Ended(exit))
}

fn check_trap(start: &str, rest: &str, words: &str) {
    assert_eq!(Bench::new(&program(start, rest), LONG).go(), ended(Exit::Trap(words.to_owned())), "{start}");
}

#[test]
fn input_comes_in_where_it_waits_and_costs_what_it_costs_elsewhere() {
    let bench = Bench::new(&echo(), LONG);
    let mut elsewhere = host::Run::new(&metered(&echo()), Budget::from(LONG));
    assert_eq!(bench.go(), Some(RunPause::Blocked));
    assert_eq!(elsewhere.go(), host::End::Waits);
    for word in ["one", "two"] {
        bench.bot.send(word.as_bytes()).expect("there is room for a word");
        elsewhere.process().stdin.push(word.as_bytes()).expect("there is room for a word");
        assert_eq!(bench.go(), Some(RunPause::Blocked));
        assert_eq!(elsewhere.go(), host::End::Waits);
        assert_eq!(bench.stdout(), word);
        assert_eq!(bench.spent(), elsewhere.spent().into());
    }
    bench.bot.close_stdin();
    elsewhere.process().stdin.close();
    assert_eq!(bench.go(), ended(Exit::Code(3)));
    assert_eq!(elsewhere.go(), host::End::Exited(3));
    assert_eq!(bench.spent(), elsewhere.spent().into());
    assert_eq!(bench.go(), None);
}

/// The native host's tests start the same modules.
#[test]
fn an_accepted_module_starts() {
    let engine = InterpreterEngine::default();
    let mut accepted = 0;
    let modules = botyard_effort::count(30, 150);
    for seed in 0..modules {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(3_000).collect();
        let Some(module) = botyard_fuzz::pass::generate_module(&bytes) else { continue };
        let Ok(metered) = instrument(&module, &ModuleLimits::default()) else { continue };
        accepted += 1;
        let code = at_once(engine.compile(&metered)).unwrap_or_else(|why| panic!("{seed}: {why}"));
        let module = module_cache::PreparedModule::new(String::new(), code);
        // Its data or elements may lie outside its memory or table, which is a trap on every host.
        if let Err(why) = BotRun::<InterpreterEngine>::new(&module, Origin::default(), 1_000, &Rc::default()) {
            assert!(why.to_string().starts_with("by a trap"), "{seed}: {why}");
        }
    }
    assert!(accepted > modules / 2, "{accepted}");
}

#[test]
fn it_waits_on_while_there_is_no_input() {
    let bench = Bench::new(&echo(), LONG);
    assert_eq!([bench.go(), bench.go()], [Some(RunPause::Blocked), Some(RunPause::Blocked)]);
}

/// What a module prints before it looks for input is read first; it goes on once that is done.
#[test]
fn a_poll_after_output_stops_and_goes_on() {
    let start = "(i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 1))
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
        (i32.store8 (i32.const 136) (i32.const 1))
        (i32.store (i32.const 192) (i32.const 1)) (i64.store (i32.const 200) (i64.const 5000000))
        (drop (call $poll (i32.const 128) (i32.const 256) (i32.const 2) (i32.const 512)))
        (call $exit (i32.load (i32.const 512)))";
    let import = r#"(import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))"#;
    let bench = Bench::new(&program(start, "").replacen("(module", &format!("(module {import}"), 1), LONG);
    assert_eq!([bench.go(), bench.go()], [Some(RunPause::Polling), Some(RunPause::Polling)]);
    assert_eq!(bench.stdout().len(), 1);
    assert_eq!(bench.go(), ended(Exit::Code(1)));
    assert!(bench.spent() > Duration::from_millis(5), "{:?}", bench.spent());
}

#[test]
fn what_is_exhausted_goes_on_with_more_time_and_spends_the_same() {
    let whole = Bench::new(&loops(1_000_000), LONG);
    assert_eq!(whole.go(), ended(Exit::Code(0)));
    let spent = whole.spent();
    let bench = Bench::new(&loops(1_000_000), spent / 3);
    let mut elsewhere = host::Run::new(&metered(&loops(1_000_000)), Budget::from(spent / 3));
    assert_eq!([bench.go(), bench.go()], [Some(RunPause::Exhausted), Some(RunPause::Exhausted)]);
    assert_eq!(elsewhere.go(), host::End::Exhausted);
    assert_eq!(bench.spent(), elsewhere.spent().into());
    bench.bot.grant(LONG);
    assert_eq!(bench.go(), ended(Exit::Code(0)));
    assert_eq!(bench.spent(), spent);
}

#[test]
fn it_stands_still_between_slices_when_others_want_to_be_heard() {
    let whole = Bench::new(&loops(20_000_000), LONG);
    assert_eq!(whole.go(), ended(Exit::Code(0)));
    let bench = Bench::new(&loops(20_000_000), LONG);
    bench.scheduler.want();
    let mut stops = 0;
    let pause = loop {
        match bench.go() {
            None => stops += 1,
            pause => break pause,
        }
    };
    assert_eq!(pause, ended(Exit::Code(0)));
    assert!(stops > 1, "{stops}");
    assert_eq!(bench.spent(), whole.spent());
}

#[test]
fn failures_are_told_as_on_every_host() {
    check_trap("unreachable", "", trap::ABORTED);
    check_trap("(drop (i32.div_u (i32.const 1) (i32.const 0)))", "", trap::NO_DIVISION);
    check_trap("(drop (i32.load (i32.const 70000)))", "", trap::BEYOND);
    check_trap("(drop (i32.trunc_f64_s (f64.const 1e99)))", "", trap::TOO_LARGE);
    check_trap("(call_indirect (i32.const 0))", "(table 1 funcref)", trap::NO_FUNCTION);
    check_trap("(call $deep)", "(func $deep (call $deep) (call $deep))", trap::TOO_DEEP);
    let flood = "(i32.store (i32.const 4) (i32.const 30000)) (loop $l \
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 12))) (br $l))";
    check_trap(flood, "", "it printed too much");
}

#[test]
fn calls_go_as_deep_as_the_sandbox_lets_them() {
    let down = "(func $down (param $n i32) (result i32)
        (if (result i32) (local.get $n)
            (then (i32.add (i32.const 1) (call $down (i32.sub (local.get $n) (i32.const 1)))))
            (else (i32.const 0))))";
    let went =
        |depth: i32| Bench::new(&program(&format!("(call $exit (call $down (i32.const {depth})))"), down), LONG).go();
    assert_eq!(went(2_000), ended(Exit::Code(2_000)));
    assert_eq!(went(1_000_000), ended(Exit::Trap(trap::TOO_DEEP.to_owned())));
}

#[test]
fn every_proposal_is_there_that_the_sandbox_admits() {
    let rest = "(func $pair (result i32 i32) (i32.const 40) (i32.const 2))
        (func $tail (param i32) (result i32) (return_call $same (local.get 0)))
        (func $same (param i32) (result i32) (local.get 0))
        (global $sum i32 (i32.add (i32.const 1) (i32.const 2)))";
    let start = "(memory.fill (i32.const 0) (i32.const 1) (i32.const 16))
        (call $exit (i32.add (call $tail (i32.add (call $pair)))
            (i32.add (global.get $sum) (i32.add (i32.extend8_s (i32.const 0xff))
                (i32.add (i32.trunc_sat_f64_s (f64.const nan))
                    (i8x16.extract_lane_s 3 (i8x16.add (v128.load (i32.const 0)) (v128.load (i32.const 0)))))))))";
    assert_eq!(Bench::new(&program(start, rest), LONG).go(), ended(Exit::Code(46)));
}

#[test]
fn a_run_can_be_dropped_wherever_it_stands() {
    let module = echo();
    drop(Bench::new(&module, LONG));
    let bench = Bench::new(&module, LONG);
    assert_eq!(bench.go(), Some(RunPause::Blocked));
}
