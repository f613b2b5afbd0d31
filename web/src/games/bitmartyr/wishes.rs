//! What a start was wished to be like, as far as it can be seen in it, and the same wishes for another match.

use botyard_engine::games::bitmartyr::{Placement, Settings, Wishes, place};
use botyard_engine::seat::Seat;

/// What these settings' board was wished to be like; `None` if it is none that wishes lead to.
pub fn wishes(settings: &Settings) -> Option<Wishes> {
    let board = &settings.board;
    let (width, height, teams) = (board.width(), board.height(), board.teams());
    let population = board.count(Seat::new(0));
    let wishes = |placement| Wishes { width, height, teams, population, placement, seed: settings.seed };
    Placement::ALL
        .into_iter()
        .map(|(placement, _)| wishes(placement))
        .find(|wishes| place(wishes).as_ref() == Ok(board))
}

/// The same for another number of teams, or from another seed.
pub fn renewed(settings: &Settings, teams: usize, seed: u64) -> Option<Settings> {
    let board = match wishes(settings) {
        Some(wishes) => place(&Wishes { teams, seed, ..wishes }).ok()?,
        None if settings.board.teams() <= teams => settings.board.clone(),
        None => return None,
    };
    let mut wires = settings.wires.clone();
    wires.truncate(teams);
    Some(Settings { board, wires, seed, ..settings.clone() })
}

/// A match that is over in less than a minute where it is watched, and in a second where it is played.
pub fn demo(teams: usize, seed: u64) -> Option<Settings> {
    let wishes = Wishes { width: 50, height: 50, population: 3, seed, ..Wishes::new(teams) };
    Some(Settings { duration: 200, seed, ..Settings::on(place(&wishes).ok()?) })
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::bitmartyr::{TEAMS_MAX, Wire};

    use super::*;

    fn drawn(wishes: &Wishes) -> Settings {
        Settings { seed: wishes.seed, ..Settings::on(place(wishes).expect("there is room")) }
    }

    #[test]
    fn wishes_are_seen_in_what_they_led_to() {
        for placement in Placement::ALL.map(|(placement, _)| placement) {
            let wished = Wishes { width: 30, height: 20, population: 7, placement, seed: 9, ..Wishes::new(3) };
            let settings = drawn(&wished);
            assert_eq!(wishes(&settings), Some(wished.clone()));
            let more = renewed(&settings, 5, 10).expect("there is room");
            assert_eq!(more, drawn(&Wishes { teams: 5, seed: 10, ..wished }));
        }
    }

    #[test]
    fn any_number_of_teams_has_a_light_match() {
        for teams in 1..=TEAMS_MAX {
            let demo = demo(teams, 7).expect("there is room");
            assert_eq!((demo.board.teams(), demo.board.cells(), demo.duration, demo.seed), (teams, 2500, 200, 7));
        }
    }

    #[test]
    fn a_board_of_its_own_stays_what_it_is() {
        let board = "E1J/3".parse().expect("a board");
        let settings = Settings { wires: vec![Wire::Plain; 2], ..Settings::on(board) };
        assert_eq!(wishes(&settings), None);
        assert_eq!(renewed(&settings, 3, 4), Some(Settings { seed: 4, ..settings.clone() }));
        assert_eq!(renewed(&settings, 1, 4), None);
    }
}
