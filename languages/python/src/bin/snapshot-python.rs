//! `snapshot-python IN.wasm OUT.wasm`: makes the interpreter of Python bots of CPython's module.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use botyard_python::take_snapshot;
use clap::Parser;

/// Starts CPython once and keeps what it has made.
#[derive(Parser)]
struct Arguments {
    /// CPython 3.12 for WASI, as it is published
    module: PathBuf,
    /// Where to put the module that has started
    out: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { module, out } = Arguments::parse();
    let bytes = fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    let snapshot = take_snapshot(&bytes).with_context(|| format!("cannot start {}", module.display()))?;
    fs::write(&out, snapshot).with_context(|| format!("cannot write {}", out.display()))
}
