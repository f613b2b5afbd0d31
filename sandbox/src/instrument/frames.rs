//! The limit on the depth of calls: each function that calls others subtracts its frame's size from
//! what its caller has left, so that the same call is too deep on every host. Knows no host's real
//! frames: its sizes are above theirs, and its limit is below the smallest host's stack.
//!
//! A caller passes what is left in a global: it writes it before each call, because the calls
//! before have passed what they had left. So nobody puts it back.

use wasm_encoder::{Encode, Function};

use super::code::FunctionCode;

/// The most bytes of all frames together, as counted here.
pub(super) const STACK: u32 = 512 << 10;
/// Bytes of a frame beside its values: return address, saved registers, additions of the pass.
const BASE: u32 = 64;
/// Bytes for each local and operand; a vector may take twice as much.
const VALUE: u32 = 16;
/// A function that calls no other is on top of all: only a frame larger than this is counted.
const SMALL: u32 = 4_096;

/// The stack that a function needs, as far as it has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StackFrame {
    /// Its parameters and locals.
    pub locals: u32,
    /// The most operands at any point.
    pub operands: u32,
    /// Whether a vector may be among them.
    pub has_vectors: bool,
    /// Whether it calls a function of the module.
    pub has_calls: bool,
}

impl StackFrame {
    /// Its size, if it has to be counted.
    pub fn counted_size(self) -> Option<u32> {
        let value = if self.has_vectors { 2 * VALUE } else { VALUE };
        let bytes = self.locals.saturating_add(self.operands).saturating_mul(value).saturating_add(BASE);
        // A little more than the whole is as good as any more: it never fits.
        (self.has_calls || bytes > SMALL).then_some(bytes.min(STACK + 1))
    }
}

/// Writes the body of the function that returns the bytes left of the stack
/// ([`STACK_LEFT`](crate::meter::STACK_LEFT)), and returns its size in bytes.
pub(super) fn write_stack_left(global: u32, code: &mut Vec<u8>) -> usize {
    let mut function = Function::new([]);
    function.instructions().global_get(global).end();
    function.encode(code);
    function.byte_len()
}

/// Writes a counted function's use of the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackFrameWriter {
    /// The size of its frame.
    pub bytes: u32,
    /// The global that passes what a caller has left, an `i32`.
    pub global: u32,
    /// An `i32` local: the remaining bytes below its frame.
    pub local: u32,
}

impl StackFrameWriter {
    /// Takes the frame; traps if it does not fit, with a global below zero.
    pub fn enter(&self, out: &mut FunctionCode) {
        let mut sink = out.sink();
        sink.global_get(self.global).i32_const(self.bytes.cast_signed()).i32_sub();
        sink.local_tee(self.local).i32_const(0).i32_lt_s();
        out.rarely(|out| {
            self.pass(out);
            out.sink().unreachable();
        });
    }

    /// Passes the bytes that are left to the next call.
    pub fn pass(&self, out: &mut FunctionCode) {
        out.sink().local_get(self.local).global_set(self.global);
    }

    /// Passes the bytes that this function's caller has left, to a call that takes this function's
    /// place.
    pub fn pass_whole(&self, out: &mut FunctionCode) {
        let mut sink = out.sink();
        sink.local_get(self.local).i32_const(self.bytes.cast_signed()).i32_add().global_set(self.global);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_counts_what_it_may_take() {
        let frame = StackFrame { locals: 3, operands: 2, has_vectors: false, has_calls: true };
        assert_eq!(frame.counted_size(), Some(64 + 5 * 16));
        assert_eq!(StackFrame { has_vectors: true, ..frame }.counted_size(), Some(64 + 5 * 32));
        assert_eq!(StackFrame { has_calls: false, ..frame }.counted_size(), None);
        assert_eq!(StackFrame { has_calls: false, locals: 300, ..frame }.counted_size(), Some(64 + 302 * 16));
        assert_eq!(StackFrame { locals: u32::MAX, ..frame }.counted_size(), Some(STACK + 1));
    }
}
