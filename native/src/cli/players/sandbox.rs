//! The sandbox options of the command line: `--no-sandbox`, `--require-sandbox`, `--read`. Knows no match.

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;

use botyard_engine::fault::printable;

use botyard_host::process_sandbox::{ProcessSandbox, Restriction, RestrictionStatus};

use crate::cli::command_error::CommandError;

/// Options of every command that starts executables.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct SandboxArgs {
    /// Start executables without a sandbox: they may do whatever you may
    #[arg(long, global = true, conflicts_with = "require_sandbox")]
    no_sandbox: bool,
    /// Refuse to start executables unless all restrictions that `botyard doctor` lists are in force
    #[arg(long, global = true)]
    require_sandbox: bool,
    /// Let executables read this file or folder, too; can be repeated
    #[arg(long = "read", value_name = "PATH", global = true)]
    readable: Vec<PathBuf>,
}

impl SandboxArgs {
    /// The real paths of what bots may read.
    fn readable(&self) -> Result<Vec<PathBuf>, CommandError> {
        let real = |path: &PathBuf| {
            let shown = || printable(&path.display().to_string());
            path.canonicalize().map_err(|why| CommandError::Usage(format!("--read {}: {why}", shown())))
        };
        self.readable.iter().map(real).collect()
    }
}

/// The options, set once for the whole program, because every command would only pass them on.
static OPTIONS: OnceLock<SandboxArgs> = OnceLock::new();

/// Stores the options.
pub fn store_options(args: SandboxArgs) {
    // It is called once, so the result does not matter.
    let _ = OPTIONS.set(args);
}

/// The sandbox for executables; `None` with `--no-sandbox`.
///
/// # Errors
/// If restrictions are missing that `--require-sandbox` requires.
pub fn process_sandbox() -> Result<Option<ProcessSandbox>, CommandError> {
    let options = OPTIONS.get();
    if options.is_some_and(|args| args.no_sandbox) {
        return Ok(None);
    }
    let readable = options.map_or_else(|| Ok(Vec::new()), SandboxArgs::readable)?;
    let process_sandbox = own_sandbox()?.with_readable(readable);
    if options.is_some_and(|args| args.require_sandbox) {
        let is_missing =
            |status: &RestrictionStatus| status.fault.is_some() && Restriction::ALL.contains(&status.restriction);
        let missing: Vec<_> = inspect(&process_sandbox)?.into_iter().filter(is_missing).collect();
        if !missing.is_empty() {
            let names: Vec<_> = missing.iter().map(|status| status.restriction.name()).collect();
            let names = names.join(", ");
            return Err(CommandError::Check(format!(
                "--require-sandbox refuses to play: the sandbox lacks {names} (see `botyard doctor`)"
            )));
        }
    }
    Ok(Some(process_sandbox))
}

/// The sandbox with this program as its warden.
pub fn own_sandbox() -> Result<ProcessSandbox, CommandError> {
    let program = env::current_exe();
    program
        .map(ProcessSandbox::new)
        .map_err(|why| CommandError::Internal(format!("cannot find botyard's own executable: {why}")))
}

/// The status of each restriction, found out by applying it.
pub fn inspect(process_sandbox: &ProcessSandbox) -> Result<Vec<RestrictionStatus>, CommandError> {
    process_sandbox.inspect().map_err(|why| CommandError::Check(format!("the sandbox does not start: {why}")))
}
