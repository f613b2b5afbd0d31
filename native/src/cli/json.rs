//! The document that `play --json` prints: a match in one piece, for programs.

use botyard_engine::seat::Seat;
use serde_json::{Value, json};

use super::record::Recorded;
use super::report::{self, Used};

/// Replay, outcome (`null` when the match was broken off), verdict, link, and what each player has used.
pub fn document(record: &dyn Recorded, page: Option<&str>) -> Value {
    json!({
        "replay": record.json(),
        "outcome": record.outcome(),
        "verdict": record.verdict(),
        "link": report::address(record, page),
        "players": (0..record.players().len()).map(|index| player(record, Seat::new(index))).collect::<Vec<_>>(),
    })
}

fn player(record: &dyn Recorded, seat: Seat) -> Value {
    let used = Used::of(record, seat);
    let contestant = &record.players()[seat.index()];
    json!({
        "name": contestant.name,
        "kind": contestant.kind,
        "sha256": contestant.sha256,
        "turns": used.turns,
        "used_ns": nanoseconds(used.total),
        "longest_ns": nanoseconds(used.longest),
    })
}

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
