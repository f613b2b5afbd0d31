//! Stratego: a random piece that can move, and a random move of it. A first argument, if there is one, is its seed.

use botyard_bots::chance::Chance;
use botyard_bots::stratego::{Board, Choice, Colour, Move, Player, Setup, Square, any_setup, play};

fn main() {
    play(Dummy(Chance::from_arguments()));
}

struct Dummy(Chance);

impl Player for Dummy {
    fn setup(&mut self, colour: Colour) -> Setup {
        any_setup(colour, &mut self.0)
    }

    fn choose(&mut self, board: &Board) -> Choice {
        let moves = board.moves();
        // By piece first: the many moves of one scout are not to outweigh everybody else's.
        let mut pieces: Vec<Square> = moves.iter().map(|step| step.from).collect();
        pieces.dedup();
        let piece = self.any(&pieces);
        let of_piece: Vec<Move> = moves.into_iter().filter(|step| Some(step.from) == piece).collect();
        self.any(&of_piece).into()
    }
}

impl Dummy {
    fn any<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.0.below(of.len() as u32) as usize])
    }
}
