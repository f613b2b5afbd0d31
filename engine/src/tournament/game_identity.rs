//! The identity of a tournament's game, so that a game which is played again counts once. Knows no
//! hash: hosts make the digest.

use std::borrow::Cow;

use crate::anymatch::{AnyMatch, GameMatch};
use crate::catalog::{self, Playable, Visitor};
use crate::replay::{Replay, Turn, TurnResult, link, value};

/// The version of digests; digests of an earlier version are [brought up to date](of_replay). In
/// version 1, the seed that BitMartyr sends its bots was part of them, so that all games were
/// distinct, and the digest of a match that is too long for a link left its settings out.
pub const DIGEST_VERSION: u32 = 2;

/// The bytes that identify this match, whose link has this payload; `None` if the catalogue does
/// not have its game.
pub(super) fn of_match<'a>(game: &dyn AnyMatch, link: Option<&'a str>) -> Option<Cow<'a, [u8]>> {
    catalog::visit(game.game(), IdentifyMatch { game, link })?
}

/// The input of the current digest for a game that has one of an earlier version, from the game's
/// name and its replay: the payload of its link, or its replay file. `None` if the digest stays as
/// it is, or the replay cannot be read.
pub fn of_replay(game: &str, replay: &str) -> Option<Vec<u8>> {
    catalog::visit(game, IdentifyReplay(replay))?
}

struct IdentifyMatch<'m, 'l> {
    game: &'m dyn AnyMatch,
    link: Option<&'l str>,
}

impl<'l> Visitor for IdentifyMatch<'_, 'l> {
    type Out = Option<Cow<'l, [u8]>>;

    fn visit<G: Playable>(self) -> Self::Out {
        let game = self.game.as_any().downcast_ref::<GameMatch<G>>()?;
        Some(of_turns::<G>(game.settings(), game.turns(), self.link))
    }
}

/// The bytes that identify the game with these settings and turns, whose link has this payload.
pub(super) fn of_turns<'a, G: Playable>(
    settings: &G::Settings,
    turns: &[Turn<G::Action>],
    link: Option<&'a str>,
) -> Cow<'a, [u8]> {
    match link.and_then(|link| link.split_once('.')) {
        // The moves of a link hold the settings and the turns, but neither names nor the seed of
        // the match.
        Some((moves, _)) if G::WITHOUT_TOLD_SEED.is_none() => Cow::Borrowed(moves.as_bytes()),
        _ => Cow::Owned(describe::<G>(settings, turns)),
    }
}

struct IdentifyReplay<'a>(&'a str);

impl Visitor for IdentifyReplay<'_> {
    type Out = Option<Vec<u8>>;

    fn visit<G: Playable>(self) -> Self::Out {
        let is_file = self.0.starts_with('{');
        let Replay { settings, turns, .. } = match (is_file, G::WITHOUT_TOLD_SEED) {
            (true, _) => serde_json::from_str::<Replay<G>>(self.0).ok()?,
            (false, Some(_)) => link::read::<G>(self.0).ok().filter(|read| read.expected.is_none())?.replay,
            // It was made of the link's moves before, too.
            (false, None) => return None,
        };
        Some(describe::<G>(&settings, &turns))
    }
}

/// Settings and turns as text, without a seed that no rule uses, words and times. A replay that was
/// read from a link gives the same text as the match itself.
fn describe<G: Playable>(settings: &G::Settings, turns: &[Turn<G::Action>]) -> Vec<u8> {
    let settings = match G::WITHOUT_TOLD_SEED {
        Some(without_told_seed) => value(&without_told_seed(settings)),
        None => value(settings),
    };
    let mut text = settings.to_string().into_bytes();
    for Turn { seat, result, .. } in turns {
        text.push(b'\n');
        text.extend_from_slice(itoa::Buffer::new().format(seat.index()).as_bytes());
        text.push(b' ');
        match result {
            TurnResult::Action(action) => text.extend_from_slice(value(action).to_string().as_bytes()),
            TurnResult::Fault(fault) => text.extend_from_slice(fault.kind.name().as_bytes()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::anymatch::{MatchSpec, open};
    use crate::fault::{Fault, FaultKind};
    use crate::games::bitmartyr::{BitMartyr, BitMartyrSettings, Order, Orders};
    use crate::games::connect_four::ConnectFour;
    use crate::replay::link::LinkCodec;
    use crate::replay::{MatchTerms, PlayerInfo};
    use crate::seat::Seat;

    /// A match of BitMartyr on a board of two units a team, of one turn.
    fn bitmartyr(seed: u64, first: Order) -> Replay<BitMartyr> {
        let board = "A1F/3/A1F".parse().expect("a board");
        let settings = BitMartyrSettings { duration: 1, seed, ..BitMartyrSettings::on(board) };
        let orders = [Orders::same(first, 2), Orders::same(Order::Stay, 2)];
        let turn = |(seat, orders)| Turn {
            seat: Seat::new(seat),
            result: TurnResult::Action(orders),
            words: None,
            used: Duration::from_nanos(seed),
        };
        let turns = orders.into_iter().enumerate().map(turn).collect();
        let players = vec![PlayerInfo::default(); 2];
        Replay { settings, seed, players, terms: MatchTerms::default(), turns }
    }

    fn identity(replay: &str) -> Vec<u8> {
        of_replay(BitMartyr::NAME, replay).expect("it can be read")
    }

    /// Bots that ignore their random numbers used to play as many distinct games as there were
    /// seeds, and intervals were computed from them.
    #[test]
    fn a_seed_that_bots_are_told_makes_no_other_game() {
        let link = |replay: &Replay<BitMartyr>| link::write(replay).expect("it is short");
        let [one, same, other] =
            [(1, Order::Stay), (2, Order::Stay), (1, Order::Die)].map(|(seed, first)| link(&bitmartyr(seed, first)));
        assert_ne!(one.split_once('.').map(|parts| parts.0), same.split_once('.').map(|parts| parts.0));
        assert_eq!(identity(&one), identity(&same));
        assert_ne!(identity(&one), identity(&other));
        // The match as a file.
        let file = serde_json::to_string(&bitmartyr(7, Order::Stay)).expect("a replay has text keys only");
        assert_eq!(identity(&file), identity(&one));
    }

    #[test]
    fn what_is_too_long_for_a_link_has_its_settings_too() {
        let replay = bitmartyr(1, Order::Stay);
        let longer =
            Replay { settings: BitMartyrSettings { duration: 9, ..replay.settings.clone() }, ..replay.clone() };
        let [short, long] = [replay, longer].map(|replay| describe::<BitMartyr>(&replay.settings, &replay.turns));
        assert_ne!(short, long);
    }

    /// A host hashes the same bytes when a match ends as it later makes of the kept replay.
    #[test]
    fn a_match_and_its_replay_are_the_same_game() {
        let players = vec![PlayerInfo::default(), PlayerInfo::default()];
        let settings = value(&bitmartyr(1, Order::Stay).settings);
        let (seed, terms) = (1, MatchTerms::default());
        let spec = MatchSpec { game: BitMartyr::NAME.to_owned(), settings, seed, players, terms };
        let game = open(&spec, None, Duration::ZERO).expect("a match");
        let file = game.replay().to_string();
        assert_eq!(of_match(&*game, None).as_deref(), Some(&*identity(&file)));
        assert_eq!(of_match(&*game, Some("moves.players")).as_deref(), Some(&*identity(&file)));
    }

    #[test]
    fn digests_of_links_of_other_games_stay() {
        let players = vec![PlayerInfo::default(); 2];
        let (settings, terms) = Default::default();
        let fault = Fault::new(FaultKind::Resigned, b"", "");
        let turn =
            Turn { seat: Seat::new(0), result: TurnResult::from(fault), words: None, used: Duration::from_nanos(1) };
        let replay = Replay::<ConnectFour> { settings, seed: 1, players, terms, turns: vec![turn] };
        let link = link::write(&replay).expect("it is short");
        assert_eq!(of_replay(ConnectFour::NAME, &link), None);
        let file = serde_json::to_string(&replay).expect("a replay has text keys only");
        assert!(of_replay(ConnectFour::NAME, &file).is_some_and(|text| text.ends_with(b"\n0 resigned")));
        for (game, replay) in [("chess", &*link), (BitMartyr::NAME, "abc.def"), (ConnectFour::NAME, "{")] {
            assert_eq!(of_replay(game, replay), None, "{game}: {replay}");
        }
    }
}
