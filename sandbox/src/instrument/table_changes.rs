//! Which instructions change more than memory and globals. Knows only single instructions.

use wasmparser::Operator;

/// Whether the instruction changes a table, or drops a segment: neither can be put back.
pub(super) fn changes_tables(operator: &Operator<'_>) -> bool {
    use Operator as Op;
    matches!(
        operator,
        Op::TableSet { .. }
            | Op::TableGrow { .. }
            | Op::TableFill { .. }
            | Op::TableCopy { .. }
            | Op::TableInit { .. }
            | Op::ElemDrop { .. }
            | Op::DataDrop { .. }
    )
}
