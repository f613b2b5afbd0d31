//! This program as the compiler of the workspace's own packages: cargo calls it instead of rustc,
//! and it calls rustc, or clippy if lints are wanted. Decides nothing else.
//!
//! Cargo includes the path of such a program in the hash of what it compiles. Checkouts that share
//! a build folder thus have their own files for the project's packages, and common files for
//! dependencies. Without it, cargo would mistake one checkout's program for the other's, since it
//! compares only times of files.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::run::ask;

/// The variable from which clippy reads its arguments. If it is set, lints are wanted.
const CLIPPY_ARGUMENTS: &str = "CLIPPY_ARGS";

/// A pair of path prefixes for the compiler: it writes the second for the first.
const REMAP: &str = "BOTYARD_REMAP";

/// Makes the result of what `command` compiles the same on every machine. Where the sources of the
/// standard library are installed, the compiler names them by their path, which panics mention;
/// elsewhere it calls them `/rustc/COMMIT`. The mapping is passed among the compiler's arguments,
/// because cargo's flags are part of programs' hashes.
///
/// # Errors
/// When this program has no path.
pub fn with_public_paths(command: &mut Command) -> Result<&mut Command> {
    let this = std::env::current_exe().context("this program has no path")?;
    let (root, version) = (ask("rustc", &["--print", "sysroot"]), ask("rustc", &["-vV"]));
    let commit = version.as_deref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("commit-hash: ")));
    if let (Some(root), Some(commit)) = (root, commit) {
        let sources = Path::new(root.trim()).join("lib/rustlib/src/rust");
        command.env("RUSTC_WRAPPER", this).env(REMAP, format!("{}=/rustc/{commit}", sources.display()));
    }
    Ok(command)
}

/// Makes cargo, and all that `command` starts, treat clippy's warnings as errors wherever the
/// project's packages are compiled.
pub fn with_lints(command: &mut Command) -> &mut Command {
    command.env(CLIPPY_ARGUMENTS, "-Dwarnings")
}

/// Undoes [`with_lints`], also if a caller of this program has set it.
pub fn without_lints(command: &mut Command) -> &mut Command {
    command.env_remove(CLIPPY_ARGUMENTS)
}

/// Compiles, if cargo has called this program as the compiler; its first argument is then the path
/// of rustc. Returns `None` otherwise.
pub fn compile_if_called_by_cargo() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next().map(PathBuf::from).filter(|program| program.file_stem() == Some("rustc".as_ref()))?;
    let mut command = match std::env::var_os(CLIPPY_ARGUMENTS) {
        None => Command::new(rustc),
        Some(_) => {
            let mut clippy = Command::new(beside(&rustc, "clippy-driver"));
            clippy.arg(rustc);
            clippy
        }
    };
    command.args(arguments);
    if let Some(prefixes) = std::env::var_os(REMAP) {
        command.arg("--remap-path-prefix").arg(prefixes);
    }
    let code = match command.status() {
        Ok(status) => u8::try_from(status.code().unwrap_or(101)).unwrap_or(101),
        Err(error) => {
            eprintln!("cannot start {}: {error}", command.get_program().to_string_lossy());
            101
        }
    };
    Some(ExitCode::from(code))
}

/// Another program of the same toolchain.
fn beside(rustc: &Path, name: &str) -> PathBuf {
    rustc.with_file_name(name).with_extension(std::env::consts::EXE_EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clippy_is_looked_for_beside_the_compiler() {
        let found = beside(Path::new("toolchain/bin/rustc"), "clippy-driver");
        assert_eq!(found.file_stem().unwrap(), "clippy-driver");
        assert_eq!(found.parent().unwrap(), Path::new("toolchain/bin"));
    }
}
