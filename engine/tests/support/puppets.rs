//! A host without bots: the test plays the runs and sees the referee's requests, as lines.
//!
//! Runs are numbered in the order of their starts, over all seats.
//!
//! Lines: `start 0=A` (run 0 for seat A), `0> text` (stdin), `0 eof`, `0 until 10s`, `0 goes on`,
//! `stop 0`, `changed`, `over`.

use std::time::Duration;

use botyard_engine::codec::{BotCodec, Protocol};
use botyard_engine::exit::Exit;
use botyard_engine::referee::host::{Input, Limits, Output, Run, Spent};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::replay::{Turn, Waiting};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Stream;

pub struct Puppets<G: Protocol> {
    pub referee: Referee<G>,
    runs: Vec<Run>,
    pub now: Duration,
}

pub const LIMITS: Limits = Limits {
    start: Duration::from_secs(10),
    turn: Duration::from_secs(2),
    bank: None,
    waiting: Waiting::Pondering,
    grace: Duration::from_millis(500),
    unread_output_max: 64,
    window: 2,
    kept_words: 1 << 20,
};

fn number(runs: &[Run], run: Run) -> usize {
    runs.iter().position(|known| *known == run).expect("the run has been started")
}

impl<G: Protocol> Puppets<G> {
    pub fn new(game: G, players: Vec<Player<G>>) -> Self {
        Self::within(LIMITS, game, players)
    }

    /// A match that repeats this record.
    pub fn repeating(game: G, players: Vec<Player<G>>, record: &[Turn<G::Action>]) -> Self {
        let referee = Referee::repeating(game, players, record.to_vec(), LIMITS, Duration::ZERO);
        Self { referee, runs: Vec::new(), now: Duration::ZERO }
    }

    pub fn within(limits: Limits, game: G, players: Vec<Player<G>>) -> Self {
        Self { referee: Referee::new(game, players, limits, Duration::ZERO), runs: Vec::new(), now: Duration::ZERO }
    }

    /// The referee's requests since the last call, joined by commas; `changed` is left out.
    pub fn asked(&mut self) -> String {
        let mut lines = Vec::new();
        while let Some(output) = self.referee.poll() {
            lines.push(match output {
                Output::Start(run, seat) => {
                    self.runs.push(run);
                    format!("start {}={}", number(&self.runs, run), char::from(b'A' + seat.index() as u8))
                }
                Output::Stdin(run, text) => {
                    format!("{}> {}", number(&self.runs, run), String::from_utf8_lossy(text).escape_debug())
                }
                Output::CloseStdin(run) => format!("{} eof", number(&self.runs, run)),
                Output::Grant(run, until) => format!("{} until {until:?}", number(&self.runs, run)),
                Output::Resume(run) => format!("{} goes on", number(&self.runs, run)),
                Output::Stop(run) => format!("stop {}", number(&self.runs, run)),
                Output::Changed => continue,
                Output::Over => "over".to_owned(),
            });
        }
        lines.join(", ")
    }

    fn run(&self, number: u32) -> Run {
        *self.runs.get(number as usize).expect("the run has been started")
    }

    pub fn start_modules(&mut self, runs: impl IntoIterator<Item = u32>) {
        for run in runs {
            self.referee.handle(self.now, Input::Started(self.run(run), Spent::Virtual(Duration::ZERO)));
        }
    }

    pub fn start_programs(&mut self, runs: impl IntoIterator<Item = u32>) {
        for run in runs {
            self.referee.handle(self.now, Input::Started(self.run(run), Spent::Wall));
        }
    }

    /// A module prints and then waits for input, having spent this many milliseconds in all.
    pub fn module_says(&mut self, run: u32, text: &str, spent_ms: u64) {
        let (run, spent) = (self.run(run), Duration::from_millis(spent_ms));
        if !text.is_empty() {
            self.referee.handle(self.now, Input::Stdout(run, text.as_bytes(), Spent::Virtual(spent)));
        }
        self.referee.handle(self.now, Input::Blocked(run, spent));
    }

    /// A module prints and then looks for input, having spent this many milliseconds in all.
    pub fn module_polls(&mut self, run: u32, text: &str, spent_ms: u64) {
        if !text.is_empty() {
            self.module_prints(run, text, spent_ms);
        }
        let spent = Spent::Virtual(Duration::from_millis(spent_ms));
        self.referee.handle(self.now, Input::Polling(self.run(run), spent));
    }

    /// A module on the wall clock prints and then looks for input.
    pub fn program_polls(&mut self, run: u32, text: &str) {
        self.program_says(run, text);
        self.referee.handle(self.now, Input::Polling(self.run(run), Spent::Wall));
    }

    /// A module prints, having spent this many milliseconds in all; the input that stops it must
    /// follow.
    pub fn module_prints(&mut self, run: u32, text: &str, spent_ms: u64) {
        let (run, spent) = (self.run(run), Duration::from_millis(spent_ms));
        self.referee.handle(self.now, Input::Stdout(run, text.as_bytes(), Spent::Virtual(spent)));
    }

    pub fn module_exhausts(&mut self, run: u32, spent_ms: u64) {
        self.referee.handle(self.now, Input::Exhausted(self.run(run), Duration::from_millis(spent_ms)));
    }

    /// A program's output arrives.
    pub fn program_says(&mut self, run: u32, text: &str) {
        self.referee.handle(self.now, Input::Stdout(self.run(run), text.as_bytes(), Spent::Wall));
    }

    pub fn exits(&mut self, run: u32, code: i32) {
        self.referee.handle(self.now, Input::Exited(self.run(run), Exit::Code(code), Spent::Wall));
    }

    pub fn closes_stdout(&mut self, run: u32) {
        self.referee.handle(self.now, Input::StdoutClosed(self.run(run)));
    }

    pub fn does_not_start(&mut self, run: u32, why: &str) {
        self.referee.handle(self.now, Input::NotStarted(self.run(run), why));
    }

    pub fn wait(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
        self.referee.handle(self.now, Input::Tick);
    }

    /// The kept text of one stream of a seat.
    pub fn kept_text(&self, seat: Seat, stream: Stream) -> String {
        let own = self.referee.transcript().passages().iter();
        own.filter(|passage| (passage.seat, passage.stream) == (seat, stream))
            .map(|passage| passage.text.as_str())
            .collect()
    }

    /// The turns so far as `seat:action` or `seat:fault kind`.
    pub fn turns(&self) -> String {
        use botyard_engine::replay::TurnResult;
        let turns = self.referee.turns().iter().map(|turn| match &turn.result {
            TurnResult::Action(action) => format!("{}:{action:?}", turn.seat.index()),
            TurnResult::Fault(fault) => format!("{}:{:?}", turn.seat.index(), fault.kind),
        });
        turns.collect::<Vec<_>>().join(" ")
    }
}

/// This many bots, each with a codec of its own.
pub fn bots<G: Protocol>(count: usize, codec: fn() -> BotCodec<G>) -> Vec<Player<G>> {
    (0..count).map(|_| Player::Bot(codec())).collect()
}
