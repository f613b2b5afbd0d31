//! Fails if a WebAssembly module imports anything: this keeps the engine free of hosts.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use wasmparser::{Parser, Payload, TypeRef};

fn main() -> Result<()> {
    let path = PathBuf::from(std::env::args_os().nth(1).context("which module?")?);
    let module = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let found = find_imports(&module)?;
    println!("    {} functions, {} imports in {}", found.functions, found.imports.len(), path.display());
    ensure!(found.functions > 0, "an empty module proves nothing");
    ensure!(found.imports.is_empty(), "it imports {}", found.imports.join(", "));
    Ok(())
}

/// The parts of a module that are checked.
#[derive(Default)]
struct FoundImports {
    functions: u32,
    imports: Vec<String>,
}

fn find_imports(module: &[u8]) -> Result<FoundImports> {
    let mut found = FoundImports::default();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::FunctionSection(section) => found.functions = section.count(),
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import?;
                    found.imports.push(format!("{}.{} ({})", import.module, import.name, kind(import.ty)));
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

fn kind(import: TypeRef) -> &'static str {
    match import {
        TypeRef::Memory(_) => "a memory",
        TypeRef::Table(_) => "a table",
        TypeRef::Global(_) => "a global",
        _ => "a function",
    }
}
