//! The journal of a tournament: what an organiser changed while it was played, and what follows for
//! its games. Knows no store and no clock.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::participant::Participant;
use super::schedule::GameId;
use super::tally::{GameResult, PlayedGame};

/// An entry of a journal. Serialised in stores: names must not change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// When it was made, in UTC: `2026-12-01T09:30:00Z`.
    pub time: String,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was changed.
    #[serde(flatten)]
    pub change: JournalChange,
}

/// A change of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum JournalChange {
    /// A bot takes part that was not there before: it plays the first rounds against the others, and
    /// all others with them.
    Join {
        /// The bot.
        bot: Participant,
        /// How many rounds had begun.
        rounds: u64,
    },
    /// A bot takes part from a unit on, in a tournament in which nobody owes games.
    Enter {
        /// The bot.
        bot: Participant,
        /// The unit.
        unit: u64,
    },
    /// The files of a bot have changed: its earlier games count for the new version.
    Replace {
        /// The bot.
        bot: Participant,
        /// The SHA-256 of the files before.
        before: Vec<String>,
        /// The SHA-256 of the files from then on.
        after: Vec<String>,
    },
    /// A bot plays no more.
    Withdraw {
        /// The bot.
        bot: Participant,
        /// The first unit that did not count yet.
        unit: u64,
    },
    /// A bot is disqualified.
    Disqualify {
        /// The bot.
        bot: Participant,
        /// The first unit that did not count yet.
        unit: u64,
        /// For whom its games count.
        games: DisqualifiedGames,
    },
    /// A game does not count, and neither does its unit.
    Annul {
        /// The game.
        game: GameId,
    },
    /// A game is played again.
    PlayAgain {
        /// The game.
        game: GameId,
        /// How many attempts at it were kept: none of them counts.
        attempts: usize,
    },
}

/// What becomes of the games of a disqualified bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisqualifiedGames {
    /// They count for nobody.
    Dropped,
    /// It has lost all that count already: the others move up.
    Lost,
}

impl JournalEntry {
    /// The entry as a sentence, without its time and its full stop. `name` is how a host writes a
    /// participant, counted from 0; a unit has this many games.
    pub fn text(&self, name: &dyn Fn(usize) -> String, rotations: usize) -> String {
        let name = |bot: &Participant| name(bot.index());
        let text = match &self.change {
            JournalChange::Join { bot, rounds: 0 } => format!("{} takes part", name(bot)),
            JournalChange::Join { bot, rounds } => {
                format!("{} takes part, and plays the first {rounds} rounds too", name(bot))
            }
            JournalChange::Enter { bot, unit } => {
                let game = GameId { unit: *unit, rotation: 0 };
                format!("{} takes part from game {} on", name(bot), game.number(rotations))
            }
            JournalChange::Replace { bot, .. } => {
                format!("{} has a new version, for which its earlier games count", name(bot))
            }
            JournalChange::Withdraw { bot, .. } => format!("{} is withdrawn: it plays no more", name(bot)),
            JournalChange::Disqualify { bot, games: DisqualifiedGames::Dropped, .. } => {
                format!("{} is disqualified: its games count for nobody", name(bot))
            }
            JournalChange::Disqualify { bot, games: DisqualifiedGames::Lost, .. } => {
                format!("{} is disqualified: it has lost its games", name(bot))
            }
            JournalChange::Annul { game } => format!("game {} is annulled", game.number(rotations)),
            JournalChange::PlayAgain { game, .. } => format!("game {} is played again", game.number(rotations)),
        };
        match &self.reason {
            Some(reason) => format!("{text} ({reason})"),
            None => text,
        }
    }
}

/// What follows from a journal for the games of its tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Amendments {
    /// How many rounds had begun when each late bot came, each of which may be a unit.
    late: Vec<u64>,
    /// The first unit of each bot that does not count.
    ends: BTreeMap<Participant, u64>,
    losers: BTreeSet<Participant>,
    annulled: BTreeMap<GameId, Option<String>>,
    superseded: BTreeMap<GameId, usize>,
}

impl Amendments {
    /// What follows from these entries, in their order.
    pub fn new(entries: &[JournalEntry]) -> Self {
        let mut all = Self::default();
        for JournalEntry { reason, change, .. } in entries {
            match change {
                JournalChange::Join { rounds: first, .. } | JournalChange::Enter { unit: first, .. } => {
                    all.late.push(*first);
                }
                JournalChange::Replace { .. } => {}
                JournalChange::Withdraw { bot, unit } => all.end(*bot, *unit),
                JournalChange::Disqualify { bot, games: DisqualifiedGames::Dropped, .. } => all.end(*bot, 0),
                JournalChange::Disqualify { bot, unit, games: DisqualifiedGames::Lost } => {
                    all.end(*bot, *unit);
                    all.losers.insert(*bot);
                }
                JournalChange::Annul { game } => {
                    all.annulled.insert(*game, reason.clone());
                }
                JournalChange::PlayAgain { game, attempts } => {
                    all.annulled.remove(game);
                    all.superseded.insert(*game, *attempts);
                }
            }
        }
        all
    }

    fn end(&mut self, bot: Participant, unit: u64) {
        let end = self.ends.entry(bot).or_insert(unit);
        *end = unit.min(*end);
    }

    /// Whether nothing was changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// How many rounds had begun when each late bot came, in the order in which they came.
    pub fn late(&self) -> &[u64] {
        &self.late
    }

    /// Whether a unit of these participants is neither played nor counted.
    pub fn excludes(&self, unit: u64, participants: &[Participant]) -> bool {
        !self.ends.is_empty() && participants.iter().any(|bot| self.ends.get(bot).is_some_and(|end| unit >= *end))
    }

    /// Whether some units are excluded.
    pub fn excludes_any(&self) -> bool {
        !self.ends.is_empty()
    }

    /// Whether a participant plays no more.
    pub fn has_ended(&self, bot: Participant) -> bool {
        self.ends.contains_key(&bot)
    }

    /// How many attempts at a game count no more, the first ones.
    pub fn superseded(&self, game: GameId) -> usize {
        self.superseded.get(&game).copied().unwrap_or(0)
    }

    /// Why a game is annulled, if it is.
    pub fn annulment(&self, game: GameId) -> Option<String> {
        self.annulled.get(&game).map(|reason| match reason {
            Some(reason) => format!("annulled: {reason}"),
            None => "annulled".to_owned(),
        })
    }

    /// The result as it counts, of a game of these participants by seat.
    pub fn amend<'a>(&self, result: &'a GameResult, seats: &[Participant]) -> Cow<'a, GameResult> {
        match result {
            GameResult::Played(played) if seats.iter().any(|bot| self.losers.contains(bot)) => {
                let has_lost = |seat: usize| self.losers.contains(&seats[seat]);
                Cow::Owned(GameResult::Played(PlayedGame {
                    places: move_behind(&played.places, has_lost),
                    ..played.clone()
                }))
            }
            _ => Cow::Borrowed(result),
        }
    }
}

/// The places of seats, of which some are moved behind all others, where they are level.
fn move_behind(places: &[u8], is_moved: impl Fn(usize) -> bool) -> Vec<u8> {
    let others = || (0..places.len()).filter(|seat| !is_moved(*seat));
    let place = |seat: usize| {
        let before = others().filter(|&other| is_moved(seat) || places[other] < places[seat]).count();
        1 + before as u8
    };
    (0..places.len()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(change: JournalChange) -> JournalEntry {
        JournalEntry { time: "2026-12-01T09:30:00Z".to_owned(), reason: Some("it cheats".to_owned()), change }
    }

    fn bot(index: usize) -> Participant {
        Participant::new(index)
    }

    const GAME: GameId = GameId { unit: 3, rotation: 1 };

    #[test]
    fn entries_are_read_as_they_are_written() {
        let all = [
            JournalChange::Join { bot: bot(3), rounds: 2 },
            JournalChange::Enter { bot: bot(3), unit: 7 },
            JournalChange::Replace { bot: bot(0), before: vec!["a".to_owned()], after: vec!["b".to_owned()] },
            JournalChange::Withdraw { bot: bot(1), unit: 7 },
            JournalChange::Disqualify { bot: bot(1), unit: 7, games: DisqualifiedGames::Lost },
            JournalChange::Annul { game: GAME },
            JournalChange::PlayAgain { game: GAME, attempts: 1 },
        ];
        for change in all {
            let text = serde_json::to_string(&entry(change.clone())).expect("text keys");
            assert_eq!(serde_json::from_str::<JournalEntry>(&text).expect("an entry"), entry(change), "{text}");
        }
        let text = serde_json::to_value(entry(JournalChange::Withdraw { bot: bot(1), unit: 7 })).expect("text keys");
        let expected = r#"{"time":"2026-12-01T09:30:00Z","reason":"it cheats","change":"withdraw","bot":1,"unit":7}"#;
        assert_eq!(text, serde_json::from_str::<serde_json::Value>(expected).expect("JSON"));
    }

    #[test]
    fn entries_are_sentences() {
        let name = |index: usize| format!("bot {index}");
        let text = |change| entry(change).text(&name, 2);
        assert_eq!(text(JournalChange::Annul { game: GAME }), "game 8 is annulled (it cheats)");
        assert_eq!(text(JournalChange::Enter { bot: bot(3), unit: 7 }), "bot 3 takes part from game 15 on (it cheats)");
        let lost = JournalChange::Disqualify { bot: bot(2), unit: 0, games: DisqualifiedGames::Lost };
        assert_eq!(text(lost), "bot 2 is disqualified: it has lost its games (it cheats)");
    }

    #[test]
    fn units_of_a_bot_end_with_it() {
        let withdraw = entry(JournalChange::Withdraw { bot: bot(1), unit: 5 });
        let amendments = Amendments::new(std::slice::from_ref(&withdraw));
        assert!(amendments.excludes(5, &[bot(0), bot(1)]) && !amendments.excludes(4, &[bot(0), bot(1)]));
        assert!(!amendments.excludes(9, &[bot(0), bot(2)]) && amendments.has_ended(bot(1)));
        let drop = entry(JournalChange::Disqualify { bot: bot(1), unit: 9, games: DisqualifiedGames::Dropped });
        assert!(Amendments::new(&[withdraw, drop]).excludes(0, &[bot(1), bot(0)]));
        assert!(Amendments::new(&[]).is_empty());
    }

    #[test]
    fn a_game_that_is_played_again_is_not_annulled() {
        let annul = entry(JournalChange::Annul { game: GAME });
        let again = entry(JournalChange::PlayAgain { game: GAME, attempts: 2 });
        let amendments = Amendments::new(std::slice::from_ref(&annul));
        assert_eq!(amendments.annulment(GAME).as_deref(), Some("annulled: it cheats"));
        let amendments = Amendments::new(&[annul, again]);
        assert_eq!((amendments.annulment(GAME), amendments.superseded(GAME)), (None, 2));
    }

    #[test]
    fn who_has_lost_is_behind_all_others() {
        let moved = |places: &[u8], seats: &[usize]| move_behind(places, |seat| seats.contains(&seat));
        assert_eq!(moved(&[1, 2], &[0]), [2, 1]);
        assert_eq!(moved(&[1, 1], &[0]), [2, 1]);
        assert_eq!(moved(&[1, 2, 2, 4], &[0]), [4, 1, 1, 3]);
        assert_eq!(moved(&[1, 2, 3, 4], &[0, 2]), [3, 1, 3, 2]);
        assert_eq!(moved(&[1, 2, 3], &[]), [1, 2, 3]);
    }
}
