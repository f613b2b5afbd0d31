//! Makes of the page that trunk has built what a static host serves. `cargo xtask build` calls it.

use std::path::PathBuf;

use anyhow::Result;
use botyard_packaging::{compress, hash_names, optimize};
use clap::Parser;

/// Makes of a built page what a static host serves.
#[derive(Parser)]
struct Arguments {
    /// The built page; it is changed in its place
    page: PathBuf,
    /// Binaryen's wasm-opt; without it programs stay as the compiler made them
    #[arg(long)]
    wasm_opt: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    optimize(&arguments.page, arguments.wasm_opt.as_deref())?;
    hash_names(&arguments.page)?;
    compress(&arguments.page)
}
