//! The page's keys. A game's own keys take precedence while a person has to act.

use botyard_web_protocol::series::PanelPress;

use super::Position;
use crate::message::{CasesMessage, Dialog, MarkDirection, Message, Panel, PlaybackMessage};

/// The keys for all games, each with its function. The manual shows the same file.
pub fn common_keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../../../manual/keys.md").lines().skip(TABLE_HEAD).filter_map(|row| {
        let row = row.strip_prefix("| ")?.strip_suffix(" |")?;
        row.split_once(" | ")
    })
}

/// The lines of a table before its rows.
const TABLE_HEAD: usize = 2;

impl Position<'_> {
    /// The message for a key beside this panel.
    pub(super) fn key_message(&self, key: &str, shift: bool, panel: Panel) -> Option<Message> {
        if let Some(seat) = self.actor()
            && let Some(action) = self.shown.shown_match.record.key_action(seat, key)
        {
            return Some(Message::Act(seat, action));
        }
        if let Some(seat) = self.actor_later()
            && self.shown.shown_match.record.key_action(seat, key).is_some()
        {
            return Some(Message::ActInPast);
        }
        let speed = self.shown.playback.speed_index();
        Some(match key {
            " " => Message::Playback(PlaybackMessage::Toggle),
            "ArrowLeft" if shift => Message::ToMark(MarkDirection::Back),
            "ArrowRight" if shift => Message::ToMark(MarkDirection::Forward),
            "ArrowLeft" => Message::Playback(PlaybackMessage::Step(-1)),
            "ArrowRight" => Message::Playback(PlaybackMessage::Step(1)),
            "Home" => Message::Playback(PlaybackMessage::Go(0)),
            "End" => Message::Playback(PlaybackMessage::GoLast),
            "+" | "=" => Message::Playback(PlaybackMessage::Speed(speed + 1)),
            "-" | "−" => Message::Playback(PlaybackMessage::Speed(speed.saturating_sub(1))),
            "f" => Message::Eyes,
            "s" => Message::Share,
            "u" => Message::Undo,
            "k" if self.offers_case(panel) => Message::Cases(CasesMessage::Offer),
            "," | "." | ";" | "[" | "]" if panel == Panel::Steps => {
                let name = match key {
                    "," => "step-back",
                    "." => "step-forward",
                    ";" => "step-over",
                    "[" => "step-last-run",
                    _ => "step-next-run",
                };
                Message::Cases(CasesMessage::Press(PanelPress { name: name.to_owned(), value: String::new() }))
            }
            "?" => Message::Dialog(Some(Dialog::Help)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::common_keys;

    #[test]
    fn every_row_of_the_table_is_a_key() {
        let rows = include_str!("../../../../manual/keys.md").lines().count();
        let keys: Vec<_> = common_keys().collect();
        assert_eq!(keys.len(), rows - 2);
        assert_eq!((keys[0], keys[4]), (("Space", "play or pause"), ("+ −", "faster, slower")));
    }
}
