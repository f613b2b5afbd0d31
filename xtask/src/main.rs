//! What the README's two commands call, `cargo xtask serve` and `cargo xtask test`, and the steps
//! they are made of. Knows which programs to run and in what order; knows nothing of games, bots'
//! words or the page's insides.

mod axe;
mod being_built;
mod bots;
mod browsers;
mod build_folder;
mod caches;
mod checkout;
mod checks;
mod compiler;
mod durations;
mod editor;
mod interpreters;
mod language_figures;
mod licence_list;
mod lines;
mod manual;
mod metadata;
mod node;
mod npm;
mod optimizer;
mod page;
mod plan;
mod run;
mod running;
mod serve;
mod style;
mod suite;
mod system_packages;
mod targets;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use checkout::Checkout;
use licence_list::LicenceList;

/// Builds, serves and tests Botyard.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// One variant per command; each carries its own arguments and lives in the file of its name.
#[derive(Subcommand)]
enum Task {
    /// Build the bots and the page, and serve the page on this machine
    Serve(serve::Serve),
    /// Build the page into dist/, ready for any static host
    Build(page::Build),
    /// Build our bots as WASI modules into target/bot-modules/
    Bots(bots::Bots),
    /// Build the interpreter of a language of bots, or its translator, and put it beside the bots: python
    Language(interpreters::Language),
    /// List what Botyard contains that others have written, with the licences, in target/licences/
    Licences,
    /// Build what the page is put together from: the bots, the style sheet, the manual; a hook in
    /// Trunk.toml calls it
    Prepare(page::Prepare),
    /// Run what a change has to pass: lints, tests, the page, the browsers; `--complete` runs
    /// everything
    Test(suite::Test),
    /// Call cargo as the steps do, in the build folder that they share: `cargo xtask cargo test
    /// --workspace --test cli`
    Cargo(checks::Passed),
    /// Take a picture of the built page: ROUTE FILE.png [--width W] [--height H] [--dark]
    /// [--browser B] [--script JS]; or of all views that have names: --views FOLDER
    Shot(checks::Passed),
    /// Measure what counting instructions costs in the browsers
    BrowserBudget,
    /// Measure a turn of a match in the browsers, beside the bare exchange of its bytes, and a
    /// series on one processor and on two: [--browser chromium|firefox] [--processors]
    BrowserTurns(checks::Passed),
    /// Measure what the page costs its visitors in both browsers, beside the native program:
    /// [--browser B]
    PageFigures(checks::Passed),
    /// Measure the languages of scripts: what is fetched, start, speed, memory, deepest calls
    LanguageFigures,
    /// Count the lines of code, comments and tests of each package
    Lines(lines::Lines),
    /// Check the engine against recorded games: DIR
    Conformance(checks::Passed),
}

impl Task {
    fn run(self, checkout: &Checkout) -> Result<()> {
        match self {
            Self::Serve(serve) => serve.run(checkout),
            Self::Build(build) => build.run(checkout),
            Self::Bots(bots) => bots.run(checkout),
            Self::Language(language) => language.run(checkout),
            Self::Licences => LicenceList::new(checkout).refresh(),
            Self::Prepare(prepare) => prepare.run(checkout),
            Self::Test(test) => test.run(checkout),
            Self::Cargo(passed) => checks::cargo(checkout, &passed),
            Self::Shot(passed) => checks::shot(checkout, &passed),
            Self::BrowserBudget => checks::browser_budget(checkout),
            Self::BrowserTurns(passed) => checks::browser_turns(checkout, &passed),
            Self::PageFigures(passed) => checks::page_figures(checkout, &passed),
            Self::LanguageFigures => language_figures::run_task(checkout),
            Self::Lines(lines) => lines.run(checkout),
            Self::Conformance(passed) => checks::conformance(checkout, &passed),
        }
    }
}

fn main() -> ExitCode {
    if let Some(code) = compiler::compile_if_called_by_cargo() {
        return code;
    }
    let task = Arguments::parse().task;
    running::end_all_at_signals();
    let done = Checkout::here().and_then(|checkout| task.run(&checkout));
    // After an error, some of what runs beside others may still run.
    running::end_all();
    let Err(error) = done else {
        return ExitCode::SUCCESS;
    };
    eprintln!("\ncargo xtask: {error:#}");
    ExitCode::FAILURE
}
