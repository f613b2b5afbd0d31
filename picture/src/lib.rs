//! Draws positions of all games as SVG, in the colours of the page, and as text. A picture needs
//! only the position and its caption, and includes its background, so that it can be read on any
//! page. Knows no files and no browsers.

pub mod animation;
mod caption;
pub mod frames;
pub mod games;
mod palette;
pub mod qr_code;
pub mod standalone;
pub mod text;

use std::fmt::Write as _;

use botyard_engine::catalog::Playable;
use botyard_engine::record::{Derived, MatchRecord};
use botyard_engine::seat::Seat;

pub use caption::Caption;
pub use palette::{Theme, ThemePalette};

/// The width of a picture, in its own units.
pub const WIDTH: usize = 720;
/// The margin around the board.
const MARGIN: usize = 24;

/// A drawing of a board in units of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardPicture {
    /// The width.
    pub width: usize,
    /// The height.
    pub height: usize,
    /// Its shapes, in SVG.
    pub shapes: String,
}

/// A game whose positions can be drawn.
pub trait DrawPosition: Playable {
    /// The style sheet with the colours of the game's drawings, which the page uses too.
    const STYLE_SHEET: &'static str;

    /// Draws the whole position.
    fn draw_board(&self, palette: ThemePalette) -> BoardPicture;

    /// Draws the sign of a seat, 20 wide and high.
    fn draw_seat(seat: Seat, palette: ThemePalette) -> String;
}

/// A picture of a position with its caption, in SVG.
///
/// ```
/// use botyard_engine::games::connect_four::ConnectFour;
/// use botyard_picture::{Caption, Theme, draw};
///
/// let caption = Caption { title: "Before the first move".into(), players: vec!["a".into(), "b".into()], verdict: String::new() };
/// let svg = draw(&ConnectFour::default(), &caption, Theme::Light);
/// assert!(svg.starts_with("<svg ") && svg.contains(">Before the first move<"));
/// ```
pub fn draw<G: DrawPosition>(position: &G, caption: &Caption, theme: Theme) -> String {
    let palette = ThemePalette::new(G::STYLE_SHEET, theme);
    let BoardPicture { width, height, shapes } = position.draw_board(palette);
    let room = WIDTH - 2 * MARGIN;
    let board_height = room * height / width;
    let below = MARGIN + board_height + MARGIN;
    let (words, words_height) = caption.draw::<G>(room, palette);
    let total = below + words_height + MARGIN;
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{total}\" viewBox=\"0 0 {WIDTH} {total}\" \
         font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif\" role=\"img\">\
         <title>{}</title>\
         <rect width=\"{WIDTH}\" height=\"{total}\" fill=\"{}\"/>\
         <svg x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{room}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">{shapes}</svg>\
         <g transform=\"translate({MARGIN} {below})\">{words}</g></svg>",
        escaped(&caption.summary()),
        palette.colour("--surface"),
        board_height,
    );
    svg
}

/// Like [`draw`], for a match after this many turns; `verdict` says who has won, and is left out
/// before the end.
pub fn draw_match<G: DrawPosition, D: Derived<G>>(
    record: &MatchRecord<G, D>,
    turns: usize,
    verdict: &str,
    theme: Theme,
) -> String {
    let rounds = record.rounds();
    let (at, of) = (rounds.completed(turns), rounds.count());
    let is_over = turns >= record.len() && record.outcome().is_some();
    let caption = Caption {
        title: format!("{}, turn {at} of {of}", G::TITLE),
        players: record.replay().players.iter().map(|player| player.name.clone()).collect(),
        verdict: if is_over { verdict.to_owned() } else { String::new() },
    };
    record.look_at(turns, |position| draw(position, &caption, theme))
}

/// Text with escapes, for SVG.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // SVG forbids most control characters, even as escapes.
            letter if letter.is_control() => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
