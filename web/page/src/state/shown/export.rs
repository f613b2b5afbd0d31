//! Exports the match in forms that others read. The program of cases writes them (`web/desk/src/export.rs`),
//! because it knows all rules and no first match waits for it.

use botyard_engine::replay::file;
use botyard_web_protocol::series::ToSeries;
use botyard_web_protocol::{Export, ExportForm};

use super::Shown;
use crate::message::{Effect, ExportedFile};
use crate::state::Context;

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

/// The files that are made of the match.
#[derive(Default)]
pub struct ExportState {
    /// The file that is being written, until it is saved.
    pub pending: Option<PendingExport>,
    /// The form that the dialog shows.
    pub shown: Option<ShownExport>,
}

impl ExportState {
    /// Notes how many pictures are drawn, and of how many.
    pub(crate) fn note_drawn(&mut self, done: usize, of: usize) {
        if let Some(pending) = &mut self.pending {
            pending.drawn = Some((done, of));
        }
    }

    /// Ends the drawing of an animation.
    pub(crate) fn stop(&mut self, context: &mut Context) {
        self.pending = None;
        context.tell_cases(ToSeries::StopWriting);
    }

    /// Offers the finished file.
    pub(crate) fn take_written(&mut self, written: Result<String, String>, context: &mut Context) {
        let Some(PendingExport { file, name, link, .. }) = self.pending.take() else { return };
        match (written, file) {
            (Ok(svg), ExportedFile::QrCode) => self.shown = Some(ShownExport::QrCode { link, svg }),
            (Ok(text), ExportedFile::Text) => {
                self.shown = Some(ShownExport::Text(text.clone()));
                context.push(Effect::Copy(text, "The board"));
            }
            (Err(why), ExportedFile::QrCode) => context.show_error(format!("There is no QR code: {why}.")),
            (Ok(address), ExportedFile::Png | ExportedFile::Gif) => context.push(Effect::SaveFrom(name, address)),
            (Ok(text), _) => context.push(Effect::Save(name, text)),
            (Err(why), _) => context.show_error(format!("Cannot write {name}: {why}.")),
        }
    }
}

impl Shown {
    /// Requests a form of the match that is shown.
    pub(crate) fn export(&mut self, file: ExportedFile, context: &mut Context) {
        if self.exports.pending.is_some() {
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
            ExportForm::QrCode => self.share_link(context).unwrap_or_default(),
            _ => String::new(),
        };
        let lines = match form {
            ExportForm::Html => {
                self.shown_match.record.lines().iter().map(|line| (line.words.to_string(), line.fault)).collect()
            }
            _ => Vec::new(),
        };
        let verdict = self.shown_match.verdict(context.game_ui).unwrap_or_default();
        let export = Export { form, turn: self.playback.at, is_dark: context.browser.is_dark, verdict, lines };
        let text = if form == ExportForm::QrCode { link.clone() } else { self.file_text() };
        let name = self.file_name(file.ending(), context);
        self.exports.pending = Some(PendingExport { file, name, link, drawn: None });
        context.push(Effect::Cases(ToSeries::Write(export), vec![text.into_bytes().into()]));
    }

    /// The match as a file, with the bots' words.
    pub(crate) fn save(&self, context: &mut Context) {
        context.push(Effect::Save(self.file_name("json", context), self.file_text()));
    }

    fn file_name(&self, ending: &str, context: &Context) -> String {
        format!("{}-{}.{ending}", context.game_ui.name(), self.shown_match.record.seed())
    }

    fn file_text(&self) -> String {
        format!("{:#}", file::with_transcript(self.shown_match.record.file(), self.shown_match.ordered_passages()))
    }
}
