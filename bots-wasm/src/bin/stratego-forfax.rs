//! Stratego: gives every possible move a score between 0 and 1 and plays the best. Looks no move ahead, and knows of
//! hidden pieces only what is left to be hidden. A first argument, if there is one, is its seed.

use botyard_bots::chance::Chance;
use botyard_bots::stratego::{
    Board, Cell, Chances, Choice, Clash, Colour, Foe, Move, Odds, Player, Rank, Setup, Square, any_setup, expect, play,
};

// What the loss of a piece is, as part of the whole war.
const WORTH: [f32; 12] = [0.8, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1, 0.15, 0.05, 0.2, 0.1, 1.0];
// So much two equal moves may differ, which also ends a dance of the same moves.
const MOOD: f32 = 0.03;
// The score of a step that leads nowhere: a slightly bad attack is better.
const DULL: f32 = 0.4;

fn main() {
    play(Forfax(Chance::from_arguments()));
}

struct Forfax(Chance);

impl Player for Forfax {
    fn setup(&mut self, colour: Colour) -> Setup {
        any_setup(colour, &mut self.0)
    }

    fn choose(&mut self, board: &Board) -> Choice {
        let scorer = Scorer::of(board);
        let moves = board.moves();
        let mut scored = moves.into_iter().map(|step| (scorer.score(step) + MOOD * self.mood(), step));
        let Some(first) = scored.next() else { return None.into() };
        let (score, best) = scored.fold(first, |best, next| if next.0 > best.0 { next } else { best });
        Choice { step: Some(best), remark: Some(format!("score {score:.2} -> {best}")) }
    }
}

impl Forfax {
    fn mood(&mut self) -> f32 {
        self.0.below(1000) as f32 / 1000.0
    }
}

struct Scorer<'a> {
    board: &'a Board,
    targets: Vec<Target>,
}

struct Target {
    square: Square,
    /// The score of an attack on it by each rank.
    scores: [f32; 12],
}

impl<'a> Scorer<'a> {
    fn of(board: &'a Board) -> Self {
        let odds = Odds::of(board);
        let target = |(square, foe)| Target { square, scores: attacks(&odds.chances(foe)) };
        Self { board, targets: board.foes().map(target).collect() }
    }

    fn score(&self, step: Move) -> f32 {
        let (Cell::Own(own), Some(to)) = (self.board[step.from], step.to()) else { return 0.0 };
        let attacked = self.targets.iter().find(|target| target.square == to);
        attacked.map_or_else(|| self.approach(own.rank, to), |target| target.scores[own.rank.index()])
    }

    /// A step is worth what could be attacked from where it leads, the less the farther that is.
    fn approach(&self, rank: Rank, to: Square) -> f32 {
        let prospects = self.targets.iter().map(|target| {
            let distance = to.x().abs_diff(target.square.x()) + to.y().abs_diff(target.square.y());
            (target.scores[rank.index()] - DULL).max(0.0) / distance as f32
        });
        let fear = if self.is_threatened(rank, to) { 0.2 } else { 0.0 };
        DULL + 0.1 * prospects.fold(0.0, f32::max) - fear
    }

    fn is_threatened(&self, rank: Rank, at: Square) -> bool {
        let beats = |foe: Foe| foe.rank.is_some_and(|known| known.is_mobile() && known < rank);
        at.neighbours().any(|square| matches!(self.board[square], Cell::Foe(foe) if beats(foe)))
    }
}

/// The score of an attack by each rank: 0 for suicide, one half where it costs as much as it gains, 1 for victory.
fn attacks(chances: &Chances) -> [f32; 12] {
    Rank::ALL.map(|attacker| {
        let cost = WORTH[attacker.index()];
        let balance = expect(attacker, chances, |clash, rank| match clash {
            Clash::Kills => WORTH[rank.index()],
            Clash::Dies => -cost,
            Clash::BothDie => WORTH[rank.index()] - cost,
        });
        (0.5 + balance).clamp(0.0, 1.0)
    })
}
