//! A series, or a small tournament of several bots: its description, the lines of its games, and
//! the counted results. Knows no workers, no store and no drawing.

mod import;

use std::collections::BTreeMap;
use std::time::Duration;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::SeatTerms;
use botyard_engine::tournament::statistics::{EloModel, Sprt, SprtVerdict};
use botyard_engine::tournament::{
    CountedGames, Format, GameDigest, GameId, GameLine, GameResult, PAIR, PairingTally, Participant, RepeatedFailure,
    RungAttempt, Schedule, ScheduledGame, Scoring, Tournament, VoidReason, describe_void_games,
};
use botyard_web_protocol::PRICES_VERSION;
use botyard_web_protocol::series::DraftRun;
use serde::{Deserialize, Serialize};

/// All that the results of a series depend on, and how its test is set. Kept in the browser: names
/// must not change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SeriesDescription {
    /// The first game: its seed is that of the series, its players are the participants.
    pub(crate) match_spec: MatchSpec,
    /// The format of the pairings.
    #[serde(default = "series_format", skip_serializing_if = "is_series_format")]
    pub(crate) format: Format,
    /// How many games are scheduled: a whole number of rounds.
    pub(crate) games: u64,
    /// The sequential test.
    pub(crate) test: TestOptions,
    /// Whether the games come from a file: then no more are played.
    #[serde(default)]
    pub(crate) is_imported: bool,
    /// Whether the first bot is a draft of the editor's that was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<DraftRun>,
    /// How often a game is started until a failed start counts.
    #[serde(default = "usual_starts", skip_serializing_if = "are_usual_starts")]
    pub(crate) starts: usize,
    /// Whether it pauses when a bot fails in the same way in several units in a row. Series of
    /// earlier versions did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) pauses_on_failure: bool,
    /// The rung of the ladder that the first bot tries to beat, by its name, if the series is played
    /// for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rung: Option<String>,
}

/// At most this many games are played until a sequential test decides: nearly all tests decide
/// sooner.
pub(crate) const DECIDED_GAMES_MAX: u64 = 20_000;

pub(crate) fn usual_starts() -> usize {
    Scoring::Standard.starts()
}

fn are_usual_starts(starts: &usize) -> bool {
    *starts == usual_starts()
}

fn series_format() -> Format {
    Format::Series
}

fn is_series_format(format: &Format) -> bool {
    *format == Format::Series
}

impl SeriesDescription {
    /// How many games two bots, or all of a series, play with one seed: one for each seat.
    pub(crate) fn games_of_unit(&self) -> u64 {
        self.format.seats(self.participants()) as u64
    }

    /// How many games are played with one seed.
    pub(crate) fn games_of_round(&self) -> u64 {
        self.format.pairing_count(self.participants()) as u64 * self.games_of_unit()
    }

    /// The first of the games that are still to be played: modules' time is counted by today's
    /// prices.
    pub(crate) fn next_match_spec(&self) -> MatchSpec {
        let mut match_spec = self.match_spec.clone();
        let versions = match_spec.players.iter_mut().filter_map(|player| player.prices.as_mut());
        versions.for_each(|version| *version = PRICES_VERSION);
        match_spec
    }

    /// The version of the prices by which modules' time was counted when the series began, if that is
    /// not today's.
    pub(crate) fn earlier_prices(&self) -> Option<u32> {
        self.match_spec.players.iter().filter_map(|player| player.prices).find(|&version| version != PRICES_VERSION)
    }

    /// Has as many games played as it takes until the sequential test decides.
    pub(crate) fn extend_until_decided(&mut self) {
        self.test.ends_series = true;
        self.games = DECIDED_GAMES_MAX;
    }

    /// Whether it compares two bots: only of two can one be better.
    fn is_comparison(&self) -> bool {
        self.match_spec.players.len() == PAIR && is_series_format(&self.format)
    }

    fn participants(&self) -> usize {
        self.match_spec.players.len().max(PAIR)
    }
}

/// How the sequential test of a series is set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct TestOptions {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    /// Whether the series ends when the test has decided.
    pub(crate) ends_series: bool,
}

impl Default for TestOptions {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, ends_series: false }
    }
}

impl TestOptions {
    /// The test; `None` if its hypotheses are not in order.
    pub(crate) fn sprt(self) -> Option<Sprt> {
        Sprt::new(self.elo0, self.elo1, 0.05, 0.05, EloModel::Normalized).ok()
    }
}

/// A series with the games that it has.
#[derive(Debug)]
pub(crate) struct Series {
    pub(crate) description: SeriesDescription,
    tournament: Tournament,
    lines: Vec<KeyedLine>,
    games: Vec<ListedGame>,
    /// How many lines each game has: one that was void, or in which a bot did not start, is played
    /// again.
    attempts: BTreeMap<GameId, u8>,
    /// Why games were void.
    void_reasons: BTreeMap<GameId, VoidReason>,
    /// The time limit for a bot's answer, from the lines.
    limit: Option<Duration>,
    /// The terms that participants have for themselves, from the lines.
    own_terms: Vec<SeatTerms>,
}

/// The line of a game, with its unit, its rotation, and how often it was played in vain before.
pub(crate) type KeyedLine = ((u64, u16, u8), String);

/// A game in the list of games.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListedGame {
    pub(crate) unit: u64,
    pub(crate) rotation: u16,
    /// Which of all games, from 1.
    pub(crate) number: u64,
    /// The participant in each seat.
    pub(crate) seats: Vec<usize>,
    /// How it ended for each seat.
    pub(crate) results: Vec<ListedResult>,
    pub(crate) turns: usize,
    /// The participants that had a fault, and its kind.
    pub(crate) faults: Vec<(usize, &'static str)>,
    pub(crate) replay: Option<String>,
    /// Games with equal digests are the same, turn for turn. A void game has none.
    pub(crate) digest: Option<GameDigest>,
}

/// How a game ended for a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListedResult {
    Won,
    Drawn,
    Lost,
    /// The game could not be played.
    Void,
}

impl ListedGame {
    /// A participant's seat, and how the game ended for it; `None` if it did not play.
    pub(crate) fn result_of(&self, participant: usize) -> Option<(usize, ListedResult)> {
        let seat = self.seats.iter().position(|&player| player == participant)?;
        Some((seat, self.results[seat]))
    }
}

impl Series {
    /// A series without games.
    ///
    /// # Errors
    /// A sentence that says why the description is refused.
    pub(crate) fn new(description: SeriesDescription) -> Result<Self, String> {
        let participants = description.match_spec.players.len();
        let rounds = description.games.div_ceil(description.games_of_round());
        let schedule = Schedule::new(description.format, participants, rounds, description.match_spec.seed);
        let schedule = schedule.map_err(|why| format!("There is no such series: {why}."))?;
        let test = description.test;
        let can_be_ended = description.is_comparison() && description.rung.is_none();
        let rule = (can_be_ended && test.ends_series).then(|| test.sprt()).flatten();
        let tournament = Tournament::new(schedule, rule).with_starts(description.starts);
        let tournament = match description.pauses_on_failure {
            true => tournament.until_repeated_failure(),
            false => tournament,
        };
        let tournament = match description.rung {
            Some(_) => tournament.until_rung_is_decided(),
            None => tournament,
        };
        let (lines, games, attempts, void_reasons, limit) = Default::default();
        let own_terms = vec![SeatTerms::default(); description.match_spec.players.len()];
        Ok(Self { description, tournament, lines, games, attempts, void_reasons, limit, own_terms })
    }

    /// A series with games that were played before. Lines that do not fit are left out: their games
    /// are played again.
    pub(crate) fn with_lines(description: SeriesDescription, lines: Vec<String>) -> Result<Self, String> {
        let mut series = Self::new(description)?;
        for line in lines {
            let _ = series.add_line(line);
        }
        Ok(series)
    }

    /// Adds the line of a game.
    ///
    /// # Errors
    /// A clause that says why the line does not fit.
    pub(crate) fn add_line(&mut self, text: String) -> Result<(), String> {
        let line: GameLine = serde_json::from_str(&text).map_err(|why| why.to_string())?;
        let recorded = self.tournament.record_game(line.id(), line.result.clone(), line.turns);
        recorded.map_err(|why| why.to_string())?;
        let attempts = self.attempts.entry(line.id()).or_default();
        self.lines.push(((line.unit, line.rotation, *attempts), text));
        *attempts += 1;
        if *attempts > 1 {
            // It has one place in the list.
            self.games.retain(|game| (game.unit, game.rotation) != (line.unit, line.rotation));
        }
        self.list(line);
        Ok(())
    }

    fn list(&mut self, line: GameLine) {
        let scheduled = self.tournament.schedule().unit(line.unit).game(line.rotation.into());
        let seats: Vec<_> = scheduled.seats.iter().map(|participant| participant.index()).collect();
        let (results, faults) = match &line.result {
            GameResult::Played(played) => {
                let faults = played.faults.iter().map(|&(seat, kind)| (seats[usize::from(seat)], kind.name()));
                let results = (0..seats.len()).map(|seat| ListedResult::for_seat(&played.places, seat));
                (results.collect(), faults.collect())
            }
            GameResult::Void => (vec![ListedResult::Void; seats.len()], Vec::new()),
        };
        let number = self.number_of(line.id());
        self.limit = line.limit.or(self.limit);
        seats.iter().zip(&line.seat_terms).for_each(|(&seat, own)| self.own_terms[seat] = *own);
        self.void_reasons.extend(line.void_reason.clone().map(|reason| (line.id(), reason)));
        let digest = match &line.result {
            GameResult::Played(played) => Some(played.digest),
            GameResult::Void => None,
        };
        let (unit, rotation, turns, replay) = (line.unit, line.rotation, line.turns, line.replay);
        self.games.push(ListedGame { unit, rotation, number, seats, results, turns, faults, replay, digest });
    }

    /// Which of all games this is, from 1.
    fn number_of(&self, id: GameId) -> u64 {
        id.unit * self.description.games_of_unit() + u64::from(id.rotation) + 1
    }

    /// The games that count for no participant because they could not be played, each with the
    /// reason.
    pub(crate) fn describe_void_games(&self) -> Vec<String> {
        let name = |id: GameId| format!("game {}", self.number_of(id));
        describe_void_games(self.tournament.void_games(), &self.void_reasons, name)
    }

    /// How long a bot may take for an answer, if that is known.
    pub(crate) fn limit(&self, participant: Participant) -> Option<Duration> {
        self.own_terms[participant.index()].turn.or(self.limit)
    }

    /// The next game to play.
    pub(crate) fn next_game(&mut self) -> Option<ScheduledGame> {
        self.tournament.next_game()
    }

    /// Whether it is a series, and no tournament of pairs.
    pub(crate) fn is_series(&self) -> bool {
        is_series_format(&self.description.format)
    }

    /// The counted games, whatever the format.
    pub(crate) fn counted_games_of_all(&self) -> &CountedGames {
        self.tournament.counted()
    }

    /// The counted results of a series; in a tournament, those of the first two who meet.
    pub(crate) fn tally(&self) -> &PairingTally {
        &self.tournament.tallies()[0]
    }

    /// The lines of all games, in the order in which they came.
    pub(crate) fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.lines.iter().map(|(_, line)| &**line)
    }

    /// The lines of all games for a file: they name the format of the pairings, which the description
    /// has here.
    pub(crate) fn exported_lines(&self) -> impl Iterator<Item = String> {
        let format = Some(self.description.format);
        self.lines().map(move |text| {
            let line: GameLine = serde_json::from_str(text).expect("it was read when it came");
            GameLine { format, ..line }.to_json()
        })
    }

    /// The lines from the `first`th on, with their keys.
    pub(crate) fn keyed_lines(&self, first: usize) -> Vec<KeyedLine> {
        self.lines.get(first..).unwrap_or_default().to_vec()
    }

    /// The last lines on stderr of the bots that had a fault in a game, by seat.
    pub(crate) fn stderr(&self, game: &ListedGame) -> Vec<(u8, String)> {
        let is_it = |(unit, rotation, _): &(u64, u16, u8)| (*unit, *rotation) == (game.unit, game.rotation);
        let line = self.lines.iter().rev().find(|(key, _)| is_it(key));
        let line = line.and_then(|(_, text)| serde_json::from_str::<GameLine>(text).ok());
        line.map(|line| line.stderr).unwrap_or_default()
    }

    /// The games that count, in no order.
    pub(crate) fn counted_games(&self) -> impl Iterator<Item = &ListedGame> {
        let counted = self.tournament.counted_units();
        self.games.iter().filter(move |game| game.unit < counted)
    }

    /// All games that were played, also those that do not count yet, in the order in which they
    /// came.
    pub(crate) fn played_games(&self) -> &[ListedGame] {
        &self.games
    }

    /// The participants' names.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.description.match_spec.players.iter().map(|player| &*player.name).collect()
    }

    /// How many games count.
    pub(crate) fn counted(&self) -> u64 {
        self.tournament.counted_units() * self.description.games_of_unit()
    }

    /// Whether no game is left to play.
    pub(crate) fn is_over(&self) -> bool {
        self.description.is_imported || self.tournament.is_over()
    }

    /// The attempt at a rung of a ladder, if it is one.
    pub(crate) fn rung_attempt(&self) -> Option<&RungAttempt> {
        self.tournament.rung_attempt()
    }

    /// The failure of a bot because of which the series pauses, if it does: then it is over until its
    /// description says otherwise.
    pub(crate) fn repeated_failure(&self) -> Option<&RepeatedFailure> {
        self.tournament.repeated_failure()
    }

    /// Whether all games are played, and more could decide the sequential test. Bots that always play
    /// the same decide nothing.
    pub(crate) fn can_be_decided(&self) -> bool {
        let Self { description, tournament, .. } = self;
        let is_played = tournament.is_over()
            && self.counted() == description.games
            && !description.is_imported
            && description.rung.is_none();
        let tally = self.tally();
        let is_varied = tally.repeated_units() + 1 < tally.units();
        let verdict = description.test.sprt().zip(tally.pairs()).map(|(rule, pairs)| rule.verdict(pairs));
        let is_undecided = verdict == Some(SprtVerdict::Continue);
        description.is_comparison() && is_played && is_varied && is_undecided && description.games < DECIDED_GAMES_MAX
    }

    /// Builds the series again from its lines: games that were handed out and have no result are
    /// handed out once more.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub(crate) fn rebuild(self) -> Result<Self, String> {
        let lines = self.lines.into_iter().map(|(_, line)| line).collect();
        Self::with_lines(self.description, lines)
    }
}

impl ListedResult {
    fn for_seat(places: &[u8], seat: usize) -> Self {
        match (places.get(seat), places.iter().filter(|&&place| place == 1).count()) {
            (Some(1), 1) => Self::Won,
            (Some(1), _) => Self::Drawn,
            _ => Self::Lost,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
