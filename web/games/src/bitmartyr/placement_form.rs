//! The placement from which a board was generated, found in the board itself, and the form that
//! edits it.

use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings, Placement, PlacementParams, place};
use botyard_engine::seat::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The parameters that lead to these settings' board; `None` if no parameters do.
pub fn placement_params(settings: &BitMartyrSettings) -> Option<PlacementParams> {
    let board = &settings.board;
    let (width, height, teams) = (board.width(), board.height(), board.teams());
    let population = board.count(Seat::new(0));
    let with_placement =
        |placement| PlacementParams { width, height, teams, population, placement, seed: settings.seed };
    Placement::ALL
        .into_iter()
        .map(|(placement, _)| with_placement(placement))
        .find(|params| place(params).as_ref() == Ok(board))
}

/// The form's values for the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacementForm {
    /// How many cells a row has.
    pub width: usize,
    /// How many rows there are.
    pub height: usize,
    /// How many units each team has.
    pub population: usize,
    /// The index in [`Placement::ALL`]; `None` if no placement leads to the board, which then stays
    /// as it is.
    pub placement: Option<usize>,
}

/// The form's values for these settings.
pub fn values(settings: &BitMartyrSettings) -> Value {
    serde_json::to_value(PlacementForm::from_settings(settings)).expect("it has text keys only")
}

/// The settings with the board that the form's values describe.
///
/// # Errors
/// Why they cannot be played, in a clause.
pub fn parse(
    settings: &BitMartyrSettings,
    values: &Value,
    seats: usize,
    seed: u64,
) -> Result<BitMartyrSettings, String> {
    let form: PlacementForm = serde_json::from_value(values.clone()).map_err(|why| why.to_string())?;
    form.apply(settings, seats, seed)
}

impl PlacementForm {
    /// The form's values for these settings.
    pub fn from_settings(settings: &BitMartyrSettings) -> Self {
        let (board, params) = (&settings.board, placement_params(settings));
        let is_meant =
            |(placement, _): &(Placement, _)| params.as_ref().is_some_and(|params| params.placement == *placement);
        Self {
            width: board.width(),
            height: board.height(),
            population: board.count(Seat::new(0)).max(1),
            placement: Placement::ALL.iter().position(is_meant),
        }
    }

    /// These settings with the board that the form describes.
    ///
    /// # Errors
    /// Why they cannot be played, in a clause.
    fn apply(&self, settings: &BitMartyrSettings, teams: usize, seed: u64) -> Result<BitMartyrSettings, String> {
        let board = match self.placement.and_then(|index| Placement::ALL.get(index)) {
            Some(&(placement, _)) => {
                let &Self { width, height, population, .. } = self;
                let params = PlacementParams { width, height, teams, population, placement, seed };
                place(&params).map_err(|why| why.to_string())?
            }
            None => settings.board.clone(),
        };
        let mut wires = settings.wires.clone();
        wires.truncate(teams);
        let changed = BitMartyrSettings { board, wires, seed, ..settings.clone() };
        BitMartyr::start(&changed, teams).map_err(|why| why.to_string())?;
        Ok(changed)
    }
}

/// A match that takes a second to play and less than a minute to watch.
pub fn demo_settings(teams: usize, seed: u64) -> Option<BitMartyrSettings> {
    let params = PlacementParams { width: 50, height: 50, population: 3, seed, ..PlacementParams::new(teams) };
    Some(BitMartyrSettings { duration: 200, seed, ..BitMartyrSettings::on(place(&params).ok()?) })
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::bitmartyr::{TEAMS_MAX, WireFormat};

    use super::*;

    fn drawn(params: &PlacementParams) -> BitMartyrSettings {
        BitMartyrSettings { seed: params.seed, ..BitMartyrSettings::on(place(params).expect("there is room")) }
    }

    #[test]
    fn wishes_are_seen_in_what_they_led_to() {
        for placement in Placement::ALL.map(|(placement, _)| placement) {
            let wished =
                PlacementParams { width: 30, height: 20, population: 7, placement, seed: 9, ..PlacementParams::new(3) };
            let settings = drawn(&wished);
            assert_eq!(placement_params(&settings), Some(wished.clone()));
            let more = PlacementForm::from_settings(&settings).apply(&settings, 5, 10).expect("there is room");
            assert_eq!(more, drawn(&PlacementParams { teams: 5, seed: 10, ..wished }));
        }
    }

    #[test]
    fn any_number_of_teams_has_a_light_match() {
        for teams in 1..=TEAMS_MAX {
            let demo = demo_settings(teams, 7).expect("there is room");
            assert_eq!((demo.board.teams(), demo.board.cells(), demo.duration, demo.seed), (teams, 2500, 200, 7));
        }
    }

    #[test]
    fn a_board_of_its_own_stays_what_it_is() {
        let board = "E1J/3".parse().expect("a board");
        let settings = BitMartyrSettings { wires: vec![WireFormat::Plain; 2], ..BitMartyrSettings::on(board) };
        assert_eq!(placement_params(&settings), None);
        let written = PlacementForm::from_settings(&settings);
        assert_eq!(written.apply(&settings, 3, 4), Ok(BitMartyrSettings { seed: 4, ..settings.clone() }));
        let why = written.apply(&settings, 1, 4).expect_err("it has units of two teams");
        assert!(why.contains("team"), "{why}");
    }

    #[test]
    fn what_cannot_be_played_says_why() {
        let settings = drawn(&PlacementParams { width: 4, height: 4, population: 4, ..PlacementParams::new(4) });
        let check = |settings: &BitMartyrSettings, written: PlacementForm, teams, clue: &str| {
            let why = written.apply(settings, teams, 1).expect_err(clue);
            assert!(why.contains(clue), "{why}");
        };
        let written = PlacementForm::from_settings(&settings);
        assert!(written.apply(&settings, 4, 1).is_ok());
        check(&settings, written.clone(), 5, "5 teams of 4 units do not fit on 16 cells");
        check(&settings, PlacementForm { height: 1, ..written.clone() }, 4, "do not fit on 4 cells");
        check(&settings, PlacementForm { width: 5000, ..written.clone() }, 4, "this board is 5000 by 4");
        check(&BitMartyrSettings { duration: 0, ..settings.clone() }, written, 4, "0 turns are not between");
    }
}
