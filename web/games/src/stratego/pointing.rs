//! Moves a piece by pointing twice: at the piece, then at its target. Queries the rules for
//! possible moves. Knows no page.

use botyard_engine::games::stratego::{
    Colour, Direction, Square, SquareContent, Stratego, StrategoAction, StrategoMove,
};

use super::words;

/// The meaning of pointing at a square.
#[derive(Debug, Clone, PartialEq)]
pub enum PointMeaning {
    /// Selects this piece.
    Take(Square),
    /// Clears the selection.
    LetGo,
    /// A move.
    Play(StrategoAction),
    /// No effect, for this reason.
    Refuse(&'static str),
}

/// The meaning of the side on turn pointing at a square, with the piece of another square selected
/// or no selection.
pub fn meaning(position: &Stratego, hand: Option<Square>, square: Square) -> PointMeaning {
    let own = is_own(position, square);
    match hand {
        Some(hand) if hand == square => PointMeaning::LetGo,
        Some(hand) if !own => go(position, hand, square),
        _ if own => take(position, square),
        _ => PointMeaning::Refuse("Choose one of your own pieces first."),
    }
}

/// The squares to which the piece on a square can move.
pub fn targets(position: &Stratego, from: Square) -> Vec<Square> {
    let moves = position.board().moves_of(from, position.side());
    moves.filter_map(|step| position.target(step).ok()).map(|(_, to)| to).collect()
}

/// Whether a piece on this square could be moved.
pub fn can_go(position: &Stratego, square: Square) -> bool {
    position.board().moves_of(square, position.side()).next().is_some()
}

/// Whether the side on turn has to declare that it cannot move.
pub fn is_stuck(position: &Stratego) -> bool {
    position.turn() > 0 && position.ending().is_none() && position.board().moves(position.side()).next().is_none()
}

fn is_own(position: &Stratego, square: Square) -> bool {
    position.board().piece(square).is_some_and(|piece| piece.owner == position.side())
}

fn take(position: &Stratego, square: Square) -> PointMeaning {
    let is_mobile = position.board().piece(square).is_some_and(|piece| piece.rank.is_mobile());
    match (is_mobile, can_go(position, square)) {
        (true, true) => PointMeaning::Take(square),
        (true, false) => PointMeaning::Refuse("That piece is blocked on all sides."),
        (false, _) => PointMeaning::Refuse("Bombs and flags do not move."),
    }
}

fn go(position: &Stratego, from: Square, to: Square) -> PointMeaning {
    if position.board()[to] == SquareContent::Obstacle {
        return PointMeaning::Refuse("Pieces cannot enter the water.");
    }
    let Some(step) = straight(from, to) else {
        return PointMeaning::Refuse("Pieces move along their column or row.");
    };
    let rank = position.board().piece(from).map(|piece| piece.rank);
    match position.target(step) {
        Ok(_) => PointMeaning::Play(StrategoAction::Move(step)),
        Err(illegal) => PointMeaning::Refuse(words::refusal(illegal, rank)),
    }
}

/// The move from one square to another of the same row or column.
fn straight(from: Square, to: Square) -> Option<StrategoMove> {
    let way = |from: usize, to: usize, back, on| if to < from { (back, from - to) } else { (on, to - from) };
    let (direction, steps) = match (from.x() == to.x(), from.y() == to.y()) {
        (true, _) => way(from.y(), to.y(), Direction::Up, Direction::Down),
        (_, true) => way(from.x(), to.x(), Direction::Left, Direction::Right),
        _ => return None,
    };
    Some(StrategoMove::new(from, direction, steps as i32))
}

/// Whether this side has a piece there that it may drag.
pub fn can_grab(position: &Stratego, actor: Option<Colour>, square: Square) -> bool {
    actor == Some(position.side()) && is_own(position, square) && can_go(position, square)
}

#[cfg(test)]
mod tests {
    use botyard_engine::game::Game;
    use botyard_engine::games::stratego::{ArmySetup, StrategoSettings};

    use super::*;

    fn begun() -> Stratego {
        let settings = StrategoSettings { partial_setup: true, ..StrategoSettings::default() };
        let mut game = Stratego::start(&settings, 2).expect("two can play");
        let rows = ["FB......../........../........../9.B1..88..", "....9...../........../........../F........."];
        for (colour, rows) in Colour::BOTH.into_iter().zip(rows) {
            let setup = ArmySetup::read(rows.split('/')).expect("four rows");
            game.play(colour.seat(), StrategoAction::Setup(setup), &mut Vec::new()).expect("it is a good setup");
        }
        game
    }

    fn at(x: i32, y: i32) -> Square {
        Square::new(x, y).expect("on the board")
    }

    fn meaning_text(hand: Option<(i32, i32)>, square: (i32, i32)) -> String {
        match meaning(&begun(), hand.map(|(x, y)| at(x, y)), at(square.0, square.1)) {
            PointMeaning::Take(square) => format!("take {} {}", square.x(), square.y()),
            PointMeaning::LetGo => "let go".to_owned(),
            PointMeaning::Play(action) => action.to_string(),
            PointMeaning::Refuse(why) => why.to_owned(),
        }
    }

    #[test]
    fn pointing_twice_is_a_move_or_a_reason() {
        for (hand, square, meant) in [
            (None, (0, 3), "take 0 3"),
            (None, (2, 3), "Bombs and flags do not move."),
            (None, (5, 5), "Choose one of your own pieces first."),
            (None, (4, 6), "Choose one of your own pieces first."),
            (Some((0, 3)), (0, 3), "let go"),
            (Some((0, 3)), (3, 3), "take 3 3"),
            (Some((0, 3)), (0, 8), "0 3 DOWN 5"),
            (Some((3, 3)), (4, 3), "3 3 RIGHT"),
            (Some((3, 3)), (5, 3), "Only scouts move more than one square."),
            (Some((3, 3)), (3, 4), "Pieces cannot enter the water."),
            (Some((3, 3)), (4, 4), "Pieces move along their column or row."),
            (Some((0, 3)), (0, 0), "Bombs and flags do not move."),
        ] {
            assert_eq!(meaning_text(hand, square), meant, "{hand:?} to {square:?}");
        }
    }

    #[test]
    fn a_scout_may_go_far() {
        let targets = targets(&begun(), at(0, 3));
        assert_eq!(targets.len(), 9);
        assert!(targets.contains(&at(0, 9)), "onto the flag");
        assert!(can_go(&begun(), at(0, 3)) && !can_go(&begun(), at(1, 0)) && !is_stuck(&begun()));
    }
}
