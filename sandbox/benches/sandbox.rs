//! The cost of the sandbox: the pass in bytes a second, and the system calls of a ping-pong.

use botyard_sandbox::wasi::{Call, Origin, Process};
use botyard_sandbox::{Budget, Meter, ModuleLimits, Refill, instrument};
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A module of many functions with loops, branches, memory accesses and calls.
fn module(functions: usize) -> Vec<u8> {
    let body = "(local $i i32) (local $sum i32)
        (block $done
            (loop $next
                (br_if $done (i32.ge_u (local.get $i) (local.get $n)))
                (local.set $sum (i32.add (local.get $sum)
                    (i32.load offset=16 (i32.and (local.get $i) (i32.const 4095)))))
                (if (i32.and (local.get $sum) (i32.const 1))
                    (then (i32.store (local.get $i) (i32.mul (local.get $sum) (i32.const 31))))
                    (else (local.set $sum (i32.div_u (local.get $sum) (i32.const 3)))))
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br $next)))
        (if (result i32) (local.get $sum)
            (then (call 0 (local.get $sum)))
            (else (return (i32.const 7))))";
    let functions = format!("(func (param $n i32) (result i32) {body})").repeat(functions);
    let text = format!(
        r#"(module (memory (export "memory") 1) {functions} (func (export "_start")
            (drop (call 0 (i32.const 1)))))"#
    );
    wat::parse_str(text).expect("the text is a module")
}

#[divan::bench(args = [1, 100, 10_000])]
fn pass(bencher: Bencher, functions: usize) {
    let module = module(functions);
    bencher.counter(BytesCount::of_slice(&module)).bench(|| instrument(black_box(&module), &ModuleLimits::default()));
}

/// A question is pushed, read by the bot, answered and taken: two system calls.
#[divan::bench]
fn round_trip(bencher: Bencher) {
    let mut process = Process::new(Origin::default(), &["bot"], &[]);
    let mut meter = Meter::new();
    meter.limit(Budget::MAX);
    let mut bytes = vec![0; 65_536];
    // A buffer of 64 bytes at 64.
    bytes[..8].copy_from_slice(&[64, 0, 0, 0, 64, 0, 0, 0]);
    let mut counter = 0;
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        process.stdin.push(black_box(b"3\n")).expect("there is room");
        bytes[4] = 64;
        counter = step(&mut process, &mut meter, counter, Call::FdRead, 0, &mut bytes);
        bytes[4] = 2;
        counter = step(&mut process, &mut meter, counter, Call::FdWrite, 1, &mut bytes);
        let said = process.stdout.bytes().len();
        process.stdout.clear();
        said
    });
}

fn step(process: &mut Process, meter: &mut Meter, counter: i64, call: Call, fd: u64, bytes: &mut [u8]) -> i64 {
    let flow = process.call(call, &[fd, 0, 1, 8], meter.spent(counter), &mut &mut *bytes);
    let botyard_sandbox::Flow::Return { errno: 0, cost } = flow else { panic!("{flow:?}") };
    let charged = meter.charge(counter, cost);
    match meter.refill(charged) {
        Refill::Granted(slice) => slice,
        Refill::Exhausted => charged,
    }
}

#[divan::bench]
fn random_kibibyte(bencher: Bencher) {
    let mut process = Process::new(Origin::default(), &["bot"], &[]);
    let mut bytes = vec![0; 65_536];
    bencher
        .counter(BytesCount::new(1_024_usize))
        .bench_local(|| process.call(Call::RandomGet, &[0, 1_024], Budget::ZERO, &mut &mut bytes[..]));
}
