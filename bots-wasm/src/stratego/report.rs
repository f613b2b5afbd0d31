//! Reads what the manager says of a move: the mover's words, then what came of them. Knows no board.

use super::board::Move;
use super::rank::Rank;
use super::square::{Direction, Square};

/// What came of a move; the ranks are the attacker's, then the defender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The square was empty.
    Ok,
    /// The defender died.
    Kills(Rank, Rank),
    /// The attacker died.
    Dies(Rank, Rank),
    /// Both died.
    BothDie(Rank, Rank),
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move.
    pub step: Move,
    /// What came of it.
    pub effect: Effect,
}

impl Report {
    /// Reads `9 3 DOWN OK` or `4 6 UP 2 KILLS 9 s`. A refused move, `NO_MOVE` and what nobody can read move nothing.
    pub fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (said, effect) = match *words {
            [ref said @ .., "OK"] => (said, Effect::Ok),
            [ref said @ .., word, attacker, defender] => (said, combat(word, rank(attacker)?, rank(defender)?)?),
            _ => return None,
        };
        Some(Self { step: read_move(said)?, effect })
    }
}

fn combat(word: &str, attacker: Rank, defender: Rank) -> Option<Effect> {
    match word {
        "KILLS" => Some(Effect::Kills(attacker, defender)),
        "DIES" => Some(Effect::Dies(attacker, defender)),
        "BOTHDIE" => Some(Effect::BothDie(attacker, defender)),
        _ => None,
    }
}

fn rank(word: &str) -> Option<Rank> {
    let mut letters = word.chars();
    letters.next().and_then(Rank::from_letter).filter(|_| letters.next().is_none())
}

fn read_move(words: &[&str]) -> Option<Move> {
    let [x, y, direction, rest @ ..] = words else { return None };
    let from = Square::new(x.parse().ok()?, y.parse().ok()?)?;
    let direction = Direction::ALL.into_iter().find(|way| way.word() == *direction)?;
    // The manager takes `2x` for 2, and whatever follows for nothing.
    let steps = rest.first().map_or(Some(1), |word| leading_number(word))?;
    Some(Move { from, direction, steps })
}

fn leading_number(word: &str) -> Option<u8> {
    let word = word.strip_prefix('+').unwrap_or(word);
    let end = word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(word.len());
    word[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_as_the_manager_writes_them() {
        let told = |line| Report::read(line).map(|report| format!("{} {:?}", report.step, report.effect));
        let check = |line, expected: &str| assert_eq!(told(line).as_deref(), Some(expected), "{line}");
        check("9 3 DOWN OK", "9 3 DOWN Ok");
        check("  +9\t03 DOWN 1 OK", "9 3 DOWN Ok");
        check("9 3 DOWN 2x and more OK", "9 3 DOWN 2 Ok");
        check("0 3 UP 4 KILLS 9 s", "0 3 UP 4 Kills(Scout, Spy)");
        check("0 3 UP DIES 1 B", "0 3 UP Dies(Marshal, Bomb)");
        check("0 3 UP BOTHDIE 3 3", "0 3 UP BothDie(Colonel, Colonel)");
        for line in ["", "START", "NO_MOVE OK", "9 3 DOWN ILLEGAL", "hello", "10 3 DOWN OK", "0 3 UP FLIES 1 B"] {
            assert_eq!(told(line), None, "{line}");
        }
    }
}
