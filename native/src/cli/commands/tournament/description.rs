//! The description of a tournament in its store: all that its results depend on. Frozen: stores are
//! read for ever.

use std::time::Duration;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::fault::FaultKind;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Waiting};
use botyard_engine::tournament::{
    Format, JournalChange, Participant, RepeatedFailure, Schedule, ScheduleError, Scoring, Tournament,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::match_starts::PositionsDescription;
use super::tournament_bots::BotDescription;

/// A tournament as a store describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentDescription {
    /// The game's name in the catalogue.
    pub game: String,
    /// The format: who meets whom.
    #[serde(default = "series")]
    pub format: Format,
    /// How many play together, if these are fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
    /// The bots, in the order of the command line.
    pub players: Vec<BotDescription>,
    /// The seed of the tournament.
    pub seed: u64,
    /// The terms of the bots. Those of seats are the bots' own, in the order of bots.
    pub terms: MatchTerms,
    /// The file of --positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<PositionsDescription>,
    /// The settings for seed 0, in place of the game's own options.
    pub settings: Value,
    /// How often a game is started until a failed start counts.
    #[serde(default = "one")]
    pub starts: usize,
    /// The number of rounds in each meeting, if it depends on that who meets whom next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knockout_rounds: Option<u64>,
    /// How many rounds are drawn, if results do not decide it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn_rounds: Option<usize>,
    /// The versions of the prices by which modules' time was counted, in the order of their first
    /// use: `[]` without modules, and in the first stores.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<u32>,
    /// What executables may do while they are not asked if the terms do not say it: the game's rule.
    /// Pondering without executables, and in stores of a time when none was stopped.
    #[serde(default, skip_serializing_if = "Waiting::is_first")]
    pub waiting: Waiting,
    /// The repeated failure because of which the tournament was not played on, if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
}

/// A repeated failure of a bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedBy {
    /// The bot's name.
    pub bot: String,
    /// Its fault in each game of a unit, by the rotation, and the number of turns of that game.
    pub faults: Vec<(FaultKind, usize)>,
}

impl StoppedBy {
    /// The failure of one of these bots.
    pub fn new(failure: &RepeatedFailure, names: &[String]) -> Self {
        Self { bot: names[failure.participant.index()].clone(), faults: failure.faults.clone() }
    }
}

/// The first stores had only series.
fn series() -> Format {
    Format::Series
}

fn one() -> usize {
    Scoring::Standard.starts()
}

impl TournamentDescription {
    /// Reads a store's description; `None` if it does not describe a tournament.
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }

    /// The schedule of the bots, of whom some came late, as far as this unit and some more.
    ///
    /// # Errors
    /// If there is none.
    pub fn schedule_until(&self, late: &[u64], unit: u64) -> Result<Schedule, ScheduleError> {
        let of_rounds = |rounds: u64| {
            let bots = self.players.len();
            let rounds = self.knockout_rounds.unwrap_or(rounds);
            let schedule = match self.seats {
                Some(seats) => Schedule::of_fields(bots, seats, rounds, self.seed),
                None => Schedule::with_drawn_rounds(self.format, bots, rounds, self.drawn_rounds, self.seed),
            };
            schedule?.with_late(late)
        };
        let least = late.iter().max().copied().unwrap_or(0).max(1);
        if self.format.is_endless() {
            return of_rounds(unit + 1);
        }
        let schedule = of_rounds(least)?;
        let lacking = (unit + 1).saturating_sub(schedule.units());
        if lacking == 0 || self.format.draws_rounds() {
            return Ok(schedule);
        }
        let of_round = of_rounds(least + 1)?.units() - schedule.units();
        of_rounds(least + lacking.div_ceil(of_round.max(1)))
    }

    /// The tournament before its first game, if its rounds are drawn by results: meetings, byes and places
    /// follow from them.
    pub fn drawn_tournament(&self, last_unit: u64) -> Option<Tournament> {
        let schedule = self.schedule_until(&[], last_unit).ok().filter(|schedule| schedule.drawn_rounds().is_some())?;
        Some(Tournament::new(schedule, None).with_starts(self.starts))
    }

    /// The description as a store has it.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a description has text keys only")
    }

    /// This description of a tournament that goes on, with the versions of the prices that its stored
    /// games have.
    #[must_use]
    pub fn with_prices_of(mut self, stored: &Self) -> Self {
        let earlier = stored.prices.iter().copied().filter(|version| !self.prices.contains(version));
        self.prices = earlier.chain(self.prices.iter().copied()).collect();
        self
    }

    /// Says that the stored games were, perhaps, not counted by the prices of the next ones, which
    /// are described here; `None` if they were.
    pub fn note_on_prices(&self, stored: &Self) -> Option<String> {
        let now = self.prices.last().filter(|_| self.prices != stored.prices)?;
        let then = match &stored.prices[..] {
            [] => "by an earlier version of the prices".to_owned(),
            versions => {
                let versions: Vec<_> = versions.iter().map(u32::to_string).collect();
                format!("by prices version {}", versions.join(", "))
            }
        };
        Some(format!(
            "the time of modules was counted {then} in the stored games, and is counted by version {now} from now on: a bot \
             may run out of time at another point"
        ))
    }

    /// Says that the next games, which are described here, stop executables that wait, and the stored
    /// ones did not, because the game had no such rule; `None` if it had.
    pub fn note_on_waiting(&self, stored: &Self) -> Option<String> {
        (self.may_do_waiting() != stored.may_do_waiting()).then(|| {
            "executables that were not asked could think in the stored games, and are stopped from now on: a bot that uses \
             this is weaker (pass --ponder to let it think)"
                .to_owned()
        })
    }

    fn may_do_waiting(&self) -> Waiting {
        self.terms.waiting.unwrap_or(self.waiting)
    }

    /// The terms without what is compared by itself.
    fn terms_but_waiting(&self) -> MatchTerms {
        MatchTerms { waiting: None, ..self.terms.clone() }
    }

    /// How many seats a game has.
    fn seats_of_game(&self) -> usize {
        self.seats.unwrap_or_else(|| self.format.seats(self.players.len()))
    }

    /// How many games a unit has.
    pub fn rotations(&self) -> usize {
        self.format.rotations(self.seats_of_game())
    }

    /// The time limit of an answer of bots without one of their own; `None` if the settings are not those of the game.
    pub fn limit(&self) -> Option<Duration> {
        let match_spec = MatchSpec {
            game: self.game.clone(),
            settings: self.settings.clone(),
            seed: self.seed,
            players: vec![PlayerInfo::default(); self.seats_of_game()],
            terms: self.terms.clone(),
        };
        match_spec.limits().ok().map(|limits| limits.turn)
    }

    /// The bots whose files differ from the stored ones.
    pub fn changed(&self, stored: &Self) -> Vec<usize> {
        let pairs = self.players.iter().zip(&stored.players).enumerate();
        pairs.filter(|(_, (own, stored))| own != stored).map(|(index, _)| index).collect()
    }

    /// What the journal says of bots that are new, or whose files have changed. `late` is how many
    /// rounds had begun when each late bot came.
    pub fn changes_since(&self, stored: &Self, late: &[u64]) -> Vec<JournalChange> {
        let sha256 = |description: &Self, index: usize| description.players[index].sha256.clone();
        let replace = self.changed(stored).into_iter().map(|index| JournalChange::Replace {
            bot: Participant::new(index),
            before: sha256(stored, index),
            after: sha256(self, index),
        });
        let first_late = self.players.len() - late.len();
        let join = (stored.players.len()..self.players.len()).map(|index| {
            let (bot, begun) = (Participant::new(index), late[index - first_late]);
            match self.format.is_endless() {
                true => JournalChange::Enter { bot, unit: begun },
                false => JournalChange::Join { bot, rounds: begun },
            }
        });
        replace.chain(join).collect()
    }

    /// Checks that this tournament is the stored one, except for the content of the bots' files.
    ///
    /// # Errors
    /// What differs, and what to do.
    pub fn check_same(&self, stored: &Self) -> Result<(), String> {
        let names = |description: &Self| -> Vec<String> {
            description.players.iter().map(|player| player.name.clone()).collect()
        };
        if self.game != stored.game {
            return Err(format!("the stored games are of {}, not of {}", stored.game, self.game));
        }
        let are_same = match self.format.takes_late() {
            // The others come late.
            true => names(self).starts_with(&names(stored)),
            false => names(self) == names(stored),
        };
        if !are_same {
            let (stored, own) = (names(stored).join(", "), names(self).join(", "));
            return Err(format!("the stored games are of other bots: {stored}, not {own}"));
        }
        for (what, is_same) in [
            ("format", self.format == stored.format),
            ("number of seats", self.seats == stored.seats),
            ("seed", self.seed == stored.seed),
            ("time limit or clock", self.terms_but_waiting() == stored.terms_but_waiting()),
            (
                "rule for executables that wait (--ponder, --stop-waiting)",
                self.may_do_waiting() == stored.may_do_waiting()
                    || self.terms.waiting.or(stored.terms.waiting).is_none(),
            ),
            ("file of --positions", self.positions == stored.positions),
            ("game's settings", self.settings == stored.settings),
            ("number of starts (--scoring)", self.starts == stored.starts),
            ("number of games for each meeting", self.knockout_rounds == stored.knockout_rounds),
            ("number of rounds", self.drawn_rounds == stored.drawn_rounds),
        ] {
            if !is_same {
                return Err(format!("the stored games have another {what}: use its options, or start in another file"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(prices: &[u32]) -> TournamentDescription {
        let text = r#"{"game":"connect-four","players":[],"seed":1,"terms":{},"settings":null}"#;
        TournamentDescription { prices: prices.to_vec(), ..serde_json::from_str(text).expect("the first stores") }
    }

    #[test]
    fn other_prices_are_said_and_kept() {
        let check = |own: &[u32], stored: &[u32], kept: &[u32], said: Option<&str>| {
            let (own, stored) = (description(own), description(stored));
            let next = own.with_prices_of(&stored);
            assert_eq!(next.prices, kept);
            let note = next.note_on_prices(&stored);
            assert_eq!(note.is_some(), said.is_some(), "{note:?}");
            assert!(note.unwrap_or_default().contains(said.unwrap_or_default()));
        };
        check(&[5], &[5], &[5], None);
        check(
            &[5],
            &[4],
            &[4, 5],
            Some("counted by prices version 4 in the stored games, and is counted by version 5"),
        );
        check(&[6], &[4, 5], &[4, 5, 6], Some("by prices version 4, 5"));
        check(&[5], &[], &[5], Some("by an earlier version of the prices"));
        // It was said when that version came.
        check(&[5], &[4, 5], &[4, 5], None);
        check(&[], &[], &[], None);
    }

    /// A store of Stratego of before the rule that waiting bots are stopped went on under it, and
    /// nothing was said.
    #[test]
    fn another_rule_for_waiting_executables_is_said_or_refused() {
        let of = |waiting: Waiting, stated: Option<Waiting>| {
            let description = description(&[]);
            let terms = MatchTerms { waiting: stated, ..description.terms };
            TournamentDescription { waiting, terms, ..description }
        };
        let (ponders, stopped) = (Waiting::Pondering, Waiting::Stopped);
        for (own, stored, is_same, is_said) in [
            (of(stopped, None), of(ponders, None), true, true),
            (of(stopped, None), of(stopped, None), true, false),
            (of(stopped, Some(ponders)), of(ponders, None), true, false),
            (of(stopped, Some(ponders)), of(stopped, None), false, true),
            (of(ponders, Some(stopped)), of(ponders, None), false, true),
            (of(ponders, Some(stopped)), of(ponders, Some(stopped)), true, false),
        ] {
            let found = (own.check_same(&stored).is_ok(), own.note_on_waiting(&stored).is_some());
            assert_eq!(found, (is_same, is_said), "{own:?} {stored:?}");
        }
        let first = serde_json::to_value(of(ponders, None)).expect("text keys");
        assert_eq!(first.get("waiting"), None, "as in the first stores");
    }
}
