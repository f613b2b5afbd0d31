//! A function's bytes while they are written, and which of its branches are hardly ever taken.
//! Knows no module.

use wasm_encoder::{BlockType, BranchHint, Encode, InstructionSink};

/// What follows a function's size in a module: its locals, and its instructions.
///
/// Of each condition that is hardly ever true it knows the place, for the section
/// `metadata.code.branch_hint`: compilers put what is in it out of the way, and keep in registers
/// what its calls would spoil.
#[derive(Debug, Default)]
pub(super) struct FunctionCode {
    bytes: Vec<u8>,
    unlikely: Vec<u32>,
}

impl FunctionCode {
    /// Starts on another function.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.unlikely.clear();
    }

    /// What has been written.
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

    /// Writes what is done if the condition on top of the stack is true, which it hardly ever is.
    pub fn rarely(&mut self, then: impl FnOnce(&mut Self)) {
        self.unlikely.push(self.bytes.len() as u32);
        self.sink().if_(BlockType::Empty);
        then(self);
        self.sink().end();
    }

    /// What there is to say of branches, in order of place.
    pub fn hints(&self) -> impl ExactSizeIterator<Item = BranchHint> {
        let unlikely = |at: &u32| BranchHint { branch_func_offset: *at, branch_hint_value: 0 };
        self.unlikely.iter().map(unlikely)
    }
}
