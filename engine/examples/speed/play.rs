//! Random games, as the benches and the comparison in WebAssembly play them.

use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{Board, COLUMNS, Column, ConnectFour};

/// Marsaglia's xorshift64*: nothing cheaper is good enough to choose columns.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        (high * count as u64 >> 32) as usize
    }
}

/// Plays games of uniformly random columns (a full column is drawn again) and returns how many plies they took.
pub fn random_games(games: u32, seed: u64) -> u64 {
    let columns: Vec<Column> = Column::all().collect();
    let columns: [Column; COLUMNS] = columns.try_into().expect("there are seven");
    let mut chance = Chance(seed);
    let mut plies = 0;
    for _ in 0..games {
        let mut board = Board::default();
        loop {
            let column = columns[chance.below(COLUMNS)];
            if !board.is_open(column) {
                continue;
            }
            board = board.drop(column);
            plies += 1;
            if board.has_four() || board.is_full() {
                break;
            }
        }
    }
    plies
}

/// The same through the rules as the referee uses them.
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
