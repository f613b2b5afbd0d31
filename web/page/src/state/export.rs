//! Exports the match in forms that others read. The program of cases writes them (`web/export/`),
//! because it knows all rules and no first match waits for it.

use botyard_engine::replay::link::PASSED_ON_MAX;
use botyard_engine::replay::{PlayerInfo, file};
use botyard_web_messages::series::ToSeries;
use botyard_web_messages::{BotKey, Export, ExportForm};

use super::PageState;
use crate::address::Address;
use crate::message::{Effect, ExportedFile};

impl ExportedFile {
    /// How its name ends.
    fn ending(self) -> &'static str {
        match self {
            Self::Log | Self::Text => "txt",
            Self::Svg | Self::QrCode => "svg",
            Self::Png => "png",
            Self::Html => "html",
            Self::Gif => "gif",
        }
    }
}

/// A form of the match, shown in the dialog.
#[derive(Debug, Clone, PartialEq)]
pub enum ShownExport {
    /// The board as text.
    Text(String),
    /// A link as a QR code, and the code in SVG.
    QrCode {
        /// The link.
        link: String,
        /// The code.
        svg: String,
    },
}

/// A file that is being written.
pub struct PendingExport {
    file: ExportedFile,
    name: String,
    /// Of a QR code, its link.
    link: String,
    /// Of an animation, how many of how many pictures are drawn.
    pub drawn: Option<(usize, usize)>,
}

impl PageState {
    /// Has a match whose link has named its bots have one of its turns, and one whose link is long
    /// have one that names its bots, if everybody has them. Bots whose hashes are not known are
    /// loaded first; until then the link is that of the turns.
    pub(super) fn choose_link(&mut self, effects: &mut Vec<Effect>) {
        let most = self.payload_passed_on();
        self.shown_match.link_by_turns(most);
        if !self.shown_match.has_long_link(most) {
            return;
        }
        if self.plays_bundled() {
            return self.shown_match.link_by_bots(most);
        }
        for key in self.unloaded_bots().unwrap_or_default() {
            self.request_bot(&key, effects);
        }
    }

    /// The bundled bots that have played by their names, but whose hashes are not known; `None` if
    /// another bot or a person has played, too.
    fn unloaded_bots(&self) -> Option<Vec<BotKey>> {
        let key =
            |player: &PlayerInfo| self.library.bundled_as(player).map(|bot| (bot.key.clone(), bot.sha256.is_none()));
        let keys: Vec<_> = self.shown_match.record.players().iter().map(key).collect::<Option<_>>()?;
        Some(keys.into_iter().filter_map(|(key, is_unknown)| is_unknown.then_some(key)).collect())
    }

    /// A bot was loaded while the link is shown: perhaps it was the last whose hash was missing.
    pub(super) fn shorten_link(&mut self, effects: &mut Vec<Effect>) {
        let most = self.payload_passed_on();
        if self.shown_match.has_long_link(most) && self.plays_bundled() {
            self.shown_match.link_by_bots(most);
            effects.extend(self.share_link().map(|link| Effect::Copy(link, "The link")));
        }
    }

    /// How long the payload of a link can be so that every program passes the whole address on.
    fn payload_passed_on(&self) -> usize {
        let before = Address::of_replay(self.game_ui.name(), "", None).to_string();
        PASSED_ON_MAX.saturating_sub(self.around.base.len() + before.len())
    }

    /// Requests a form of the match that is shown.
    pub(super) fn export(&mut self, file: ExportedFile, effects: &mut Vec<Effect>) {
        if self.exporting.is_some() {
            return;
        }
        let form = match file {
            ExportedFile::Log => ExportForm::Log,
            ExportedFile::Svg => ExportForm::Picture,
            ExportedFile::Png => ExportForm::Png,
            ExportedFile::Html => ExportForm::Html,
            ExportedFile::Gif => ExportForm::Animation,
            ExportedFile::Text => ExportForm::Text,
            ExportedFile::QrCode => ExportForm::QrCode,
        };
        let link = match form {
            ExportForm::QrCode => self.share_link().unwrap_or_default(),
            _ => String::new(),
        };
        let lines = match form {
            ExportForm::Html => {
                self.shown_match.record.lines().iter().map(|line| (line.words.to_string(), line.fault)).collect()
            }
            _ => Vec::new(),
        };
        let verdict = self.shown_match.verdict(self.game_ui).unwrap_or_default();
        let export = Export { form, turn: self.playback.at, is_dark: self.around.is_dark, verdict, lines };
        let text = if form == ExportForm::QrCode { link.clone() } else { self.file_text() };
        self.exporting = Some(PendingExport { file, name: self.file_name(file.ending()), link, drawn: None });
        effects.push(Effect::Cases(ToSeries::Write(export), vec![text.into_bytes().into()]));
    }

    /// The file that is being written.
    pub fn pending_export(&self) -> Option<&PendingExport> {
        self.exporting.as_ref()
    }

    /// The form that the dialog shows.
    pub fn shown_export(&self) -> Option<&ShownExport> {
        self.shown_export.as_ref()
    }

    /// Notes how many pictures are drawn, and of how many.
    pub(super) fn note_drawn(&mut self, done: usize, of: usize) {
        if let Some(pending) = &mut self.exporting {
            pending.drawn = Some((done, of));
        }
    }

    /// Ends the drawing of an animation.
    pub(super) fn stop_export(&mut self, effects: &mut Vec<Effect>) {
        self.exporting = None;
        effects.push(Effect::Cases(ToSeries::Do("stop-writing".to_owned(), String::new()), Vec::new()));
    }

    /// Offers the finished file.
    pub(super) fn take_exported(&mut self, written: Result<String, String>, effects: &mut Vec<Effect>) {
        let Some(PendingExport { file, name, link, .. }) = self.exporting.take() else { return };
        match (written, file) {
            (Ok(svg), ExportedFile::QrCode) => self.shown_export = Some(ShownExport::QrCode { link, svg }),
            (Ok(text), ExportedFile::Text) => {
                self.shown_export = Some(ShownExport::Text(text.clone()));
                effects.push(Effect::Copy(text, "The board"));
            }
            (Err(why), ExportedFile::QrCode) => self.show_error(format!("There is no QR code: {why}.")),
            (Ok(address), ExportedFile::Png | ExportedFile::Gif) => effects.push(Effect::SaveFrom(name, address)),
            (Ok(text), _) => effects.push(Effect::Save(name, text)),
            (Err(why), _) => self.show_error(format!("Cannot write {name}: {why}.")),
        }
    }

    /// The match as a file, with the bots' words.
    pub(super) fn save(&self) -> Effect {
        Effect::Save(self.file_name("json"), self.file_text())
    }

    fn file_name(&self, ending: &str) -> String {
        format!("{}-{}.{ending}", self.game_ui.name(), self.shown_match.record.seed())
    }

    fn file_text(&self) -> String {
        let words = self.shown_match.passages.iter().map(|passage| &**passage);
        format!("{:#}", file::with_transcript(self.shown_match.record.file(), words))
    }
}
