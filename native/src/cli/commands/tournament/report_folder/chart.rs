//! The chart of ratings: a line for each bot, with its name at the end. Computes no ratings.
//!
//! It is drawn here, and not by a library for charts: those that draw SVG write colours into every
//! shape, and these follow the reader's colour scheme, in print too.

use std::fmt::Write as _;

use botyard_engine::fault::printable;
use botyard_engine::tournament::statistics::RatingsAfter;

use super::markup::{Element, element};

const WIDTH: f64 = 760.0;
/// The space for the numbers at the left, and the names at the right.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 180.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;
/// The least height of the lines.
const HEIGHT_MIN: f64 = 260.0;
/// The height of a name.
const NAME_HEIGHT: f64 = 16.0;
/// The most letters of a name that are shown.
const NAME_LETTERS: usize = 20;
/// How many colours there are; the next lines have them again, with other dashes.
const COLOURS: usize = 8;

/// The chart of the ratings of these bots; `None` if there are not two moments to compare.
pub fn rating_chart(progress: &[RatingsAfter], names: &[String]) -> Option<Element> {
    let values = || progress.iter().flat_map(|after| after.players.iter().flatten().copied());
    let (lowest, highest) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
    let games = progress.last().filter(|_| progress.len() > 1)?.games as f64;
    let ratings = Scale::of(lowest, highest);
    let height = HEIGHT_MIN.max(NAME_HEIGHT * names.len() as f64);
    let x = |games_so_far: usize| LEFT + (WIDTH - LEFT - RIGHT) * games_so_far as f64 / games;
    let y = |rating: f64| TOP + height * (ratings.end - rating) / (ratings.end - ratings.start);
    let end = progress.last().expect("there is one");
    let mut named: Vec<_> =
        end.players.iter().enumerate().filter_map(|(bot, rating)| Some((bot, y((*rating)?)))).collect();
    named.sort_by(|one, other| one.1.total_cmp(&other.1));
    let places = spread(&named.iter().map(|(_, y)| *y).collect::<Vec<_>>(), TOP + height);
    let grid_line = |[x1, x2]: [f64; 2], [y1, y2]: [f64; 2]| {
        let line = element("line").with("class", "grid").with("x1", x1).with("x2", x2);
        line.with("y1", number(y1)).with("y2", number(y2))
    };
    let label = |text: String, x: f64, y: f64, anchor: &str| {
        element("text").with("x", number(x)).with("y", number(y)).with("text-anchor", anchor).text(text)
    };
    let right = WIDTH - RIGHT;
    let rating_axis = ratings.ticks().into_iter().flat_map(|tick| {
        [grid_line([LEFT, right], [y(tick); 2]), label(format!("{tick:+}"), LEFT - 8.0, y(tick) + 4.0, "end")]
    });
    let game_axis = Scale::of(0.0, games).ticks().into_iter().filter(|tick| *tick <= games);
    let game_axis = game_axis.map(|tick| label(tick.to_string(), x(tick as usize), TOP + height + 18.0, "middle"));
    let game_title = label("distinct games".to_owned(), (LEFT + right) / 2.0, TOP + height + 36.0, "middle");
    let full_name = |bot: usize| element("title").text(printable(&names[bot]));
    let line_of = |bot: usize| {
        element("path").with("class", class(bot)).with("d", line(progress, bot, x, y)).child(full_name(bot))
    };
    let name_of = |(&(bot, at), place): (&(usize, f64), f64)| {
        let name = label(short(&names[bot]), right + 14.0, place + 4.0, "start");
        [grid_line([right, right + 10.0], [at, place]), name.with("class", class(bot)).child(full_name(bot))]
    };
    let chart = element("svg").with("class", "chart").with("role", "img").with("aria-label", "Ratings over the games");
    let chart = chart.with("viewBox", format!("0 0 {WIDTH} {}", TOP + height + BOTTOM));
    let chart = chart.children(rating_axis).children(game_axis).child(game_title);
    Some(chart.children((0..names.len()).map(line_of)).children(named.iter().zip(places).flat_map(name_of)))
}

/// The class of a bot's line and name.
fn class(bot: usize) -> String {
    format!("series-{} dashes-{}", bot % COLOURS, bot / COLOURS % 3)
}

/// A coordinate in the words of SVG.
fn number(value: f64) -> String {
    format!("{value:.1}")
}

fn short(name: &str) -> String {
    let name = printable(name);
    match name.char_indices().nth(NAME_LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}

/// The line of a bot, with gaps where its rating is not known.
fn line(progress: &[RatingsAfter], bot: usize, x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
    let (mut line, mut is_drawing) = (String::new(), false);
    for after in progress {
        let Some(rating) = after.players[bot] else {
            is_drawing = false;
            continue;
        };
        let command = if std::mem::replace(&mut is_drawing, true) { 'L' } else { 'M' };
        write!(line, "{command}{:.1} {:.1}", x(after.games), y(rating)).expect("a string takes all");
    }
    line
}

/// These heights, in their order, moved apart so that names do not cover each other, and not below the
/// `bottom`.
fn spread(heights: &[f64], bottom: f64) -> Vec<f64> {
    let mut places = heights.to_vec();
    for nth in 1..places.len() {
        places[nth] = places[nth].max(places[nth - 1] + NAME_HEIGHT);
    }
    let mut highest = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(highest);
        highest = *place - NAME_HEIGHT;
    }
    places
}

/// An axis with round numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Scale {
    start: f64,
    end: f64,
    step: f64,
}

impl Scale {
    /// About five steps, which contain both numbers.
    fn of(lowest: f64, highest: f64) -> Self {
        let raw = ((highest - lowest) / 5.0).max(1.0);
        let power = 10.0_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= raw);
        let step = step.unwrap_or(10.0 * power);
        let (start, end) = ((lowest / step).floor() * step, (highest / step).ceil() * step);
        Self { start, end: if end > start { end } else { start + step }, step }
    }

    fn ticks(self) -> Vec<f64> {
        let count = ((self.end - self.start) / self.step).round() as usize;
        (0..=count).map(|nth| self.start + nth as f64 * self.step + 0.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(games: usize, players: &[Option<f64>]) -> RatingsAfter {
        RatingsAfter { games, players: players.to_vec() }
    }

    #[test]
    fn an_axis_has_round_numbers() {
        for (lowest, highest, expected) in [
            (-180.0, 320.0, vec![-200.0, -100.0, 0.0, 100.0, 200.0, 300.0, 400.0]),
            (0.0, 40.0, vec![0.0, 10.0, 20.0, 30.0, 40.0]),
            (3.0, 3.0, vec![3.0, 4.0]),
        ] {
            assert_eq!(Scale::of(lowest, highest).ticks(), expected, "{lowest} to {highest}");
        }
    }

    #[test]
    fn names_do_not_cover_each_other() {
        assert_eq!(spread(&[10.0, 12.0, 100.0], 110.0), [10.0, 26.0, 100.0]);
        assert_eq!(spread(&[100.0, 104.0, 108.0], 110.0), [78.0, 94.0, 110.0]);
    }

    #[test]
    fn each_bot_has_a_line_and_a_name() {
        let names = ["<a>", "b"].map(str::to_owned);
        let progress = [after(10, &[Some(10.0), None]), after(20, &[Some(30.0), Some(-30.0)])];
        let drawn = rating_chart(&progress, &names).expect("there are two moments").to_string();
        assert!(drawn.contains("&lt;a&gt;") && !drawn.contains("<a>"), "{drawn}");
        assert_eq!(drawn.matches("<path ").count(), 2);
        assert_eq!(line(&progress, 1, |games| games as f64, |rating| rating), "M20.0 -30.0");
        assert_eq!(line(&progress, 0, |games| games as f64, |rating| rating), "M10.0 10.0L20.0 30.0");
        assert!(rating_chart(&progress[..1], &names).is_none() && rating_chart(&[], &names).is_none());
    }
}
