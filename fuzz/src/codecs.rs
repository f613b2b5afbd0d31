//! Bots' output, through every protocol: a source of words, ends and waits, played by a host of a
//! few lines. Each resulting turn is legal or a fault, and a protocol reads the words that it
//! writes for an action as that action. Knows no protocol's words.

use std::time::Duration;

use botyard_engine::catalog::Playable;
use botyard_engine::codec::{BotCodec, MisreadError, RunInputs};
use botyard_engine::exit::Exit;
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{self, BitMartyr, MissingOrder, Order, Orders, WireFormat};
use botyard_engine::games::connect_four::{self, ConnectFour};
use botyard_engine::games::generals::{self, Generals};
use botyard_engine::games::stratego::{self, CoinToss, Stratego, Variant};
use botyard_engine::inbox::Inbox;
use botyard_engine::referee::host::{Input, Output, Run, Spent};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, TurnResult, play_turn};
use botyard_engine::seat::Seat;

use crate::byte_source::ByteSource;
use crate::replays;

/// A game with starts that are small enough for thousands of matches.
pub trait Small: Playable {
    /// A start that the source chooses, and how many play.
    fn small(source: &mut ByteSource<'_>) -> (Self::Settings, usize);

    /// Whether the protocol's words determine the action.
    fn is_told(_: &Self::Action) -> bool {
        true
    }
}

impl Small for ConnectFour {
    fn small(_: &mut ByteSource<'_>) -> (connect_four::ConnectFourSettings, usize) {
        (connect_four::ConnectFourSettings {}, 2)
    }
}

impl Small for Stratego {
    fn small(source: &mut ByteSource<'_>) -> (stratego::StrategoSettings, usize) {
        let choices = source.byte();
        let is_on = |bit: u8| choices >> bit & 1 == 1;
        let settings = stratego::StrategoSettings {
            variant: if is_on(0) { Variant::Wiki } else { Variant::Ucc },
            coin: if is_on(1) { CoinToss::from_seed(u64::from(choices)) } else { CoinToss::default() },
            partial_setup: is_on(2),
            ignore_illegal: is_on(3),
            max_turns: if is_on(4) { Some(u32::from(choices >> 5)) } else { Some(100) },
        };
        (settings, 2)
    }
}

impl Small for Generals {
    fn small(source: &mut ByteSource<'_>) -> (generals::GeneralsSettings, usize) {
        let map = match source.byte() % 4 {
            0 => "1 2 2\n3 3\n",
            1 => "3 3 2\n3 1 1\n1 2 5 4\n1 1 3\n",
            2 => "2 4 3\n3 1 4 3\n1 1 1 3\n",
            _ => "1 1 1\n3\n",
        };
        let map: generals::GeneralsMap = map.parse().expect("a map");
        let seats = map.capitals().count();
        let garrison = u32::from(source.byte() % 16);
        (
            generals::GeneralsSettings { rounds: 12, land_grows: 3, garrison, ..generals::GeneralsSettings::on(map) },
            seats,
        )
    }
}

impl Small for BitMartyr {
    fn small(source: &mut ByteSource<'_>) -> (bitmartyr::BitMartyrSettings, usize) {
        let board = match source.byte() % 4 {
            0 => "E4/5/2J2",
            1 => "E2J/4/CC2",
            2 => "1",
            _ => "5E5/EEEEEEEEEEE/JJJJJJJJJJJ",
        };
        let choices = source.byte();
        let wire = |nth: u8| WireFormat::ALL[usize::from(choices >> (2 * nth)) % WireFormat::ALL.len()].0;
        let settings = bitmartyr::BitMartyrSettings {
            duration: 6,
            missing: if choices >> 7 == 1 { MissingOrder::Stay } else { MissingOrder::Die },
            wires: vec![wire(0), wire(1)],
            ..bitmartyr::BitMartyrSettings::on(board.parse().expect("a board"))
        };
        (settings, 2)
    }

    /// They do not if a unit has an order and one before it has none.
    fn is_told(orders: &Orders) -> bool {
        orders.iter().skip_while(|&order| order != Order::Missing).all(|order| order == Order::Missing)
    }
}

/// The source: a byte for the kind of time, the bytes of the start, then the bots' behaviour.
pub fn any_words<G: Small>(bytes: &[u8]) {
    let mut source = ByteSource::new(bytes);
    let is_wall = source.byte() % 2 == 1;
    let (settings, seats) = G::small(&mut source);
    let player = |number| PlayerInfo { name: format!("bots/{number}"), ..PlayerInfo::default() };
    let players: Vec<_> = (1..=seats).map(player).collect();
    let mut host = FuzzHost::<G>::new(&settings, &players, is_wall);
    while !source.is_over() && host.step(&mut source) {}
    host.end();
    let referee = host.referee;
    let turns = referee.turns().to_vec();
    let replay = Replay { settings, seed: 7, players, terms: MatchTerms::default(), turns };
    replays::holds(&replay, referee.game());
    canonical_words_read_back(&replay);
}

/// A host whose bots do what a source chooses.
struct FuzzHost<G: Playable> {
    referee: Referee<G>,
    alive: Vec<Run>,
    now: Duration,
    is_wall: bool,
}

impl<G: Playable> FuzzHost<G> {
    fn new(settings: &G::Settings, players: &[PlayerInfo], is_wall: bool) -> Self {
        let game = G::start(settings, players.len()).expect("a start for so many");
        let codec = |seat| G::codec(settings, players, Seat::new(seat), G::PROTOCOL_VERSION);
        let codecs = (0..players.len()).map(|seat| Player::Bot(codec(seat)));
        let referee = Referee::new(game, codecs.collect(), G::limits(settings), Duration::ZERO);
        let mut host = Self { referee, alive: Vec::new(), now: Duration::ZERO, is_wall };
        host.drain();
        host
    }

    /// Does what the referee asks. Every run starts at once.
    fn drain(&mut self) {
        loop {
            let mut started = Vec::new();
            while let Some(output) = self.referee.poll() {
                match output {
                    Output::Start(run, _) => started.push(run),
                    Output::Stop(run) => self.alive.retain(|alive| *alive != run),
                    _ => {}
                }
            }
            if started.is_empty() {
                return;
            }
            for run in started {
                self.alive.push(run);
                self.referee.handle(self.now, Input::Started(run, self.spent()));
            }
        }
    }

    fn handle_input(&mut self, input: Input<'_>) {
        self.referee.handle(self.now, input);
        self.drain();
    }

    fn spent(&self) -> Spent {
        if self.is_wall { Spent::Wall } else { Spent::Virtual(self.now) }
    }

    /// One bot does something; false if no bot is left.
    fn step(&mut self, source: &mut ByteSource<'_>) -> bool {
        let what = source.byte();
        let Some(&run) = self.alive.get(usize::from(what >> 4) % self.alive.len().max(1)) else { return false };
        self.now += Duration::from_micros(10);
        match what & 15 {
            0..=8 => self.print(run, source),
            9 => self.handle_input(Input::Blocked(run, self.now)),
            10 => {
                self.now += Duration::from_millis(u64::from(source.byte()) * 50);
                self.handle_input(Input::Exhausted(run, self.now));
            }
            11 => self.exit(run, Exit::Code(i32::from(source.byte() as i8))),
            12 => self.exit(run, Exit::Trap("out of bounds".to_owned())),
            13 => {
                let count = usize::from(source.byte());
                self.handle_input(Input::Stderr(run, source.bytes(count)));
            }
            14 => self.print_and_exit(run, source),
            15 if source.byte() % 2 == 1 => self.handle_input(Input::Polling(run, self.spent())),
            _ => {
                self.now += Duration::from_millis(u64::from(source.byte()) * 50);
                self.handle_input(Input::Tick);
            }
        }
        true
    }

    /// A module's output is read when it stops: here, to wait for more.
    fn print(&mut self, run: Run, source: &mut ByteSource<'_>) {
        let count = usize::from(source.byte());
        self.handle_input(Input::Stdout(run, source.bytes(count), self.spent()));
        if !self.is_wall {
            self.handle_input(Input::Blocked(run, self.now));
        }
    }

    fn print_and_exit(&mut self, run: Run, source: &mut ByteSource<'_>) {
        let count = usize::from(source.byte());
        self.handle_input(Input::Stdout(run, source.bytes(count), self.spent()));
        self.exit(run, Exit::Code(0));
    }

    fn exit(&mut self, run: Run, exit: Exit) {
        self.alive.retain(|alive| *alive != run);
        self.handle_input(Input::Exited(run, exit, self.spent()));
    }

    /// Ends all runs that are still alive: every match ends.
    fn end(&mut self) {
        while let Some(&run) = self.alive.first() {
            self.exit(run, Exit::Code(0));
        }
        assert!(self.referee.is_done(), "a match without a run is over");
    }
}

fn canonical_words_read_back<G: Small>(replay: &Replay<G>) {
    let mut game = replay.start().expect("it has been played");
    for turn in &replay.turns {
        if let TurnResult::Action(action) = &turn.result
            && G::is_told(action)
        {
            let mut words = Vec::new();
            G::write_canonical(action, &mut words);
            let codec = G::codec(&replay.settings, &replay.players, turn.seat, replay.protocol_of(turn.seat));
            let answer = answered(codec, game.view(turn.seat), words);
            assert_eq!(answer, Ok(Some(action.clone())), "its own words read back");
        }
        play_turn(&mut game, turn, &mut Vec::new()).expect("it has been played");
    }
}

/// The answer of a bot that is asked in this position and prints these words. If each question has
/// several runs, each run prints one of the bytes.
fn answered<G: Game>(
    codec: BotCodec<G>,
    view: G::View<'_>,
    mut words: Vec<u8>,
) -> Result<Option<G::Action>, MisreadError> {
    match codec {
        BotCodec::Session(mut codec) => {
            codec.write_question(view, &mut Vec::new());
            words.push(b'\n');
            let mut inbox = Inbox::default();
            inbox.push(&words);
            codec.read_answer(&mut inbox)
        }
        BotCodec::Question(mut codec) => {
            let mut runs = RunInputs::default();
            codec.write_question(view, &mut runs);
            match runs.run_count() {
                1 => codec.collect_run(0, &words, &Exit::Stopped),
                _ => words.chunks(1).enumerate().for_each(|(nth, word)| codec.collect_run(nth, word, &Exit::Stopped)),
            }
            codec.conclude_question().map(Some)
        }
    }
}
