//! How a match ended, in a sentence for people. Knows no game, only places, names and the deciding
//! fault.

use crate::fault::{Fault, FaultKind, printable};
use crate::game::Outcome;
use crate::seat::Seat;

/// One sentence with its full stop. `names` are shown in the order of seats; `fault` is the last of
/// the match, which the sentence names if it decided: if the match went on without that player,
/// other players have finished between it and the winner. `rule` is the deciding rule, as in
/// [`Game::decided_by`](crate::game::Game::decided_by); `describe` returns the text of a fault for
/// the player of this name.
pub fn sentence(
    outcome: &Outcome,
    names: &[String],
    fault: Option<(Seat, &Fault)>,
    rule: Option<&'static str>,
    describe: impl Fn(&Fault, &str) -> String,
) -> String {
    // A sentence starts with a capital; a name keeps its own letters.
    let result = |draw| result(outcome, names, draw);
    match (deciding(outcome, fault, rule), rule) {
        (Some((seat, fault)), _) => format!("{}: {}.", describe(fault, &name(names, seat.index())), result("a draw")),
        (None, Some(rule)) => format!("{}: {rule}.", result("A draw")),
        (None, None) => format!("{}.", result("A draw")),
    }
}

/// The fault, if it decided: not one after which the match ended by its rules, unless it was a
/// resignation.
pub fn deciding<'a>(
    outcome: &Outcome,
    fault: Option<(Seat, &'a Fault)>,
    rule: Option<&'static str>,
) -> Option<(Seat, &'a Fault)> {
    let is_next_to_winner = |seat: Seat| {
        let place = outcome.places.get(seat.index());
        outcome.places.iter().filter(|&other| Some(other) < place).count() == 1
    };
    fault.filter(|&(seat, fault)| is_next_to_winner(seat) && (rule.is_none() || fault.kind == FaultKind::Resigned))
}

/// The clause about the first place; `draw` is the text for a match in which all players share it.
fn result(outcome: &Outcome, names: &[String], draw: &str) -> String {
    if let Some(winner) = outcome.winner() {
        return format!("{} wins", name(names, winner.index()));
    }
    let level = (0..names.len()).filter(|&index| outcome.places.get(index) == Some(&1)).count();
    match level {
        _ if level == names.len() => draw.to_owned(),
        _ => format!("{level} players share the first place"),
    }
}

fn name(names: &[String], index: usize) -> String {
    names.get(index).map_or_else(|| format!("player {}", index + 1), |name| printable(name))
}

#[cfg(test)]
mod tests {
    use crate::fault::{Fault, FaultKind};
    use crate::game::{Game, Outcome};
    use crate::games::connect_four::ConnectFour;
    use crate::seat::Seat;

    /// A sentence about a match of Connect Four.
    fn sentence(
        outcome: &Outcome,
        names: &[String],
        fault: Option<(Seat, &Fault)>,
        rule: Option<&'static str>,
    ) -> String {
        super::sentence(outcome, names, fault, rule, |fault, name| fault.sentence(name, ConnectFour::explain_reason))
    }

    #[test]
    fn a_fault_is_told_before_what_it_cost() {
        let names = ["random.wasm".to_owned(), "player 2".to_owned()];
        let fault = Fault::new(FaultKind::Malformed, b"9\n", "which is no column (1 to 7)");
        let outcome = Outcome::win(Seat::new(1), 2).blaming(Seat::new(0));
        assert_eq!(
            sentence(&outcome, &names, Some((Seat::new(0), &fault)), None),
            "random.wasm printed `9`, but columns are 1 to 7: player 2 wins."
        );
        assert_eq!(
            super::sentence(&outcome, &names, Some((Seat::new(0), &fault)), None, Fault::frozen_sentence),
            "random.wasm printed `9`, which is no column (1 to 7): player 2 wins."
        );
        assert_eq!(sentence(&Outcome::draw(2), &names, None, None), "A draw.");
    }

    /// Such a winner's name used to be capitalized.
    #[test]
    fn a_name_keeps_its_own_letters() {
        let names = ["a drawback", "b"].map(str::to_owned);
        let outcome = Outcome::win(Seat::new(0), 2);
        assert_eq!(sentence(&outcome, &names, None, None), "a drawback wins.");
    }

    #[test]
    fn what_decided_by_the_rules_is_told() {
        let names = ["a", "b"].map(str::to_owned);
        let slip = Fault::new(FaultKind::Malformed, b"9\n", "which is no column (1 to 7)");
        let resigned = Fault::new(FaultKind::Resigned, b"", "");
        let (win, rule) = (Outcome::win(Seat::new(1), 2), Some("the turns are used up"));
        for (outcome, fault, told) in [
            (&win, None, "b wins: the turns are used up."),
            (&win, Some(&slip), "b wins: the turns are used up."),
            (&win, Some(&resigned), "a resigned: b wins."),
            (&Outcome::draw(2), None, "A draw: the turns are used up."),
        ] {
            assert_eq!(sentence(outcome, &names, fault.map(|fault| (Seat::new(0), fault)), rule), told);
        }
    }

    #[test]
    fn a_fault_after_which_others_played_on_did_not_decide() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let fault = Fault::new(FaultKind::Malformed, b"9\n", "which is no column (1 to 7)");
        for (places, told) in [
            ([3_u8, 1, 2], "b wins."),
            ([2, 1, 3], "a printed `9`, but columns are 1 to 7: b wins."),
            ([3, 1, 1], "2 players share the first place."),
        ] {
            let outcome = Outcome { places: places.to_vec(), blamed: None };
            assert_eq!(sentence(&outcome, &names, Some((Seat::new(0), &fault)), None), told);
        }
    }
}
