//! How a match ended, in a sentence for people. Knows no game: places, names and the fault that decided.

use crate::fault::{Fault, printable};
use crate::game::Outcome;
use crate::seat::Seat;

/// One sentence with its full stop. `names` are shown in the order of seats; `fault` is the last of the match, which is
/// told if it decided: where the match went on without that player, others have come between it and the winner.
pub fn sentence(outcome: &Outcome, names: &[String], fault: Option<(Seat, &Fault)>) -> String {
    let result = result(outcome, names);
    let decided = |seat: Seat| {
        let place = outcome.places.get(seat.index());
        outcome.places.iter().filter(|&other| Some(other) < place).count() == 1
    };
    match fault.filter(|(seat, _)| decided(*seat)) {
        Some((seat, fault)) => format!("{}: {result}.", fault.sentence(&name(names, seat.index()))),
        None => format!("{}.", capitalised(&result)),
    }
}

/// A sentence starts with a capital; a name keeps its own letters.
fn capitalised(result: &str) -> String {
    result.strip_prefix("a draw").map_or_else(|| result.to_owned(), |rest| format!("A draw{rest}"))
}

fn result(outcome: &Outcome, names: &[String]) -> String {
    if let Some(winner) = outcome.winner() {
        return format!("{} wins", name(names, winner.index()));
    }
    let level = (0..names.len()).filter(|&index| outcome.places.get(index) == Some(&1)).count();
    match level {
        _ if level == names.len() => "a draw".to_owned(),
        _ => format!("{level} players share the first place"),
    }
}

fn name(names: &[String], index: usize) -> String {
    names.get(index).map_or_else(|| format!("player {}", index + 1), |name| printable(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;

    #[test]
    fn a_fault_is_told_before_what_it_cost() {
        let names = ["random.wasm".to_owned(), "player 2".to_owned()];
        let fault = Fault::new(FaultKind::Malformed, b"9\n", "which is no column (1 to 7)");
        let outcome = Outcome::win(Seat::new(1), 2).blaming(Seat::new(0));
        assert_eq!(
            sentence(&outcome, &names, Some((Seat::new(0), &fault))),
            "random.wasm printed `9`, which is no column (1 to 7): player 2 wins."
        );
        assert_eq!(sentence(&Outcome::draw(2), &names, None), "A draw.");
    }

    #[test]
    fn a_fault_after_which_others_played_on_did_not_decide() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let fault = Fault::new(FaultKind::Malformed, b"9\n", "which is no column (1 to 7)");
        for (places, told) in [
            ([3_u8, 1, 2], "b wins."),
            ([2, 1, 3], "a printed `9`, which is no column (1 to 7): b wins."),
            ([3, 1, 1], "2 players share the first place."),
        ] {
            let outcome = Outcome { places: places.to_vec(), blamed: None };
            assert_eq!(sentence(&outcome, &names, Some((Seat::new(0), &fault))), told);
        }
    }
}
