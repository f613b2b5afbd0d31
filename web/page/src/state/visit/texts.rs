//! Texts that are opened: replays and logs, which the program of cases reads.

use botyard_engine::text::trim_blank_lines;
use botyard_web_games::find_game_ui;
use botyard_web_protocol::series::ToSeries;
use botyard_web_protocol::{FoundMatch, FromReader, ReadRequest};

use super::Visit;
use crate::excerpt::{quoted, sentence};
use crate::message::Effect;
use crate::state::{Context, PageState};

/// A text that is being read.
pub(crate) struct PendingRead {
    id: u32,
    /// The name of the file; `None` if the text was pasted.
    file: Option<String>,
}

impl Visit {
    /// Sends a replay file, or a log of the current game, to be read.
    pub(crate) fn read_text(&mut self, file: Option<String>, text: &str, context: &mut Context) {
        // A text field uses one kind of line end. The end of the last line is kept: a log's last
        // line without one may have been cut off.
        let text = trim_blank_lines(&text.replace("\r\n", "\n")).to_owned();
        self.reads += 1;
        self.reading.push(PendingRead { id: self.reads, file: file.clone() });
        let request = ReadRequest { id: self.reads, game: context.game_ui.name().to_owned(), file };
        context.push(Effect::Cases(ToSeries::Read(request), vec![text.as_bytes().into()]));
    }

    /// The text of this number has been read; `None` if nothing waits for it.
    fn take_pending_read(&mut self, id: u32) -> Option<PendingRead> {
        let at = self.reading.iter().position(|reading| reading.id == id)?;
        Some(self.reading.remove(at))
    }
}

impl PageState {
    /// Handles a text that was read.
    pub(crate) fn take_read(&mut self, read: FromReader) {
        let Some(PendingRead { file, .. }) = self.visit.take_pending_read(read.id) else { return };
        let opened = read.found.and_then(|found| self.open_text(found));
        match (opened, file) {
            (Ok(()), _) => {}
            (Err(why), None) => self.context.show_error(format!("Cannot open this: {why}.")),
            (Err(why), Some(name)) => {
                self.context.show_error(format!("Cannot open {}: {}.", quoted(&name), sentence(&why)));
            }
        }
    }

    fn open_text(&mut self, found: FoundMatch) -> Result<(), String> {
        let FoundMatch { match_spec, turns, passages, of, warning } = found;
        let game_ui =
            find_game_ui(&match_spec.game).ok_or_else(|| format!("unknown game `{}`", quoted(&match_spec.game)))?;
        let mut record = game_ui.open(&match_spec)?;
        record.extend(0, turns)?;
        self.enter_game(game_ui);
        self.open_found(record, passages, None);
        if let Some(warning) = warning {
            self.context.show_error(warning);
        } else if of > 1 {
            self.context.show_notice(format!("This is the first of {of} matches in the log."));
        }
        Ok(())
    }
}
