//! The values of the options: numbers, and the word `inf`.

use std::str::FromStr;
use std::time::Duration;

use botyard_engine::games::stratego::Variant;

/// `-t`: the pause between two moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseOption {
    /// A pause of this length.
    For(Duration),
    /// A pause until Enter is pressed: `inf`, or any negative number.
    Enter,
}

/// `-T`: how long a bot has for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit(pub Duration);

impl TimeLimit {
    /// In effect no limit: a hundred years. Adding it to a time does not overflow.
    const NONE: Self = Self(Duration::from_secs(100 * 365 * 24 * 60 * 60));
}

/// `-m`: the turn with which the match is a draw; `None` for `inf` and negative numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnLimit(pub Option<u32>);

impl FromStr for PauseOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match seconds(text) {
            Some(Seconds::Endless) => Ok(Self::Enter),
            Some(Seconds::Are(time)) => Ok(Self::For(time)),
            None => Err("expected a number of seconds, or inf to wait for Enter".to_owned()),
        }
    }
}

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match seconds(text) {
            Some(Seconds::Endless) => Ok(Self::NONE),
            Some(Seconds::Are(time)) if !time.is_zero() => Ok(Self(time.min(Self::NONE.0))),
            _ => Err("expected a number of seconds above 0, or inf for no limit".to_owned()),
        }
    }
}

impl FromStr for TurnLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<i64>() {
            _ if text == "inf" => Ok(Self(None)),
            Ok(turns) if turns < 0 => Ok(Self(None)),
            Ok(turns) => u32::try_from(turns).map(|turns| Self(Some(turns))).map_err(|why| why.to_string()),
            Err(_) => Err("expected a number of turns, or inf for no limit".to_owned()),
        }
    }
}

/// `--variant`.
pub fn variant(text: &str) -> Result<Variant, String> {
    match text {
        "ucc" => Ok(Variant::Ucc),
        "wiki" => Ok(Variant::Wiki),
        _ => Err("expected ucc or wiki".to_owned()),
    }
}

enum Seconds {
    Are(Duration),
    Endless,
}

fn seconds(text: &str) -> Option<Seconds> {
    let number: f64 = text.parse().ok().filter(|number: &f64| !number.is_nan())?;
    if number < 0.0 || number.is_infinite() {
        return Some(Seconds::Endless);
    }
    Duration::try_from_secs_f64(number).ok().map(Seconds::Are)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_inf() {
        let half = Duration::from_millis(500);
        for (text, stall, limit) in [
            ("0.5", Some(PauseOption::For(half)), Some(TimeLimit(half))),
            ("0", Some(PauseOption::For(Duration::ZERO)), None),
            ("inf", Some(PauseOption::Enter), Some(TimeLimit::NONE)),
            ("-1", Some(PauseOption::Enter), Some(TimeLimit::NONE)),
            ("1e18", Some(PauseOption::For(Duration::from_secs(1_000_000_000_000_000_000))), Some(TimeLimit::NONE)),
            ("soon", None, None),
            ("nan", None, None),
            ("1e300", None, None),
            ("", None, None),
        ] {
            assert_eq!((text.parse().ok(), text.parse().ok()), (stall, limit), "{text}");
        }
        for (text, maximum) in [
            ("0", Some(TurnLimit(Some(0)))),
            ("1000", Some(TurnLimit(Some(1000)))),
            ("inf", Some(TurnLimit(None))),
            ("-1", Some(TurnLimit(None))),
            ("10x", None),
            ("99999999999", None),
        ] {
            assert_eq!(text.parse().ok(), maximum, "{text}");
        }
    }
}
