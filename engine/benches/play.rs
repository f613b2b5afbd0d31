//! Random games, as the benches play them natively and in WebAssembly.

use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{COLUMNS, Column, ConnectFour, ConnectFourBoard};

/// Marsaglia's xorshift64*: a cheaper generator is not good enough to choose columns.
struct Chance(u64);

impl Chance {
    fn column(&mut self) -> Column {
        Column::new(1 + self.below(COLUMNS) as u8).expect("1 to 7 are the columns")
    }

    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * count as u64) >> 32) as usize
    }
}

/// Plays games of uniformly random columns (a full column is drawn again) and returns how many
/// plies they took.
pub fn random_games(games: u32, seed: u64) -> u64 {
    let mut chance = Chance(seed);
    (0..games).map(|_| random_game(&mut chance)).sum()
}

fn random_game(chance: &mut Chance) -> u64 {
    // No one has four stones before the seventh ply, and no column is full.
    let mut board = (0..6).fold(ConnectFourBoard::default(), |board, _| board.drop(chance.column()));
    for ply in 7..=42 {
        let column = loop {
            let column = chance.column();
            if board.is_open(column) {
                break column;
            }
        };
        board = board.drop(column);
        if board.has_four() {
            return ply;
        }
    }
    42
}

/// Random games through the rules as the referee uses them.
pub fn random_games_through_the_trait(games: u32, seed: u64) -> u64 {
    let mut chance = Chance(seed);
    let mut plies = 0;
    let mut events = Vec::new();
    for _ in 0..games {
        let mut game = ConnectFour::default();
        while let Some(seat) = game.to_act().lowest() {
            let count = game.legal(seat).count();
            let column = game.legal(seat).nth(chance.below(count)).expect("one of the legal columns");
            events.clear();
            game.play(seat, column, &mut events).expect("it is legal");
            plies += 1;
        }
    }
    plies
}
