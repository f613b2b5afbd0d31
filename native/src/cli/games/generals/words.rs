//! A move as people type it: in a shorter form than the protocol's, or in the protocol's own.

use botyard_engine::games::generals::{CellPosition, GeneralsAction};

/// Reads `3 4 right`, `3 4 r half`, `pass`, or a reply as bots give it.
///
/// # Errors
/// What was expected instead, as a clause.
pub fn parse_typed_action(words: &str) -> Result<GeneralsAction, String> {
    let lower = words.to_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    match words[..] {
        ["pass" | "p" | "0" | "-"] => Ok(GeneralsAction::Pass),
        [row, column, way] => parse_march(GeneralsAction::ALL, row, column, way),
        [row, column, way, "half" | "h" | "2"] => parse_march(GeneralsAction::HALF, row, column, way),
        _ => lower.parse().map_err(|_| HELP.to_owned()),
    }
}

const HELP: &str = "expected a row, a column and up, down, left or right, such as `3 4 right`, then `half` to move half of \
                    the army; or `pass`";

fn parse_march(option: i32, row: &str, column: &str, way: &str) -> Result<GeneralsAction, String> {
    let step = match way {
        "up" | "u" => (-1, 0),
        "down" | "d" => (1, 0),
        "left" | "l" => (0, -1),
        "right" | "r" => (0, 1),
        _ => return Err(format!("invalid direction `{way}`: expected up, down, left or right")),
    };
    let (Ok(row), Ok(column)) = (row.parse::<i32>(), column.parse::<i32>()) else {
        return Err(HELP.to_owned());
    };
    let to = CellPosition { row: row.saturating_add(step.0), column: column.saturating_add(step.1) };
    Ok(GeneralsAction::March { option, from: CellPosition { row, column }, to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_as_people_type_them() {
        for (words, reply) in [
            ("3 4 right", "1 3 4 3 5"),
            ("3 4 L", "1 3 4 3 3"),
            (" 3  4 up half ", "2 3 4 2 4"),
            ("3 4 d h", "2 3 4 4 4"),
            ("pass", "-1"),
            ("0", "-1"),
            ("-1", "-1"),
            ("2 3 4 3 5", "2 3 4 3 5"),
        ] {
            assert_eq!(parse_typed_action(words).map(|action| action.to_string()).as_deref(), Ok(reply), "{words}");
        }
    }

    #[test]
    fn what_is_no_move_is_answered_with_help() {
        for words in ["right", "3 right", "3 4", "a 4 right", "3 4 right now", "1 2 3 4 5 6"] {
            assert!(parse_typed_action(words).expect_err(words).contains("such as `3 4 right`"), "{words}");
        }
        assert_eq!(
            parse_typed_action("3 4 east").expect_err("none"),
            "invalid direction `east`: expected up, down, left or right"
        );
        assert!(parse_typed_action(&format!("{} 1 down", i32::MAX)).is_ok(), "the rules say that it is not on the map");
    }
}
