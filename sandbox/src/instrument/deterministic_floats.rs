//! Which floats of a function are **deterministic**: numbers, or not-a-numbers whose bits are the
//! same on every processor. Knows the flow of values, and not how the pass treats those that are
//! not deterministic.
//!
//! One pass forward: a result holds in a stretch of code that has no jump into it. Where ways meet,
//! the locals become unknown, and so do the waiting operands.

use wasmparser::Operator;

/// The state of a function's operands and locals at the current instruction.
///
/// Both lists have the number of the stretch in which a value became deterministic: a value with
/// another number, or `UNKNOWN`, is unknown. So raising the number forgets all values.
#[derive(Debug, Default)]
pub(super) struct DeterministicFloats {
    operands: Vec<u32>,
    locals: Vec<u32>,
    operand_stretch: u32,
    local_stretch: u32,
    /// The local that the last instruction has read.
    last_read: Option<u32>,
}

/// The number of no stretch.
const UNKNOWN: u32 = 0;

impl DeterministicFloats {
    /// Starts on a function with this many parameters among its locals: the other locals are zero.
    pub fn start(&mut self, parameters: u32, locals: u32) {
        (self.operand_stretch, self.local_stretch) = (UNKNOWN + 1, UNKNOWN + 1);
        self.last_read = None;
        self.operands.clear();
        self.locals.clear();
        self.locals.resize(parameters as usize, UNKNOWN);
        self.locals.resize(locals as usize, self.local_stretch);
    }

    /// Whether the operand on top of the stack is deterministic.
    pub fn is_top_deterministic(&self) -> bool {
        self.is_operand_deterministic(0)
    }

    /// The local that the operand on top of the stack has just been read from.
    pub fn local_on_top(&self) -> Option<u32> {
        self.last_read
    }

    /// Notes that a local holds a deterministic value from here on.
    pub fn note_deterministic_local(&mut self, local: u32) {
        self.set_local(local, true);
    }

    /// Reads an instruction that leaves `height` operands; `is_joined` tells whether the code after
    /// it is also reached from elsewhere. Values that the instruction exposes to the module must
    /// have been made deterministic.
    pub fn read(&mut self, operator: &Operator<'_>, height: u32, is_joined: bool) {
        use Operator as Op;
        self.last_read = None;
        let is_deterministic = match operator {
            Op::LocalGet { local_index } => {
                self.last_read = Some(*local_index);
                self.is_local_deterministic(*local_index)
            }
            Op::LocalSet { local_index } | Op::LocalTee { local_index } => {
                let is_deterministic = self.is_operand_deterministic(0);
                self.set_local(*local_index, is_deterministic);
                is_deterministic && matches!(operator, Op::LocalTee { .. })
            }
            // Above the two is the condition.
            Op::Select | Op::TypedSelect { .. } => self.is_operand_deterministic(1) && self.is_operand_deterministic(2),
            // These change only the sign, and an operand whose sign is taken has been made
            // deterministic.
            Op::F32Neg | Op::F64Neg | Op::F32Abs | Op::F64Abs => self.is_operand_deterministic(0),
            Op::F32Copysign | Op::F64Copysign => self.is_operand_deterministic(1),
            _ => leaves_deterministic(operator),
        };
        // Only calls leave more than one operand that was not there before.
        if is_joined || matches!(operator, Op::Call { .. } | Op::CallIndirect { .. }) {
            self.operand_stretch += 1;
        }
        if is_joined {
            self.local_stretch += 1;
        }
        self.operands.resize(height as usize, UNKNOWN);
        if let Some(top) = self.operands.last_mut() {
            *top = if is_deterministic { self.operand_stretch } else { UNKNOWN };
        }
    }

    /// `below_top` is counted from the top of the stack. Code that is never executed may have no
    /// operand.
    fn is_operand_deterministic(&self, below_top: usize) -> bool {
        let place = self.operands.len().checked_sub(below_top + 1);
        place.is_some_and(|place| self.operands[place] == self.operand_stretch)
    }

    fn is_local_deterministic(&self, local: u32) -> bool {
        self.locals.get(local as usize) == Some(&self.local_stretch)
    }

    fn set_local(&mut self, local: u32, is_deterministic: bool) {
        if let Some(stretch) = self.locals.get_mut(local as usize) {
            *stretch = if is_deterministic { self.local_stretch } else { UNKNOWN };
        }
    }
}

/// Whether `operator` always leaves a deterministic float on top of the stack, whatever its
/// operands. Only calculation creates not-a-numbers on which processors disagree.
fn leaves_deterministic(operator: &Operator<'_>) -> bool {
    use Operator as Op;
    matches!(
        operator,
        Op::F32Const { .. }
            | Op::F64Const { .. }
            | Op::F32Load { .. }
            | Op::F64Load { .. }
            | Op::F32ReinterpretI32
            | Op::F64ReinterpretI64
            | Op::F32x4ExtractLane { .. }
            | Op::F64x2ExtractLane { .. }
            | Op::F32ConvertI32S
            | Op::F32ConvertI32U
            | Op::F32ConvertI64S
            | Op::F32ConvertI64U
            | Op::F64ConvertI32S
            | Op::F64ConvertI32U
            | Op::F64ConvertI64S
            | Op::F64ConvertI64U
    )
}
