//! Counts games that were exported as lines, by this program or another: the pairings are read from
//! the lines themselves. Knows no files and no schedule.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use super::counted_games::{CompleteUnit, CountedGames};
use super::format::Format;
use super::game_line::GameLine;
use super::journal::Amendments;
use super::participant::Participant;
use super::schedule::GameId;
use super::tally::GameResult;
use super::void_games::VoidReason;

/// Games of one tournament that were read from lines.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedGames {
    /// The game's name in the catalogue; empty if no line has it.
    pub game: String,
    /// The participants' names, in the order in which the schedule first seats them.
    pub names: Vec<String>,
    /// The format of the tournament, if the lines have it.
    pub format: Option<Format>,
    /// The counts of the units before the first that is incomplete; of all complete ones if the lines
    /// are not those of a whole tournament.
    pub counted: CountedGames,
    /// How many games do not count because of that.
    pub uncounted: usize,
    /// How many units have no lines, or not all, up to the last one, if the lines are not those of a
    /// whole tournament: more games than not are behind the first of these units. A tournament that
    /// is being played leaves only few games behind an incomplete unit.
    pub missing_units: Option<u64>,
    /// In a knockout, the place of each participant; `None` while it is in the tournament.
    pub places: Option<Vec<Option<usize>>>,
    /// The time limit of an answer, if it is the same in all lines.
    pub limit: Option<Duration>,
    /// The time limit that each participant has for itself.
    pub own_limits: Vec<Option<Duration>>,
    /// Why games are void, as far as the lines have reasons.
    pub void_reasons: BTreeMap<GameId, VoidReason>,
}

/// Why lines are not games of one tournament. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// There are no games to count.
    #[error("there are no games")]
    Nothing,
    /// Two games are mixed.
    #[error("line {line} is a game of {found}, and others are of {expected}")]
    Game {
        /// The line.
        line: usize,
        /// Its game.
        found: String,
        /// The game of an earlier line.
        expected: String,
    },
    /// Tournaments of two formats are mixed.
    #[error(
        "line {line} is of a tournament of the format {found}, and others are of {expected}: these are two tournaments"
    )]
    Format {
        /// The line.
        line: usize,
        /// Its format.
        found: Format,
        /// The format of an earlier line.
        expected: Format,
    },
    /// Two tournaments are mixed.
    #[error("line {line} has a result for game {rotation} of unit {unit}, and so has line {earlier}: these are two tournaments", rotation = .id.rotation, unit = .id.unit)]
    Twice {
        /// The line.
        line: usize,
        /// The game's id.
        id: GameId,
        /// The line that has a result already.
        earlier: usize,
    },
    /// The games of a unit are not the same game from all seats.
    #[error(
        "line {line} does not fit line {earlier}: a unit has one seed, and its players in every rotation of the seats"
    )]
    Unit {
        /// The line.
        line: usize,
        /// Another game of the unit.
        earlier: usize,
    },
    /// A player would play against itself.
    #[error("line {line} seats the same player twice")]
    SamePlayer {
        /// The line.
        line: usize,
    },
}

/// Which units of a tournament count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CountedUnits {
    /// Those before the first one that is incomplete.
    BeforeGap,
    /// All that are complete.
    Complete,
}

/// A line as it counts; `None` if it does not.
fn amend_line(game: &GameLine, names: &[String], amendments: &Amendments) -> Option<GameLine> {
    let participant = |name: &String| names.iter().position(|known| known == name).map(Participant::new);
    // Whoever is not among the names was not changed.
    let Some(seats) = game.players.iter().map(participant).collect::<Option<Vec<_>>>() else {
        return Some(game.clone());
    };
    if amendments.excludes(game.unit, &seats) {
        return None;
    }
    let mut game = game.clone();
    match amendments.annulment(game.id()) {
        Some(why) => (game.result, game.void_reason) = (GameResult::Void, Some(VoidReason::of_host(why))),
        None => game.result = amendments.amend(&game.result, &seats).into_owned(),
    }
    Some(game)
}

/// The last attempt at a game.
pub(super) struct Attempt<'a> {
    line: usize,
    pub(super) game: &'a GameLine,
    /// The names of the players that did not start in earlier attempts and in this one.
    not_started: Vec<&'a str>,
}

impl ImportedGames {
    /// Counts these lines, each with its number.
    ///
    /// # Errors
    /// If they are not games of one tournament.
    pub fn count(lines: &[(usize, GameLine)]) -> Result<Self, ImportError> {
        Self::count_units(lines, Vec::new(), CountedUnits::BeforeGap)
    }

    /// Counts these lines of a tournament of participants with these `names`, which an organiser
    /// changed: every complete unit counts that is not excluded.
    ///
    /// # Errors
    /// If they are not games of one tournament.
    pub fn count_amended(
        lines: &[(usize, GameLine)],
        names: &[String],
        amendments: &Amendments,
    ) -> Result<Self, ImportError> {
        let amend = |(line, game): &(usize, GameLine)| Some((*line, amend_line(game, names, amendments)?));
        let amended: Vec<_> = lines.iter().filter_map(amend).collect();
        let games = Self::count_units(&amended, names.to_vec(), CountedUnits::Complete)?;
        Ok(Self { missing_units: None, ..games })
    }

    /// Counts lines of participants of whom these `names` are known.
    fn count_units(
        lines: &[(usize, GameLine)],
        mut names: Vec<String>,
        choice: CountedUnits,
    ) -> Result<Self, ImportError> {
        let game = the_game(lines)?;
        let attempts = last_attempts(lines)?;
        let mut units: BTreeMap<u64, Vec<&Attempt<'_>>> = BTreeMap::new();
        for attempt in attempts.values() {
            units.entry(attempt.game.unit).or_default().push(attempt);
        }
        for unit in units.values() {
            check_unit(unit)?;
            for name in players(unit[0].game) {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        let format = the_format(lines)?;
        let is_whole = |unit: &[&Attempt<'_>]| unit.len() == unit[0].game.rotations();
        let first_units =
            (0..).zip(&units).take_while(|(expected, (index, unit))| expected == *index && is_whole(unit));
        let first_games: usize = first_units.map(|(_, (_, unit))| unit.len()).sum();
        let is_partial = choice == CountedUnits::Complete || attempts.len() - first_games > first_games;
        let mut importer = GameImporter {
            counted: CountedGames::new(names.len()),
            names,
            pairings: Vec::new(),
            first_rounds: Vec::new(),
            rounds: HashMap::new(),
        };
        let (mut games, mut counted_units) = (0, 0);
        for (&index, unit) in &units {
            match is_whole(unit) && (is_partial || index == counted_units) {
                true => importer.add(index, unit),
                false if is_partial => continue,
                false => break,
            }
            games += unit.len();
            counted_units += 1;
        }
        let may_be_knockout = !is_partial && format.is_none_or(|format| format == Format::Knockout);
        let places = may_be_knockout.then(|| importer.knockout_places()).flatten();
        let last_unit = units.last_key_value().map_or(0, |(&index, _)| index);
        let missing_units = is_partial.then(|| last_unit.saturating_add(1) - counted_units);
        let GameImporter { counted, names, .. } = importer;
        let reason = |(&id, attempt): (&GameId, &Attempt<'_>)| Some((id, attempt.game.void_reason.clone()?));
        let void_reasons = attempts.iter().filter_map(reason).collect();
        let limit = lines.first().and_then(|(_, first)| first.limit);
        let limit = limit.filter(|_| lines.iter().all(|(_, line)| line.limit == limit));
        let own_limits = names.iter().map(|name| own_limit(lines, name)).collect();
        let uncounted = attempts.len() - games;
        Ok(Self { game, names, format, counted, uncounted, missing_units, places, limit, own_limits, void_reasons })
    }
}

/// The time limit that a participant has for itself, as the last of its lines says.
fn own_limit(lines: &[(usize, GameLine)], name: &str) -> Option<Duration> {
    let played = |line: &GameLine| line.players.iter().position(|player| player == name);
    let (line, seat) = lines.iter().rev().find_map(|(_, line)| Some((line, played(line)?)))?;
    line.seat_terms.get(seat)?.turn
}

fn the_format(lines: &[(usize, GameLine)]) -> Result<Option<Format>, ImportError> {
    let mut formats = lines.iter().filter_map(|(line, game)| Some((*line, game.format?)));
    let Some((_, expected)) = formats.next() else { return Ok(None) };
    match formats.find(|(_, found)| *found != expected) {
        Some((line, found)) => Err(ImportError::Format { line, found, expected }),
        None => Ok(Some(expected)),
    }
}

pub(super) fn the_game(lines: &[(usize, GameLine)]) -> Result<String, ImportError> {
    let mut games = lines.iter().filter(|(_, line)| !line.game.is_empty());
    let Some((_, first)) = games.next() else {
        return if lines.is_empty() { Err(ImportError::Nothing) } else { Ok(String::new()) };
    };
    match games.find(|(_, line)| line.game != first.game) {
        Some((line, other)) => {
            Err(ImportError::Game { line: *line, found: other.game.clone(), expected: first.game.clone() })
        }
        None => Ok(first.game.clone()),
    }
}

/// The last attempt at each game: a game that was void, or in which a bot did not start, may have
/// been played again.
pub(super) fn last_attempts(lines: &[(usize, GameLine)]) -> Result<BTreeMap<GameId, Attempt<'_>>, ImportError> {
    let mut attempts: BTreeMap<GameId, Attempt<'_>> = BTreeMap::new();
    for (line, game) in lines {
        let (line, id) = (*line, game.id());
        let mut players: Vec<_> = game.players.iter().collect();
        players.sort();
        if players.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(ImportError::SamePlayer { line });
        }
        let earlier = attempts.remove(&id);
        if let Some(earlier) = &earlier {
            if !may_be_repeated(&earlier.game.result) {
                return Err(ImportError::Twice { line, id, earlier: earlier.line });
            }
            if (&earlier.game.players, earlier.game.seed) != (&game.players, game.seed) {
                return Err(ImportError::Unit { line, earlier: earlier.line });
            }
        }
        let mut not_started = earlier.map_or_else(Vec::new, |earlier| earlier.not_started);
        not_started.extend(failed_starts(game));
        attempts.insert(id, Attempt { line, game, not_started });
    }
    Ok(attempts)
}

fn may_be_repeated(result: &GameResult) -> bool {
    match result {
        GameResult::Void => true,
        GameResult::Played(played) => played.failed_starts().next().is_some(),
    }
}

fn failed_starts(game: &GameLine) -> impl Iterator<Item = &str> {
    let played = match &game.result {
        GameResult::Played(played) => Some(played),
        GameResult::Void => None,
    };
    let seats = played.into_iter().flat_map(|played| played.failed_starts());
    seats.filter_map(|seat| game.players.get(seat)).map(String::as_str)
}

/// The players in the order of their pairing: those of the seats before the rotation.
pub(super) fn players(game: &GameLine) -> impl Iterator<Item = &String> + Clone {
    game.players.iter().cycle().skip(game.rotation.into()).take(game.players.len())
}

fn check_unit(unit: &[&Attempt<'_>]) -> Result<(), ImportError> {
    let first = unit[0];
    let fits = |other: &Attempt<'_>| other.game.seed == first.game.seed && players(other.game).eq(players(first.game));
    match unit.iter().find(|other| !fits(other)) {
        Some(other) => {
            let (line, earlier) = (first.line.max(other.line), first.line.min(other.line));
            Err(ImportError::Unit { line, earlier })
        }
        None => Ok(()),
    }
}

struct GameImporter {
    counted: CountedGames,
    names: Vec<String>,
    pairings: Vec<Vec<Participant>>,
    /// The round in which each pairing met first.
    first_rounds: Vec<u64>,
    /// The round of each seed.
    rounds: HashMap<u64, u64>,
}

impl GameImporter {
    fn add(&mut self, index: u64, unit: &[&Attempt<'_>]) {
        let participant = |name: &str| {
            let index = self.names.iter().position(|known| known == name);
            Participant::new(index.expect("all names were gathered"))
        };
        let pairing: Vec<_> = players(unit[0].game).map(|name| participant(name)).collect();
        // A game that finally started has failed starts of earlier attempts; in a game that never
        // started, the fault shows it.
        let failed_starts: Vec<_> = unit
            .iter()
            .filter(|attempt| attempt.not_started.len() > failed_starts(attempt.game).count())
            .flat_map(|attempt| attempt.not_started.iter().map(|name| participant(name)))
            .collect();
        let seed = unit[0].game.seed;
        let next = self.rounds.len() as u64;
        let round = *self.rounds.entry(seed).or_insert(next);
        let nth = self.pairings.iter().position(|known| *known == pairing).unwrap_or_else(|| {
            self.pairings.push(pairing);
            self.first_rounds.push(round);
            self.pairings.len() - 1
        });
        self.counted.add_pairings(&self.pairings);
        let results: Vec<_> = unit.iter().map(|attempt| attempt.game.result.clone()).collect();
        self.counted.add_unit(&CompleteUnit {
            index,
            round,
            pairing: nth,
            results: &results,
            failed_starts: &failed_starts,
        });
    }
}

impl GameImporter {
    /// The place of each participant, if this is a knockout: only in a knockout do pairings meet
    /// first after others have played. The losers of a stage share a place, as in
    /// [`DrawnRounds::places`](super::drawn_rounds::DrawnRounds::places).
    fn knockout_places(&self) -> Option<Vec<Option<usize>>> {
        let mut stages: Vec<&[Vec<Participant>]> = Vec::new();
        let mut first = 0;
        for next in 1..=self.pairings.len() {
            if self.first_rounds.get(next) != Some(&self.first_rounds[first]) {
                stages.push(&self.pairings[first..next]);
                first = next;
            }
        }
        if stages.len() < 2 || !may_be_stages(&stages) {
            return None;
        }
        let mut places = vec![None; self.names.len()];
        // Meetings with byes are a power of two: half as many as there are places before them.
        let mut meetings = self.names.len().next_power_of_two();
        for (nth, stage) in stages.iter().enumerate() {
            meetings = (meetings / 2).max(1);
            let goes_on = |player: Participant| {
                stages[nth + 1..].iter().any(|later| later.iter().flatten().any(|who| *who == player))
            };
            for players in *stage {
                let [first, second] = players[..] else { return None };
                let points = |player| self.counted.against(player, if player == first { second } else { first });
                let [own, other] = [first, second].map(|player| points(player).map_or(0.0, |results| results.points()));
                let loser = match (goes_on(first), goes_on(second)) {
                    // One of them is out.
                    (true, true) => return None,
                    (true, false) => second,
                    (false, true) => first,
                    (false, false) if own > other => second,
                    (false, false) if own < other => first,
                    // Level, and more is to come.
                    (false, false) => continue,
                };
                places[loser.index()] = Some(meetings + 1);
                if meetings == 1 {
                    let winner = if loser == first { second } else { first };
                    places[winner.index()] = Some(1);
                }
            }
        }
        Some(places)
    }
}

/// Whether pairings may be those of a knockout: nobody has two meetings in a stage, each stage has at
/// most half as many meetings as the one before it, and only in the first there are byes.
fn may_be_stages(stages: &[&[Vec<Participant>]]) -> bool {
    let players = |stage: &[Vec<Participant>]| stage.iter().flatten().copied().collect::<BTreeSet<_>>();
    let meet_once = stages.iter().all(|stage| players(stage).len() == stage.iter().flatten().count());
    // Whoever has a bye meets first in the second stage.
    let first: BTreeSet<_> = stages.iter().take(2).flat_map(|stage| players(stage)).collect();
    let no_late_comers = stages.iter().skip(2).all(|stage| players(stage).is_subset(&first));
    let halves = stages.windows(2).skip(1).all(|pair| pair[1].len() * 2 <= pair[0].len());
    meet_once && no_late_comers && halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::SeatTerms;
    use crate::tournament::journal::{DisqualifiedGames, JournalChange, JournalEntry};
    use crate::tournament::tally::{GameDigest, PlayedGame};
    use crate::tournament::{DIGEST_VERSION, Format, Schedule, Tournament};

    const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

    fn result(id: GameId) -> GameResult {
        let places = if (id.unit * 5 + u64::from(id.rotation)).is_multiple_of(3) { vec![1, 2] } else { vec![2, 1] };
        let digest = GameDigest([(2 * id.unit + u64::from(id.rotation)) as u8; 16]);
        GameResult::Played(PlayedGame {
            places,
            digest,
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        })
    }

    /// A tournament, and the lines that it exports while it is played.
    fn exported(format: Format) -> (Tournament, Vec<(usize, GameLine)>) {
        exported_for(format, 3)
    }

    fn exported_for(format: Format, players: usize) -> (Tournament, Vec<(usize, GameLine)>) {
        let mut tournament = Tournament::new(Schedule::new(format, players, 4, 1).expect("a schedule"), None);
        let mut lines = Vec::new();
        while let Some(game) = tournament.next_game() {
            let result = result(game.id);
            lines.push(GameLine {
                game: "connect-four".to_owned(),
                format: Some(format),
                unit: game.id.unit,
                rotation: game.id.rotation,
                seed: game.seed,
                players: game.seats.iter().map(|player| NAMES[player.index()].to_owned()).collect(),
                result: result.clone(),
                digest_version: DIGEST_VERSION,
                turns: 1,
                duration: Duration::ZERO,
                limit: Some(Duration::from_secs(1)),
                seat_terms: Vec::new(),
                replay: None,
                stderr: Vec::new(),
                void_reason: None,
            });
            tournament.record(game.id, result).expect("a new result");
        }
        (tournament, number(lines))
    }

    /// A table that is made of a store's lines and its journal is that of the tournament.
    #[test]
    fn a_changed_tournament_is_counted_from_its_lines() {
        let (tournament, lines) = exported(Format::RoundRobin);
        let names: Vec<_> = NAMES[..3].iter().map(|&name| name.to_owned()).collect();
        let [bot, other] = [1, 2].map(Participant::new);
        let changes = [
            JournalChange::Withdraw { bot, unit: 4 },
            JournalChange::Annul { game: GameId { unit: 0, rotation: 1 } },
            JournalChange::Disqualify { bot: other, unit: 9, games: DisqualifiedGames::Lost },
        ];
        let entries = changes.map(|change| JournalEntry { time: String::new(), reason: None, change });
        let amendments = Amendments::new(&entries);
        let schedule = tournament.schedule().clone();
        let mut changed = Tournament::new(schedule, None).with_amendments(amendments.clone());
        for (_, line) in &lines {
            if changed.is_excluded(line.unit) {
                continue;
            }
            let seats = changed.schedule().unit(line.unit).game(line.rotation.into()).seats;
            let recorded = match amendments.annulment(line.id()) {
                Some(_) => changed.annul_game(line.id()),
                None => changed.record(line.id(), amendments.amend(&line.result, &seats).into_owned()),
            };
            recorded.expect("a new result");
        }
        assert!(changed.is_over());
        let imported = ImportedGames::count_amended(&lines, &names, &amendments).expect("a tournament");
        for who in (0..3).map(Participant::new) {
            assert_eq!(imported.counted.player(who), changed.counted().player(who), "{who:?}");
        }
        assert_eq!(imported.counted.void_games(), changed.counted().void_games());
        assert_eq!(imported.counted.field(), changed.counted().field());
        assert_eq!(imported.missing_units, None);
    }

    /// Fields of more than eight have one game in a unit.
    #[test]
    fn fields_are_counted_from_their_lines() {
        for (seats, rounds) in [(3, 2), (9, 2)] {
            let names: Vec<_> = (0..10).map(|nth| format!("bot {nth}")).collect();
            let schedule = Schedule::of_fields(10, seats, rounds, 1).expect("a schedule");
            let mut tournament = Tournament::new(schedule, None);
            let (_, template) = exported(Format::RoundRobin).1.remove(0);
            let mut lines = Vec::new();
            while let Some(game) = tournament.next_game() {
                let places = (0..seats).map(|seat| 1 + (seat + game.id.unit as usize) as u8 % seats as u8).collect();
                let digest = GameDigest([game.id.unit as u8; 16]);
                let (faults, times) = (Vec::new(), Vec::new());
                let played = PlayedGame { places, digest, faults, times, competition_points: None };
                let result = GameResult::Played(played);
                lines.push(GameLine {
                    unit: game.id.unit,
                    rotation: game.id.rotation,
                    seed: game.seed,
                    players: game.seats.iter().map(|player| names[player.index()].clone()).collect(),
                    result: result.clone(),
                    ..template.clone()
                });
                tournament.record(game.id, result).expect("a new result");
            }
            let imported = ImportedGames::count(&number(lines)).expect("a tournament");
            assert_eq!(imported.uncounted, 0);
            for who in (0..10).map(Participant::new) {
                let index = imported.names.iter().position(|name| *name == names[who.index()]).expect("it played");
                let found = imported.counted.places(Participant::new(index));
                assert_eq!(found, tournament.counted().places(who), "{who:?} of {seats} seats");
            }
        }
    }

    fn number(lines: Vec<GameLine>) -> Vec<(usize, GameLine)> {
        (1..).zip(lines).collect()
    }

    #[test]
    fn what_was_exported_counts_as_it_did() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            let (tournament, mut lines) = exported(format);
            fastrand::Rng::with_seed(3).shuffle(&mut lines);
            let imported = ImportedGames::count(&lines).expect("games of one tournament");
            assert_eq!((imported.names.join(" "), imported.game.as_str()), ("a b c".to_owned(), "connect-four"));
            assert_eq!((&imported.counted, imported.uncounted), (tournament.counted(), 0));
        }
    }

    /// Two of three participants had the same place.
    #[test]
    fn a_knockout_has_its_places() {
        for players in 3..=6 {
            let (tournament, mut lines) = exported_for(Format::Knockout, players);
            fastrand::Rng::with_seed(3).shuffle(&mut lines);
            let imported = ImportedGames::count(&lines).expect("games of one tournament");
            let found = imported.places.expect("it is a knockout");
            let expected = tournament.schedule().drawn_rounds().expect("it is a knockout").places();
            // Lines name the players in another order.
            for (name, place) in imported.names.iter().zip(found) {
                let player = NAMES.iter().position(|known| known == name).expect("a player");
                assert_eq!(place, expected[player], "{name} of {players}");
            }
        }
        assert_eq!(ImportedGames::count(&exported(Format::RoundRobin).1).expect("one tournament").places, None);
    }

    #[test]
    fn units_behind_an_incomplete_one_do_not_count() {
        let (_, mut lines) = exported(Format::RoundRobin);
        // The second game of the third unit is missing.
        lines.remove(5);
        lines.truncate(8);
        let imported = ImportedGames::count(&lines).expect("games of one tournament");
        assert_eq!((imported.counted.units(), imported.uncounted, imported.missing_units), (2, 4, None));
    }

    /// Regression: of 1,100 games, 8 were ranked.
    #[test]
    fn games_of_no_whole_tournament_are_ranked_by_what_there_is() {
        let (tournament, mut lines) = exported(Format::RoundRobin);
        // The second game of the third unit is missing, and all of the fifth unit.
        lines.retain(|(_, line)| (line.unit, line.rotation) != (2, 1) && line.unit != 4);
        let imported = ImportedGames::count(&lines).expect("games of one tournament");
        assert_eq!((imported.counted.units(), imported.uncounted, imported.missing_units), (10, 1, Some(2)));
        let games = |counted: &CountedGames| [0, 1, 2].map(|who| counted.player(Participant::new(who)).results.games());
        assert_eq!((games(tournament.counted()), games(&imported.counted)), ([16; 3], [14, 14, 12]));
    }

    /// Regression: any pairings that met first in different rounds were taken for a knockout, and the
    /// best of twelve had place 13.
    #[test]
    fn only_a_knockout_has_its_places() {
        let (_, lines) = exported(Format::RoundRobin);
        // Of each round another pairing.
        let kept = [0, 4, 8];
        let mut lines: Vec<_> = lines.into_iter().filter(|(_, line)| kept.contains(&line.unit)).collect();
        for (_, line) in &mut lines {
            line.unit /= 4;
            line.format = None;
        }
        let imported = ImportedGames::count(&lines).expect("games of one tournament");
        assert_eq!((imported.counted.units(), imported.missing_units, imported.places), (3, None, None));
        // A knockout's lines say so since they have a format, and may be recognised without it.
        let (_, mut lines) = exported_for(Format::Knockout, 5);
        let places = |lines: &[_]| ImportedGames::count(lines).expect("games of one tournament").places;
        let known = places(&lines);
        lines.iter_mut().for_each(|(_, line)| line.format = None);
        assert_eq!((places(&lines), known.is_some()), (known, true));
        lines.iter_mut().for_each(|(_, line)| line.format = Some(Format::Gauntlet));
        assert_eq!(places(&lines), None);
    }

    #[test]
    fn the_limit_is_what_all_lines_say() {
        let (_, mut lines) = exported(Format::RoundRobin);
        let limit = |lines: &[_]| ImportedGames::count(lines).expect("games of one tournament").limit;
        assert_eq!(limit(&lines), Some(Duration::from_secs(1)));
        lines[3].1.limit = None;
        assert_eq!(limit(&lines), None);
    }

    #[test]
    fn a_participant_has_its_own_limit_whatever_its_seat() {
        let (_, mut lines) = exported(Format::RoundRobin);
        let own = SeatTerms { turn: Some(Duration::from_secs(2)), ..SeatTerms::default() };
        for (_, line) in &mut lines {
            let seat = line.players.iter().position(|player| player == NAMES[1]);
            line.seat_terms = seat.map_or_else(Vec::new, |seat| {
                let mut terms = vec![SeatTerms::default(); seat];
                terms.push(own);
                terms
            });
        }
        let imported = ImportedGames::count(&lines).expect("games of one tournament");
        let expected: Vec<_> = imported.names.iter().map(|name| own.turn.filter(|_| name == NAMES[1])).collect();
        assert_eq!(imported.own_limits, expected);
    }

    #[test]
    fn a_game_may_have_been_void_once() {
        let (tournament, mut lines) = exported(Format::RoundRobin);
        lines.insert(0, (0, GameLine { result: GameResult::Void, ..lines[0].1.clone() }));
        let imported = ImportedGames::count(&lines).expect("games of one tournament");
        assert_eq!(&imported.counted, tournament.counted());
    }

    #[test]
    fn a_game_that_was_void_twice_has_its_last_reason() {
        let (_, mut lines) = exported(Format::RoundRobin);
        let id = lines[0].1.id();
        let void = |reason: &str| {
            let void_reason = Some(VoidReason::of_host(reason));
            (0, GameLine { result: GameResult::Void, void_reason, ..lines[0].1.clone() })
        };
        let attempts = [void("once"), void("twice")];
        lines.splice(..1, attempts);
        let imported = ImportedGames::count(&lines).expect("games of one tournament");
        assert_eq!(imported.counted.void_games(), [id]);
        assert_eq!(imported.void_reasons, BTreeMap::from([(id, VoidReason::of_host("twice"))]));
    }

    fn check(change: impl FnOnce(&mut Vec<(usize, GameLine)>), expected: &str) {
        let (_, mut lines) = exported(Format::RoundRobin);
        change(&mut lines);
        let refused = ImportedGames::count(&lines).expect_err("they do not fit").to_string();
        assert!(refused.contains(expected), "{refused}");
    }

    #[test]
    fn lines_that_do_not_fit_are_named() {
        check(|lines| lines.clear(), "no games");
        check(|lines| lines[3].1.game = "stratego".to_owned(), "line 4 is a game of stratego");
        check(|lines| lines[3].1.format = Some(Format::Gauntlet), "line 4 is of a tournament of the format gauntlet");
        check(|lines| lines.push((25, lines[0].1.clone())), "line 25 has a result for game 0 of unit 0");
        check(|lines| lines[1].1.seed += 1, "line 2 does not fit line 1");
        check(|lines| lines[1].1.players.reverse(), "line 2 does not fit line 1");
        check(|lines| lines[1].1.players[0] = lines[1].1.players[1].clone(), "line 2 seats the same player twice");
    }
}
