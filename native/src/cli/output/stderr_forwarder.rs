//! Forwards the bots' stderr as it is written, for the drop-in commands: the bots of the original
//! programs inherited their stderr. Knows no game.

use std::io::{self, Write};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Stream, Transcript};
use botyard_host::{Audience, AudienceRequest, PersonReply};

/// Wraps an audience, and forwards the bots' stderr.
pub struct StderrForwarder<'a> {
    audience: &'a mut dyn Audience,
    /// The number of passages of the transcript that have been read.
    forwarded: usize,
}

impl<'a> StderrForwarder<'a> {
    /// Wraps this audience.
    pub fn new(audience: &'a mut dyn Audience) -> Self {
        Self { audience, forwarded: 0 }
    }

    /// Forwards what was written since the last call, without control characters.
    pub fn forward_new(&mut self, transcript: &Transcript) {
        let passages = &transcript.passages()[self.forwarded..];
        self.forwarded += passages.len();
        let mut out = anstream::stderr().lock();
        for passage in passages.iter().filter(|passage| passage.stream == Stream::Stderr) {
            // If stderr is closed, there is nowhere to report it.
            let _ = write(&mut out, &passage.text);
        }
    }
}

/// A passage may begin and end in the middle of a line.
fn write(out: &mut dyn Write, text: &str) -> io::Result<()> {
    text.split_inclusive('\n').try_for_each(|line| match line.strip_suffix('\n') {
        Some(line) => writeln!(out, "{}", printable(line)),
        None => write!(out, "{}", printable(line)),
    })
}

impl Audience for StderrForwarder<'_> {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        self.forward_new(game.transcript());
        self.audience.match_changed(game);
    }

    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply {
        self.forward_new(game.transcript());
        self.audience.ask_person(game, seat)
    }

    fn action_refused(&mut self, seat: Seat, why: &str) {
        self.audience.action_refused(seat, why);
    }

    fn poll_request(&mut self) -> Option<AudienceRequest> {
        self.audience.poll_request()
    }
}
