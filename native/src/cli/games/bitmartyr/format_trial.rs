//! Tries bots that died in their first turn in the plain format. Some bots of the original's last
//! version take the numbers of the turn for cells, which `answer_counter.rs` notices; others end at
//! once, and do not show why.

use botyard_engine::anymatch::{AnyMatch, GameMatch, MatchSpec};
use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::{BitMartyr, Order, Orders, WireFormat};
use botyard_engine::replay::link::LinkCodec as _;
use botyard_engine::replay::{Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Passage, Stream};
use botyard_host::{HostedMatch, Interrupt, ScratchBody, SeatBody};

use super::answer_counter::{FormatSwitch, Miscount as _};
use crate::cli::games::checked_replay;
use crate::cli::players::repeated_match;

/// A sentence about each bot, by its team's seat, that died in its first turn of this match in the
/// standard format, and that now answers the same turn in the plain one. `bodies` are the players
/// of all seats. No bot is tried once the interrupt is raised.
pub fn find_plain_bots(
    game: &dyn AnyMatch,
    bodies: &[SeatBody],
    switch: FormatSwitch,
    interrupt: &Interrupt,
) -> Result<Vec<(Seat, String)>, String> {
    let typed = checked_replay::typed::<BitMartyr>(game)?;
    let dead: Vec<_> =
        (0..bodies.len()).map(Seat::new).filter(|&seat| died_at_once(typed, bodies.len(), seat)).collect();
    if dead.is_empty() || interrupt.is_raised() {
        return Ok(Vec::new());
    }
    let replay = typed.replay();
    let plain = dead.into_iter().filter(|&seat| needs_plain(&replay, bodies, seat, interrupt).unwrap_or(false));
    let sentence = |seat: Seat| {
        let (name, remedy) = (printable(&replay.players[seat.index()].name), switch.plain_remedy());
        format!(
            "{name} failed in turn 1, but answers that turn in the plain format, as bots of the original's last version \
             do: {remedy}"
        )
    };
    Ok(plain.map(|seat| (seat, sentence(seat))).collect())
}

/// Whether this seat's only run of the first turn failed, or printed no action.
fn died_at_once(game: &GameMatch<BitMartyr>, seats: usize, seat: Seat) -> bool {
    game.settings().wire(seat) == WireFormat::Standard
        && FirstAnswer::find(game, seats, seat).is_some_and(|answer| answer.is_dead())
}

/// Whether this seat's bot answers the first turn in the plain format, and fails again in the
/// standard one: another bot may fail at times, by its own files for example.
fn needs_plain(
    replay: &Replay<BitMartyr>,
    bodies: &[SeatBody],
    seat: Seat,
    interrupt: &Interrupt,
) -> Result<bool, String> {
    let plain = WireFormat::Plain;
    let answers_plain = try_format(replay, bodies, seat, plain, interrupt, |answer| {
        !answer.has_failed && plain.takes(answer.actions, answer.orders.len())
    })?;
    Ok(answers_plain && try_format(replay, bodies, seat, WireFormat::Standard, interrupt, |answer| answer.is_dead())?)
}

/// Plays the first turn again with this seat's bot in a format, in a fresh folder, and the others as
/// recorded. Returns whether the bot's answer is as `expected`.
fn try_format(
    replay: &Replay<BitMartyr>,
    bodies: &[SeatBody],
    seat: Seat,
    format: WireFormat,
    interrupt: &Interrupt,
    expected: impl FnOnce(&FirstAnswer<'_>) -> bool,
) -> Result<bool, String> {
    let scratch = ScratchBody::new(&bodies[seat.index()]).map_err(|why| why.to_string())?;
    let mut settings = replay.settings.clone();
    settings.wires = (0..bodies.len()).map(|index| replay.settings.wire(Seat::new(index))).collect();
    settings.wires[seat.index()] = format;
    let mut bodies: Vec<_> = replay.players.iter().cloned().map(SeatBody::Recorded).collect();
    bodies[seat.index()] = scratch.body().clone();
    let match_spec = MatchSpec {
        game: BitMartyr::NAME.to_owned(),
        settings: serde_json::to_value(settings).map_err(|why| why.to_string())?,
        seed: replay.seed,
        players: replay.players.clone(),
        terms: replay.terms.clone(),
    };
    let (seats, record) = (bodies.len(), replay.turns.iter().take(bodies.len()).map(Turn::untyped).collect());
    let hosted_match = HostedMatch { match_spec, bodies, limits: None, record };
    let game = repeated_match::play(hosted_match, seats, interrupt).map_err(|why| why.to_string())?.game;
    let answer = FirstAnswer::find(checked_replay::typed(&*game)?, seats, seat);
    Ok(answer.is_some_and(|answer| expected(&answer)))
}

/// A seat's answer in the first turn of a match.
struct FirstAnswer<'a> {
    orders: &'a Orders,
    /// The number of actions that were printed.
    actions: usize,
    /// Whether its run was killed, trapped or out of time.
    has_failed: bool,
}

impl<'a> FirstAnswer<'a> {
    /// Whether the bot failed, or printed no action, although it has units.
    fn is_dead(&self) -> bool {
        let (given, units) = (self.orders.iter().filter(|order| *order != Order::Missing).count(), self.orders.len());
        given < units && (given == 0 || self.has_failed)
    }

    fn find(game: &'a GameMatch<BitMartyr>, seats: usize, seat: Seat) -> Option<Self> {
        let turn = game.turns().iter().take(seats).find(|turn| turn.seat == seat)?;
        let TurnResult::Action(orders) = &turn.result else { return None };
        let passages = game.transcript().passages().iter().take_while(|passage| passage.turn < seats);
        let own = passages.filter(|passage| passage.seat == seat);
        let (mut actions, mut has_failed) = (0, false);
        for Passage { stream, text, .. } in own {
            match stream {
                Stream::Stdout => actions += text.bytes().filter_map(Order::of_byte).count(),
                Stream::Ended => has_failed = true,
                Stream::Stdin | Stream::Stderr | Stream::Remark => {}
            }
        }
        Some(Self { orders, actions, has_failed })
    }
}
