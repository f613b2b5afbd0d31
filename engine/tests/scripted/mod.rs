//! Transcripts of one bot's conversation, checked against a referee. Knows no files; the parts that
//! depend on the game are in its [`Stage`].
//!
//! | line | what happens |
//! |---|---|
//! | `# you are ...` | the seat, and how the match ends, in the game's own words |
//! | `<< 4` | the bot prints `4` and a newline |
//! | `<- 4` | the bot prints `4` without a newline and then reads |
//! | `>> 3` | the bot reads the line `3` |
//! | `-- exits`, `-- 10 s pass`, `-- does not start` | the bot does something that is not a word |
//! | `-- the other plays 3`, `-- the other exits`, `-- the other lets 10 s pass`, ... | so does the other |
//!
//! `\r` and `\t` in words stand for these characters.
#![allow(dead_code, reason = "each test file uses its own game's stage")]

pub mod connect_four;
pub mod stratego;
pub mod table;

use std::collections::VecDeque;
use std::time::Duration;

use botyard_engine::codec::Protocol;
use botyard_engine::exit::Exit;
use botyard_engine::fault::Fault;
use botyard_engine::referee::Referee;
use botyard_engine::referee::host::{Input, Limits, Output, Run, Spent};
use botyard_engine::replay::TurnResult;
use botyard_engine::seat::Seat;

/// The kind of the bots' time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    Wall,
    Virtual,
}

#[derive(Debug, Clone)]
pub enum Line {
    Prints(String),
    Reads(String),
    /// Reads a line of this kind.
    ReadsSome(&'static str, fn(&str) -> bool),
    Exits,
    TimePasses,
    DoesNotStart,
    OtherPrints(String),
    OtherExits,
    OtherIsLate,
    OtherDoesNotStart,
}

/// The match that a transcript's first line announces: the part that depends on the game.
pub trait Stage: Sized {
    type Game: Protocol;

    /// Reads the first line, without its `# you are `.
    fn parse(header: &str) -> Result<Self, String>;

    /// The bot's seat.
    fn seat(&self) -> Seat;

    fn limits(&self) -> Limits;

    fn referee(&self) -> Referee<Self::Game>;

    /// The other's first output.
    fn other_begins(&self) -> &'static str {
        ""
    }

    /// The other's output before the bot reads this line; `first` if it is the first line that the
    /// bot reads.
    fn cause(&self, _read: &str, _first: bool) -> Option<String> {
        None
    }

    /// The meaning of a line `-- words` that only this game has.
    fn happening(&self, _words: &str) -> Option<Vec<Line>> {
        None
    }

    /// Checks that the match ended as announced; `heard` is the text of the end that the other
    /// read.
    fn check_end(&self, game: &Self::Game, fault: Option<(Seat, &Fault)>, heard: &str) -> Result<(), String>;
}

/// The blocks fenced as ```` ```transcript ````, with the line each starts in.
pub fn blocks(page: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for (number, line) in page.lines().enumerate() {
        match line.trim_end_matches('\n') {
            "```transcript" => {
                inside = true;
                blocks.push((number + 1, Vec::new()));
            }
            "```" => inside = false,
            line if inside => blocks.last_mut().expect("a fence came first").1.push(line),
            _ => {}
        }
    }
    blocks
}

/// A transcript of a document that can be played.
#[derive(Debug)]
pub struct ExecutableTranscript<S> {
    stage: S,
    /// With the line of the block that each comes from, from 1.
    lines: Vec<(usize, Line)>,
}

impl<S: Stage> ExecutableTranscript<S> {
    pub fn parse(lines: &[&str]) -> Result<Self, String> {
        let (header, lines) = lines.split_first().ok_or("the block is empty")?;
        let header = header.strip_prefix("# you are ").ok_or_else(|| format!("no header: `{header}`"))?;
        let stage = S::parse(header)?;
        let mut parsed = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            parsed.extend(parse_line(&stage, line)?.into_iter().map(|line| (at + 2, line)));
        }
        Ok(Self { stage, lines: parsed })
    }

    /// Plays it; the error is the first difference.
    pub fn replay(&self, clock: Clock) -> Result<(), String> {
        let mut table = Table::new(&self.stage, clock);
        let mut first = true;
        for (at, line) in &self.lines {
            if let Line::Reads(word) = line {
                table.waits(table.seat);
                if let Some(words) = self.stage.cause(word, first) {
                    table.print(table.other, &words);
                    table.waits(table.other);
                }
                first = false;
            }
            table.happens(*at, line)?;
        }
        table.waits(table.seat);
        table.settle(true)?;
        table.check_end(&self.stage)
    }
}

fn parse_line<S: Stage>(stage: &S, line: &str) -> Result<Vec<Line>, String> {
    let (mark, words) = line.split_at_checked(2).ok_or_else(|| format!("no line of a transcript: `{line}`"))?;
    let words = &words.strip_prefix(' ').unwrap_or(words).replace("\\r", "\r").replace("\\t", "\t");
    let line = match mark {
        "<<" => Line::Prints(format!("{words}\n")),
        "<-" => Line::Prints(words.to_owned()),
        ">>" => Line::Reads(words.to_owned()),
        "--" => match stage.happening(words) {
            Some(lines) => return Ok(lines),
            None => happening(words)?,
        },
        _ => return Err(format!("no line of a transcript: `{line}`")),
    };
    Ok(vec![line])
}

fn happening(words: &str) -> Result<Line, String> {
    let pass = |words: &str| words.strip_suffix(" s pass").is_some_and(|number| number.parse::<u32>().is_ok());
    Ok(match (words, words.strip_prefix("the other ")) {
        ("exits", _) => Line::Exits,
        ("does not start", _) => Line::DoesNotStart,
        (words, None) if pass(words) => Line::TimePasses,
        (_, Some("exits")) => Line::OtherExits,
        (_, Some("does not start")) => Line::OtherDoesNotStart,
        (_, Some(words)) if words.strip_prefix("lets ").is_some_and(pass) => Line::OtherIsLate,
        (_, Some(words)) if words.starts_with("plays ") => Line::OtherPrints(format!("{}\n", &words[6..])),
        _ => return Err(format!("nothing that can happen: `{words}`")),
    })
}

/// Two bots and a referee.
struct Table<G: Protocol> {
    referee: Referee<G>,
    limits: Limits,
    clock: Clock,
    now: Duration,
    runs: [Option<Run>; 2],
    /// A module's output since it last stopped.
    said: [String; 2],
    /// The bytes written to a bot that no line of the transcript has read; for the other, all
    /// bytes.
    heard: [String; 2],
    /// The lines that the bot is to read, with their numbers in the block. A module reads nothing
    /// before it is asked: then it reads all that it was sent in the meantime.
    expected: VecDeque<(usize, Line)>,
    blocked: [bool; 2],
    seat: Seat,
    other: Seat,
}

impl<G: Protocol> Table<G> {
    /// The other bot prints its first output at once.
    fn new(stage: &impl Stage<Game = G>, clock: Clock) -> Self {
        let seat = stage.seat();
        let other = Seat::new(1 - seat.index());
        let mut table = Self {
            referee: stage.referee(),
            limits: stage.limits(),
            clock,
            now: Duration::ZERO,
            runs: [None; 2],
            said: Default::default(),
            heard: Default::default(),
            expected: VecDeque::new(),
            blocked: [false; 2],
            seat,
            other,
        };
        table.drain();
        for seat in [seat, other] {
            table.input(seat, Input::Started);
        }
        if !stage.other_begins().is_empty() {
            table.print(other, stage.other_begins());
            table.waits(other);
        }
        table
    }

    fn happens(&mut self, at: usize, line: &Line) -> Result<(), String> {
        match line {
            Line::Reads(_) | Line::ReadsSome(..) => {
                self.waits(self.seat);
                self.expected.push_back((at, line.clone()));
            }
            Line::Prints(words) => self.print(self.seat, words),
            Line::Exits => self.exit(self.seat),
            Line::TimePasses => self.late(self.seat),
            Line::DoesNotStart => self.does_not_start(self.seat),
            _ => self.other_does(line),
        }
        self.settle(self.clock == Clock::Wall)
    }

    /// Reads the pending bytes; if `now`, all expected lines must be among them.
    fn settle(&mut self, now: bool) -> Result<(), String> {
        while let Some((at, line)) = self.expected.front() {
            if !now && !self.heard[self.seat.index()].contains('\n') {
                break;
            }
            let heard = &mut self.heard[self.seat.index()];
            let read = match line {
                Line::Reads(word) => read(heard, word, |line| line == word),
                Line::ReadsSome(what, fits) => read(heard, what, fits),
                _ => Ok(()),
            };
            read.map_err(|why| format!("line {at} of the transcript: {why}"))?;
            self.expected.pop_front();
        }
        Ok(())
    }

    fn other_does(&mut self, line: &Line) {
        // A bot that has printed no output is still thinking: it does not read meanwhile.
        if !self.said[self.seat.index()].is_empty() {
            self.waits(self.seat);
        }
        match line {
            Line::OtherExits => self.exit(self.other),
            Line::OtherIsLate => self.late(self.other),
            Line::OtherDoesNotStart => self.does_not_start(self.other),
            Line::OtherPrints(words) => {
                self.print(self.other, words);
                self.waits(self.other);
            }
            _ => {}
        }
    }

    fn input<'a>(&mut self, seat: Seat, input: impl FnOnce(Run, Spent) -> Input<'a>) {
        if let Some(run) = self.runs[seat.index()] {
            self.now += Duration::from_millis(1);
            let spent = match self.clock {
                Clock::Wall => Spent::Wall,
                Clock::Virtual => Spent::Virtual(self.now),
            };
            self.referee.handle(self.now, input(run, spent));
            self.drain();
        }
    }

    /// A module's output is handed over when it stops.
    fn print(&mut self, seat: Seat, words: &str) {
        match self.clock {
            Clock::Wall => self.input(seat, |run, spent| Input::Stdout(run, words.as_bytes(), spent)),
            Clock::Virtual => self.said[seat.index()].push_str(words),
        }
    }

    fn hand_over(&mut self, seat: Seat) {
        let words = std::mem::take(&mut self.said[seat.index()]);
        if !words.is_empty() {
            self.input(seat, |run, spent| Input::Stdout(run, words.as_bytes(), spent));
        }
    }

    /// A bot reads; a module stops at that when it has read everything.
    fn waits(&mut self, seat: Seat) {
        let has_read = seat == self.other || self.heard[seat.index()].is_empty();
        if self.clock == Clock::Virtual && has_read && !self.blocked[seat.index()] {
            self.hand_over(seat);
            self.blocked[seat.index()] = true;
            let spent = self.now;
            self.input(seat, |run, _| Input::Blocked(run, spent));
        }
    }

    fn exit(&mut self, seat: Seat) {
        self.hand_over(seat);
        self.input(seat, |run, spent| Input::Exited(run, Exit::Code(0), spent));
        self.heard[seat.index()].clear();
    }

    fn does_not_start(&mut self, seat: Seat) {
        self.input(seat, |run, _| Input::NotStarted(run, "there is no such file"));
        self.heard[seat.index()].clear();
    }

    fn late(&mut self, seat: Seat) {
        self.hand_over(seat);
        self.now += self.limits.start.max(self.limits.turn);
        let now = self.now;
        self.input(seat, |run, kind| match kind {
            Spent::Wall => Input::Tick,
            Spent::Virtual(_) => Input::Exhausted(run, now),
        });
    }

    fn drain(&mut self) {
        while let Some(output) = self.referee.poll() {
            match output {
                Output::Start(run, seat) => self.runs[seat.index()] = Some(run),
                Output::Stdin(run, words) => {
                    let seat = self.runs.iter().position(|&each| each == Some(run)).expect("it was started");
                    self.blocked[seat] = false;
                    self.heard[seat].push_str(std::str::from_utf8(words).expect("the protocol is ASCII"));
                }
                _ => {}
            }
        }
    }

    /// Checks that the match is over as announced, that both bots were sent the end, and that the
    /// transcript left no output out.
    fn check_end(&self, stage: &impl Stage<Game = G>) -> Result<(), String> {
        let fault = self.referee.turns().iter().rev().find_map(|turn| match &turn.result {
            TurnResult::Fault(fault) => Some((turn.seat, &**fault)),
            TurnResult::Action(_) => None,
        });
        if self.referee.game().outcome().is_none() {
            return Err("the match is not over".to_owned());
        }
        stage.check_end(self.referee.game(), fault, &self.heard[self.other.index()])?;
        match self.heard[self.seat.index()].as_str() {
            "" => Ok(()),
            unread => Err(format!("it is not said that the bot reads {unread:?}")),
        }
    }
}

fn read(heard: &mut String, what: &str, fits: impl Fn(&str) -> bool) -> Result<(), String> {
    match heard.split_once('\n') {
        Some((first, rest)) if fits(first) => {
            *heard = rest.to_owned();
            Ok(())
        }
        Some((first, _)) => Err(format!("the bot reads `{first}`, not `{what}`")),
        None => Err(format!("the bot reads nothing where `{what}` is expected")),
    }
}
