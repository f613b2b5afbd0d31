//! Connect Four against numbers that others have counted: perft, distinct positions, exact values.

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use botyard_effort::count;
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{Column, ConnectFour, ConnectFourBoard, log, solver::Solver};

/// Ply, perft, distinct positions, those still open, those up to mirror images.
const TABLE: &str = include_str!("vectors/connect-four-perft.txt");
/// Moves and the exact score for the side to move.
const POSITIONS: &str = include_str!("vectors/connect-four-positions.txt");

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect())
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(word: &str) -> T {
    word.parse().expect("the vector files hold numbers")
}

#[test]
fn perft_to_depth_9() {
    for row in rows(TABLE) {
        assert_eq!(ConnectFourBoard::default().perft(number(row[0])), number::<u64>(row[1]), "ply {}", row[0]);
    }
}

#[test]
fn distinct_positions_to_ply_9() {
    let mut positions = HashSet::from([ConnectFourBoard::default()]);
    for row in rows(TABLE) {
        let open = positions.iter().filter(|board| !board.has_four());
        positions = open.flat_map(|board| board.open().map(|column| board.drop(column))).collect();
        let open: Vec<_> = positions.iter().filter(|board| !board.has_four()).collect();
        let unmirrored: HashSet<u64> = positions.iter().map(|board| board.key().min(board.mirrored().key())).collect();
        let counted = [positions.len(), open.len(), unmirrored.len()];
        assert_eq!(counted, [row[2], row[3], row[4]].map(number::<usize>), "ply {}", row[0]);
    }
}

#[test]
fn known_positions_have_their_exact_value() {
    // The fewer moves were played, the longer it takes: for a few, seconds. Every core solves some.
    let is_quick = |row: &Vec<&str>| row[0].len() >= count(15, 0);
    let positions: Vec<_> = rows(POSITIONS).filter(is_quick).collect();
    let next = AtomicUsize::new(0);
    let solve = || {
        let mut solver = Solver::with_entries(1 << 23);
        while let Some(row) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (_, game) = log::read_line(row[0]).expect("the moves are legal");
            assert_eq!(solver.solve(game.board()), number::<i32>(row[1]), "{}", row[0]);
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(solve))));
}

#[test]
fn the_42nd_stone_wins_before_it_ties() {
    let tie = log::read_line("656173566152215676422337377473141445425321").expect("a recorded tie").1;
    assert_eq!(tie.outcome().expect("the board is full").winner(), None);
    let last = log::read_line("571376236345225146673541242612413735415776").expect("a win with the last stone").1;
    assert_eq!(last.outcome().expect("the board is full").winner().map(|seat| seat.number()), Some(2));
}

#[test]
fn a_column_is_named_by_its_number_in_files() {
    let column = Column::new(4).expect("a column");
    assert_eq!(serde_json::to_string(&column).expect("a number"), "4");
    assert!(serde_json::from_str::<Column>("8").is_err());
    assert_eq!(serde_json::from_str::<Column>("4").expect("a column"), column);
    assert_eq!(ConnectFour::default().legal(botyard_engine::seat::Seat::new(1)).count(), 0);
}
