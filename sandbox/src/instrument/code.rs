//! A function's bytes while they are written, and which of its branches are hardly ever taken.
//! Knows no module.

use wasm_encoder::{BlockType, BranchHint, Encode, InstructionSink};

/// A function's body as a module holds it: its locals, and its instructions.
///
/// It also notes the place of each condition that is hardly ever, or nearly always, true, for the
/// section `metadata.code.branch_hint`: compilers move rare code out of the way, and keep in
/// registers the values that its calls would spoil.
#[derive(Debug, Default)]
pub(super) struct FunctionCode {
    bytes: Vec<u8>,
    hints: Vec<BranchHint>,
}

impl FunctionCode {
    /// Starts on another function.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.hints.clear();
    }

    /// The bytes written so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes one thing.
    pub fn put(&mut self, thing: &impl Encode) {
        thing.encode(&mut self.bytes);
    }

    /// Writes instructions that are bytes already.
    pub fn copy(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes instructions.
    pub fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.bytes)
    }

    /// Writes code that runs if the condition on top of the stack is true, which it hardly ever is.
    pub fn rarely(&mut self, then: impl FnOnce(&mut Self)) {
        self.hint(0);
        self.sink().if_(BlockType::Empty);
        then(self);
        self.sink().end();
    }

    /// Writes code that runs unless a condition is true, which it nearly always is. A processor
    /// tests such a condition in one step, but not its opposite, so it is not negated.
    pub fn unless(&mut self, condition: impl FnOnce(&mut Self), then: impl FnOnce(&mut Self)) {
        self.sink().block(BlockType::Empty);
        condition(self);
        self.hint(1);
        self.sink().br_if(0);
        then(self);
        self.sink().end();
    }

    /// Notes whether the next branch is usually taken.
    fn hint(&mut self, branch_hint_value: u32) {
        self.hints.push(BranchHint { branch_func_offset: self.bytes.len() as u32, branch_hint_value });
    }

    /// The hints about branches, in order of place.
    pub fn hints(&self) -> impl ExactSizeIterator<Item = BranchHint> {
        self.hints.iter().copied()
    }
}
