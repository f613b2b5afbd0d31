//! At which speeds a match is played back, and what addresses call them.

/// The speeds to choose from.
pub const SPEEDS: [f64; 9] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0];
/// The same in addresses: numbers take much code to be read and written.
pub const SPEED_NAMES: [&str; 9] = ["0.25", "0.5", "1", "2", "4", "8", "16", "64", "256"];
/// The place of the usual one.
pub const USUAL_SPEED: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_speeds_are_their_numbers() {
        assert_eq!(SPEED_NAMES.map(|name| name.parse()), SPEEDS.map(Ok));
    }
}
