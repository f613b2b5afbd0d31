//! The result that a game must have by its replay and the rules alone, for results that other
//! computers report, and for lines that may have been changed. Knows nothing that only the bots
//! decide: whether a fault is true, times, stderr.

use super::finished_game::FinishedGame;
use super::game_identity;
use super::game_line::GameLine;
use super::tally::{GameDigest, GameResult, PlayedGame};
use crate::anymatch::MatchSpec;
use crate::catalog::{self, Playable, Visitor};
use crate::replay::link::{self, LinkReadError};
use crate::replay::{PlayerInfo, RangeDecoder, RangeEncoder, Replay, link_name};

/// A game by its replay and the rules.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayedGame {
    finished: FinishedGame,
    identity: Vec<u8>,
}

/// Why a replay is not that of the reported game, as a clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FalseReplay {
    /// It is no replay of this game: the reason.
    #[error("its replay cannot be read: {0}")]
    Unreadable(String),
    /// A newer version wrote it, or reading it would take long: the reason.
    #[error("its replay cannot be read: {0}")]
    Unread(String),
    /// Its turns are against the rules: the reason.
    #[error("its replay is against the rules: {0}")]
    AgainstRules(String),
    /// It is of other players, of another seed, or of other settings.
    #[error("its replay is of another match")]
    OtherMatch,
    /// The match has no outcome.
    #[error("its replay ends before the match does")]
    NotOver,
    /// The result differs from that of the replay: the part that does.
    #[error("its {0} not those of its replay")]
    OtherResult(&'static str),
}

impl ReplayedGame {
    /// Plays the turns of `replay`, which is the payload of a link or a replay file. `None` if it
    /// is a link that names its bots, which has no turns.
    ///
    /// # Errors
    /// If it is not a complete match that was started as `spec` says.
    pub fn from_replay(spec: &MatchSpec, replay: &str) -> Result<Option<Self>, FalseReplay> {
        let names = spec.players.iter().map(|player| &*player.name).collect();
        let play = PlayReplay { seed: spec.seed, names, spec: Some(spec), replay };
        catalog::visit(&spec.game, play).expect("a tournament's game is in the catalogue")
    }

    /// Plays the turns of a line's replay. `None` if the line has no turns that this program can
    /// check: it is void, its game is unknown, or its replay names its bots, is of a newer version,
    /// or would take long.
    ///
    /// # Errors
    /// If it is not a complete match with the seed and the players of the line.
    pub fn from_line(line: &GameLine) -> Result<Option<Self>, FalseReplay> {
        let Some(replay) = &line.replay else { return Ok(None) };
        let names = line.players.iter().map(|name| &**name).collect();
        let played = catalog::visit(&line.game, PlayReplay { seed: line.seed, names, spec: None, replay });
        match played {
            None | Some(Err(FalseReplay::Unread(_))) => Ok(None),
            Some(played) => played,
        }
    }

    /// Compares a reported result with this one: the places, the faults and the competition's
    /// points, the number of turns, and the digest of the game. `hash` makes the digest.
    ///
    /// # Errors
    /// The part that differs.
    pub fn check(
        &self,
        played: &PlayedGame,
        turns: usize,
        hash: impl Fn(&[u8]) -> GameDigest,
    ) -> Result<(), FalseReplay> {
        let finished = &self.finished;
        let is_other = [
            ("places are", played.places != finished.places),
            ("faults are", played.faults != finished.faults),
            ("points are", played.competition_points != finished.competition_points),
            ("turns are", turns != finished.turns),
            ("settings and turns are", played.digest != hash(&self.identity)),
        ];
        match is_other.into_iter().find(|(_, is_other)| *is_other) {
            Some((part, _)) => Err(FalseReplay::OtherResult(part)),
            None => Ok(()),
        }
    }

    /// Compares the result of a line whose replay this is, as [`ReplayedGame::check`] does.
    ///
    /// # Errors
    /// The part that differs.
    pub fn check_line(&self, line: &GameLine, hash: impl Fn(&[u8]) -> GameDigest) -> Result<(), FalseReplay> {
        match &line.result {
            GameResult::Played(played) => self.check(played, line.turns, hash),
            GameResult::Void => Err(FalseReplay::OtherResult("places are")),
        }
    }

    /// Whether the rules decide the whole result. Whether a bot has failed is for whoever has run
    /// it to say.
    pub fn is_proven(&self) -> bool {
        self.finished.faults.is_empty()
    }
}

struct PlayReplay<'a> {
    seed: u64,
    names: Vec<&'a str>,
    /// How the match was started, if that is known.
    spec: Option<&'a MatchSpec>,
    replay: &'a str,
}

impl Visitor for PlayReplay<'_> {
    type Out = Result<Option<ReplayedGame>, FalseReplay>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Self { seed, names, spec, replay: text } = self;
        let is_link = !text.starts_with('{');
        let replay: Replay<G> = match is_link {
            false => serde_json::from_str(text).map_err(|why| FalseReplay::Unreadable(why.to_string()))?,
            true => {
                // No honest computer writes a link that is more work.
                let contents = link::read_within::<G>(text, link::WORK_WRITTEN_MAX).map_err(false_link)?;
                if contents.expected.is_some() {
                    return Ok(None);
                }
                contents.replay
            }
        };
        let has_settings = match spec {
            None => true,
            Some(spec) => {
                let settings = spec.settings_of::<G>().map_err(|why| FalseReplay::Unreadable(why.to_string()))?;
                let settings = if is_link { settings_of_link::<G>(&settings, names.len()) } else { Some(settings) };
                settings.is_some_and(|settings| settings == replay.settings)
            }
        };
        let is_player =
            |(player, name): (&PlayerInfo, &&str)| player.name == *name || (is_link && player.name == link_name(name));
        let has_players = replay.players.len() == names.len() && replay.players.iter().zip(&names).all(is_player);
        if !has_settings || !has_players || replay.seed != seed {
            return Err(FalseReplay::OtherMatch);
        }
        let state = replay.check().map_err(|why| FalseReplay::AgainstRules(why.to_string()))?;
        let finished =
            FinishedGame::from_replay(&replay, &state, &G::limits(&replay.settings)).ok_or(FalseReplay::NotOver)?;
        let link = match spec {
            // The same turns can be coded in several ways: only the one of this program counts.
            Some(_) => finished.link.as_deref(),
            // An earlier program has coded them in its own way.
            None => is_link.then_some(text),
        };
        let identity = game_identity::of_turns::<G>(&replay.settings, &replay.turns, link);
        let identity = identity.into_owned();
        Ok(Some(ReplayedGame { finished, identity }))
    }
}

fn false_link(why: LinkReadError) -> FalseReplay {
    match why {
        LinkReadError::Impossible(why) => FalseReplay::AgainstRules(why),
        why @ (LinkReadError::Newer(_) | LinkReadError::Long) => FalseReplay::Unread(why.to_string()),
        why => FalseReplay::Unreadable(why.to_string()),
    }
}

/// These settings as a link has them: it leaves out what no position depends on.
fn settings_of_link<G: Playable>(settings: &G::Settings, seats: usize) -> Option<G::Settings> {
    let mut encoder = RangeEncoder::default();
    G::write_start(settings, seats, &mut encoder);
    let bytes = encoder.finish();
    G::read_start(&mut RangeDecoder::new(&bytes)).map(|(settings, _)| settings)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::fault::{Fault, FaultKind};
    use crate::games::connect_four::{Column, ConnectFour};
    use crate::replay::{Turn, TurnResult, value};
    use crate::seat::Seat;

    const SEED: u64 = 7;

    fn spec(names: [&str; 2]) -> MatchSpec {
        let player = |name: &str| PlayerInfo { name: name.to_owned(), ..PlayerInfo::default() };
        let players = names.map(player).to_vec();
        let (settings, terms) = (Value::Null, Default::default());
        MatchSpec { game: "connect-four".to_owned(), settings, seed: SEED, players, terms }
    }

    /// The first player plays column 1 four times and wins; the second plays column 2.
    fn replay() -> Replay<ConnectFour> {
        let MatchSpec { players, terms, .. } = spec(["a", "b"]);
        let settings = Default::default();
        let turn = |nth: usize| {
            let column: Column = serde_json::from_value(Value::from(nth % 2 + 1)).expect("columns are numbers");
            let result = TurnResult::Action(column);
            Turn { seat: Seat::new(nth % 2), result, words: None, used: Default::default() }
        };
        Replay { settings, seed: SEED, players, terms, turns: (0..7).map(turn).collect() }
    }

    fn link(replay: &Replay<ConnectFour>) -> String {
        link::write(replay).expect("it is short")
    }

    fn hash(identity: &[u8]) -> GameDigest {
        let sum = identity.iter().fold(0, |sum: u8, byte| sum.wrapping_mul(31).wrapping_add(*byte));
        GameDigest([sum; 16])
    }

    /// An honest report on this replay.
    fn report(replay: &Replay<ConnectFour>) -> (PlayedGame, usize) {
        let state = replay.check().expect("the turns are possible");
        let finished = FinishedGame::from_replay(replay, &state, &Default::default()).expect("it is over");
        let FinishedGame { places, faults, times, competition_points, turns, link } = finished;
        let identity = game_identity::of_turns::<ConnectFour>(&replay.settings, &replay.turns, link.as_deref());
        let digest = hash(&identity);
        (PlayedGame { places, digest, faults, times, competition_points }, turns)
    }

    #[test]
    fn a_true_report_passes_with_a_link_and_with_a_file() {
        let replay = replay();
        let (played, turns) = report(&replay);
        assert_eq!((&*played.places, turns), (&[1, 2][..], 7));
        for text in [link(&replay), value(&replay).to_string()] {
            let game = ReplayedGame::from_replay(&spec(["a", "b"]), &text).expect("it is that match").expect("turns");
            assert_eq!(game.check(&played, turns, hash), Ok(()), "{text}");
            assert!(game.is_proven());
        }
    }

    /// Regression: a worker that swapped the places of a game, beside the game's true replay, was
    /// believed.
    #[test]
    fn results_that_are_not_those_of_the_replay_are_found() {
        let replay = replay();
        let (played, turns) = report(&replay);
        let game =
            ReplayedGame::from_replay(&spec(["a", "b"]), &link(&replay)).expect("it is that match").expect("turns");
        type Change = fn(&mut PlayedGame);
        let changes: [(&str, Change); 4] = [
            ("places are", |played| played.places.reverse()),
            ("faults are", |played| played.faults = vec![(1, FaultKind::Timeout)]),
            ("points are", |played| played.competition_points = Some(vec![3, 0])),
            ("settings and turns are", |played| played.digest = GameDigest([1; 16])),
        ];
        for (part, change) in changes {
            let mut changed = played.clone();
            change(&mut changed);
            assert_eq!(game.check(&changed, turns, hash), Err(FalseReplay::OtherResult(part)));
        }
        assert_eq!(game.check(&played, 8, hash), Err(FalseReplay::OtherResult("turns are")));
    }

    #[test]
    fn replays_of_other_matches_are_found() {
        let replay = replay();
        let swapped = spec(["b", "a"]);
        let other_seed = MatchSpec { seed: SEED + 1, ..spec(["a", "b"]) };
        for spec in [swapped, other_seed] {
            assert_eq!(ReplayedGame::from_replay(&spec, &link(&replay)), Err(FalseReplay::OtherMatch));
        }
        let unfinished = Replay { turns: replay.turns[..6].to_vec(), ..replay.clone() };
        let twice = [&replay.turns[..1], &replay.turns[..1]].concat();
        let impossible = value(&Replay { turns: twice, ..replay.clone() }).to_string();
        let of = |text: &str| ReplayedGame::from_replay(&spec(["a", "b"]), text);
        assert_eq!(of(&link(&unfinished)), Err(FalseReplay::NotOver));
        assert!(matches!(of(&impossible), Err(FalseReplay::AgainstRules(_))));
        for text in ["", "x.y", "{", "{}"] {
            assert!(matches!(of(text), Err(FalseReplay::Unreadable(_))), "{text}");
        }
    }

    /// An honest line for this replay, of one with this text.
    fn line(replay: &Replay<ConnectFour>, text: String) -> GameLine {
        let (played, turns) = report(replay);
        let digest = hash(text.split_once('.').expect("it is a link").0.as_bytes());
        GameLine {
            game: "connect-four".to_owned(),
            format: None,
            unit: 0,
            rotation: 0,
            seed: SEED,
            players: vec!["a".to_owned(), "b".to_owned()],
            result: GameResult::Played(PlayedGame { digest, ..played }),
            digest_version: game_identity::DIGEST_VERSION,
            turns,
            duration: Default::default(),
            limit: None,
            seat_terms: Vec::new(),
            replay: Some(text),
            stderr: Vec::new(),
            void_reason: None,
        }
    }

    fn check_line(line: &GameLine) -> Result<bool, FalseReplay> {
        let replayed = ReplayedGame::from_line(line)?;
        replayed.as_ref().map_or(Ok(()), |game| game.check_line(line, hash))?;
        Ok(replayed.is_some())
    }

    /// Regression: the table of a file believed lines that somebody had changed.
    #[test]
    fn lines_that_were_changed_are_found() {
        let replay = replay();
        let honest = line(&replay, link(&replay));
        assert_eq!(check_line(&honest), Ok(true));
        type Change = fn(&mut GameLine);
        let changes: [(FalseReplay, Change); 5] = [
            (FalseReplay::OtherMatch, |line| line.seed += 1),
            (FalseReplay::OtherMatch, |line| line.players.reverse()),
            (FalseReplay::OtherResult("turns are"), |line| line.turns = 9),
            (FalseReplay::OtherResult("places are"), |line| line.result = GameResult::Void),
            (FalseReplay::OtherResult("places are"), |line| {
                let GameResult::Played(played) = &mut line.result else { panic!("it was played") };
                played.places.reverse();
            }),
        ];
        for (expected, change) in changes {
            let mut changed = honest.clone();
            change(&mut changed);
            assert_eq!(check_line(&changed), Err(expected), "{changed:?}");
        }
        // What says nothing about the turns is no contradiction.
        let unknown = GameLine { game: String::new(), ..honest.clone() };
        let bare = GameLine { replay: None, ..honest };
        assert_eq!([check_line(&unknown), check_line(&bare)], [Ok(false), Ok(false)]);
    }

    #[test]
    fn a_name_too_long_for_a_link_is_no_difference() {
        let long = "a".repeat(1000);
        let mut replay = replay();
        replay.players[0].name.clone_from(&long);
        let spec = spec([&long, "b"]);
        assert!(matches!(ReplayedGame::from_replay(&spec, &link(&replay)), Ok(Some(_))));
    }

    #[test]
    fn what_a_link_leaves_out_is_no_difference() {
        let settings = Default::default();
        assert_eq!(settings_of_link::<ConnectFour>(&settings, 2), Some(settings));
    }

    #[test]
    fn faults_and_links_that_name_bots_prove_nothing() {
        let fault = TurnResult::from(Fault::new(FaultKind::Timeout, b"", ""));
        let turn = Turn { seat: Seat::new(0), result: fault, words: None, used: Default::default() };
        let late = Replay { turns: vec![turn], ..replay() };
        let game =
            ReplayedGame::from_replay(&spec(["a", "b"]), &link(&late)).expect("it is that match").expect("turns");
        assert!(!game.is_proven());
        let mut by_bots = replay();
        by_bots.players.iter_mut().for_each(|player| player.sha256 = Some("0123abcd".repeat(8)));
        let by_bots = link::write_by_bots(&by_bots).expect("both are modules");
        assert_eq!(ReplayedGame::from_replay(&spec(["a", "b"]), &by_bots), Ok(None));
    }
}
