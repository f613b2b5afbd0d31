//! Puts the page together from its built parts, and makes of it what a static host serves. `cargo
//! xtask build` calls it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use botyard_packaging::{
    DeferralRules, add_offline_script, compress, defer_code, hash_names, optimize, shorten_imports, strip_comments,
    write_page_url, write_policies, write_service_worker,
};
use botyard_page_assembly::{PageAssembler, PageForm, write};
use clap::Parser;

/// Makes of the page's built parts what a static host serves.
#[derive(Parser)]
struct Arguments {
    /// The folder with index.html, which names the parts
    root: PathBuf,
    /// The folder where cargo leaves the programs that index.html names
    programs: PathBuf,
    /// The folder to write the page into; it is emptied before
    page: PathBuf,
    /// Binaryen's wasm-opt; without it programs stay as the compiler made them
    #[arg(long)]
    wasm_opt: Option<PathBuf>,
    /// What says which functions of the page's program can wait
    #[arg(long, required_unless_present = "quick")]
    deferral_rules: Option<PathBuf>,
    /// Where the page will be, with a slash at the end: for previews of its links
    #[arg(long)]
    url: Option<String>,
    /// Leave programs, names and scripts as they are: for a page that is built quickly
    #[arg(long)]
    quick: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let form = if arguments.quick { PageForm::Quick } else { PageForm::Shipped };
    write(&PageAssembler::new(&arguments.root, &arguments.programs, form).assemble()?, &arguments.page)?;
    add_offline_script(&arguments.page)?;
    if arguments.quick {
        write_policies(&arguments.page)?;
        return write_service_worker(&arguments.page);
    }
    if let Some(rules) = &arguments.deferral_rules {
        let text = fs::read_to_string(rules).with_context(|| format!("cannot read {}", rules.display()))?;
        defer_code(&arguments.page, &DeferralRules::parse(&text)?)?;
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
