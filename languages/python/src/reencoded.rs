//! The module with the exports that its start needs, and the module that resumes it.

use std::convert::Infallible;

use anyhow::{Result, anyhow, ensure};
use wasm_encoder::reencode::{self, Error, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function, FunctionSection, GlobalSection,
    GlobalType, MemorySection, MemoryType, Module, TypeSection, ValType,
};
use wasmparser::{CustomSectionReader, Parser};

use super::{Entry, STACK_PAGES};

/// The export of the function table.
pub(super) const TABLE: &str = "table";
/// The bytes of a page of memory.
const PAGE: usize = 1 << 16;
/// Data is written in pieces of this many bytes, without those that are zero.
const PIECE: usize = 1 << 10;

type Reencoded = Result<(), Error<Infallible>>;

/// The module without custom sections, with its function table as an export.
pub(super) fn add_handles(module: &[u8]) -> Result<Vec<u8>> {
    struct WithHandles;
    impl Reencode for WithHandles {
        type Error = Infallible;

        fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Reencoded {
            Ok(())
        }

        fn parse_export_section(
            &mut self,
            exports: &mut ExportSection,
            section: wasmparser::ExportSectionReader<'_>,
        ) -> Reencoded {
            reencode::utils::parse_export_section(self, exports, section)?;
            exports.export(TABLE, ExportKind::Table, 0);
            Ok(())
        }
    }
    reencode(&mut WithHandles, module)
}

/// The module that goes on with this memory.
pub(super) fn write_resumed(module: &[u8], memory: &[u8], entry: &Entry) -> Result<Vec<u8>> {
    ensure!(memory.len().is_multiple_of(PAGE), "the memory has no whole pages");
    let mut resumed =
        Resumed { pieces: pieces(memory).collect(), memory, entry, types: 0, imports: 0, functions: 0, globals: 0 };
    let bytes = reencode(&mut resumed, module)?;
    // The stack pointer is the only state outside the memory.
    ensure!(resumed.globals == 1, "it has {} globals", resumed.globals);
    Ok(bytes)
}

fn reencode(reencoder: &mut impl Reencode<Error = Infallible>, module: &[u8]) -> Result<Vec<u8>> {
    let mut made = Module::new();
    reencoder
        .parse_core_module(&mut made, Parser::new(0), module)
        .map_err(|why| anyhow!("it cannot be read: {why}"))?;
    Ok(made.finish())
}

/// The parts of a memory that are not zero: each with its address.
fn pieces(memory: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_used = |piece: &usize| memory[piece * PIECE..(piece + 1) * PIECE].iter().any(|&byte| byte != 0);
    let mut next = 0;
    let count = memory.len() / PIECE;
    std::iter::from_fn(move || {
        let start = (next..count).find(is_used)?;
        let end = (start..count).find(|piece| !is_used(piece)).unwrap_or(count);
        next = end;
        Some((start * PIECE, &memory[start * PIECE..end * PIECE]))
    })
}

struct Resumed<'a> {
    memory: &'a [u8],
    pieces: Vec<(usize, &'a [u8])>,
    entry: &'a Entry,
    /// How many of each there were.
    types: u32,
    imports: u32,
    functions: u32,
    globals: u32,
}

impl Resumed<'_> {
    fn pages(&self) -> u32 {
        u32::try_from(self.memory.len() / PAGE).expect("its addresses have 32 bits") + STACK_PAGES
    }

    /// The function that resumes the run.
    fn start(&self) -> Function {
        let constant = |number: u32| number.cast_signed();
        let mut start = Function::new([]);
        let mut code = start.instructions();
        code.i32_const(constant(self.entry.receiver))
            .i32_const(constant(self.entry.arguments))
            .i32_const(2)
            .i32_const(0);
        code.i32_const(constant(self.entry.function)).call_indirect(0, self.types + 1).drop().end();
        start
    }
}

impl Reencode for Resumed<'_> {
    type Error = Infallible;

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Reencoded {
        Ok(())
    }

    fn parse_type_section(&mut self, types: &mut TypeSection, section: wasmparser::TypeSectionReader<'_>) -> Reencoded {
        reencode::utils::parse_type_section(self, types, section)?;
        self.types = types.len();
        types.ty().function([], []);
        types.ty().function([ValType::I32; 4], [ValType::I32]);
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut wasm_encoder::ImportSection,
        section: wasmparser::ImportSectionReader<'_>,
    ) -> Reencoded {
        reencode::utils::parse_import_section(self, imports, section)?;
        self.imports = imports.len();
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: wasmparser::FunctionSectionReader<'_>,
    ) -> Reencoded {
        reencode::utils::parse_function_section(self, functions, section)?;
        self.functions = functions.len();
        functions.function(self.types);
        Ok(())
    }

    fn parse_memory_section(
        &mut self,
        memories: &mut MemorySection,
        _: wasmparser::MemorySectionReader<'_>,
    ) -> Reencoded {
        let minimum = self.pages().into();
        memories.memory(MemoryType { minimum, maximum: None, memory64: false, shared: false, page_size_log2: None });
        Ok(())
    }

    fn parse_global_section(
        &mut self,
        globals: &mut GlobalSection,
        section: wasmparser::GlobalSectionReader<'_>,
    ) -> Reencoded {
        self.globals = section.count();
        let top = self.pages() * PAGE as u32 - 64;
        let ty = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        globals.global(ty, &ConstExpr::i32_const(top.cast_signed()));
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        _: wasmparser::ExportSectionReader<'_>,
    ) -> Reencoded {
        exports.export("memory", ExportKind::Memory, 0);
        exports.export("_start", ExportKind::Func, self.imports + self.functions);
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: wasmparser::CodeSectionReader<'_>) -> Reencoded {
        reencode::utils::parse_code_section(self, code, section)?;
        code.function(&self.start());
        Ok(())
    }

    fn data_count(&mut self, _: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.pieces.len() as u32)
    }

    fn parse_data_section(&mut self, data: &mut DataSection, _: wasmparser::DataSectionReader<'_>) -> Reencoded {
        for (at, bytes) in &self.pieces {
            let at = u32::try_from(*at).expect("its addresses have 32 bits");
            data.active(0, &ConstExpr::i32_const(at.cast_signed()), bytes.iter().copied());
        }
        Ok(())
    }
}
