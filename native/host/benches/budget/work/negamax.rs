//! Alpha-beta search on Connect Four's bitboards.

/// The stones of the side to move, and all stones; seven bits a column.
#[derive(Clone, Copy)]
struct Position {
    own: u64,
    all: u64,
    stones: u32,
}

impl Position {
    fn can_play(self, column: u32) -> bool {
        self.all & (1 << (column * 7 + 5)) == 0
    }

    fn play(self, column: u32) -> Self {
        Self {
            own: self.own ^ self.all,
            all: self.all | (self.all + (1 << (column * 7))),
            stones: self.stones + 1,
        }
    }

    /// Whether the side that has just moved has four in a row.
    fn is_won(self) -> bool {
        let stones = self.own ^ self.all;
        [1, 6, 7, 8].iter().any(|&step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }
}

fn search(position: Position, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if position.is_won() {
        return position.stones as i32 - 43;
    }
    if depth == 0 || position.stones == 42 {
        return 0;
    }
    for column in [3, 2, 4, 1, 5, 0, 6] {
        if position.can_play(column) {
            let score = -search(position.play(column), depth - 1, -beta, -alpha, nodes);
            if score >= beta {
                return score;
            }
            alpha = alpha.max(score);
        }
    }
    alpha
}

fn main() {
    let mut nodes = 0;
    let score = search(Position { own: 0, all: 0, stones: 0 }, 13, -100, 100, &mut nodes);
    std::process::exit(((nodes as i32 ^ score) & 63) + 1);
}
