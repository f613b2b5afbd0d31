//! A bot's time, turn by turn, as a small curve; and durations as text.

use std::rc::Rc;
use std::time::Duration;

use botyard_web_ui::Part;
use botyard_web_ui::decimal::{tenths, whole};
use web_sys::PointerEvent;
use yew::{Html, classes, html};

use super::slider::{keys, pointed_share};
use super::{Send, Sometimes};
use crate::message::{Message, PlaybackMessage};
use crate::state::TurnTime;

/// The drawing's size in its own units.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 48.0;

/// A bar for each turn; in a long match, one for the longest of several turns. The highest bar is
/// the longest turn.
#[derive(PartialEq)]
pub struct Curve {
    /// The turns of one seat.
    pub times: Rc<Vec<TurnTime>>,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// How long a turn may take, if each has its own limit.
    pub limit: Option<Duration>,
    /// Called with the turn that is pointed at.
    pub send: Send,
}

/// The largest number of bars: more would not be distinguishable.
const BARS: usize = 160;

impl Part for Curve {
    fn draw(&self) -> Html {
        let longest = self.times.iter().map(|turn| turn.used).max().unwrap_or_default();
        if longest.is_zero() {
            return Html::default();
        }
        let bars: Vec<_> = self.times.chunks(self.times.len().div_ceil(BARS)).filter_map(longest_of).collect();
        let slot = (WIDTH / bars.len() as f64).min(24.0);
        let current = bars.iter().rposition(|&(first, _)| first <= self.at);
        let bar = |(index, &(first, TurnTime { number, used, .. })): (usize, &(usize, TurnTime))| {
            let height = (HEIGHT * used.as_secs_f64() / longest.as_secs_f64()).max(1.0);
            let class =
                classes!("bar", (current == Some(index)).then_some("current"), (first > self.at).then_some("ahead"));
            html! {
                <rect key={index} {class} x={tenths(index as f64 * slot)} y={tenths(HEIGHT - height)}
                    width={tenths((slot - 2.0).max(0.5))} height={tenths(height)}><title>{ format!("turn {number}: {}", words(used)) }</title></rect>
            }
        };
        let turns: Vec<_> = bars.iter().map(|(_, turn)| turn.at).collect();
        let onpointermove = self.send.sometimes(move |event: PointerEvent| {
            let at = (pointed_share(&event)? * WIDTH / slot) as usize;
            Some(Message::Playback(PlaybackMessage::Go(*turns.get(at)?)))
        });
        // Keys reach all turns, not only the longest ones.
        let newest = self.times.len();
        let value = self.times.iter().rposition(|turn| turn.at <= self.at).map_or(0, |index| index + 1);
        let told = |turn: &TurnTime| format!("turn {}: {}", turn.number, words(turn.used));
        let text = value.checked_sub(1).map_or_else(|| "the start".to_owned(), |index| told(&self.times[index]));
        let times = self.times.clone();
        let onkeydown =
            keys(&self.send, value, newest, move |value| value.checked_sub(1).map_or(0, |index| times[index].at));
        let limit = self.limit.map_or_else(String::new, |limit| format!(", limit {}", words(limit)));
        let total: Duration = self.times.iter().map(|turn| turn.used).sum();
        html! {
            <figure class="curve">
                <svg viewBox={format!("0 0 {} {}", whole(WIDTH), whole(HEIGHT))} preserveAspectRatio="none" role="slider" tabindex="0" aria-label="Time of each turn"
                    aria-valuemin="0" aria-valuemax={newest.to_string()} aria-valuenow={value.to_string()} aria-valuetext={text}
                    data-testid="times" {onkeydown} onpointerdown={&onpointermove} {onpointermove}>{ for bars.iter().enumerate().map(bar) }</svg>
                <figcaption>{ format!("{} total, longest {}{limit}", words(total), words(longest)) }</figcaption>
            </figure>
        }
    }
}

/// The position of the first of several turns, and the longest of them.
fn longest_of(turns: &[TurnTime]) -> Option<(usize, TurnTime)> {
    let longest = turns.iter().max_by_key(|turn| turn.used)?;
    Some((turns[0].at, *longest))
}

/// A duration with two or three significant digits.
pub fn words(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    // Numbers of 128 bits have a formatter of their own.
    let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..10_000 => format!("{} ms", tenths(seconds * 1e3)),
        10_000..1_000_000 => format!("{} ms", whole(seconds * 1e3)),
        // No match lasts this long: the number comes from an edited file.
        _ if seconds >= 360_000.0 => "over 100 h".to_owned(),
        _ if seconds >= 10_000.0 => format!("{} h", whole(seconds / 3600.0)),
        _ if duration.subsec_millis() == 0 => format!("{} s", duration.as_secs()),
        1_000_000..60_000_000 => format!("{} s", tenths(seconds)),
        _ => format!("{} s", whole(seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_keep_the_digits_that_count() {
        let said = |micros| words(Duration::from_micros(micros));
        assert_eq!(said(47), "47 µs");
        assert_eq!(said(4_730), "4.7 ms");
        assert_eq!(said(47_300), "47 ms");
        assert_eq!(said(1_473_000), "1.5 s");
        assert_eq!(said(10_000_000), "10 s");
        assert_eq!(said(120_400_000), "120 s");
        assert_eq!(said(36_000_000_000), "10 h");
        assert_eq!(words(Duration::from_nanos(u64::MAX)), "over 100 h");
    }
}
