//! A bank of time for the whole match: the time that an answer takes from it, and its increment.

mod support;

use std::time::Duration;

use botyard_engine::codec::BotCodec;
use botyard_engine::referee::host::{Limits, TimeBank};
use support::echo::{Echo, EchoCodec};
use support::puppets::{LIMITS, Puppets, bots};

fn banked(initial_ms: u64, increment_ms: u64) -> Puppets<Echo> {
    let bank = TimeBank { initial: Duration::from_millis(initial_ms), increment: Duration::from_millis(increment_ms) };
    let limits = Limits { bank: Some(bank), ..LIMITS };
    let mut match_ = Puppets::within(limits, Echo::default(), bots(2, || BotCodec::session(EchoCodec)));
    match_.asked();
    match_
}

#[test]
fn a_bank_is_for_the_whole_match() {
    let mut match_ = banked(1000, 100);
    match_.start_programs(0..2);
    match_.wait(600);
    match_.program_says(0, "a\n");
    match_.program_says(1, "b\n");
    // 400 ms are left, and the answer has added 100.
    match_.wait(500);
    assert_eq!(match_.turns(), "0:\"a\" 1:\"b\"");
    match_.wait(1);
    assert_eq!(match_.turns(), "0:\"a\" 1:\"b\" 0:Timeout");
}

#[test]
fn a_bank_counts_a_modules_own_time() {
    let mut match_ = banked(1000, 100);
    match_.start_modules(0..2);
    assert_eq!(match_.asked(), "0 until 1s");
    match_.module_says(0, "a\n", 600);
    assert_eq!(match_.asked(), "1> a OK\\n1?\\n, 1 until 1s");
    match_.wait(60_000);
    match_.module_says(1, "b\n", 10);
    // 400 ms of the bank and 100 for the first answer, from the 600 it had used.
    assert!(match_.asked().contains("0 until 1.1s"));
}
