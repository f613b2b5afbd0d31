//! Not-a-numbers on their way through a function: wherever a calculated one comes out, its bits are
//! the same on every processor, and bits that were only moved stay what they were.

mod host;

use host::programs::check;

/// The upper half of the not-a-number that every processor shows.
const NAN: u32 = 0x7ff8_0000;
/// A not-a-number that the processor has calculated, with a sign of its own.
const CALCULATED: &str = "(f64.div (local.get $zero) (local.get $zero))";
/// A not-a-number whose bits are in memory at 8: its upper half.
const MOVED: u32 = 0x7ff8_beef;

/// Checks the bits that a function with this body sees, `{}` being a calculated value, with a
/// variable of its own.
#[track_caller]
fn sees(body: &str, bits: u32) {
    let body = body.replace("{}", CALCULATED);
    check(
        &format!(
            "(global $g (mut f64) (f64.const 0))
            (data (i32.const 8) \"\\01\\00\\00\\00\\ef\\be\\f8\\7f\")
            (func $same (param $x f64) (result f64) (local.get $x))
            (func $pair (param $x f64) (result f64 f64) (local.get $x) (f64.load (i32.const 8)))
            (func $put (param $x f64) (f64.store (i32.const 16) (local.get $x)))
            (func $f (result i32) (local $x f64) (local $y f64) (local $zero f64) (local $n i32)
                {body}
                (i32.load (i32.const 20)))"
        ),
        bits,
    );
}

#[test]
fn a_calculated_one_is_the_same_whichever_way_it_takes() {
    for way in [
        // Through locals.
        "(local.set $x {}) (f64.store (i32.const 16) (local.get $x))",
        "(local.set $x (f64.load (i32.const 8))) (local.set $x {}) (f64.store (i32.const 16) (local.get $x))",
        "(f64.store (i32.const 16) (local.tee $x {}))",
        "(f64.store (i32.const 24) (local.tee $x {})) (f64.store (i32.const 16) (local.get $x))",
        "(local.set $x {}) (f64.store (i32.const 24) (local.get $x)) (local.set $x {})
            (f64.store (i32.const 16) (local.get $x))",
        // Through one arm and past the other; through the end of a block; round a loop.
        "(if (i32.eqz (local.get $n)) (then (local.set $x {}))) (f64.store (i32.const 16) (local.get $x))",
        "(if (local.get $n) (then) (else (local.set $x {}))) (f64.store (i32.const 16) (local.get $x))",
        "(f64.store (i32.const 16) (if (result f64) (local.get $n) (then (f64.const 1)) (else {})))",
        "(f64.store (i32.const 16) (if (result f64) (i32.eqz (local.get $n)) (then {}) (else (f64.const 1))))",
        "(block $b (local.set $x {}) (br_if $b (i32.eqz (local.get $n))) (local.set $x (f64.const 1)))
            (f64.store (i32.const 16) (local.get $x))",
        "(f64.store (i32.const 16) (block $b (result f64) (br_if $b {} (i32.eqz (local.get $n))) (drop) (f64.const 1)))",
        "(f64.store (i32.const 16) (block $b (result f64) (br $b {}) (f64.const 1)))",
        "(loop $again
            (f64.store (i32.const 16) (local.get $x)) (local.set $x {})
            (br_if $again (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 2))))",
        "(local.set $x {}) (f64.store (i32.const 16) (loop (result f64) (local.get $x)))",
        "{} (loop (param f64) (local.set $x)) (f64.store (i32.const 16) (local.get $x))",
        "(i32.const 16) {} (block (param f64) (result f64)) (f64.store)",
        // Through choices, calls and globals.
        "(f64.store (i32.const 16) (select (f64.const 1) {} (local.get $n)))",
        "(f64.store (i32.const 16) (select (result f64) {} (f64.const 1) (i32.sub (i32.const 1) (local.get $n))))",
        "(f64.store (i32.const 16) (call $same {}))",
        "(f64.store (i32.const 16) (local.tee $x (call $same {})))",
        "(call $put {})",
        "(call $pair {}) (local.set $y) (local.set $x) (f64.store (i32.const 16) (local.get $x))",
        "(global.set $g {}) (f64.store (i32.const 16) (global.get $g))",
        // To an address that is calculated, and by which others are stored.
        "(f64.store offset=12 (local.tee $n (i32.const 4)) {}) (local.set $n (i32.const 0))",
        "(local.set $n (i32.const 16)) (f64.store (local.get $n) {}) (f64.store offset=8 (local.get $n) (f64.const 1))",
        "(local.set $x {}) (f64.store (i32.const 16) (local.get $x)) (f64.store (i32.const 24) (local.get $x))
            (i64.store (i32.const 16) (i64.load (i32.const 24)))",
        "(f64.store (i32.const 16) {}) (i64.store (i32.const 16) (i64.reinterpret_f64 (f64.load (i32.const 16))))",
        "(f64.store (i32.load (i32.const 32)) {}) (f64.store (i32.const 16) (f64.load (i32.const 0)))",
        // Operands that wait while others are read.
        "(i32.const 16) {} (f64.load (i32.const 8)) (local.set $x) (f64.store)",
        "(i32.const 16) {} (f64.const 1) (drop) (f64.store)",
        // Instructions that only change a sign, or the width.
        "(f64.store (i32.const 16) (f64.abs {}))",
        "(f64.store (i32.const 16) (f64.neg {}))",
        "(f64.store (i32.const 16) (f64.copysign {} (f64.load (i32.const 8))))",
        "(f64.store (i32.const 16) (f64.copysign (f64.add (f64.load (i32.const 8)) (f64.const 1)) {}))",
        "(f64.store (i32.const 16) (f64.promote_f32 (f32.demote_f64 (f64.load (i32.const 8)))))",
        // Through vectors.
        "(f64.store (i32.const 16) (f64x2.extract_lane 1 (f64x2.splat {})))",
        "(v128.store (i32.const 16) (f64x2.splat (local.tee $x {})))",
        "(v128.store (i32.const 16) (f64x2.neg (f64x2.splat {})))
            (f64.store (i32.const 16) (f64.neg (f64.load (i32.const 16))))",
        // As bits.
        "(i64.store (i32.const 16) (i64.reinterpret_f64 (local.tee $x {})))",
        "(local.set $x {}) (drop (i64.reinterpret_f64 (local.get $x))) (f64.store (i32.const 16) (local.get $x))",
    ] {
        sees(way, NAN);
    }
}

#[test]
fn one_that_is_only_moved_stays_what_it_was() {
    for way in [
        "(local.set $x (f64.load (i32.const 8))) (f64.store (i32.const 16) (local.get $x))",
        "(f64.store (i32.const 16) (local.tee $x (f64.load (i32.const 8))))",
        "(local.set $x (f64.load (i32.const 8))) (local.set $y (local.get $x)) (local.set $x {})
            (f64.store (i32.const 16) (local.get $y))",
        "(f64.store (i32.const 16) (select (f64.load (i32.const 8)) (f64.const 1) (i32.const 1)))",
        "(f64.store (i32.const 16) (f64.abs (f64.neg (f64.load (i32.const 8)))))",
        "(f64.store (i32.const 16) (f64.copysign (f64.load (i32.const 8)) (f64.const 1)))",
        "(local.set $x (f64.load (i32.const 8))) (block $b (br_if $b (local.get $n)) (f64.store (i32.const 16) (local.get $x)))",
    ] {
        sees(way, MOVED);
    }
    sees("(f64.store (i32.const 16) (f64.neg (f64.load (i32.const 8))))", MOVED | 1 << 31);
}
