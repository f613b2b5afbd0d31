//! The beginning of foreign text, for sentences that people read: an address, a file's name or a
//! module's import can have any length.

use botyard_engine::fault::printable;

/// The most characters of a name, an address, or anything else that a sentence quotes.
const QUOTED_MAX: usize = 100;
/// The most characters of a sentence or a clause that comes from outside the page.
const SENTENCE_MAX: usize = 1_000;

/// A name or an address, fit to be quoted in a sentence.
pub fn quoted(text: &str) -> String {
    excerpt(&printable(&excerpt(text, QUOTED_MAX)), QUOTED_MAX)
}

/// A sentence, or a clause of one, in a length that can be shown.
pub fn sentence(text: &str) -> String {
    excerpt(text, SENTENCE_MAX)
}

/// The first `most` characters of a text; the last is an ellipsis if the text is longer.
fn excerpt(text: &str, most: usize) -> String {
    let mut characters = text.char_indices();
    match (characters.nth(most - 1), characters.next()) {
        (Some((last, _)), Some(_)) => format!("{}…", &text[..last]),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_too_long_is_cut() {
        for (text, expected) in [("", ""), ("ab", "ab"), ("äöü", "äöü"), ("äöüß", "äö…"), ("abcdefgh", "ab…")]
        {
            assert_eq!(excerpt(text, 3), expected);
        }
    }

    #[test]
    fn escapes_do_not_lengthen_what_is_quoted() {
        assert_eq!(quoted("a\nb"), "a\\nb");
        assert_eq!(quoted(&"\u{202e}".repeat(1 << 20)).chars().count(), QUOTED_MAX);
        assert_eq!(sentence(&"x".repeat(1 << 20)).chars().count(), SENTENCE_MAX);
    }
}
