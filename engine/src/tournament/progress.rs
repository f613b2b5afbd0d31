//! A tournament while it is played: hands out games, takes results in any order, and counts them in
//! the order of the schedule. Without I/O: a host plays games and keeps results, and may be ended
//! between any two calls.
//!
//! Only the units before the first that is incomplete count. So the table, and the moment when a
//! stopping rule stops, depend on the results alone: not on how fast they came, on how many cores,
//! or on how often the host was restarted.

use std::collections::{BTreeMap, VecDeque};

use super::counted_games::{CompleteUnit, CountedGames};
use super::formats::PairingResults;
use super::journal::Amendments;
use super::participant::Participant;
use super::repeated_failure::{FailureWatch, GameWithTurns, RepeatedFailure};
use super::rung_attempt::{RungAttempt, RungVerdict};
use super::schedule::{GameId, Schedule, ScheduledGame};
use super::statistics::{Sprt, SprtVerdict};
use super::tally::{GameResult, PairingTally, SeatsError};

/// A tournament while it is played.
#[derive(Debug)]
pub struct Tournament {
    schedule: Schedule,
    /// Ends a series of two early.
    stopping_rule: Option<Sprt>,
    /// The next game of the schedule that was not handed out.
    next: (u64, usize),
    /// Void games that are to be played once more.
    again: VecDeque<GameId>,
    /// The earlier attempts of games that are played again.
    earlier: BTreeMap<GameId, EarlierAttempts>,
    /// How often a game is started until a failed start counts.
    starts: usize,
    /// What an organiser changed.
    amendments: Amendments,
    /// Results of units that do not count yet.
    waiting: BTreeMap<u64, Vec<Option<GameWithTurns>>>,
    counted: CountedGames,
    verdict: SprtVerdict,
    /// Looks for bots that fail again and again, if that ends the tournament.
    failure_watch: Option<FailureWatch>,
    repeated_failure: Option<RepeatedFailure>,
    /// The attempt at a rung of a ladder, if it is one: its decision ends the tournament.
    rung_attempt: Option<RungAttempt>,
}

/// The attempts at a game that do not count.
#[derive(Debug, Default)]
struct EarlierAttempts {
    was_void: bool,
    starts: usize,
    /// The participants that did not start, once for each failure.
    not_started: Vec<Participant>,
}

/// Why a result was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There is no such game in the schedule.
    #[error("the schedule has no game {rotation} of unit {unit}", rotation = .0.rotation, unit = .0.unit)]
    NoSuchGame(GameId),
    /// The game has a result.
    #[error("game {rotation} of unit {unit} has a result already", rotation = .0.rotation, unit = .0.unit)]
    Twice(GameId),
    /// The result has another number of seats than the game.
    #[error(transparent)]
    Seats(#[from] SeatsError),
}

impl Tournament {
    /// A tournament before its first game. A stopping rule holds for a schedule with one pairing of
    /// two.
    pub fn new(schedule: Schedule, stopping_rule: Option<Sprt>) -> Self {
        let mut counted = CountedGames::new(schedule.participants());
        counted.add_pairings(schedule.pairings());
        Self {
            schedule,
            stopping_rule,
            next: (0, 0),
            again: VecDeque::new(),
            earlier: BTreeMap::new(),
            starts: 1,
            amendments: Amendments::default(),
            waiting: BTreeMap::new(),
            counted,
            verdict: SprtVerdict::Continue,
            failure_watch: None,
            repeated_failure: None,
            rung_attempt: None,
        }
    }

    /// This tournament, except that a game in which a bot fails to start is started up to `starts`
    /// times.
    #[must_use]
    pub fn with_starts(self, starts: usize) -> Self {
        Self { starts, ..self }
    }

    /// This tournament, except that it ends when a bot that plays in all games fails in the same way
    /// in several units in a row: see [`RepeatedFailure`].
    #[must_use]
    pub fn until_repeated_failure(self) -> Self {
        Self { failure_watch: Some(FailureWatch::default()), ..self }
    }

    /// This tournament, before its first game, of two bots and [`RungAttempt::UNITS`] units: it ends
    /// when the first bot has beaten the second as a rung of a ladder, or cannot any more.
    #[must_use]
    pub fn until_rung_is_decided(self) -> Self {
        Self { rung_attempt: Some(RungAttempt::default()), ..self }
    }

    /// This tournament, before its first game, as an organiser changed it.
    #[must_use]
    pub fn with_amendments(mut self, amendments: Amendments) -> Self {
        self.amendments = amendments;
        self.count_complete_units();
        self
    }

    /// What an organiser changed.
    pub fn amendments(&self) -> &Amendments {
        &self.amendments
    }

    /// Whether a unit is neither played nor counted.
    pub fn is_excluded(&self, unit: u64) -> bool {
        self.amendments.excludes_any() && self.amendments.excludes(unit, self.schedule.unit(unit).participants)
    }

    /// How many games there are, as far as they are known.
    pub fn games(&self) -> u64 {
        let excluded = match self.amendments.excludes_any() {
            true => (0..self.schedule.units()).filter(|unit| self.is_excluded(*unit)).count() as u64,
            false => 0,
        };
        self.schedule.games() - excluded * self.schedule.rotations() as u64
    }

    /// The next game to play; `None` while all others are being played, or when the tournament is
    /// over. Each game is handed out once, and again if it was void or a bot did not start.
    pub fn next_game(&mut self) -> Option<ScheduledGame> {
        if self.is_over() {
            return None;
        }
        if let Some(id) = self.again.pop_front() {
            return Some(self.schedule.unit(id.unit).game(id.rotation.into()));
        }
        while self.next.0 < self.schedule.units() {
            let unit = self.schedule.unit(self.next.0);
            let (index, rotation) = self.next;
            self.next = if rotation + 1 < unit.rotations { (index, rotation + 1) } else { (index + 1, 0) };
            let id = GameId { unit: index, rotation: rotation as u16 };
            // A game that was played in vain is among those to be played again.
            if !self.has_result(id) && !self.earlier.contains_key(&id) && !self.is_excluded(index) {
                return Some(unit.game(rotation));
            }
        }
        None
    }

    /// Records the result of a game, in any order, also before the first game is handed out: a
    /// restarted host begins with its stored results.
    ///
    /// # Errors
    /// If there is no such game, it already has a result, or the result has other seats.
    pub fn record(&mut self, id: GameId, result: GameResult) -> Result<(), RecordError> {
        self.record_game(id, result, 0)
    }

    /// Like [`Self::record`], for a game of so many turns, by which repeated failures are recognised.
    ///
    /// # Errors
    /// As those of [`Self::record`].
    pub fn record_game(&mut self, id: GameId, result: GameResult, turns: usize) -> Result<(), RecordError> {
        if id.unit >= self.schedule.units() {
            return Err(RecordError::NoSuchGame(id));
        }
        let unit = self.schedule.unit(id.unit);
        let (seats, rotations) = (unit.participants.len(), unit.rotations);
        if usize::from(id.rotation) >= rotations {
            return Err(RecordError::NoSuchGame(id));
        }
        if self.has_result(id) {
            return Err(RecordError::Twice(id));
        }
        result.check_seats(seats)?;
        self.again.retain(|&waiting| waiting != id);
        if self.is_played_again(id, &result) {
            self.again.push_back(id);
            return Ok(());
        }
        let unit = self.waiting.entry(id.unit).or_insert_with(|| vec![None; rotations]);
        unit[usize::from(id.rotation)] = Some((result, turns));
        self.count_complete_units();
        Ok(())
    }

    /// Records that a game does not count and is not played, in any order.
    ///
    /// # Errors
    /// As those of [`Self::record`].
    pub fn annul_game(&mut self, id: GameId) -> Result<(), RecordError> {
        if id.unit < self.schedule.units() {
            self.earlier.entry(id).or_default().was_void = true;
        }
        self.record(id, GameResult::Void)
    }

    /// Whether this attempt at a game does not count; it is noted then.
    fn is_played_again(&mut self, id: GameId, result: &GameResult) -> bool {
        match result {
            GameResult::Void => !std::mem::replace(&mut self.earlier.entry(id).or_default().was_void, true),
            GameResult::Played(played) => {
                if self.starts == 1 || played.failed_starts().next().is_none() {
                    return false;
                }
                let seats = self.schedule.unit(id.unit).game(id.rotation.into()).seats;
                let earlier = self.earlier.entry(id).or_default();
                earlier.not_started.extend(played.failed_starts().map(|seat| seats[seat]));
                earlier.starts += 1;
                earlier.starts < self.starts
            }
        }
    }

    fn has_result(&self, id: GameId) -> bool {
        let waiting = || self.waiting.get(&id.unit).is_some_and(|unit| unit[usize::from(id.rotation)].is_some());
        id.unit < self.counted.units() || waiting()
    }

    fn count_complete_units(&mut self) {
        while !self.is_over() {
            let index = self.counted.units();
            if index < self.schedule.units() && self.is_excluded(index) {
                self.waiting.remove(&index);
                self.counted.skip_unit();
                self.extend_schedule();
                continue;
            }
            if !self.waiting.get(&index).is_some_and(|unit| unit.iter().all(Option::is_some)) {
                return;
            }
            let unit = self.waiting.remove(&index).expect("it is there");
            let games: Vec<_> = unit.into_iter().flatten().collect();
            let results: Vec<_> = games.iter().map(|(result, _)| result.clone()).collect();
            let ids = (0..results.len()).map(|rotation| GameId { unit: index, rotation: rotation as u16 });
            let earlier = ids.filter_map(|id| self.earlier.remove(&id));
            let failed_starts: Vec<_> = earlier.flat_map(|earlier| earlier.not_started).collect();
            let unit = self.schedule.unit(index);
            let (round, pairing) = (unit.round, unit.pairing);
            // Without a bot that is not in all pairings, the others have games to play.
            let pairings = self.schedule.pairings();
            let plays_always = |who: Participant| pairings.iter().all(|pairing| pairing.contains(&who));
            let watch = self.failure_watch.as_mut();
            let failure = watch.and_then(|watch| watch.add_unit(unit.participants, &games, plays_always));
            let unit = CompleteUnit { index, round, pairing, results: &results, failed_starts: &failed_starts };
            self.counted.add_unit(&unit);
            if let (Some(rule), Some(pairs)) = (&self.stopping_rule, self.tallies()[pairing].pairs()) {
                self.verdict = rule.verdict(pairs);
            }
            if let Some(attempt) = &mut self.rung_attempt {
                attempt.add_unit(&results);
            }
            self.extend_schedule();
            // Behind the last unit, there is nothing to end.
            self.repeated_failure = failure.filter(|_| self.counted.units() < self.schedule.units());
        }
    }

    /// In some formats the next units depend on results: they are known once all earlier units
    /// count.
    fn extend_schedule(&mut self) {
        if self.counted.units() < self.schedule.units() || self.schedule.is_complete() {
            return;
        }
        let tallies = self.counted.tallies();
        self.schedule.extend(|pairing| {
            let tally: &PairingTally = &tallies[pairing];
            let points = tally.players().iter().map(|player| player.results.points()).collect();
            PairingResults { points, units: tally.units() + tally.void_units() }
        });
        self.counted.add_pairings(self.schedule.pairings());
    }

    /// Whether all units count, or the stopping rule has decided.
    pub fn is_over(&self) -> bool {
        let all_count = self.counted.units() == self.schedule.units() && self.schedule.is_complete();
        let is_rung_decided =
            self.rung_attempt.as_ref().is_some_and(|attempt| attempt.verdict() != RungVerdict::Undecided);
        all_count || is_rung_decided || self.verdict != SprtVerdict::Continue || self.repeated_failure.is_some()
    }

    /// The attempt at a rung of a ladder, if this is one.
    pub fn rung_attempt(&self) -> Option<&RungAttempt> {
        self.rung_attempt.as_ref()
    }

    /// The failure that has ended the tournament, if one has.
    pub fn repeated_failure(&self) -> Option<&RepeatedFailure> {
        self.repeated_failure.as_ref()
    }

    /// The verdict of the stopping rule on the units that count.
    pub fn verdict(&self) -> SprtVerdict {
        self.verdict
    }

    /// The rule that ends the tournament early.
    pub fn stopping_rule(&self) -> Option<&Sprt> {
        self.stopping_rule.as_ref()
    }

    /// The games in their order.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The counts of the tournament.
    pub fn counted(&self) -> &CountedGames {
        &self.counted
    }

    /// How many units count.
    pub fn counted_units(&self) -> u64 {
        self.counted.units()
    }

    /// How many games have a result that does not count yet: their units, or some before, are not
    /// complete.
    pub fn uncounted_games(&self) -> usize {
        self.waiting.values().flatten().flatten().count()
    }

    /// The tally of each pairing, in the order of [`Schedule::pairings`].
    pub fn tallies(&self) -> &[PairingTally] {
        self.counted.tallies()
    }

    /// Games that were void twice, in the order of the schedule.
    pub fn void_games(&self) -> &[GameId] {
        self.counted.void_games()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;
    use crate::tournament::Format;
    use crate::tournament::journal::{DisqualifiedGames, JournalChange, JournalEntry};
    use crate::tournament::statistics::EloModel;
    use crate::tournament::tally::{GameDigest, PlayedGame};

    fn entry(change: JournalChange) -> JournalEntry {
        JournalEntry { time: String::new(), reason: None, change }
    }

    /// Plays a round robin of four bots, which an organiser changed, with results in any order and
    /// restarts at any moment, and returns the counts.
    fn play_changed(entries: &[JournalEntry], rng: &mut fastrand::Rng) -> CountedGames {
        let new = || {
            let schedule = Schedule::new(Format::RoundRobin, 4, 3, 1).expect("a schedule");
            Tournament::new(schedule, None).with_amendments(Amendments::new(entries))
        };
        let (mut tournament, mut kept, mut playing) = (new(), Vec::<GameId>::new(), Vec::new());
        while !tournament.is_over() {
            while playing.len() < 5
                && let Some(game) = tournament.next_game()
            {
                playing.push(game.id);
            }
            let id = playing.swap_remove(rng.usize(..playing.len()));
            tournament.record(id, result(id)).expect("a new result");
            kept.push(id);
            if rng.u32(..10) == 0 {
                (tournament, playing) = (new(), Vec::new());
                kept.iter().for_each(|&id| tournament.record(id, result(id)).expect("a kept result"));
            }
        }
        assert_eq!(kept.len() as u64, tournament.games());
        tournament.counted().clone()
    }

    #[test]
    fn a_bot_that_is_out_plays_no_more() {
        let mut rng = fastrand::Rng::with_seed(8);
        let bot = Participant::new(1);
        let played = |counted: &CountedGames, who: usize| counted.player(Participant::new(who)).results.games();
        let withdraw = [entry(JournalChange::Withdraw { bot, unit: 6 })];
        let drop = [entry(JournalChange::Disqualify { bot, unit: 6, games: DisqualifiedGames::Dropped })];
        for (entries, of_it, of_others) in [(&withdraw, 6, 14), (&drop, 0, 12)] {
            let expected = play_changed(entries, &mut rng);
            assert_eq!((played(&expected, 1), played(&expected, 0)), (of_it, of_others));
            for _ in 0..20 {
                assert_eq!(play_changed(entries, &mut rng), expected);
            }
        }
    }

    #[test]
    fn an_annulled_game_makes_its_unit_void() {
        let mut tournament = series(2, None);
        let [annulled, other] = [0, 1].map(|rotation| GameId { unit: 0, rotation });
        tournament.annul_game(annulled).expect("a game");
        tournament.record(other, result(other)).expect("a result");
        assert_eq!((tournament.counted_units(), tournament.void_games()), (1, &[annulled][..]));
        assert_eq!(tournament.next_game().map(|game| game.id.unit), Some(1));
    }

    /// A bot that fails in the same way ends a series after five units that count, in whatever order
    /// the games end.
    #[test]
    fn a_repeated_failure_ends_a_series() {
        let failed = |id: GameId| {
            let GameResult::Played(played) = result(id) else { panic!("it was played") };
            let faulty = u8::from(id.rotation == 0);
            GameResult::Played(PlayedGame { faults: vec![(faulty, FaultKind::Timeout)], ..played })
        };
        let mut expected = None;
        for seed in 0..20 {
            let mut tournament = series(50, None).until_repeated_failure();
            let mut games: Vec<_> = std::iter::from_fn(|| tournament.next_game()).collect();
            fastrand::Rng::with_seed(seed).shuffle(&mut games[6..40]);
            for game in games {
                // The second unit is another game.
                let turns = if game.id.unit == 1 { 9 } else { 3 + usize::from(game.id.rotation) };
                tournament.record_game(game.id, failed(game.id), turns).expect("a new result");
            }
            assert!(tournament.is_over() && tournament.next_game().is_none());
            assert_eq!(tournament.counted_units(), 7);
            let failure = tournament.repeated_failure().expect("it ended the series").clone();
            assert_eq!(failure.participant, Participant::new(1));
            assert_eq!(expected.get_or_insert_with(|| tournament.counted().clone()), tournament.counted());
        }
    }

    /// In a round robin, the others have games to play.
    #[test]
    fn a_repeated_failure_of_one_bot_does_not_end_a_round_robin() {
        for (format, is_ended) in [(Format::RoundRobin, false), (Format::Gauntlet, true)] {
            let schedule = Schedule::new(format, 3, 9, 1).expect("a schedule");
            let mut tournament = Tournament::new(schedule, None).until_repeated_failure();
            while let Some(game) = tournament.next_game() {
                let GameResult::Played(played) = result(game.id) else { panic!("it was played") };
                let seat = game.seats.iter().position(|who| *who == Participant::new(0));
                let faults = seat.map(|seat| (seat as u8, FaultKind::Exited)).into_iter().collect();
                let result = GameResult::Played(PlayedGame { faults, ..played });
                tournament.record_game(game.id, result, 2).expect("a new result");
            }
            assert_eq!(tournament.repeated_failure().is_some(), is_ended, "{format}");
            assert_eq!(tournament.counted_units(), if is_ended { 5 } else { 27 }, "{format}");
        }
    }

    /// The first bot wins every game: twenty of them beat a rung, in whatever order they end.
    #[test]
    fn a_decided_attempt_at_a_rung_ends_a_series() {
        let won = |id: GameId| {
            let GameResult::Played(played) = result(id) else { panic!("it was played") };
            let places = if id.rotation == 0 { vec![1, 2] } else { vec![2, 1] };
            GameResult::Played(PlayedGame { places, ..played })
        };
        for seed in 0..20 {
            let mut tournament = series(RungAttempt::UNITS, None).until_rung_is_decided();
            let mut games: Vec<_> = std::iter::from_fn(|| tournament.next_game()).collect();
            fastrand::Rng::with_seed(seed).shuffle(&mut games);
            games.iter().for_each(|game| tournament.record(game.id, won(game.id)).expect("a new result"));
            assert!(tournament.is_over());
            assert_eq!(tournament.counted_units(), 10);
            let attempt = tournament.rung_attempt().expect("it is one");
            assert_eq!((attempt.score().points(), attempt.verdict()), (20.0, RungVerdict::Beaten));
        }
    }

    fn series(rounds: u64, stopping_rule: Option<Sprt>) -> Tournament {
        Tournament::new(Schedule::new(Format::Series, 2, rounds, 1).expect("a schedule"), stopping_rule)
    }

    /// The fixed result of a game: it depends on the game's id alone.
    fn result(id: GameId) -> GameResult {
        let chance = id.unit.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 7;
        let places = match (chance, id.rotation) {
            (0, _) => vec![1, 1],
            (1..4, 0) | (4.., 1) => vec![1, 2],
            _ => vec![2, 1],
        };
        let mut digest = [id.rotation as u8; 16];
        digest[..8].copy_from_slice(&id.unit.to_le_bytes());
        GameResult::Played(PlayedGame {
            places,
            digest: GameDigest(digest),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        })
    }

    fn finish(tournament: &mut Tournament) {
        while let Some(game) = tournament.next_game() {
            tournament.record(game.id, result(game.id)).expect("a result of a game that was handed out");
        }
        assert!(tournament.is_over());
    }

    #[test]
    fn every_game_is_handed_out_once() {
        let mut tournament = series(3, None);
        let games: Vec<_> =
            std::iter::from_fn(|| tournament.next_game()).map(|game| (game.id.unit, game.id.rotation)).collect();
        assert_eq!(games, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
        assert!(!tournament.is_over());
    }

    #[test]
    fn results_count_in_the_order_of_the_schedule() {
        let (mut tournament, mut recorded) = (series(3, None), 0);
        for (unit, rotation, counted) in [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 2), (2, 1, 2), (2, 0, 3)] {
            let id = GameId { unit, rotation };
            tournament.record(id, result(id)).expect("a new result");
            assert_eq!(tournament.counted_units(), counted, "{id:?}");
            recorded += 1;
            assert_eq!(tournament.uncounted_games() as u64, recorded - 2 * counted, "{id:?}");
        }
        assert!(tournament.is_over());
    }

    /// Many games at once that end in any order, and a host that is restarted now and then with a
    /// part of the results: the table and the end stay the same.
    #[test]
    fn order_and_interruptions_change_nothing() {
        let rule = Sprt::new(0.0, 80.0, 0.05, 0.05, EloModel::Normalized).expect("a rule");
        let mut expected = series(400, Some(rule));
        finish(&mut expected);
        assert_ne!(expected.verdict(), SprtVerdict::Continue);
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..50 {
            let mut kept: Vec<GameId> = Vec::new();
            let mut tournament = series(400, Some(rule));
            let mut playing = Vec::new();
            while !tournament.is_over() {
                while playing.len() < 8
                    && let Some(game) = tournament.next_game()
                {
                    playing.push(game.id);
                }
                let id = playing.swap_remove(rng.usize(..playing.len()));
                tournament.record(id, result(id)).expect("a new result");
                kept.push(id);
                if rng.u32(..100) == 0 {
                    tournament = series(400, Some(rule));
                    rng.shuffle(&mut kept);
                    playing.clear();
                    for &id in &kept {
                        tournament.record(id, result(id)).expect("a kept result");
                    }
                }
            }
            assert_eq!(tournament.tallies(), expected.tallies());
            assert_eq!(
                (tournament.verdict(), tournament.counted_units()),
                (expected.verdict(), expected.counted_units())
            );
        }
    }

    #[test]
    fn a_void_game_is_played_once_more() {
        let mut tournament = series(1, None);
        let id = tournament.next_game().expect("a game").id;
        tournament.record(id, GameResult::Void).expect("a new result");
        assert_eq!(tournament.next_game().map(|game| game.id), Some(id));
        tournament.record(id, GameResult::Void).expect("the second result");
        assert_eq!(tournament.record(id, GameResult::Void), Err(RecordError::Twice(id)));
        finish(&mut tournament);
        assert_eq!((tournament.void_games(), tournament.tallies()[0].void_units()), (&[id][..], 1));
    }

    /// A game that was void once was handed out twice by a host that went on.
    #[test]
    fn a_host_that_goes_on_plays_a_void_game_once() {
        let mut tournament = series(1, None);
        let id = GameId { unit: 0, rotation: 0 };
        tournament.record(id, GameResult::Void).expect("a kept result");
        let handed_out: Vec<_> = std::iter::from_fn(|| tournament.next_game()).map(|game| game.id.rotation).collect();
        assert_eq!(handed_out, [0, 1]);
    }

    #[test]
    fn the_last_failed_start_counts() {
        let mut tournament = series(1, None).with_starts(3);
        let failed = || {
            GameResult::Played(PlayedGame {
                places: vec![2, 1],
                digest: GameDigest([1; 16]),
                faults: vec![(0, FaultKind::NotStarted)],
                times: Vec::new(),
                competition_points: None,
            })
        };
        for _ in 0..3 {
            let id = tournament.next_game().expect("it is played again").id;
            assert_eq!(id.rotation, 0);
            tournament.record(id, failed()).expect("a new attempt");
        }
        let id = tournament.next_game().expect("the other game").id;
        tournament.record(id, result(id)).expect("a result");
        assert!(tournament.is_over());
        assert_eq!(tournament.counted().failed_starts(), [3, 0]);
        assert_eq!(tournament.tallies()[0].players()[0].results.games(), 2);
    }

    /// Rounds that are drawn depend only on the results before them.
    #[test]
    fn a_format_that_draws_rounds_can_be_interrupted() {
        for format in Format::ALL.into_iter().filter(|format| format.draws_rounds()) {
            check_interrupted(format);
        }
    }

    fn check_interrupted(format: Format) {
        let rounds = if format.is_endless() { 150 } else { 3 };
        let new = || Tournament::new(Schedule::new(format, 7, rounds, 1).expect("a schedule"), None);
        let mut expected = new();
        finish(&mut expected);
        if let Some(drawn) = expected.schedule().drawn_rounds() {
            let places = drawn.places();
            assert_eq!(places.iter().filter(|place| **place == Some(1)).count(), 1, "{places:?}");
            assert!(places.iter().all(Option::is_some), "{places:?}");
        }
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..50 {
            let (mut tournament, mut kept, mut playing) = (new(), Vec::<GameId>::new(), Vec::new());
            while !tournament.is_over() {
                while playing.len() < 5
                    && let Some(game) = tournament.next_game()
                {
                    playing.push(game.id);
                }
                let id = playing.swap_remove(rng.usize(..playing.len()));
                tournament.record(id, result(id)).expect("a new result");
                kept.push(id);
                if rng.u32(..10) == 0 {
                    tournament = new();
                    playing.clear();
                    kept.sort();
                    kept.iter().for_each(|&id| tournament.record(id, result(id)).expect("a kept result"));
                }
            }
            assert_eq!(tournament.counted(), expected.counted());
            assert_eq!(tournament.schedule(), expected.schedule());
        }
    }

    #[test]
    fn wrong_results_are_refused() {
        let mut tournament = series(1, None);
        let [missing, first] = [(1, 0), (0, 0)].map(|(unit, rotation)| GameId { unit, rotation });
        let other = GameId { unit: 0, rotation: 2 };
        assert_eq!(tournament.record(missing, result(missing)), Err(RecordError::NoSuchGame(missing)));
        assert_eq!(tournament.record(other, result(other)), Err(RecordError::NoSuchGame(other)));
        tournament.record(first, result(first)).expect("a result");
        assert_eq!(tournament.record(first, result(first)), Err(RecordError::Twice(first)));
        let short = PlayedGame {
            places: vec![1],
            digest: GameDigest([0; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        };
        let second = GameId { unit: 0, rotation: 1 };
        let error = tournament.record(second, GameResult::Played(short.clone()));
        assert_eq!(error, Err(RecordError::Seats(SeatsError::Places { found: 1, seats: 2 })));
        // Counting such a game used to panic.
        let faulty = PlayedGame { places: vec![1, 2], faults: vec![(2, FaultKind::NotStarted)], ..short };
        let error = tournament.record(second, GameResult::Played(faulty));
        assert_eq!(error, Err(RecordError::Seats(SeatsError::Fault { seat: 2, seats: 2 })));
    }
}
