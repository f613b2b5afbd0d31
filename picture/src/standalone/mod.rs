//! A match as one HTML file: board, controls and transcript, without another file and without a
//! network. `viewer.js` shows it.

use botyard_engine::record::{Derived, MatchRecord};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Passage, Stream};
use serde::Serialize;

use crate::frames::Frames;
use crate::palette::{Theme, ThemePalette};
use crate::{BoardPicture, DrawPosition, escaped};

const STYLE: &str = include_str!("style.css");
const VIEWER: &str = include_str!("viewer.js");
/// The colours of the page around the board, as style sheets name them.
const COLOURS: [&str; 9] =
    ["--ground", "--surface", "--sunken", "--line", "--ink", "--ink-soft", "--accent", "--accent-soft", "--bad"];
/// A mark near the start of every such file.
pub const MARK: &str = "<meta name=\"generator\" content=\"Botyard\">";
/// The file may not fetch anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The content of the file.
#[derive(Debug, Serialize)]
pub struct StandaloneMatch {
    /// The game's title, as in `Connect Four`.
    pub title: String,
    /// The players, in the order of seats.
    pub players: Vec<StandalonePlayer>,
    /// Who has won, in a sentence.
    pub verdict: String,
    /// The round that is shown at first.
    pub first: usize,
    /// The width of a drawing of the board, in its units.
    pub width: usize,
    /// The height of a drawing of the board.
    pub height: usize,
    /// The board at the start and after each round.
    pub boards: Frames,
    /// The turns, in order.
    pub turns: Vec<StandaloneTurn>,
    /// The bots' input and output, in order, if it was kept.
    pub passages: Vec<StandalonePassage>,
}

/// A player of the match.
#[derive(Debug, Serialize)]
pub struct StandalonePlayer {
    /// Its name.
    pub name: String,
    /// Its sign, 20 wide and high, in SVG.
    pub sign: String,
}

/// A turn of the match.
#[derive(Debug, Serialize)]
pub struct StandaloneTurn {
    /// The number of the turn's round, counted from 1.
    pub round: usize,
    /// The seat that had the turn, counted from 0.
    pub seat: usize,
    /// The action, or the fault.
    pub words: String,
    /// Whether it was a fault.
    #[serde(rename = "isFault")]
    pub is_fault: bool,
    /// The time that it took, in milliseconds.
    pub used: f64,
}

/// A passage of the transcript: text in one stream of a bot.
#[derive(Debug, Serialize)]
pub struct StandalonePassage {
    /// The round of the passage.
    pub round: usize,
    /// The bot's seat, counted from 0.
    pub seat: usize,
    /// The name of the stream.
    pub stream: &'static str,
    /// The text.
    pub text: String,
}

/// The text of a turn: the action, or the fault.
pub struct TurnWords {
    /// The text.
    pub words: String,
    /// Whether it was a fault.
    pub is_fault: bool,
}

/// The text of a match on the page, besides its boards.
pub struct ToldMatch<'a> {
    /// The text of each turn.
    pub turns: Vec<TurnWords>,
    /// The bots' input and output, in order, as far as they were kept.
    pub passages: &'a [Passage],
    /// Who has won, in a sentence.
    pub verdict: String,
}

impl StandaloneMatch {
    /// Draws all boards of a match, which is opened after `first` turns. `drawn` is called with how
    /// many boards are drawn and how many there are.
    pub fn new<G: DrawPosition, D: Derived<G>>(
        record: &MatchRecord<G, D>,
        told: ToldMatch<'_>,
        first: usize,
        theme: Theme,
        mut drawn: impl FnMut(usize, usize),
    ) -> Self {
        let palette = ThemePalette::new(G::STYLE_SHEET, theme);
        let stops = record.stops();
        // The round of the turn that follows this many turns.
        let round_of = |turns: usize| stops.number(turns + 1);
        let (mut boards, mut width, mut height) = (Frames::default(), 0, 0);
        for number in 0..=stops.count() {
            let board = record.look_at(stops.turn(number), |position| position.draw_board(palette));
            BoardPicture { width, height, .. } = board;
            boards.push(&board.shapes);
            drawn(number + 1, stops.count() + 1);
        }
        let replay = record.replay();
        let player = |(index, name): (usize, &str)| StandalonePlayer {
            name: name.to_owned(),
            sign: G::draw_seat(Seat::new(index), palette),
        };
        let turns =
            replay.turns.iter().zip(told.turns).enumerate().map(|(at, (turn, TurnWords { words, is_fault }))| {
                let used = turn.used.as_secs_f64() * 1000.0;
                StandaloneTurn { round: round_of(at), seat: turn.seat.index(), words, is_fault, used }
            });
        let passages = told.passages.iter().filter_map(|passage| {
            let (round, seat) = (round_of(passage.turn), passage.seat.index());
            Some(StandalonePassage { round, seat, stream: named(passage.stream)?, text: passage.text.clone() })
        });
        Self {
            title: G::TITLE.to_owned(),
            players: replay.players.iter().map(|player| &*player.name).enumerate().map(player).collect(),
            verdict: told.verdict,
            first: stops.completed(first),
            width,
            height,
            boards,
            turns: turns.collect(),
            passages: passages.collect(),
        }
    }
}

fn named(stream: Stream) -> Option<&'static str> {
    match stream {
        Stream::Stdin => Some("stdin"),
        Stream::Stdout => Some("stdout"),
        Stream::Stderr => Some("stderr"),
        Stream::Ended | Stream::Remark => None,
    }
}

/// The file's text before and after the match, which is the JSON of `shown`: deflated and in base
/// 64, or unchanged but with [no `<` in it](plain). `board` is shown where no script runs: a
/// drawing of the last position, as [`crate::draw`] makes it.
pub fn document(shown: &StandaloneMatch, board: &str, theme: Theme) -> [String; 2] {
    let names: Vec<_> = shown.players.iter().map(|player| player.name.as_str()).collect();
    let title = escaped(&format!("{}: {}", shown.title, names.join(", ")));
    // Games declare some of these colours too, for their own drawings.
    let colours = colours(theme);
    let before = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <style>{colours}\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <div id=\"match\">{board}</div>\n</main>\n<script type=\"text/plain\" id=\"data\">"
    );
    [before, format!("</script>\n<script>\n{VIEWER}</script>\n</body>\n</html>\n")]
}

/// The colours around the board. A dark file is always dark. A light one follows the reader's
/// system, but its boards are already drawn and keep their background.
fn colours(theme: Theme) -> String {
    let list = |theme| {
        let palette = ThemePalette::new("", theme);
        COLOURS.map(|name| format!("{name}:{};", palette.colour(name))).concat()
    };
    match theme {
        Theme::Dark => format!(":root{{color-scheme:dark;{}}}", list(theme)),
        Theme::Light => {
            let ground = ThemePalette::new("", theme).colour("--surface");
            let [light, dark] = [theme, Theme::Dark].map(list);
            format!(
                ":root{{color-scheme:light dark;{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n\
                 .board{{background:{ground};border-radius:8px}}"
            )
        }
    }
}

/// JSON without `<`, which could end the script element that contains it in an HTML file.
pub fn plain(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: a file from a light page was light everywhere.
    #[test]
    fn what_is_around_the_board_follows_the_system() {
        let light = colours(Theme::Light);
        let (first, dark) = light.split_once("@media (prefers-color-scheme:dark)").expect("both are there");
        assert!(first.contains("--ink:#1a1e27;") && dark.contains("--ink:#eceef3;"), "{light}");
        assert!(colours(Theme::Dark).starts_with(":root{color-scheme:dark;"));
    }
}
