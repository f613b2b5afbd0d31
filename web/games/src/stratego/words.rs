//! Sentences about Stratego: ranks, moves and their outcomes, reasons for refusals, and notices for
//! a person who sets up.

use botyard_engine::games::stratego::{
    Colour, CombatEffect, Direction, EndReason, Rank, Square, Stratego, StrategoAction, StrategoEnding, StrategoMove,
    StrategoRuleError,
};
use botyard_engine::seat::Seat;

use super::army_draft::{ArmyProblem, ROWS, SetupNotice};
use super::move_outcome::MoveOutcome;
use crate::ActionText;

/// A side's name.
pub const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Blue => "blue",
    }
}

/// A rank's name.
pub const fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Marshal => "marshal",
        Rank::General => "general",
        Rank::Colonel => "colonel",
        Rank::Major => "major",
        Rank::Captain => "captain",
        Rank::Lieutenant => "lieutenant",
        Rank::Sergeant => "sergeant",
        Rank::Miner => "miner",
        Rank::Scout => "scout",
        Rank::Spy => "spy",
        Rank::Bomb => "bomb",
        Rank::Flag => "flag",
    }
}

/// Describes an action, with only the facts that both sides know.
pub fn describe_action(before: &Stratego, seat: Seat, action: &StrategoAction, after: &Stratego) -> ActionText {
    let who = side(Colour::from_seat(seat));
    let mut told = match action {
        StrategoAction::Setup(_) => plain(format!("{who} sets up its army"), "setup"),
        StrategoAction::NoMove => plain(format!("{who} cannot move"), "no move"),
        StrategoAction::Surrender => plain(format!("{who} surrenders"), "surrender"),
        StrategoAction::Move(step) => told_move(before, seat, *step),
    };
    if let Some(end) = after.ending().and_then(end) {
        told.words = format!("{}: {end}", told.words).into();
        told.mark = Some(told.mark.map_or_else(|| end.into(), |mark| format!("{mark}: {end}").into()));
    }
    told
}

fn plain(words: String, short: &'static str) -> ActionText {
    ActionText { words: words.into(), short: short.into(), mark: None }
}

fn told_move(before: &Stratego, seat: Seat, step: StrategoMove) -> ActionText {
    let Some(MoveOutcome { by, from, to, effect, attacker }) =
        MoveOutcome::from_action(before, seat, &StrategoAction::Move(step))
    else {
        return plain(format!("{} moves", side(Colour::from_seat(seat))), "move");
    };
    let (who, other, at) = (side(by), side(by.other()), square(to));
    let fight = match effect {
        CombatEffect::Ok => None,
        CombatEffect::Kills(own, taken) => {
            Some((format!("{who}'s {} takes {other}'s {} on {at}", rank(own), rank(taken)), pair(own, '×', taken)))
        }
        CombatEffect::Dies(own, stays) => {
            Some((format!("{who}'s {} falls to {other}'s {} on {at}", rank(own), rank(stays)), pair(own, '†', stays)))
        }
        CombatEffect::BothDie(own, theirs) => {
            let words = format!("{who}'s {} and {other}'s {} both fall on {at}", rank(own), rank(theirs));
            Some((words, pair(own, '=', theirs)))
        }
        CombatEffect::VictoryFlag => {
            let words = format!("{who}'s {} takes {other}'s flag on {at}", rank(attacker));
            Some((words, pair(attacker, '×', Rank::Flag)))
        }
    };
    let way = way(step);
    match fight {
        None => plain_move(format!("{who} moves from {} to {at}", square(from)), way),
        Some((words, pair)) => {
            ActionText { words: words.clone().into(), short: format!("{way} {pair}").into(), mark: Some(words.into()) }
        }
    }
}

fn plain_move(words: String, short: String) -> ActionText {
    ActionText { words: words.into(), short: short.into(), mark: None }
}

/// Column and row as the protocol counts them.
fn square(square: Square) -> String {
    format!("{} {}", square.x(), square.y())
}

fn pair(attacker: Rank, sign: char, defender: Rank) -> String {
    format!("{}{sign}{}", attacker.letter(), defender.letter())
}

/// A move as short as can be: `46↑`, `03↓5`.
fn way(step: StrategoMove) -> String {
    let arrow = match step.direction {
        Direction::Up => '↑',
        Direction::Down => '↓',
        Direction::Left => '←',
        Direction::Right => '→',
    };
    let steps = if step.steps == 1 { String::new() } else { step.steps.to_string() };
    format!("{}{}{arrow}{steps}", step.x, step.y)
}

/// Why the match ended, unless the action's description already says it.
fn end(ending: &StrategoEnding) -> Option<&'static str> {
    ending.clause().filter(|_| !matches!(ending.reason, EndReason::CapturedFlag | EndReason::Surrendered))
}

/// Why a try is refused, in a sentence.
pub const fn refusal(illegal: StrategoRuleError, own: Option<Rank>) -> &'static str {
    match illegal {
        StrategoRuleError::Occupied => "Water or a piece is in the way.",
        StrategoRuleError::Immobile => "Bombs and flags do not move.",
        StrategoRuleError::NotYours => "That is not one of your pieces.",
        StrategoRuleError::NoPiece => "There is no piece.",
        StrategoRuleError::CannotMoveThatWay => match own {
            Some(Rank::Scout) => "Something is in the way.",
            _ => "Only scouts move more than one square.",
        },
        StrategoRuleError::OutsideBoard => "That is outside the board.",
        StrategoRuleError::CanMove => "You have a piece that can move.",
        StrategoRuleError::Setup(_) | StrategoRuleError::NotAsked => "That is not possible now.",
    }
}

/// The hint for the person during the setup, in a sentence.
pub fn setup_notice(notice: &SetupNotice) -> String {
    match notice {
        SetupNotice::Unready(ArmyProblem::NoFlag) => "Place your flag.".to_owned(),
        SetupNotice::Unready(ArmyProblem::Incomplete(1)) => "One piece is still in the tray.".to_owned(),
        SetupNotice::Unready(ArmyProblem::Incomplete(pieces)) => format!("{pieces} pieces are still in the tray."),
        SetupNotice::NothingThere => "Choose a piece first, then its square.".to_owned(),
        SetupNotice::NoneLeft(rank) => format!("There is no {} left in the tray.", self::rank(*rank)),
        SetupNotice::NotHome(colour) => {
            let first = colour.first_row();
            format!("Your army goes into rows {first} to {}.", first + ROWS - 1)
        }
        SetupNotice::Kept(name) => format!("“{name}” is saved in this browser."),
        SetupNotice::NotKept => "This browser cannot save setups.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::game::Game;
    use botyard_engine::games::stratego::{ArmySetup, StrategoSettings};

    use super::*;

    fn begun(red: &str, blue: &str) -> Stratego {
        let settings = StrategoSettings { partial_setup: true, ..StrategoSettings::default() };
        let mut game = Stratego::start(&settings, 2).expect("two can play");
        for (colour, rows) in Colour::BOTH.into_iter().zip([red, blue]) {
            let setup = ArmySetup::read(rows.split('/')).expect("four rows");
            game.play(colour.seat(), StrategoAction::Setup(setup), &mut Vec::new()).expect("it is a good setup");
        }
        game
    }

    /// Plays these moves and describes the last.
    fn describe_moves(red: &str, blue: &str, moves: &[&str]) -> ActionText {
        let (mut before, mut after) = (begun(red, blue), begun(red, blue));
        let mut last = None;
        for words in moves {
            let (seat, action) = (after.side().seat(), words.parse().expect("it is a response"));
            before = after.clone();
            after.play(seat, action, &mut Vec::new()).expect("it is legal");
            last = Some((seat, action));
        }
        let (seat, action) = last.expect("something was played");
        describe_action(&before, seat, &action, &after)
    }

    #[test]
    fn moves_and_fights_are_told() {
        let rows = ["F......1../........../........../9...54....", "8...56..../........../........../F........."];
        for (moves, words, short) in [
            (&["4 3 DOWN"][..], "red moves from 4 3 to 4 4", "43↓"),
            (&["0 3 DOWN 3"], "red's scout falls to blue's miner on 0 6", "03↓3 9†8"),
            (&["4 3 DOWN", "4 6 UP", "4 4 DOWN"], "red's captain and blue's captain both fall on 4 5", "44↓ 5=5"),
            (&["5 3 DOWN", "5 6 UP", "5 4 DOWN"], "red's major takes blue's lieutenant on 5 5", "54↓ 4×6"),
        ] {
            let told = describe_moves(rows[0], rows[1], moves);
            assert_eq!((&*told.words, &*told.short), (words, short));
            assert_eq!(told.mark.is_some(), words.contains("'s"), "a fight is marked");
        }
    }

    #[test]
    fn what_a_setup_lacks_is_told() {
        for (notice, told) in [
            (SetupNotice::Unready(ArmyProblem::NoFlag), "Place your flag."),
            (SetupNotice::Unready(ArmyProblem::Incomplete(1)), "One piece is still in the tray."),
            (SetupNotice::Unready(ArmyProblem::Incomplete(40)), "40 pieces are still in the tray."),
            (SetupNotice::NothingThere, "Choose a piece first, then its square."),
            (SetupNotice::NoneLeft(Rank::Flag), "There is no flag left in the tray."),
            (SetupNotice::NotHome(Colour::Red), "Your army goes into rows 0 to 3."),
            (SetupNotice::NotHome(Colour::Blue), "Your army goes into rows 6 to 9."),
            (SetupNotice::Kept("mine".to_owned()), "“mine” is saved in this browser."),
            (SetupNotice::NotKept, "This browser cannot save setups."),
        ] {
            assert_eq!(setup_notice(&notice), told);
        }
    }

    #[test]
    fn a_move_does_not_tell_what_moved() {
        let moved = |red: &str| describe_moves(red, "8........./........../........../F.........", &["4 3 DOWN"]);
        let [marshal, spy] = ["1", "s"].map(|letter| {
            let front = format!("....{letter}.....");
            moved(&["F.........", "..........", "..........", &front].join("/"))
        });
        assert_eq!(marshal, spy);
    }

    #[test]
    fn the_end_says_why() {
        let flag = describe_moves(
            "F........./........../........../9.........",
            "F.......8./........../........../..........",
            &["0 3 DOWN 3"],
        );
        assert_eq!(&*flag.words, "red's scout takes blue's flag on 0 6");
        let last = describe_moves(
            "F........./........../........../9.........",
            "9.......F./........../........../..........",
            &["0 3 DOWN 3"],
        );
        assert_eq!(&*last.words, "red's scout and blue's scout both fall on 0 6: neither side has movable pieces");
    }
}
