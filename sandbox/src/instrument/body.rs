//! One function: read, checked, and written again with its charges. Knows the module only by
//! the indexes it needs.

use std::ops::Range;

use wasm_encoder::{BlockType, BranchHint, Encode, ValType};
use wasmparser::{FuncValidator, FunctionBody, LocalsReader, Operator, WasmModuleResources};

use crate::prices;

use super::charge::{ChargeWriter, Counter};
use super::code::FunctionCode;
use super::conditions::ConditionReader;
use super::deterministic_floats::DeterministicFloats;
use super::edits::{Additions, CallTarget, Edit, EditKind};
use super::frames::{self, StackFrame};
use super::kept_locals::KeptLocals;
use super::nans::Float;
use super::probes::{DispatchFinder, Probe, RecordingForm};
use super::searches::SearchCounter;
use super::segments::{Charge, FrameKind, Nesting, Segments};
use super::table_changes::changes_tables;

/// The indices that a body refers to, except the module's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexes {
    /// Functions below this are imported and keep their index; `refill` has it; the module's own
    /// move up behind our imports.
    pub refill: u32,
    /// How many functions we import.
    pub added_imports: u32,
    /// The function that asks for the next slice, and traps if the host does not give one.
    pub refill_or_trap: u32,
    /// The global that counts.
    pub counter: u32,
    /// The global with the bytes that are left of the stack.
    pub stack: u32,
    /// The first of the globals that keep locals during requests.
    pub kept_locals: u32,
}

impl Indexes {
    /// Where a function of the module is now.
    pub fn function(&self, index: u32) -> u32 {
        if index < self.refill { index } else { index + self.added_imports }
    }
}

/// Rewrites bodies, one after the other, reusing its lists.
#[derive(Debug, Default)]
pub(super) struct Rewriter {
    segments: Segments,
    charges: Vec<Charge>,
    edits: Vec<Edit>,
    frame: StackFrame,
    searches: SearchCounter,
    /// To how many places its widest jump leads.
    widest_jump: u32,
    /// Whether a body so far changes a table or drops a segment.
    changes_tables: bool,
    floats: DeterministicFloats,
    conditions: ConditionReader,
    kept_locals: KeptLocals,
    dispatch: DispatchFinder,
    out: FunctionCode,
}

impl Rewriter {
    /// Checks `body` and appends it with its charges, size first, to `code`. `passed` is how many
    /// parameters and results it has, `wrapper` the type of a block with its results. Answers the
    /// size.
    ///
    /// # Errors
    /// The validator's.
    pub fn rewrite<R: WasmModuleResources>(
        &mut self,
        module: &[u8],
        body: &FunctionBody<'_>,
        validator: &mut FuncValidator<R>,
        (indexes, probe): (&Indexes, Option<Probe>),
        (passed, wrapper): (usize, impl FnOnce() -> BlockType),
        code: &mut Vec<u8>,
    ) -> wasmparser::Result<usize> {
        let start = self.read_body(body, validator, (indexes, probe), passed)?;
        let end = body.range().end as usize;
        self.segments.collect_charges(&mut self.charges);
        self.kept_locals.note_loops(self.segments.call_free_loops());
        self.out.clear();
        let locals = body.get_locals_reader()?;
        self.declare_locals(module, &locals, start);
        let additions = self.additions(validator.len_locals(), indexes, probe);
        additions.enter(&mut self.out);
        if additions.is_wrapped() {
            // Returns and branches out of the function end here, where everything is put back.
            self.out.sink().block(wrapper());
        }
        self.copy(module, start..end, &additions);
        if additions.is_wrapped() {
            // The body's own end has closed the wrapper.
            additions.leave(&mut self.out);
            self.out.sink().end();
        }
        let written = self.out.bytes();
        written.len().encode(code);
        code.extend_from_slice(written);
        Ok(written.len())
    }

    /// How many locals and operands the body has that was rewritten last.
    pub fn value_count(&self) -> u32 {
        self.frame.locals.saturating_add(self.frame.operands)
    }

    /// How many steps a compiler's searches for that body's locals take.
    pub fn search_steps(&self) -> u64 {
        self.searches.steps()
    }

    /// The hints about that body's branches.
    pub fn hints(&self) -> impl ExactSizeIterator<Item = BranchHint> {
        self.out.hints()
    }

    /// To how many places the widest jump of that body leads.
    pub fn widest_jump(&self) -> u32 {
        self.widest_jump
    }

    /// How many of the bodies so far dispatch an interpreter's instructions.
    pub fn dispatch_count(&self) -> usize {
        self.dispatch.count()
    }

    /// Whether one of the bodies so far changes a table or drops a segment.
    pub fn changes_tables(&self) -> bool {
        self.changes_tables
    }

    /// How deep that body's blocks, conditions and loops lie in each other.
    pub fn nesting(&self) -> Nesting {
        self.segments.nesting()
    }

    /// Reads and checks every instruction, noting segments and edits. Answers where the
    /// instructions start.
    fn read_body<R: WasmModuleResources>(
        &mut self,
        body: &FunctionBody<'_>,
        validator: &mut FuncValidator<R>,
        (indexes, probe): (&Indexes, Option<Probe>),
        passed: usize,
    ) -> wasmparser::Result<usize> {
        let mut reader = body.get_binary_reader();
        validator.read_locals(&mut reader)?;
        let mut reader = body.get_operators_reader()?;
        let start = reader.original_position() as usize;
        self.segments.start(start);
        self.segments.add_price(prices::passing(passed));
        self.edits.clear();
        self.frame = StackFrame { locals: validator.len_locals(), ..StackFrame::default() };
        self.frame.has_vectors = has_vectors(body, validator)?;
        self.floats.start(validator.len_locals() - declared_locals(body)?, validator.len_locals());
        self.conditions.start();
        self.dispatch.start();
        let seeks_dispatch = probe.is_some_and(|probe| probe.form == RecordingForm::Dispatch);
        self.kept_locals.start(validator.len_locals());
        self.widest_jump = 0;
        self.searches.start(validator.len_locals());
        while !reader.eof() {
            let (operator, at) = reader.read_with_offset()?;
            validator.op(at, &operator)?;
            let range = at as usize..reader.original_position() as usize;
            self.segments.add_price(prices::instruction(&operator));
            let is_joined = self.is_joined(&operator);
            self.follow_control_flow(&operator, range.end);
            self.searches.note(&operator);
            self.kept_locals.read(&operator, range.start, |local| validator.get_local_type(local));
            self.frame.has_vectors = self.frame.has_vectors || prices::is_vector(&operator);
            self.changes_tables |= changes_tables(&operator);
            self.frame.operands = self.frame.operands.max(validator.operand_stack_height());
            self.note_visible_nans(&operator, &range);
            self.floats.read(&operator, validator.operand_stack_height(), is_joined);
            if self.conditions.read(&operator) {
                self.note_edit(range.start, EditKind::KeepCondition);
            }
            if seeks_dispatch && let Some((at, local)) = self.dispatch.read(&operator, range.start) {
                self.insert_edit(at, EditKind::Probe(local));
            }
            self.note_edits(&operator, range, indexes);
        }
        reader.finish()?;
        Ok(start)
    }

    /// Notes the instruction's effect on the control flow; the code after it starts at `after`.
    fn follow_control_flow(&mut self, operator: &Operator<'_>, after: usize) {
        use Operator as Op;
        let segments = &mut self.segments;
        match operator {
            Op::Block { .. } => segments.open(FrameKind::Block, after),
            Op::Loop { .. } => segments.open(FrameKind::Loop, after),
            Op::If { .. } => segments.open(FrameKind::If, after),
            Op::Else => segments.open_else(after),
            Op::End => {
                segments.close(after);
            }
            Op::Br { relative_depth } => {
                segments.mark_target(*relative_depth);
                segments.mark_unreachable();
            }
            Op::BrIf { relative_depth } => segments.fork(*relative_depth, after),
            Op::BrTable { targets } => {
                self.widest_jump = self.widest_jump.max(targets.len());
                targets.targets().flatten().for_each(|depth| segments.mark_target(depth));
                segments.mark_target(targets.default());
                segments.mark_unreachable();
            }
            Op::Call { .. } | Op::CallIndirect { .. } => segments.note_call(),
            Op::ReturnCall { .. } | Op::ReturnCallIndirect { .. } => {
                segments.note_call();
                segments.mark_unreachable();
            }
            Op::Return | Op::Unreachable => segments.mark_unreachable(),
            _ => {}
        }
    }

    /// Whether the code after `operator` is also reached from elsewhere.
    fn is_joined(&self, operator: &Operator<'_>) -> bool {
        match operator {
            Operator::Loop { .. } | Operator::Else => true,
            Operator::End => self.segments.ends_in_join(),
            _ => false,
        }
    }

    /// Notes where the module can see the bits of a float that may be a not-a-number.
    fn note_visible_nans(&mut self, operator: &Operator<'_>, range: &Range<usize>) {
        if let Some(float) = Float::seen_by(operator).filter(|_| !self.floats.is_top_deterministic()) {
            let local = self.floats.local_on_top();
            if let Some((float, memarg)) = Float::stored_by(operator) {
                self.note_edit(range.start, EditKind::KeepStored(float, local));
                self.note_edit(range.end, EditKind::MendStored(float, local, memarg));
            } else {
                self.note_edit(range.start, EditKind::CanonicalizeNan(float, local));
                local.into_iter().for_each(|local| self.floats.note_deterministic_local(local));
            }
        }
        if let Some(float) = Float::made_by(operator) {
            self.note_edit(range.end, EditKind::CanonicalizeNan(float, None));
        }
    }

    fn note_edits(&mut self, operator: &Operator<'_>, range: Range<usize>, indexes: &Indexes) {
        use Operator as Op;
        let Range { start, end } = range.clone();
        match operator {
            Op::Call { function_index } => {
                let target = CallTarget::Call(indexes.function(*function_index));
                let is_imported = *function_index < indexes.refill;
                self.note_edit(start, if is_imported { EditKind::Save } else { EditKind::Call });
                self.note_edit(start, EditKind::Retarget(range, target));
                self.note_edit(end, EditKind::Load);
                if is_imported { self.note_edit(end, EditKind::Check) } else { self.frame.has_calls = true }
            }
            Op::CallIndirect { .. } => {
                self.frame.has_calls = true;
                self.note_edit(start, EditKind::Call);
                self.note_edit(end, EditKind::Load);
            }
            Op::ReturnCall { function_index } => {
                let target = CallTarget::ReturnCall(indexes.function(*function_index));
                self.note_edit(start, EditKind::CallInPlace);
                self.note_edit(start, EditKind::Retarget(range, target));
            }
            Op::ReturnCallIndirect { .. } => self.note_edit(start, EditKind::CallInPlace),
            Op::RefFunc { function_index } => {
                let target = CallTarget::RefFunc(indexes.function(*function_index));
                self.note_edit(start, EditKind::Retarget(range, target));
            }
            Op::Return => {
                let depth = self.segments.depth() as u32 - 1;
                self.note_edit(start, EditKind::Return(range, depth));
            }
            Op::MemoryCopy { .. } | Op::MemoryFill { .. } | Op::MemoryInit { .. } => {
                self.note_edit(start, EditKind::ByLength(prices::BULK_BYTES_SHIFT));
            }
            Op::TableCopy { .. } | Op::TableFill { .. } | Op::TableInit { .. } => {
                self.note_edit(start, EditKind::ByLength(prices::TABLE_ELEMENTS_SHIFT));
            }
            Op::MemoryGrow { .. } => {
                self.note_edit(start, EditKind::KeepLength);
                self.note_edit(end, EditKind::Grown(prices::GROWN_PAGE));
            }
            Op::TableGrow { .. } => {
                self.note_edit(start, EditKind::KeepLength);
                self.note_edit(end, EditKind::Grown(prices::GROWN_ELEMENT));
            }
            _ => {}
        }
    }

    fn note_edit(&mut self, at: usize, kind: EditKind) {
        self.edits.push(Edit { at, kind });
    }

    /// Notes an edit before instructions that have been read already.
    fn insert_edit(&mut self, at: usize, kind: EditKind) {
        let place = self.edits.partition_point(|edit| edit.at < at);
        self.edits.insert(place, Edit { at, kind });
    }

    fn charges_lengths(&self) -> bool {
        self.edits.iter().any(|edit| matches!(edit.kind, EditKind::ByLength(_) | EditKind::KeepLength))
    }

    fn canonicalizes_nans(&self) -> bool {
        self.edits.iter().any(|edit| matches!(edit.kind, EditKind::CanonicalizeNan(..) | EditKind::KeepStored(..)))
    }

    fn keeps_conditions(&self) -> bool {
        self.edits.iter().any(|edit| matches!(edit.kind, EditKind::KeepCondition))
    }

    /// The number and type of the locals that the pass adds, in their order: for the counter, for
    /// lengths, for the frame, for floats, for a condition.
    fn added_locals(&self) -> impl Iterator<Item = (u32, ValType)> {
        let lengths = self.charges_lengths().then_some((2, ValType::I32));
        let frame = self.frame.counted_size().map(|_| (1, ValType::I32));
        let floats = [Float::F32.ty(), Float::F64.ty(), Float::F32x4.ty(), ValType::I32].map(|ty| (1, ty));
        let floats = floats.into_iter().filter(|_| self.canonicalizes_nans());
        let condition = self.keeps_conditions().then_some((1, ValType::I32));
        [(1, ValType::I64)].into_iter().chain(lengths).chain(frame).chain(floats).chain(condition)
    }

    /// Writes the declarations of the module's locals, which end at `end`, and of the added ones.
    fn declare_locals(&mut self, module: &[u8], locals: &LocalsReader<'_>, end: usize) {
        let added: Vec<_> = self.added_locals().collect();
        let out = &mut self.out;
        out.put(&(locals.get_count() + added.len() as u32));
        out.copy(&module[locals.original_position() as usize..end]);
        for (count, ty) in added {
            out.put(&count);
            out.put(&ty);
        }
    }

    /// The additions to this function: `locals` is the index of the first added local.
    fn additions(&self, locals: u32, indexes: &Indexes, probe: Option<Probe>) -> Additions {
        let counter =
            if self.segments.call_free_loops().is_empty() { Counter::Global(locals) } else { Counter::Cached(locals) };
        let frame = locals + 1 + if self.charges_lengths() { 2 } else { 0 };
        let counted = self.frame.counted_size();
        let float_locals = frame + u32::from(counted.is_some());
        Additions {
            charges: ChargeWriter {
                counter,
                global: indexes.counter,
                kept_locals: indexes.kept_locals,
                refill_or_trap: indexes.refill_or_trap,
                length: locals + 1,
                grown: locals + 2,
            },
            probe,
            frame: counted.map(|bytes| frames::StackFrameWriter { bytes, global: indexes.stack, local: frame }),
            float_locals,
            condition_local: float_locals + if self.canonicalizes_nans() { 4 } else { 0 },
        }
    }

    /// Copies the instructions of `range` with charges and edits put in. At one place a charge
    /// comes first: it is for the instruction that an edit belongs to.
    fn copy(&mut self, module: &[u8], range: Range<usize>, additions: &Additions) {
        let Rewriter { charges, edits, kept_locals, out, .. } = self;
        let writer = &additions.charges;
        let mut charges = charges.iter().peekable();
        let mut from = range.start;
        for edit in edits {
            while let Some(charge) = charges.next_if(|charge| charge.at <= edit.at) {
                out.copy(&module[from..charge.at]);
                from = charge.at;
                writer.charge(charge.units, kept_locals.at(charge.at), out);
            }
            out.copy(&module[from..edit.at]);
            from = edit.apply(additions, out);
        }
        for charge in charges {
            out.copy(&module[from..charge.at]);
            from = charge.at;
            writer.charge(charge.units, kept_locals.at(charge.at), out);
        }
        out.copy(&module[from..range.end]);
    }
}

/// How many locals there are beside the parameters.
fn declared_locals(body: &FunctionBody<'_>) -> wasmparser::Result<u32> {
    let declarations = body.get_locals_reader()?.into_iter();
    declarations.map(|declaration| declaration.map(|(count, _)| count)).sum()
}

/// Whether a parameter or a local is a vector.
fn has_vectors<R: WasmModuleResources>(
    body: &FunctionBody<'_>,
    validator: &FuncValidator<R>,
) -> wasmparser::Result<bool> {
    for declaration in body.get_locals_reader()? {
        if declaration?.1 == wasmparser::ValType::V128 {
            return Ok(true);
        }
    }
    let parameters = validator.len_locals() - declared_locals(body)?;
    Ok((0..parameters).any(|index| validator.get_local_type(index) == Some(wasmparser::ValType::V128)))
}
