//! Where the built interpreters of scripts are put, so that bots find them. Knows no language.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::checkout::Checkout;

/// Puts an interpreter beside the bots, and beside those of the page that is being served.
///
/// # Errors
/// When it cannot be copied.
pub fn place(checkout: &Checkout, module: &Path) -> Result<()> {
    let name = module.file_name().context("it is a file")?.to_string_lossy();
    for folder in [checkout.bot_modules(), checkout.page_bots(), checkout.served().join("bots")] {
        if folder.is_dir() {
            let staged = folder.join(format!("{name}.new-{}", std::process::id()));
            fs::copy(module, &staged)
                .and_then(|_| fs::rename(&staged, folder.join(&*name)))
                .with_context(|| format!("cannot write to {}", folder.display()))?;
        }
    }
    Ok(())
}
