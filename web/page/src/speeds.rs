//! The speeds of playback, and their names in addresses.

/// The speeds to choose from.
pub const SPEEDS: [f64; 9] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0];
/// The speeds as text in addresses: reading and writing numbers takes much code.
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
