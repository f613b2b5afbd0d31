//! Why an answer is a fault in Connect Four. Knows no rules.

use crate::fault::{Remedy, game_reasons};

/// The first line of a bot.
pub(super) const HAIL: &str = "p";

game_reasons! {
    /// A reason of Connect Four's own.
    pub enum ConnectFourReason {
        /// A bot's first word is `p`.
        FirstWordNotP: "but a bot's first word is `p`" => "a bot's first word is `p`", Remedy::PrintLine(HAIL);
        /// The second player answers `2` with `?`.
        ReplyNotQuestionMark: "but the second player answers `2` with `?`"
            => "the second player answers `2` with `?`", Remedy::PrintLine("?");
        /// The word is not a number from 1 to 7.
        NoColumn: "which is no column (1 to 7)" => "columns are 1 to 7", Remedy::PrintListed;
        /// The column is full.
        FullColumn: "a column that is full" => "that column is full";
    }
}

#[cfg(test)]
mod tests {
    use super::super::ConnectFour;
    use super::ConnectFourReason::{self, *};
    use crate::game::Game;

    #[test]
    fn the_clauses_do_not_change() {
        ConnectFourReason::check_clauses(
            ConnectFour::explain_reason,
            &[
                ("but a bot's first word is `p`", FirstWordNotP),
                ("but the second player answers `2` with `?`", ReplyNotQuestionMark),
                ("which is no column (1 to 7)", NoColumn),
                ("a column that is full", FullColumn),
            ],
            &["a column that is full ", "which is no column", ""],
        );
    }
}
