//! Plays one match on its own thread, with a [`MatchFeed`] as its audience. Knows no socket.

use std::collections::VecDeque;

use botyard_engine::anymatch::{AnyMatch, MatchSpec, RecordedSeats};
use botyard_engine::live::PlayRequest;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::transcript::{Passage, Stream};
use botyard_host::refusals::RefusalFinder;
use botyard_host::{Audience, AudienceRequest, HostedMatch, Interrupt, PersonReply, SeatBody, play_match};
use serde_json::Value;

use super::bots::ServedBots;
use super::match_feed::MatchFeed;
use crate::refusal_notes::{self, RefusalNote};

/// Plays a match that a page requested, to its end or until it is stopped. `files` are the modules
/// that came with the request.
pub(super) fn run(bots: &ServedBots, asked: PlayRequest, files: &[Vec<u8>], feed: &MatchFeed) {
    let PlayRequest { match_spec, script, host_bots, record, .. } = asked;
    let RecordedSeats { seats, turns } = record.unwrap_or_default();
    let opened = match seat(bots, match_spec, &host_bots, &seats, files) {
        Ok((match_spec, bodies)) => {
            let mut hosted_match = HostedMatch { match_spec, bodies, limits: None, record: turns };
            bots.keep_words(&mut hosted_match).map(|()| hosted_match).map_err(|why| why.to_string())
        }
        Err(why) => Err(why),
    };
    let hosted_match = match opened {
        Ok(hosted_match) => hosted_match,
        Err(why) => return feed.fail_match(sentence(&why)),
    };
    feed.begin_match(hosted_match.match_spec.clone());
    let finder = RefusalFinder::for_players(&hosted_match.bodies);
    let mut pages = PageAudience { feed, script: script.into() };
    let played = play_match(hosted_match, &mut pages, &Interrupt::default());
    bots.save_files();
    match played {
        Ok(game) => feed.finish(&*game, refusal_remarks(&finder, &*game)),
        Err(why) => feed.fail_match(sentence(&why.to_string())),
    }
}

/// Seats bots, people and recorded players. The players' names and kinds then follow from the
/// bodies, not from what the page sent.
fn seat(
    bots: &ServedBots,
    match_spec: MatchSpec,
    host_bots: &[(Seat, u32)],
    recorded: &[Seat],
    files: &[Vec<u8>],
) -> Result<(MatchSpec, Vec<SeatBody>), String> {
    if match_spec.players.len() > Seats::MAX {
        return Err(format!("too many players: {}", match_spec.players.len()));
    }
    let mut files = files.iter();
    let mut players = Vec::new();
    let mut bodies = Vec::new();
    for (index, player) in match_spec.players.into_iter().enumerate() {
        let host_bot = host_bots.iter().find(|(seat, _)| seat.index() == index);
        let (name, body) = match (host_bot, player.kind) {
            _ if recorded.iter().any(|seat| seat.index() == index) => (player.name.clone(), SeatBody::Recorded(player)),
            (Some(&(_, id)), _) => bots.body(id)?,
            (None, PlayerKind::Person) => (player.name, SeatBody::Person),
            (None, _) => {
                let file = files.next().ok_or_else(|| format!("missing file of {}", player.name))?;
                let loaded = bots.load(file).map_err(|why| format!("{} cannot play: {why}", player.name))?;
                (player.name, SeatBody::Module(loaded))
            }
        };
        let body = bots.attach_files(body)?;
        players.push(body.player_info(name));
        bodies.push(body);
    }
    Ok((MatchSpec { players, ..match_spec }, bodies))
}

/// The pages as a match's audience.
struct PageAudience<'a> {
    feed: &'a MatchFeed,
    /// The actions that people have already chosen, in a match that is played again.
    script: VecDeque<(Seat, Value)>,
}

impl Audience for PageAudience<'_> {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        let scripted =
            game.awaited().iter().filter(|seat| self.script.iter().any(|(other, _)| other == seat)).collect();
        self.feed.note(game, scripted);
    }

    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply {
        if let Some(at) = self.script.iter().position(|(scripted, _)| *scripted == seat) {
            let (_, action) = self.script.remove(at).expect("it was found there");
            return PersonReply::Play(action.into());
        }
        self.match_changed(game);
        self.feed.reply(seat, || {})
    }

    fn action_refused(&mut self, seat: Seat, why: &str) {
        self.script.clear();
        self.feed.refuse(seat, why);
    }

    fn poll_request(&mut self) -> Option<AudienceRequest> {
        self.feed.unasked()
    }
}

/// The accesses that the sandbox may have refused bots, as remarks in the transcript.
pub(super) fn refusal_remarks(finder: &RefusalFinder, game: &dyn AnyMatch) -> Vec<Passage> {
    let remark =
        |RefusalNote { seat, turn, text }| Passage { seat, turn, stream: Stream::Remark, text: format!("It {text}") };
    refusal_notes::find_notes(finder, game).into_iter().map(remark).collect()
}

/// A clause as a sentence.
pub(super) fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// The players of a match with their names.
pub(super) fn bots_of(players: &[PlayerInfo], bodies: &[SeatBody]) -> Vec<(String, SeatBody)> {
    players.iter().zip(bodies).map(|(player, body)| (player.name.clone(), body.clone())).collect()
}
