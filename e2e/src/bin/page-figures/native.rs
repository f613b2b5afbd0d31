//! The same measurements with the native program.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use botyard_e2e::memory_of;
use tokio::process::Command;
use tokio::time::sleep;

use super::table::{Figure, FigureColumn};
use super::{ALL_GAMES, FIRST_GAME, GAME, GAMES, MEMORY_IN_SERIES, OPPONENT, SAME_IDEA, SAME_IDEA_SPEED, SCRIPT};
use super::{SCRIPT_SPEED, TRIVIAL_GAMES, TRIVIAL_SPEED};

/// How many more games are played at a time, to measure the memory of each.
const MORE_AT_ONCE: u64 = 16;
/// The interval between two readings of the memory.
const PAUSE: Duration = Duration::from_millis(5);

/// Measures everything, as far as it exists natively.
///
/// # Errors
/// When the program fails or its output is not as expected.
pub async fn measure(program: &Path) -> Result<FigureColumn> {
    let (first_game, _) = run(program, &["play", GAME, SCRIPT, &bundled(OPPONENT), "--json"]).await?;
    let (script, memory) = play_series(program, SCRIPT, GAMES).await?;
    let (same_idea, _) = play_series(program, &bundled(SAME_IDEA), GAMES).await?;
    let (trivial, _) = play_series(program, &bundled(OPPONENT), TRIVIAL_GAMES).await?;
    let [one, many] =
        [peak_of_games_at_once(program, 1).await?, peak_of_games_at_once(program, 1 + MORE_AT_ONCE).await?];
    let rate = |games: u64, time: Duration| Figure::Rate(games as f64 / time.as_secs_f64());
    let mut column = vec![
        (FIRST_GAME, Figure::Time(first_game)),
        (ALL_GAMES, Figure::Time(script)),
        (SCRIPT_SPEED, rate(GAMES, script)),
        (SAME_IDEA_SPEED, rate(GAMES, same_idea)),
        (TRIVIAL_SPEED, rate(TRIVIAL_GAMES, trivial)),
    ];
    column.extend(memory.map(|bytes| (MEMORY_IN_SERIES, Figure::Bytes(bytes))));
    let each = one.zip(many).map(|(one, many)| many.saturating_sub(one) / MORE_AT_ONCE);
    column.extend(each.map(|bytes| ("memory for each game more at a time", Figure::Bytes(bytes))));
    Ok(column)
}

fn bundled(bot: &str) -> String {
    format!("builtin:{bot}")
}

async fn play_series(program: &Path, bot: &str, games: u64) -> Result<(Duration, Option<u64>)> {
    let (games, opponent) = (games.to_string(), bundled(OPPONENT));
    run(program, &["series", GAME, bot, &opponent, "--games", &games, "--json", "--quiet"]).await
}

/// The peak memory of a series that plays this many games at a time.
async fn peak_of_games_at_once(program: &Path, count: u64) -> Result<Option<u64>> {
    let (bot, games, count) = (bundled(OPPONENT), TRIVIAL_GAMES.to_string(), count.to_string());
    let series = ["series", GAME, &bot, &bot, "--games", &games, "--concurrency", &count, "--json", "--quiet"];
    Ok(run(program, &series).await?.1)
}

/// How long the program takes, its start included, and the most memory that a reading has shown.
async fn run(program: &Path, arguments: &[&str]) -> Result<(Duration, Option<u64>)> {
    let begin = Instant::now();
    let mut command = Command::new(program);
    command.args(arguments).stdout(std::process::Stdio::null()).kill_on_drop(true);
    let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
    let mut most = None;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status?,
            () = sleep(PAUSE) => most = most.max(child.id().and_then(memory_of)),
        }
    };
    ensure!(status.success(), "{} {arguments:?}: {status}", program.display());
    Ok((begin.elapsed(), most))
}
