//! Follows a script from instruction to instruction: the calls in progress, their lines and their
//! variables. An instruction of the line before costs a few comparisons.

use std::collections::HashMap;
use std::ops::Range;

use super::code::{FunctionCode, VariablePlace};
use super::heap::{Heap, Value};
use super::layout::{REFERENCE_VALUE, frame, object, runtime};
use super::{LineVisits, ScriptFunction, ScriptRecording, ScriptStep, VariableChange};
use crate::recording::call_tree::CallTree;
use crate::recording::tally::Tally;
use crate::recording::{QuietStretch, RecordingLimits, TEXT_BYTES};
use crate::wasi::Memory;

/// The most functions and lines that are told apart; a script can make any number of them.
const FUNCTIONS_MAX: usize = 50_000;
const LINES_MAX: usize = 200_000;
/// The most calls in progress that are followed.
const DEPTH_MAX: usize = 10_000;
/// The most variables of outer functions whose values are remembered.
const OUTER_MAX: usize = 100_000;
/// Where the interpreter works for no line.
const NO_LINE: u32 = 0;

/// Follows a script.
#[derive(Debug)]
pub(in crate::recording) struct ScriptObserver {
    limits: RecordingLimits,
    /// The address of the interpreter's runtime, when it has been found.
    runtime: Option<u32>,
    /// The functions that have run, by the address of their bytecode.
    code: HashMap<u32, (FunctionCode, u32)>,
    functions: Vec<ScriptFunction>,
    function_numbers: HashMap<ScriptFunction, u32>,
    /// A function and a line in it.
    lines: Vec<(u32, u32)>,
    line_numbers: HashMap<(u32, u32), u32>,
    /// The calls in progress, the outermost first.
    frames: Vec<Frame>,
    /// Marks of outer functions' variables, by the address of their references.
    outer: HashMap<u32, u64>,
    /// The frame and the instructions that belong to the current step.
    current: (u32, Range<u32>),
    line: u32,
    path: u32,
    tree: CallTree,
    tally: Tally,
    steps: Vec<ScriptStep>,
    step_count: u64,
    /// How many steps there were when the recording was last kept.
    kept_steps: u64,
    text_bytes: usize,
    charged: u64,
}

/// A call in progress.
#[derive(Debug)]
struct Frame {
    address: u32,
    /// The function as a value.
    function: Value,
    number: u32,
    path: u32,
    /// The address of its bytecode; 0 for one of the interpreter's own.
    bytecode: u32,
    /// The line in which it was last seen.
    line: u32,
    /// A mark of each variable.
    marks: Vec<u64>,
}

impl ScriptObserver {
    pub fn new(limits: RecordingLimits) -> Self {
        let (runtime, code, functions, function_numbers, lines, line_numbers) = Default::default();
        let (frames, outer, line, path, tree, tally) = Default::default();
        let mut observer = Self {
            limits,
            runtime,
            code,
            functions,
            function_numbers,
            lines,
            line_numbers,
            frames,
            outer,
            current: (0, 0..0),
            line,
            path,
            tree,
            tally,
            steps: Vec::new(),
            step_count: 0,
            kept_steps: 0,
            text_bytes: 0,
            charged: 0,
        };
        observer.line = observer.number_line(ScriptFunction::default(), NO_LINE).1;
        observer
    }

    /// Begins to record, in the middle of the calls in progress.
    pub fn begin(&mut self, work: u64) {
        self.tree.clear();
        self.tally.clear();
        self.steps.clear();
        (self.step_count, self.kept_steps, self.text_bytes, self.charged) = (0, 0, 0, work);
        let mut path = CallTree::ROOT;
        // What has changed since is what differs from the first look.
        self.outer.clear();
        for call in &mut self.frames {
            path = self.tree.extend(path, call.number);
            call.path = path;
            call.marks.clear();
        }
        self.path = path;
        if !self.frames.is_empty() {
            // The line that has printed goes on.
            self.push_step(false, true, Vec::new());
        }
    }

    /// Receives the address of the instruction that is executed next.
    pub fn probe(&mut self, pc: u32, work: u64, memory: &dyn Memory) {
        let Some(runtime) = self.runtime.or_else(|| Heap::find_runtime(memory)) else { return };
        self.runtime = Some(runtime);
        let heap = Heap::new(memory, runtime);
        let address = heap.current_frame();
        if address == self.current.0 && self.current.1.contains(&pc) {
            return;
        }
        self.charge(work);
        let is_return = self.follow_calls(heap, address);
        self.enter_line(heap, pc, is_return);
    }

    /// Where nothing has to be received for now: in the current line.
    pub fn quiet_stretch(&self) -> Option<QuietStretch> {
        let (frame, instructions) = self.current.clone();
        let frame_at = self.runtime?.wrapping_add(runtime::CURRENT_FRAME);
        Some(QuietStretch { instructions, frame: Some((frame_at, frame)) })
    }

    /// Charges the current line for what was done since the last charge.
    pub fn charge(&mut self, work: u64) {
        let charge = work.saturating_sub(self.charged);
        self.tally.add_charge(self.line, charge);
        self.tree.add_charge(self.path, charge);
        self.charged = work;
    }

    pub fn charged(&self) -> u64 {
        self.charged
    }

    pub fn keep(&mut self) {
        self.tally.keep();
        self.tree.keep();
        self.kept_steps = self.step_count;
    }

    /// The recording up to the work at which it was last kept.
    pub fn finish(mut self, end: u64) -> (CallTree, ScriptRecording) {
        self.steps.retain(|step| step.number < self.kept_steps && step.start < end);
        let tallied = (0..).zip(&self.lines).map(|(number, (function, line))| {
            let tallied = self.tally.get(number);
            LineVisits { function: *function, line: *line, charge: tallied.charge, visits: tallied.count }
        });
        let recording = ScriptRecording {
            lines: tallied.collect(),
            functions: self.functions,
            steps: self.steps,
            step_count: self.kept_steps,
            lacks_texts: self.text_bytes >= TEXT_BYTES,
        };
        (self.tree, recording)
    }

    /// Brings the calls in progress up to the frame that runs. Returns whether it is one from which
    /// others have returned.
    fn follow_calls(&mut self, heap: Heap<'_>, address: u32) -> bool {
        let mut found = Vec::new();
        let mut at = address;
        let known = loop {
            if at == 0 || found.len() >= DEPTH_MAX {
                break 0;
            }
            let function = heap.value(at.wrapping_add(frame::FUNCTION));
            let is_known = |call: &Frame| call.address == at && call.function == function;
            if let Some(place) = self.frames.iter().rposition(is_known) {
                break place + 1;
            }
            found.push((at, function));
            at = heap.field(at, frame::BEFORE);
        };
        let is_return = found.is_empty() && known < self.frames.len();
        self.frames.truncate(known);
        for (address, function) in found.into_iter().rev() {
            let call = self.open_call(heap, address, function);
            self.frames.push(call);
        }
        is_return
    }

    fn open_call(&mut self, heap: Heap<'_>, address: u32, function: Value) -> Frame {
        let bytecode = heap.bytecode(function).unwrap_or(0);
        let number = match bytecode {
            0 => {
                let name = function.object().map(|function| heap.function_name(function)).unwrap_or_default();
                self.number_function(ScriptFunction { name, ..ScriptFunction::default() })
            }
            _ => self.read_code(heap, bytecode),
        };
        let before = self.frames.last().map_or(CallTree::ROOT, |call| call.path);
        let path = self.tree.extend(before, number);
        if bytecode == 0 {
            self.tree.add_call(path);
        }
        Frame { address, function, number, path, bytecode, line: NO_LINE, marks: Vec::new() }
    }

    /// Notes the line of the instruction at `pc`, which the innermost call executes.
    fn enter_line(&mut self, heap: Heap<'_>, pc: u32, is_return: bool) {
        let Some(call) = self.frames.last() else { return };
        let (bytecode, address, line_before) = (call.bytecode, call.address, call.line);
        if bytecode != 0 {
            // Its structure may be another function's by now.
            self.read_code(heap, bytecode);
        }
        let code = self.code.get(&bytecode);
        let found = code.and_then(|(code, number)| Some((*number, code.start(), code.line_at(pc)?)));
        let Some((number, start, (line, stretch))) = found else {
            self.current = (0, 0..0);
            return;
        };
        let is_new_call = pc == start && !is_return;
        if is_new_call && let Some(call) = self.frames.last_mut() {
            call.marks.clear();
            self.tree.add_call(call.path);
        }
        // The first instruction is looked at every time: it begins a call.
        self.current = (address, stretch.start.max(start + 1)..stretch.end);
        self.line = self.number_known_line(number, line);
        let continues = is_return && line == line_before;
        let changes = self.read_changes(heap);
        if let Some(call) = self.frames.last_mut() {
            call.line = line;
            self.path = call.path;
        }
        if !continues {
            self.tally.add_count(self.line);
        }
        self.push_step(is_new_call, continues, changes);
    }

    fn push_step(&mut self, begins_call: bool, continues: bool, changes: Vec<VariableChange>) {
        let number = self.step_count;
        self.step_count += 1;
        if number < self.limits.first_step || self.steps.len() >= self.limits.steps {
            return;
        }
        let depth = self.frames.len() as u32;
        let (start, line) = (self.charged, self.line);
        self.steps.push(ScriptStep { number, start, line, depth, begins_call, continues, changes });
    }

    /// The variables of the innermost call that have changed since it was last looked at.
    fn read_changes(&mut self, heap: Heap<'_>) -> Vec<VariableChange> {
        let mut changes = Vec::new();
        let is_wanted = self.step_count >= self.limits.first_step && self.steps.len() < self.limits.steps;
        let Some(call) = self.frames.last_mut().filter(|_| is_wanted) else { return changes };
        let Some((code, _)) = self.code.get(&call.bytecode) else { return changes };
        let is_first = call.marks.is_empty();
        call.marks.resize(code.variables.len(), 0);
        for (variable, mark) in code.variables.iter().zip(&mut call.marks) {
            let Some((value, reference)) = find_value(heap, call.address, call.function, variable.place) else {
                continue;
            };
            let now = heap.mark(value);
            let (before, is_unseen) = match reference {
                Some(reference) => {
                    let is_unseen = !self.outer.contains_key(&reference);
                    if is_unseen && self.outer.len() >= OUTER_MAX {
                        self.outer.clear();
                    }
                    (self.outer.insert(reference, now).unwrap_or(!now), is_unseen)
                }
                None => (if is_first { !now } else { *mark }, is_first),
            };
            *mark = now;
            let is_function = heap.bytecode(value).is_some();
            // At first, only what somebody has set is worth a word.
            let is_silent = value.is_uninitialized() || is_unseen && (value.is_undefined() || is_function);
            if before == now || is_silent || self.text_bytes >= TEXT_BYTES {
                continue;
            }
            let change = VariableChange { name: variable.name.clone(), value: heap.describe(value) };
            self.text_bytes += change.name.len() + change.value.len() + size_of::<VariableChange>();
            changes.push(change);
        }
        changes
    }

    /// Reads the function whose bytecode is there, unless it is known, and returns its number.
    fn read_code(&mut self, heap: Heap<'_>, bytecode: u32) -> u32 {
        if let Some((code, number)) = self.code.get(&bytecode)
            && code.is_at(heap, bytecode)
        {
            return *number;
        }
        if self.code.len() >= FUNCTIONS_MAX {
            self.code.clear();
        }
        let code = FunctionCode::read(heap, bytecode);
        let number = self.number_function(code.function.clone());
        self.code.insert(bytecode, (code, number));
        number
    }

    fn number_function(&mut self, function: ScriptFunction) -> u32 {
        if let Some(known) = self.function_numbers.get(&function) {
            return *known;
        }
        if self.functions.len() >= FUNCTIONS_MAX {
            return 0;
        }
        let number = self.functions.len() as u32;
        self.functions.push(function.clone());
        self.function_numbers.insert(function, number);
        number
    }

    fn number_line(&mut self, function: ScriptFunction, line: u32) -> (u32, u32) {
        let function = self.number_function(function);
        (function, self.number_known_line(function, line))
    }

    fn number_known_line(&mut self, function: u32, line: u32) -> u32 {
        if let Some(known) = self.line_numbers.get(&(function, line)) {
            return *known;
        }
        if self.lines.len() >= LINES_MAX {
            return 0;
        }
        let number = self.lines.len() as u32;
        self.lines.push((function, line));
        self.line_numbers.insert((function, line), number);
        number
    }
}

/// The value of a variable, and the address of its reference if it is an outer function's.
fn find_value(heap: Heap<'_>, address: u32, function: Value, place: VariablePlace) -> Option<(Value, Option<u32>)> {
    let field = |offset| heap.field(address, offset);
    let in_list = |list: u32, index: u32| heap.value(list.wrapping_add(8 * index));
    match place {
        VariablePlace::Argument(index) => {
            let is_there = index < heap.half(address.wrapping_add(frame::ARGUMENT_COUNT));
            is_there.then(|| (in_list(field(frame::ARGUMENTS), index), None))
        }
        VariablePlace::Local(index) => Some((in_list(field(frame::VARIABLES), index), None)),
        VariablePlace::Closure(index) => {
            let references = heap.field(function.object()?, object::FUNCTION_REFERENCES);
            let reference = heap.word(references.wrapping_add(4 * index));
            let value = heap.field(reference, REFERENCE_VALUE);
            (reference != 0 && value != 0).then(|| (heap.value(value), Some(reference)))
        }
    }
}
