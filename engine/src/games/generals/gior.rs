//! Compressed replays of generals.io (`.gior`), which are not read: what to do with one. Knows
//! their names only.

/// What to do with a file of this name; `None` if it is no compressed replay. A clause.
pub fn advice(name: &str) -> Option<&'static str> {
    name.to_ascii_lowercase().ends_with(".gior").then_some(
        "it is a compressed replay of generals.io. Make a .gioreplay of it first, by the converter \
         (`node converter.js`) of generals.io's Replay-Utils, and open that",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_files_are_told_by_their_names() {
        for (name, is_compressed) in [("a.gior", true), ("A.GIOR", true), ("a.gioreplay", false), ("gior", false)] {
            assert_eq!(advice(name).is_some(), is_compressed, "{name}");
        }
    }
}
