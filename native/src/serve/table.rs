//! One match on a thread of its own: the host plays, [`Seen`] is its audience. Knows no socket.

use std::collections::VecDeque;

use botyard_engine::anymatch::{AnyMatch, Opening};
use botyard_engine::live::Play;
use botyard_engine::replay::{Contestant, Kind};
use botyard_engine::seat::{Seat, Seats};
use serde_json::Value;

use super::bots::Bots;
use super::seen::Seen;
use crate::host::{Audience, Body, Contest, Interrupt, Reply, Unasked, play};

/// Plays what a page asked for, to its end or until it is stopped. `files` are the modules that came with it.
pub(super) fn run(bots: &Bots, asked: Play, files: &[Vec<u8>], seen: &Seen) {
    let Play { opening, script, residents, .. } = asked;
    let contest = match seat(bots, opening, &residents, files) {
        Ok((opening, bodies)) => Contest { opening, bodies, limits: None },
        Err(why) => return seen.not_opened(sentence(&why)),
    };
    seen.opened(contest.opening.clone());
    let mut pages = Pages { seen, script: script.into() };
    match play(contest, &mut pages, &Interrupt::default()) {
        Ok(game) => {
            seen.note(&*game, Seats::NONE);
            seen.done();
        }
        Err(why) => seen.not_opened(sentence(&why.to_string())),
    }
}

/// Puts bots and people on their seats; who they are is then said by what they are, whatever the page said.
fn seat(
    bots: &Bots,
    opening: Opening,
    residents: &[(Seat, u32)],
    files: &[Vec<u8>],
) -> Result<(Opening, Vec<Body>), String> {
    if opening.players.len() > Seats::MAX {
        return Err(format!("{} players are too many", opening.players.len()));
    }
    let mut files = files.iter();
    let mut players = Vec::new();
    let mut bodies = Vec::new();
    for (index, player) in opening.players.into_iter().enumerate() {
        let resident = residents.iter().find(|(seat, _)| seat.index() == index);
        let (name, body) = match (resident, player.kind) {
            (Some(&(_, id)), _) => bots.body(id)?,
            (None, Kind::Person) => (player.name, Body::Person),
            (None, _) => {
                let file = files.next().ok_or_else(|| format!("the file of {} is missing", player.name))?;
                let loaded = bots.load(file).map_err(|why| format!("{} cannot play: {why}", player.name))?;
                (player.name, Body::Module(loaded))
            }
        };
        players.push(body.contestant(name));
        bodies.push(body);
    }
    Ok((Opening { players, ..opening }, bodies))
}

/// The pages as a match's audience.
struct Pages<'a> {
    seen: &'a Seen,
    /// What people have played before, in a match that is played again.
    script: VecDeque<(Seat, Value)>,
}

impl Audience for Pages<'_> {
    fn changed(&mut self, game: &dyn AnyMatch) {
        let scripted =
            game.awaited().iter().filter(|seat| self.script.iter().any(|(other, _)| other == seat)).collect();
        self.seen.note(game, scripted);
    }

    fn person(&mut self, game: &dyn AnyMatch, seat: Seat) -> Reply {
        if let Some(at) = self.script.iter().position(|(scripted, _)| *scripted == seat) {
            let (_, action) = self.script.remove(at).expect("it was found there");
            return Reply::Play(action);
        }
        self.changed(game);
        self.seen.reply(seat, || {})
    }

    fn refused(&mut self, seat: Seat, why: &str) {
        self.script.clear();
        self.seen.refuse(seat, why);
    }

    fn unasked(&mut self) -> Option<Unasked> {
        self.seen.unasked()
    }
}

/// A clause as a sentence.
pub(super) fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// The players of a match by their names, without people.
pub(super) fn bots_of(players: &[Contestant], bodies: &[Body]) -> Vec<(String, Body)> {
    players.iter().zip(bodies).map(|(player, body)| (player.name.clone(), body.clone())).collect()
}
