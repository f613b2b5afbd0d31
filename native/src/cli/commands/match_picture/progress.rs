//! How far the pictures of a match are.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on stderr, if that is a terminal: `drawing: 3 of 40 turns`.
pub fn progress(what: &'static str, turns: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(turns as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg}: {pos} of {len} turns").expect("the template is valid");
    bar.with_style(style).with_message(what)
}
