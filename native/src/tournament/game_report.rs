//! The report that is kept of a game: its result, its times, the game itself, and the stderr of
//! failed bots.

use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::replay::MatchTerms;
use botyard_engine::tournament::{
    DIGEST_VERSION, FinishedGame, Format, GameDigest, GameId, GameLine, GameResult, Participant, ScheduledGame,
    VoidReason,
};
use botyard_host::HostError;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The report that is kept of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameReport {
    /// The game's id.
    pub id: GameId,
    /// The seed of the match.
    pub seed: u64,
    /// The participant in each seat.
    pub seats: Vec<Participant>,
    /// The result.
    pub result: GameResult,
    /// The number of turns.
    pub turns: usize,
    /// The duration of the game, in real time.
    pub duration: Duration,
    /// The payload of its link, or if that would be too long, the replay file.
    pub replay: Option<String>,
    /// The end of the stderr of each bot with a fault, by its seat.
    pub stderr: Vec<(u8, String)>,
    /// The run that made it void, if a bot's run did.
    pub void_run: Option<VoidRun>,
    /// The worker of a fleet that played it; `None` if this computer did.
    pub worker: Option<String>,
}

/// What the lines of all games of a tournament have from it.
#[derive(Debug, Clone, Copy)]
pub struct LineContext<'a> {
    /// The game's name in the catalogue.
    pub game: &'a str,
    /// The format.
    pub format: Format,
    /// The names of all participants.
    pub names: &'a [String],
    /// The time limit of an answer.
    pub limit: Option<Duration>,
    /// The terms of the bots, with those that participants have for themselves.
    pub terms: &'a MatchTerms,
}

/// The run of a bot that made a game void: a module ran for much more real time than its virtual
/// time accounts for. No player has lost, but a bot that does it again may do so on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StoredVoidRun", from = "StoredVoidRun")]
pub struct VoidRun {
    /// The participant whose run it was.
    pub participant: Participant,
    /// Which of its runs in that game, counted from 1.
    pub run: u32,
    /// The real time that it used.
    pub worked: Duration,
}

/// A [`VoidRun`] as a store holds it.
#[derive(Serialize, Deserialize)]
struct StoredVoidRun {
    bot: Participant,
    run: u32,
    worked_ns: u64,
}

impl From<VoidRun> for StoredVoidRun {
    fn from(VoidRun { participant, run, worked }: VoidRun) -> Self {
        Self { bot: participant, run, worked_ns: u64::try_from(worked.as_nanos()).unwrap_or(u64::MAX) }
    }
}

impl From<StoredVoidRun> for VoidRun {
    fn from(StoredVoidRun { bot, run, worked_ns }: StoredVoidRun) -> Self {
        Self { participant: bot, run, worked: Duration::from_nanos(worked_ns) }
    }
}

impl VoidRun {
    /// The run that made this game void; `None` if no bot's run was the reason.
    pub fn from_error(scheduled: &ScheduledGame, why: &HostError) -> Option<Self> {
        let HostError::Void(void) = why else { return None };
        let participant = *scheduled.seats.get(void.seat.index())?;
        Some(Self { participant, run: void.run.number() + 1, worked: void.worked })
    }

    /// Why a game is void, with the names of the participants: because of this run, or, if no bot's
    /// run was the reason, because the host could not begin the game.
    pub fn reason(void_run: Option<Self>, names: &[String]) -> VoidReason {
        match void_run {
            Some(Self { participant, worked, .. }) => VoidReason::of_run(&names[participant.index()], worked),
            None => VoidReason::of_host("a bot's run could not be started, because memory or files had run out"),
        }
    }
}

/// Makes the digest that distinguishes a game from others.
pub fn hash_identity(identity: &[u8]) -> GameDigest {
    GameDigest::of_sha256(Sha256::digest(identity).into())
}

impl GameReport {
    /// The report on a match; `None` if it has no outcome.
    pub fn from_match(scheduled: &ScheduledGame, game: &dyn AnyMatch, duration: Duration) -> Option<Self> {
        let finished = FinishedGame::from_match(game)?;
        let digest = hash_identity(&finished.identity(game));
        let replay = finished.link.clone().unwrap_or_else(|| game.replay().to_string());
        let stderr = finished.stderr(game);
        Some(Self {
            id: scheduled.id,
            seed: scheduled.seed,
            seats: scheduled.seats.clone(),
            turns: finished.turns,
            result: finished.into_result(digest),
            duration,
            replay: Some(replay),
            stderr,
            void_run: None,
            worker: None,
        })
    }

    /// The report as a line of JSON.
    pub fn to_line(&self, of: &LineContext<'_>) -> GameLine {
        let &LineContext { game, format, names, limit, terms } = of;
        let name = |participant: &Participant| names[participant.index()].clone();
        GameLine {
            game: game.to_owned(),
            format: Some(format),
            unit: self.id.unit,
            rotation: self.id.rotation,
            seed: self.seed,
            players: self.seats.iter().map(name).collect(),
            result: self.result.clone(),
            digest_version: DIGEST_VERSION,
            turns: self.turns,
            duration: self.duration,
            limit,
            seat_terms: terms.seated(self.seats.iter().map(|participant| participant.index())).seats,
            replay: self.replay.clone(),
            stderr: self.stderr.clone(),
            void_reason: (self.result == GameResult::Void).then(|| VoidRun::reason(self.void_run, names)),
        }
    }

    /// The report on a game that the host could not play.
    pub fn void(scheduled: &ScheduledGame, why: &HostError, duration: Duration) -> Self {
        Self {
            id: scheduled.id,
            seed: scheduled.seed,
            seats: scheduled.seats.clone(),
            result: GameResult::Void,
            turns: 0,
            duration,
            replay: None,
            stderr: Vec::new(),
            void_run: VoidRun::from_error(scheduled, why),
            worker: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::anymatch::{MatchSpec, open};
    use botyard_engine::referee::host::Output;
    use botyard_engine::replay::{PlayerInfo, PlayerKind};
    use botyard_host::VoidMatch;

    use super::*;

    #[test]
    fn a_void_run_is_told_by_its_bot_and_number() {
        let player =
            |name: &str| PlayerInfo { name: name.to_owned(), kind: PlayerKind::Executable, ..PlayerInfo::default() };
        let (settings, terms) = Default::default();
        let players = vec![player("a"), player("b")];
        let match_spec = MatchSpec { game: "connect-four".to_owned(), settings, seed: 1, players, terms };
        let mut game = open(&match_spec, None, Duration::ZERO).expect("a match");
        game.poll();
        let Some(Output::Start(run, seat)) = game.poll() else { panic!("the second bot is started") };
        let worked = Duration::from_secs(61);
        let seats = vec![Participant::new(4), Participant::new(2)];
        let id = GameId { unit: 0, rotation: 0 };
        let scheduled = ScheduledGame { id, round: 0, seed: 1, seats };
        let void = VoidRun::from_error(&scheduled, &HostError::Void(VoidMatch { seat, run, worked }));
        assert_eq!(void, Some(VoidRun { participant: Participant::new(2), run: 1, worked }));
        assert_eq!(VoidRun::from_error(&scheduled, &HostError::Stuck), None);
    }
}
