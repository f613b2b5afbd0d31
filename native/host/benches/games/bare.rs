//! Exchanges a match's bytes with programs that neither parse a protocol nor think: the cost of
//! pipes and processes alone. Knows no game.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use botyard_engine::transcript::{Passage, Stream, Transcript};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

/// The argument that makes this program such a program; the file of its steps follows.
pub const ARGUMENT: &str = "--repeat";

/// The number of bytes that a program reads, and its output after them.
#[derive(Default, Serialize, Deserialize)]
struct BareStep {
    reads: usize,
    prints: String,
}

/// Everything that went through the pipes of a match, as far as it was kept.
pub struct Exchange {
    passages: Vec<Passage>,
    seats: usize,
}

impl Exchange {
    /// The result of a match.
    pub fn from_transcript(transcript: &Transcript, seats: usize) -> Self {
        let mut kept = vec![0; seats];
        let is_whole = |passage: &&Passage| {
            kept[passage.seat.index()] += passage.text.len();
            kept[passage.seat.index()] < Transcript::KEPT_PER_SEAT
        };
        let passages = transcript.passages().iter().take_while(is_whole);
        let is_piped = |passage: &&Passage| matches!(passage.stream, Stream::Stdin | Stream::Stdout);
        let mut passages: Vec<_> = passages.filter(is_piped).cloned().collect();
        // Nothing follows the last answer.
        let last = passages.iter().rposition(|passage| passage.stream == Stream::Stdout).map_or(0, |last| last + 1);
        passages.truncate(last);
        Self { passages, seats }
    }

    /// Exchanges the bytes with fresh programs. Returns the time of one answer; starting the
    /// programs does not count.
    pub fn time(&self) -> Duration {
        let files: Vec<_> = (0..self.seats).map(|seat| self.write_steps(seat)).collect();
        let mut programs: Vec<_> = files.iter().map(|file| start(file.path())).collect();
        programs.iter_mut().for_each(|program| assert_eq!(read(program, 1), b"\n"));
        let start = Instant::now();
        for passage in &self.passages {
            let program = &mut programs[passage.seat.index()];
            match passage.stream {
                Stream::Stdin => {
                    program.stdin.as_mut().expect("piped").write_all(passage.text.as_bytes()).expect("it reads");
                }
                _ => assert_eq!(read(program, passage.text.len()), passage.text.as_bytes()),
            }
        }
        let took = start.elapsed();
        programs.into_iter().for_each(|mut program| assert!(program.wait().expect("it ends").success()));
        let answers = self.passages.iter().filter(|passage| passage.stream == Stream::Stdout).count();
        took / answers.max(1) as u32
    }

    fn write_steps(&self, seat: usize) -> NamedTempFile {
        let mut steps = vec![BareStep::default()];
        for passage in self.passages.iter().filter(|passage| passage.seat.index() == seat) {
            let is_printed = passage.stream == Stream::Stdout;
            if !is_printed && steps.last().is_some_and(|step| !step.prints.is_empty()) {
                steps.push(BareStep::default());
            }
            let step = steps.last_mut().expect("there is always one");
            if is_printed { step.prints.push_str(&passage.text) } else { step.reads += passage.text.len() }
        }
        let file = NamedTempFile::new().expect("there is room for a file");
        serde_json::to_writer(&file, &steps).expect("it is plain data");
        file
    }
}

fn start(steps: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("a running program has a file"));
    command.arg(ARGUMENT).arg(steps).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().expect("this program starts")
}

fn read(program: &mut Child, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    program.stdout.as_mut().expect("piped").read_exact(&mut bytes).expect("the program answers");
    bytes
}

/// Runs as such a program. It prints an empty line when it is ready.
pub fn repeat(steps: &str) {
    let file = BufReader::new(File::open(steps).expect("it was written a moment ago"));
    let steps: Vec<BareStep> = serde_json::from_reader(file).expect("it was written by this program");
    let (mut stdin, mut stdout) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut print = |text: &[u8]| stdout.write_all(text).and_then(|()| stdout.flush()).expect("somebody reads");
    print(b"\n");
    for step in steps {
        stdin.read_exact(&mut vec![0; step.reads]).expect("somebody writes");
        print(step.prints.as_bytes());
    }
}
