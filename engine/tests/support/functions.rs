//! A host whose bots are functions: from a run's whole input to its output and its end.

use std::collections::VecDeque;
use std::time::Duration;

use botyard_engine::codec::Protocol;
use botyard_engine::exit::Exit;
use botyard_engine::referee::Referee;
use botyard_engine::referee::host::{Input, Output, Run, Spent};
use botyard_engine::seat::Seat;

/// A bot whose runs live for a question: reads its input, prints, ends.
pub type Function<'a> = &'a dyn Fn(&[u8], &mut Vec<u8>) -> Exit;

/// Plays a match to its end. Runs end in the order in which they have started, each after a
/// microsecond of virtual time.
pub fn play<G: Protocol>(referee: &mut Referee<G>, bots: &[Function<'_>]) {
    let (mut starting, mut ready, mut printed) = (VecDeque::new(), VecDeque::new(), Vec::new());
    let mut inputs: Vec<(Run, Seat, Vec<u8>)> = Vec::new();
    let spent = Spent::Virtual(Duration::from_micros(1));
    while !referee.is_done() {
        while let Some(output) = referee.poll() {
            match output {
                Output::Start(run, seat) => starting.push_back((run, seat)),
                Output::Stdin(run, text) => {
                    let input = inputs.iter_mut().find(|(each, ..)| *each == run).expect("it has been started");
                    input.2.extend_from_slice(text);
                }
                Output::CloseStdin(run) => ready.push_back(run),
                Output::Stop(run) => inputs.retain(|(each, ..)| *each != run),
                Output::Grant(..) | Output::Resume(_) | Output::Changed | Output::Over => {}
            }
        }
        if let Some((run, seat)) = starting.pop_front() {
            inputs.push((run, seat, Vec::new()));
            referee.handle(Duration::ZERO, Input::Started(run, Spent::Virtual(Duration::ZERO)));
        } else if let Some(run) = ready.pop_front() {
            let at = inputs.iter().position(|(each, ..)| *each == run).expect("it has been started");
            let (_, seat, input) = inputs.swap_remove(at);
            printed.clear();
            let exit = bots[seat.index()](&input, &mut printed);
            if !printed.is_empty() {
                referee.handle(Duration::ZERO, Input::Stdout(run, &printed, spent));
            }
            referee.handle(Duration::ZERO, Input::Exited(run, exit, spent));
        }
    }
}
