//! The page's keys. A game's own keys take precedence while a person has to act.

use super::PageState;
use crate::message::{CasesMessage, Dialog, MarkDirection, Message, PlaybackMessage};

/// The keys for all games, for the help.
pub const KEYS: &[(&str, &str)] = &[
    ("Space", "play or pause"),
    ("← →", "one turn back or forward"),
    ("Shift ← →", "the previous or next key moment"),
    ("Home, End", "the start, the latest turn"),
    ("+ −", "faster, slower"),
    ("s", "share the match: copy its link"),
    ("f", "show one player's view, in games with hidden information"),
    ("u", "undo a removal, while a message offers it"),
    ("k", "keep the inspected turn as a case"),
    ("?", "this help"),
];

impl PageState {
    /// The message for a key in the current state.
    pub(super) fn key_message(&self, key: &str, shift: bool) -> Option<Message> {
        if self.dialog.is_some() {
            return None;
        }
        if let Some(seat) = self.actor()
            && let Some(action) = self.shown_match.record.key_action(seat, key)
        {
            return Some(Message::Act(seat, action));
        }
        let speed = self.playback.speed_index();
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
            "k" if self.offers_case() => Message::Cases(CasesMessage::Offer),
            "?" => Message::Dialog(Some(Dialog::Help)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::KEYS;

    /// The manual is made without the page, and has the list once more.
    #[test]
    fn the_manual_lists_the_same_keys() {
        let manual = include_str!("../../../../manual/help.md");
        let (_, table) = manual.split_once("|---|---|\n").expect("a table of keys");
        let listed: Vec<_> = table.lines().map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |")).collect();
        let known = KEYS.iter().map(|(key, what)| {
            if *key == "?" { "? | all keys, those of this game too".to_owned() } else { format!("{key} | {what}") }
        });
        assert_eq!(listed, known.collect::<Vec<_>>());
    }
}
