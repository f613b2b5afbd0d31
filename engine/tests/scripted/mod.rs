//! Transcripts of one bot's conversation, and a referee to hold them against. Knows no files.
//!
//! | line | what happens |
//! |---|---|
//! | `# you are player 1, the match ends TIE` | the seat, and the console line that the match ends with |
//! | `<< 4` | the bot prints `4` and a newline |
//! | `<- 4` | the bot prints `4` without a newline and then reads |
//! | `>> 3` | the bot reads the line `3`; a column is what the other has just played |
//! | `-- exits`, `-- 10 s pass` | the bot does something that is no word |
//! | `-- the other plays 3`, `-- the other exits`, `-- the other lets 10 s pass` | so does the other |

use std::time::Duration;

use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{ConnectFour, ConnectFourCodec, log};
use botyard_engine::referee::host::{Exit, Input, Limits, Output, Run, Spent};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::replay::Deed;
use botyard_engine::seat::Seat;

/// Which kind of time the bots live on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    Wall,
    Virtual,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Line {
    Prints(String),
    Reads(String),
    Exits,
    TimePasses,
    OtherPrints(String),
    OtherExits,
    OtherIsLate,
}

/// One transcript.
#[derive(Debug)]
pub struct Script {
    seat: Seat,
    end: String,
    lines: Vec<Line>,
}

impl Script {
    pub fn parse(lines: &[&str]) -> Result<Self, String> {
        let (header, lines) = lines.split_first().ok_or("the block is empty")?;
        let (seat, end) = header
            .strip_prefix("# you are player ")
            .and_then(|rest| rest.split_once(", the match ends "))
            .ok_or_else(|| format!("no header: `{header}`"))?;
        let seat = match seat {
            "1" => Seat::new(0),
            "2" => Seat::new(1),
            _ => return Err(format!("no player: `{seat}`")),
        };
        let lines = lines.iter().map(|line| Line::parse(line)).collect::<Result<_, _>>()?;
        Ok(Self { seat, end: end.to_owned(), lines })
    }

    /// Plays it; what differs is the error.
    pub fn replay(&self, clock: Clock) -> Result<(), String> {
        let mut table = Table::new(self.seat, clock);
        let mut greeted = false;
        for (at, line) in self.lines.iter().enumerate() {
            if let Line::Reads(word) = line {
                let column = matches!(word.as_str(), "1" | "2" | "3" | "4" | "5" | "6" | "7");
                table.waits(self.seat);
                if greeted && column {
                    table.print(table.other, &format!("{word}\n"));
                    table.waits(table.other);
                }
                greeted = true;
                table.expect_read(word).map_err(|why| format!("line {} of the transcript: {why}", at + 1))?;
            } else {
                table.happens(line);
            }
        }
        table.waits(self.seat);
        table.expect_end(&self.end)
    }
}

impl Line {
    fn parse(line: &str) -> Result<Self, String> {
        let (mark, words) = line.split_at_checked(2).ok_or_else(|| format!("no line of a transcript: `{line}`"))?;
        let words = words.strip_prefix(' ').unwrap_or(words);
        Ok(match (mark, words) {
            ("<<", words) => Self::Prints(format!("{words}\n")),
            ("<-", words) => Self::Prints(words.to_owned()),
            (">>", words) => Self::Reads(words.to_owned()),
            ("--", "exits") => Self::Exits,
            ("--", "10 s pass") => Self::TimePasses,
            ("--", "the other exits") => Self::OtherExits,
            ("--", "the other lets 10 s pass") => Self::OtherIsLate,
            ("--", words) => match words.strip_prefix("the other plays ") {
                Some(words) => Self::OtherPrints(format!("{words}\n")),
                None => return Err(format!("nothing that can happen: `{words}`")),
            },
            _ => return Err(format!("no line of a transcript: `{line}`")),
        })
    }
}

/// Two bots and a referee.
struct Table {
    referee: Referee<ConnectFour, ConnectFourCodec>,
    clock: Clock,
    now: Duration,
    runs: [Option<Run>; 2],
    /// What a module has printed since it last stopped.
    said: [String; 2],
    /// What has been written to a bot and no line of the transcript has read; all of it for the other.
    heard: [String; 2],
    blocked: [bool; 2],
    seat: Seat,
    other: Seat,
}

impl Table {
    /// The other bot greets at once; it needs no more than its part of the words to.
    fn new(seat: Seat, clock: Clock) -> Self {
        let players = [0, 1].map(|index| Player::Bot(ConnectFourCodec::new(Seat::new(index))));
        let referee = Referee::new(ConnectFour::default(), players.into(), Limits::default(), Duration::ZERO);
        let other = Seat::new(1 - seat.index());
        let mut table = Self {
            referee,
            clock,
            now: Duration::ZERO,
            runs: [None; 2],
            said: Default::default(),
            heard: Default::default(),
            blocked: [false; 2],
            seat,
            other,
        };
        table.drain();
        for seat in [seat, other] {
            table.input(seat, Input::Started);
        }
        table.print(other, if other.index() == 0 { "p\n" } else { "p\n?\n" });
        table.waits(other);
        table
    }

    fn happens(&mut self, line: &Line) {
        match line {
            Line::Reads(_) => {}
            Line::Prints(words) => self.print(self.seat, words),
            Line::Exits => self.exit(self.seat),
            Line::TimePasses => self.late(self.seat),
            Line::OtherPrints(_) | Line::OtherExits | Line::OtherIsLate => {
                self.waits(self.seat);
                self.other_does(line);
            }
        }
    }

    fn other_does(&mut self, line: &Line) {
        match line {
            Line::OtherExits => self.exit(self.other),
            Line::OtherIsLate => self.late(self.other),
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

    /// A module's words are handed over when it stops.
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

    fn late(&mut self, seat: Seat) {
        self.hand_over(seat);
        let limits = Limits::default();
        self.now += limits.start.max(limits.turn);
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

    fn expect_read(&mut self, word: &str) -> Result<(), String> {
        let heard = &mut self.heard[self.seat.index()];
        match heard.split_once('\n') {
            Some((first, rest)) if first == word => {
                *heard = rest.to_owned();
                Ok(())
            }
            Some((first, _)) => Err(format!("the bot reads `{first}`, not `{word}`")),
            None => Err(format!("the bot reads nothing where `{word}` is expected")),
        }
    }

    /// The match is over as expected, both were told so alike, and the transcript left nothing out.
    fn expect_end(&self, end: &str) -> Result<(), String> {
        let fault = self.referee.turns().iter().rev().find_map(|turn| match &turn.deed {
            Deed::Fault(fault) => Some((turn.seat, fault)),
            Deed::Action(_) => None,
        });
        let outcome = self.referee.game().outcome().ok_or("the match is not over")?;
        let found = log::console_end(&outcome, fault);
        let unread = &self.heard[self.seat.index()];
        if found != end {
            Err(format!("the match ends {found}, not {end}"))
        } else if !unread.is_empty() {
            Err(format!("it is not said that the bot reads {unread:?}"))
        } else {
            self.expect_farewell(&outcome, fault.is_some())
        }
    }

    /// The other's last word is the end code, unless it is gone.
    fn expect_farewell(&self, outcome: &botyard_engine::game::Outcome, faulty: bool) -> Result<(), String> {
        let code = match (faulty, outcome.winner().map(Seat::index)) {
            (true, _) => "0",
            (false, Some(0)) => "-1",
            (false, Some(_)) => "-2",
            (false, None) => "-3",
        };
        let heard = &self.heard[self.other.index()];
        let last = heard.lines().last().unwrap_or_default();
        let gone = outcome.blamed == Some(self.other);
        if last == code || gone { Ok(()) } else { Err(format!("the other read {heard:?}, and not `{code}` last")) }
    }
}
