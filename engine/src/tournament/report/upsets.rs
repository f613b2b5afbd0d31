//! Upsets: games in which a participant was placed before one whose rating is higher. Computes no
//! ratings.

use super::super::game_line::GameLine;
use super::game_rows::list_game_faults;
use super::table::{ColumnKind, Heading, Table};

/// A game that ended against the ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct Upset<'a> {
    /// The game.
    pub game: &'a GameLine,
    /// The participant that was placed before the other.
    pub winner: &'a str,
    /// The participant with the higher rating.
    pub loser: &'a str,
    /// By how much it is higher, in Elo.
    pub difference: f64,
}

/// The greatest upsets among these games, at most this many, the greatest first. Where more than two play
/// together, the two count whose ratings differ most. Participants without a `rating` are left out.
pub fn find_upsets<'a>(games: &[&'a GameLine], rating: impl Fn(&str) -> Option<f64>, most: usize) -> Vec<Upset<'a>> {
    let mut upsets: Vec<_> = games.iter().filter_map(|game| upset_of(game, &rating)).collect();
    upsets.sort_by(|one, other| other.difference.total_cmp(&one.difference));
    upsets.truncate(most);
    upsets
}

fn upset_of<'a>(game: &'a GameLine, rating: &impl Fn(&str) -> Option<f64>) -> Option<Upset<'a>> {
    let places = game.result.places()?;
    let seats: Vec<_> = places
        .iter()
        .zip(&game.players)
        .filter_map(|(place, player)| Some((place, &**player, rating(player)?)))
        .collect();
    let beaten = |(place, winner, own): &(&u8, &'a str, f64)| {
        let behind = seats.iter().filter(|(other, ..)| place < other);
        behind.map(|(_, loser, rating)| Upset { game, winner, loser, difference: rating - own }).collect::<Vec<_>>()
    };
    let all = seats.iter().flat_map(beaten).filter(|upset| upset.difference > 0.0);
    all.max_by(|one, other| one.difference.total_cmp(&other.difference))
}

/// The table of upsets.
pub fn upset_table(upsets: &[Upset<'_>]) -> Table {
    let headings = [
        ("game", ColumnKind::Number),
        ("winner", ColumnKind::Name),
        ("against", ColumnKind::Name),
        ("rating higher by", ColumnKind::Number),
        ("faults", ColumnKind::Words),
    ];
    let row = |upset: &Upset<'_>| {
        let [winner, loser] = [upset.winner, upset.loser].map(str::to_owned);
        vec![
            upset.game.number().to_string(),
            winner,
            loser,
            format!("{:.0}", upset.difference),
            list_game_faults(upset.game),
        ]
    };
    Table {
        headings: headings.map(|(text, kind)| Heading::new(text, kind)).into(),
        rows: upsets.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(unit: u64, players: &[&str], places: &str) -> GameLine {
        let players = serde_json::to_string(players).expect("text");
        let text = format!(
            r#"{{"unit":{unit},"rotation":0,"seed":1,"players":{players},"result":{{"played":{{"places":{places},"digest":
               "07070707070707070707070707070707","faults":[[0,"timeout"]],"times":[]}}}},"turns":7,"duration_ns":1}}"#
        );
        serde_json::from_str(&text).expect("a line")
    }

    #[test]
    fn games_that_end_against_the_ratings_are_upsets() {
        let rating = |name: &str| match name {
            "strong" => Some(200.0),
            "middle" => Some(20.4),
            "weak" => Some(-100.0),
            _ => None,
        };
        let games = [
            game(0, &["middle", "weak"], "[2,1]"),
            game(1, &["strong", "weak"], "[1,2]"),
            game(2, &["strong", "weak"], "[1,1]"),
            game(3, &["strong", "new"], "[2,1]"),
            game(4, &["weak", "middle", "strong"], "[2,1,3]"),
            game(5, &["strong", "middle"], "[2,1]"),
        ];
        let games: Vec<_> = games.iter().collect();
        let table = upset_table(&find_upsets(&games, rating, 9));
        let expected = [
            ["13", "weak", "strong", "300", "weak: timeout"],
            ["11", "middle", "strong", "180", "strong: timeout"],
            ["1", "weak", "middle", "120", "middle: timeout"],
        ];
        assert_eq!(table.rows, expected);
        assert_eq!(find_upsets(&games, rating, 1).len(), 1);
    }
}
