//! A map that is being edited: cells are painted, changes undone and redone, and problems reported.
//! Knows no pointers and no match.

use std::ops::RangeInclusive;

use botyard_engine::games::generals::{CapitalReach, GeneralsMap, MapSurvey, SIDE_MAX, Tile};

use super::visible_map::VisibleMap;

/// How many changes can be undone.
const REMEMBERED: usize = 200;

/// A map that may not be valid yet.
#[derive(Debug, Clone, PartialEq)]
pub struct MapDraft {
    sheet: DraftState,
    undone: Vec<DraftState>,
    redone: Vec<DraftState>,
}

#[derive(Debug, Clone, PartialEq)]
struct DraftState {
    columns: usize,
    tiles: Vec<Tile>,
}

/// A remark about a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRemark {
    /// The sentence.
    pub text: String,
    /// Whether it keeps the map from being played.
    pub is_bad: bool,
}

impl MapDraft {
    /// Begins with a map.
    pub fn from_map(map: &GeneralsMap) -> Self {
        let sheet = DraftState { columns: map.columns(), tiles: map.tiles().to_vec() };
        Self { sheet, undone: Vec::new(), redone: Vec::new() }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.sheet.tiles.len() / self.sheet.columns
    }

    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.sheet.columns
    }

    /// A cell, counted row by row from 0.
    pub fn tile(&self, cell: usize) -> Tile {
        self.sheet.tiles[cell]
    }

    /// How it looks.
    pub fn picture(&self) -> VisibleMap {
        VisibleMap::of_tiles(self.sheet.columns, &self.sheet.tiles)
    }

    /// Begins a change that one step undoes as a whole.
    pub fn begin(&mut self) {
        if self.undone.len() == REMEMBERED {
            self.undone.remove(0);
        }
        self.undone.push(self.sheet.clone());
        self.redone.clear();
    }

    /// Paints a cell.
    pub fn paint(&mut self, cell: usize, tile: Tile) {
        if let Some(place) = self.sheet.tiles.get_mut(cell) {
            *place = tile;
        }
    }

    /// Takes another map.
    pub fn replace(&mut self, map: &GeneralsMap) {
        self.begin();
        self.sheet = DraftState { columns: map.columns(), tiles: map.tiles().to_vec() };
    }

    /// Cuts off or adds rows below and columns to the right.
    pub fn resize(&mut self, rows: usize, columns: usize) {
        let (rows, columns) = (rows.clamp(1, SIDE_MAX), columns.clamp(1, SIDE_MAX));
        if (rows, columns) == (self.rows(), self.columns()) {
            return;
        }
        self.begin();
        let (old_rows, old) = (self.rows(), &self.sheet);
        let is_old = |row: usize, column: usize| row < old_rows && column < old.columns;
        let tile = |row: usize, column: usize| match is_old(row, column) {
            true => old.tiles[row * old.columns + column],
            false => Tile::Empty,
        };
        let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        self.sheet = DraftState { columns, tiles: tiles.map(|(row, column)| tile(row, column)).collect() };
    }

    /// Undoes the last change.
    pub fn undo(&mut self) {
        if let Some(sheet) = self.undone.pop() {
            self.redone.push(std::mem::replace(&mut self.sheet, sheet));
        }
    }

    /// Redoes the last change that was undone.
    pub fn redo(&mut self) {
        if let Some(sheet) = self.redone.pop() {
            self.undone.push(std::mem::replace(&mut self.sheet, sheet));
        }
    }

    /// Whether there is a change to undo.
    pub fn can_undo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Whether there is a change to redo.
    pub fn can_redo(&self) -> bool {
        !self.redone.is_empty()
    }

    /// The map, if as many can play it as a match may have.
    ///
    /// # Errors
    /// A sentence that says why the map cannot be played.
    pub fn map(&self, players: &RangeInclusive<usize>) -> Result<GeneralsMap, String> {
        let map = GeneralsMap::new(self.sheet.columns, self.sheet.tiles.clone()).map_err(|bad| sentence(&bad.why))?;
        match map.capitals().count() {
            count if players.contains(&count) => Ok(map),
            1 => Err(format!("A match needs {} to {} capitals; the map has one.", players.start(), players.end())),
            count => {
                Err(format!("A match needs {} to {} capitals; the map has {count}.", players.start(), players.end()))
            }
        }
    }

    /// The remarks about it, problems first.
    pub fn remarks(&self, players: &RangeInclusive<usize>) -> Vec<DraftRemark> {
        match self.map(players) {
            Ok(map) => remarks(&map).into_iter().map(|text| DraftRemark { text, is_bad: false }).collect(),
            Err(text) => vec![DraftRemark { text, is_bad: true }],
        }
    }
}

fn remarks(map: &GeneralsMap) -> Vec<String> {
    let survey = MapSurvey::measure_map(map);
    let mut remarks = Vec::new();
    if !survey.connected {
        remarks.push("Mountains divide the map: some ground cannot be reached.".to_owned());
    }
    if !survey.joined {
        remarks.push("Some capitals are connected only through cities, or not at all.".to_owned());
    }
    if let Some(steps) = survey.distance {
        let around = survey.detour.filter(|&around| around > steps);
        let around = around.map_or_else(String::new, |around| format!(", {around} around cities"));
        remarks.push(format!("The nearest capitals are {steps} steps apart{around}."));
    }
    remarks.push(fairness(&survey));
    remarks
}

fn fairness(survey: &MapSurvey) -> String {
    let range = |count: fn(&CapitalReach) -> u32| {
        let counts = || survey.grounds.iter().map(count);
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        if least == most { most.to_string() } else { format!("{least} to {most}") }
    };
    let (open, cities) = (range(|ground| ground.open), range(|ground| ground.cities));
    let cells = if open == "1" { "cell" } else { "cells" };
    let word = if cities == "1" { "city" } else { "cities" };
    let (reach, difference) = (survey.reach, CapitalReach::difference(&survey.grounds));
    format!("Within {reach} steps of a capital: {open} open {cells}, {cities} {word} (unfairness {difference} %).")
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut sentence = format!("{clause}.");
    sentence.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(map: &str) -> MapDraft {
        MapDraft::from_map(&map.parse().expect("a map"))
    }

    fn remark_texts(draft: &MapDraft) -> Vec<String> {
        draft.remarks(&(2..=8)).into_iter().map(|remark| remark.text).collect()
    }

    #[test]
    fn a_stroke_is_taken_back_as_a_whole() {
        let mut map = draft("2 3 2 3 1 1 1 1 3");
        let start = map.clone();
        map.begin();
        [1, 4].into_iter().for_each(|cell| map.paint(cell, Tile::Mountain));
        let painted = map.picture();
        map.undo();
        assert_eq!(map.picture(), start.picture());
        map.redo();
        assert_eq!(map.picture(), painted);
        map.undo();
        map.begin();
        map.paint(2, Tile::City(40));
        assert!(map.can_undo() && !map.can_redo(), "what was taken back is gone once something else is done");
    }

    #[test]
    fn rows_and_columns_come_and_go_at_the_end() {
        let mut map = draft("2 3 2 3 1 4 1 1 3");
        map.resize(3, 4);
        assert_eq!(map.map(&(2..=8)).expect("a map").to_string(), "3 4 2\n3 1 4 1\n1 1 3 1\n1 1 1 1\n");
        map.resize(2, 2);
        assert_eq!(remark_texts(&map), ["A match needs 2 to 8 capitals; the map has one."]);
        map.undo();
        map.undo();
        assert_eq!(map.map(&(2..=8)).expect("a map").to_string(), "2 3 2\n3 1 4\n1 1 3\n");
        map.resize(999, 0);
        assert_eq!((map.rows(), map.columns()), (50, 1));
    }

    #[test]
    fn a_map_is_looked_over() {
        assert_eq!(
            remark_texts(&draft("1 5 2 3 1 1 1 3")),
            [
                "The nearest capitals are 4 steps apart.",
                "Within 2 steps of a capital: 3 open cells, 0 cities (unfairness 0 %)."
            ]
        );
        assert_eq!(
            remark_texts(&draft("1 5 2 3 1 4 1 3"))[..2],
            [
                "Mountains divide the map: some ground cannot be reached.",
                "Some capitals are connected only through cities, or not at all."
            ]
        );
        let mut none = draft("1 2 2 3 3");
        [0, 1].into_iter().for_each(|cell| none.paint(cell, Tile::Empty));
        assert_eq!(remark_texts(&none), ["No cell is a capital."]);
    }
}
