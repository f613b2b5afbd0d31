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

/// The first version of the protocol in which the input in the standard format ends with its last
/// number, as in the original. Before, a blank followed it, which bots that split their input at
/// each blank took for one more number.
const ENDS_WITH_NUMBER_SINCE: u32 = 2;

/// One seat's conversation. Every question starts bots afresh, so the codec stores only what the
/// runs of the open question have printed.
#[derive(Debug)]
pub struct BitMartyrCodec {
    wire: WireFormat,
    /// Whether the standard format's last number has a blank behind it, too.
    ends_with_blank: bool,
    seed: u64,
    /// Of the open question, one for each unit.
    orders: Vec<Order>,
    sights: SightWriter,
}

impl BitMartyrCodec {
    /// For the bot in this seat, in the newest version of the protocol.
    pub fn new(settings: &BitMartyrSettings, seat: Seat) -> Self {
        Self::of_version(settings, seat, BitMartyr::PROTOCOL_VERSION)
    }

    /// For the bot in this seat, in this version of the protocol.
    pub fn of_version(settings: &BitMartyrSettings, seat: Seat, version: u32) -> Self {
        let (wire, ends_with_blank) = (settings.wire(seat), version < ENDS_WITH_NUMBER_SINCE);
        let (seed, orders, sights) = (settings.seed, Vec::new(), SightWriter::for_seat(seat));
        Self { wire, ends_with_blank, seed, orders, sights }
    }
}

impl Protocol for BitMartyr {
    const PROTOCOL_VERSION: u32 = 2;
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
                if !self.ends_with_blank {
                    stdin.pop();
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    /// The inputs of a team's runs in the first turn, without the random number.
    fn inputs(board: &str, wire: WireFormat, version: u32) -> Vec<String> {
        let settings =
            BitMartyrSettings { wires: vec![wire], ..BitMartyrSettings::on(board.parse().expect("a board")) };
        let (seat, mut runs) = (Seat::new(0), RunInputs::default());
        let game = BitMartyr::start(&settings, 1).expect("it can be played");
        BitMartyrCodec::of_version(&settings, seat, version).write_question(game.view(seat), &mut runs);
        let text = |nth| std::str::from_utf8(runs.run_input(nth)).expect("ASCII").to_owned();
        let has_number = wire != WireFormat::Plain;
        let without_number = |text: String| text.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_owned());
        let texts = (0..runs.run_count()).map(text);
        texts.map(|text| if has_number { without_number(text) } else { text }).collect()
    }

    /// The original prints the first number, and each further one with a blank before it; in its
    /// other formats, each number with a blank behind it. Regression: the standard format ended
    /// with a blank, too.
    #[test]
    fn the_standard_format_ends_with_its_last_number() {
        let sight = "0 0 0 0 0 0 0 0 0 0 0 0 5 0 0 0 0 0 0 0 0 0 0 0 0";
        let (head, empty, one) = ("2147483647 0", "5/5/5/5/5", "5/5/2E2/5/5");
        for (board, wire, version, expected) in [
            (one, WireFormat::Standard, 2, vec![format!("{head} {sight}")]),
            (one, WireFormat::Standard, 1, vec![format!("{head} {sight} ")]),
            (empty, WireFormat::Standard, 2, vec![head.to_owned()]),
            (empty, WireFormat::Standard, 1, vec![format!("{head} ")]),
            (one, WireFormat::Plain, 2, vec![format!("{sight} ")]),
            (empty, WireFormat::Plain, 2, vec![String::new()]),
            (one, WireFormat::Basic, 2, vec![format!("{head} {sight} ")]),
            (empty, WireFormat::Basic, 2, Vec::new()),
        ] {
            assert_eq!(inputs(board, wire, version), expected, "{wire:?}, version {version}, {board}");
        }
        // A crowded board is written in another way.
        let crowded = inputs("EE/EE", WireFormat::Standard, 2).remove(0);
        assert!(crowded.ends_with(" 5") && crowded.len() == head.len() + 4 * 25 * 2, "{crowded}");
    }
}
