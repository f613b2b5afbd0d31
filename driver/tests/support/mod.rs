//! A host without modules: its bots are functions of their input, and the test decides which of
//! them works when.

pub mod bots;

use std::collections::BTreeMap;
use std::time::Duration;

use botyard_driver::{Host, MatchDriver, MatchSetup, RunKind, RunPause, RunReport, StartError};
use botyard_engine::anymatch::{MatchSpec, open};
use botyard_engine::exit::Exit;
use botyard_engine::referee::host::Run;
use botyard_engine::replay::{MatchClock, MatchTerms, PlayerInfo, PlayerKind};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Passage, Stream};
use botyard_sandbox::Origin;
use botyard_sandbox::wasi::StdinFullError;
use serde_json::Value;

/// A bot: reads bytes, prints bytes, spends time.
pub trait Bot {
    /// Reads `input`, prints into `out`, and returns the time it spends.
    fn read(&mut self, input: &[u8], out: &mut Vec<u8>) -> Duration;

    /// Reads the end of its input, and prints into `out` before it ends.
    fn end(&mut self, _out: &mut Vec<u8>) {}

    /// Whether it looks for more input after it has printed, and goes on if there is none.
    fn polls(&self) -> bool {
        false
    }
}

/// Makes the bots of a match, by their names.
pub type MakeBot = fn(&str) -> Option<Box<dyn Bot>>;

pub struct NullHost {
    pub now: Duration,
    /// How often the game was shown.
    pub shown: usize,
    /// How many bytes a run may leave unread.
    pub stdin_max: usize,
    /// The runs that were ended, in order.
    pub closed: Vec<Run>,
    names: Vec<String>,
    make: MakeBot,
    runs: Vec<NullRun>,
}

struct NullRun {
    run: Run,
    bot: Box<dyn Bot>,
    unread: Vec<u8>,
    is_closed: bool,
    granted: Duration,
    report: RunReport,
}

impl Host for NullHost {
    fn now(&self) -> Duration {
        self.now
    }

    fn open(&mut self, run: Run, seat: Seat, _: Origin) -> Result<RunKind, StartError> {
        let name = &*self.names[seat.index()];
        let (name, kind) = match name.strip_prefix(PROGRAM) {
            Some(name) => (name, RunKind::Program),
            None => (name, RunKind::Module),
        };
        if name == "no room" {
            return Err(StartError::Host { why: "there is no room".to_owned(), is_lasting: false });
        }
        let bot = (self.make)(name).ok_or_else(|| StartError::Bot("as nobody has written it".to_owned()))?;
        let (unread, is_closed, granted, report) = Default::default();
        self.runs.push(NullRun { run, bot, unread, is_closed, granted, report });
        Ok(kind)
    }

    fn write(&mut self, run: Run, bytes: &[u8]) -> Result<(), StdinFullError> {
        let stdin_max = self.stdin_max;
        let Some(known) = self.find_run(run) else { return Ok(()) };
        if known.unread.len() + bytes.len() > stdin_max {
            return Err(StdinFullError);
        }
        known.unread.extend_from_slice(bytes);
        Ok(())
    }

    fn close_stdin(&mut self, run: Run) {
        self.find_run(run).into_iter().for_each(|known| known.is_closed = true);
    }

    fn grant(&mut self, run: Run, until: Duration) {
        self.find_run(run).expect("the driver grants to runs that there are").granted = until;
    }

    fn close(&mut self, run: Run) {
        self.runs.retain(|known| known.run != run);
        self.closed.push(run);
    }

    fn read_report(&mut self, run: Run, report: &mut RunReport) {
        let known = self.find_run(run).expect("the run has paused just now");
        let spent = known.report.spent;
        *report = std::mem::take(&mut known.report);
        known.report.spent = spent;
    }

    fn show(&mut self, _: &dyn botyard_engine::anymatch::AnyMatch) {
        self.shown += 1;
    }
}

impl NullHost {
    fn find_run(&mut self, run: Run) -> Option<&mut NullRun> {
        self.runs.iter_mut().find(|known| known.run == run)
    }

    /// The first run that was opened and has not ended.
    pub fn first_run(&self) -> Run {
        self.runs.first().expect("a run was opened").run
    }

    /// The output of a program for the bytes written to it since the last call.
    pub fn read_as_program(&mut self, run: Run) -> Vec<u8> {
        let known = self.find_run(run).expect("the program has not ended");
        assert_eq!(known.granted, Duration::ZERO, "a program needs no grant");
        let (unread, mut printed) = (std::mem::take(&mut known.unread), Vec::new());
        known.bot.read(&unread, &mut printed);
        printed
    }

    /// Lets a module's run work until it pauses.
    pub fn work(&mut self, run: Run) -> RunPause {
        let known = self.find_run(run).expect("the driver says which runs may work");
        let unread = std::mem::take(&mut known.unread);
        let mut printed = Vec::new();
        known.report.spent += known.bot.read(&unread, &mut printed);
        if known.report.spent > known.granted {
            known.report.spent = known.granted;
            return RunPause::Exhausted;
        }
        if known.is_closed {
            known.bot.end(&mut printed);
        }
        if !printed.is_empty() {
            known.report.stdout.extend_from_slice(&printed);
            known.report.printed_at = known.report.spent;
        }
        match known.is_closed {
            true => RunPause::Ended(Exit::Code(0)),
            false if known.bot.polls() && !printed.is_empty() => RunPause::Polling,
            false => RunPause::Blocked,
        }
    }
}

/// The beginning of a program's name.
const PROGRAM: &str = "program ";

/// A match between these bots and people; a name in parentheses is a person's.
pub struct Stage {
    pub game: &'static str,
    pub settings: Value,
    pub players: &'static [&'static str],
    pub clock: MatchClock,
    pub make: MakeBot,
}

impl Stage {
    /// Opens the match and polls the referee for the first time.
    pub fn open(&self, script: Vec<(Seat, Value)>) -> MatchDriver<NullHost> {
        let is_person = |name: &str| name.starts_with('(');
        let player = |name: &&str| PlayerInfo {
            name: (*name).to_owned(),
            kind: if is_person(name) { PlayerKind::Person } else { PlayerKind::Module },
            ..PlayerInfo::default()
        };
        let spec = MatchSpec {
            game: self.game.to_owned(),
            settings: self.settings.clone(),
            seed: 3,
            players: self.players.iter().map(player).collect(),
            terms: MatchTerms { clock: self.clock, ..MatchTerms::default() },
        };
        let game = open(&spec, None, Duration::ZERO).expect("the match can be played");
        let persons = (0..self.players.len()).filter(|&index| is_person(self.players[index])).map(Seat::new).collect();
        let setup = MatchSetup { seed: 3, clock: self.clock, persons, script: script.into() };
        let host = NullHost {
            now: Duration::ZERO,
            shown: 0,
            stdin_max: 1 << 16,
            closed: Vec::new(),
            names: self.players.iter().map(|name| (*name).to_owned()).collect(),
            make: self.make,
            runs: Vec::new(),
        };
        let mut driver = MatchDriver::new(game, setup, host);
        driver.drain_outputs();
        driver
    }
}

/// The compared record of a match.
pub type Record = fn(&MatchDriver<NullHost>) -> Vec<String>;

/// The turns, then each seat's bytes read and printed, in order. The borders of passages are left
/// out: hosts may cut output into different pieces.
pub fn record_in_order(driver: &MatchDriver<NullHost>) -> Vec<String> {
    let mut words: Vec<(Seat, usize, Stream, String)> = Vec::new();
    let mut passages: Vec<_> = driver.game().transcript().passages().iter().collect();
    passages.sort_by_key(|passage| passage.seat);
    for Passage { seat, turn, stream, text } in passages {
        match words.last_mut() {
            Some((last_seat, last_turn, last_stream, said))
                if (*last_seat, *last_turn, *last_stream) == (*seat, *turn, *stream) =>
            {
                said.push_str(text);
            }
            _ => words.push((*seat, *turn, *stream, text.clone())),
        }
    }
    turns(driver).chain(words.into_iter().map(|passage| format!("{passage:?}"))).collect()
}

/// The turns, then the sorted characters of each turn's input and output. For games in which
/// several runs of one seat work side by side: the order of the characters means nothing there. An
/// order that matters, that of a run's input, shows in the run's answer.
pub fn record_in_any_order(driver: &MatchDriver<NullHost>) -> Vec<String> {
    let mut words: BTreeMap<String, Vec<char>> = BTreeMap::new();
    for Passage { seat, turn, stream, text } in driver.game().transcript().passages() {
        words.entry(format!("{seat:?} {turn:?} {stream:?}")).or_default().extend(text.chars());
    }
    let words = words.into_iter().map(|(place, mut characters)| {
        characters.sort_unstable();
        format!("{place}: {}", String::from_iter(characters))
    });
    turns(driver).chain(words).collect()
}

fn turns(driver: &MatchDriver<NullHost>) -> impl Iterator<Item = String> {
    driver.game().turns_from(0).into_iter().map(|turn| format!("{turn:?}"))
}
