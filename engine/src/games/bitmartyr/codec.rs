//! The three formats in which the original talked to bots: what is written on stdin, what is read
//! from stdout and from the exit status. Knows no rules, and not what a missing order costs.

use super::order::{Order, Orders};
use super::rules::BitMartyr;
use super::settings::BitMartyrSettings;
use super::sight_writer::SightWriter;
use super::view::BitMartyrView;
use super::wire_format::WireFormat;
use crate::codec::{MisreadError, Protocol, QuestionCodec, RunInputs};
use crate::exit::Exit;
use crate::seat::Seat;
use crate::split_mix::SplitMix64;

/// The largest random number in a question; the question states it as well.
pub const NUMBER_MAX: u32 = 0x7fff_ffff;

/// One seat's conversation. Every question starts bots afresh, so the codec stores only what the
/// runs of the open question have printed.
#[derive(Debug)]
pub struct BitMartyrCodec {
    wire: WireFormat,
    seed: u64,
    /// Of the open question, one for each unit.
    orders: Vec<Order>,
    sights: SightWriter,
}

impl BitMartyrCodec {
    /// For the bot in this seat.
    pub fn new(settings: &BitMartyrSettings, seat: Seat) -> Self {
        Self { wire: settings.wire(seat), seed: settings.seed, orders: Vec::new(), sights: SightWriter::for_seat(seat) }
    }
}

impl Protocol for BitMartyr {
    const CHARGES_FAILED_START: bool = false;

    /// A digit for each unit, up to the last that has an order.
    fn write_canonical(orders: &Orders, out: &mut Vec<u8>) {
        out.extend(orders.iter().map_while(|order| (order != Order::Missing).then_some(b'0' + order as u8)));
    }

    /// The rules have an order for a unit without one, which hides a bot that crashes or prints
    /// something else.
    fn describe_gap(orders: &Orders) -> Option<String> {
        let (given, units) = (orders.iter().filter(|&order| order != Order::Missing).count(), orders.len());
        let plural = |count| if count == 1 { "" } else { "s" };
        (given < units).then(|| format!("{given} action{} for {units} unit{}", plural(given), plural(units)))
    }
}

impl QuestionCodec<BitMartyr> for BitMartyrCodec {
    fn write_question(&mut self, view: BitMartyrView<'_>, runs: &mut RunInputs) {
        self.orders.clear();
        self.orders.resize(view.units(), Order::Missing);
        let mut chance = numbers(self.seed, view.turn(), view.seat());
        let sights = &mut self.sights;
        match self.wire {
            WireFormat::Basic => view.code_sights().for_each(|sight| {
                runs.add_run(|stdin| {
                    write_turn(&mut chance, view.turn(), stdin);
                    sights.write_sight(sight, stdin);
                });
            }),
            WireFormat::Standard => runs.add_run(|stdin| {
                write_turn(&mut chance, view.turn(), stdin);
                view.write_sights(sights, stdin);
            }),
            WireFormat::Plain => runs.add_run(|stdin| view.write_sights(sights, stdin)),
        }
    }

    fn collect_run(&mut self, nth: usize, output: &[u8], exit: &Exit) {
        let mut said = output.iter().filter_map(|&byte| Order::of_byte(byte));
        match self.wire {
            WireFormat::Basic => {
                if let Some(order) = said.next().or_else(|| status(exit)) {
                    self.orders[nth] = order;
                }
            }
            // Surplus output is ignored: bots in C often print one more order.
            WireFormat::Standard | WireFormat::Plain => {
                self.orders.iter_mut().zip(said).for_each(|(own, order)| *own = order);
            }
        }
    }

    fn conclude_question(&mut self) -> Result<Orders, MisreadError> {
        Ok(self.orders.drain(..).collect())
    }
}

/// Only the status of a run that ended on its own is an order.
fn status(exit: &Exit) -> Option<Order> {
    match exit {
        Exit::Code(code) => Some(Order::of_status(*code)),
        Exit::Signal(_) | Exit::Trap(_) | Exit::Stopped => None,
    }
}

/// The random numbers of one team's turn: they depend on the match only, whatever was asked before.
fn numbers(seed: u64, turn: u32, seat: Seat) -> SplitMix64 {
    let mut chance = SplitMix64::new(seed);
    let match_ = chance.next();
    SplitMix64::new(match_ ^ (u64::from(turn) << 8 | seat.index() as u64).wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// `R RMAX TURN`, each with a blank behind it.
fn write_turn(chance: &mut SplitMix64, turn: u32, out: &mut Vec<u8>) {
    for number in [chance.below(NUMBER_MAX as usize + 1) as u32, NUMBER_MAX, turn] {
        out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        out.push(b' ');
    }
}
