//! Measures what the page costs its visitors, in both browsers, beside the same work done by the
//! native program: bytes, times, games per second, memory. `cargo xtask page-figures` calls it.

mod fresh_runs;
mod in_browser;
mod large_boards;
mod native;
mod table;

use std::path::PathBuf;

use anyhow::Result;
use botyard_e2e::BrowserKind;
use clap::Parser;

use table::FigureTable;

/// The game of all measurements except those of large boards and of fresh runs.
const GAME: &str = "connect-four";
/// A script, and a bundled bot in Rust with the same strategy: it wins if it can, blocks if it
/// must, and else prefers the middle.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../starters/connect-four/javascript/bot.js");
const SAME_IDEA: &str = "tactician";
/// The opponent of both; it plays itself where bots should take no time.
const OPPONENT: &str = "random";
/// How many games are in a run of the editor, and in a series of bots that think.
const GAMES: u64 = 100;
/// How many games are in a series of bots that do not think: natively a game takes less than a
/// tenth of a millisecond.
const TRIVIAL_GAMES: u64 = 10_000;

// The names of the rows.
const FIRST_GAME: &str = "from Ctrl-Enter to the first game's end";
const ALL_GAMES: &str = "from Ctrl-Enter to the end of 100 games";
const SCRIPT_SPEED: &str = "games/s: the starter in JavaScript against random";
const SAME_IDEA_SPEED: &str = "games/s: tactician, the same idea in Rust, against random";
const TRIVIAL_SPEED: &str = "games/s: random against random";
const MEMORY_IN_SERIES: &str = "memory while the script plays 100 games";

/// Measures what the page costs its visitors, in both browsers, beside the native program.
#[derive(Parser)]
#[command(bin_name = "cargo xtask page-figures", max_term_width = 100)]
struct Arguments {
    /// Measure in this browser alone: chromium or firefox; can be given twice
    #[arg(long)]
    browser: Vec<BrowserKind>,
    /// Measure the large boards alone, and say in which functions Chromium's time was spent there;
    /// they have names in a page that was packaged with --quick
    #[arg(long)]
    profile: bool,
    /// The native program, built for release
    #[arg(long)]
    program: PathBuf,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let kinds = if arguments.browser.is_empty() { BrowserKind::ALL.to_vec() } else { arguments.browser };
    let mut table = FigureTable::default();
    for kind in kinds {
        eprintln!("measuring in {kind}");
        table.add(&kind.to_string(), in_browser::measure(kind, arguments.profile).await?);
    }
    if arguments.profile {
        print!("{table}");
        return Ok(());
    }
    eprintln!("measuring natively");
    table.add("native", native::measure(&arguments.program).await?);
    print!("{table}");
    println!("\nSeries are played on all {} processors.", std::thread::available_parallelism()?);
    Ok(())
}
