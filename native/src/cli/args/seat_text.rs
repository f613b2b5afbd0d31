//! Players by their numbers, as people write them. Knows no match.

/// Parses the number of a player, counted from 1. The match knows the number of players, and also
/// refuses 0.
///
/// # Errors
/// What is expected instead.
pub fn parse_seat(text: &str) -> Result<usize, String> {
    text.trim().parse().map_err(|_| "expected a number from 1 to the number of players of the match".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: the expected range began at 0.
    #[test]
    fn a_player_is_a_number_from_1() {
        for (text, number) in [("1", 1), ("64", 64), (" 2", 2)] {
            assert_eq!(parse_seat(text), Ok(number));
        }
        for text in ["x", "", "-1", "1.5", "99999999999999999999999"] {
            assert!(parse_seat(text).is_err_and(|why| why.contains("from 1 to the number of players")), "{text}");
        }
    }
}
