//! A module that clears the memory of another: what a run has left in an instance that is used
//! again. Knows no run.
//!
//! Most of a module's memory is never touched: of a stack of a megabyte, a bot uses some kilobytes.
//! Writing zeros over zeros took a third of a short game, and made the system provide pages that
//! all instances share as long as they are only read. So each block is read first, in vectors.

use wasm_encoder::{
    BlockType, CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    InstructionSink, MemArg, MemArgTarget, MemoryType, Module, TypeSection, ValType,
};

/// The module and name of the imported memory.
const MEMORY: (&str, &str) = ("bot", "memory");
/// The name of the exported function, `(from: i32, to: i32) -> ()`: clears the bytes of the memory
/// from `from` to before `to`, both of which are multiples of [`BLOCK`].
const CLEAR: &str = "clear";
/// How many bytes are cleared together if one of them is not zero: a page of most processors.
/// `js/suspendable_instance.js` has the same number.
const BLOCK: u32 = 4_096;

/// How many vectors a round reads.
const VECTORS: u32 = 8;
/// The bytes of a vector.
const VECTOR: u32 = 16;

/// The parameters and locals of the function.
const AT: u32 = 0;
const TO: u32 = 1;
const BLOCK_END: u32 = 2;
const FOUND: u32 = 3;

/// The module's bytes.
pub(super) fn module() -> Vec<u8> {
    let (mut types, mut imports, mut functions) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    types.ty().function([ValType::I32, ValType::I32], []);
    let memory = MemoryType { minimum: 0, maximum: None, memory64: false, shared: false, page_size_log2: None };
    imports.import(MEMORY.0, MEMORY.1, EntityType::Memory(memory));
    functions.function(0);
    let (mut exports, mut code) = (ExportSection::new(), CodeSection::new());
    exports.export(CLEAR, ExportKind::Func, 0);
    code.function(&clear());
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
    module.finish()
}

fn clear() -> Function {
    let mut function = Function::new([(1, ValType::I32), (1, ValType::V128)]);
    let mut sink = function.instructions();
    sink.loop_(BlockType::Empty).local_get(AT).local_get(TO).i32_lt_u().if_(BlockType::Empty);
    sink.local_get(AT).i32_const(BLOCK.cast_signed()).i32_add().local_set(BLOCK_END);
    sink.v128_const(0).local_set(FOUND);
    read_block(&mut sink);
    sink.local_get(FOUND).v128_any_true().if_(BlockType::Empty);
    sink.local_get(AT).i32_const(BLOCK.cast_signed()).i32_sub().i32_const(0).i32_const(BLOCK.cast_signed());
    sink.memory_fill(0).end();
    sink.br(1).end().end().end();
    function
}

/// Reads the block that ends at `BLOCK_END`, from `AT` on, into `FOUND`.
fn read_block(sink: &mut InstructionSink<'_>) {
    sink.loop_(BlockType::Empty).local_get(FOUND);
    for vector in 0..VECTORS {
        let (offset, align, target) = (u64::from(vector * VECTOR), VECTOR.ilog2(), MemArgTarget::Memory(0));
        let place = MemArg { offset, align, target, ordering: None };
        sink.local_get(AT).v128_load(place).v128_or();
    }
    sink.local_set(FOUND);
    sink.local_get(AT).i32_const((VECTORS * VECTOR).cast_signed()).i32_add().local_tee(AT);
    sink.local_get(BLOCK_END).i32_lt_u().br_if(0).end();
}

#[cfg(test)]
mod tests {
    use wasmi::{Engine, Linker, Memory, MemoryType, Module, Store};

    use super::*;

    /// The places of what is left of bytes that are not zero, in two pages of memory of which the
    /// blocks from `from` to `to` are cleared.
    fn left(places: &[usize], (from, to): (u32, u32)) -> Vec<usize> {
        let engine = Engine::default();
        let mut store = Store::new(&engine, ());
        let memory = Memory::new(&mut store, MemoryType::new(2, None)).expect("it is small");
        places.iter().for_each(|&place| memory.data_mut(&mut store)[place] = 1);
        let mut linker = Linker::new(&engine);
        linker.define(MEMORY.0, MEMORY.1, memory).expect("it is the only one");
        let module = Module::new(&engine, module()).expect("it is valid");
        let instance = linker.instantiate_and_start(&mut store, &module).expect("it has its memory");
        let clear = instance.get_typed_func::<(u32, u32), ()>(&store, CLEAR).expect("it is exported");
        clear.call(&mut store, (from * BLOCK, to * BLOCK)).expect("it lies inside");
        let bytes = memory.data(&store);
        (0..bytes.len()).filter(|&place| bytes[place] != 0).collect()
    }

    /// The tests of `js/suspendable_instance.js` have the same.
    #[test]
    fn the_instances_know_its_blocks_and_its_names() {
        assert_eq!((BLOCK, MEMORY, CLEAR), (4_096, ("bot", "memory"), "clear"));
    }

    #[test]
    fn every_byte_of_the_blocks_is_cleared_and_no_other() {
        const BYTES: usize = BLOCK as usize;
        let all: Vec<_> = (0..32 * BYTES).collect();
        let outside: Vec<_> = all.iter().copied().filter(|&place| !(2 * BYTES..5 * BYTES).contains(&place)).collect();
        assert_eq!(left(&all, (2, 5)), outside);
        assert_eq!(left(&all, (0, 32)), [0; 0]);
        assert_eq!(left(&all, (7, 7)), all);
    }

    #[test]
    fn a_single_byte_is_found_wherever_it_is() {
        for place in [0, 15, 16, 127, 128, 4_095] {
            let place = 3 * BLOCK as usize + place;
            assert_eq!(left(&[place], (0, 32)), [0; 0], "{place}");
        }
    }
}
