//! The width of a column of words, as a terminal shows them: a character may take no cell or two.
//! Names come from files and command lines, so they may have any length.

use unicode_width::UnicodeWidthStr;

/// The widest column, in cells of a terminal: longer words stick out of it.
const WIDEST: usize = 1_000;

/// The width of a column that holds these words.
pub fn column_width<Word: AsRef<str>>(words: impl IntoIterator<Item = Word>) -> usize {
    words.into_iter().map(|word| word.as_ref().width()).max().unwrap_or(0).min(WIDEST)
}

/// A word at the beginning of a column of this width.
pub fn at_start(word: &str, width: usize) -> String {
    format!("{word}{}", space(word, width))
}

/// A word at the end of a column of this width.
pub fn at_end(word: &str, width: usize) -> String {
    format!("{}{word}", space(word, width))
}

fn space(word: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(word.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_a_width_whatever_it_holds() {
        assert_eq!(column_width(["", "négamax", "random"]), 7);
        assert_eq!(column_width::<&str>([]), 0);
        assert_eq!(column_width(["x".repeat(100_000)]), WIDEST);
    }

    #[test]
    fn words_are_as_wide_as_a_terminal_shows_them() {
        for (word, width) in [("黒石", 4), ("🤖", 2), ("ne\u{301}", 2), ("bot", 3)] {
            assert_eq!(column_width([word]), width, "{word}");
            assert_eq!(at_start(word, 5), format!("{word}{}", " ".repeat(5 - width)));
            assert_eq!(at_end(word, 5), format!("{}{word}", " ".repeat(5 - width)));
        }
        assert_eq!(at_start("too long", 3), "too long");
    }
}
