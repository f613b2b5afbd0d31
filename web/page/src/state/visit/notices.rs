//! The sentence that the visitor is shown at the moment: a notice that fades, or an error that
//! stays until it is closed.

use crate::excerpt::sentence;
use crate::message::{Effect, NoticeMessage};

/// How long a notice stays at least, in milliseconds.
const SHORTEST_STAY: f64 = 4_000.0;
/// How long a notice stays that offers to undo something or to go back, in milliseconds.
const UNDO_STAY: f64 = 12_000.0;
/// How much longer it stays for each byte, in milliseconds: long enough to be read twice.
const STAY_PER_BYTE: f64 = 70.0;

/// A sentence for the visitor.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// Its number.
    pub id: u32,
    /// The text.
    pub text: String,
    /// Whether it is an error.
    pub is_bad: bool,
    /// What the visitor can do about it while it is shown.
    pub offer: Option<NoticeOffer>,
}

/// What a notice offers to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeOffer {
    /// To undo this removal.
    Undo(Removal),
    /// To read no more of a long match.
    StopReading,
    /// To show the newest position, in which the visitor can play.
    BackToNow,
}

/// The kind of a removed item that can be put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// A build of the visitor's.
    Build,
    /// A case, by its program.
    Case,
    /// A series, by its program.
    Series,
}

/// The notices of a visit, of which at most one is shown.
#[derive(Default)]
pub struct Notices {
    shown: Option<Notice>,
    /// How many there have been.
    count: u32,
}

impl Notices {
    /// The notice that is shown.
    pub fn shown(&self) -> Option<&Notice> {
        self.shown.as_ref()
    }

    /// Shows or closes a notice, and returns the effect that lets a new one fade.
    pub fn update(&mut self, message: NoticeMessage) -> Option<Effect> {
        match message {
            NoticeMessage::Show(text) => return Some(self.show(text)),
            NoticeMessage::Dismiss => self.shown = None,
            NoticeMessage::Fade(id) => {
                self.shown.take_if(|notice| notice.id == id);
            }
        }
        None
    }

    /// Closes an error.
    pub(crate) fn dismiss_error(&mut self) {
        self.shown.take_if(|notice| notice.is_bad);
    }

    /// Shows a notice, and returns the effect that lets it fade.
    pub(crate) fn show(&mut self, text: String) -> Effect {
        let shown = self.add(&text, false);
        Effect::Fade(shown.id, SHORTEST_STAY + STAY_PER_BYTE * shown.text.len() as f64)
    }

    /// Shows a notice about a removal, and offers to undo it.
    pub(crate) fn show_removal(&mut self, text: &str, removal: Removal) -> Effect {
        let shown = self.add(text, false);
        shown.offer = Some(NoticeOffer::Undo(removal));
        Effect::Fade(shown.id, UNDO_STAY)
    }

    /// Closes a notice that offers to undo a removal, and returns the removal.
    pub(crate) fn take_removal(&mut self) -> Option<Removal> {
        match self.shown.as_ref()?.offer? {
            NoticeOffer::Undo(removal) => {
                self.shown = None;
                Some(removal)
            }
            NoticeOffer::StopReading | NoticeOffer::BackToNow => None,
        }
    }

    /// Shows that a long match is being read, until it has been, and offers to stop.
    pub(crate) fn show_reading(&mut self) {
        self.add(&describe_reading(0), false).offer = Some(NoticeOffer::StopReading);
    }

    /// Says how much of the long match has been read, in percent, unless the notice is closed.
    pub(crate) fn update_reading(&mut self, percent: u8) {
        if let Some(notice) = self.shown.as_mut().filter(|notice| notice.offer == Some(NoticeOffer::StopReading)) {
            notice.text = describe_reading(percent);
        }
    }

    /// Closes the notice that a long match is being read.
    pub(crate) fn end_reading(&mut self) {
        self.shown.take_if(|notice| notice.offer == Some(NoticeOffer::StopReading));
    }

    /// Shows why nothing can be played in the position that is shown, a past one, and offers to go
    /// back to the newest.
    pub(crate) fn show_past(&mut self, text: &str) -> Effect {
        let shown = self.add(text, false);
        shown.offer = Some(NoticeOffer::BackToNow);
        Effect::Fade(shown.id, UNDO_STAY)
    }

    /// Closes that notice: another position is shown.
    pub(crate) fn end_past(&mut self) {
        self.shown.take_if(|notice| notice.offer == Some(NoticeOffer::BackToNow));
    }

    /// Shows an error.
    pub(crate) fn show_error(&mut self, text: String) {
        self.add(&text, true);
    }

    fn add(&mut self, text: &str, is_bad: bool) -> &mut Notice {
        self.count += 1;
        // The texts come from hosts and readers, and some of them repeat their whole input.
        self.shown.insert(Notice { id: self.count, text: sentence(text), is_bad, offer: None })
    }
}

fn describe_reading(percent: u8) -> String {
    format!("Opening a long match in the background: {percent} % is read.")
}
