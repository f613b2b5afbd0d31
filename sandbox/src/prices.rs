//! The price of everything. Knows no module and no run: only the table.
//!
//! Compilers dissolve much of a WebAssembly module (reading a local, a constant, a block's
//! borders), and the rest is quicker than a nanosecond. So instructions are priced in **quarters**
//! of a [`Budget`](crate::Budget) unit, added up over the stretch of code that is charged at once,
//! and rounded up there. The prices were set so that a virtual second is roughly a real one on
//! ordinary compiled code.
//!
//! Any change here changes the check at which a run is out of time, and so does any change of when
//! a module is let run: both need a new [`PRICES_VERSION`].

use wasmparser::Operator;

/// The version of this table. Matches record it, so that an old one is not rerun under new prices
/// unnoticed.
pub const PRICES_VERSION: u32 = 5;

/// Quarters in one unit of [`Budget`](crate::Budget).
pub const QUARTERS: u64 = 4;

/// Bytes that bulk memory instructions move for one unit, as a shift: 16 bytes.
pub const BULK_BYTES_SHIFT: u32 = 4;
/// Elements that bulk table instructions move for one unit, as a shift: 1 element.
pub const TABLE_ELEMENTS_SHIFT: u32 = 0;
/// Units for each element that `table.grow` adds.
pub const GROWN_ELEMENT: u64 = 1;
/// Units for each 64 KiB page that `memory.grow` adds.
pub const GROWN_PAGE: u64 = 8_192;

/// The fixed price of a system call.
pub const SYSTEM_CALL: u64 = 200;
/// Bytes that a system call moves in or out for one unit, as a shift: 4 bytes.
pub const SYSTEM_CALL_BYTES_SHIFT: u32 = 2;
/// The price of each step of a path before its last, in bytes of work: a name is looked up.
pub const PATH_STEP_BYTES: u64 = 256;
/// The price of each symbolic link that a path leads through, in bytes of work, in addition to the
/// length of the path that it makes: it is put in the place of its name.
pub const PATH_LINK_BYTES: u64 = 1_024;

/// The price of a system call that moved `bytes` bytes.
pub fn system_call(bytes: u64) -> u64 {
    SYSTEM_CALL + (bytes >> SYSTEM_CALL_BYTES_SHIFT)
}

/// The price of passing this many parameters and results in a call, in quarters of a unit. The
/// first few are in registers.
pub(crate) fn passing(values: usize) -> u64 {
    values.saturating_sub(IN_REGISTERS) as u64 * PLAIN
}

const IN_REGISTERS: usize = 8;

/// The fixed price of one instruction in quarters of a unit. Costs that depend on a length are
/// charged in addition, while the module runs.
pub(crate) fn instruction(operator: &Operator<'_>) -> u64 {
    use Operator as Op;
    match operator {
        Op::Nop
        | Op::Block { .. }
        | Op::Loop { .. }
        | Op::Else
        | Op::End
        | Op::Drop
        | Op::Unreachable
        | Op::LocalGet { .. }
        | Op::I32Const { .. }
        | Op::I64Const { .. }
        | Op::F32Const { .. }
        | Op::F64Const { .. }
        | Op::V128Const { .. }
        | Op::RefNull { .. }
        | Op::F32ReinterpretI32
        | Op::F64ReinterpretI64
        | Op::I32WrapI64
        | Op::I64ExtendI32U => FREE,
        Op::If { .. } | Op::Br { .. } | Op::BrIf { .. } | Op::Return => BRANCH,
        Op::BrTable { .. } => TABLE_BRANCH,
        Op::Call { .. } | Op::ReturnCall { .. } => CALL,
        Op::CallIndirect { .. } | Op::ReturnCallIndirect { .. } => INDIRECT_CALL,
        Op::I32DivS
        | Op::I32DivU
        | Op::I32RemS
        | Op::I32RemU
        | Op::I64DivS
        | Op::I64DivU
        | Op::I64RemS
        | Op::I64RemU
        | Op::F32Div
        | Op::F64Div
        | Op::F32Sqrt
        | Op::F64Sqrt
        | Op::F32x4Div
        | Op::F64x2Div
        | Op::F32x4Sqrt
        | Op::F64x2Sqrt => DIVISION,
        Op::MemoryFill { .. }
        | Op::MemoryCopy { .. }
        | Op::MemoryInit { .. }
        | Op::DataDrop { .. }
        | Op::TableFill { .. }
        | Op::TableCopy { .. }
        | Op::TableInit { .. }
        | Op::ElemDrop { .. }
        | Op::TableGrow { .. } => BULK,
        Op::MemoryGrow { .. } => MEMORY_GROW,
        Op::RefFunc { .. } | Op::TableGet { .. } | Op::TableSet { .. } => REFERENCE,
        other if touches_memory(other) => MEMORY_ACCESS,
        other if is_wide(other) => WIDE,
        _ => PLAIN,
    }
}

const FREE: u64 = 0;
const PLAIN: u64 = 1;
const BRANCH: u64 = 2;
const MEMORY_ACCESS: u64 = 2;
const WIDE: u64 = 2;
const CALL: u64 = 8;
const TABLE_BRANCH: u64 = 8;
const INDIRECT_CALL: u64 = 16;
const DIVISION: u64 = 16;
const BULK: u64 = 128;
/// Hosts make references to functions when they are asked for.
const REFERENCE: u64 = 64;
const MEMORY_GROW: u64 = 4_000;

fn touches_memory(operator: &Operator<'_>) -> bool {
    use Operator as Op;
    matches!(
        operator,
        Op::I32Load { .. }
            | Op::I64Load { .. }
            | Op::F32Load { .. }
            | Op::F64Load { .. }
            | Op::I32Load8S { .. }
            | Op::I32Load8U { .. }
            | Op::I32Load16S { .. }
            | Op::I32Load16U { .. }
            | Op::I64Load8S { .. }
            | Op::I64Load8U { .. }
            | Op::I64Load16S { .. }
            | Op::I64Load16U { .. }
            | Op::I64Load32S { .. }
            | Op::I64Load32U { .. }
            | Op::I32Store { .. }
            | Op::I64Store { .. }
            | Op::F32Store { .. }
            | Op::F64Store { .. }
            | Op::I32Store8 { .. }
            | Op::I32Store16 { .. }
            | Op::I64Store8 { .. }
            | Op::I64Store16 { .. }
            | Op::I64Store32 { .. }
            | Op::GlobalGet { .. }
            | Op::GlobalSet { .. }
    )
}

/// Floating point beyond moves and comparisons, and everything on vectors: a few cycles each.
fn is_wide(operator: &Operator<'_>) -> bool {
    use Operator as Op;
    match operator {
        Op::F32Add | Op::F64Add | Op::F32Sub | Op::F64Sub | Op::F32Mul | Op::F64Mul | Op::I32Mul | Op::I64Mul => true,
        other => is_vector(other),
    }
}

// wasmparser lists the vector instructions; this turns its list into a pattern.
macro_rules! vector_operators {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        pub(crate) fn is_vector(operator: &Operator<'_>) -> bool {
            matches!(operator, $(Operator::$op { .. })|*)
        }
    };
}
wasmparser::for_each_visit_simd_operator!(vector_operators);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_things_cost_more() {
        let get = Operator::LocalGet { local_index: 0 };
        assert_eq!(instruction(&get), 0);
        assert_eq!(instruction(&Operator::I32Add), 1);
        assert!(instruction(&Operator::I64DivU) > instruction(&Operator::I64Mul));
        assert!(instruction(&Operator::I32x4Add) > instruction(&Operator::I32Add));
    }

    #[test]
    fn what_is_passed_on_the_stack_costs() {
        assert_eq!([0, 8, 9, 400].map(passing), [0, 0, 1, 392]);
    }

    #[test]
    fn system_calls_pay_for_their_bytes() {
        assert_eq!(system_call(0), 200);
        assert_eq!(system_call(4_000), 1_200);
    }
}
