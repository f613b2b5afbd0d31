//! Has Binaryen's wasm-opt make the page's programs smaller. Leaves the bots alone: records name them by their bytes.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::files::{File, list};

/// What this compiler's programs use beyond the first version of WebAssembly. They name it nowhere: they are stripped.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Where every match is interpreted, the interpreter is what everybody waits for; all else is small first.
const FAST: &str = "interpreter";

/// Makes the programs of the page in `folder` smaller, in their place. `optimizer` is the command that starts wasm-opt.
///
/// # Errors
/// When wasm-opt cannot be started or refuses a program.
pub fn optimize(folder: &Path, optimizer: &Path) -> Result<()> {
    for file in list(folder)?.iter().filter(|file| is_program(file)) {
        let level = if file.name.starts_with(FAST) { "-O3" } else { "-Oz" };
        let mut command = Command::new(optimizer);
        command.arg(&file.path).arg(level).args(FEATURES).arg("-o").arg(&file.path);
        let status = command.status().with_context(|| format!("cannot start {}", optimizer.display()))?;
        ensure!(status.success(), "{} refuses {} ({status})", optimizer.display(), file.name);
    }
    Ok(())
}

fn is_program(file: &File) -> bool {
    file.name.ends_with("_bg.wasm")
}
