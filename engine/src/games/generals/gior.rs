//! Compressed replays of generals.io (`.gior`), which are not read: the advice for a file of this
//! kind. Knows their names only.

/// Advice for a file of this name, as a clause; `None` if it is not a compressed replay.
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
