//! The games of a series as records of CSV.

use botyard_engine::fault::printable;
use botyard_engine::tournament::report::describe_result;
use botyard_engine::tournament::{GameLine, GameResult};

use super::json::nanoseconds;

/// The headings that all games share.
const HEADINGS: [&str; 8] = ["game", "unit", "rotation", "seed", "result", "turns", "duration_ns", "limit_ns"];

/// The headings of each seat; a number behind them says which.
const SEAT_HEADINGS: [&str; 5] = ["bot", "place", "fault", "used_ns", "longest_ns"];

/// A record for each game, with the headings as the first one. What is not known is empty.
pub fn games_csv(games: &[&GameLine]) -> Vec<Vec<String>> {
    let seats = games.iter().map(|game| game.players.len()).max().unwrap_or(0);
    let of_seat = |seat: usize| SEAT_HEADINGS.map(|heading| format!("{heading}_{seat}"));
    let headings = HEADINGS.iter().map(|&heading| heading.to_owned()).chain((1..=seats).flat_map(of_seat));
    [headings.collect()].into_iter().chain(games.iter().map(|game| record(game, seats))).collect()
}

fn record(game: &GameLine, seats: usize) -> Vec<String> {
    let shared = [
        game.number().to_string(),
        game.unit.to_string(),
        game.rotation.to_string(),
        game.seed.to_string(),
        printable(&describe_result(game)),
        game.turns.to_string(),
        nanoseconds(game.duration).to_string(),
        game.limit.map_or_else(String::new, |limit| nanoseconds(limit).to_string()),
    ];
    shared.into_iter().chain((0..seats).flat_map(|seat| of_seat(game, seat))).collect()
}

fn of_seat(game: &GameLine, seat: usize) -> [String; SEAT_HEADINGS.len()] {
    let name = game.players.get(seat).map_or_else(String::new, |name| printable(name));
    let GameResult::Played(played) = &game.result else {
        return [name, String::new(), String::new(), String::new(), String::new()];
    };
    let place = played.places.get(seat).map(u8::to_string);
    let fault = played.faults.iter().find(|(faulty, _)| usize::from(*faulty) == seat).map(|(_, kind)| kind.name());
    let time = played.times.get(seat);
    let [total, longest] = [time.map(|time| time.total), time.map(|time| time.longest)]
        .map(|time| time.map_or_else(String::new, |time| nanoseconds(time).to_string()));
    [name, place.unwrap_or_default(), fault.unwrap_or_default().to_owned(), total, longest]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seat_has_its_columns() {
        let line = r#"{"unit":1,"rotation":1,"seed":9,"players":["b\u001b","a"],"result":{"played":{"places":[2,1],"digest":
            "07070707070707070707070707070707","faults":[[0,"timeout"]],"times":[{"used_ns":5,"longest_ns":3}]}},"turns":7,
            "duration_ns":12,"limit_ns":50}"#;
        let void = r#"{"unit":2,"rotation":0,"seed":9,"players":["a","b"],"result":"void","turns":0,"duration_ns":3}"#;
        let [line, void] = [line, void].map(|text| serde_json::from_str::<GameLine>(text).expect("a line"));
        let records = games_csv(&[&line, &void]);
        let texts: Vec<_> = records.iter().map(|record| record.join(",")).collect();
        let headings = "game,unit,rotation,seed,result,turns,duration_ns,limit_ns,\
                        bot_1,place_1,fault_1,used_ns_1,longest_ns_1,bot_2,place_2,fault_2,used_ns_2,longest_ns_2";
        let expected =
            [headings, "4,1,1,9,a won,7,12,50,b\\u{1b},2,timeout,5,3,a,1,,,", "5,2,0,9,void,0,3,,a,,,,,b,,,,"];
        assert_eq!(texts, expected);
    }
}
