//! The Swiss system: in each round, participants with about the same points meet.
//!
//! A round is the pairing of all participants with the least cost; each criterion goes before all that
//! follow:
//!
//! 1. as few meetings as possible that there were before, a second bye of a participant included;
//! 2. little distance between the scores: the sum of its squares, in groups of the same score. A bye
//!    is a meeting with a participant that is one group below all others;
//! 3. within a group, the first half by seeding against the second half, one by one;
//! 4. a fixed rule, so that exactly one pairing is the best, whatever algorithm finds it.
//!
//! Such a pairing is a perfect matching of the least weight, which is found in polynomial time. A
//! meeting is played in both seats, so seats are balanced by themselves. A bye has the points of a
//! meeting that is won; for the tie-breaks it is a meeting with a participant of the same score.

use integer_blossom::min_weight_perfect_matching;

use super::{FirstPairings, FormatDefinition, participants};
use crate::split_mix::SplitMix64;
use crate::tournament::drawn_rounds::{DrawnRounds, Meeting, Places, RoundDraw, TieBreak};
use crate::tournament::participant::Participant;

pub(in super::super) const FORMAT: FormatDefinition =
    FormatDefinition::new("swiss", "In each round, bots with about the same points meet", FirstPairings::Drawn(&Swiss));

#[derive(Debug)]
struct Swiss;

impl RoundDraw for Swiss {
    fn usual_rounds(&self, participants: usize) -> Option<usize> {
        // As many as a knockout has: then at most one participant has won all its meetings.
        Some(participants.next_power_of_two().ilog2() as usize)
    }

    fn meeting_count(&self, participants: usize, rounds: usize) -> usize {
        rounds * (participants / 2)
    }

    fn needs_winners(&self) -> bool {
        false
    }

    fn draw(&self, rounds: &DrawnRounds) -> Option<Vec<Places>> {
        let drawn = rounds.rounds().len();
        (Some(drawn) < rounds.round_count()).then(|| Standing::after(rounds).draw(drawn as u64))
    }

    fn places(&self, rounds: &DrawnRounds) -> Vec<Option<usize>> {
        let keys = Standing::after(rounds).keys(rounds);
        let place = |own: &[u64; 3]| Some(1 + keys.iter().filter(|key| *key > own).count());
        keys.iter().map(place).collect()
    }

    fn round_title(&self, _: &DrawnRounds, round: usize) -> String {
        format!("Round {}", round + 1)
    }

    fn tie_breaks(&self, rounds: &DrawnRounds) -> Vec<TieBreak> {
        let standing = Standing::after(rounds);
        let of_meeting = rounds.half_points_of_meeting() as f64;
        let tie_break = |(participant, [score, buchholz, sonneborn_berger]): (Participant, [u64; 3])| TieBreak {
            participant,
            score: score as f64 / 2.0,
            byes: standing.byes[participant.index()],
            buchholz: buchholz as f64 / 2.0,
            sonneborn_berger: sonneborn_berger as f64 / of_meeting / 2.0,
        };
        participants(rounds.participants()).zip(standing.keys(rounds)).map(tie_break).collect()
    }
}

/// What a draw depends on: the results of the decided meetings.
struct Standing {
    /// By participant, in half points, with those of byes.
    scores: Vec<u64>,
    byes: Vec<usize>,
    /// How often two have met.
    met: Vec<Vec<u32>>,
}

/// The cost of a meeting, by the criteria in their order.
#[derive(Debug, Clone, Copy)]
struct Cost {
    repeated: u32,
    distance: u64,
    off_centre: u64,
    tie: u32,
}

impl Standing {
    fn after(rounds: &DrawnRounds) -> Self {
        let count = rounds.participants();
        let mut standing = Self { scores: vec![0; count], byes: vec![0; count], met: vec![vec![0; count]; count] };
        for meeting in rounds.rounds().iter().flatten() {
            match meeting {
                Meeting::Bye(player) => {
                    standing.byes[player.index()] += 1;
                    standing.scores[player.index()] += rounds.half_points_of_meeting();
                }
                Meeting::Played(meeting) => {
                    let [one, other] = meeting.players.map(Participant::index);
                    standing.met[one][other] += 1;
                    standing.met[other][one] += 1;
                    let points = meeting.half_points.unwrap_or_default();
                    [one, other].into_iter().zip(points).for_each(|(player, points)| standing.scores[player] += points);
                }
            }
        }
        standing
    }

    /// By participant: its score, and the tie-breaks in multiples of half points, and of half points
    /// times half points.
    fn keys(&self, rounds: &DrawnRounds) -> Vec<[u64; 3]> {
        let mut keys: Vec<_> = self.scores.iter().map(|score| [*score, 0, 0]).collect();
        let mut add = |player: usize, opponent: usize, points: u64| {
            keys[player][1] += self.scores[opponent];
            keys[player][2] += points * self.scores[opponent];
        };
        for meeting in rounds.rounds().iter().flatten() {
            match meeting {
                Meeting::Bye(player) => add(player.index(), player.index(), rounds.half_points_of_meeting()),
                Meeting::Played(meeting) => {
                    let ([one, other], points) = (meeting.players.map(Participant::index), meeting.half_points);
                    let Some([of_one, of_other]) = points else { continue };
                    add(one, other, of_one);
                    add(other, one, of_other);
                }
            }
        }
        keys
    }

    /// The meetings of the next round, which is the `round`th, the best participants first.
    fn draw(&self, round: u64) -> Vec<Places> {
        let order = self.order();
        // An odd one meets nobody.
        let count = order.len().next_multiple_of(2);
        let costs = self.costs(&order, round);
        let bounds = costs.iter().flatten().flatten().fold(CostBounds::default(), CostBounds::with);
        let weigh = |cost: &Option<Cost>| cost.map_or(0, |cost| bounds.weigh(cost, count / 2));
        let weights: Vec<_> = costs.iter().flatten().map(weigh).collect();
        let mates = min_weight_perfect_matching(&weights, count);
        let place = |rank: usize| order.get(rank).copied();
        (0..count).filter(|rank| *rank < mates[*rank]).map(|rank| [place(rank), place(mates[rank])]).collect()
    }

    /// The participants by score, then by seeding.
    fn order(&self) -> Vec<Participant> {
        let mut order: Vec<_> = participants(self.scores.len()).collect();
        order.sort_by_key(|player| std::cmp::Reverse(self.scores[player.index()]));
        order
    }

    /// The cost of a meeting of any two by their ranks, the last of whom may be nobody; `None` for a
    /// meeting with itself.
    fn costs(&self, order: &[Participant], round: u64) -> Vec<Vec<Option<Cost>>> {
        let score = |rank: usize| order.get(rank).map(|player| self.scores[player.index()]);
        let count = order.len().next_multiple_of(2);
        // How many have a score, and how many groups are before each rank.
        let size = |rank: usize| (0..count).filter(|other| score(*other) == score(rank)).count();
        let sizes: Vec<_> = (0..count).map(size).collect();
        let groups: Vec<_> = (0..count)
            .scan(0, |group, rank| {
                *group += u64::from(rank > 0 && score(rank) != score(rank - 1));
                Some(*group)
            })
            .collect();
        let cost = |one: usize, other: usize| {
            let (first, second) = (one.min(other), one.max(other));
            let repeated = match (order.get(first), order.get(second)) {
                (Some(first), Some(second)) => self.met[first.index()][second.index()],
                (Some(first), None) => self.byes[first.index()] as u32,
                (None, _) => 0,
            };
            let distance = (groups[second] - groups[first]).pow(2);
            let off_centre = match (distance, second - first) {
                (0, ranks) => (2 * ranks).abs_diff(sizes[first]),
                // The last of a group has the bye.
                (_, ranks) if second == order.len() => 2 * ranks,
                _ => 0,
            };
            let tie = SplitMix64::new(round).nth((first * count + second) as u64) as u32 >> 8;
            (first != second).then_some(Cost { repeated, distance, off_centre: (off_centre as u64).pow(2), tie })
        };
        (0..count).map(|one| (0..count).map(|other| cost(one, other)).collect()).collect()
    }
}

/// The largest costs of a meeting.
#[derive(Debug, Clone, Copy, Default)]
struct CostBounds {
    distance: u64,
    off_centre: u64,
    tie: u32,
}

impl CostBounds {
    fn with(self, cost: &Cost) -> Self {
        Self {
            distance: self.distance.max(cost.distance),
            off_centre: self.off_centre.max(cost.off_centre),
            tie: self.tie.max(cost.tie),
        }
    }

    /// A cost as a number: sums of this many are ordered as the sums of the costs are.
    fn weigh(self, cost: Cost, meetings: usize) -> i128 {
        let above = |most: u64| i128::from(most) * meetings as i128 + 1;
        let mut weight = i128::from(cost.repeated);
        weight = weight * above(self.distance) + i128::from(cost.distance);
        weight = weight * above(self.off_centre) + i128::from(cost.off_centre);
        weight * above(self.tie.into()) + i128::from(cost.tie)
    }
}

#[cfg(test)]
mod tests {
    use botyard_effort::count;

    use super::*;
    use crate::tournament::drawn_rounds::DrawnStep;
    use crate::tournament::participant::Pair;

    /// A tournament with this many rounds, and its first pairings.
    fn begin(participants: usize, rounds: usize) -> (DrawnRounds, Vec<Pair>) {
        DrawnRounds::begin(&Swiss, participants, Some(rounds), 1)
    }

    /// What is known when a round is drawn, as the rules say it; the last place of an odd number of
    /// participants is that of byes.
    struct History {
        met: Vec<Vec<u32>>,
        scores: Vec<u32>,
        participants: usize,
    }

    impl History {
        fn new(participants: usize) -> Self {
            let count = participants.next_multiple_of(2);
            Self { met: vec![vec![0; count]; count], scores: vec![0; count], participants }
        }

        fn note(&mut self, [one, other]: [usize; 2], [of_one, of_other]: [u32; 2]) {
            self.met[one][other] += 1;
            self.met[other][one] += 1;
            self.scores[one] += of_one;
            self.scores[other] += of_other;
        }

        /// How many meetings of these there were before, and how far apart the scores are.
        fn cost(&self, meetings: &[[usize; 2]]) -> (u32, usize) {
            let mut groups: Vec<_> = self.scores[..self.participants].to_vec();
            groups.sort_unstable();
            groups.dedup();
            // The best group is the last one.
            let group = |who: usize| match who < self.participants {
                true => 1 + groups.iter().position(|score| *score == self.scores[who]).expect("it is there"),
                false => 0,
            };
            let repeated = meetings.iter().map(|[one, other]| self.met[*one][*other]).sum();
            let distance = meetings.iter().map(|[one, other]| group(*one).abs_diff(group(*other)).pow(2)).sum();
            (repeated, distance)
        }

        /// The least cost of all pairings, one by one.
        fn least_cost(&self) -> (u32, usize) {
            let mut least = None;
            let mut open: Vec<_> = (0..self.met.len()).collect();
            self.try_all(&mut open, &mut Vec::new(), &mut |meetings| {
                let cost = self.cost(meetings);
                least = Some(least.map_or(cost, |least: (u32, usize)| least.min(cost)));
            });
            least.expect("there is a pairing")
        }

        fn try_all(
            &self,
            open: &mut Vec<usize>,
            meetings: &mut Vec<[usize; 2]>,
            check: &mut impl FnMut(&[[usize; 2]]),
        ) {
            let Some(first) = open.pop() else { return check(meetings) };
            for nth in 0..open.len() {
                let other = open.remove(nth);
                meetings.push([first, other]);
                self.try_all(open, meetings, check);
                meetings.pop();
                open.insert(nth, other);
            }
            open.push(first);
        }
    }

    /// Against all pairings of each round, one by one.
    #[test]
    fn no_pairing_is_better() {
        for (participants, rounds) in (2..=10).map(|participants| (participants, 9)) {
            for seed in 0..count(2, 20) {
                check_rounds(participants, rounds, seed as u64);
            }
        }
    }

    fn check_rounds(participants: usize, rounds: usize, seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (mut drawn, mut pairings) = begin(participants, rounds);
        let mut history = History::new(participants);
        for round in 0..rounds {
            let meetings: Vec<_> = drawn.rounds()[round]
                .iter()
                .map(|meeting| match meeting {
                    Meeting::Bye(player) => [player.index(), participants],
                    Meeting::Played(meeting) => meeting.players.map(Participant::index),
                })
                .collect();
            let mut all: Vec<_> = meetings.iter().flatten().copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..participants.next_multiple_of(2)).collect::<Vec<_>>(), "everybody has a place");
            let cost = history.cost(&meetings);
            assert_eq!(cost, history.least_cost(), "{participants}, round {round}: {meetings:?}");
            // Everybody has half of the others left: then there is a pairing without a second meeting.
            assert!(2 * round >= participants || cost.0 == 0, "{participants}, round {round}: {meetings:?}");
            let results: Vec<_> = pairings.iter().map(|_| rng.u32(0..=4)).collect();
            let mut played = 0;
            for meeting in meetings {
                let is_bye = meeting[1] == participants;
                let points = if is_bye { [4, 0] } else { [results[played], 4 - results[played]] };
                played += usize::from(!is_bye);
                history.note(meeting, points);
            }
            let first = drawn.played().count() - pairings.len();
            let points = |pairing: usize| {
                let half_points = results[pairing - first];
                [half_points, 4 - half_points].map(|half_points| f64::from(half_points) / 2.0)
            };
            match drawn.advance(first + pairings.len(), points) {
                DrawnStep::Round(next) => pairings = next,
                step => assert_eq!((step, round + 1), (DrawnStep::Nothing, rounds)),
            }
        }
        let scores: Vec<_> = drawn.tie_breaks().iter().map(|one| (2.0 * one.score) as u32).collect();
        assert_eq!(scores, history.scores[..participants]);
    }

    #[test]
    fn the_first_half_meets_the_second_half_and_the_last_one_has_the_bye() {
        let indices =
            |pairings: Vec<Pair>| pairings.iter().map(|pair| pair.map(Participant::index)).collect::<Vec<_>>();
        assert_eq!(indices(begin(8, 3).1), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        let (rounds, pairings) = begin(7, 3);
        assert_eq!(indices(pairings), [[0, 3], [1, 4], [2, 5]]);
        assert_eq!(rounds.rounds()[0][3], Meeting::Bye(Participant::new(6)));
    }

    /// By hand: 0 beats 2 and 1, 1 beats 3, and 3 and 2 are level.
    #[test]
    fn opponents_decide_between_the_same_points() {
        let (mut rounds, pairings) = begin(4, 2);
        assert_eq!(pairings.len(), 2);
        let DrawnStep::Round(second) = rounds.advance(2, |_| [2.0, 0.0]) else { panic!("{rounds:?}") };
        assert_eq!(second, [[0, 1], [2, 3]].map(|pair| pair.map(Participant::new)));
        assert_eq!(rounds.advance(4, |pairing| if pairing == 2 { [2.0, 0.0] } else { [1.0, 1.0] }), DrawnStep::Nothing);
        let found: Vec<_> =
            rounds.tie_breaks().iter().map(|one| (one.score, one.buchholz, one.sonneborn_berger)).collect();
        // 2 has lost to the first, and 3 to the second one.
        assert_eq!(found, [(4.0, 3.0, 3.0), (2.0, 5.0, 1.0), (1.0, 5.0, 0.5), (1.0, 3.0, 0.5)]);
        assert_eq!(rounds.places(), [1, 2, 3, 4].map(Some));
    }

    #[test]
    fn a_bye_counts_as_a_meeting_that_is_won() {
        let (mut rounds, _) = begin(3, 1);
        assert_eq!(rounds.advance(1, |_| [0.5, 1.5]), DrawnStep::Nothing);
        let found: Vec<_> = rounds.tie_breaks().iter().map(|one| (one.score, one.byes, one.buchholz)).collect();
        assert_eq!(found, [(0.5, 0, 1.5), (1.5, 0, 0.5), (2.0, 1, 2.0)]);
        assert_eq!(rounds.places(), [3, 2, 1].map(Some));
    }

    /// Games are stored under their places in the schedule.
    #[test]
    fn draws_are_frozen() {
        let (mut rounds, first) = begin(9, 4);
        let (mut all, mut pairings) = (first.len(), Vec::new());
        while let DrawnStep::Round(next) =
            rounds.advance(all, |pairing| [[1.0, 1.0], [2.0, 0.0], [0.5, 1.5]][pairing % 3])
        {
            all += next.len();
            pairings.push(next.iter().map(|pair| pair.map(Participant::index)).collect::<Vec<_>>());
        }
        assert_eq!(pairings, FROZEN);
    }
    const FROZEN: [[[usize; 2]; 4]; 3] =
        [[[1, 8], [0, 6], [3, 4], [2, 7]], [[1, 6], [2, 3], [4, 8], [0, 5]], [[1, 2], [4, 6], [3, 5], [7, 8]]];
}
