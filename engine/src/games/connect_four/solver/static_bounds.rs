//! Bounds of a score that follow from the position alone. Knows no search.

use super::{CELLS, Score, ScoreBounds};
use crate::games::connect_four::board::{ConnectFourBoard, EVEN_ROWS, ODD_ROWS, four};

/// The bounds of a position in which the side to move cannot win at once and has these safe moves.
/// Looks no further once they answer whether the score reaches `bound`.
pub(super) fn find_static_bounds(board: ConnectFourBoard, moves: u64, bound: Score) -> ScoreBounds {
    let stones = board.stones() as Score;
    if moves == 0 {
        let lost = -(CELLS - stones) / 2;
        return ScoreBounds { lower: lost, upper: lost };
    }
    if stones >= CELLS - 2 {
        return ScoreBounds { lower: 0, upper: 0 };
    }
    let mut bounds = ScoreBounds { lower: -(CELLS - 2 - stones) / 2, upper: (CELLS - 1 - stones) / 2 };
    if bounds.answer(bound).is_some() {
        return bounds;
    }
    let (own, others) = board.sides();
    let empty = board.empty_cells();
    if bound > 0 && !four(own | empty) {
        bounds.upper = 0;
    } else if bound <= 0 && !four(others | empty) {
        bounds.lower = 0;
    } else if stones % 2 == 0 {
        if let Some(score) = follow_up(board).filter(|_| bound >= 0) {
            bounds.upper = bounds.upper.min(-score);
        }
    } else if bound <= 1 {
        // A stone into the only column of odd height is the beginning of a follow-up.
        let odd = board.landings() & EVEN_ROWS;
        if odd.is_power_of_two() && odd & moves != 0 {
            bounds.lower = bounds.lower.max(follow_up(board.place_stone(odd)).unwrap_or(bounds.lower));
        }
    }
    bounds
}

/// The least score that the second player reaches by following up: whenever the first player drops
/// a stone, it drops its own on top of it (*claimeven*, Victor Allis 1988). So it gets all
/// remaining cells of the even rows, and the first player those of the odd rows. It is possible if
/// the first player is to move and the height of every column is even; `None` if it is not, or if
/// the first player might make four.
fn follow_up(board: ConnectFourBoard) -> Option<Score> {
    let (first, second) = board.sides();
    let empty = board.empty_cells();
    if board.landings() & EVEN_ROWS != 0 || four(first | empty & ODD_ROWS) {
        return None;
    }
    Some(Score::from(four(second | empty & EVEN_ROWS)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::log::read_line;

    #[test]
    fn the_second_player_holds_by_following_up() {
        let follow_up_after = |columns| follow_up(read_line(columns).expect("the columns are open").1.board());
        assert_eq!(follow_up_after("14444441"), Some(0), "the middle is the second player's in odd rows");
        assert_eq!(follow_up_after("11"), None, "the first player might make four");
        assert_eq!(follow_up_after("12"), None, "the heights are not even");
    }
}
