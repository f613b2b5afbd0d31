//! The order in which the players of a game were placed, and how likely it is. Knows no rounds and no
//! intervals.
//!
//! The model is the Davidson-Luce model (D. Firth, I. Kosmidis, H. Turner, "Davidson-Luce model for
//! multi-item choice with ties", 2019): the players of the first place are chosen from all, those of
//! the next from the rest, and so on. A group of `d` players with the strengths `a` is chosen with the
//! weight `t_d (a_1 ... a_d)^(1/d)`, where `t_1` is 1 and `t_d` says how often `d` players are level.
//! Without ties it is Plackett's and Luce's model, and for two players Davidson's.

use std::iter;

use super::point::Point;

/// The players of a game by their places. Players are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GameOrder {
    /// The players, the first one first; those who are level stand next to each other.
    pub players: Vec<u16>,
    /// How many share each place that was taken.
    pub groups: Vec<u8>,
    /// Who sat in the first seat.
    pub first_seat: u16,
}

impl GameOrder {
    /// The order of a game with these players and places, by seat.
    pub fn of_places(seats: &[u16], places: &[u8]) -> Self {
        let mut placed: Vec<_> = places.iter().copied().zip(seats.iter().copied()).collect();
        placed.sort_unstable();
        let groups = placed.chunk_by(|one, other| one.0 == other.0).map(|group| group.len() as u8).collect();
        Self { players: placed.iter().map(|(_, player)| *player).collect(), groups, first_seat: seats[0] }
    }

    /// How many players shared one place at most.
    pub fn largest_group(&self) -> usize {
        self.groups.iter().copied().max().unwrap_or(1).into()
    }

    /// Each two players of the game, with whether they are level; otherwise the first is in front.
    pub fn pairs(&self) -> Vec<(usize, usize, bool)> {
        let groups = (0..).zip(&self.groups).flat_map(|(nth, size): (usize, _)| iter::repeat_n(nth, (*size).into()));
        let placed: Vec<(usize, usize)> = self.players.iter().map(|player| usize::from(*player)).zip(groups).collect();
        let behind = |one: usize| placed[one + 1..].iter().map(move |other| (one, other));
        let pairs = (0..placed.len()).flat_map(behind);
        pairs.map(|(one, other)| (placed[one].0, other.0, placed[one].1 == other.1)).collect()
    }

    /// The order among the players that have a place here, by this place; `None` if fewer than two
    /// have one.
    pub fn restricted(&self, place: &[Option<usize>], count: f64) -> Option<CountedOrder> {
        let mut order = CountedOrder { players: Vec::new(), groups: Vec::new(), first_seat: None, count };
        let mut rest = &self.players[..];
        for group in &self.groups {
            let (level, behind) = rest.split_at((*group).into());
            rest = behind;
            let before = order.players.len();
            for &player in level {
                let Some(own) = place[usize::from(player)] else { continue };
                if player == self.first_seat {
                    order.first_seat = Some(order.players.len());
                }
                order.players.push(own);
            }
            order.groups.extend(Some(order.players.len() - before).filter(|level| *level > 0));
        }
        (order.players.len() > 1).then_some(order)
    }
}

/// An order of players whose strengths are parameters of a likelihood.
#[derive(Debug, Clone)]
pub(super) struct CountedOrder {
    /// The parameters of the players' strengths, by place.
    players: Vec<usize>,
    groups: Vec<usize>,
    /// Which of them sat in the first seat.
    first_seat: Option<usize>,
    /// How many games had this order.
    count: f64,
}

/// Where the parameters of a likelihood are, behind those of strengths.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParameterPlaces {
    /// The advantage of the first seat.
    pub advantage: usize,
    /// The logarithm of the weight of two that are level; those of three and more follow.
    pub ties: usize,
    /// How many share a place at most.
    pub largest_group: usize,
}

impl CountedOrder {
    /// Adds the logarithm of how likely the order is, and its derivatives.
    pub fn add_to(&self, point: &mut Point, parameters: &[f64], places: ParameterPlaces) {
        let strength = |nth: usize| {
            let advantage = if self.first_seat == Some(nth) { parameters[places.advantage] } else { 0.0 };
            parameters[self.players[nth]] + advantage
        };
        let strengths: Vec<_> = (0..self.players.len()).map(strength).collect();
        let mut start = 0;
        for &group in &self.groups {
            // Who is left alone is chosen.
            if self.players.len() - start > 1 {
                let choice = GroupChoice::new(&strengths[start..], parameters, places);
                choice.add_to(point, self, start, group, &strengths[start..], parameters, places);
            }
            start += group;
        }
    }

    /// The parameters of a player's strength: its own, and the first seat's advantage.
    fn parameters_of(&self, nth: usize, places: ParameterPlaces) -> impl Iterator<Item = usize> + Clone {
        let advantage = (self.first_seat == Some(nth)).then_some(places.advantage);
        [self.players[nth]].into_iter().chain(advantage)
    }
}

/// Which group is chosen from some players, and how likely.
struct GroupChoice {
    /// The logarithm of the sum of all weights.
    log_sum: f64,
    /// By the size of the group, from 1: how likely it has this size.
    sizes: Vec<f64>,
    /// By the size of the group and by player: how likely a group of this size has the player.
    members: Vec<Vec<f64>>,
    /// By player: its strength relative to the strongest one, for groups of two.
    roots: Vec<f64>,
    /// The probability of a group of two, over the product of its members' roots.
    of_two: f64,
}

impl GroupChoice {
    fn new(strengths: &[f64], parameters: &[f64], places: ParameterPlaces) -> Self {
        let highest = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sizes = 1..=places.largest_group.min(strengths.len());
        // Of groups of each size: the logarithm of their weights' sum, and the weights of those with
        // each player.
        let weighed: Vec<_> = sizes
            .map(|size| {
                let roots: Vec<_> = strengths.iter().map(|one| ((one - highest) / size as f64).exp()).collect();
                let (sum, with) = weigh_groups(&roots, size);
                let tie = if size == 1 { 0.0 } else { parameters[places.ties + size - 2] };
                (tie, sum, with, roots)
            })
            .collect();
        let logs = || weighed.iter().map(|(tie, sum, ..)| tie + sum.ln());
        let greatest = logs().fold(f64::NEG_INFINITY, f64::max);
        let log_sum = greatest + logs().map(|log| (log - greatest).exp()).sum::<f64>().ln();
        let sizes = logs().map(|log| (log - log_sum).exp()).collect();
        let of_two = weighed.get(1).map_or(0.0, |(tie, ..)| (tie - log_sum).exp());
        let roots = weighed.get(1).map_or_else(Vec::new, |(.., roots)| roots.clone());
        let members = weighed
            .into_iter()
            .map(|(tie, _, with, _)| {
                let weight = (tie - log_sum).exp();
                with.into_iter().map(|one| one * weight).collect()
            })
            .collect();
        Self { log_sum: log_sum + highest, sizes, members, roots, of_two }
    }

    #[expect(clippy::too_many_arguments, reason = "it is one sum, of which the caller has the parts")]
    fn add_to(
        &self,
        point: &mut Point,
        order: &CountedOrder,
        start: usize,
        chosen: usize,
        strengths: &[f64],
        parameters: &[f64],
        places: ParameterPlaces,
    ) {
        let count = order.count;
        let tie = if chosen == 1 { 0.0 } else { parameters[places.ties + chosen - 2] };
        let mean = strengths[..chosen].iter().sum::<f64>() / chosen as f64;
        point.value += count * (tie + mean - self.log_sum);
        // The expected share of each player in the chosen group.
        let shares: Vec<f64> = (0..strengths.len())
            .map(|nth| (1..).zip(&self.members).map(|(size, members): (u32, _)| members[nth] / f64::from(size)).sum())
            .collect();
        for (nth, share) in shares.iter().enumerate() {
            let found = if nth < chosen { 1.0 / chosen as f64 } else { 0.0 };
            // Shares of groups of one and two vary as they are; those of larger groups by no more than
            // this, so that steps are too short rather than too long.
            let own: f64 = (1_u32..)
                .zip(&self.members)
                .map(|(size, members)| {
                    let by = if size <= 2 { size * size } else { size };
                    members[nth] / f64::from(by)
                })
                .sum();
            for one in order.parameters_of(start + nth, places) {
                point.gradient[one] += count * (found - share);
                for other in order.parameters_of(start + nth, places) {
                    point.curvature[one][other] += count * (own - share * share);
                }
                for (size, members) in (2..).zip(self.members.iter().skip(1)) {
                    let both = count * (members[nth] / size as f64 - share * self.sizes[size - 1]);
                    let tie = places.ties + size - 2;
                    point.curvature[one][tie] += both;
                    point.curvature[tie][one] += both;
                }
            }
            for (other_nth, other_share) in shares.iter().enumerate().filter(|(other, _)| *other != nth) {
                let level =
                    if self.roots.is_empty() { 0.0 } else { self.of_two * self.roots[nth] * self.roots[other_nth] };
                let both = count * (level / 4.0 - share * other_share);
                for one in order.parameters_of(start + nth, places) {
                    for other in order.parameters_of(start + other_nth, places) {
                        point.curvature[one][other] += both;
                    }
                }
            }
        }
        for size in 2..=self.sizes.len() {
            let (tie, likely) = (places.ties + size - 2, self.sizes[size - 1]);
            point.gradient[tie] += count * (f64::from(u8::from(size == chosen)) - likely);
            for other in 2..=self.sizes.len() {
                let both = if other == size { likely } else { 0.0 };
                point.curvature[tie][places.ties + other - 2] += count * (both - likely * self.sizes[other - 1]);
            }
        }
    }
}

/// The sum of the weights of all groups of this size, and of those with each player: a group's weight
/// is the product of its members' roots.
fn weigh_groups(roots: &[f64], size: usize) -> (f64, Vec<f64>) {
    let sum: f64 = roots.iter().sum();
    match size {
        1 => (sum, roots.to_vec()),
        2 => {
            let mut before = 0.0;
            let mut all = 0.0;
            for root in roots {
                all += root * before;
                before += root;
            }
            (all, roots.iter().map(|root| root * (sum - root)).collect())
        }
        _ => {
            let (before, behind) = (sums_of_products(roots.iter(), size), sums_of_products(roots.iter().rev(), size));
            let count = roots.len();
            let with = roots.iter().enumerate().map(|(nth, root)| {
                let others = (0..size).map(|few| before[nth][few] * behind[count - 1 - nth][size - 1 - few]);
                root * others.sum::<f64>()
            });
            (before[count][size], with.collect())
        }
    }
}

/// By how many of the first roots are taken, and by the size of the group: the sum of the products.
fn sums_of_products<'a>(roots: impl Iterator<Item = &'a f64>, size: usize) -> Vec<Vec<f64>> {
    let mut none = vec![0.0; size + 1];
    none[0] = 1.0;
    let mut all = vec![none];
    for root in roots {
        let last = &all[all.len() - 1];
        let next = (0..=size).map(|few| last[few] + if few > 0 { root * last[few - 1] } else { 0.0 }).collect();
        all.push(next);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_its_groups() {
        let order = GameOrder::of_places(&[7, 3, 5, 1], &[2, 1, 2, 4]);
        assert_eq!((&*order.players, &*order.groups, order.first_seat), (&[3, 5, 7, 1][..], &[1, 2, 1][..], 7));
        assert_eq!(order.largest_group(), 2);
        assert_eq!(
            order.pairs(),
            [(3, 5, false), (3, 7, false), (3, 1, false), (5, 7, true), (5, 1, false), (7, 1, false)]
        );
    }

    #[test]
    fn an_order_without_some_players_is_that_of_the_others() {
        let order = GameOrder::of_places(&[7, 3, 5, 1], &[2, 1, 2, 4]);
        let mut place = vec![None; 8];
        (place[7], place[1]) = (Some(0), Some(1));
        let restricted = order.restricted(&place, 2.0).expect("two are left");
        assert_eq!((&*restricted.players, &*restricted.groups), (&[0, 1][..], &[1, 1][..]));
        assert_eq!((restricted.first_seat, restricted.count), (Some(0), 2.0));
        place[7] = None;
        assert!(order.restricted(&place, 1.0).is_none());
    }

    /// All groups, one by one.
    #[test]
    fn groups_are_weighed_as_one_by_one() {
        let roots = [1.0, 0.5, 0.25, 0.7, 0.1];
        for size in 1..=roots.len() {
            let groups: Vec<u32> =
                (0..1 << roots.len()).filter(|group: &u32| group.count_ones() as usize == size).collect();
            let weight = |group: u32| {
                (0..roots.len()).filter(|nth| group >> nth & 1 == 1).map(|nth| roots[nth]).product::<f64>()
            };
            let (sum, with) = weigh_groups(&roots, size);
            let expected: f64 = groups.iter().map(|group| weight(*group)).sum();
            assert!((sum - expected).abs() < 1e-12, "{size}: {sum} instead of {expected}");
            for (nth, found) in with.iter().enumerate() {
                let expected: f64 =
                    groups.iter().filter(|group| *group >> nth & 1 == 1).map(|group| weight(*group)).sum();
                assert!((found - expected).abs() < 1e-12, "{size}, {nth}: {found} instead of {expected}");
            }
        }
    }

    /// The derivatives are those of the value, by differences.
    #[test]
    fn the_gradient_is_that_of_the_value() {
        let order = GameOrder::of_places(&[0, 1, 2, 3, 4], &[2, 1, 2, 2, 5]);
        let place: Vec<_> = (0..5).map(Some).collect();
        let order = order.restricted(&place, 1.5).expect("all are left");
        let places = ParameterPlaces { advantage: 5, ties: 6, largest_group: 4 };
        let at = |parameters: &[f64]| {
            let mut point = Point::zero(parameters.len());
            order.add_to(&mut point, parameters, places);
            point
        };
        let parameters = [0.3, -0.2, 0.5, 0.0, -0.6, 0.2, -1.0, -0.5, 0.4];
        let point = at(&parameters);
        for one in 0..parameters.len() {
            let moved = |by: f64| {
                let mut moved = parameters;
                moved[one] += by;
                at(&moved).value
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((point.gradient[one] - slope).abs() < 1e-8, "{one}: {} instead of {slope}", point.gradient[one]);
        }
    }
}
