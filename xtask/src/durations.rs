//! Durations as text.

use std::time::Duration;

/// An estimate as text.
pub fn roughly(time: Duration) -> String {
    match time.as_secs() {
        0..=4 => "a moment".into(),
        seconds @ 5..=90 => format!("about {} s", seconds.next_multiple_of(5)),
        seconds => format!("about {} min", seconds.div_ceil(60)),
    }
}

/// A measured duration as text.
pub fn exactly(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_rounded_up_and_measurements_are_not() {
        assert_eq!(roughly(Duration::from_secs(3)), "a moment");
        assert_eq!(roughly(Duration::from_secs(52)), "about 55 s");
        assert_eq!(roughly(Duration::from_secs(135)), "about 3 min");
        assert_eq!(exactly(Duration::from_millis(1_240)), "1.2 s");
        assert_eq!(exactly(Duration::from_secs(125)), "2 min 05 s");
    }
}
