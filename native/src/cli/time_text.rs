//! Times as people write them.

use std::time::Duration;

/// Parses a time: `10`, `2s`, `0.5`, `500ms`.
///
/// # Errors
/// What is expected instead.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a time such as 10, 2s or 500ms".to_owned())
}

/// Parses a time that may be long: `90m`, `2h`, or as [`parse_time`] does.
///
/// # Errors
/// What is expected instead.
pub fn parse_long_time(text: &str) -> Result<Duration, String> {
    let long = [("m", 60.0), ("h", 3_600.0)].into_iter().find_map(|(unit, seconds)| {
        let number = text.strip_suffix(unit)?.trim().parse::<f64>().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok().filter(|time| !time.is_zero())
    });
    long.map_or_else(|| parse_time(text), Ok).map_err(|_| "expected a time such as 90m, 2h or 30s".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_people_write_them() {
        for (text, millis) in [("10", 10_000), ("2s", 2_000), ("0.5", 500), ("500ms", 500), ("1.5 s", 1_500)] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "0", "-1", "s", "1h", "nan", "inf", "1e300"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
        for (text, seconds) in [("90m", 5_400), ("2h", 7_200), ("0.5 h", 1_800), ("30s", 30), ("7", 7)] {
            assert_eq!(parse_long_time(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "h", "0m", "-1h", "1d", "nanh"] {
            assert!(parse_long_time(text).is_err(), "{text}");
        }
    }
}
