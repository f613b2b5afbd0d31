//! A bot's results against each opponent in the saved series. Knows no store and no page.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::Value;

use super::series::SeriesDescription;

/// Games won, drawn and lost, by opponent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BotRecord {
    opponents: BTreeMap<String, [u64; 3]>,
}

impl BotRecord {
    /// Counts the games of a series in which the bot of this hash has played, each against
    /// everybody else in it.
    pub(crate) fn add_series(&mut self, description: &SeriesDescription, lines: &[String], sha256: &str) {
        let players = &description.match_spec.players;
        let mut own = players.iter().filter(|player| player.sha256.as_deref() == Some(sha256));
        // A bot that plays against itself has no result.
        let (Some(own), None) = (own.next(), own.next()) else { return };
        for line in lines {
            let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
            let names = line["players"].as_array().into_iter().flatten().filter_map(Value::as_str);
            // A void game has no places.
            let places = line["result"]["played"]["places"].as_array().into_iter().flatten().filter_map(Value::as_u64);
            let seats: Vec<_> = names.zip(places).collect();
            let Some(&(_, own_place)) = seats.iter().find(|(name, _)| *name == own.name) else { continue };
            for (name, place) in seats.iter().filter(|(name, _)| *name != own.name) {
                let counts = self.opponents.entry((*name).to_owned()).or_default();
                let result = match own_place.cmp(place) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                counts[result] += 1;
            }
        }
    }

    /// Describes the record.
    pub(crate) fn describe(&self) -> String {
        let against =
            |(name, [won, drawn, lost]): (&String, &[u64; 3])| format!("{name}: {won} won, {drawn} drawn, {lost} lost");
        match self.opponents.is_empty() {
            true => "No game in the saved series.".to_owned(),
            false => self.opponents.iter().map(against).collect::<Vec<_>>().join("; "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::tests::{line, series};

    #[test]
    fn games_are_counted_by_opponent() {
        let mut description = series(4).description;
        let hashes = ["aa", "bb"].map(|hash| Some(hash.to_owned()));
        description.match_spec.players.iter_mut().zip(hashes).for_each(|(player, hash)| player.sha256 = hash);
        // In the second game the bots have changed seats.
        let lines = [(0, 0, [1, 2]), (0, 1, [1, 2]), (1, 0, [1, 2]), (1, 1, [1, 1])];
        let lines: Vec<_> = lines.map(|(unit, rotation, places)| line(unit, rotation, places, vec![])).into();
        let record = |sha256: &str| {
            let mut record = BotRecord::default();
            record.add_series(&description, &lines, sha256);
            record.describe()
        };
        assert_eq!(record("aa"), "other: 2 won, 1 drawn, 1 lost");
        assert_eq!(record("bb"), "mine: 1 won, 1 drawn, 2 lost");
        assert_eq!(record("cc"), "No game in the saved series.");
    }
}
