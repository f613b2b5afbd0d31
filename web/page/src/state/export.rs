//! The match in forms that others read. What is written is the program of cases' to do
//! (`web/export/`), which knows all rules, and for which no first match waits.

use botyard_engine::replay::file;
use botyard_web_messages::series::ToSeries;
use botyard_web_messages::{Export, ExportForm};

use super::PageState;
use crate::message::{Effect, ExportedFile};

impl ExportedFile {
    /// How its name ends.
    fn ending(self) -> &'static str {
        match self {
            Self::Log => "txt",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }
}

impl PageState {
    /// Has the match be written, as it is shown.
    pub(super) fn export(&mut self, file: ExportedFile, effects: &mut Vec<Effect>) {
        if self.exporting.is_some() {
            return;
        }
        let form = match file {
            ExportedFile::Log => ExportForm::Log,
            ExportedFile::Svg | ExportedFile::Png => ExportForm::Picture,
            ExportedFile::Html => ExportForm::Html,
        };
        let lines = match form {
            ExportForm::Html => {
                self.shown_match.record.lines().iter().map(|line| (line.words.to_string(), line.fault)).collect()
            }
            ExportForm::Log | ExportForm::Picture => Vec::new(),
        };
        let verdict = self.shown_match.verdict(self.game_ui).unwrap_or_default();
        let export = Export { form, turn: self.playback.at, is_dark: self.around.is_dark, verdict, lines };
        self.exporting = Some(file);
        effects.push(Effect::Cases(ToSeries::Write(export), vec![self.file_text().into_bytes().into()]));
    }

    /// Whether a file is being written.
    pub fn is_exporting(&self) -> bool {
        self.exporting.is_some()
    }

    /// Offers what was written.
    pub(super) fn take_exported(&mut self, written: Result<String, String>, effects: &mut Vec<Effect>) {
        let Some(file) = self.exporting.take() else { return };
        let name = self.file_name(file.ending());
        match (written, file) {
            (Ok(svg), ExportedFile::Png) => effects.push(Effect::SavePng(name, svg)),
            (Ok(text), _) => effects.push(Effect::Save(name, text)),
            (Err(why), _) => self.show_error(format!("Cannot write {name}: {why}.")),
        }
    }

    /// The match as a file, with what the bots said.
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
