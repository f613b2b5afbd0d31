//! Connect Four's transcripts: `# you are player 1, the match ends TIE`, with the line of the
//! console as the end. A column that the bot reads is the other's last move.

use std::time::Duration;

use botyard_engine::codec::BotCodec;
use botyard_engine::fault::Fault;
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{ConnectFour as Rules, ConnectFourCodec, log};
use botyard_engine::referee::host::Limits;
use botyard_engine::referee::{Player, Referee};
use botyard_engine::seat::Seat;

use super::Stage;

#[derive(Debug)]
pub struct ConnectFour {
    seat: Seat,
    end: String,
}

impl Stage for ConnectFour {
    type Game = Rules;

    fn parse(header: &str) -> Result<Self, String> {
        let (seat, end) = header
            .strip_prefix("player ")
            .and_then(|rest| rest.split_once(", the match ends "))
            .ok_or_else(|| format!("no header: `{header}`"))?;
        let seat = match seat {
            "1" => Seat::new(0),
            "2" => Seat::new(1),
            _ => return Err(format!("no player: `{seat}`")),
        };
        Ok(Self { seat, end: end.to_owned() })
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn limits(&self) -> Limits {
        Limits::default()
    }

    fn referee(&self) -> Referee<Rules> {
        let players = [0, 1].map(|index| Player::Bot(BotCodec::session(ConnectFourCodec::new(Seat::new(index)))));
        Referee::new(Rules::default(), players.into(), self.limits(), Duration::ZERO)
    }

    fn other_begins(&self) -> &'static str {
        if self.seat.index() == 1 { "p\n" } else { "p\n?\n" }
    }

    fn cause(&self, read: &str, first: bool) -> Option<String> {
        let column = matches!(read, "1" | "2" | "3" | "4" | "5" | "6" | "7");
        (column && !first).then(|| format!("{read}\n"))
    }

    fn check_end(&self, game: &Rules, fault: Option<(Seat, &Fault)>, heard: &str) -> Result<(), String> {
        let outcome = game.outcome().ok_or("the match is not over")?;
        let found = log::console_end(&outcome, fault);
        if found != self.end {
            return Err(format!("the match ends {found}, not {}", self.end));
        }
        let code = match (fault.is_some(), outcome.winner().map(Seat::index)) {
            (true, _) => "0",
            (false, Some(0)) => "-1",
            (false, Some(_)) => "-2",
            (false, None) => "-3",
        };
        // The last line that the other reads is the end code, unless its run has ended.
        let gone = outcome.blamed.is_some_and(|seat| seat != self.seat);
        match heard.lines().last().unwrap_or_default() {
            last if last == code || gone => Ok(()),
            _ => Err(format!("the other read {heard:?}, and not `{code}` last")),
        }
    }
}
