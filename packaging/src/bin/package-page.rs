//! Makes of the page that trunk has built what a static host serves. `cargo xtask build` calls it.

use std::path::PathBuf;

use anyhow::Result;
use botyard_packaging::{compress, hash_names, optimize, shorten_imports, strip_comments, write_policies};
use clap::Parser;

/// Makes of a built page what a static host serves.
#[derive(Parser)]
struct Arguments {
    /// The built page; it is changed in its place
    page: PathBuf,
    /// Binaryen's wasm-opt; without it programs stay as the compiler made them
    #[arg(long)]
    wasm_opt: Option<PathBuf>,
    /// Only write the content security policies: for a page that is built quickly
    #[arg(long)]
    only_policies: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.only_policies {
        return write_policies(&arguments.page);
    }
    optimize(&arguments.page, arguments.wasm_opt.as_deref())?;
    shorten_imports(&arguments.page)?;
    strip_comments(&arguments.page)?;
    // The policies come after all names, which inline scripts contain, and before the copies.
    hash_names(&arguments.page)?;
    write_policies(&arguments.page)?;
    compress(&arguments.page)
}
