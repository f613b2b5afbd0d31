//! Lists the games with certain features, for messages and help. Queries the games.

use botyard_engine::catalog;

use crate::cli::games::{TerminalGame, TerminalGameVisitor, visit};

/// The games whose matches can start from the positions in a file: `generals and bitmartyr`.
pub fn with_positions() -> String {
    struct HasPositions;
    impl TerminalGameVisitor for HasPositions {
        type Out = bool;
        fn visit<G: TerminalGame>(self) -> bool {
            G::POSITIONS.is_some()
        }
    }
    list(|game| visit(game, HasPositions))
}

/// The content of a file of positions, game by game.
pub fn position_files() -> String {
    struct TakesPositions;
    impl TerminalGameVisitor for TakesPositions {
        type Out = Option<String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            G::POSITIONS.map(|positions| format!("{}: {}", G::NAME, positions.contents))
        }
    }
    let files: Vec<_> = catalog::NAMES.iter().filter_map(|game| visit(game, TakesPositions)?).collect();
    files.join("; ")
}

/// The games whose original competition had points of its own.
pub fn with_competition_points() -> String {
    struct HasPoints;
    impl TerminalGameVisitor for HasPoints {
        type Out = bool;
        fn visit<G: TerminalGame>(self) -> bool {
            G::HAS_COMPETITION_POINTS
        }
    }
    list(|game| visit(game, HasPoints))
}

fn list(is_capable: impl Fn(&str) -> Option<bool>) -> String {
    let games: Vec<_> = catalog::NAMES.iter().copied().filter(|game| is_capable(game) == Some(true)).collect();
    games.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_listed() {
        assert_eq!(with_positions(), "generals and bitmartyr");
        assert_eq!(position_files(), "generals: maps, one after another; bitmartyr: a board in each line");
        assert_eq!(with_competition_points(), "stratego");
    }
}
