//! What the numbers of a report mean, for people who read one for the first time.

use super::columns::COLUMNS;
use super::statements;

/// Words that other explanations use.
const TERMS: [(&str, &str); 3] = [
    ("pair", "two games from the same seed, in which the bots change seats, so that a lucky start helps both."),
    (
        "SPRT",
        "a test that goes on until it is decided: is the first bot better by the second of the two numbers, or by no more than the \
         first? Each answer is wrong in 5 % of all cases at most.",
    ),
    (
        "LLR",
        "where the test stands, the log-likelihood ratio: it begins at 0. At the upper end of the bar the bot is better (H1), at the \
         lower end it is not (H0).",
    ),
];

/// The names of numbers, with their meanings: the rest of a sentence that begins with the name.
pub fn meanings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let columns = COLUMNS.iter().filter_map(|column| Some((column.heading?, column.help?)));
    columns.chain(statements::meanings()).chain(TERMS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_one_meaning_which_is_a_sentence() {
        let mut names: Vec<_> = meanings().map(|(name, _)| name).collect();
        assert!(names.contains(&"of limit") && names.contains(&"Elo") && names.contains(&"LLR"), "{names:?}");
        for (name, meaning) in meanings() {
            assert!(meaning.ends_with('.') && meaning.starts_with(char::is_lowercase), "{name}: {meaning}");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
    }
}
