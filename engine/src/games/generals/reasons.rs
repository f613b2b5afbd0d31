//! Why an answer is a fault in Generals. Knows neither map nor rules.

use crate::fault::{Remedy, game_reasons};

game_reasons! {
    /// A reason of Generals' own.
    pub enum GeneralsReason {
        /// A word is not an integer.
        NotIntegers: "which is neither `-1` nor five integers" => "an answer is `-1` or five integers";
        /// There are this many integers, and neither one nor five.
        IntegerCount {
            /// How many.
            count: usize,
        }: "which is {count} integers, not `-1` or five"
            => "an answer is `-1` or five integers, not {count}", Remedy::PrintListed;
        /// There is one integer, and it is not -1.
        SingleInteger: "but a single number can only be `-1`"
            => "a single number can only be `-1`", Remedy::PrintListed;
        /// The first number is neither 1 nor 2.
        NoSuchOption: "but the first number is 1 (all but one unit) or 2 (half)"
            => "the first number is 1 (all but one unit) or 2 (half)", Remedy::PrintListed;
        /// A cell is not on the map.
        OutsideMap {
            /// How many rows the map has.
            rows: usize,
            /// How many columns it has.
            columns: usize,
        }: "which is not on the map ({rows} rows, {columns} columns)"
            => "rows are 1 to {rows} and columns 1 to {columns}", Remedy::PrintListed;
        /// The target does not share a side with the source.
        NotNeighbouring: "but an army moves to a neighbouring cell only"
            => "an army moves to a neighbouring cell only";
        /// The army is another player's or neutral.
        ForeignArmy: "but the army there is not its own" => "the army there is not its own";
        /// The target is a mountain.
        Mountain: "which leads into a mountain" => "a mountain is in the way";
        /// A log shows that a player left, and not why.
        UnknownToLog: "or answered wrongly: the log does not say which";
    }
}

#[cfg(test)]
mod tests {
    use super::super::Generals;
    use super::GeneralsReason::{self, *};
    use crate::game::Game;

    #[test]
    fn the_clauses_do_not_change() {
        GeneralsReason::check_clauses(
            Generals::explain_reason,
            &[
                ("which is neither `-1` nor five integers", NotIntegers),
                ("which is 4 integers, not `-1` or five", IntegerCount { count: 4 }),
                ("but a single number can only be `-1`", SingleInteger),
                ("but the first number is 1 (all but one unit) or 2 (half)", NoSuchOption),
                ("which is not on the map (10 rows, 20 columns)", OutsideMap { rows: 10, columns: 20 }),
                ("but an army moves to a neighbouring cell only", NotNeighbouring),
                ("but the army there is not its own", ForeignArmy),
                ("which leads into a mountain", Mountain),
                ("or answered wrongly: the log does not say which", UnknownToLog),
            ],
            &[
                "which is 04 integers, not `-1` or five",
                "which is four integers, not `-1` or five",
                "which is not on the map (10 rows, +20 columns)",
            ],
        );
    }
}
