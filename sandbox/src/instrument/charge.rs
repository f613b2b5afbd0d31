//! The instructions that count the work. Knows the place of the counter, and no control flow.

use wasm_encoder::InstructionSink;

use super::code::FunctionCode;
use super::kept_locals::{KeptLocal, KeptType};

/// Where a function keeps the counter while it runs. Both have a local of that index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counter {
    /// In the module's global; the local is for passing.
    Global(u32),
    /// In the local; the global is right whenever another function runs.
    Cached(u32),
}

impl Counter {
    pub fn is_cached(self) -> bool {
        matches!(self, Counter::Cached(_))
    }
}

/// Writes charges for one function.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChargeWriter {
    pub counter: Counter,
    /// The counter's global.
    pub global: u32,
    /// The first of the globals that keep locals during a request: one of each type for each.
    pub kept_locals: u32,
    /// The function that asks for the next slice, and traps if the host does not give one.
    pub refill_or_trap: u32,
    /// An `i32` local for a bulk instruction's length, if the function has any.
    pub length: u32,
    /// An `i32` local for a growing instruction's answer, if the function has any.
    pub grown: u32,
}

impl ChargeWriter {
    /// Puts a cached counter back into the global.
    pub fn save(&self, out: &mut FunctionCode) {
        if let Counter::Cached(local) = self.counter {
            out.sink().local_get(local).global_set(self.global);
        }
    }

    /// Fetches a cached counter from the global.
    pub fn load(&self, out: &mut FunctionCode) {
        if let Counter::Cached(local) = self.counter {
            out.sink().global_get(self.global).local_set(local);
        }
    }

    /// Puts the counter on top of the stack.
    pub fn push_counter(&self, out: &mut FunctionCode) {
        let mut sink = out.sink();
        match self.counter {
            Counter::Cached(local) => sink.local_get(local),
            Counter::Global(_) => sink.global_get(self.global),
        };
    }

    /// Charges a fixed price. A request keeps these locals.
    pub fn charge(&self, units: u64, kept: &[KeptLocal], out: &mut FunctionCode) {
        self.subtract(out, kept, |sink| {
            sink.i64_const(units as i64);
        });
    }

    /// Charges for the length on top of the stack, and leaves it there.
    pub fn charge_length(&self, shift: u32, out: &mut FunctionCode) {
        out.sink().local_set(self.length);
        self.subtract(out, &[], |sink| {
            sink.local_get(self.length).i64_extend_i32_u();
            if shift > 0 {
                sink.i64_const(i64::from(shift)).i64_shr_u();
            }
        });
        out.sink().local_get(self.length);
    }

    /// Notes the length on top of the stack for [`ChargeWriter::charge_grown`], and leaves it
    /// there.
    pub fn keep_length(&self, out: &mut FunctionCode) {
        out.sink().local_tee(self.length);
    }

    /// Charges `each` for the length noted, unless the result on top of the stack shows that
    /// growing failed; leaves the result there. So an impossible request is cheap.
    pub fn charge_grown(&self, each: u64, out: &mut FunctionCode) {
        out.sink().local_set(self.grown);
        self.subtract(out, &[], |sink| {
            sink.local_get(self.length).i64_extend_i32_u();
            sink.i64_const(each as i64).i64_mul().i64_const(0);
            sink.local_get(self.grown).i32_const(-1).i32_ne().select();
        });
        out.sink().local_get(self.grown);
    }

    /// Writes a request for the next slice, in case a system call has used this one up.
    pub fn check(&self, out: &mut FunctionCode) {
        self.push_counter(out);
        self.refill_if_below_zero(out, &[]);
    }

    fn subtract(&self, out: &mut FunctionCode, kept: &[KeptLocal], price: impl FnOnce(&mut InstructionSink<'_>)) {
        let mut sink = out.sink();
        match self.counter {
            Counter::Cached(local) => {
                sink.local_get(local);
                price(&mut sink);
                sink.i64_sub().local_tee(local);
            }
            Counter::Global(local) => {
                sink.global_get(self.global);
                price(&mut sink);
                sink.i64_sub().local_tee(local).global_set(self.global).local_get(local);
            }
        }
        self.refill_if_below_zero(out, kept);
    }

    fn refill_if_below_zero(&self, out: &mut FunctionCode, kept: &[KeptLocal]) {
        out.sink().i64_const(0).i64_lt_s();
        out.rarely(|out| {
            self.save(out);
            for (local, global) in self.kept_globals(kept) {
                out.sink().local_get(local).global_set(global);
            }
            out.sink().call(self.refill_or_trap);
            self.load(out);
            for (local, global) in self.kept_globals(kept) {
                out.sink().global_get(global).local_set(local);
            }
        });
    }

    /// Each local with the global that keeps it.
    fn kept_globals(&self, kept: &[KeptLocal]) -> impl Iterator<Item = (u32, u32)> {
        let types = KeptType::ALL.len() as u32;
        kept.iter().zip(0..).map(move |(kept, place)| (kept.local, self.kept_locals + types * place + kept.ty as u32))
    }
}
