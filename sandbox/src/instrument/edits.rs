//! The code that is written into a function beside its charges: changes at places of the module's
//! bytes, and code where it is entered and left. Knows no control flow, and not why a change is
//! made.

use std::ops::Range;

use wasm_encoder::MemArg;

use super::charge::ChargeWriter;
use super::code::FunctionCode;
use super::frames::StackFrameWriter;
use super::nans::Float;
use super::probes::Probe;

/// The code that is written into one function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Additions {
    pub charges: ChargeWriter,
    pub probe: Option<Probe>,
    pub frame: Option<StackFrameWriter>,
    /// The first of four locals for values that may be no numbers, and for where they are stored,
    /// if the function has any.
    pub float_locals: u32,
    /// The local for conditions of choices, if one has to be kept.
    pub condition_local: u32,
}

impl Additions {
    /// Whether code runs when the function is left, so that every way out has to lead there.
    pub fn is_wrapped(&self) -> bool {
        self.charges.counter.is_cached() || self.function_probe().is_some()
    }

    /// The probe, if it tells where functions are entered and left.
    fn function_probe(&self) -> Option<Probe> {
        self.probe.filter(|probe| probe.is_of_functions())
    }

    /// The local for values of this kind that may be no numbers.
    fn float_local(&self, float: Float) -> u32 {
        self.float_locals + float.local_offset()
    }

    /// The local for the address of such a store.
    fn address_local(&self) -> u32 {
        self.float_locals + 3
    }

    pub fn enter(&self, out: &mut FunctionCode) {
        if let Some(probe) = self.function_probe() {
            // The caller has put the counter into the global.
            probe.enter(self.charges.global, out);
        }
        if let Some(frame) = &self.frame {
            frame.enter(out);
        }
        self.charges.load(out);
    }

    pub fn leave(&self, out: &mut FunctionCode) {
        self.charges.save(out);
        if let Some(probe) = self.function_probe() {
            probe.leave(self.charges.global, out);
        }
    }

    /// Before a call of the module's own.
    fn call(&self, out: &mut FunctionCode) {
        self.charges.save(out);
        if let Some(frame) = &self.frame {
            frame.pass(out);
        }
    }

    /// Before a call that takes this function's place.
    fn call_in_place(&self, out: &mut FunctionCode) {
        self.leave(out);
        if let Some(frame) = &self.frame {
            frame.pass_whole(out);
        }
    }
}

/// A change of a body, at a place of the module's bytes.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub at: usize,
    pub kind: EditKind,
}

/// The kind of a change.
#[derive(Clone, Debug)]
pub(super) enum EditKind {
    /// Before a system call: the counter's global has to be right.
    Save,
    /// Before a call of the module's own: the counter's and the stack's globals have to be right.
    Call,
    /// Before a call that takes this function's place.
    CallInPlace,
    /// After a call: the local has to be right.
    Load,
    /// After a system call: its price may have used the slice up.
    Check,
    /// These bytes become the instruction with the function's new index.
    Retarget(Range<usize>, CallTarget),
    /// A `return`, from under this many frames.
    Return(Range<usize>, u32),
    /// The length on top of the stack is charged, this many bytes or elements as a shift.
    ByLength(u32),
    /// The length on top of the stack is kept...
    KeepLength,
    /// ...and charged this much for each, if growing worked.
    Grown(u64),
    /// If the value on top of the stack is a not-a-number, it becomes the one that is the same
    /// everywhere, and so does the local that it was read from.
    CanonicalizeNan(Float, Option<u32>),
    /// Before a float is stored that may be a not-a-number and has perhaps been read from this
    /// local: it is known where it goes...
    KeepStored(Float, Option<u32>),
    /// ...and stored again, if it is one.
    MendStored(Float, Option<u32>, MemArg),
    /// The condition on top of the stack is in a local from here on.
    KeepCondition,
    /// The host is told of the instruction at the address in this local.
    Probe(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum CallTarget {
    Call(u32),
    ReturnCall(u32),
    RefFunc(u32),
}

impl Edit {
    /// Writes it, and answers from where the module's bytes go on.
    pub fn apply(&self, additions: &Additions, out: &mut FunctionCode) -> usize {
        let writer = &additions.charges;
        match &self.kind {
            EditKind::Save => writer.save(out),
            EditKind::Call => additions.call(out),
            EditKind::CallInPlace => additions.call_in_place(out),
            EditKind::Load => writer.load(out),
            EditKind::Check => writer.check(out),
            EditKind::ByLength(shift) => writer.charge_length(*shift, out),
            EditKind::KeepLength => writer.keep_length(out),
            EditKind::Grown(each) => writer.charge_grown(*each, out),
            EditKind::CanonicalizeNan(float, local) => {
                float.canonicalize_nan(local.unwrap_or(additions.float_local(*float)), out);
            }
            EditKind::KeepStored(float, read) => {
                float.keep_stored(*read, (additions.address_local(), additions.float_local(*float)), out);
            }
            EditKind::MendStored(float, read, memarg) => {
                let value = read.unwrap_or(additions.float_local(*float));
                float.mend_stored(*memarg, (additions.address_local(), value), out);
            }
            EditKind::KeepCondition => {
                out.sink().local_tee(additions.condition_local);
            }
            EditKind::Probe(local) => {
                if let Some(probe) = additions.probe {
                    probe.pass_local(*local, writer, out);
                }
            }
            EditKind::Return(range, depth) if additions.is_wrapped() => {
                out.sink().br(*depth);
                return range.end;
            }
            EditKind::Return(..) => {}
            EditKind::Retarget(range, target) => {
                target.write(out);
                return range.end;
            }
        }
        self.at
    }
}

impl CallTarget {
    fn write(self, out: &mut FunctionCode) {
        let mut sink = out.sink();
        match self {
            CallTarget::Call(function) => sink.call(function),
            CallTarget::ReturnCall(function) => sink.return_call(function),
            CallTarget::RefFunc(function) => sink.ref_func(function),
        };
    }
}
