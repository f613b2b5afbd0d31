//! Texts that are opened: replays and logs, which the program of cases reads.

use botyard_engine::text::trim_blank_lines;
use botyard_web_games::find_game_ui;
use botyard_web_protocol::series::ToSeries;
use botyard_web_protocol::{FoundMatch, FromReader, ReadRequest};

use super::Visit;
use crate::address::Address;
use crate::excerpt::{quoted, sentence};
use crate::message::Effect;
use crate::state::{Context, PageState};

/// A text that is being read.
pub(crate) struct PendingRead {
    id: u32,
    source: TextSource,
}

/// Where a text comes from.
enum TextSource {
    /// It was pasted.
    Pasted,
    /// A file of this name.
    File(String),
    /// The link in the page's address, which was this.
    Link(Address),
}

impl Visit {
    /// Has a replay file, or a log of the current game, read.
    pub(crate) fn read_text(&mut self, file: Option<String>, text: &str, context: &mut Context) {
        // A text field uses one kind of line end. The end of the last line is kept: a log's last
        // line without one may have been cut off.
        let text = trim_blank_lines(&text.replace("\r\n", "\n")).to_owned();
        let source = file.clone().map_or(TextSource::Pasted, TextSource::File);
        self.request_read(source, file, &text, context);
    }

    /// Has the link in the page's address read, which takes long.
    pub(crate) fn read_long_link(&mut self, context: &mut Context) {
        context.show_notice("Opening a long match. It is read in the background.".to_owned());
        let link = Address { turn: None, eyes: None, speed: None, ..self.address.clone() };
        self.request_read(TextSource::Link(self.address.clone()), None, &link.to_string(), context);
    }

    fn request_read(&mut self, source: TextSource, file: Option<String>, text: &str, context: &mut Context) {
        self.reads += 1;
        self.reading.push(PendingRead { id: self.reads, source });
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
        let Some(PendingRead { source, .. }) = self.visit.take_pending_read(read.id) else { return };
        match source {
            // The visitor has gone elsewhere meanwhile.
            TextSource::Link(address) if address != self.visit.address => {}
            TextSource::Link(address) => {
                let opened = read.found.and_then(|found| self.open_long_link(found, address.turn));
                opened.unwrap_or_else(|why| self.refuse_link(&why));
            }
            TextSource::Pasted => {
                let opened = read.found.and_then(|found| self.open_text(found));
                opened.unwrap_or_else(|why| self.context.show_error(format!("Cannot open this: {why}.")));
            }
            TextSource::File(name) => {
                let opened = read.found.and_then(|found| self.open_text(found));
                opened.unwrap_or_else(|why| {
                    self.context.show_error(format!("Cannot open {}: {}.", quoted(&name), sentence(&why)));
                });
            }
        }
    }

    /// Opens the match of the link in the page's address, at this turn.
    fn open_long_link(&mut self, found: FoundMatch, turn: Option<usize>) -> Result<(), String> {
        let mut record = self.context.game_ui.open(&found.match_spec)?;
        record.extend(0, found.turns)?;
        self.open_match(record, Vec::new(), turn);
        found.warning.into_iter().for_each(|warning| self.context.show_error(warning));
        Ok(())
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
