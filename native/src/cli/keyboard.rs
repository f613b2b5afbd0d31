//! Lines that a person types, or that a program types for one. Knows no game.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use botyard::host::Interrupt;

/// How often a waiting prompt looks whether it has been interrupted: soon enough for a person.
const GLANCE: Duration = Duration::from_millis(50);

/// stdin, read by a thread of its own so that Ctrl-C is heard while a line is waited for.
#[derive(Debug)]
pub struct Keyboard {
    lines: Receiver<String>,
    interrupt: Interrupt,
}

impl Keyboard {
    /// Takes stdin over. Nothing is read before [`Keyboard::line`] has been called as often as there are lines.
    pub fn new(interrupt: Interrupt) -> Self {
        // A channel without room: of what was not asked for, one line at most is taken from whoever reads stdin after
        // us.
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { lines, interrupt }
    }

    /// The next line; `None` at the end of input or when interrupted.
    pub fn line(&self) -> Option<String> {
        while !self.interrupt.is_raised() {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        None
    }
}
