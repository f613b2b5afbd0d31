//! The ranking at the end of a match: a line for each player, with its possessions or the reason
//! why it is out.

use botyard_engine::game::Game;
use botyard_engine::games::generals::{Generals, GeneralsEvent};
use botyard_engine::replay::{Replay, TurnResult, play_turn};
use botyard_engine::seat::Seat;

use crate::cli::output::report;

/// A line for each player, in the order of places; in the order of seats if the match was stopped
/// early.
pub fn lines(replay: &Replay<Generals>) -> Vec<String> {
    let Ok(mut game) = replay.start() else { return Vec::new() };
    let name = |seat: Seat| report::name(&replay.players, seat);
    let mut ends = vec![None; replay.players.len()];
    let mut events = Vec::new();
    for turn in &replay.turns {
        events.clear();
        let round = game.rounds() + 1;
        if play_turn(&mut game, turn, &mut events).is_err() {
            break;
        }
        for event in &events {
            match *event {
                GeneralsEvent::Conquered { victim, captor } => {
                    ends[victim.index()] = Some(format!("captured by {} in round {round}", name(captor)));
                }
                GeneralsEvent::Forfeited(seat) => {
                    ends[seat.index()] = Some(format!("{} in round {round}", left(&turn.result)))
                }
                _ => {}
            }
        }
    }
    let outcome = game.outcome();
    let mut seats: Vec<_> = (0..replay.players.len()).map(Seat::new).collect();
    seats.sort_by_key(|seat| outcome.as_ref().map(|outcome| outcome.places[seat.index()]));
    let line = |seat: Seat| {
        let place = outcome.as_ref().map_or_else(|| "-".to_owned(), |outcome| outcome.places[seat.index()].to_string());
        let end = ends[seat.index()].clone().unwrap_or_else(|| possessions(&game, seat));
        format!("{place}. {} (player {}): {end}", name(seat), seat.number())
    };
    seats.into_iter().map(line).collect()
}

fn possessions(game: &Generals, seat: Seat) -> String {
    let board = game.board();
    format!("army {}, cities {}, land {}", board.army(seat), board.cities(seat), board.land(seat))
}

/// Why a player that was not conquered is out.
fn left<A>(result: &TurnResult<A>) -> String {
    match result {
        TurnResult::Fault(fault) => fault.frozen_sentence("it"),
        TurnResult::Action(_) => "out".to_owned(),
    }
}
