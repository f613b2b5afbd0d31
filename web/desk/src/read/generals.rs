//! The original's log, and its maps, each of which is a match that has yet to be played.

use botyard_engine::games::generals::{Generals, GeneralsMap, read_log, unplayed};

use super::{GameLogs, ReadLog};

impl GameLogs for Generals {
    /// A map is a match on it that has not begun.
    fn read_log(text: &str) -> Option<Result<ReadLog<Self>, String>> {
        // Maps and logs are numbers.
        if !text.trim_start().starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        // Where a log has the number of a player, a map's first line has ended.
        let is_log = text.lines().next().is_some_and(|line| line.split_ascii_whitespace().count() != 3);
        match text.parse::<GeneralsMap>() {
            Ok(map) => return Some(Ok(ReadLog::whole(vec![unplayed(&map)]))),
            Err(why) if !is_log => return Some(Err(format!("not a map: {why}"))),
            Err(_) => {}
        }
        Some(read_log(text).map(|replay| ReadLog::whole(vec![replay])).map_err(|why| why.to_string()))
    }
}
