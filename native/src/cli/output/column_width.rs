//! The width of a column of words. Names come from files and command lines, so they may have any
//! length.

/// The widest column, in characters: longer words stick out of it. Formatting takes 65,535 at most.
const WIDEST: usize = 1_000;

/// The width of a column that holds these words, in characters.
pub fn column_width<Word: AsRef<str>>(words: impl IntoIterator<Item = Word>) -> usize {
    words.into_iter().map(|word| word.as_ref().chars().count()).max().unwrap_or(0).min(WIDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_a_width_whatever_it_holds() {
        assert_eq!(column_width(["", "négamax", "random"]), 7);
        assert_eq!(column_width::<&str>([]), 0);
        let width = column_width(["x".repeat(100_000)]);
        assert_eq!(format!("{:width$}", "").len(), WIDEST);
    }
}
