//! From what the chance to win a position is estimated: from all pieces, those included that one of
//! the sides does not know. Knows no model.

use super::board::StrategoBoard;
use super::piece::{Colour, Piece, Rank};
use super::rules::Stratego;
use super::square::Square;
use crate::win_model::{WinFeatures, share_difference};

pub(super) const WIN_FEATURES: WinFeatures<Stratego> = WinFeatures {
    measure,
    names: &["value", "value-late", "strongest", "miners", "no-miner", "flag"],
    model: include_str!("win_model.txt"),
};

/// The value of all pieces of both sides.
const ALL: f64 = 296.0;

fn measure(position: &Stratego) -> Vec<f64> {
    if position.turn() == 0 {
        // The armies are being set up.
        return vec![0.0; WIN_FEATURES.names.len()];
    }
    let board = position.board();
    let values = Colour::BOTH.map(|colour| f64::from(board.value(colour)));
    let value = share_difference(values);
    let [own, other] = Colour::BOTH.map(|colour| Army::new(board, colour));
    vec![
        value,
        value * (1.0 - (values[0] + values[1]) / ALL),
        (f64::from(other.strongest) - f64::from(own.strongest)) / 10.0,
        (f64::from(own.miners) - f64::from(other.miners)) / f64::from(Rank::Miner.count()),
        f64::from(other.miners == 0) - f64::from(own.miners == 0),
        own.nearness - other.nearness,
    ]
}

/// What there is of an army.
struct Army {
    /// The number of the strongest rank that moves; one more than any if nothing does.
    strongest: u8,
    miners: u8,
    /// How near it is to the other's flag: 1 beside it.
    nearness: f64,
}

impl Army {
    fn new(board: &StrategoBoard, colour: Colour) -> Self {
        let flag = pieces(board).find(|(_, piece)| piece.owner != colour && piece.rank == Rank::Flag);
        let mut army = Self { strongest: Rank::Spy as u8 + 1, miners: 0, nearness: 0.0 };
        for (square, piece) in pieces(board).filter(|(_, piece)| piece.owner == colour && piece.rank.is_mobile()) {
            army.strongest = army.strongest.min(piece.rank as u8);
            army.miners += u8::from(piece.rank == Rank::Miner);
            if let Some((flag, _)) = flag {
                let steps = square.x().abs_diff(flag.x()) + square.y().abs_diff(flag.y());
                army.nearness = army.nearness.max(1.0 / steps as f64);
            }
        }
        army
    }
}

fn pieces(board: &StrategoBoard) -> impl Iterator<Item = (Square, Piece)> {
    Square::all().filter_map(move |square| Some((square, board.piece(square)?)))
}
