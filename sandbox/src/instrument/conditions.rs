//! Conditions of choices (`select`) that the page's interpreter would mistake for others.
//!
//! Before a choice, wasmi 2.0.0 leaves out a comparison with zero, and then looks for the compared
//! value where the comparison would have put its result. The value may be elsewhere: in a local, or
//! among the waiting operands. The pass puts such a condition into a local first, from where every
//! host reads it; a compiler makes no code of that.

use wasmparser::Operator;

/// Reads a function's instructions in their order.
#[derive(Debug, Default)]
pub(super) struct ConditionReader {
    /// Whether the operand on top of the stack is surely no comparison with zero.
    is_plain: bool,
}

impl ConditionReader {
    /// Starts on a function.
    pub fn start(&mut self) {
        self.is_plain = false;
    }

    /// Reads an instruction. Returns whether it is a choice whose condition has to be in a local.
    pub fn read(&mut self, operator: &Operator<'_>) -> bool {
        let is_choice = matches!(operator, Operator::Select | Operator::TypedSelect { .. });
        let was_plain = std::mem::replace(&mut self.is_plain, leaves_plain(operator));
        is_choice && !was_plain
    }
}

/// Whether `operator` leaves a value that the interpreter does not take for a comparison with zero.
/// Lists the most frequent sources of conditions: other instructions may pass on the result of such
/// a comparison.
fn leaves_plain(operator: &Operator<'_>) -> bool {
    use Operator as Op;
    matches!(
        operator,
        Op::LocalGet { .. }
            | Op::I32LtS
            | Op::I32LtU
            | Op::I32GtS
            | Op::I32GtU
            | Op::I32LeS
            | Op::I32LeU
            | Op::I32GeS
            | Op::I32GeU
            | Op::I64LtS
            | Op::I64LtU
            | Op::I64GtS
            | Op::I64GtU
            | Op::I64LeS
            | Op::I64LeU
            | Op::I64GeS
            | Op::I64GeU
            | Op::F32Eq
            | Op::F32Ne
            | Op::F32Lt
            | Op::F32Gt
            | Op::F32Le
            | Op::F32Ge
            | Op::F64Eq
            | Op::F64Ne
            | Op::F64Lt
            | Op::F64Gt
            | Op::F64Le
            | Op::F64Ge
            | Op::I32Load { .. }
            | Op::I32Load8S { .. }
            | Op::I32Load8U { .. }
            | Op::I32Load16S { .. }
            | Op::I32Load16U { .. }
            | Op::I32And
    )
}
