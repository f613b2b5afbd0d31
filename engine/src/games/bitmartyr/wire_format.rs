//! The format in which a bot is asked. Knows no bytes: codec.rs writes and reads them.

use serde::{Deserialize, Serialize};

/// One of the original's formats. Each starts a bot afresh whenever it is asked something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WireFormat {
    /// A run for the whole team: three numbers about the turn, then 25 for each unit; an answer for
    /// each.
    #[default]
    Standard,
    /// A run for the whole team without the three numbers.
    Plain,
    /// A run for each unit, with the three numbers; its exit status can be the answer.
    Basic,
}

impl WireFormat {
    /// All, in the order in which links number them, with their names.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Standard, "standard"), (Self::Plain, "plain"), (Self::Basic, "basic")];
}
