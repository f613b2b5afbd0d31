//! The page's editor, a script of its own: npm installs the packages that it is made of beside the
//! other tools, and Node makes one module of them and of `web/editor/`. The page is built without
//! it where there is no npm. Knows nothing of what is in it.

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

/// What it is called where it is missing.
const WHAT: &str = "the editor";
/// The file that says from what the script was made. Trunk does not copy it: it lies beside the
/// folder.
const KEY: &str = "page-editor.key";

/// The editor of a checkout.
pub struct EditorScript {
    sources: PathBuf,
    starters: PathBuf,
    /// What it shares with the page's own scripts.
    storage: PathBuf,
    /// The folder that trunk copies: `editor.js` and `licences.txt`, or nothing.
    output: PathBuf,
}

impl EditorScript {
    /// The editor of this checkout.
    pub fn new(checkout: &Checkout) -> Self {
        let folder = |path| checkout.root().join(path);
        let (sources, starters, storage) = (folder("web/editor"), folder("starters"), folder("web/storage"));
        Self { sources, starters, storage, output: checkout.page_editor() }
    }

    /// An item that makes the script, unless it is made. Where there is no npm the page has none,
    /// which is said.
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

    /// Makes the script if that takes no installation: what trunk's hook calls.
    ///
    /// # Errors
    /// When it cannot be made, or the folder that trunk copies cannot be.
    pub fn refresh(&self) -> Result<()> {
        create(&self.output)?;
        if self.is_made() || !self.packages().are_installed() || obstacle(WHAT).is_some() {
            return Ok(());
        }
        self.make()
    }

    /// Makes the script while the page is served already, and puts it there. Where that fails the
    /// page goes without, which is said.
    pub fn make_beside(self, served: PathBuf) -> Option<thread::JoinHandle<()>> {
        if !node::can_be_made(WHAT, self.is_made()) {
            return None;
        }
        let mark = BeingBuilt::editor(&served);
        let work = move || self.make().and_then(|()| self.put_beside(&served));
        Some(thread::spawn(move || {
            match work() {
                Ok(()) => println!("The page's editor is here."),
                Err(error) => eprintln!("The page has no editor: {error:#}"),
            }
            drop(mark);
        }))
    }

    /// Puts the script beside a page that is served, if it is made.
    ///
    /// # Errors
    /// When it cannot be copied.
    pub fn put_beside(&self, served: &Path) -> Result<()> {
        if self.is_made() { copy(&self.output, &served.join("editor")) } else { Ok(()) }
    }

    /// Whether what trunk copies was made from what is here now.
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

    /// Says from what the script is made: another text if anything of it is another.
    fn key(&self) -> Result<String> {
        Ok(format!("{:016x}", hash_of([&*self.sources, &*self.starters, &*self.storage])?))
    }

    fn key_file(&self) -> PathBuf {
        self.output.with_file_name(KEY)
    }
}

/// Fails where the page has no editor although everything has to be tested.
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
        // A page may fetch it at any time: it is there as a whole or not at all.
        let staged = to.join(format!("{}.new-{:?}", entry.file_name().to_string_lossy(), thread::current().id()));
        fs::copy(entry.path(), &staged)?;
        fs::rename(&staged, to.join(entry.file_name()))?;
    }
    Ok(())
}
