//! Where the interpreter keeps its data in memory: offsets of QuickJS-ng's structures, compiled for
//! wasm32 (`quickjs.c`). Bytes unless noted.

/// The interpreter whose layout this is, by the SHA-256 of its module.
pub const INTERPRETER_SHA256: &str = "2eea25b6939ef06b6a3b1ad715555763d6407c32974fa2b9276d1881d6da8300";

/// `JSRuntime`.
pub(super) mod runtime {
    pub const ATOM_ARRAY: u32 = 568;
    pub const CLASS_ARRAY: u32 = 584;
    pub const CONTEXT_LIST: u32 = 588;
    pub const CURRENT_FRAME: u32 = 652;
}

/// `JSContext`.
pub(super) mod context {
    pub const RUNTIME: u32 = 8;
    pub const LINK: u32 = 12;
}

/// `JSStackFrame`.
pub(super) mod frame {
    pub const BEFORE: u32 = 0;
    pub const FUNCTION: u32 = 8;
    pub const ARGUMENTS: u32 = 16;
    pub const VARIABLES: u32 = 20;
    /// A `u16`.
    pub const ARGUMENT_COUNT: u32 = 34;
}

/// `JSFunctionBytecode`.
pub(super) mod bytecode {
    pub const CODE: u32 = 12;
    pub const CODE_LENGTH: u32 = 16;
    pub const NAME: u32 = 20;
    pub const VARIABLES: u32 = 24;
    pub const CLOSURE: u32 = 28;
    /// Three `u16`.
    pub const ARGUMENT_COUNT: u32 = 32;
    pub const VARIABLE_COUNT: u32 = 34;
    pub const CLOSURE_COUNT: u32 = 42;
    pub const FILE: u32 = 56;
    pub const LINE: u32 = 60;
    pub const POSITIONS_LENGTH: u32 = 72;
    pub const POSITIONS: u32 = 76;
}

/// `JSVarDef`, whose name is its first field.
pub(super) const VARIABLE_SIZE: u32 = 20;

/// `JSClosureVar`.
pub(super) mod closure_variable {
    pub const SIZE: u32 = 8;
    /// The lowest three bits of its first byte.
    pub const KIND_MASK: u32 = 7;
    /// The kinds of global variables.
    pub const GLOBAL_KINDS: std::ops::RangeInclusive<u32> = 3..=5;
    pub const NAME: u32 = 4;
}

/// `JSVarRef`: the address of its value.
pub(super) const REFERENCE_VALUE: u32 = 12;

/// `JSObject`.
pub(super) mod object {
    /// A byte of flags, and the one of a fast array.
    pub const FLAGS: u32 = 8;
    pub const FAST_ARRAY: u32 = 1 << 4;
    /// A `u16`.
    pub const CLASS: u32 = 10;
    pub const SHAPE: u32 = 12;
    pub const PROPERTIES: u32 = 16;
    /// The first field of what depends on the class: a function's bytecode, a collection's state.
    pub const DATA: u32 = 24;
    pub const FUNCTION_REFERENCES: u32 = 28;
    pub const ELEMENTS: u32 = 28;
    pub const ELEMENT_COUNT: u32 = 32;
}

/// `JSShape`.
pub(super) mod shape {
    pub const HASH_MASK: u32 = 16;
    pub const PROPERTY_COUNT: u32 = 24;
    pub const HASH_TABLE: u32 = 40;
    /// `JSShapeProperty`: flags in the highest six bits, then the name.
    pub const PROPERTY_SIZE: u32 = 8;
    pub const FLAGS_SHIFT: u32 = 26;
    pub const KIND_MASK: u32 = 3 << 4;
    pub const KIND_VALUE: u32 = 0;
    pub const KIND_ACCESSOR: u32 = 1 << 4;
    pub const KIND_REFERENCE: u32 = 2 << 4;
    pub const PROPERTY_NAME: u32 = 4;
}

/// `JSClass`.
pub(super) mod class {
    pub const SIZE: u32 = 24;
    pub const NAME: u32 = 4;
}

/// `JSMapState` and `JSMapRecord`.
pub(super) mod map {
    pub const RECORDS: u32 = 4;
    pub const COUNT: u32 = 12;
    pub const RECORD_LINK: u32 = 12;
    /// A byte.
    pub const RECORD_EMPTY: u32 = 4;
    pub const RECORD_KEY: u32 = 32;
    pub const RECORD_VALUE: u32 = 40;
}

/// `JSString`.
pub(super) mod string {
    pub const WIDE: u32 = 1 << 31;
    pub const KIND: u32 = 4;
    pub const KIND_SHIFT: u32 = 28;
    pub const KIND_SLICE: u32 = 1;
    pub const KIND_INDIRECT: u32 = 2;
    pub const CONTENT: u32 = 16;
    pub const SLICE_START: u32 = 20;
    /// `JSStringRope`.
    pub const ROPE_LEFT: u32 = 8;
    pub const ROPE_RIGHT: u32 = 16;
}

/// The tags of values (`JS_TAG_*`).
pub(super) mod tag {
    pub const FIRST: i32 = -9;
    pub const BIG_INT: i32 = -9;
    pub const SYMBOL: i32 = -8;
    pub const STRING: i32 = -7;
    pub const ROPE: i32 = -6;
    pub const OBJECT: i32 = -1;
    pub const INT: i32 = 0;
    pub const BOOL: i32 = 1;
    pub const NULL: i32 = 2;
    pub const UNDEFINED: i32 = 3;
    pub const UNINITIALIZED: i32 = 4;
    pub const SHORT_BIG_INT: i32 = 7;
    pub const FLOAT: i32 = 8;
}

/// The numbers of classes (`JS_CLASS_*`).
pub(super) mod classes {
    pub const OBJECT: u32 = 1;
    pub const ARRAY: u32 = 2;
    pub const ERROR: u32 = 3;
    pub const ARGUMENTS: u32 = 8;
    pub const C_FUNCTION: u32 = 12;
    pub const BYTECODE_FUNCTION: u32 = 13;
    pub const GENERATOR_FUNCTION: u32 = 17;
    pub const MAP: u32 = 36;
    pub const SET: u32 = 37;
    pub const PROXY: u32 = 51;
    pub const ASYNC_FUNCTION: u32 = 55;
    pub const ASYNC_GENERATOR_FUNCTION: u32 = 59;
    /// Typed arrays from `Uint8ClampedArray` on, with the bytes of an element, and how it is read.
    pub const TYPED_ARRAYS: std::ops::RangeInclusive<u32> = 22..=33;
}
