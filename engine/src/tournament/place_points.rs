//! The places of games in which more than two play: how often a participant had each, and the points
//! that places are worth. Knows no games.

use std::fmt;
use std::str::FromStr;

use super::statistics::rounded;

/// How often a participant had each place. Those who share places have each of them in part: of two
/// that are second, each is second by half and third by half.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceCounts(Vec<f64>);

impl PlaceCounts {
    /// No games yet, of this many seats.
    pub(super) fn new(seats: usize) -> Self {
        Self(vec![0.0; seats])
    }

    /// Counts the place of one seat of a game, in which each seat has a place, from 1.
    pub(super) fn add(&mut self, places: &[u8], seat: usize) {
        let place = places[seat];
        let better = places.iter().filter(|&&other| other < place).count();
        let level = places.iter().filter(|&&other| other == place).count();
        for count in self.0.iter_mut().skip(better).take(level) {
            *count += 1.0 / level as f64;
        }
    }

    /// How often it had each place, the first one first.
    pub fn counts(&self) -> &[f64] {
        &self.0
    }

    /// Its mean place, from 1; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = (1..).zip(&self.0).map(|(place, count): (u32, _)| f64::from(place) * count).sum();
        self.share_of(sum)
    }

    /// How many of its games it won, from 0 to 1; `None` without games.
    pub fn first_share(&self) -> Option<f64> {
        self.share_of(*self.0.first()?)
    }

    fn share_of(&self, sum: f64) -> Option<f64> {
        let games: f64 = self.0.iter().sum();
        // Parts of places are no more exact than this.
        (games > 0.0).then(|| rounded(sum / games, 9))
    }
}

/// The points of each place, the first one first.
///
/// ```
/// use botyard_engine::tournament::PlacePoints;
///
/// let points: PlacePoints = "4,2,1,0".parse()?;
/// assert_eq!(points.points(), [4.0, 2.0, 1.0, 0.0]);
/// # Ok::<(), botyard_engine::tournament::PlacePointsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PlacePoints(Vec<f64>);

/// A text that names no points.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlacePointsError {
    /// It is not a list of numbers.
    #[error(
        "invalid points {0:?}: expected a number from -{POINTS_MAX} to {POINTS_MAX} for each place, such as 4,2,1,0"
    )]
    NoNumber(String),
    /// A place has more points than a better one.
    #[error("invalid points {0}: a place has more points than a better one")]
    Order(String),
}

/// Points are small numbers.
const POINTS_MAX: f64 = 1_000_000.0;

impl PlacePoints {
    /// The points of each place.
    pub fn points(&self) -> &[f64] {
        &self.0
    }

    /// The points of a participant that had these places.
    pub fn sum(&self, places: &PlaceCounts) -> f64 {
        self.0.iter().zip(places.counts()).map(|(points, count)| points * count).sum()
    }
}

/// Reads numbers with commas between them.
impl FromStr for PlacePoints {
    type Err = PlacePointsError;

    fn from_str(text: &str) -> Result<Self, PlacePointsError> {
        let number = |word: &str| {
            let number = word.trim().parse().ok().filter(|number| (-POINTS_MAX..=POINTS_MAX).contains(number));
            number.ok_or_else(|| PlacePointsError::NoNumber(word.trim().to_owned()))
        };
        let points = text.split(',').map(number).collect::<Result<Vec<f64>, _>>()?;
        match points.is_sorted_by(|better, worse| better >= worse) {
            true => Ok(Self(points)),
            false => Err(PlacePointsError::Order(text.to_owned())),
        }
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for PlacePoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: Vec<_> = self.0.iter().map(f64::to_string).collect();
        f.write_str(&points.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_places_have_each_of_them_in_part() {
        let counts = |seat| {
            let mut counts = PlaceCounts::new(4);
            counts.add(&[2, 1, 2, 4], seat);
            counts
        };
        assert_eq!(counts(0).counts(), [0.0, 0.5, 0.5, 0.0]);
        assert_eq!([counts(0).mean(), counts(1).mean(), counts(3).mean()], [Some(2.5), Some(1.0), Some(4.0)]);
        assert_eq!([counts(0).first_share(), counts(1).first_share()], [Some(0.0), Some(1.0)]);
        let points: PlacePoints = "4,2,1,0".parse().expect("points");
        assert_eq!([0, 1, 2, 3].map(|seat| points.sum(&counts(seat))), [1.5, 4.0, 1.5, 0.0]);
        assert_eq!((PlaceCounts::new(3).mean(), PlaceCounts::new(3).first_share()), (None, None));
    }

    #[test]
    fn points_are_read_as_they_are_written() {
        for text in ["4,2,1,0", "1.5,0,-1"] {
            assert_eq!(text.parse::<PlacePoints>().expect("points").to_string(), text);
        }
        for text in ["", "4,,1", "4;2", "NaN", "4,x", "2000000,0"] {
            assert!(matches!(text.parse::<PlacePoints>(), Err(PlacePointsError::NoNumber(_))), "{text}");
        }
        assert_eq!("1,2".parse::<PlacePoints>(), Err(PlacePointsError::Order("1,2".to_owned())));
    }
}
