//! How a match ended: the RESULT line's word, turn and values, and the log's reason. Texts are the
//! original's, spelling included, as logs and bots compare them.

use super::piece::Colour;
use crate::game::Outcome;

/// The word of a result. It describes the side named with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultWord {
    /// It won.
    Victory,
    /// It lost.
    Defeat,
    /// It gave up.
    Surrender,
    /// No side won.
    Draw,
    /// No side had won when the turn limit was reached.
    DrawDefault,
    /// It erred and lost.
    Illegal,
    /// It did not set up its army.
    BadSetup,
}

impl ResultWord {
    /// Its text on the wire.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Victory => "VICTORY",
            Self::Defeat => "DEFEAT",
            Self::Surrender => "SURRENDER",
            Self::Draw => "DRAW",
            Self::DrawDefault => "DRAW_DEFAULT",
            Self::Illegal => "ILLEGAL",
            Self::BadSetup => "BAD_SETUP",
        }
    }
}

/// Why a match ended, or a response was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// The flag was taken.
    CapturedFlag,
    /// The enemy has no movable pieces left.
    DestroyedMobile,
    /// The response cannot be read, or the bot ended without a response, or `NO_MOVE` was wrong.
    Unintelligible,
    /// The coordinates are not on the board.
    OutsideBoard,
    /// The square is empty.
    NoPiece,
    /// An obstacle or the enemy is there.
    NotYours,
    /// It is a bomb or the flag.
    Immobile,
    /// It is too far, or off the board.
    CannotMoveThatWay,
    /// An obstacle or a piece of its own is in the way, or any piece before the last square.
    Occupied,
    /// No answer came in time.
    Timeout,
    /// The turns are used up.
    TurnLimit,
    /// Neither side can move.
    NeitherMobile,
    /// Both sides said `NO_MOVE`, one after the other.
    BothPassed,
    /// The side gave up.
    Surrendered,
    /// An army was not set up.
    BadSetup,
}

impl EndReason {
    /// Its text in a log; `ending` gives the number of turns, `timeout` the limit in seconds as the
    /// original wrote it.
    pub fn text(self, ending: &StrategoEnding, timeout: &str) -> String {
        match self {
            Self::CapturedFlag => "Captured the flag",
            Self::DestroyedMobile => "Destroyed all mobile enemy pieces",
            Self::Unintelligible => "Unintelligable response",
            Self::OutsideBoard => "Coords outside board",
            Self::NoPiece => "Move does not select a piece",
            Self::NotYours => "Selected piece belongs to other player",
            Self::Immobile => "Selected piece is not mobile (FLAG or BOMB)",
            Self::CannotMoveThatWay => "Selected unit cannot move that way",
            Self::Occupied => "Attempted move into square occupied by neutral or allied piece",
            Self::NeitherMobile => "Game declared a draw because neither player has mobile pieces",
            Self::BothPassed => "Both players made no move",
            Self::Surrendered => "This player has surrendered!",
            Self::Timeout => return format!("Response timeout after {timeout} seconds."),
            Self::TurnLimit => return format!("Game declared a draw after {} turns", ending.turn),
            Self::BadSetup => {
                let whom = ending.side.map_or("BOTH players", Colour::name);
                return format!("An illegal setup was made by {whom}");
            }
        }
        .to_owned()
    }
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategoEnding {
    /// The result of `side`.
    pub word: ResultWord,
    /// Why.
    pub reason: EndReason,
    /// The side on whose turn the match ended; `None` if both set up badly.
    pub side: Option<Colour>,
    /// The turn in which it ended, from 1; 0 for the setup.
    pub turn: u32,
    /// The values of RED's and BLUE's pieces.
    pub values: [u32; 2],
}

impl StrategoEnding {
    /// The RESULT line without its newline. `names` are as in
    /// [`printed_name`](super::printed_name).
    pub fn result(&self, names: [&str; 2]) -> String {
        let (name, colour) = match self.side {
            Some(side) => (names[side as usize], side.name()),
            None => ("neither", "BOTH"),
        };
        let [red, blue] = self.values;
        format!("{name} {colour} {} {} {red} {blue}", self.word.text(), self.turn)
    }

    /// The reason of the end, as a clause for people; `None` after a fault, whose own description
    /// is more precise.
    pub fn clause(&self) -> Option<&'static str> {
        Some(match (self.reason, self.side) {
            (EndReason::CapturedFlag, _) => "the flag is taken",
            (EndReason::DestroyedMobile, Some(Colour::Red)) => "blue has no movable pieces",
            (EndReason::DestroyedMobile, Some(Colour::Blue)) => "red has no movable pieces",
            (EndReason::NeitherMobile, _) => "neither side has movable pieces",
            (EndReason::BothPassed, _) => "neither side can move, and the values of the pieces decide",
            (EndReason::TurnLimit, _) => "the turns are used up",
            (EndReason::Surrendered, Some(Colour::Red)) => "red has surrendered",
            (EndReason::Surrendered, Some(Colour::Blue)) => "blue has surrendered",
            // A fault ended it, or the match ended outside any side's turn, which these reasons
            // cannot cause.
            (
                EndReason::Unintelligible
                | EndReason::OutsideBoard
                | EndReason::NoPiece
                | EndReason::NotYours
                | EndReason::Immobile
                | EndReason::CannotMoveThatWay
                | EndReason::Occupied
                | EndReason::Timeout
                | EndReason::BadSetup,
                _,
            )
            | (EndReason::DestroyedMobile | EndReason::Surrendered, None) => return None,
        })
    }

    /// The points of RED and of BLUE by the rules of the UCC Programming Competition 2012
    /// (`simulate.py`). Those rules have no points for DEFEAT, which is the other side's VICTORY.
    pub fn competition_points(&self) -> [i32; 2] {
        let [on_turn, other] = match self.word {
            ResultWord::Victory => [3, 1],
            ResultWord::Defeat => [1, 3],
            ResultWord::Surrender => [0, 3],
            ResultWord::Draw => [2, 2],
            ResultWord::DrawDefault => [1, 1],
            ResultWord::Illegal => [-1, 2],
            ResultWord::BadSetup => [0, 0],
        };
        match self.side {
            Some(Colour::Blue) => [other, on_turn],
            // Both have the same points if the match ended outside any side's turn.
            Some(Colour::Red) | None => [on_turn, other],
        }
    }

    /// The result as places.
    pub(super) fn outcome(&self) -> Outcome {
        let Some(side) = self.side else {
            return Outcome::draw(2);
        };
        match self.word {
            ResultWord::Victory => Outcome::win(side.seat(), 2),
            ResultWord::Defeat | ResultWord::Surrender => Outcome::win(side.other().seat(), 2),
            ResultWord::Illegal | ResultWord::BadSetup => Outcome::win(side.other().seat(), 2).blaming(side.seat()),
            ResultWord::Draw | ResultWord::DrawDefault => Outcome::draw(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of `simulate.py`: the player on turn, then the other.
    #[test]
    fn points_are_those_of_the_competition() {
        let points = |word, side| {
            StrategoEnding { word, reason: EndReason::TurnLimit, side, turn: 1, values: [0; 2] }.competition_points()
        };
        for (word, expected) in [
            (ResultWord::Victory, [3, 1]),
            (ResultWord::Surrender, [0, 3]),
            (ResultWord::Draw, [2, 2]),
            (ResultWord::DrawDefault, [1, 1]),
            (ResultWord::Illegal, [-1, 2]),
            (ResultWord::BadSetup, [0, 0]),
        ] {
            let [on_turn, other] = expected;
            assert_eq!(points(word, Some(Colour::Red)), expected, "{word:?}");
            assert_eq!(points(word, Some(Colour::Blue)), [other, on_turn], "{word:?}");
        }
        assert_eq!(points(ResultWord::BadSetup, None), [0, 0]);
    }
}
