//! Prints how many random games and perft(8) counts this build plays a second: the same program natively and as a
//! WASI module, so that the two can be compared.

mod play;

use std::time::Instant;

use botyard_engine::games::connect_four::Board;

/// How often each measure is taken; the median counts.
const SAMPLES: usize = 9;

fn main() {
    let games = median(|| {
        let plies = play::random_games(400_000, 1);
        assert!((8_000_000..9_100_000).contains(&plies), "a random game takes 21.3 plies on average");
        400_000.0
    });
    println!("random games per second: {games:.0}");
    let positions = median(|| Board::default().perft(8) as f64);
    println!("perft(8) positions per second: {positions:.0}");
}

/// The median rate of `work`, which returns how many items it made.
fn median(mut work: impl FnMut() -> f64) -> f64 {
    let mut rates: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let start = Instant::now();
            let items = work();
            items / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[SAMPLES / 2]
}
