//! The original's log, which does not tell enough to be shown.

use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::bitmartyr::log::{BEGINNING, UNREADABLE};

use super::{Log, Logged};

impl Logged for BitMartyr {
    fn read_log(text: &str) -> Option<Result<Log<Self>, String>> {
        text.starts_with(BEGINNING).then(|| Err(UNREADABLE.to_owned()))
    }
}
