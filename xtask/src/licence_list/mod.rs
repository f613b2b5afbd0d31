//! The list of what Botyard ships that other authors have written, with its licences: for `botyard
//! licences` and the page. It is made from the metadata of cargo and npm, and made again when that
//! changes. Knows no package's insides.

pub(crate) mod component;
mod crates;
pub(crate) mod described;
mod document;
pub(crate) mod texts;
mod unlisted;

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::checkout::Checkout;
use crate::interpreters;
use crate::node::{create, hash_of};

use component::Component;
use document::Document;

/// The names of the list as a text, and as a page.
const FILES: [&str; 2] = ["licences.txt", "licences.html"];
/// The file with the hash of the list's sources.
const KEY: &str = "page-licences.key";

/// The list of a checkout, in `target/licences/`.
pub struct LicenceList<'a>(&'a Checkout);

impl<'a> LicenceList<'a> {
    /// The list of this checkout.
    pub fn new(checkout: &'a Checkout) -> Self {
        Self(checkout)
    }

    /// Makes the list, unless it is up to date. It contains the editor and the interpreters if they
    /// were built.
    ///
    /// # Errors
    /// When a package names no licence or has no text of it, or the list cannot be written.
    pub fn refresh(&self) -> Result<()> {
        let (folder, key) = (self.folder(), self.key()?);
        let is_made = FILES.iter().all(|name| folder.join(name).is_file());
        if is_made && fs::read_to_string(self.key_file()).is_ok_and(|known| known == key) {
            return Ok(());
        }
        let document = Document::new(self.components()?);
        create(&folder)?;
        for (name, text) in FILES.iter().zip([document.text(), document.page()]) {
            write(&folder.join(name), &text)?;
        }
        eprintln!("    {} components in {}", document.count(), folder.display());
        write(&self.key_file(), &key)
    }

    fn components(&self) -> Result<Vec<Component>> {
        let mut components = unlisted::components(self.0)?;
        components.extend(crates::components(self.0)?);
        texts::complete(&mut components)?;
        Ok(component::merge(components))
    }

    fn folder(&self) -> PathBuf {
        self.0.licences()
    }

    fn key_file(&self) -> PathBuf {
        self.folder().with_file_name(KEY)
    }

    /// The hash of the list's sources: the packages, the editor, the interpreter and this code.
    fn key(&self) -> Result<String> {
        let root = self.0.root();
        let mut hasher = DefaultHasher::new();
        hash_of([&*root.join("xtask/src/licence_list"), &*root.join("xtask/src/interpreters")])?.hash(&mut hasher);
        fs::read(root.join("Cargo.lock")).context("cannot read Cargo.lock")?.hash(&mut hasher);
        fs::read(unlisted::editor(self.0)).ok().hash(&mut hasher);
        interpreters::built(self.0).hash(&mut hasher);
        Ok(format!("{:016x}", hasher.finish()))
    }
}

/// Writes a file, unless it has this content already, so that a program that watches it sees no
/// change.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|known| known == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
