//! Draws positions of all games as lines of text, with the colour codes of terminals. Knows no
//! terminal: a caller with another output removes the codes.

use botyard_engine::catalog::Playable;
use botyard_engine::record::{Derived, MatchRecord};
use botyard_engine::seat::Seat;

/// A game whose positions can be drawn as lines of text.
pub trait DrawText: Playable {
    /// The whole position. Each line has its newline.
    fn draw_text(&self) -> String;

    /// The position as far as this seat may see it.
    fn draw_text_for(&self, _: Seat) -> String {
        self.draw_text()
    }

    /// The symbol of a seat in drawings, in its colour.
    fn seat_symbol(seat: Seat) -> String;
}

/// A drawing without its colour codes.
pub fn plain(drawing: &str) -> String {
    anstream::adapter::strip_str(drawing).to_string()
}

/// The position of a match after `turns` turns, with its players, without colour codes; `verdict`
/// says who has won, and is left out before the end.
///
/// ```
/// use botyard_engine::games::connect_four::{ConnectFour, log};
/// use botyard_engine::record::MatchRecord;
/// use botyard_picture::text::draw_match_text;
///
/// let replay = log::read("4455667").expect("a log").remove(0);
/// let record = MatchRecord::<ConnectFour>::new(replay).expect("it follows the rules");
/// let text = draw_match_text(&record, 2, "");
/// assert!(text.starts_with("Connect Four: X ") && text.ends_with("\nafter turn 2 of 7\n"));
/// ```
pub fn draw_match_text<G: DrawText, D: Derived<G>>(record: &MatchRecord<G, D>, turns: usize, verdict: &str) -> String {
    let rounds = record.rounds();
    let players = record.replay().players.iter().enumerate();
    let players: Vec<_> = players
        .map(|(index, player)| format!("{} {}", G::seat_symbol(Seat::new(index)).trim_end(), player.name))
        .collect();
    let board = record.look_at(turns, G::draw_text);
    let standing = match turns >= record.len() && record.outcome().is_some() {
        true => verdict.to_owned(),
        false => format!("after turn {} of {}", rounds.completed(turns), rounds.count()),
    };
    plain(&format!("{}: {}\n\n{board}\n{standing}\n", G::TITLE, players.join(", ")))
}
