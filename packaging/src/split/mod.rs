//! Splits a program in two: the primary module, which runs alone, and the deferred module with the
//! functions that can wait, which is loaded later. A program to be split imports a function that
//! loads the deferred module at once; the primary module calls it when it needs a function that is
//! not loaded yet. So programs do not depend on where they are split.

mod deferred;
mod plan;
mod primary;
mod program;
mod rules;
mod shared_names;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use wasmparser::{Parser, Payload, TypeRef};

pub use rules::DeferralRules;

use self::plan::SplitPlan;
use self::program::SplitProgram;
use self::shared_names::SharedNames;
use crate::files::list;

/// The end of programs' names.
const PROGRAM: &str = "_bg.wasm";
/// The end of deferred modules' names.
const DEFERRED: &str = "-deferred_bg.wasm";
/// A program's import that has this in its name loads the deferred module at once.
const LOADER: &str = "needDeferredCode";

/// Splits each program in `folder` that can load a deferred module: `page_bg.wasm` gets
/// `page-deferred_bg.wasm` beside it.
///
/// # Errors
/// When a file cannot be read or written, or no function of such a program can wait.
pub fn defer_code(folder: &Path, rules: &DeferralRules) -> Result<()> {
    for file in list(folder)?.iter().filter(|file| file.name.ends_with(PROGRAM)) {
        let bytes = fs::read(&file.path).with_context(|| format!("cannot read {}", file.name))?;
        let Some([primary, deferred]) =
            split_program(&bytes, rules).with_context(|| format!("{} cannot be split", file.name))?
        else {
            continue;
        };
        let name = file.name.replace(PROGRAM, DEFERRED);
        fs::write(folder.join(&name), deferred).with_context(|| format!("cannot write {name}"))?;
        fs::write(&file.path, primary).with_context(|| format!("cannot write {}", file.name))?;
    }
    Ok(())
}

/// The primary and the deferred module of a program; `None` if it does not import the loader.
///
/// # Errors
/// If the input is not a module, or no function is deferred.
pub fn split_program(bytes: &[u8], rules: &DeferralRules) -> Result<Option<[Vec<u8>; 2]>> {
    let Some(loader) = loader(bytes)? else { return Ok(None) };
    let program = SplitProgram::read(bytes)?;
    let plan = SplitPlan::make(&program, rules)?;
    ensure!(!plan.called.is_empty(), "the rules defer none of its functions");
    let names = SharedNames::new(&program, &plan);
    let primary = primary::write(&program, &plan, &names, loader)?;
    Ok(Some([primary, deferred::write(&program, &plan, &names)?]))
}

/// The number of the imported function that loads the deferred module.
fn loader(bytes: &[u8]) -> Result<Option<u32>> {
    for payload in Parser::new(0).parse_all(bytes) {
        if let Payload::ImportSection(section) = payload? {
            let imports = section.into_imports().collect::<Result<Vec<_>, _>>()?;
            let functions = imports.iter().filter(|import| matches!(import.ty, TypeRef::Func(_)));
            return Ok((0..).zip(functions).find(|(_, import)| import.name.contains(LOADER)).map(|(number, _)| number));
        }
    }
    Ok(None)
}
