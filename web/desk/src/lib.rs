//! The program that plays series in the page: decides which games are played, has match workers
//! play them, counts the results, has them kept, and draws the panel that shows them. It is a
//! worker of its own, which the page starts with the first series.
//!
//! The engine's tournament decides which games count; this crate knows workers, the connection to
//! the browser's store and the panel.
//!
//! The program of cases is built of the same parts, and is another file, because it needs the rules
//! of the games. Therefore it also reads replays and logs, and writes matches to files.

mod bot_record;
mod case_form;
mod case_list;
mod case_result;
mod case_runner;
mod case_view;
mod cases_program;
mod comparison_view;
mod controls;
pub mod export;
mod field_form;
mod game_list;
mod kept_verdict;
mod lost_turns;
mod match_worker;
mod node;
mod number_help;
mod own_bots;
mod pace;
mod participant_games;
mod program;
pub mod read;
mod result_parts;
mod run_report;
mod rung_report;
mod series;
mod series_program;
mod steps;
mod store;
mod view;
mod worker_pool;

use botyard_web_protocol::series::FromSeries;
use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

use cases_program::CasesProgram;
use series_program::SeriesProgram;

/// Starts the program of series.
pub fn start() {
    program::run::<SeriesProgram>();
}

/// Starts the program of cases.
pub fn start_cases() {
    program::run::<CasesProgram>();
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(message: &FromSeries) {
    let text = serde_json::to_string(message).expect("messages have text keys only");
    scope().post_message(&text.into()).expect("text is easy to copy");
}
