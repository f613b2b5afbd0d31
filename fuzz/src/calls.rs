//! The system calls: a source of calls with any arguments, over a small memory. No call panics, a
//! pointer outside the memory is answered with its error, files and streams stay within their
//! bounds, and a second run gives the same results.

use std::cell::Cell;

use botyard_sandbox::Budget;
use botyard_sandbox::wasi::{
    CALLS, Call, Entry, Errno, FileLimits, Flow, Folder, Memory, Origin, OutOfBoundsError, Param, Process, ROOT,
    Stderr, Stdout,
};

use crate::byte_source::ByteSource;

/// A bot's memory: small, so that many pointers are at its edge.
const MEMORY: usize = 4096;
/// Calls in one source: a call can move 16 MiB.
const CALLS_MAX: usize = 200;
/// The highest number that preview1 has for an error.
const ERRNO_MAX: u16 = 76;
/// The initial content of the memory: paths, so that a source need not write them.
const PATHS: &[u8] = b"a\0b\0a/b\0..\0/\0a/../b\0book.txt\0\xff\0";

/// The source: a byte for the bot's files, then calls with their arguments.
pub fn any_calls(bytes: &[u8]) {
    let mut source = ByteSource::new(bytes);
    let choice = source.byte();
    let mut process = process(choice);
    let first = run(&mut process, source);
    let kept = process.folder(0);
    within_limits(&process, &kept);
    if choice.is_multiple_of(2) {
        process.restart(Origin::default());
    } else {
        process.clear();
        assert!(process.folder(0).is_empty(), "a run that is over keeps no files");
        process.restart_in(Origin::default(), folders(choice)).expect("all of it fits");
    }
    assert_eq!(run(&mut process, source), first, "a run that starts again goes the same way");
    assert_eq!(process.folder(0), kept, "a run that starts again leaves the same files");
}

/// A bot with some files.
fn process(choice: u8) -> Process {
    Process::with_folders(Origin::default(), &["bot", "-v"], &[("KEY", "value")], folders(choice))
        .expect("all of it fits")
}

/// Its files; in some scripts nearly as many, or nearly as large, as it may have.
fn folders(choice: u8) -> Vec<(String, Folder)> {
    let limits = FileLimits::default();
    let mut folder = Folder::default();
    let mut put = |path: &str, entry| folder.insert(path, entry).expect("a path");
    put("book.txt", Entry::file(b"4 4 3\n"));
    put("a/link", Entry::Symlink("../book.txt".into()));
    match choice {
        255 => put("large", Entry::file(&vec![7; limits.bytes as usize - 100])),
        254 => (0..limits.entries - 8).for_each(|nth| put(&format!("many/{nth}"), Entry::Directory)),
        253 => put(&["d"; 62].join("/"), Entry::Directory),
        _ => {}
    }
    vec![(ROOT.to_owned(), folder)]
}

/// The result of a run: each call's answer, and the memory at the end.
type Course = (Vec<Flow>, Vec<u8>);

fn run(process: &mut Process, mut source: ByteSource<'_>) -> Course {
    let mut bytes = vec![0; MEMORY];
    bytes[..PATHS.len()].copy_from_slice(PATHS);
    let mut memory = Watched { bytes, strayed: Cell::new(false) };
    let (mut flows, mut spent) = (Vec::new(), Budget::ZERO);
    while !source.is_over() && flows.len() < CALLS_MAX {
        match source.byte() as usize {
            row if row < CALLS.len() => {
                let flow = call(process, CALLS[row].call, &mut source, spent, &mut memory);
                flows.push(flow);
                match flow {
                    Flow::Return { cost, .. } => spent += Budget(cost),
                    Flow::Poll => process.stdout.clear(),
                    Flow::Wait => process.stdin.push(b"4 6 UP\n").expect("little is unread"),
                    Flow::Exit(_) | Flow::Flooded => break,
                }
            }
            row if row % 8 == 0 => process.stdin.close(),
            _ => poke(&mut memory.bytes, &mut source),
        }
    }
    (flows, memory.bytes)
}

fn call(process: &mut Process, call: Call, source: &mut ByteSource<'_>, spent: Budget, memory: &mut Watched) -> Flow {
    let args: Vec<_> = call.signature().params.iter().map(|param| argument(*param, source)).collect();
    memory.strayed.set(false);
    let flow = process.call(call, &args, spent, memory);
    if let Flow::Return { errno, .. } = flow {
        assert!(errno <= ERRNO_MAX, "{call} {args:x?} answers {errno}, which preview1 has no name for");
    }
    if memory.strayed.get() {
        let fault = matches!(flow, Flow::Return { errno, .. } if errno == Errno::Fault.number());
        assert!(fault, "{call} {args:x?} reaches outside the memory and is answered {flow:?}");
    }
    flow
}

/// A small number, a place in the memory, or anything.
fn argument(param: Param, source: &mut ByteSource<'_>) -> u64 {
    let value = match source.byte() {
        small @ ..128 => u64::from(small),
        place @ 128..192 => u64::from(place - 128) * 64 + u64::from(source.byte()),
        192..224 => source.long() & 0xffff,
        224.. => source.long(),
    };
    if param == Param::I32 { u64::from(value as u32) } else { value }
}

/// Writes some bytes of the source into the memory, as a bot would.
fn poke(memory: &mut [u8], source: &mut ByteSource<'_>) {
    let at = usize::from(source.byte()) * 16;
    let count = usize::from(source.byte());
    let bytes = source.bytes(count);
    let end = (at + bytes.len()).min(MEMORY);
    memory[at..end].copy_from_slice(&bytes[..end - at]);
}

fn within_limits(process: &Process, folder: &Folder) {
    let limits = FileLimits::default();
    let sizes = folder.iter().map(|(_, entry)| match entry {
        Entry::Directory => 0,
        Entry::File(bytes) => bytes.len() as u64,
        Entry::Symlink(target) => target.len() as u64,
    });
    assert!(sizes.sum::<u64>() <= limits.bytes, "files are within their bound");
    assert!(folder.iter().count() <= limits.entries, "names are within their bound");
    for (path, _) in folder.iter() {
        assert!(path.split('/').all(|name| name.len() <= limits.name_bytes), "{path}: names are short");
        assert!(path.split('/').count() <= limits.depth, "{path}: directories are not too deep");
    }
    assert!(process.stdout.bytes().len() <= Stdout::BOUND, "stdout is within its bound");
    assert!(process.stderr.bytes().len() <= Stderr::BOUND, "stderr is within its bound");
}

/// A memory that notices accesses outside.
struct Watched {
    bytes: Vec<u8>,
    strayed: Cell<bool>,
}

impl Watched {
    fn watch(&self, answer: Result<(), OutOfBoundsError>) -> Result<(), OutOfBoundsError> {
        self.strayed.set(self.strayed.get() || answer.is_err());
        answer
    }
}

impl Memory for Watched {
    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read(&self, at: u32, to: &mut [u8]) -> Result<(), OutOfBoundsError> {
        let from = self.bytes.get(at as usize..).and_then(|rest| rest.get(..to.len())).ok_or(OutOfBoundsError);
        self.watch(from.map(|from| to.copy_from_slice(from)))
    }

    fn write(&mut self, at: u32, from: &[u8]) -> Result<(), OutOfBoundsError> {
        let answer = (&mut &mut self.bytes[..]).write(at, from);
        self.watch(answer)
    }
}
