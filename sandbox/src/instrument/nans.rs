//! Not-a-numbers: their bits are not the same on every processor, so they are made the same where a
//! module can see them. Those are few places: floats that become integers or vectors, that are
//! stored, or whose sign is taken; and every vector that was calculated, as its bits can be seen at
//! any time. A float that is only moved keeps its bits.

use wasm_encoder::{Ieee32, Ieee64, ValType};
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

    /// What on top of the stack `operator` lets the module see the bits of.
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
        out.sink().local_tee(local);
        match self {
            // A branch that is hardly ever taken costs less than a choice between two.
            Float::F32 => {
                out.sink().local_get(local).f32_ne();
                out.rarely(|out| {
                    out.sink().f32_const(Ieee32::new(NAN32)).local_set(local);
                });
                out.sink().local_get(local);
            }
            Float::F64 => {
                out.sink().local_get(local).f64_ne();
                out.rarely(|out| {
                    out.sink().f64_const(Ieee64::new(NAN64)).local_set(local);
                });
                out.sink().local_get(local);
            }
            Float::F32x4 => {
                let nans = i128::from_le_bytes(std::array::from_fn(|byte| NAN32.to_le_bytes()[byte % 4]));
                out.sink().v128_const(nans).local_get(local).local_get(local).f32x4_eq().v128_bitselect();
            }
            Float::F64x2 => {
                let nans = i128::from_le_bytes(std::array::from_fn(|byte| NAN64.to_le_bytes()[byte % 8]));
                out.sink().v128_const(nans).local_get(local).local_get(local).f64x2_eq().v128_bitselect();
            }
        }
    }
}

const NAN32: u32 = 0x7fc0_0000;
const NAN64: u64 = 0x7ff8_0000_0000_0000;
