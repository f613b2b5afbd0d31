//! Shipped components that no manifest of cargo's names: the standard library, C libraries, the
//! interpreters of scripts, the packages of the editor.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::component::{Component, ComponentPlace};
use super::texts::{choose, mit, tidy};
use crate::checkout::Checkout;
use crate::interpreters;
use crate::run::ask;

/// The length of the line that builds of scripts write between two packages.
const LINE: usize = 80;

const SQLITE: &str = "The authors of SQLite disclaim copyright to its source code. In place of a legal notice, here is a blessing:\n\n    \
                      May you do good and not evil.\n    May you find forgiveness for yourself and forgive others.\n    \
                      May you share freely, never taking more than you give.";

/// All of these components that are here.
///
/// # Errors
/// When a text cannot be read.
pub fn components(checkout: &Checkout) -> Result<Vec<Component>> {
    let version = ask("rustc", &["--version"]).unwrap_or_default();
    let version = version.split(' ').nth(1).unwrap_or_default();
    let own = fs::read_to_string(checkout.root().join("LICENSE")).context("cannot read LICENSE")?;
    let mut all = vec![
        component(
            "Botyard",
            "MIT",
            &tidy(&own),
            &[ComponentPlace::Program, ComponentPlace::Page, ComponentPlace::Bots],
        )?,
        component(
            &format!("Rust's standard library {version}"),
            "MIT OR Apache-2.0",
            &mit("The Rust Project Contributors"),
            &[ComponentPlace::Program, ComponentPlace::Page, ComponentPlace::Bots],
        )?,
        wasi_libc(&[ComponentPlace::Bots])?,
        Component {
            name: "SQLite".to_owned(),
            licence: "public domain".to_owned(),
            chosen: Vec::new(),
            authors: Vec::new(),
            text: SQLITE.to_owned(),
            places: [ComponentPlace::Program].into(),
        },
    ];
    all.extend(interpreters::components(checkout)?);
    if let Ok(text) = fs::read_to_string(editor(checkout)) {
        all.extend(packages(&text, ComponentPlace::Editor)?);
    }
    Ok(all)
}

/// The C library of modules, in these places.
///
/// # Errors
/// Never: its licence is known.
pub fn wasi_libc(places: &[ComponentPlace]) -> Result<Component> {
    let text = mit("the wasi-libc authors; of musl 2005-2020 Rich Felker, et al.");
    component("wasi-libc, with musl", "MIT", &text, places)
}

/// The file in which the editor's build lists its packages.
pub fn editor(checkout: &Checkout) -> PathBuf {
    checkout.page_editor().join("licences.txt")
}

/// The packages in the list of a script's build: `NAME VERSION (LICENCE)` and a text, with lines
/// between them.
///
/// # Errors
/// When the list has another form.
pub fn packages(text: &str, place: ComponentPlace) -> Result<Vec<Component>> {
    let text = tidy(text);
    let (_, text) = text.split_once("\n\n").context("a script's list of licences has no packages")?;
    let line = format!("\n{}\n", "-".repeat(LINE));
    let packages = text.split(&*line).map(|package| {
        let (head, text) = package.trim().split_once("\n\n").context("a package of a script has no licence")?;
        let (name, licence) = head.strip_suffix(')').and_then(|head| head.split_once(" (")).context(head.to_owned())?;
        component(name, licence, text, &[place])
    });
    packages.collect()
}

/// A component by its licence and that licence's text.
///
/// # Errors
/// When the licence is not one that is shipped.
pub fn component(name: &str, licence: &str, text: &str, places: &[ComponentPlace]) -> Result<Component> {
    Ok(Component {
        name: name.to_owned(),
        licence: licence.to_owned(),
        chosen: choose(licence)?,
        authors: Vec::new(),
        text: text.to_owned(),
        places: places.iter().copied().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editors_packages_are_read_from_its_list() {
        let line = "-".repeat(LINE);
        let text = format!(
            "The editor contains these.\n\n@a/b 1.2.3 (MIT)\n\nOne.\n\nTwo.\n\n{line}\n\nc 4.0.0 (MIT)\n\nThree.\n"
        );
        let packages = packages(&text, ComponentPlace::Editor).unwrap();
        let told: Vec<_> = packages.iter().map(|package| (&*package.name, &*package.text)).collect();
        assert_eq!(told, [("@a/b 1.2.3", "One.\n\nTwo."), ("c 4.0.0", "Three.")]);
        assert!(super::packages("nothing", ComponentPlace::Editor).is_err());
    }
}
