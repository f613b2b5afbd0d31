//! From what the chance to win a position of two players is estimated. Knows no model.

use super::board::{CellKind, GeneralsBoard};
use super::rules::Generals;
use crate::seat::Seat;
use crate::win_model::{WinFeatures, share_difference};

pub(super) const WIN_FEATURES: WinFeatures<Generals> = WinFeatures {
    measure,
    names: &["army", "land", "land-of-many", "cities", "threat", "near-army", "strike"],
    model: include_str!("win_model.txt"),
};

/// So many units or cells more on both sides: a first difference of one is not much.
const START: f64 = 10.0;
/// The size of both armies together at which a share of them counts half.
const GROWN: f64 = 200.0;
/// The distance from the other's capital at which an army counts e times less than beside it.
const NEAR: f64 = 5.0;

fn measure(position: &Generals) -> Vec<f64> {
    let board = position.board();
    let of_both = |count: fn(&GeneralsBoard, Seat) -> u32| [0, 1].map(|seat| f64::from(count(board, Seat::new(seat))));
    let damped = |counts: [f64; 2]| share_difference(counts.map(|count| count + START));
    let army = of_both(GeneralsBoard::army);
    let all = army[0] + army[1];
    let (land, grown) = (damped(of_both(GeneralsBoard::land)), all / (all + GROWN));
    let largest = |danger: fn(Attack) -> f64| find_largest(board, 0, danger) - find_largest(board, 1, danger);
    vec![
        damped(army) * grown,
        land,
        land * grown,
        share_difference(of_both(GeneralsBoard::cities)),
        largest(|attack| attack.army / attack.distance) / (all + START),
        largest(|attack| attack.army * attack.nearness()) / (all + START),
        largest(|attack| if attack.army > attack.guard + 1.0 { attack.nearness() } else { 0.0 }),
    ]
}

/// An army of one side and the capital of the other.
struct Attack {
    army: f64,
    distance: f64,
    /// The army in the capital.
    guard: f64,
}

impl Attack {
    fn nearness(&self) -> f64 {
        (-self.distance / NEAR).exp()
    }
}

/// The largest of the dangers that a side's armies are for the other's capital.
fn find_largest(board: &GeneralsBoard, side: usize, danger: fn(Attack) -> f64) -> f64 {
    let other = Seat::new(1 - side);
    let Some(capital) = board.owned(other).find(|&cell| board.kind(cell) == CellKind::Capital) else { return 0.0 };
    let columns = board.columns();
    let attacks = board.owned(Seat::new(side)).map(|cell| Attack {
        army: f64::from(board.army_at(cell)),
        distance: ((cell / columns).abs_diff(capital / columns) + (cell % columns).abs_diff(capital % columns)) as f64,
        guard: f64::from(board.army_at(capital)),
    });
    attacks.map(danger).fold(0.0, f64::max)
}
