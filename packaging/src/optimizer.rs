//! Makes the page's programs smaller with Binaryen's wasm-opt. Leaves the bots alone: records name
//! them by their bytes.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, ensure};
use wasm_encoder::{RawSection, SectionId};
use wasmparser::Parser;

use crate::files::{DistFile, list};

/// The features that this compiler's programs use beyond the first version of WebAssembly.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The interpreter is optimised for speed, because every match that it interprets waits for it; all
/// other programs for size.
const FAST: &str = "interpreter";

/// Makes the programs of the page in `folder` smaller, in their place: with wasm-opt, where
/// `optimizer` is the command that starts it, and without their functions' names.
///
/// # Errors
/// If wasm-opt cannot be started or refuses a program, or a program is not a module.
pub fn optimize(folder: &Path, optimizer: Option<&Path>) -> Result<()> {
    let files = list(folder)?;
    // One run of wasm-opt keeps one processor busy; in parallel, all take as long as the slowest.
    thread::scope(|scope| {
        let programs = files.iter().filter(|file| is_program(file));
        let runs: Vec<_> = programs.map(|file| scope.spawn(move || shrink(optimizer, file))).collect();
        runs.into_iter().try_for_each(|run| run.join().expect("what fails says so"))
    })
}

fn shrink(optimizer: Option<&Path>, file: &DistFile) -> Result<()> {
    if let Some(optimizer) = optimizer {
        run(optimizer, file)?;
    }
    let module = fs::read(&file.path).with_context(|| format!("cannot read {}", file.name))?;
    let module = without_names(&module).with_context(|| format!("{} is not a module", file.name))?;
    fs::write(&file.path, module).with_context(|| format!("cannot write {}", file.name))
}

/// Beginning of the names of the programs that visitors wait for before the first board.
const AWAITED: &str = "botyard-web";

/// The options for those programs: code without nested expressions is optimised anew, twice. It
/// takes several times as long and saves a percent.
const SMALLEST: [&str; 7] = ["--flatten", "--rereloop", "-Oz", "--flatten", "--rereloop", "-Oz", "-Oz"];

/// Functions that resemble each other have similar names: beside each other they compress better.
fn run(optimizer: &Path, file: &DistFile) -> Result<()> {
    let passes = match &file.name {
        name if name.starts_with(FAST) => &["-O3"][..],
        name if name.starts_with(AWAITED) => &SMALLEST,
        _ => &["-Oz"],
    };
    let mut command = Command::new(optimizer);
    command
        .arg(&file.path)
        .arg("-g")
        .args(passes)
        .arg("--reorder-functions-by-name")
        .args(FEATURES)
        .arg("-o")
        .arg(&file.path);
    let status = command.status().with_context(|| format!("cannot start {}", optimizer.display()))?;
    ensure!(status.success(), "{} refuses {} ({status})", optimizer.display(), file.name);
    Ok(())
}

/// The module without its custom sections, such as names and producers.
fn without_names(module: &[u8]) -> Result<Vec<u8>> {
    let mut stripped = wasm_encoder::Module::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Some((id, range)) = payload?.as_section()
            && id != SectionId::Custom as u8
        {
            let (start, end) = (usize::try_from(range.start)?, usize::try_from(range.end)?);
            stripped.section(&RawSection { id, data: &module[start..end] });
        }
    }
    Ok(stripped.finish())
}

fn is_program(file: &DistFile) -> bool {
    file.name.ends_with("_bg.wasm")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_and_everything_else_stays() {
        // An empty type section, and behind it a custom one that is called `name`.
        let bare = b"\0asm\x01\0\0\0\x01\x01\0";
        let named = [&bare[..], b"\0\x05\x04name"].concat();
        assert_eq!(without_names(&named).unwrap(), bare);
        assert!(without_names(b"<!doctype html>").is_err());
    }
}
