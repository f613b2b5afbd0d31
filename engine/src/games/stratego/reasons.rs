//! Why a response is a fault in Stratego. Knows no board and no rules.

use super::piece::Rank;
use crate::fault::{Remedy, game_reasons};

game_reasons! {
    /// A reason of Stratego's own.
    pub enum StrategoReason {
        /// The words are not a response.
        NotResponse: "which is no response (X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER)"
            => "a response is X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER";
        /// The player was asked for another kind of response.
        NotAsked: "which is not what it was asked for" => "it was asked for something else";
        /// The coordinates are not on the board.
        OutsideBoard: "which is outside the board" => "that is outside the board";
        /// The square is empty.
        NoPiece: "where no piece stands" => "there is no piece";
        /// An obstacle or the enemy is on the square.
        ForeignPiece: "which is no piece of its own" => "no piece of its own is there";
        /// The piece is a bomb or the flag.
        Immobile: "but bombs and flags do not move" => "bombs and flags do not move";
        /// The piece cannot move so far or in that direction.
        CannotMoveThatWay: "but that piece cannot move that way" => "that piece cannot move that way";
        /// An obstacle or a piece of the player's own is in the way.
        Occupied: "but water or a piece of its own is in the way"
            => "water or a piece of its own is in the way";
        /// The response is `NO_MOVE`, and there is a legal move.
        CanMove: "although it has a legal move" => "it has a legal move";
        /// A setup has not four lines.
        SetupLines: "which is no setup: it has not four lines" => "a setup has four lines";
        /// A line of a setup has not ten characters.
        SetupLineLength {
            /// Which line, from 1.
            line: usize,
        }: "which is no setup: line {line} has not 10 characters"
            => "line {line} of the setup does not have 10 characters";
        /// A line of a setup holds a character that is not a piece.
        SetupLineCharacter {
            /// Which line, from 1.
            line: usize,
        }: "which is no setup: line {line} holds what is no piece"
            => "a character in line {line} of the setup is not a piece";
        /// A setup has too many of a rank.
        TooManyPieces {
            /// How many an army has.
            most: u8,
            /// The rank.
            letter: char,
        }: "which has more than {most} of `{letter}`" => "the setup has more than {most} of `{letter}`";
        /// A setup has too few of a rank.
        TooFewPieces {
            /// How many an army has.
            least: u8,
            /// The rank.
            letter: char,
        }: "which has fewer than {least} of `{letter}`"
            => "the setup has fewer than {least} of `{letter}`", find_remedy_for_missing(letter);
        /// A log reports a refused setup, and shows the value of the pieces before the error.
        SpoiltSetup {
            /// The value of these pieces.
            worth: u32,
        }: "which is no setup; before the flaw there are pieces worth {worth}"
            => "the setup is invalid after pieces worth {worth}";
    }
}

/// What helps if an army has too few of this rank.
fn find_remedy_for_missing(letter: char) -> Remedy {
    match letter == Rank::Flag.letter() {
        true => Remedy::OfKind,
        false => Remedy::ChangeSettings(
            "Place all 40 pieces, or play with `--partial-setup`: fewer are enough then, as the original's manual allows",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Stratego;
    use super::StrategoReason::{self, *};
    use crate::game::Game;

    #[test]
    fn the_clauses_do_not_change() {
        StrategoReason::check_clauses(
            Stratego::explain_reason,
            &[
                ("which is no response (X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER)", NotResponse),
                ("which is not what it was asked for", NotAsked),
                ("which is outside the board", OutsideBoard),
                ("where no piece stands", NoPiece),
                ("which is no piece of its own", ForeignPiece),
                ("but bombs and flags do not move", Immobile),
                ("but that piece cannot move that way", CannotMoveThatWay),
                ("but water or a piece of its own is in the way", Occupied),
                ("although it has a legal move", CanMove),
                ("which is no setup: it has not four lines", SetupLines),
                ("which is no setup: line 2 has not 10 characters", SetupLineLength { line: 2 }),
                ("which is no setup: line 3 holds what is no piece", SetupLineCharacter { line: 3 }),
                ("which has more than 5 of `8`", TooManyPieces { most: 5, letter: '8' }),
                ("which has fewer than 1 of `F`", TooFewPieces { least: 1, letter: 'F' }),
                ("which is no setup; before the flaw there are pieces worth 148", SpoiltSetup { worth: 148 }),
            ],
            &[
                "which is no setup: line 3 holds nothing",
                "which has more than 5 of `88`",
                "which has more than 300 of `8`",
                "which is no setup; before the flaw there are pieces worth 0148",
            ],
        );
    }
}
