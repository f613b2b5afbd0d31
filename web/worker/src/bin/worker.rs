//! The match worker's program.

use wasm_bindgen::prelude::wasm_bindgen;

fn main() {
    botyard_web_worker::start();
}

/// Answers a call of a run. Exported here, because the program that interprets modules has no such
/// calls.
#[wasm_bindgen]
pub fn answer_run(run: u32, number: u32) -> i32 {
    botyard_web_worker::answer_run(run, number)
}
