//! Shipped components that no manifest of cargo's names: the standard library, C libraries, the
//! interpreters of JavaScript and Python, the packages of the editor and of TypeScript's translator.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::component::{Component, ComponentPlace};
use super::texts::{choose, mit, tidy};
use crate::checkout::Checkout;
use crate::javascript::{Interpreter, SOURCES};
use crate::python;
use crate::run::ask;
use crate::typescript::Translator;

/// The length of the line that builds of scripts write between two packages.
const LINE: usize = 80;

const SQLITE: &str = "The authors of SQLite disclaim copyright to its source code. In place of a legal notice, here is a blessing:\n\n    \
                      May you do good and not evil.\n    May you find forgiveness for yourself and forgive others.\n    \
                      May you share freely, never taking more than you give.";

/// The licences of the libraries in CPython's module, whose texts do not come with it.
const OF_CPYTHON: &str = include_str!("of_cpython.txt");

/// All of these components that are here.
///
/// # Errors
/// When a text cannot be read.
pub fn components(checkout: &Checkout) -> Result<Vec<Component>> {
    let interpreter = Interpreter::new(checkout);
    let has_interpreter = interpreter.module().is_some();
    let version = ask("rustc", &["--version"]).unwrap_or_default();
    let version = version.split(' ').nth(1).unwrap_or_default();
    let own = fs::read_to_string(checkout.root().join("LICENSE")).context("cannot read LICENSE")?;
    let has_python = python::Interpreter::new(checkout).module().is_some();
    let in_bots = [
        Some(ComponentPlace::Bots),
        has_interpreter.then_some(ComponentPlace::JavaScript),
        has_python.then_some(ComponentPlace::Python),
    ];
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
        component(
            "wasi-libc, with musl",
            "MIT",
            &mit("the wasi-libc authors; of musl 2005-2020 Rich Felker, et al."),
            &in_bots.into_iter().flatten().collect::<Vec<_>>(),
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
    if has_interpreter {
        let sources = interpreter.sources()?;
        let text = fs::read_to_string(sources.join("LICENSE")).context("cannot read the licence of QuickJS-ng")?;
        let name = format!("QuickJS-ng (of {SOURCES} {})", checkout.locked_version(SOURCES)?);
        all.push(component(&name, "MIT", &tidy(&text), &[ComponentPlace::JavaScript])?);
        // Its text is that of wasmtime.
        all.push(component("LLVM's compiler-rt", "Apache-2.0 WITH LLVM-exception", "", &[ComponentPlace::JavaScript])?);
    }
    all.extend(of_python(checkout)?);
    if let Ok(text) = fs::read_to_string(editor(checkout)) {
        all.extend(packages(&text, ComponentPlace::Editor)?);
    }
    if let Some(text) = Translator::new(checkout).licences().and_then(|list| fs::read_to_string(list).ok()) {
        all.extend(packages(&text, ComponentPlace::TypeScript)?);
    }
    Ok(all)
}

/// What the interpreter of Python consists of, if it was built, by the texts that come with it.
fn of_python(checkout: &Checkout) -> Result<Vec<Component>> {
    let interpreter = python::Interpreter::new(checkout);
    if interpreter.module().is_none() {
        return Ok(Vec::new());
    }
    let folder = interpreter.licences()?;
    let read = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name} of CPython"))?;
        anyhow::Ok(tidy(&text))
    };
    let of_build = ["NOTICE", "Apache-2.0"].map(|name| read(&format!("webassembly-language-runtimes-{name}.txt")));
    let of_build: Vec<String> = of_build.into_iter().collect::<Result<_>>()?;
    let part = |name: &str, licence: &str, text: String| Component {
        name: name.to_owned(),
        licence: licence.to_owned(),
        chosen: Vec::new(),
        authors: Vec::new(),
        text,
        places: [ComponentPlace::Python].into(),
    };
    Ok(vec![
        part("CPython 3.12.0", "PSF-2.0", read("CPython-PSF-2.0.txt")?),
        part("CPython's build for WASI, by VMware", "Apache-2.0", of_build.join("\n\n")),
        part("zlib, bzip2, libmpdec, Expat (in CPython)", "Zlib, bzip2-1.0.6, BSD-2-Clause, MIT", tidy(OF_CPYTHON)),
    ])
}

/// The file in which the editor's build lists its packages.
pub fn editor(checkout: &Checkout) -> PathBuf {
    checkout.page_editor().join("licences.txt")
}

/// The packages in the list of a script's build: `NAME VERSION (LICENCE)` and a text, with lines
/// between them.
fn packages(text: &str, place: ComponentPlace) -> Result<Vec<Component>> {
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

fn component(name: &str, licence: &str, text: &str, places: &[ComponentPlace]) -> Result<Component> {
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
