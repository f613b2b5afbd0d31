//! Stratego's transcripts: `# you are RED, with -m 2, the match ends ./b BLUE DRAW_DEFAULT 2 148
//! 148`, with the RESULT line as the end. RED is `./a`, BLUE `./b`; options are as on the command
//! line.
//!
//! `-- sets up` and `-- the other sets up` stand for the four lines of a standard army, `-- reads
//! the board` for ten lines of board.

use std::time::Duration;

use botyard_engine::codec::BotCodec;
use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::Game;
use botyard_engine::games::stratego::{
    CoinToss, Colour, StandardSetup, Stratego as Rules, StrategoCodec, StrategoSettings, Variant,
};
use botyard_engine::referee::host::Limits;
use botyard_engine::referee::{Player, Referee};
use botyard_engine::seat::Seat;

use super::{Line, Stage};

const NAMES: [&str; 2] = ["./a", "./b"];

#[derive(Debug)]
pub struct Stratego {
    seat: Seat,
    settings: StrategoSettings,
    end: String,
}

impl Stage for Stratego {
    type Game = Rules;

    fn parse(header: &str) -> Result<Self, String> {
        let (who, end) = header.split_once(", the match ends ").ok_or_else(|| format!("no header: `{header}`"))?;
        let (colour, options) = who.split_once(", with ").unwrap_or((who, ""));
        let colour = Colour::BOTH.into_iter().find(|each| each.name() == colour);
        let seat = colour.ok_or_else(|| format!("no colour: `{who}`"))?.seat();
        Ok(Self { seat, settings: settings(options)?, end: end.to_owned() })
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn limits(&self) -> Limits {
        StrategoCodec::LIMITS
    }

    fn referee(&self) -> Referee<Rules> {
        let players = [0, 1].map(|index| Player::Bot(BotCodec::session(StrategoCodec::new(Seat::new(index), NAMES))));
        let game = Rules::start(&self.settings, 2).expect("two can play");
        Referee::new(game, players.into(), self.limits(), Duration::ZERO)
    }

    fn happening(&self, words: &str) -> Option<Vec<Line>> {
        let own = Colour::from_seat(self.seat);
        let army = |colour| format!("{}\n", StandardSetup::ALL[0].setup(colour));
        Some(match words {
            "sets up" => vec![Line::Prints(army(own))],
            "the other sets up" => vec![Line::OtherPrints(army(own.other()))],
            "reads the board" => vec![Line::ReadsSome("a row of the board", is_row); 10],
            words => {
                let rows = words.strip_prefix("the other sets up ")?;
                vec![Line::OtherPrints(format!("{}\n", rows.replace('/', "\n")))]
            }
        })
    }

    fn check_end(&self, game: &Rules, fault: Option<(Seat, &Fault)>, heard: &str) -> Result<(), String> {
        let found = game.ending().ok_or("the match is not over")?.result(NAMES);
        if found != self.end {
            return Err(format!("the match ends {found}, not {}", self.end));
        }
        // The other's last line is QUIT, unless its run has ended.
        let has_gone = |fault: &Fault| matches!(fault.kind, FaultKind::Exited | FaultKind::NotStarted);
        let gone = fault.is_some_and(|(seat, fault)| seat != self.seat && has_gone(fault));
        match heard.lines().last().unwrap_or_default() {
            last if last == format!("QUIT {found}") || gone => Ok(()),
            _ => Err(format!("the other read {heard:?}, and not `QUIT {found}` last")),
        }
    }
}

fn is_row(line: &str) -> bool {
    line.len() == 10 && line.chars().all(|c| ".+#123456789sBF".contains(c))
}

fn settings(options: &str) -> Result<StrategoSettings, String> {
    let mut settings = StrategoSettings::default();
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "-i" => settings.ignore_illegal = true,
            "-m" => settings.max_turns = words.next().and_then(|max| max.parse().ok()),
            "--partial-setup" => settings.partial_setup = true,
            "--variant" if words.next() == Some("wiki") => {
                (settings.variant, settings.coin) = (Variant::Wiki, CoinToss(0b01));
            }
            word => return Err(format!("no option: `{word}`")),
        }
    }
    Ok(settings)
}
