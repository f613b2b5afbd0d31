//! Points on a torus, as evenly spaced as it allows, each team's as evenly as all of them. Knows no
//! units.
//!
//! A lattice of n points on a torus is a number of rows with the same number of points in each,
//! every row shifted by the same amount against the one before. Teams are the cosets of a
//! sublattice, so that one team's points are another team's, moved. The most even of all such
//! lattices is taken. Steps that are not whole cells are rounded down; a lattice with whole steps
//! is preferred to one that is a little more even.

/// Where to put the points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lattice {
    width: usize,
    height: usize,
    teams: usize,
    shape: LatticeShape,
    /// How many of the shape's points are left out: the board has no lattice of exactly this many.
    spare: usize,
}

/// How the points lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LatticeShape {
    columns: usize,
    rows: usize,
    /// By how much a row is shifted against the one before, in parts of the width of which there
    /// are as many as points.
    shift: usize,
    /// How many teams on the next point in a row is, and the same point of the next row.
    steps: [usize; 2],
}

impl Lattice {
    /// The most even lattice of this many points, a multiple of `teams`, on a torus that has as
    /// many cells.
    pub(super) fn new(width: usize, height: usize, points: usize, teams: usize) -> Self {
        let most = width * height;
        let found = (points..=most).find_map(|all| Some((all, most_even(width, height, all, teams, all == points)?)));
        let (all, shape) = found.expect("a board has a lattice of all its cells");
        Self { width, height, teams, shape, spare: all - points }
    }

    /// The cells of the points, each with its team.
    pub(super) fn points(&self) -> impl Iterator<Item = (usize, usize)> {
        let LatticeShape { columns, rows, .. } = self.shape;
        let all = columns * rows;
        // The spare points are spread among the others, who take turns: there are no cosets to keep
        // to.
        let is_kept = move |at: usize| at * self.spare / all == (at + 1) * self.spare / all;
        let kept = (0..all).filter(move |&at| is_kept(at)).enumerate();
        kept.map(move |(nth, at)| {
            let team = if self.spare > 0 { nth } else { self.shape.team(at / columns, at % columns) } % self.teams;
            (self.cell(at / columns, at % columns), team)
        })
    }

    /// Half a step away from the edges.
    fn cell(&self, row: usize, column: usize) -> usize {
        let LatticeShape { columns, rows, shift, .. } = self.shape;
        let x = (column * rows + row * shift) * self.width / (columns * rows) + self.width / (2 * columns);
        let y = row * self.height / rows + self.height / (2 * rows);
        y % self.height * self.width + x % self.width
    }
}

impl LatticeShape {
    fn team(self, row: usize, column: usize) -> usize {
        column * self.steps[0] + row * self.steps[1]
    }

    /// How even it is for all teams together and for each team alone: the product of the squares of
    /// the shortest distances.
    fn evenness(self, width: usize, height: usize, teams: usize) -> u128 {
        // In units of which a cell has as many as there are points.
        let across = [(self.rows * width) as i64, 0];
        let down = [(self.shift * width) as i64, (self.columns * height) as i64];
        let (stride, [aside, ahead]) = self.steps_to_own_team(teams);
        let vector = |columns: i64, rows: i64| [columns * across[0] + rows * down[0], rows * down[1]];
        u128::from(shortest(across, down)) * u128::from(shortest(vector(stride, 0), vector(aside, ahead)))
    }

    /// Two steps that lead from a point to points of the same team, and combined to all of them: so
    /// far along the row, and this many columns and rows.
    fn steps_to_own_team(self, teams: usize) -> (i64, [i64; 2]) {
        let is_kin = |columns: usize, rows: usize| self.team(rows, columns).is_multiple_of(teams);
        let stride = (1..=teams).find(|&columns| is_kin(columns, 0)).unwrap_or(teams);
        let ahead = (1..=teams).find_map(|rows| Some([(0..teams).find(|&columns| is_kin(columns, rows))?, rows]));
        (stride as i64, ahead.unwrap_or([0, teams]).map(|steps| steps as i64))
    }

    /// Whether its points need no rounding.
    fn is_exact(self, width: usize, height: usize) -> bool {
        let points = self.columns * self.rows;
        width.is_multiple_of(self.columns)
            && height.is_multiple_of(self.rows)
            && (self.shift * width).is_multiple_of(points)
    }
}

/// The most even shape of this many points, if the board has one; `in_cosets`: that the teams share
/// out equally.
fn most_even(width: usize, height: usize, points: usize, teams: usize, in_cosets: bool) -> Option<LatticeShape> {
    let mut best: [Option<(u128, LatticeShape)>; 2] = [None; 2];
    for columns in (1..=width).filter(|&columns| points.is_multiple_of(columns) && points / columns <= height) {
        let rows = points / columns;
        for shift in 0..rows {
            for steps in steps(columns, rows, shift, teams, in_cosets) {
                let shape = LatticeShape { columns, rows, shift, steps };
                let evenness = shape.evenness(width, height, teams);
                let best = &mut best[usize::from(shape.is_exact(width, height))];
                if best.is_none_or(|(most, _)| evenness > most) {
                    *best = Some((evenness, shape));
                }
            }
        }
    }
    let [rounded, exact] = best;
    let close = |&(exact, _): &(u128, LatticeShape)| rounded.is_none_or(|(rounded, _)| 2 * exact >= rounded);
    exact.filter(close).or(rounded).map(|(_, shape)| shape)
}

/// How the team can change along a row and from row to row. In cosets, going once round the torus
/// in either direction must lead back to the same team, and every team must be met.
fn steps(columns: usize, rows: usize, shift: usize, teams: usize, in_cosets: bool) -> impl Iterator<Item = [usize; 2]> {
    let steps = (0..teams).flat_map(move |down| (0..teams).map(move |across| [across, down]));
    let closes = move |&[across, down]: &[usize; 2]| {
        (columns * across).is_multiple_of(teams) && (rows * down) % teams == (shift * across) % teams
    };
    let meets_all = move |&[across, down]: &[usize; 2]| divisor(divisor(across, down), teams) == 1;
    steps.filter(move |step| !in_cosets || closes(step)).filter(meets_all)
}

/// The greatest common divisor (Euclid).
fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// The square of the length of the shortest vector of a plane lattice (Lagrange's reduction).
fn shortest(mut one: [i64; 2], mut other: [i64; 2]) -> u64 {
    let dot = |a: [i64; 2], b: [i64; 2]| a[0] * b[0] + a[1] * b[1];
    loop {
        if dot(one, one) > dot(other, other) {
            std::mem::swap(&mut one, &mut other);
        }
        let square = dot(one, one);
        let times = (2 * dot(one, other) + square).div_euclid(2 * square);
        if times == 0 {
            return square.unsigned_abs();
        }
        other = [other[0] - times * one[0], other[1] - times * one[1]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest distance between two points of the list, squared, in cells.
    fn closest(points: &[usize], width: usize, height: usize) -> usize {
        let round = |one: usize, other: usize, side: usize| one.abs_diff(other).min(side - one.abs_diff(other));
        let distance = |one: usize, other: usize| {
            let (x, y) = (round(one % width, other % width, width), round(one / width, other / width, height));
            x * x + y * y
        };
        let pairs = points.iter().enumerate().flat_map(|(at, one)| points[..at].iter().map(move |two| (*one, *two)));
        pairs.map(|(one, two)| distance(one, two)).min().unwrap_or(usize::MAX)
    }

    /// The cells of each team, from the first team's first cell on.
    fn teams(width: usize, height: usize, points: usize, teams: usize) -> Vec<Vec<usize>> {
        let lattice = Lattice::new(width, height, points, teams);
        let mut cells = vec![Vec::new(); teams];
        lattice.points().for_each(|(cell, team)| cells[team].push(cell));
        cells.iter_mut().for_each(|cells| cells.sort_unstable());
        cells
    }

    fn moved(cells: &[usize], by: usize, width: usize, height: usize) -> Vec<usize> {
        let step = |cell: usize| (cell / width + by / width) % height * width + (cell % width + by % width) % width;
        let mut moved: Vec<_> = cells.iter().map(|&cell| step(cell)).collect();
        moved.sort_unstable();
        moved
    }

    #[test]
    fn teams_are_translations_of_each_other_where_the_sizes_divide() {
        for (width, height, population, count) in
            [(100, 100, 5, 2), (100, 100, 5, 4), (100, 100, 5, 5), (50, 100, 5, 2), (70, 70, 5, 7), (12, 12, 3, 4)]
        {
            let teams = teams(width, height, population * count, count);
            for (number, team) in teams.iter().enumerate() {
                let translations = (0..width * height).filter(|&by| moved(&teams[0], by, width, height) == *team);
                assert!(translations.count() >= population, "team {number} of {count} on {width} by {height}");
            }
        }
    }

    #[test]
    fn points_are_as_far_apart_as_can_be() {
        for (width, height, points, count, apart, own) in [
            (100, 100, 10, 2, 29, 42),
            (100, 100, 20, 4, 20, 42),
            (100, 100, 35, 7, 14, 36),
            (400, 400, 28, 4, 70, 120),
            (10, 10, 100, 4, 1, 2),
            (100, 1, 10, 2, 10, 20),
            (3, 3, 7, 7, 1, 9),
        ] {
            let teams = teams(width, height, points, count);
            let all = teams.concat();
            assert!(
                closest(&all, width, height) >= apart * apart,
                "{width} by {height}, {points}: {}",
                closest(&all, width, height).isqrt()
            );
            for team in &teams {
                assert!(
                    closest(team, width, height) >= own * own,
                    "{width} by {height}, {points} of {count}: {}",
                    closest(team, width, height).isqrt()
                );
            }
        }
    }
}
