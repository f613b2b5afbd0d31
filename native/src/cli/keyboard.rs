//! Reads lines typed by a person, or piped in by a program. Knows no game.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use botyard_host::Interrupt;

/// How often a waiting prompt checks the interrupt: often enough for a person.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// stdin, read by a thread of its own so that Ctrl-C is noticed while waiting for a line.
#[derive(Debug)]
pub struct Keyboard {
    lines: Receiver<String>,
    interrupt: Interrupt,
}

impl Keyboard {
    /// Takes over stdin. At most one line is read that [`Keyboard::line`] does not return.
    pub fn new(interrupt: Interrupt) -> Self {
        // The channel has no buffer, so that at most one line is taken from the program that
        // reads stdin after this one.
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
            match self.lines.recv_timeout(CHECK_INTERVAL) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        None
    }
}
