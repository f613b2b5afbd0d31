//! The page's editor, a script of its own: npm installs its packages beside the other tools, and
//! Node bundles them and `web/editor/` into one module. Where npm is missing, the page is built
//! without the editor. Knows nothing of what is in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};

use crate::being_built::BeingBuilt;
use crate::checkout::Checkout;
use crate::node::{self, LockedPackages, create, hash_of, obstacle};
use crate::plan::Item;
use crate::run::run;

/// The editor's name in messages that it is missing.
const WHAT: &str = "the editor";
/// The file with the hash of the script's sources. It lies beside the folder, so that it does
/// not become a part of the page.
const KEY: &str = "page-editor.key";

/// The editor of a checkout.
pub struct EditorScript {
    sources: PathBuf,
    starters: PathBuf,
    /// The folder of scripts that the editor shares with the page.
    storage: PathBuf,
    /// The folder of the languages that it writes.
    languages: PathBuf,
    /// The folder that becomes a part of the page: `editor.js` and `licences.txt`, or nothing.
    output: PathBuf,
}

impl EditorScript {
    /// The editor of this checkout.
    pub fn new(checkout: &Checkout) -> Self {
        let folder = |path| checkout.root().join(path);
        let (sources, starters, storage) = (folder("web/editor"), folder("starters"), folder("web/storage"));
        let languages = folder("languages");
        Self { sources, starters, storage, languages, output: checkout.page_editor() }
    }

    /// An item that builds the script, unless it is up to date. Where npm is missing, prints that
    /// the page has no editor.
    pub fn missing(self) -> Option<Item<'static>> {
        if !node::can_be_made(WHAT, self.is_made()) {
            return None;
        }
        let (what, seconds) = match self.packages().are_installed() {
            true => ("making the page's editor", 3),
            false => ("installing the editor's packages with npm, once, and making the page's editor", 20),
        };
        Some(Item::new(what, seconds, move || self.make()))
    }

    /// Builds the script if that needs no installation.
    ///
    /// # Errors
    /// When the script cannot be built, or its folder cannot be made.
    pub fn refresh(&self) -> Result<()> {
        create(&self.output)?;
        if self.is_made() || !self.packages().are_installed() || obstacle(WHAT).is_some() {
            return Ok(());
        }
        self.make()
    }

    /// Builds the script while the page is already served, and puts it there. If that fails, prints
    /// why; the page has no editor then.
    pub fn make_beside(self, served: PathBuf) {
        if !node::can_be_made(WHAT, self.is_made()) {
            return;
        }
        // Without a mark, the page says that it has no editor until it is here.
        let mark = BeingBuilt::editor(&served);
        let work = move || self.make().and_then(|()| copy(&self.output, &served.join("editor")));
        thread::spawn(move || {
            match work() {
                Ok(()) => println!("The page's editor is here."),
                Err(error) => eprintln!("The page has no editor: {error:#}"),
            }
            drop(mark);
        });
    }

    /// Whether the script was built from the present sources.
    fn is_made(&self) -> bool {
        let key = self.key().ok();
        let known = fs::read_to_string(self.key_file()).ok();
        key.is_some() && key == known && self.output.join("editor.js").is_file()
    }

    fn make(&self) -> Result<()> {
        let key = self.key()?;
        self.packages().install()?;
        create(&self.output)?;
        let mut node = Command::new("node");
        node.arg(self.sources.join("build.mjs")).args([&self.packages().folder()?, &self.starters, &self.output]);
        run(&mut node)?;
        fs::write(self.key_file(), key).context("cannot write what the editor was made from")
    }

    fn packages(&self) -> LockedPackages {
        LockedPackages::new(self.sources.clone(), "editor")
    }

    /// The hash of the script's sources.
    fn key(&self) -> Result<String> {
        Ok(format!("{:016x}", hash_of([&*self.sources, &*self.starters, &*self.storage, &*self.languages])?))
    }

    fn key_file(&self) -> PathBuf {
        self.output.with_file_name(KEY)
    }
}

/// Fails if the page has no editor although everything must be tested.
///
/// # Errors
/// When the variable `CI` is set and there is no script.
pub fn demand_in_ci(checkout: &Checkout) -> Result<()> {
    node::demand_in_ci(WHAT, EditorScript::new(checkout).is_made())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    create(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        // A page may fetch the file at any time, so it must never see a part of it.
        let staged = to.join(format!("{}.new-{:?}", entry.file_name().to_string_lossy(), thread::current().id()));
        fs::copy(entry.path(), &staged)?;
        fs::rename(&staged, to.join(entry.file_name()))?;
    }
    Ok(())
}
