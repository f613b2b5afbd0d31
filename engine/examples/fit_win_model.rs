//! Plays games of bundled bots that are about equally strong, fits the model to them by which the
//! chance to win a position is estimated, and measures how often positions with such estimates were won
//! in games that it was not fitted to.
//!
//! `cargo run --release -p botyard-engine --example fit_win_model -- GAME BOTYARD FOLDER`
//!
//! BOTYARD is the program, which plays the series listed below and keeps their games in FOLDER; a series
//! that is there already is not played again. Writes `engine/src/games/GAME/win_model.txt` and prints the
//! table of `docs/rerun-and-cases.md`. Games of even units fit the model, those of odd ones measure it:
//! no seed and no start is in both. Games that a fault has decided are left out, and so are repetitions
//! of a game.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::replay::{Replay, link, play_turn};
use botyard_engine::tournament::{GameLine, GameResult};
use botyard_engine::win_model::{BANDS, CalibrationBand, WinFeatures, WinModel};

/// Games of two bots.
struct BotSeries {
    game: &'static str,
    bots: [&'static str; 2],
    games: usize,
}

/// The games that are played.
const SERIES: [BotSeries; 6] = [
    BotSeries { game: "stratego", bots: ["forfax", "forfax"], games: 1340 },
    BotSeries { game: "stratego", bots: ["sleuth", "sleuth"], games: 1340 },
    BotSeries { game: "stratego", bots: ["veteran", "veteran"], games: 1340 },
    BotSeries { game: "generals", bots: ["hunter", "hunter-varied"], games: 1000 },
    BotSeries { game: "generals", bots: ["conqueror", "conqueror"], games: 1000 },
    BotSeries { game: "generals", bots: ["greedy", "greedy"], games: 1000 },
];
/// How far apart two bots may be, in Elo.
const ELO_MAX: f64 = 100.0;
/// How many positions of a game are looked at, evenly spread over its turns.
const POSITIONS: usize = 40;
/// How often games are drawn again for the intervals.
const RESAMPLES: usize = 1000;
/// Keeps the weights of features finite that tell little.
const RIDGE: f64 = 1e-4;
/// Newton's steps, of which a few suffice.
const STEPS: usize = 25;

/// A position, and whether the first seat won from there: 1, 0, or 0.5 for a draw.
struct Sample {
    features: Vec<f64>,
    won: f64,
}

/// The positions of a game, and the series and unit that it belongs to.
struct SampledGame {
    unit: (usize, u64),
    samples: Vec<Sample>,
}

/// An estimate for the side that is ahead, and whether it won.
struct Prediction {
    estimate: f64,
    won: f64,
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [game, program, folder] = &arguments[..] else {
        eprintln!("usage: fit_win_model GAME BOTYARD FOLDER");
        return ExitCode::from(2);
    };
    match fit(game, program, Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn fit(game: &str, program: &str, folder: &Path) -> Result<(), String> {
    let mut lines = Vec::new();
    for (number, series) in SERIES.iter().enumerate().filter(|(_, series)| series.game == game) {
        let games = series.read(&series.play(program, folder)?)?;
        let [first, second] = series.bots;
        let elo = find_elo(&games);
        println!("{first} and {second}, {} games: {elo:+.0} Elo", games.len());
        if elo.abs() > ELO_MAX {
            return Err(format!("{first} and {second} are more than {ELO_MAX} Elo apart"));
        }
        lines.extend(games.into_iter().map(|line| (number, line)));
    }
    let text = catalog::visit(game, Fit(lines)).unwrap_or_else(|| Err(format!("unknown game {game}")))?;
    let file = format!("engine/src/games/{game}/win_model.txt");
    fs::write(&file, text).map_err(|why| format!("{file}: {why}"))
}

impl BotSeries {
    /// Plays the games, unless they are in the folder, and returns their file.
    fn play(&self, program: &str, folder: &Path) -> Result<PathBuf, String> {
        let [first, second] = self.bots.map(|bot| format!("builtin:{bot}"));
        let name = [&[self.game], &self.bots[..]].concat().join("-");
        let (path, begun) = (folder.join(format!("{name}.jsonl")), folder.join(format!("{name}.begun")));
        if path.exists() {
            return Ok(path);
        }
        let refused = |why| format!("{}: {why}", begun.display());
        fs::write(&begun, "").map_err(refused)?;
        let mut command = Command::new(program);
        command.args(["series", self.game, &first, &second, "--seed", "2"]);
        command.args(["--games", &self.games.to_string(), "--jsonl"]).arg(&begun);
        let status = command.status().map_err(|why| format!("{program}: {why}"))?;
        if !status.success() {
            return Err(format!("{program}: {status}"));
        }
        fs::rename(&begun, &path).map_err(refused)?;
        Ok(path)
    }

    fn read(&self, path: &Path) -> Result<Vec<GameLine>, String> {
        let text = fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))?;
        let lines = GameLine::read_lines(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(lines.into_iter().map(|(_, line)| line).collect())
    }
}

/// By how much the bot of the first game's first seat is stronger than the other.
fn find_elo(games: &[GameLine]) -> f64 {
    let (mut points, mut played) = (0.0, 0.0);
    for game in games {
        let GameResult::Played(result) = &game.result else { continue };
        let seat = game.players.iter().position(|player| *player == games[0].players[0]).unwrap_or_default();
        let (own, other) = (result.places[seat], result.places[1 - seat]);
        points += if own == other { 0.5 } else { f64::from(u8::from(own < other)) };
        played += 1.0;
    }
    let share: f64 = points / played;
    400.0 * (share / (1.0 - share)).log10()
}

/// The games with the numbers of their series.
struct Fit(Vec<(usize, GameLine)>);

impl Visitor for Fit {
    type Out = Result<String, String>;

    fn visit<G: Playable>(self) -> Self::Out {
        let features = G::WIN_FEATURES.ok_or("the game has no features")?;
        let mut seen = BTreeSet::new();
        let mut is_new = |(_, line): &&(usize, GameLine)| match &line.result {
            GameResult::Played(played) => seen.insert(played.digest),
            GameResult::Void => false,
        };
        let lines = self.0.iter().filter(&mut is_new);
        let games: Vec<_> = lines.filter_map(|(series, line)| sample_game(*series, line, &features)).collect();
        let (fitted, held_out): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game.unit.1.is_multiple_of(2));
        let weights = fit_weights(&fitted, features.names.len());
        let model = WinModel { weights, bands: Vec::new() };
        let predictions: Vec<_> = held_out.iter().map(|game| (game.unit, predict(&model, game))).collect();
        let model = WinModel { bands: measure_bands(&predictions), ..model };
        let heading = format!(
            "# Written by engine/examples/fit_win_model.rs: weights fitted to {} games, bands measured with {} others.\n",
            fitted.len(),
            held_out.len()
        );
        print_table(&model, &predictions);
        Ok(heading + &model.write(features.names))
    }
}

/// The positions of a game; `None` if its turns are not kept, or a fault decided it.
fn sample_game<G: Playable>(series: usize, line: &GameLine, features: &WinFeatures<G>) -> Option<SampledGame> {
    let replay = line.replay.as_ref()?;
    let replay: Replay<G> = match replay.starts_with('{') {
        true => serde_json::from_str(replay).ok()?,
        false => link::read(replay).ok()?.replay,
    };
    let mut game = replay.start().ok()?;
    let (mut measured, mut events) = (Vec::new(), Vec::new());
    let all = replay.turns.len();
    for (at, turn) in replay.turns.iter().enumerate() {
        // One position in the middle of each of so many equal parts of the match.
        let part = |at: usize| (2 * at * POSITIONS + all) / (2 * all);
        if part(at) != part(at + 1) {
            measured.push((features.measure)(&game));
        }
        play_turn(&mut game, turn, &mut events).ok()?;
        events.clear();
    }
    let outcome = game.outcome().filter(|outcome| outcome.blamed.is_none())?;
    let won = outcome.winner().map_or(0.5, |winner| if winner.index() == 0 { 1.0 } else { 0.0 });
    let samples = measured.into_iter().map(|features| Sample { features, won }).collect();
    Some(SampledGame { unit: (series, line.unit), samples })
}

/// Maximises the likelihood of the results by Newton's method.
fn fit_weights(games: &[SampledGame], count: usize) -> Vec<f64> {
    let mut weights = vec![0.0; count];
    let samples = || games.iter().flat_map(|game| &game.samples);
    let all = samples().count().max(1) as f64;
    for _ in 0..STEPS {
        let mut slope: Vec<_> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut curvature = vec![vec![0.0; count]; count];
        (0..count).for_each(|at| curvature[at][at] = RIDGE);
        for Sample { features, won } in samples() {
            let sum: f64 = features.iter().zip(&weights).map(|(feature, weight)| feature * weight).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for one in 0..count {
                slope[one] += features[one] * (won - chance) / all;
                for other in 0..count {
                    curvature[one][other] += features[one] * features[other] * chance * (1.0 - chance) / all;
                }
            }
        }
        let step = solve(curvature, slope);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Solves linear equations by Gaussian elimination; the matrix is positive definite, so no row is
/// exchanged.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        let (done, rest) = matrix.split_at_mut(pivot + 1);
        for (row, at) in rest.iter_mut().zip(pivot + 1..) {
            let factor = row[pivot] / done[pivot][pivot];
            row.iter_mut().zip(&done[pivot]).for_each(|(entry, above)| *entry -= factor * above);
            right[at] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// The estimates of a game's positions, with its series and unit.
type UnitPredictions = ((usize, u64), Vec<Prediction>);

fn predict(model: &WinModel, game: &SampledGame) -> Vec<Prediction> {
    let predict = |sample: &Sample| {
        let estimate = model.estimate(&sample.features).estimate;
        match estimate < 0.5 {
            true => Prediction { estimate: 1.0 - estimate, won: 1.0 - sample.won },
            false => Prediction { estimate, won: sample.won },
        }
    };
    game.samples.iter().map(predict).collect()
}

fn find_band(estimate: f64) -> usize {
    BANDS.iter().rposition(|&lower| lower <= estimate).unwrap_or(0)
}

/// The count of positions of each band, their estimates and how many were won.
fn sum_bands<'a>(games: impl IntoIterator<Item = &'a Vec<Prediction>>) -> [[f64; 3]; BANDS.len()] {
    let mut sums = [[0.0; 3]; BANDS.len()];
    for Prediction { estimate, won } in games.into_iter().flatten() {
        let [count, estimates, wins] = &mut sums[find_band(*estimate)];
        (*count, *estimates, *wins) = (*count + 1.0, *estimates + estimate, *wins + won);
    }
    sums
}

/// The bands with at least one position. The intervals are those of the shares when units are drawn
/// again: neither the positions of a game nor the games of a unit are independent.
fn measure_bands(games: &[UnitPredictions]) -> Vec<CalibrationBand> {
    let mut units: Vec<_> = games.iter().map(|(unit, _)| *unit).collect();
    units.sort_unstable();
    units.dedup();
    let of_unit = |unit: &(usize, u64)| sum_bands(games.iter().filter(|(of, _)| of == unit).map(|(_, game)| game));
    let unit_sums: Vec<_> = units.iter().map(of_unit).collect();
    let mut random = fastrand::Rng::with_seed(49);
    let mut shares = vec![Vec::new(); BANDS.len()];
    for _ in 0..RESAMPLES {
        let mut sums = [[0.0; 2]; BANDS.len()];
        for _ in 0..unit_sums.len() {
            let drawn = &unit_sums[random.usize(..unit_sums.len())];
            for (sum, [count, _, wins]) in sums.iter_mut().zip(drawn) {
                *sum = [sum[0] + count, sum[1] + wins];
            }
        }
        for (shares, [count, wins]) in shares.iter_mut().zip(sums).filter(|(_, [count, _])| *count > 0.0) {
            shares.push(wins / count);
        }
    }
    let sums = sum_bands(games.iter().map(|(_, game)| game));
    let bands = sums.into_iter().zip(shares).filter(|([count, ..], _)| *count > 0.0);
    let measure = |([count, estimates, wins], mut shares): ([f64; 3], Vec<f64>)| {
        shares.sort_unstable_by(f64::total_cmp);
        let (low, high) = (shares[shares.len() / 40], shares[shares.len() - 1 - shares.len() / 40]);
        CalibrationBand { positions: count as u32, estimate: estimates / count, won: wins / count, low, high }
    };
    bands.map(measure).collect()
}

fn print_table(model: &WinModel, games: &[UnitPredictions]) {
    let all = || games.iter().flat_map(|(_, game)| game);
    let count = all().count() as f64;
    println!("| estimate of the side ahead | positions | mean | won | interval |\n|---|---|---|---|---|");
    for band in &model.bands {
        let at = find_band(band.estimate);
        let (from, to) = (BANDS[at], BANDS.get(at + 1).copied().unwrap_or(1.0));
        let percent = |share: f64| (1000.0 * share).round() / 10.0;
        let CalibrationBand { positions, estimate, won, low, high } = *band;
        println!(
            "| {} to {} % | {} % | {} % | {} % | {} to {} % |",
            percent(from),
            percent(to),
            percent(f64::from(positions) / count),
            percent(estimate),
            percent(won),
            percent(low),
            percent(high)
        );
    }
    let score = |error: fn(&Prediction) -> f64| all().map(|prediction| error(prediction).powi(2)).sum::<f64>() / count;
    let (brier, even) = (score(|said| said.estimate - said.won), score(|said| 0.5 - said.won));
    println!("\n{} games, Brier score {brier:.4}; of a constant 0.5, {even:.4}", games.len());
}
