//! Texts that are opened: replays and logs, which the program of cases reads.

use botyard_engine::text::trim_blank_lines;
use botyard_web_protocol::ReadRequest;
use botyard_web_protocol::series::ToSeries;

use super::Visit;
use crate::address::Address;
use crate::message::Effect;
use crate::state::Context;

/// A text that is being read.
pub(crate) struct PendingRead {
    id: u32,
    source: TextSource,
}

/// Where a text comes from.
pub(super) enum TextSource {
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
        context.notices.show_reading();
        let link = Address { turn: None, eyes: None, speed: None, ..self.address.clone() };
        self.request_read(TextSource::Link(self.address.clone()), None, &link.to_string(), context);
    }

    fn request_read(&mut self, source: TextSource, file: Option<String>, text: &str, context: &mut Context) {
        self.reads += 1;
        self.reading.push(PendingRead { id: self.reads, source });
        let request = ReadRequest { id: self.reads, game: context.game_ui.name().to_owned(), file };
        context.push(Effect::Cases(ToSeries::Read(request), vec![text.as_bytes().into()]));
    }

    /// Whether a link is being read.
    pub(super) fn awaits_link(&self) -> bool {
        self.reading.iter().any(|reading| matches!(reading.source, TextSource::Link(_)))
    }

    /// Stops waiting for links. The program reads on, and what it finds is not opened.
    pub(super) fn forget_links(&mut self) {
        self.reading.retain(|reading| !matches!(reading.source, TextSource::Link(_)));
    }

    /// Says how much of the text of this number has been read, in percent, if it is waited for.
    pub(crate) fn note_reading(&self, id: u32, percent: u8, context: &mut Context) {
        let is_awaited = |reading: &PendingRead| {
            reading.id == id && matches!(&reading.source, TextSource::Link(address) if *address == self.address)
        };
        if self.reading.iter().any(is_awaited) {
            context.notices.update_reading(percent);
        }
    }

    /// The text of this number has been read: where it comes from; `None` if nothing waits for it.
    pub(super) fn take_pending_read(&mut self, id: u32) -> Option<TextSource> {
        let at = self.reading.iter().position(|reading| reading.id == id)?;
        Some(self.reading.remove(at).source)
    }
}
