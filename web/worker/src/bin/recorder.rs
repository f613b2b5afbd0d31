//! The match worker's program that records turns of scripts. It is fetched with the first of them.

use wasm_bindgen::prelude::wasm_bindgen;

fn main() {
    botyard_web_worker::record();
}

/// Answers a call of a run, as in the match worker's usual program.
#[wasm_bindgen]
pub fn answer_run(run: u32, number: u32) -> i32 {
    botyard_web_worker::answer_run(run, number)
}
