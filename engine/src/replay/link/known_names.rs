//! Names that many players have: version 3 of a link's players has their numbers in place of their
//! letters. The list is a part of that version and never changes, whichever bots are bundled: a
//! link needs no other source for its names, and a name outside the list is spelled. Knows no bots.

use crate::replay::bytes::TextModel;
use crate::replay::{RangeDecoder, RangeEncoder, SymbolModel};

/// The names, by number. A later version of the players may have another list; this one stays.
const KNOWN_NAMES: [&str; 22] = [
    "dummy",
    "forfax",
    "gambler",
    "greedy",
    "human",
    "hunter",
    "hunter-varied",
    "idle",
    "lookahead",
    "marcher",
    "negamax",
    "negamax-varied",
    "pioneer",
    "random",
    "right",
    "scared",
    "sleuth",
    "tactician",
    "up",
    "wall",
    "wall-varied",
    "waterfall",
];

/// The symbol for a name that is spelled, and the first of those for known names.
const SPELLED: usize = 0;
const FIRST_KNOWN: usize = 1;

/// The highest number behind players of the same name: `random (64)`.
const SUFFIX_MAX: usize = 64;

/// Writes a name: by its number, or else letter by letter.
pub(super) fn write_name(text: &mut TextModel, encoder: &mut RangeEncoder, name: &str) {
    match find(name) {
        Some((known, suffix)) => {
            encoder.symbol(&mut name_model(), FIRST_KNOWN + known);
            encoder.symbol(&mut suffix_model(), suffix);
        }
        None => {
            encoder.symbol(&mut name_model(), SPELLED);
            text.write(encoder, name);
        }
    }
}

/// Reads the output of [`write_name`]; `None` if it is not UTF-8.
pub(super) fn read_name(text: &mut TextModel, decoder: &mut RangeDecoder<'_>) -> Option<String> {
    match decoder.symbol(&mut name_model()) {
        SPELLED => text.read(decoder),
        symbol => {
            let name = KNOWN_NAMES[symbol - FIRST_KNOWN];
            Some(match decoder.symbol(&mut suffix_model()) {
                0 => name.to_owned(),
                suffix => format!("{name} ({suffix})"),
            })
        }
    }
}

/// The number of a known name and the one behind it, 0 for a name without one.
fn find(name: &str) -> Option<(usize, usize)> {
    let (name, suffix) = match name.split_once(" (") {
        Some((name, rest)) => (name, (1..=SUFFIX_MAX).find(|suffix| format!("{suffix})") == rest)?),
        None => (name, 0),
    };
    Some((KNOWN_NAMES.iter().position(|&known| known == name)?, suffix))
}

/// A quarter of the names beside known ones is spelled.
fn name_model() -> SymbolModel {
    let mut frequencies = [1; FIRST_KNOWN + KNOWN_NAMES.len()];
    frequencies[SPELLED] = 8;
    SymbolModel::fixed(&frequencies)
}

/// Few names have a number behind them.
fn suffix_model() -> SymbolModel {
    let mut frequencies = [1; 1 + SUFFIX_MAX];
    frequencies[0] = 448;
    SymbolModel::fixed(&frequencies)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes names and reads them back, and returns what was written.
    #[track_caller]
    fn check(names: &[&str]) -> Vec<u8> {
        let (mut encoder, mut text) = (RangeEncoder::default(), TextModel::new());
        names.iter().for_each(|name| write_name(&mut text, &mut encoder, name));
        let bytes = encoder.finish();
        let (mut decoder, mut text) = (RangeDecoder::new(&bytes), TextModel::new());
        for name in names {
            assert_eq!(read_name(&mut text, &mut decoder).as_deref(), Some(*name));
        }
        assert!(!decoder.is_overdrawn());
        bytes
    }

    /// Links contain these numbers. Each takes 4.9 bits, and 0.2 for the absence of a number behind
    /// it.
    #[test]
    fn names_keep_their_numbers() {
        assert_eq!(check(&KNOWN_NAMES), [70, 148, 231, 204, 87, 27, 114, 109, 71, 122, 194, 250, 28, 161, 128]);
        assert_eq!(check(&["random (2)", "mine"]), [186, 175, 146, 240, 152]);
        assert!(KNOWN_NAMES.is_sorted_by(|one, next| one < next), "none is there twice");
    }

    #[test]
    fn what_is_nearly_a_known_name_is_spelled() {
        for name in
            ["", "Random", "random ", "random (0)", "random (65)", "random (02)", "random (2) ", "random (2) (3)"]
        {
            assert!(find(name).is_none(), "{name:?}");
            check(&[name, "random (2)", name, "random"]);
        }
        for name in ["random", "random (1)", "random (64)", "wall-varied (7)", "human"] {
            assert!(find(name).is_some(), "{name:?}");
        }
    }

    /// Known names with anything behind them: some stay known, most have to be spelled.
    #[test]
    fn names_come_back() {
        let mut random = fastrand::Rng::with_seed(1);
        let endings = [" (", ")", "2", " (2)", " (64)", "日本"];
        let mut spelled = 0;
        for _ in 0..2_000 {
            let names: Vec<String> = (0..3)
                .map(|_| {
                    let known = KNOWN_NAMES[random.usize(..KNOWN_NAMES.len())];
                    let ending = (0..random.usize(..3)).map(|_| endings[random.usize(..endings.len())]);
                    [known].into_iter().chain(ending).collect()
                })
                .collect();
            spelled += names.iter().filter(|name| find(name).is_none()).count();
            check(&names.iter().map(String::as_str).collect::<Vec<_>>());
        }
        assert!((2_000..4_000).contains(&spelled), "{spelled}");
    }
}
