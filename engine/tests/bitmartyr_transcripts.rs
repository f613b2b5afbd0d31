//! Replays every transcript in `docs/bitmartyr.md` through codecs and referee, so that the page
//! cannot be wrong: once by bots on wall time, as executables are, and once by bots on virtual
//! time, as modules are.
//!
//! | line | what happens |
//! |---|---|
//! | `# 2E/3/2J; duration 2; formats standard basic` | the board and the settings; first line of a transcript |
//! | `1>> R 2147483647 0 \| 5 0 ...` | all that the next run of player 1's bot reads: `\|` is for the eye, `R` any number, after `...` anything |
//! | `1<< 22` | that run prints `22` and ends with status 0; `\n` is what it is in Rust |
//! | `1<- 22` | the same, but it does not end yet |
//! | `-- 1 exits 3`, `-- 1 crashes`, `-- 1 runs out of time`, `-- 1 does not start` | so that run ends |
//! | `:: 1DE/3/2J` | the board is this now |
//! | `== 1 2` | the match is over, with these places in the order of players; `== goes on` if it is not |

mod scripted;

use std::collections::VecDeque;
use std::time::Duration;

use botyard_engine::codec::BotCodec;
use botyard_engine::exit::Exit;
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrCodec, BitMartyrSettings, MissingOrder, WireFormat};
use botyard_engine::referee::host::{Input, Output, Run, Spent};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::seat::Seat;
use scripted::table::{check, check_page};
use scripted::{Clock, blocks};

const PAGE: &str = include_str!("../../docs/bitmartyr.md");

struct Table {
    referee: Referee<BitMartyr>,
    clock: Clock,
    now: Duration,
    /// The runs that are alive, in the order of their starts, each with its input.
    runs: Vec<VecDeque<(Run, String)>>,
    limit: Duration,
}

impl Table {
    fn new(settings: &BitMartyrSettings, clock: Clock) -> Result<Self, String> {
        let seats = settings.board.teams().max(settings.wires.len());
        let game = BitMartyr::start(settings, seats).map_err(|why| why.to_string())?;
        let players =
            (0..seats).map(|seat| Player::Bot(BotCodec::question(BitMartyrCodec::new(settings, Seat::new(seat)))));
        let referee = Referee::new(game, players.collect(), settings.limits(), Duration::ZERO);
        let (now, runs, limit) = (Duration::ZERO, vec![VecDeque::new(); seats], settings.limit);
        let mut table = Self { referee, clock, now, runs, limit };
        table.drain();
        Ok(table)
    }

    fn spent(&self, time: Duration) -> Spent {
        match self.clock {
            Clock::Wall => Spent::Wall,
            Clock::Virtual => Spent::Virtual(time),
        }
    }

    fn input(&mut self, input: Input<'_>) {
        self.referee.handle(self.now, input);
        self.drain();
    }

    fn drain(&mut self) {
        let mut started = Vec::new();
        while let Some(output) = self.referee.poll() {
            match output {
                Output::Start(run, seat) => {
                    self.runs[seat.index()].push_back((run, String::new()));
                    started.push(run);
                }
                Output::Stdin(run, text) => {
                    let of_run = self.runs.iter_mut().flatten().find(|(each, _)| *each == run);
                    of_run.expect("it was started").1.push_str(std::str::from_utf8(text).expect("it is ASCII"));
                }
                Output::Stop(run) => self.runs.iter_mut().for_each(|runs| runs.retain(|(each, _)| *each != run)),
                Output::CloseStdin(_) | Output::Grant(..) | Output::Resume(_) | Output::Changed | Output::Over => {}
            }
        }
        for run in started {
            self.input(Input::Started(run, self.spent(Duration::ZERO)));
        }
    }

    fn next_run(&self, seat: usize) -> Result<Run, String> {
        let first = self.runs[seat].front();
        first.map(|(run, _)| *run).ok_or_else(|| format!("no run of player {} is there", seat + 1))
    }

    fn print(&mut self, seat: usize, words: &str) -> Result<(), String> {
        let run = self.next_run(seat)?;
        self.input(Input::Stdout(run, words.replace("\\n", "\n").as_bytes(), self.spent(Duration::from_millis(1))));
        Ok(())
    }

    fn exit(&mut self, seat: usize, exit: Exit) -> Result<(), String> {
        let run = self.next_run(seat)?;
        self.runs[seat].pop_front();
        self.input(Input::Exited(run, exit, self.spent(Duration::from_millis(2))));
        Ok(())
    }

    fn happens(&mut self, seat: usize, what: &str) -> Result<(), String> {
        let run = self.next_run(seat)?;
        match what {
            "crashes" => match self.clock {
                Clock::Wall => self.exit(seat, Exit::Signal(11)),
                Clock::Virtual => self.exit(seat, Exit::Trap("unreachable".to_owned())),
            },
            "does not start" => {
                self.runs[seat].pop_front();
                self.input(Input::NotStarted(run, "there is no such file"));
                Ok(())
            }
            "runs out of time" => {
                let limit = self.limit;
                self.now += limit + Duration::from_nanos(1);
                self.input(match self.clock {
                    Clock::Wall => Input::Tick,
                    Clock::Virtual => Input::Exhausted(run, limit),
                });
                Ok(())
            }
            what => {
                let status = what.strip_prefix("exits ").and_then(|status| status.parse().ok());
                self.exit(seat, Exit::Code(status.ok_or_else(|| format!("nothing that can happen: {what}"))?))
            }
        }
    }

    fn reads(&self, seat: usize, expected: &str) -> Result<(), String> {
        self.next_run(seat)?;
        let heard = &self.runs[seat][0].1;
        let mut words = heard.split_terminator(' ');
        let expected: Vec<_> = expected.split_ascii_whitespace().filter(|word| *word != "|").collect();
        let same = expected.iter().all(|&word| match (word, words.clone().next()) {
            ("...", _) => {
                words = "".split_terminator(' ');
                true
            }
            ("R", Some(number)) => words.next().is_some() && number.parse().is_ok_and(|number: i32| number >= 0),
            (word, _) => words.next() == Some(word),
        });
        if same && words.next().is_none() { Ok(()) } else { Err(format!("player {} reads `{heard}`", seat + 1)) }
    }

    fn board(&self, expected: &str) -> Result<(), String> {
        let found = self.referee.game().board().to_string();
        if found == expected { Ok(()) } else { Err(format!("the board is `{found}`")) }
    }

    fn end(&self, expected: &str) -> Result<(), String> {
        let found = match self.referee.game().outcome() {
            None => "goes on".to_owned(),
            Some(outcome) => outcome.places.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
        };
        if found == expected { Ok(()) } else { Err(format!("the match ends `{found}`")) }
    }
}

impl scripted::table::Table for Table {
    fn open(header: &str, clock: Clock) -> Result<Self, String> {
        Self::new(&settings(header)?, clock)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        let seat = |digit: &str| match digit.parse::<usize>() {
            Ok(number) if (1..=self.runs.len()).contains(&number) => Ok(number - 1),
            _ => Err(format!("no player: {digit}")),
        };
        match (mark, mark.split_at_checked(1)) {
            ("--", _) => {
                let (player, what) = rest.split_once(' ').ok_or("who does what?")?;
                let seat = seat(player)?;
                self.happens(seat, what)
            }
            ("::", _) => self.board(rest),
            ("==", _) => self.end(rest),
            (_, Some((player, ">>"))) => self.reads(seat(player)?, rest),
            (_, Some((player, mark @ ("<<" | "<-")))) => {
                let seat = seat(player)?;
                self.print(seat, rest)?;
                if mark == "<<" { self.exit(seat, Exit::Code(0)) } else { Ok(()) }
            }
            _ => Err(format!("no line of a transcript: {line}")),
        }
    }
}

/// `BOARD; duration 2; missing stay; limit 500 ms; formats standard plain; seed 7`.
fn settings(header: &str) -> Result<BitMartyrSettings, String> {
    let mut parts = header.strip_prefix("# ").ok_or("the first line has the settings")?.split("; ");
    let board = parts.next().unwrap_or_default().parse().map_err(|bad| format!("{bad}"))?;
    let mut settings = BitMartyrSettings::on(board);
    for part in parts {
        let (name, value) = part.split_once(' ').ok_or_else(|| format!("no setting: {part}"))?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("no number: {text}"));
        match (name, value) {
            ("duration", value) => settings.duration = number(value)?,
            ("seed", value) => settings.seed = number(value)?.into(),
            ("missing", "stay") => settings.missing = MissingOrder::Stay,
            ("limit", value) => {
                let ms = value.strip_suffix(" ms").ok_or_else(|| format!("no time: {value}"))?;
                settings.limit = Duration::from_millis(number(ms)?.into());
            }
            ("formats", value) => {
                let of_name =
                    |word: &str| WireFormat::ALL.into_iter().find(|(_, name)| *name == word).map(|(wire, _)| wire);
                let wires: Option<Vec<_>> = value.split(' ').map(of_name).collect();
                settings.wires = wires.ok_or_else(|| format!("no formats: {value}"))?;
            }
            _ => return Err(format!("no setting: {part}")),
        }
    }
    Ok(settings)
}

#[test]
fn the_page_tells_what_happens() {
    check_page::<Table>("docs/bitmartyr.md", PAGE, 12);
}

/// The cases that the page must show: every format, and each way to answer badly.
#[test]
fn the_page_shows_every_way_to_answer() {
    let text: Vec<&str> = blocks(PAGE).into_iter().flat_map(|(_, lines)| lines).collect();
    for clue in
        ["standard", "plain", "basic", "missing stay", "exits ", "crashes", "runs out of time", "does not start", "1<-"]
    {
        assert!(text.iter().any(|line| line.contains(clue)), "no transcript shows: {clue}");
    }
}

#[test]
fn a_wrong_transcript_is_noticed() {
    let header = "# 2E/3/2J; duration 1";
    let wrong: [(&[&str], &str); 7] = [
        (&[header, "1>> R 2147483647 1 ...", "== goes on"], "player 1 reads"),
        (&[header, "1>> R 2147483647 0", "== goes on"], "player 1 reads"),
        (&[header, "1<< 0", "2<< 5", ":: 2E/3/2J", "== 1 2"], "the board is `2E/3/3`"),
        (&[header, "1<< 0", "2<< 0", "== 1 2"], "the match ends `1 1`"),
        (&[header, "1<< 0", "1<< 0", "== goes on"], "no run of player 1"),
        (&[header, "-- 1 sneezes", "== goes on"], "nothing that can happen"),
        (&[header, "1<< 0"], "does not say how it ends"),
    ];
    for (lines, clue) in wrong {
        let found = check::<Table>(lines, Clock::Wall);
        assert!(found.iter().any(|(_, why)| why.contains(clue)), "{clue}: {found:?}");
    }
}
