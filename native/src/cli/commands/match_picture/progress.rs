//! The progress of drawing a match's pictures, on stderr: a bar on a terminal, otherwise a line now
//! and then.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::output::stderr_notes::note;

/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of a drawing. The bar on a terminal is removed at the end.
pub struct DrawingProgress {
    bar: ProgressBar,
    pictures: usize,
    last: Instant,
}

impl DrawingProgress {
    /// Starts with this many pictures to draw.
    pub fn start(pictures: usize) -> Self {
        Self::on(ProgressDrawTarget::stderr(), pictures)
    }

    fn on(target: ProgressDrawTarget, pictures: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(pictures as u64), target);
        let style = ProgressStyle::with_template("drawing: {bar:24} {pos}/{len} pictures, {eta} left");
        bar.set_style(style.expect("the template is valid"));
        Self { bar, pictures, last: Instant::now() }
    }

    /// Shows how many are drawn now.
    pub fn update(&mut self, drawn: usize) {
        self.bar.set_position(drawn as u64);
        if let Some(line) = self.line(drawn, Instant::now()) {
            note(&line);
        }
    }

    /// The line that is due where there is no bar.
    fn line(&mut self, drawn: usize, now: Instant) -> Option<String> {
        if !self.bar.is_hidden() || now.duration_since(self.last) < EVERY {
            return None;
        }
        self.last = now;
        Some(format!("{drawn} of {} pictures are drawn", self.pictures))
    }
}

impl Drop for DrawingProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: without a terminal, no progress was printed for minutes.
    #[test]
    fn a_line_is_due_now_and_then_without_a_terminal() {
        let mut progress = DrawingProgress::on(ProgressDrawTarget::hidden(), 258);
        let begin = progress.last;
        let mut line = |second| progress.line(second, begin + Duration::from_secs(second as u64)).unwrap_or_default();
        let expected = ["", "", "10 of 258 pictures are drawn", "", "", "20 of 258 pictures are drawn"];
        assert_eq!([0, 9, 10, 11, 19, 20].map(&mut line), expected);
    }
}
