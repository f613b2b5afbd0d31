//! Programs whose exit status is calculated by random comparisons and choices. Interpreters and
//! compilers combine such instructions, and may make mistakes: the status must be the same on every
//! host. Knows no host.

use wasm_encoder::{
    BlockType, CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    InstructionSink, MemorySection, MemoryType, Module, TypeSection, ValType,
};

use crate::byte_source::ByteSource;

/// How many functions a program has.
const FUNCTIONS: u32 = 8;
/// How deep an expression goes at most.
const DEPTH: u32 = 5;
/// The parameters and locals of a function: all are 32-bit integers.
const LOCALS: u32 = 4;
/// The arguments of functions, two at a time.
const INPUTS: [i32; 4] = [0, 1, 5, -1];

/// The program that these bytes choose.
pub fn generate_program(bytes: &[u8]) -> Vec<u8> {
    let mut source = ByteSource::new(bytes);
    let (mut types, mut imports, mut functions) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    types.ty().function([ValType::I32], []);
    types.ty().function([], []);
    types.ty().function([ValType::I32; 2], [ValType::I32]);
    imports.import("wasi_snapshot_preview1", "proc_exit", EntityType::Function(0));
    functions.function(1);
    let (mut memories, mut exports, mut code) = (MemorySection::new(), ExportSection::new(), CodeSection::new());
    memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
    exports.export("_start", ExportKind::Func, 1).export("memory", ExportKind::Memory, 0);
    code.function(&start());
    for _ in 0..FUNCTIONS {
        functions.function(2);
        code.function(&calculation(&mut source));
    }
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&memories).section(&exports).section(&code);
    module.finish()
}

/// Calls every function with every pair of inputs, and ends with a sum of the results.
fn start() -> Function {
    let mut start = Function::new([]);
    let mut out = start.instructions();
    out.i32_const(0);
    for function in 2..2 + FUNCTIONS {
        for (first, second) in INPUTS.iter().flat_map(|first| INPUTS.iter().map(move |second| (first, second))) {
            out.i32_const(31).i32_mul().i32_const(*first).i32_const(*second).call(function).i32_add();
        }
    }
    out.call(0).end();
    start
}

fn calculation(source: &mut ByteSource<'_>) -> Function {
    let mut function = Function::new([(LOCALS - 2, ValType::I32)]);
    let mut out = function.instructions();
    for local in 0..LOCALS {
        expression(source, DEPTH, &mut out);
        out.local_set(local);
    }
    expression(source, DEPTH, &mut out);
    out.end();
    function
}

/// Leaves a 32-bit integer.
fn expression(source: &mut ByteSource<'_>, depth: u32, out: &mut InstructionSink<'_>) {
    let choice = if depth == 0 { source.byte() % 4 } else { source.byte() % 32 };
    let mut operand = |out: &mut InstructionSink<'_>| expression(source, depth.saturating_sub(1), out);
    match choice {
        0..3 => {
            out.local_get(u32::from(source.byte()) % LOCALS);
        }
        3 => {
            out.i32_const(INPUTS[usize::from(source.byte()) % INPUTS.len()]);
        }
        4..10 => {
            operand(out);
            match choice {
                4..7 => out.i32_eqz(),
                7 => out.i64_extend_i32_u().i32_wrap_i64(),
                8 => out.i64_extend_i32_u().i64_eqz(),
                _ => out.local_tee(u32::from(source.byte()) % LOCALS),
            };
        }
        10..20 => {
            operand(out);
            operand(out);
            match choice {
                10 | 11 => out.i32_eq(),
                12 | 13 => out.i32_ne(),
                14 => out.i32_lt_s(),
                15 => out.i32_and(),
                16 => out.i32_or(),
                17 => out.i32_xor(),
                18 => out.i32_add(),
                _ => out.i32_sub(),
            };
        }
        20..27 => {
            operand(out);
            operand(out);
            operand(out);
            out.select();
        }
        27 => {
            operand(out);
            out.i64_extend_i32_s();
            operand(out);
            out.i64_extend_i32_s();
            operand(out);
            out.typed_select(ValType::I64).i32_wrap_i64();
        }
        28 => {
            operand(out);
            out.f64_convert_i32_s();
            operand(out);
            out.f64_convert_i32_s();
            operand(out);
            out.select().i32_trunc_sat_f64_s();
        }
        29 => {
            out.block(BlockType::Result(ValType::I32));
            operand(out);
            out.nop().end();
        }
        30 => {
            operand(out);
            operand(out);
            out.drop();
        }
        _ => {
            operand(out);
            out.if_(BlockType::Result(ValType::I32));
            operand(out);
            out.else_();
            operand(out);
            out.end();
        }
    }
}
