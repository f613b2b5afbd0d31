//! Finds which known word a misspelt one may have meant. Knows no words.

/// The similarity, from 0 to 1, above which a word is suggested. The similarity of `connect4` to
/// `connect-four` is 0.58, and that of `java` to `javascript`, another language, is 0.4.
const SIMILARITY_MIN: f64 = 0.55;

/// The known word that is most similar to this one; `None` if no word is similar enough.
pub fn find_similar<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let scored = known.into_iter().map(|known| (strsim::normalized_damerau_levenshtein(&word, known), known));
    let similar = scored.filter(|(similarity, _)| *similarity > SIMILARITY_MIN);
    similar.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, known)| known)
}

/// A question whether this word was meant, to follow a message; empty without a word.
pub fn ask_for(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_is_recognised() {
        let games = ["connect-four", "stratego", "generals", "bitmartyr"];
        for (word, meant) in [
            ("conect-four", Some("connect-four")),
            ("Connect_Four", Some("connect-four")),
            ("connect4", Some("connect-four")),
            ("general", Some("generals")),
            ("bitmatryr", Some("bitmartyr")),
            ("chess", None),
            ("checkers", None),
            ("", None),
        ] {
            assert_eq!(find_similar(word, games), meant, "{word}");
        }
        assert_eq!(find_similar("java", ["c", "cpp", "javascript", "python"]), None);
        assert_eq!(ask_for(Some("stratego")), "; did you mean stratego?");
        assert_eq!(ask_for(None), "");
    }
}
