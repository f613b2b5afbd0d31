//! The calls of a recording form, which tell the host where a run is. They are written beside the
//! charges and not charged. Knows the shape of an interpreter's loop, and no interpreter.

use wasmparser::Operator;

use super::charge::ChargeWriter;
use super::code::FunctionCode;

/// What a recording form tells its host, with the counter at that place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordingForm {
    /// That a function is entered (its index among the module's own functions, from 0) or left
    /// ([`RecordingForm::LEFT`]).
    Functions,
    /// The address of each instruction that an interpreter executes, in the module's memory.
    Dispatch,
}

impl RecordingForm {
    /// The place that stands for leaving a function.
    pub const LEFT: i32 = -1;
}

/// The least targets of an interpreter's dispatch. Others that a program has are smaller.
const DISPATCH_TARGETS: u32 = 200;
/// The most instructions between reading a byte and jumping by it.
const DISPATCH_DISTANCE: usize = 8;

/// The calls in one function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    pub form: RecordingForm,
    /// The imported function.
    pub import: u32,
    /// The index of the function among the module's own.
    pub function: u32,
}

impl Probe {
    pub fn is_of_functions(self) -> bool {
        self.form == RecordingForm::Functions
    }

    /// Tells that the function is entered; `counter` is the counter's global.
    pub fn enter(self, counter: u32, out: &mut FunctionCode) {
        self.pass_place(self.function.cast_signed(), counter, out);
    }

    /// Tells that the function is left.
    pub fn leave(self, counter: u32, out: &mut FunctionCode) {
        self.pass_place(RecordingForm::LEFT, counter, out);
    }

    fn pass_place(self, place: i32, counter: u32, out: &mut FunctionCode) {
        out.sink().i32_const(place).global_get(counter).call(self.import);
    }

    /// Passes the address in this local.
    pub fn pass_local(self, local: u32, charges: &ChargeWriter, out: &mut FunctionCode) {
        out.sink().local_get(local);
        charges.push_counter(out);
        out.sink().call(self.import);
    }
}

/// Finds where an interpreter reads its next instruction: a byte at the address in a local, by which
/// it jumps to one of very many places.
#[derive(Debug, Default)]
pub(super) struct DispatchFinder {
    count: usize,
    /// The instruction before, if it reads a local: its place and the local.
    local: Option<(usize, u32)>,
    /// The last byte that was read at the address in a local: the place of that instruction, the
    /// local, and how many instructions have followed.
    byte: Option<(usize, u32, usize)>,
}

impl DispatchFinder {
    /// Starts on another function.
    pub fn start(&mut self) {
        (self.local, self.byte) = (None, None);
    }

    /// How many have been found.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Reads an instruction at `at`. If it is the jump of a dispatch, returns where the code begins
    /// that reads its byte, and the local with the address.
    pub fn read(&mut self, operator: &Operator<'_>, at: usize) -> Option<(usize, u32)> {
        let local = self.local.take();
        self.byte = self.byte.map(|(at, local, age)| (at, local, age + 1)).filter(|byte| byte.2 <= DISPATCH_DISTANCE);
        match operator {
            Operator::LocalGet { local_index } => self.local = Some((at, *local_index)),
            Operator::I32Load8U { memarg } if memarg.offset == 0 => {
                self.byte = local.map(|(at, local)| (at, local, 0)).or(self.byte);
            }
            Operator::BrTable { targets } if targets.len() >= DISPATCH_TARGETS => {
                let (at, local, _) = self.byte.take()?;
                self.count += 1;
                return Some((at, local));
            }
            _ => {}
        }
        None
    }
}
