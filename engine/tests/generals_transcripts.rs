//! Replays every transcript in `docs/generals.md` through codecs and referee, so that the page
//! cannot be wrong: once by bots on wall time, as executables are, and once by bots on virtual
//! time, as modules are.
//!
//! | line | what happens |
//! |---|---|
//! | `# map 3 3 2 3 1 1 1 1 1 1 1 3; rounds 5` | the map and the settings; first line of a transcript |
//! | `1>> 3 3 2 1 \| 1 \| ...` | all that player 1 has been told since its last line, `\|` for a newline; after `...` anything |
//! | `1<< -1` | player 1 prints `-1` and a newline; `\r` and `\n` are what they are in Rust |
//! | `1<- -1` | the same without a newline; it must exit next |
//! | `-- 1 exits`, `-- 1 takes 300 ms`, `-- 1 runs out of time` | player 1 does something that is not a word |
//! | `!! 1 printed ...` | the last fault, as it is reported |
//! | `== 1 2` | the match is over, with these places in the order of players; `== goes on` if it is not |

mod scripted;

use std::time::Duration;

use botyard_engine::codec::BotCodec;
use botyard_engine::exit::Exit;
use botyard_engine::game::Game;
use botyard_engine::games::generals::{Generals, GeneralsCodec, GeneralsSettings};
use botyard_engine::referee::host::{Input, Output, Run, Spent, TimeBank};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::replay::TurnResult;
use botyard_engine::seat::Seat;
use scripted::table::{check, check_page};
use scripted::{Clock, blocks};

const PAGE: &str = include_str!("../../docs/generals.md");

struct Table {
    referee: Referee<Generals>,
    clock: Clock,
    now: Duration,
    bots: Vec<Bot>,
}

#[derive(Default, Clone)]
struct Bot {
    run: Option<Run>,
    heard: String,
    spent: Duration,
    granted: Duration,
    gone: bool,
}

impl Table {
    fn new(settings: &GeneralsSettings, clock: Clock) -> Result<Self, String> {
        let seats = settings.map.capitals().count();
        let game = Generals::start(settings, seats).map_err(|why| why.to_string())?;
        let players =
            (0..seats).map(|seat| Player::Bot(BotCodec::session(GeneralsCodec::new(settings, Seat::new(seat)))));
        let referee = Referee::new(game, players.collect(), settings.limits(), Duration::ZERO);
        let mut table = Self { referee, clock, now: Duration::ZERO, bots: vec![Bot::default(); seats] };
        table.drain();
        (0..seats).for_each(|seat| table.input(seat, Input::Started));
        Ok(table)
    }

    fn input<'a>(&mut self, seat: usize, input: impl FnOnce(Run, Spent) -> Input<'a>) {
        let bot = &self.bots[seat];
        let spent = match self.clock {
            Clock::Wall => Spent::Wall,
            Clock::Virtual => Spent::Virtual(bot.spent),
        };
        let run = bot.run.expect("every bot has been started");
        self.referee.handle(self.now, input(run, spent));
        self.drain();
    }

    fn print(&mut self, seat: usize, words: &str) {
        self.input(seat, |run, spent| Input::Stdout(run, words.as_bytes(), spent));
    }

    /// A module's output is read when it next waits for input, or ends.
    fn waits(&mut self, seat: usize) {
        if self.clock == Clock::Virtual {
            let spent = self.bots[seat].spent;
            self.input(seat, |run, _| Input::Blocked(run, spent));
        }
    }

    fn happens(&mut self, seat: usize, what: &str) -> Result<(), String> {
        let bot = &mut self.bots[seat];
        match what {
            "exits" => {
                bot.gone = true;
                self.input(seat, |run, spent| Input::Exited(run, Exit::Code(1), spent));
            }
            "runs out of time" => {
                bot.spent = bot.granted;
                let spent = bot.spent;
                self.now = self.referee.deadline().unwrap_or(self.now) + Duration::from_nanos(1);
                self.input(seat, |run, kind| match kind {
                    Spent::Wall => Input::Tick,
                    Spent::Virtual(_) => Input::Exhausted(run, spent),
                });
            }
            what => {
                let time = what.strip_prefix("takes ").and_then(|rest| rest.strip_suffix(" ms"));
                let time =
                    time.and_then(|ms| ms.parse().ok()).ok_or_else(|| format!("nothing that can happen: {what}"))?;
                bot.spent += Duration::from_millis(time);
                self.now += Duration::from_millis(time);
            }
        }
        Ok(())
    }

    fn drain(&mut self) {
        while let Some(output) = self.referee.poll() {
            let of = |run| move |bot: &&mut Bot| bot.run == Some(run);
            match output {
                Output::Start(run, seat) => self.bots[seat.index()].run = Some(run),
                Output::Stdin(run, text) => {
                    let text = std::str::from_utf8(text).expect("the protocol is ASCII");
                    self.bots.iter_mut().find(of(run)).expect("it was started").heard.push_str(text);
                }
                Output::Grant(run, until) => {
                    self.bots.iter_mut().find(of(run)).expect("it was started").granted = until
                }
                Output::Stop(run) => self.bots.iter_mut().find(of(run)).expect("it was started").gone = true,
                Output::CloseStdin(_) | Output::Resume(_) | Output::Changed | Output::Over => {}
            }
        }
    }

    fn reads(&mut self, seat: usize, expected: &str) -> Result<(), String> {
        let heard = std::mem::take(&mut self.bots[seat].heard).trim_end_matches('\n').replace('\n', " | ");
        let same = match expected.strip_suffix("...") {
            Some(start) => heard.starts_with(start),
            None => heard == expected,
        };
        if same { Ok(()) } else { Err(format!("player {} reads `{heard}`", seat + 1)) }
    }

    fn fault(&self, expected: &str) -> Result<(), String> {
        let fault = self.referee.turns().iter().rev().find_map(|turn| match &turn.result {
            TurnResult::Fault(fault) => Some(fault.sentence(&turn.seat.number().to_string(), Generals::explain_reason)),
            TurnResult::Action(_) => None,
        });
        let found = fault.unwrap_or_else(|| "nothing is wrong".to_owned());
        // The reason for a late answer is known for modules only.
        let same = expected.strip_suffix("...").map_or(found == expected, |start| found.starts_with(start));
        if same { Ok(()) } else { Err(format!("the fault is `{found}`")) }
    }

    fn end(&self, expected: &str) -> Result<(), String> {
        let found = match self.referee.game().outcome() {
            None => "goes on".to_owned(),
            Some(outcome) => outcome.places.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
        };
        let unread = self.bots.iter().position(|bot| !bot.gone && !bot.heard.is_empty());
        match unread {
            _ if found != expected => Err(format!("the match ends `{found}`")),
            Some(seat) => Err(format!("it is not said that player {} reads {:?}", seat + 1, self.bots[seat].heard)),
            None => Ok(()),
        }
    }
}

impl scripted::table::Table for Table {
    fn open(header: &str, clock: Clock) -> Result<Self, String> {
        Self::new(&settings(header)?, clock)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        let seat = |digit: &str| match digit.parse::<usize>() {
            Ok(number) if (1..=self.bots.len()).contains(&number) => Ok(number - 1),
            _ => Err(format!("no player: {digit}")),
        };
        match (mark, mark.split_at_checked(1)) {
            ("--", _) => {
                let (player, what) = rest.split_once(' ').ok_or("who does what?")?;
                let seat = seat(player)?;
                self.happens(seat, what)
            }
            ("!!", _) => self.fault(rest),
            ("==", _) => self.end(rest),
            (_, Some((player, ">>"))) => {
                let seat = seat(player)?;
                self.reads(seat, rest)
            }
            (_, Some((player, mark @ ("<<" | "<-")))) => {
                let seat = seat(player)?;
                let words = rest.replace("\\r", "\r").replace("\\n", "\n");
                if mark == "<<" {
                    self.print(seat, &(words + "\n"));
                    self.waits(seat);
                } else {
                    self.print(seat, &words);
                }
                Ok(())
            }
            _ => Err(format!("no line of a transcript: {line}")),
        }
    }
}

/// `map ...; rounds 5; order 2 1; garrison 9; bank 300 + 100 ms`.
fn settings(header: &str) -> Result<GeneralsSettings, String> {
    let mut settings = GeneralsSettings::default();
    let parts = header.strip_prefix("# ").ok_or("the first line has the settings")?.split("; ");
    for part in parts {
        let (name, value) = part.split_once(' ').ok_or_else(|| format!("no setting: {part}"))?;
        let number = || value.parse().map_err(|_| format!("no number: {value}"));
        match name {
            "map" => settings.map = value.parse().map_err(|bad| format!("{bad}"))?,
            "rounds" => settings.rounds = number()?,
            "garrison" => settings.garrison = number()?,
            "order" => {
                let seats = value.split(' ').map(|digit| digit.parse().map(|number: usize| Seat::new(number - 1)));
                settings.order = seats.collect::<Result<_, _>>().map_err(|_| format!("no order: {value}"))?;
            }
            "bank" => settings.bank = Some(bank(value).ok_or_else(|| format!("no bank: {value}"))?),
            _ => return Err(format!("no setting: {name}")),
        }
    }
    Ok(settings)
}

fn bank(value: &str) -> Option<TimeBank> {
    let (initial, increment) = value.strip_suffix(" ms")?.split_once(" + ")?;
    let [initial, increment] = [initial, increment].map(|ms| ms.parse().ok().map(Duration::from_millis));
    Some(TimeBank { initial: initial?, increment: increment? })
}

#[test]
fn the_page_tells_what_happens() {
    check_page::<Table>("docs/generals.md", PAGE, 20);
}

/// The cases that the page must show: each way to answer wrongly has its fault.
#[test]
fn the_page_shows_every_fault() {
    let text: Vec<&str> = blocks(PAGE).into_iter().flat_map(|(_, lines)| lines).collect();
    let faults: Vec<_> = text.iter().filter(|line| line.starts_with("!!")).collect();
    for clue in [
        "but an answer is `-1` or five integers",
        "`-1` or five integers, not",
        "can only be `-1`",
        "rows are 1 to",
        "1 (all but one unit) or 2 (half)",
        "a neighbouring cell only",
        "not its own",
        "a mountain is in the way",
        "ran out of time",
        "ended without an answer",
    ] {
        assert!(faults.iter().any(|fault| fault.contains(clue)), "no transcript shows: {clue}");
    }
}

#[test]
fn a_wrong_transcript_is_noticed() {
    let header = "# map 1 3 2 3 1 3";
    let start = "1>> 1 3 2 1 | 1 | 1 1 | 1 1 | 1 3 1 1 | 1 1 0 0 | 0 1";
    let wrong: [(&[&str], &str); 6] = [
        (&[header, "1>> 1 3 2 1 | 1 | 1 2...", "== goes on"], "player 1 reads"),
        (&[header, start, "1<< hello", "1>> 0", "2>> 1 3 2 2 | 0", "== 1 2"], "the match ends `2 1`"),
        (&[header, start, "1<< hello", "1>> 0", "== 2 1"], "not said that player 2 reads"),
        (&[header, start, "1<< hello", "!! 1 sneezed", "1>> 0", "2>> ...", "== 2 1"], "the fault is"),
        (&[header, start, "-- 1 sneezes", "== goes on"], "nothing that can happen"),
        (&[header, start], "does not say how it ends"),
    ];
    for (lines, clue) in wrong {
        let found = check::<Table>(lines, Clock::Wall);
        assert!(found.iter().any(|(_, why)| why.contains(clue)), "{clue}: {found:?}");
    }
}
