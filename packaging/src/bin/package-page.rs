//! Makes of the page that trunk has built what a static host serves. `cargo xtask build` calls it.

use std::path::PathBuf;

use anyhow::Result;
use botyard_packaging::{
    add_offline_script, compress, hash_names, optimize, shorten_imports, strip_comments, write_page_url,
    write_policies, write_service_worker,
};
use clap::Parser;

/// Makes of a built page what a static host serves.
#[derive(Parser)]
struct Arguments {
    /// The built page; it is changed in its place
    page: PathBuf,
    /// Binaryen's wasm-opt; without it programs stay as the compiler made them
    #[arg(long)]
    wasm_opt: Option<PathBuf>,
    /// Where the page will be, with a slash at the end: for previews of its links
    #[arg(long)]
    url: Option<String>,
    /// Leave programs, names and scripts as they are: for a page that is built quickly
    #[arg(long)]
    quick: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    add_offline_script(&arguments.page)?;
    if arguments.quick {
        write_policies(&arguments.page)?;
        return write_service_worker(&arguments.page);
    }
    optimize(&arguments.page, arguments.wasm_opt.as_deref())?;
    shorten_imports(&arguments.page)?;
    strip_comments(&arguments.page)?;
    // The policies come after all names, which inline scripts contain, and before the copies.
    hash_names(&arguments.page)?;
    if let Some(url) = &arguments.url {
        write_page_url(&arguments.page, url)?;
    }
    write_policies(&arguments.page)?;
    write_service_worker(&arguments.page)?;
    compress(&arguments.page)
}
