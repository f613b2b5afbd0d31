//! `botyard connect-four A B`: takes the place of the original's console, line by line and with its exit status. What
//! the lines cannot say goes to stderr.

use std::io::{self, Write};

use botyard::host::{Audience, Contest, Interrupt, Reply};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{Column, ConnectFour, log};
use botyard_engine::replay::link::Linked;
use botyard_engine::replay::{Deed, Turn};
use botyard_engine::seat::Seat;
use botyard_engine::verdict;
use serde_json::Value;

use super::conditions::Conditions;
use super::failure::Failure;
use super::keep::{self, Keep};
use super::keyboard::Keyboard;
use super::note::note;
use super::serve::Stage;
use super::spec::Spec;
use super::summon::Summoner;
use super::{board, interrupt, record};

/// What stands for a person, as in the original.
const MANUAL: &str = "MANUAL_MODE";

const AFTER_HELP: &str = "\
Exit status: 0 after every match, also when a bot did not start; 2 usage, 5 file trouble, 130 interrupted.";

/// Play Connect Four with the output of Connect 4 Moderator's console
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Player 1: a file, or MANUAL_MODE for columns from stdin, one a line
    player1: String,
    /// Player 2, likewise
    player2: String,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    stage: Stage,
    #[command(flatten)]
    keep: keep::Args,
}

/// Plays the match, printing each line as it happens.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let Some((contest, keep)) = contest(args, &mut out)? else { return Ok(()) };
    let log = args.conditions.open_log(board::logbook(ConnectFour::NAME))?;
    let interrupt = interrupt::on_ctrl_c()?;
    let mut console = Console::new(&mut out, interrupt.clone());
    let (game, screen) = args.stage.play_aloud(contest, &mut console, &interrupt)?;
    keep.save()?;
    if let Some(error) = console.failed {
        return Err(error.into());
    }
    if let Some(log) = log {
        log.write(&*record::from_json(game.replay()).map_err(Failure::Internal)?)?;
    }
    tell_end(&mut out, &*game, &interrupt)?;
    if let Some(screen) = screen {
        screen.linger(&interrupt);
    }
    Ok(())
}

/// The players and what they keep; `None` if one does not start, which has then been said.
fn contest(args: &Args, out: &mut dyn Write) -> Result<Option<(Contest, Keep)>, Failure> {
    let mut summoner = Summoner::new(ConnectFour::NAME).keeping(args.keep.keep());
    let mut players = Vec::new();
    for (text, number) in [(&args.player1, 1), (&args.player2, 2)] {
        let spec = if text == MANUAL { Spec::Human } else { Spec::parse(text) };
        match summoner.summon(&spec) {
            Ok(body) => players.push((format!("player {number}"), body)),
            Err(failure @ Failure::NotStarted(_)) => {
                writeln!(out, "FAILURE{number}")?;
                failure.tell();
                return Ok(None);
            }
            Err(failure) => return Err(failure),
        }
    }
    let mut contest = Contest::new(ConnectFour::NAME, args.conditions.seed(), players);
    contest.opening.terms = args.conditions.terms();
    Ok(Some((contest, summoner.into_keep())))
}

fn tell_end(out: &mut dyn Write, game: &dyn AnyMatch, interrupt: &Interrupt) -> Result<(), Failure> {
    let Some(outcome) = game.outcome() else {
        return if interrupt.is_raised() {
            Err(Failure::Interrupted)
        } else {
            note("the input ended before the match did");
            Ok(())
        };
    };
    let fault = game.last_fault();
    let fault = fault.as_ref().map(|(seat, fault)| (*seat, fault));
    writeln!(out, "{}", log::console_end(&outcome, fault))?;
    if fault.is_some() {
        let names = ["player 1".to_owned(), "player 2".to_owned()];
        writeln!(io::stderr(), "{}", verdict::sentence(&outcome, &names, fault, None))?;
    }
    Ok(out.flush()?)
}

/// The original's console: one line an event.
struct Console<'a> {
    out: &'a mut dyn Write,
    game: ConnectFour,
    told: usize,
    keyboard: Option<Keyboard>,
    interrupt: Interrupt,
    failed: Option<io::Error>,
}

impl<'a> Console<'a> {
    fn new(out: &'a mut dyn Write, interrupt: Interrupt) -> Self {
        Self { out, game: ConnectFour::default(), told: 0, keyboard: None, interrupt, failed: None }
    }

    /// Nobody who cannot be told is played for.
    fn line(&mut self, line: &str) {
        if let Err(error) = writeln!(self.out, "{line}").and_then(|()| self.out.flush()) {
            self.failed.get_or_insert(error);
            self.interrupt.raise();
        }
    }

    fn tell(&mut self, turn: Turn<Value>) {
        let Deed::Action(action) = turn.deed else { return };
        let column: Column = serde_json::from_value(action).expect("an action of this game is a column");
        let mut events = Vec::new();
        self.game.play(turn.seat, column, &mut events).expect("the referee has played it");
        for line in events.iter().filter_map(log::console_event) {
            self.line(&line);
        }
    }
}

impl Audience for Console<'_> {
    fn changed(&mut self, game: &dyn AnyMatch) {
        for turn in game.turns_from(self.told) {
            self.told += 1;
            self.tell(turn);
        }
    }

    fn person(&mut self, _: &dyn AnyMatch, _: Seat) -> Reply {
        let interrupt = &self.interrupt;
        let keyboard = self.keyboard.take().unwrap_or_else(|| Keyboard::new(interrupt.clone()));
        let reply = loop {
            let Some(line) = keyboard.line() else { break Reply::Stop };
            match line.trim().parse().ok().and_then(Column::new) {
                Some(column) => break Reply::Play(Value::from(column.number())),
                None => self.line("INVALID"),
            }
        };
        self.keyboard = Some(keyboard);
        reply
    }

    fn refused(&mut self, _: Seat, _: &str) {
        self.line("INVALID");
    }
}
