//! The messages of submitters and workers, as JSON. Each is checked against [`limits`] and for
//! contradictions when it is received. Knows no subjects.

use std::collections::{BTreeMap, HashSet};

use botyard_engine::replay::MatchTerms;
use botyard_engine::tournament::{GameId, GameResult, Participant, ScheduledGame};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::left_out_reason::LeftOutReason;
use crate::limits;
use crate::names::{Capability, Token, Versions};
use crate::ticket::Ticket;
use crate::trouble::ServerTrouble;

/// Games to be played by one worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The submitter's versions.
    pub versions: Versions,
    /// The tournament that has these games.
    pub tournament: Token,
    /// The batch's number in the tournament.
    pub batch: u64,
    /// The ticket, which the batch's answers repeat.
    pub ticket: Ticket,
    /// The game's name in the catalogue.
    pub game: String,
    /// The terms under which the bots play. Those of seats are the participants' own.
    pub terms: MatchTerms,
    /// The bots that play these games.
    pub bots: Vec<SentBot>,
    /// How matches start: complete settings of a match, in the file form of replays.
    pub settings: Vec<Value>,
    /// The games.
    pub games: Vec<SentGame>,
}

/// A bot that the bucket has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentBot {
    /// The participant that this bot is.
    pub participant: Participant,
    /// The bot's name for people, as in records.
    pub name: String,
    /// The kind of bot.
    pub kind: BotKind,
    /// The SHA-256 of the bot's bytes in the bucket, in hexadecimal digits.
    pub sha256: String,
}

/// The kind of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotKind {
    /// A module, with what is attached to it.
    Module,
    /// An executable file.
    Executable,
}

/// A game of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentGame {
    /// The game as the schedule has it.
    pub scheduled: ScheduledGame,
    /// The index of its settings in the batch's list.
    pub settings: u16,
}

/// A part of a worker's answer to a batch, as it is sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SentAnswer {
    /// The ticket of the batch.
    pub ticket: Ticket,
    /// The answer.
    pub answer: BatchAnswer,
}

/// A part of a worker's answer to a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BatchAnswer {
    /// The results of games.
    Games(Vec<AnsweredGame>),
    /// The worker cannot play this batch: a clause with the reason.
    Refused(String),
    /// One of these games may have ended other workers: send them one by one.
    Split,
    /// The worker has not begun the batch and will not: send it again unchanged.
    Returned,
}

/// How a game of a batch ended. The submitter knows its seats and its seed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnsweredGame {
    /// The game's number in the tournament.
    pub id: GameId,
    /// How it ended.
    pub result: GameResult,
    /// How many turns it had.
    pub turns: u32,
    /// How long it was played on the worker, in nanoseconds.
    pub duration_ns: u64,
    /// The payload of its link, or its replay file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// The end of the stderr of each bot with a fault, by its seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<(u8, String)>,
    /// The bot's run that made the game void: the seat's participant, the run's number from 1, and
    /// nanoseconds of work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void_run: Option<(Participant, u32, u64)>,
}

/// A worker's status, as it reports it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// The worker's versions.
    pub versions: Versions,
    /// The number of games that it plays at once.
    pub threads: u16,
    /// Its system and processor.
    pub system: Token,
    /// Whether it plays executables.
    pub allows_executables: bool,
    /// The batches that it holds.
    pub playing: Vec<(Token, u64)>,
    /// How many games it has played.
    pub games: u64,
    /// How many batches it has refused.
    pub refused: u64,
    /// How many games its computer could not play.
    pub void: u64,
    /// The restrictions of executables that its computer lacks, as `botyard doctor` names them;
    /// `None` if it could not find out.
    #[serde(default)]
    pub missing_restrictions: Option<Vec<String>>,
    /// The sentence with which it last refused a batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_refusal: Option<String>,
    /// The trouble that keeps the server from taking its answers, or from giving out batches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<ServerTrouble>,
    /// A random number that identifies this worker, whatever its name.
    #[serde(default)]
    pub instance: u64,
    /// The time since its start, in seconds.
    #[serde(default)]
    pub uptime_s: u64,
}

impl WorkerStatus {
    /// Whether it can play batches of this kind.
    pub fn can_play(&self, kind: &Capability) -> bool {
        match kind {
            Capability::Modules => true,
            Capability::Executables(system) => self.allows_executables && self.system == *system,
            Capability::Sandboxed(system) => {
                let is_whole = self.missing_restrictions.as_ref().is_some_and(Vec::is_empty);
                self.allows_executables && self.system == *system && is_whole
            }
        }
    }

    /// If it could play batches of this kind but for the whole sandbox that they require: why it
    /// cannot, as a clause.
    pub fn why_not_sandboxed(&self, kind: &Capability) -> Option<String> {
        let Capability::Sandboxed(system) = kind else { return None };
        if self.can_play(kind) || !self.can_play(&Capability::Executables(system.clone())) {
            return None;
        }
        Some(match &self.missing_restrictions {
            Some(missing) => format!("its sandbox lacks {}", missing.join(", ")),
            None => "it does not know what its sandbox lacks".to_owned(),
        })
    }
}

/// A submitter's report on its tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentStatus {
    /// The submitter's versions.
    pub versions: Versions,
    /// The game's name in the catalogue.
    pub game: String,
    /// The number of games with a result.
    pub games: u64,
    /// The number of all games; of a tournament without an end, of those with a result.
    pub of: u64,
    /// The number of games that workers have, or that wait for one.
    pub sent: u64,
    /// How many were played again and compared.
    pub audited: u64,
    /// The workers whose results are not taken.
    pub left_out: Vec<Token>,
    /// Why each of them is left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out_reasons: BTreeMap<Token, LeftOutReason>,
    /// Whether it has ended.
    pub is_over: bool,
}

/// Why a message is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is longer than such a message may be.
    #[error("it has {found} bytes, and may have {most}")]
    TooLong {
        /// How many bytes it has.
        found: usize,
        /// The limit, in bytes.
        most: usize,
    },
    /// It is not JSON of this kind.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It contradicts itself or a limit: a clause.
    #[error("{0}")]
    Invalid(String),
}

/// A message, as programs send it.
pub trait FleetMessage: Serialize + DeserializeOwned {
    /// The most bytes it may have.
    const BYTES: usize;

    /// Refuses a message that contradicts itself or a limit.
    ///
    /// # Errors
    /// What is wrong.
    fn check(&self) -> Result<(), MessageError>;

    /// Reads a message.
    ///
    /// # Errors
    /// If it is too long, unreadable or invalid.
    fn read(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > Self::BYTES {
            return Err(MessageError::TooLong { found: bytes.len(), most: Self::BYTES });
        }
        let message: Self = serde_json::from_slice(bytes).map_err(|why| MessageError::Unreadable(why.to_string()))?;
        message.check()?;
        Ok(message)
    }

    /// The bytes of the message, as they are sent.
    fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("messages have text keys only")
    }
}

fn demand(is_so: bool, what: &str) -> Result<(), MessageError> {
    if is_so { Ok(()) } else { Err(MessageError::Invalid(what.to_owned())) }
}

impl FleetMessage for Batch {
    const BYTES: usize = limits::BATCH_BYTES;

    fn check(&self) -> Result<(), MessageError> {
        demand((1..=limits::GAMES).contains(&self.games.len()), "it has no games or too many")?;
        demand((1..=limits::BOTS).contains(&self.bots.len()), "it has no bots or too many")?;
        demand(self.game.len() <= limits::NAME_BYTES, "its game's name is too long")?;
        let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        demand(self.bots.iter().all(|bot| is_hash(&bot.sha256)), "a bot's hash is not a SHA-256")?;
        demand(self.bots.iter().all(|bot| bot.name.len() <= limits::NAME_BYTES), "a bot's name is too long")?;
        let bots: HashSet<_> = self.bots.iter().map(|bot| bot.participant).collect();
        demand(bots.len() == self.bots.len(), "a participant has two bots")?;
        let has_seats = |game: &SentGame| {
            let seats = &game.scheduled.seats;
            (1..=usize::from(u8::MAX)).contains(&seats.len()) && seats.iter().all(|seat| bots.contains(seat))
        };
        demand(self.games.iter().all(has_seats), "a game has a seat without a bot")?;
        let has_settings = |game: &SentGame| usize::from(game.settings) < self.settings.len();
        demand(self.games.iter().all(has_settings), "a game has no settings")
    }
}

impl BatchAnswer {
    /// A word for this kind of answer, for logs and notes.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Games(_) => "games",
            Self::Refused(_) => "refused",
            Self::Split => "split",
            Self::Returned => "returned",
        }
    }
}

impl FleetMessage for SentAnswer {
    const BYTES: usize = limits::ANSWER_BYTES;

    fn check(&self) -> Result<(), MessageError> {
        match &self.answer {
            BatchAnswer::Games(games) => {
                demand((1..=limits::GAMES).contains(&games.len()), "it has no games or too many")?;
                games.iter().try_for_each(AnsweredGame::check)
            }
            BatchAnswer::Refused(why) => demand(why.len() <= limits::SENTENCE_BYTES, "its reason is too long"),
            BatchAnswer::Split | BatchAnswer::Returned => Ok(()),
        }
    }
}

impl AnsweredGame {
    fn check(&self) -> Result<(), MessageError> {
        let replay = self.replay.as_ref().map_or(0, String::len);
        demand(replay <= limits::REPLAY_BYTES, "a replay is too long")?;
        let is_short = |(_, text): &(u8, String)| text.len() <= limits::STDERR_BYTES;
        demand(self.stderr.len() <= usize::from(u8::MAX) && self.stderr.iter().all(is_short), "stderr is too long")
    }
}

impl FleetMessage for WorkerStatus {
    const BYTES: usize = limits::STATUS_BYTES;

    fn check(&self) -> Result<(), MessageError> {
        demand(self.versions.program.len() <= limits::NAME_BYTES, "its version is too long")?;
        let missing = self.missing_restrictions.as_deref().unwrap_or_default();
        let is_short = |name: &String| name.len() <= limits::NAME_BYTES;
        demand(missing.len() <= limits::RESTRICTIONS && missing.iter().all(is_short), "it lacks too much")?;
        let refusal = self.last_refusal.as_ref().map_or(0, String::len);
        demand(refusal <= limits::SENTENCE_BYTES, "its refusal is too long")
    }
}

impl FleetMessage for TournamentStatus {
    const BYTES: usize = limits::STATUS_BYTES;

    fn check(&self) -> Result<(), MessageError> {
        demand(self.versions.program.len() <= limits::NAME_BYTES, "its version is too long")?;
        demand(self.game.len() <= limits::NAME_BYTES, "its game's name is too long")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch() -> Batch {
        let seats = vec![Participant::new(0), Participant::new(1)];
        let bot = |index| SentBot {
            participant: Participant::new(index),
            name: "a".to_owned(),
            kind: BotKind::Module,
            sha256: "0".repeat(64),
        };
        let id = GameId { unit: 0, rotation: 1 };
        Batch {
            versions: Versions::new("1", 1),
            tournament: Token::made_of("t"),
            batch: 3,
            ticket: Ticket::from_random(u64::MAX),
            game: "connect-four".to_owned(),
            terms: MatchTerms::default(),
            bots: vec![bot(0), bot(1)],
            settings: vec![Value::Null],
            games: vec![SentGame { scheduled: ScheduledGame { id, round: 0, seats, seed: 9 }, settings: 0 }],
        }
    }

    fn sent(answer: BatchAnswer) -> SentAnswer {
        SentAnswer { ticket: Ticket::from_random(u64::MAX), answer }
    }

    #[test]
    fn a_batch_is_read_as_it_was_written() {
        assert_eq!(Batch::read(&batch().write()), Ok(batch()));
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        type Change = fn(&mut Batch);
        let broken: [(&str, Change); 7] = [
            ("games", |batch| batch.games.clear()),
            ("too many", |batch| batch.games = vec![batch.games[0].clone(); limits::GAMES + 1]),
            ("SHA-256", |batch| batch.bots[0].sha256 = "../../etc/passwd".to_owned()),
            ("name", |batch| batch.bots[0].name = "x".repeat(limits::NAME_BYTES + 1)),
            ("two bots", |batch| batch.bots[0].participant = Participant::new(1)),
            ("seat", |batch| batch.games[0].scheduled.seats[0] = Participant::new(7)),
            ("settings", |batch| batch.games[0].settings = 1),
        ];
        for (what, change) in broken {
            let mut batch = batch();
            change(&mut batch);
            let why = Batch::read(&batch.write()).expect_err(what).to_string();
            assert!(why.contains(what), "{what}: {why}");
        }
        assert!(matches!(Batch::read(b"{}"), Err(MessageError::Unreadable(_))));
        let long = vec![b' '; limits::BATCH_BYTES + 1];
        assert!(matches!(Batch::read(&long), Err(MessageError::TooLong { .. })));
        let long = BatchAnswer::Refused("x".repeat(limits::SENTENCE_BYTES + 1));
        assert!(matches!(SentAnswer::read(&sent(long).write()), Err(MessageError::Invalid(_))));
        assert!(matches!(SentAnswer::read(&batch().write()), Err(MessageError::Unreadable(_))), "it is no answer");
    }
}
