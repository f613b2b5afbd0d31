//! Output in an encoding that no game reads, which looks right in an editor or a terminal.

/// What is wrong with the encoding of a bot's output, and what to do, in some sentences; `None` if
/// nothing is.
pub(super) fn explain_encoding(printed: &str) -> Option<&'static str> {
    // Where bytes were no UTF-8, there are replacement characters.
    let is_wide = printed.starts_with("\u{fffd}\u{fffd}") || (printed.contains('\0') && is_every_other_zero(printed));
    if is_wide {
        return Some("Its output is in UTF-16. Have it print UTF-8, without a byte order mark.");
    }
    if printed.starts_with('\u{feff}') {
        return Some("Its output begins with a byte order mark. Have it print UTF-8 without one.");
    }
    printed.contains("\u{1b}[").then_some(
        "Its output has the codes of a terminal's colours in it. Switch colours off for what is not a terminal.",
    )
}

/// Whether each second character is zero, as where UTF-16 is read as ASCII.
fn is_every_other_zero(text: &str) -> bool {
    let zeros = |parity: usize| text.chars().skip(parity).step_by(2).all(|letter| letter == '\0');
    zeros(0) || zeros(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_by_their_marks() {
        for (printed, start) in [
            ("\u{feff}4", Some("Its output begins with a byte order mark.")),
            ("\u{fffd}\u{fffd}4\0", Some("Its output is in UTF-16.")),
            ("4\0", Some("Its output is in UTF-16.")),
            ("\u{1b}[32m4\u{1b}[0m", Some("Its output has the codes")),
            ("4", None),
            ("", None),
            ("\u{fffd}", None),
        ] {
            let told = explain_encoding(printed);
            assert_eq!(told.is_some(), start.is_some(), "{printed:?}: {told:?}");
            assert!(told.is_none_or(|told| told.starts_with(start.unwrap_or_default())), "{printed:?}: {told:?}");
        }
    }
}
