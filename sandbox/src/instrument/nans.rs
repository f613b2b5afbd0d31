//! Not-a-numbers: their bits differ between processors, so they are made the same where a module
//! can see them. There are few such places: floats that become integers or vectors, that are
//! stored, or whose sign is taken; and every calculated vector, whose bits can be seen at any time.
//! A float that is only moved keeps its bits.

use wasm_encoder::{Ieee32, Ieee64, MemArg, ValType};
use wasmparser::Operator;

use super::code::FunctionCode;

/// A kind of values that may be NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    F32,
    F64,
    /// Four lanes.
    F32x4,
    /// Two lanes.
    F64x2,
}

impl Float {
    /// The type of the values.
    pub fn ty(self) -> ValType {
        match self {
            Float::F32 => ValType::F32,
            Float::F64 => ValType::F64,
            Float::F32x4 | Float::F64x2 => ValType::V128,
        }
    }

    /// Which of a function's three locals for such values is of its type, counted from the first of
    /// them.
    pub fn local_offset(self) -> u32 {
        match self {
            Float::F32 => 0,
            Float::F64 => 1,
            Float::F32x4 | Float::F64x2 => 2,
        }
    }

    /// The kind of the operand on top of the stack if `operator` exposes its bits to the module.
    pub fn seen_by(operator: &Operator<'_>) -> Option<Float> {
        use Operator as Op;
        Some(match operator {
            Op::I32ReinterpretF32
            | Op::F32Store { .. }
            | Op::F32Copysign
            | Op::F32x4Splat
            | Op::F32x4ReplaceLane { .. } => Float::F32,
            Op::I64ReinterpretF64
            | Op::F64Store { .. }
            | Op::F64Copysign
            | Op::F64x2Splat
            | Op::F64x2ReplaceLane { .. } => Float::F64,
            _ => return None,
        })
    }

    /// Whether `operator` stores it: a store can be mended afterwards.
    pub fn stored_by(operator: &Operator<'_>) -> Option<(Float, MemArg)> {
        use Operator as Op;
        let (float, memarg) = match operator {
            Op::F32Store { memarg } => (Float::F32, memarg),
            Op::F64Store { memarg } => (Float::F64, memarg),
            _ => return None,
        };
        // The fixed feature list has one memory, and no atomic access to it.
        let (target, ordering) = Default::default();
        Some((float, MemArg { offset: memarg.offset, align: memarg.align.into(), target, ordering }))
    }

    /// The vector that `operator` has calculated.
    pub fn made_by(operator: &Operator<'_>) -> Option<Float> {
        use Operator as Op;
        Some(match operator {
            Op::F32x4Ceil
            | Op::F32x4Floor
            | Op::F32x4Trunc
            | Op::F32x4Nearest
            | Op::F32x4Sqrt
            | Op::F32x4Add
            | Op::F32x4Sub
            | Op::F32x4Mul
            | Op::F32x4Div
            | Op::F32x4Min
            | Op::F32x4Max
            | Op::F32x4DemoteF64x2Zero => Float::F32x4,
            Op::F64x2Ceil
            | Op::F64x2Floor
            | Op::F64x2Trunc
            | Op::F64x2Nearest
            | Op::F64x2Sqrt
            | Op::F64x2Add
            | Op::F64x2Sub
            | Op::F64x2Mul
            | Op::F64x2Div
            | Op::F64x2Min
            | Op::F64x2Max
            | Op::F64x2PromoteLowF32x4 => Float::F64x2,
            _ => return None,
        })
    }

    /// If the value on top of the stack is NaN, replaces it with the NaN that is the same
    /// everywhere. `local` has its type, and that value afterwards.
    pub fn canonicalize_nan(self, local: u32, out: &mut FunctionCode) {
        match self {
            // A branch that is hardly ever taken costs less than a choice between two.
            Float::F32 | Float::F64 => {
                out.sink().local_set(local);
                self.if_nan(local, out, |out| {
                    self.put_nan(out);
                    out.sink().local_set(local);
                });
                out.sink().local_get(local);
            }
            Float::F32x4 => {
                out.sink().local_tee(local);
                let nans = i128::from_le_bytes(std::array::from_fn(|byte| NAN32.to_le_bytes()[byte % 4]));
                out.sink().v128_const(nans).local_get(local).local_get(local).f32x4_eq().v128_bitselect();
            }
            Float::F64x2 => {
                out.sink().local_tee(local);
                let nans = i128::from_le_bytes(std::array::from_fn(|byte| NAN64.to_le_bytes()[byte % 8]));
                out.sink().v128_const(nans).local_get(local).local_get(local).f64x2_eq().v128_bitselect();
            }
        }
    }

    /// Keeps the address and the float on top of the stack in locals, for
    /// [`Float::mend_stored`], and leaves both there. If `read` is the local that the float has
    /// been read from, it is there already.
    pub fn keep_stored(self, read: Option<u32>, (address, value): (u32, u32), out: &mut FunctionCode) {
        let mut sink = out.sink();
        match read {
            Some(_) => sink.drop(),
            None => sink.local_set(value),
        };
        sink.local_tee(address).local_get(read.unwrap_or(value));
    }

    /// If the float that has just been stored is NaN, stores the NaN that is the same everywhere.
    /// So the store does not wait for the test, and the value is in one place either way.
    pub fn mend_stored(self, memarg: MemArg, (address, value): (u32, u32), out: &mut FunctionCode) {
        self.if_nan(value, out, |out| {
            out.sink().local_get(address);
            self.put_nan(out);
            match self {
                Float::F32 => out.sink().f32_store(memarg),
                _ => out.sink().f64_store(memarg),
            };
        });
    }

    /// Writes code that runs if the scalar in this local is NaN.
    ///
    /// The test is `x >= x`, which is true of every number and false of NaN. `x != x` would take a
    /// processor two branches: one for each way in which values can differ.
    fn if_nan(self, local: u32, out: &mut FunctionCode, then: impl FnOnce(&mut FunctionCode)) {
        let is_number = |out: &mut FunctionCode| {
            let mut sink = out.sink();
            sink.local_get(local).local_get(local);
            match self {
                Float::F32 => sink.f32_ge(),
                _ => sink.f64_ge(),
            };
        };
        out.unless(is_number, then);
    }

    /// Puts the scalar NaN that is the same everywhere on the stack.
    fn put_nan(self, out: &mut FunctionCode) {
        match self {
            Float::F32 => out.sink().f32_const(Ieee32::new(NAN32)),
            _ => out.sink().f64_const(Ieee64::new(NAN64)),
        };
    }
}

const NAN32: u32 = 0x7fc0_0000;
const NAN64: u64 = 0x7ff8_0000_0000_0000;
