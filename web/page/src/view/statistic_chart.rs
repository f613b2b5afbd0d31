//! The course of a statistic as shapes to draw: a line for each seat, or a band for each part of
//! one seat's number. Knows no colours and no page.

use botyard_engine::seat::Seat;
use botyard_web_games::{PartNames, StatisticsTable};
use botyard_web_ui::decimal::tenths;
use yew::AttrValue;

/// The drawing's size in its own units; a curve has no more points than it is wide.
pub const WIDTH: usize = 320;
/// Its height.
pub const HEIGHT: f64 = 64.0;

/// The course of a statistic.
#[derive(Debug, PartialEq)]
pub struct StatisticChart {
    /// The name of the statistic.
    pub name: &'static str,
    /// The number at the upper edge.
    pub most: u32,
    /// From the lowest layer to the highest.
    pub shapes: Vec<ChartShape>,
    /// The first, last and largest number of each seat.
    told: Vec<(Seat, [u32; 3])>,
}

/// A line or a band.
#[derive(Debug, PartialEq)]
pub struct ChartShape {
    /// The seat.
    pub seat: Seat,
    /// The part, if it is the band of a part.
    pub shade: Option<usize>,
    /// Its points.
    pub points: AttrValue,
}

impl StatisticChart {
    /// Describes the chart to people who do not see it: `health: red from 15 to 90, peak 120; green
    /// ...`.
    pub fn words(&self, name_of: impl Fn(Seat) -> &'static str) -> String {
        let seat = |&(seat, [first, last, most]): &(Seat, [u32; 3])| {
            format!("{} from {first} to {last}, peak {most}", name_of(seat))
        };
        format!("{}: {}", self.name, self.told.iter().map(seat).collect::<Vec<_>>().join("; "))
    }

    /// The numbers at one turn: `red 15, green 20`.
    pub fn numbers(&self, name_of: impl Fn(Seat) -> &'static str, number_of: impl Fn(Seat) -> u32) -> String {
        let seat = |&(seat, _): &(Seat, [u32; 3])| format!("{} {}", name_of(seat), number_of(seat));
        self.told.iter().map(seat).collect::<Vec<_>>().join(", ")
    }
}

/// A line for each seat's `nth` number.
///
/// # Panics
/// If there are no positions, or no such number.
pub fn lines(statistics: &StatisticsTable, nth: usize) -> StatisticChart {
    let scale = ChartScale::for_statistic(statistics, (0..statistics.seats()).map(Seat::new).collect(), nth);
    let line = |&seat: &Seat| {
        let points: Vec<_> =
            scale.turns.iter().map(|&turn| scale.point(turn, statistics.at(turn, seat, nth))).collect();
        ChartShape { seat, shade: None, points: points.join(" ").into() }
    };
    let shapes = scale.seats.iter().map(line).collect();
    scale.course(statistics.names()[nth], shapes)
}

/// A band for each part of a seat's first number, the first part on top.
///
/// # Panics
/// If there are no positions, or no such seat.
pub fn bands(statistics: &StatisticsTable, parts: &PartNames, seat: Seat) -> StatisticChart {
    let scale = ChartScale::for_statistic(statistics, vec![seat], 0);
    // Below the upper edge of a part's band are the part itself and all parts after it.
    let edge = |part: usize| {
        let below = |turn: usize| statistics.parts_at(turn, seat)[part..].iter().sum();
        scale.turns.iter().map(|&turn| scale.point(turn, below(turn))).collect::<Vec<_>>()
    };
    let band = |part: usize| {
        let (upper, mut points) = (edge(part), edge(part + 1));
        points.reverse();
        ChartShape { seat, shade: Some(part), points: [upper, points].concat().join(" ").into() }
    };
    let shapes = (0..parts.names.len()).map(band).collect();
    scale.course(parts.name, shapes)
}

/// Which turns are drawn, and where.
struct ChartScale {
    newest: usize,
    turns: Vec<usize>,
    most: u32,
    seats: Vec<Seat>,
    told: Vec<(Seat, [u32; 3])>,
}

impl ChartScale {
    fn for_statistic(statistics: &StatisticsTable, seats: Vec<Seat>, nth: usize) -> Self {
        let newest = statistics.len() - 1;
        let turns: Vec<usize> = match newest {
            0..=WIDTH => (0..=newest).collect(),
            _ => (0..=WIDTH).map(|x| x * newest / WIDTH).collect(),
        };
        let tell = |&seat: &Seat| {
            let most = turns.iter().map(|&turn| statistics.at(turn, seat, nth)).max().unwrap_or(0);
            (seat, [statistics.at(0, seat, nth), statistics.at(newest, seat, nth), most])
        };
        let told: Vec<_> = seats.iter().map(tell).collect();
        let most = told.iter().map(|(_, [.., most])| *most).max().unwrap_or(0);
        Self { newest, turns, most, seats, told }
    }

    fn point(&self, turn: usize, number: u32) -> String {
        let x = WIDTH as f64 * turn as f64 / self.newest.max(1) as f64;
        let y = 1.0 + (HEIGHT - 2.0) * (1.0 - f64::from(number) / f64::from(self.most.max(1)));
        format!("{},{}", tenths(x), tenths(y))
    }

    fn course(self, name: &'static str, shapes: Vec<ChartShape>) -> StatisticChart {
        StatisticChart { name, most: self.most, shapes, told: self.told }
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::game::Game;
    use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings, Orders};

    use botyard_web_games::GamePage;

    use super::*;

    /// Two units of Red, of health 5 and 2, one of which goes to the right; one of Green, which
    /// dies.
    fn statistics() -> StatisticsTable {
        let settings = BitMartyrSettings::on("E1B1J/5".parse().expect("a board"));
        let mut game = BitMartyr::start(&settings, 2).expect("it can be played");
        let mut statistics = StatisticsTable::new(2, BitMartyr::STATISTICS, BitMartyr::STATISTIC_PARTS.as_ref());
        statistics.push(&game, BitMartyr::STATISTICS, BitMartyr::STATISTIC_PARTS.as_ref());
        for (seat, orders) in [(0, "20"), (1, "5")] {
            let orders: Orders = orders.parse().expect("orders");
            game.play(Seat::new(seat), orders, &mut Vec::new()).expect("they are legal");
            statistics.push(&game, BitMartyr::STATISTICS, BitMartyr::STATISTIC_PARTS.as_ref());
        }
        statistics
    }

    #[test]
    fn each_seat_has_a_line() {
        let units = lines(&statistics(), 0);
        let points: Vec<_> = units.shapes.iter().map(|shape| shape.points.to_string()).collect();
        assert_eq!(points, ["0.0,21.7 160.0,21.7 320.0,1.0", "0.0,42.3 160.0,42.3 320.0,63.0"]);
        assert_eq!(units.most, 3);
        let names = |seat: Seat| ["red", "green"][seat.index()];
        assert_eq!(units.words(names), "units: red from 2 to 3, peak 3; green from 1 to 0, peak 1");
        assert_eq!(
            lines(&statistics(), 1).words(names),
            "health: red from 7 to 11, peak 11; green from 5 to 0, peak 5"
        );
    }

    #[test]
    fn a_seat_s_number_is_made_of_bands() {
        let statistics = statistics();
        let parts = statistics.parts().expect("health has five shades");
        let course = bands(&statistics, parts, Seat::new(0));
        let points = |health: usize| course.shapes[health - 1].points.to_string();
        // The strongest are at the bottom: one of three.
        assert_eq!(points(5), "0.0,42.3 160.0,42.3 320.0,42.3 320.0,63.0 160.0,63.0 0.0,63.0");
        // One clone of health 4 comes in the end.
        assert_eq!(points(4), "0.0,42.3 160.0,42.3 320.0,21.7 320.0,42.3 160.0,42.3 0.0,42.3");
        assert_eq!(points(2), "0.0,21.7 160.0,21.7 320.0,1.0 320.0,21.7 160.0,42.3 0.0,42.3");
        assert_eq!(course.shapes.len(), 5);
        assert_eq!(statistics.parts_at(9, Seat::new(0)), [0, 1, 0, 1, 1]);
    }
}
