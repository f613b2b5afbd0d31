//! The text below a board: the position's number, the players, and the winner.

use std::fmt::Write as _;

use botyard_engine::seat::Seat;

use crate::palette::ThemePalette;
use crate::{DrawPosition, escaped};

/// The height of a line.
const LINE: usize = 28;
/// The least room for the name of a seat.
const NAME_WIDTH: usize = 220;
/// The most letters of a name that shares its line, and of a sentence in a line of its own.
const NAME_MAX: usize = 22;
const SENTENCE_MAX: usize = 84;

/// The text of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Caption {
    /// The game and the position, as in `Connect Four, turn 7 of 12`.
    pub title: String,
    /// The names of the players, in the order of seats.
    pub players: Vec<String>,
    /// The result, in a sentence; empty before the end.
    pub verdict: String,
}

impl Caption {
    /// The whole caption in a sentence or two, as the picture's text alternative.
    pub(crate) fn summary(&self) -> String {
        let verdict = if self.verdict.is_empty() { String::new() } else { format!(" {}", self.verdict) };
        format!("{}: {}.{verdict}", self.title, self.players.join(", "))
    }

    /// Draws the caption below a board of this width; returns its shapes and its height.
    pub(crate) fn draw<G: DrawPosition>(&self, width: usize, palette: ThemePalette) -> (String, usize) {
        let mut drawing = String::new();
        let columns = (width / NAME_WIDTH).clamp(1, self.players.len().max(1));
        let (ink, soft) = (palette.colour("--ink"), palette.colour("--ink-soft"));
        for (index, name) in self.players.iter().enumerate() {
            let (x, y) = (index % columns * width / columns, index / columns * LINE);
            let _ = write!(
                drawing,
                "<g transform=\"translate({x} {y})\">{}<text x=\"28\" y=\"16\" font-size=\"17\" fill=\"{ink}\">{}</text></g>",
                G::draw_seat(Seat::new(index), palette),
                escaped(&shortened(name, if columns == 1 { SENTENCE_MAX } else { NAME_MAX }))
            );
        }
        let mut y = self.players.len().div_ceil(columns) * LINE;
        let lines = [(&self.verdict, 600, ink), (&self.title, 400, soft)];
        for (words, weight, colour) in lines.into_iter().filter(|(words, ..)| !words.is_empty()) {
            let _ = write!(
                drawing,
                "<text y=\"{}\" font-size=\"16\" font-weight=\"{weight}\" fill=\"{colour}\">{}</text>",
                y + 20,
                escaped(&shortened(words, SENTENCE_MAX))
            );
            y += LINE;
        }
        (drawing, y)
    }
}

/// The text, cut to `most` letters with an ellipsis if it is longer.
fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    words.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_cut() {
        assert_eq!(shortened("abc", 3), "abc");
        assert_eq!(shortened("abcd", 3), "ab…");
    }
}
