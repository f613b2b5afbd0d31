//! A person's own setups, kept by the browser. They are kept as RED's and turned for BLUE.

use botyard_engine::games::stratego::{ArmySetup, Colour};
use web_sys::Storage;

/// Under which name the browser keeps them.
const KEY: &str = "botyard.stratego.setups";

/// A setup with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedSetup {
    /// The owner's name for it.
    pub name: String,
    setup: ArmySetup,
}

impl SavedSetup {
    /// Its pieces, for this side of the board.
    pub fn setup(&self, colour: Colour) -> ArmySetup {
        turned(self.setup, colour)
    }
}

fn turned(setup: ArmySetup, colour: Colour) -> ArmySetup {
    match colour {
        Colour::Red => setup,
        Colour::Blue => setup.flipped(),
    }
}

/// All that are kept.
pub fn all() -> Vec<SavedSetup> {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    text.map(|text| read(&text)).unwrap_or_default()
}

/// Saves a setup, and replaces an older one of that name. Returns whether the browser can save
/// anything.
pub fn save_setup(name: &str, colour: Colour, setup: ArmySetup) -> bool {
    let mut kept = all();
    kept.retain(|other| other.name != name);
    kept.push(SavedSetup { name: name.to_owned(), setup: turned(setup, colour) });
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

fn store(kept: &[SavedSetup]) -> bool {
    storage().is_some_and(|storage| storage.set_item(KEY, &write(kept)).is_ok())
}

fn write(kept: &[SavedSetup]) -> String {
    let pairs: Vec<_> = kept.iter().map(|kept| (&kept.name, kept.setup.to_string())).collect();
    serde_json::to_string(&pairs).expect("names and rows are text")
}

/// Entries that cannot be read are left out: another version of the page may have written them.
fn read(text: &str) -> Vec<SavedSetup> {
    let pairs: Vec<(String, String)> = serde_json::from_str(text).unwrap_or_default();
    let kept = pairs.into_iter().filter_map(|(name, rows)| {
        let setup = ArmySetup::read(rows.split('\n')).ok()?;
        Some(SavedSetup { name, setup })
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::stratego::StandardSetup;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let kept: Vec<_> = StandardSetup::ALL
            .into_iter()
            .map(|standard| SavedSetup { name: standard.name.to_owned(), setup: standard.setup(Colour::Red) })
            .collect();
        assert_eq!(read(&write(&kept)), kept);
        assert_eq!(kept[0].setup(Colour::Blue), StandardSetup::ALL[0].setup(Colour::Blue));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(read("no list"), []);
        assert_eq!(read(r#"[["mine","FB8"]]"#), []);
    }
}
