//! A person's own setups, kept by the browser. They are kept as RED's and turned for BLUE.

use botyard_engine::games::stratego::{Colour, Setup};
use web_sys::Storage;

/// Under which name the browser keeps them.
const KEY: &str = "botyard.stratego.setups";

/// A setup with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// What its owner calls it.
    pub name: String,
    setup: Setup,
}

impl Kept {
    /// Its pieces, for this side of the board.
    pub fn setup(&self, colour: Colour) -> Setup {
        turned(self.setup, colour)
    }
}

fn turned(setup: Setup, colour: Colour) -> Setup {
    match colour {
        Colour::Red => setup,
        Colour::Blue => setup.flipped(),
    }
}

/// All that are kept.
pub fn all() -> Vec<Kept> {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    text.map(|text| read(&text)).unwrap_or_default()
}

/// Keeps one more, in the place of an older one of that name. Says whether the browser keeps anything.
pub fn keep(name: &str, colour: Colour, setup: Setup) -> bool {
    let mut kept = all();
    kept.retain(|other| other.name != name);
    kept.push(Kept { name: name.to_owned(), setup: turned(setup, colour) });
    store(&kept)
}

/// Forgets one.
pub fn forget(name: &str) -> bool {
    let mut kept = all();
    kept.retain(|other| other.name != name);
    store(&kept)
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

fn store(kept: &[Kept]) -> bool {
    storage().is_some_and(|storage| storage.set_item(KEY, &write(kept)).is_ok())
}

fn write(kept: &[Kept]) -> String {
    let pairs: Vec<_> = kept.iter().map(|kept| (&kept.name, kept.setup.to_string())).collect();
    serde_json::to_string(&pairs).expect("names and rows are text")
}

/// What cannot be read is left out: another version of the page may have written it.
fn read(text: &str) -> Vec<Kept> {
    let pairs: Vec<(String, String)> = serde_json::from_str(text).unwrap_or_default();
    let kept = pairs.into_iter().filter_map(|(name, rows)| {
        let setup = Setup::read(rows.split('\n')).ok()?;
        Some(Kept { name, setup })
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::stratego::Standard;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let kept: Vec<_> = Standard::ALL
            .into_iter()
            .map(|standard| Kept { name: standard.name.to_owned(), setup: standard.setup(Colour::Red) })
            .collect();
        assert_eq!(read(&write(&kept)), kept);
        assert_eq!(kept[0].setup(Colour::Blue), Standard::ALL[0].setup(Colour::Blue));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(read("no list"), []);
        assert_eq!(read(r#"[["mine","FB8"]]"#), []);
    }
}
