//! Components described by a name, a licence and its text: one, and the lists that builds of scripts
//! write. Does not know where they are shipped.

use anyhow::{Context, Result};

use super::component::{Component, ComponentPlace};
use super::texts::{choose, mit, tidy};

/// The length of the line that builds of scripts write between two packages.
const LINE: usize = 80;

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

/// The C library of modules, in these places.
///
/// # Errors
/// When its licence is not one that is shipped.
pub fn wasi_libc(places: &[ComponentPlace]) -> Result<Component> {
    let text = mit("the wasi-libc authors; of musl 2005-2020 Rich Felker, et al.");
    component("wasi-libc, with musl", "MIT", &text, places)
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
