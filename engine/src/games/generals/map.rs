//! The ground a match starts on, and its text form. Knows no players beyond their capitals, and no
//! rules.
//!
//! The text is the original's: `n m k`, then n*m cells row by row: `1` empty, `2 army` a city, `3`
//! a capital, `4` a mountain, with any white space between. We write a line for each row.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::seat::Seats;

/// The most rows, and the most columns, a map can have.
pub const SIDE_MAX: usize = 50;

/// The largest army a city can start with.
pub const ARMY_MAX: u32 = 1_000_000;

/// The content of a cell before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Open ground.
    Empty,
    /// A neutral city with this army in it.
    City(u32),
    /// Where a player starts.
    Capital,
    /// No army can enter it.
    Mountain,
}

/// A map that can be played: sizes within their limits, at least one capital.
///
/// ```
/// use botyard_engine::games::generals::GeneralsMap;
///
/// let map: GeneralsMap = "1 4 2  3 1 2 40 3".parse()?;
/// assert_eq!((map.rows(), map.columns(), map.capitals().count()), (1, 4, 2));
/// assert_eq!(map.to_string(), "1 4 2\n3 1 2 40 3\n");
/// # Ok::<(), botyard_engine::games::generals::MapError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GeneralsMap {
    columns: usize,
    tiles: Vec<Tile>,
}

impl GeneralsMap {
    /// A map of these tiles, row by row.
    ///
    /// # Errors
    /// If it cannot be played, for the reason that [`GeneralsMap::from_str`] would name.
    pub fn new(columns: usize, tiles: Vec<Tile>) -> Result<Self, MapError> {
        let bad = |why: String| MapError { line: None, why };
        let rows = tiles.len().checked_div(columns).unwrap_or(0);
        if rows * columns != tiles.len() {
            return Err(bad(format!("{} cells do not fill rows of {columns}", tiles.len())));
        }
        check_side("rows", rows).and_then(|()| check_side("columns", columns)).map_err(bad)?;
        tiles.iter().try_for_each(|&tile| check_army(tile)).map_err(bad)?;
        let map = Self { columns, tiles };
        check_players(map.capitals().count()).map_err(bad)?;
        Ok(map)
    }

    /// Open ground with a capital in each of two opposite corners: the usual map.
    ///
    /// # Errors
    /// If a side is too short or too long.
    pub fn open_ground(rows: usize, columns: usize) -> Result<Self, MapError> {
        let mut tiles = vec![Tile::Empty; rows * columns];
        if let Some(last) = tiles.len().checked_sub(1) {
            tiles[0] = Tile::Capital;
            tiles[last] = Tile::Capital;
        }
        Self::new(columns, tiles)
    }

    /// Reads maps that follow each other in a text, each with the line where it begins, from 1.
    ///
    /// # Errors
    /// The first mistake, with its line.
    pub fn read_all(text: &str) -> Result<Vec<(usize, Self)>, MapError> {
        let mut words = MapWords::new(text);
        let mut maps = Vec::new();
        while let Some(line) = words.next_line() {
            maps.push((line, words.map()?));
        }
        Ok(maps)
    }

    /// How many rows it has, 1 to [`SIDE_MAX`].
    pub fn rows(&self) -> usize {
        self.tiles.len() / self.columns
    }

    /// How many columns it has, 1 to [`SIDE_MAX`].
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Its cells, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Where the players start, in their order: as cells counted row by row from 0.
    pub fn capitals(&self) -> impl Iterator<Item = usize> {
        (0..self.tiles.len()).filter(|&cell| self.tiles[cell] == Tile::Capital)
    }
}

impl Default for GeneralsMap {
    fn default() -> Self {
        Self::open_ground(10, 10).expect("ten by ten lies within the limits")
    }
}

fn check_side(what: &str, count: usize) -> Result<(), String> {
    match count {
        1..=SIDE_MAX => Ok(()),
        _ => Err(format!("{count} {what} are not between 1 and {SIDE_MAX}")),
    }
}

fn check_players(count: usize) -> Result<(), String> {
    match count {
        0 => Err("no cell is a capital".to_owned()),
        1..=Seats::MAX => Ok(()),
        _ => Err(format!("{count} players are more than {}", Seats::MAX)),
    }
}

fn check_army(tile: Tile) -> Result<(), String> {
    match tile {
        Tile::City(army) if army > ARMY_MAX => Err(format!("an army of {army} is more than {ARMY_MAX}")),
        _ => Ok(()),
    }
}

/// Why a text or some tiles are not a map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{why}", name_line(*.line))]
pub struct MapError {
    /// The line of the text that shows it, from 1; `None` if the map was not read from a text.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
}

fn name_line(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}

impl FromStr for GeneralsMap {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        let mut words = MapWords::new(text);
        let (players, map) = words.tiles()?;
        if let Some(surplus) = words.next() {
            return Err(words.bad(format!("`{}` comes after the last cell", shown(surplus))));
        }
        words.check_capitals(players, &map)?;
        Ok(map)
    }
}

impl fmt::Display for GeneralsMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} {}", self.rows(), self.columns, self.capitals().count())?;
        for row in self.tiles.chunks(self.columns) {
            for (column, tile) in row.iter().enumerate() {
                f.write_str(if column == 0 { "" } else { " " })?;
                match tile {
                    Tile::Empty => f.write_str("1")?,
                    Tile::City(army) => write!(f, "2 {army}")?,
                    Tile::Capital => f.write_str("3")?,
                    Tile::Mountain => f.write_str("4")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl TryFrom<String> for GeneralsMap {
    type Error = MapError;

    fn try_from(text: String) -> Result<Self, MapError> {
        text.parse()
    }
}

impl From<GeneralsMap> for String {
    fn from(map: GeneralsMap) -> Self {
        map.to_string()
    }
}

/// The words of a text, with the line of the last one.
struct MapWords<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    rest: std::str::SplitAsciiWhitespace<'a>,
    line: usize,
}

impl<'a> MapWords<'a> {
    fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), rest: "".split_ascii_whitespace(), line: 1 }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.next_line()?;
        self.rest.next()
    }

    /// The line of the next word, without consuming the word; `None` at the end.
    fn next_line(&mut self) -> Option<usize> {
        loop {
            if self.rest.clone().next().is_some() {
                return Some(self.line);
            }
            let (index, line) = self.lines.next()?;
            self.rest = line.split_ascii_whitespace();
            // Blank lines at the end are nowhere to look for a mistake.
            if !line.trim_ascii().is_empty() {
                self.line = index + 1;
            }
        }
    }

    /// The next map.
    fn map(&mut self) -> Result<GeneralsMap, MapError> {
        let (players, map) = self.tiles()?;
        self.check_capitals(players, &map)?;
        Ok(map)
    }

    /// The next map, and the number of players that its header states.
    fn tiles(&mut self) -> Result<(usize, GeneralsMap), MapError> {
        let [rows, columns, players] = ["rows", "columns", "players"].map(|what| self.number(what));
        let (rows, columns, players) = (rows?, columns?, players?);
        self.check(check_side("rows", rows))?;
        self.check(check_side("columns", columns))?;
        self.check(check_players(players))?;
        let tiles = (0..rows * columns).map(|cell| self.tile(cell / columns + 1, cell % columns + 1));
        let tiles = tiles.collect::<Result<Vec<_>, _>>()?;
        Ok((players, GeneralsMap { columns, tiles }))
    }

    fn check_capitals(&self, players: usize, map: &GeneralsMap) -> Result<(), MapError> {
        match map.capitals().count() {
            found if found == players => Ok(()),
            found => {
                let (players, found) = (counted(players, "player"), counted(found, "capital"));
                Err(self.bad(format!("the map is for {players} and has {found}")))
            }
        }
    }

    fn bad(&self, why: String) -> MapError {
        MapError { line: Some(self.line), why }
    }

    fn check<T>(&self, result: Result<T, String>) -> Result<T, MapError> {
        result.map_err(|why| self.bad(why))
    }

    fn number(&mut self, what: &str) -> Result<usize, MapError> {
        let Some(word) = self.next() else {
            return Err(self.bad(format!("the text ends before the number of {what}")));
        };
        word.parse().map_err(|_| self.bad(format!("invalid number of {what}: `{}`", shown(word))))
    }

    fn tile(&mut self, row: usize, column: usize) -> Result<Tile, MapError> {
        let Some(word) = self.next() else {
            return Err(self.bad(format!("the text ends before row {row}, column {column}")));
        };
        match word {
            "1" => Ok(Tile::Empty),
            "2" => self.city(row, column),
            "3" => Ok(Tile::Capital),
            "4" => Ok(Tile::Mountain),
            _ => {
                Err(self.bad(format!("invalid cell `{}` in row {row}, column {column}: expected 1 to 4", shown(word))))
            }
        }
    }

    fn city(&mut self, row: usize, column: usize) -> Result<Tile, MapError> {
        let place = format!("the city in row {row}, column {column}");
        let Some(word) = self.next() else {
            return Err(self.bad(format!("the text ends before the army of {place}")));
        };
        let army = word.parse().map_err(|_| self.bad(format!("invalid army `{}` for {place}", shown(word))))?;
        self.check(check_army(Tile::City(army)))?;
        Ok(Tile::City(army))
    }
}

/// A number of things as text: `1 player`, `2 players`.
pub(super) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A foreign word, shortened and safe to show.
fn shown(word: &str) -> String {
    crate::fault::printable(&word.chars().take(40).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_and_written() {
        let text = "2 3 2\n3 1 4\n2 35 1 3\n";
        let map: GeneralsMap =
            "2 3 2\r\n3\r\n1\r\n4\r\n2 35\r\n1\r\n3\r\n\r\n".parse().expect("one cell a line is a map too");
        assert_eq!(map.to_string(), text);
        assert_eq!(map.capitals().collect::<Vec<_>>(), [0, 5]);
        assert_eq!(serde_json::from_str::<GeneralsMap>("\"2 3 2 3 1 4 2 35 1 3\"").expect("the same map"), map);
    }

    #[test]
    fn what_is_no_map_names_the_line_and_the_reason() {
        for (text, expected) in [
            ("", "line 1: the text ends before the number of rows"),
            ("2 x", "line 1: invalid number of columns: `x`"),
            ("0 3 1", "line 1: 0 rows are not between 1 and 50"),
            ("51 3 1", "line 1: 51 rows are not between 1 and 50"),
            ("2\n51 1", "line 2: 51 columns are not between 1 and 50"),
            ("2 -2 1", "line 1: invalid number of columns: `-2`"),
            ("9 9 0", "line 1: no cell is a capital"),
            ("9 9 65", "line 1: 65 players are more than 64"),
            ("1 2 1\n3\n5", "line 3: invalid cell `5` in row 1, column 2: expected 1 to 4"),
            ("1 2 1\n3\n2", "line 3: the text ends before the army of the city in row 1, column 2"),
            ("1 2 1\n3\n2 -1", "line 3: invalid army `-1` for the city in row 1, column 2"),
            ("1 2 1\n3\n2 1000001", "line 3: an army of 1000001 is more than 1000000"),
            ("2 2 1\n3 1\n1\n\n", "line 3: the text ends before row 2, column 2"),
            ("1 2 1\n3 1\n1", "line 3: `1` comes after the last cell"),
            ("1 3 2\n3 1 1", "line 2: the map is for 2 players and has 1 capital"),
        ] {
            assert_eq!(text.parse::<GeneralsMap>().expect_err(text).to_string(), expected, "{text:?}");
        }
    }

    #[test]
    fn maps_follow_each_other() {
        let text = "\n1 2 2\n3 3\n\n1 3 2  3 1 3 2 2 1\n3\n1 1 1\n";
        let maps = GeneralsMap::read_all(text).expect("three maps");
        let maps: Vec<_> = maps.iter().map(|(line, map)| (*line, map.rows(), map.columns())).collect();
        assert_eq!(maps, [(2, 1, 2), (5, 1, 3), (5, 2, 2)]);
        assert_eq!(GeneralsMap::read_all(" \n"), Ok(Vec::new()));
        for (text, expected) in [
            ("1 2 2\n3 3\n1 2 2\n3 1\n", "line 4: the map is for 2 players and has 1 capital"),
            ("1 2 2\n3 3\n1 2 2\n3\n", "line 4: the text ends before row 1, column 2"),
        ] {
            assert_eq!(GeneralsMap::read_all(text).expect_err(text).to_string(), expected);
        }
    }

    #[test]
    fn tiles_without_a_text_are_checked_as_well() {
        for tiles in
            [vec![], vec![Tile::Empty; 3], vec![Tile::Capital; 130], vec![Tile::Capital, Tile::City(9_999_999)]]
        {
            assert!(GeneralsMap::new(2, tiles).is_err());
        }
        assert!(GeneralsMap::new(0, vec![Tile::Capital]).is_err());
        assert_eq!(GeneralsMap::new(1, vec![Tile::Capital]).expect("the smallest map").rows(), 1);
    }
}
