//! The original's log, which has too little to show a match.

use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::bitmartyr::log::{BEGINNING, UNREADABLE};

use super::{GameLogs, ReadLog};

impl GameLogs for BitMartyr {
    fn read_log(text: &str) -> Option<Result<ReadLog<Self>, String>> {
        text.starts_with(BEGINNING).then(|| Err(UNREADABLE.to_owned()))
    }
}
