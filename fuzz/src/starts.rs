//! Starts as text: Generals' map files and BitMartyr's boards. A text that reads is written back to
//! a text that reads the same, and a match can start from it.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{self, BitMartyr, BitMartyrBoard};
use botyard_engine::games::generals::{self, Generals, GeneralsMap, MapSurvey};

/// A map file of Generals.
pub fn generals_map(bytes: &[u8]) {
    let Some(map) = comes_back::<GeneralsMap>(bytes) else { return };
    let players = map.capitals().count();
    assert!((map.rows() * map.columns()) == map.tiles().len(), "a map is whole");
    let _ = MapSurvey::measure_map(&map);
    Generals::start(&generals::GeneralsSettings::on(map), players).expect("what is a map can be played on");
}

/// A board of BitMartyr, as settings and the command line write it.
pub fn bitmartyr_board(bytes: &[u8]) {
    let Some(board) = comes_back::<BitMartyrBoard>(bytes) else { return };
    let teams = board.teams().max(1);
    assert_eq!(board.units().count(), board.population(), "every unit is counted");
    BitMartyr::start(&bitmartyr::BitMartyrSettings::on(board), teams).expect("what is a board can be played on");
}

/// Reads a text, writes it and reads it again.
fn comes_back<T>(bytes: &[u8]) -> Option<T>
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    let text = std::str::from_utf8(bytes).ok()?;
    match text.parse::<T>() {
        Ok(read) => {
            let again = read.to_string().parse::<T>().map_err(|why| why.to_string());
            assert_eq!(again.as_ref(), Ok(&read), "what was written reads the same");
            Some(read)
        }
        Err(why) => {
            assert!(!why.to_string().is_empty(), "what does not read says why");
            None
        }
    }
}
