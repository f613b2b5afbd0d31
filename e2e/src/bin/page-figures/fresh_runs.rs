//! Measures how many fresh runs of a script a tab makes per second: one for each unit, as in
//! BitMartyr's basic format. The native bench `hosts` measures the cost of one run.

use std::time::Instant;

use anyhow::Result;
use botyard_e2e::Browser;

use super::large_boards::set;
use super::table::{Figure, FigureColumn};

/// Scripts whose units stay in place, so that their number never changes: the row of each, its name and
/// its text.
const STAYING: [(&str, &str, &str); 2] = [
    ("fresh runs/s: a script that does nothing", "stays.js", "print(0);"),
    ("fresh runs/s: the same in Python", "stays.py", "print(0)"),
];
/// Width and height of the board, the units of each team, and the turns.
const SIZE: u64 = 40;
const POPULATION: u64 = 100;
const DURATION: u64 = 10;
const TEAMS: u64 = 2;

/// Plays a match of each script against itself.
///
/// # Errors
/// When the page does not show what is measured.
pub async fn measure(browser: &Browser) -> Result<FigureColumn> {
    let mut column = FigureColumn::new();
    for (row, name, text) in STAYING {
        column.push((row, Figure::Rate(runs_per_second(browser, name, text).await?)));
    }
    Ok(column)
}

async fn runs_per_second(browser: &Browser, name: &str, text: &str) -> Result<f64> {
    let visitor = browser.another().await?;
    visitor.open("#/bitmartyr").await?;
    visitor.wait_for_text("turn", |text| text.split(" / ").nth(1).is_some_and(|last| !last.starts_with('0'))).await?;
    visitor.click("stop").await?;
    visitor.click("settings").await?;
    for (field, number) in [("width", SIZE), ("height", SIZE), ("population", POPULATION), ("duration", DURATION)] {
        set(&visitor, field, number).await?;
    }
    while !visitor.find_all(&format!("seat-{TEAMS}")).await?.is_empty() {
        visitor.click("remove-seat").await?;
    }
    visitor.drop_bytes("seat-0", name, text.as_bytes()).await?;
    visitor.wait_for_text("toast", |text| text.starts_with(name) && text.contains(" will play ")).await?;
    for seat in 0..TEAMS {
        visitor.choose(&format!("seat-{seat}-choice"), name).await?;
        visitor.choose(&format!("wire-{seat}"), "basic").await?;
    }
    let shown = async || visitor.attribute("match", "data-match").await;
    let before = shown().await?;
    let begin = Instant::now();
    visitor.click("play").await?;
    let end = format!("/ {DURATION}");
    let is_over = async || Ok(shown().await? != before && visitor.text("turn").await?.ends_with(&end));
    visitor.wait_for("the match of fresh runs", is_over).await?;
    let runs = (TEAMS * POPULATION * DURATION) as f64 / begin.elapsed().as_secs_f64();
    visitor.quit().await?;
    Ok(runs)
}
