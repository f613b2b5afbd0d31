//! What the buttons of the manual (`web/page/js/manual.js`) tell the page. Knows neither its pages nor
//! bots.

use botyard_engine::live::read::read_field;
use botyard_engine::seat::Seat;
use serde::Serialize;
use serde_json::Value;

/// The value of a button that has a bot of the match read an input of the manual.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ManualInput {
    /// The seat of the bot.
    #[cfg_attr(test, ts(type = "number"))]
    pub seat: Seat,
    /// All that it reads.
    pub input: String,
}

impl ManualInput {
    /// Reads the value of a button; `None` if it is not one.
    pub fn read(text: &str) -> Option<Self> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        Some(Self { seat: read_field(&mut value, "seat")?, input: read_field(&mut value, "input")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_a_button_is_read() {
        let value = ManualInput { seat: Seat::new(1), input: "1\0\n".to_owned() };
        let text = serde_json::to_string(&value).expect("text keys only");
        assert_eq!(ManualInput::read(&text), Some(value));
        assert_eq!(ManualInput::read("1\0p"), None);
    }
}
