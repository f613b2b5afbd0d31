//! Bots whose output depends only on their input.

use std::time::Duration;

use super::Bot;

/// The bots that there are.
pub fn make(name: &str) -> Option<Box<dyn Bot>> {
    Some(match name {
        "four" => Box::new(Lines::new(b"p\n", connect_four)),
        "pairs" => Box::new(Pairs::default()),
        "looks" => Box::new(Looks { line: Lines::new(b"p\n", connect_four), printed: Vec::new() }),
        "march" => Box::new(Lines::new(b"", generals)),
        "late" => Box::new(Late(Lines::new(b"", generals))),
        "patrol" => Box::new(Patrol::default()),
        "units" => Box::new(Units::default()),
        "deaf" => Box::new(Deaf),
        _ => return None,
    })
}

/// A bot's answer to a line, given a digest of its whole input.
type Answer = fn(line: &str, digest: u64) -> String;

/// Answers line by line.
struct Lines {
    greeting: &'static [u8],
    answer: Answer,
    line: Vec<u8>,
    digest: u64,
}

impl Lines {
    fn new(greeting: &'static [u8], answer: Answer) -> Self {
        Self { greeting, answer, line: Vec::new(), digest: START }
    }
}

impl Bot for Lines {
    fn read(&mut self, input: &[u8], out: &mut Vec<u8>) -> Duration {
        out.extend_from_slice(std::mem::take(&mut self.greeting));
        for &byte in input {
            self.digest = mix(self.digest, byte);
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).expect("lines are ASCII");
            out.extend_from_slice((self.answer)(&line, self.digest).as_bytes());
        }
        Duration::from_micros(1 + input.len() as u64)
    }
}

/// Plays Connect Four and thinks two turns ahead: it answers every other line, for that turn and
/// for the next.
#[derive(Default)]
struct Pairs {
    has_greeted: bool,
    lines: usize,
}

impl Bot for Pairs {
    fn read(&mut self, input: &[u8], out: &mut Vec<u8>) -> Duration {
        if !std::mem::replace(&mut self.has_greeted, true) {
            out.extend_from_slice(b"p\n");
        }
        for _ in input.iter().filter(|&&byte| byte == b'\n') {
            if self.lines.is_multiple_of(2) {
                out.extend([self.lines, self.lines + 1].into_iter().flat_map(|turn| [b'1' + (turn % 7) as u8, b'\n']));
            }
            self.lines += 1;
        }
        Duration::from_micros(1 + input.len() as u64)
    }
}

/// Prints a byte at a time, and looks for input after each.
struct Looks {
    line: Lines,
    printed: Vec<u8>,
}

impl Bot for Looks {
    fn read(&mut self, input: &[u8], out: &mut Vec<u8>) -> Duration {
        let mut printed = Vec::new();
        let spent = self.line.read(input, &mut printed);
        self.printed.extend(printed);
        out.extend(self.printed.drain(..self.printed.len().min(1)));
        spent
    }

    fn polls(&self) -> bool {
        true
    }
}

/// Needs more and more time, and too much in the end.
struct Late(Lines);

impl Bot for Late {
    fn read(&mut self, input: &[u8], out: &mut Vec<u8>) -> Duration {
        self.0.read(input, out) + Duration::from_millis(self.0.digest % 3000)
    }
}

/// Plays Stratego: sets a standard army up and walks one piece to and fro.
#[derive(Default)]
struct Patrol {
    line: Vec<u8>,
    is_blue: bool,
    rows: u32,
    moves: u32,
}

impl Patrol {
    fn answer(&mut self, line: &str) -> Option<String> {
        const ARMY: [&str; 4] = ["FB8878B78B", "B7B5s36B98", "7529654694", "9469193599"];
        match line.split_once(' ') {
            Some(("RED", _)) => return Some(ARMY.join("\n")),
            Some(("BLUE", _)) => {
                self.is_blue = true;
                return Some(ARMY.map(str::to_owned).into_iter().rev().collect::<Vec<_>>().join("\n"));
            }
            Some(_) => return None,
            None if line == "START" => return None,
            None => self.rows += 1,
        }
        if self.rows < 10 {
            return None;
        }
        self.rows = 0;
        self.moves += 1;
        let is_there = self.moves.is_multiple_of(2);
        Some(
            match (self.is_blue, is_there) {
                (false, false) => "0 3 DOWN",
                (false, true) => "0 4 UP",
                (true, false) => "9 6 UP",
                (true, true) => "9 5 DOWN",
            }
            .to_owned(),
        )
    }
}

impl Bot for Patrol {
    fn read(&mut self, input: &[u8], out: &mut Vec<u8>) -> Duration {
        for &byte in input {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).expect("lines are ASCII");
            if let Some(answer) = self.answer(&line) {
                out.extend_from_slice(answer.as_bytes());
                out.push(b'\n');
            }
        }
        Duration::from_micros(1 + input.len() as u64)
    }
}

/// Reads all its input, then prints the order of each of many units.
#[derive(Default)]
struct Units {
    digest: u64,
}

impl Bot for Units {
    fn read(&mut self, input: &[u8], _: &mut Vec<u8>) -> Duration {
        self.digest = input.iter().fold(self.digest, |digest, &byte| mix(digest, byte));
        Duration::from_micros(1 + input.len() as u64)
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        out.extend((0..200).map(|unit| b".^>v<"[(mix(self.digest, unit) % 5) as usize]));
    }
}

/// Prints no answer to any input.
struct Deaf;

impl Bot for Deaf {
    fn read(&mut self, _: &[u8], _: &mut Vec<u8>) -> Duration {
        Duration::from_micros(1)
    }
}

fn connect_four(line: &str, digest: u64) -> String {
    match line {
        "2" if digest == ["2", "\n"].concat().bytes().fold(START, mix) => "?\n".to_owned(),
        "0" | "-1" | "-2" | "-3" => String::new(),
        _ => format!("{}\n", digest % 7 + 1),
    }
}

fn generals(line: &str, digest: u64) -> String {
    if line != "1" {
        return String::new();
    }
    // Every tenth order may be one that is not possible.
    match digest % 10 {
        0 => format!("1 {} {} {} {}\n", digest % 5 + 1, digest % 4 + 1, digest % 5 + 1, digest % 4 + 2),
        _ => "-1\n".to_owned(),
    }
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// One step of FNV-1a.
fn mix(digest: u64, byte: u8) -> u64 {
    (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}
