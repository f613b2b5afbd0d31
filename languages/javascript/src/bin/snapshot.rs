//! `snapshot IN.wasm OUT.wasm`: runs a module's start-up once and keeps its memory and globals.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use botyard_javascript::take_snapshot;
use clap::Parser;

/// Runs a module's start-up once and keeps what it has made.
#[derive(Parser)]
struct Arguments {
    /// The module as it was compiled
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
