//! Shipped components that no manifest of cargo's names: the standard library, C libraries, a
//! database, the interpreters of scripts, the packages of the editor.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::component::{Component, ComponentPlace};
use super::described::{component, packages, wasi_libc};
use super::texts::{mit, tidy};
use crate::checkout::Checkout;
use crate::interpreters;
use crate::run::ask;

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
        // The opening book of Connect Four was made from it.
        component(
            "bitbully-databases 0.0.2",
            "MIT",
            &mit("2025 Markus Thill"),
            &[ComponentPlace::Program, ComponentPlace::Page],
        )?,
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

/// The file in which the editor's build lists its packages.
pub fn editor(checkout: &Checkout) -> PathBuf {
    checkout.page_editor().join("licences.txt")
}
