//! Fields: which participants play together where a game seats more than two of them, and some of
//! them at a time. Knows no units, no seeds and no results.
//!
//! The participants stand in a circle. A round has one base field, and each of its fields is that
//! one moved on by 0, 1, 2 ... participants. So in every round each participant plays in as many
//! fields as a field has places, once in each place, and any two that are equally far apart meet
//! equally often. The base fields are chosen so that the distances level out: after any round, no
//! two participants have met more than twice more often than any other two.

use super::participant::Participant;
use crate::split_mix::SplitMix64;

/// In games of more seats, a unit is one game: every rotation of so many seats would take too long.
pub(super) const ROTATED_SEATS_MAX: usize = 8;

/// How many random base fields are improved for a round.
const ATTEMPTS: usize = 40;

/// The fields of a tournament, round by round. They depend on nothing but the two numbers, and never
/// change: games are stored under their places in the schedule.
#[derive(Debug, Clone)]
pub(super) struct Fields {
    participants: usize,
    seats: usize,
    /// How often two have met that are this far apart, counted from 1.
    meetings: Vec<u64>,
    random: SplitMix64,
}

impl Fields {
    /// The fields of games of this many seats, of which there are at least two and at most as many
    /// as participants.
    pub fn new(participants: usize, seats: usize) -> Self {
        let random = SplitMix64::new((participants * (1 << 16) + seats) as u64);
        Self { participants, seats, meetings: vec![0; participants / 2], random }
    }

    /// How many fields a round has.
    pub fn in_round(participants: usize, seats: usize) -> usize {
        // One field of all has them in every seat if it is rotated.
        if seats == participants && seats <= ROTATED_SEATS_MAX { 1 } else { participants }
    }

    /// The fields of the next round.
    pub fn next_round(&mut self) -> Vec<Vec<Participant>> {
        let mut base = self.choose_base();
        self.count(&base);
        // Who sits next to whom changes from round to round.
        self.random.shuffle(&mut base);
        let field =
            |by: usize| base.iter().map(|place| Participant::new((place + by) % self.participants)).collect::<Vec<_>>();
        (0..Self::in_round(self.participants, self.seats)).map(field).collect()
    }

    fn count(&mut self, base: &[usize]) {
        for (distance, meetings) in (1..).zip(&mut self.meetings) {
            *meetings += count_distance(base, distance, self.participants);
        }
    }

    /// The base field after which the distances are the most level, as far as a search finds it.
    fn choose_base(&mut self) -> Vec<usize> {
        let (participants, seats) = (self.participants, self.seats);
        if seats == participants {
            return (0..participants).collect();
        }
        let mut best: Option<(u64, Vec<usize>)> = None;
        for _ in 0..ATTEMPTS {
            let mut places: Vec<usize> = (0..participants).collect();
            self.random.shuffle(&mut places);
            // The first ones are the field.
            let mut search = BaseSearch::new(&self.meetings, places, seats);
            search.improve();
            if best.as_ref().is_none_or(|(cost, _)| search.cost < *cost) {
                best = Some((search.cost, search.places[..seats].to_vec()));
            }
            if search.range() <= 1 {
                break;
            }
        }
        best.expect("there is at least one attempt").1
    }
}

/// How many of a field's ordered pairs are this far apart on a circle of participants: so often do any
/// two that are this far apart meet in a round.
fn count_distance(base: &[usize], distance: usize, participants: usize) -> u64 {
    let is_in = |place: usize| base.contains(&place);
    base.iter().filter(|place| is_in((**place + distance) % participants)).count() as u64
}

/// A base field while it is improved.
struct BaseSearch {
    /// All places of the circle; the first ones are in the field.
    places: Vec<usize>,
    seats: usize,
    /// The meetings by distance, with those of this field.
    meetings: Vec<u64>,
    cost: u64,
}

impl BaseSearch {
    fn new(before: &[u64], places: Vec<usize>, seats: usize) -> Self {
        // Only differences matter.
        let least = before.iter().copied().min().unwrap_or(0);
        let meetings = before.iter().map(|count| count - least).collect();
        let mut search = Self { places, seats, meetings, cost: 0 };
        for nth in 1..seats {
            for earlier in 0..nth {
                search.add_pair(search.places[nth], search.places[earlier]);
            }
        }
        search.cost = search.measure();
        search
    }

    fn circle(&self) -> usize {
        self.places.len()
    }

    /// The distance of two places, counted from 0, and how many ordered pairs they are.
    fn distance(&self, one: usize, other: usize) -> (usize, u64) {
        let apart = one.abs_diff(other);
        let apart = apart.min(self.circle() - apart);
        (apart - 1, if 2 * apart == self.circle() { 2 } else { 1 })
    }

    fn add_pair(&mut self, one: usize, other: usize) {
        let (distance, pairs) = self.distance(one, other);
        self.meetings[distance] += pairs;
    }

    fn remove_pair(&mut self, one: usize, other: usize) {
        let (distance, pairs) = self.distance(one, other);
        self.meetings[distance] -= pairs;
    }

    fn range(&self) -> u64 {
        let counts = || self.meetings.iter().copied();
        counts().max().unwrap_or(0) - counts().min().unwrap_or(0)
    }

    /// How far from level the distances are: first by the range, then by the squares.
    fn measure(&self) -> u64 {
        let sum: u64 = self.meetings.iter().sum();
        let count = self.meetings.len() as u64;
        let squares: u64 = self.meetings.iter().map(|meetings| (meetings * count).abs_diff(sum).pow(2)).sum();
        (self.range().saturating_sub(2) << 40) + squares
    }

    /// Exchanges members of the field for others as long as that levels the distances.
    fn improve(&mut self) {
        loop {
            let (seats, circle) = (self.seats, self.circle());
            let best = (0..seats)
                .flat_map(|member| (seats..circle).map(move |other| (member, other)))
                .map(|(member, other)| {
                    self.exchange(member, other);
                    let cost = self.measure();
                    self.exchange(member, other);
                    (cost, member, other)
                })
                .min();
            match best {
                Some((cost, member, other)) if cost < self.cost => {
                    self.exchange(member, other);
                    self.cost = cost;
                }
                _ => return,
            }
        }
    }

    fn exchange(&mut self, member: usize, other: usize) {
        for nth in (0..self.seats).filter(|nth| *nth != member) {
            self.remove_pair(self.places[member], self.places[nth]);
        }
        self.places.swap(member, other);
        for nth in (0..self.seats).filter(|nth| *nth != member) {
            self.add_pair(self.places[member], self.places[nth]);
        }
    }
}

#[cfg(test)]
mod tests {
    use botyard_effort::count;

    use super::*;

    /// How often each two have met, and each has had each place, after each of these rounds.
    fn check_balance(participants: usize, seats: usize, rounds: usize) {
        let mut fields = Fields::new(participants, seats);
        let mut met = vec![vec![0_u64; participants]; participants];
        for round in 1..=rounds {
            let mut places = vec![vec![0; seats]; participants];
            for field in fields.next_round() {
                assert_eq!(field.len(), seats);
                for (place, one) in field.iter().enumerate() {
                    places[one.index()][place] += 1;
                    for other in field.iter().filter(|other| *other != one) {
                        met[one.index()][other.index()] += 1;
                    }
                }
            }
            let of_all = Fields::in_round(participants, seats) == 1;
            assert!(
                of_all || places.iter().flatten().all(|times| *times == 1),
                "{seats} of {participants}: {places:?}"
            );
            let pairs = (0..participants).flat_map(|one| (0..one).map(move |other| (one, other)));
            let counts: Vec<_> = pairs.map(|(one, other)| met[one][other]).collect();
            let (least, most) = (counts.iter().min().expect("a pair"), counts.iter().max().expect("a pair"));
            assert!(most - least <= 2, "{seats} of {participants}, round {round}: {least} to {most}");
        }
    }

    #[test]
    fn every_two_meet_equally_often_and_have_every_place() {
        let all = (2..=40).flat_map(|participants| (2..=participants.min(8)).map(move |seats| (participants, seats)));
        let step = count(7, 1);
        for (participants, seats) in all.step_by(step) {
            check_balance(participants, seats, count(6, 60));
        }
    }

    #[test]
    fn games_of_many_seats_are_balanced_too() {
        for (participants, seats) in [(9, 9), (12, 9), (20, 16), (64, 64), (64, 10), (50, 33)] {
            check_balance(participants, seats, count(3, 20));
        }
    }

    /// Games are stored under their places in the schedule.
    #[test]
    fn fields_are_frozen() {
        let mut fields = Fields::new(7, 4);
        let mut first = || -> Vec<usize> { fields.next_round()[0].iter().map(|who| who.index()).collect() };
        assert_eq!([first(), first(), first()], FROZEN);
    }
    const FROZEN: [[usize; 4]; 3] = [[0, 3, 1, 6], [3, 6, 2, 4], [3, 0, 6, 5]];
}
