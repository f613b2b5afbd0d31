//! The dispatch of calls to functions. Knows nothing else of the calls.

use super::abi::{Call, Errno};
use super::chance::Clock;
use super::frame::{CallFrame, CallResult};
use super::memory::{Memory, put_u64};
use super::poll::{self, Poll, Ready};
use super::{CallStep, Process, fd, path};

/// The price of a random byte, in bytes of work: it has to be calculated.
const RANDOM: u64 = 8;

/// Answers a call, or returns the step that must come first.
pub(super) fn answer<M: Memory>(call: Call, frame: &mut CallFrame<'_, M>) -> Result<CallStep, Errno> {
    match call {
        Call::FdRead => fd::transfer::read(frame),
        Call::FdWrite => fd::transfer::write(frame),
        Call::PollOneoff => poll_oneoff(frame),
        Call::ProcExit => Ok(CallStep::Exit(frame.args.word(0))),
        other => prompt(other, frame).map(|()| CallStep::Done),
    }
}

/// The calls that neither suspend nor end the run.
fn prompt<M: Memory>(call: Call, frame: &mut CallFrame<'_, M>) -> CallResult {
    match call {
        Call::ArgsGet | Call::ArgsSizesGet | Call::EnvironGet | Call::EnvironSizesGet => strings(call, frame),
        Call::ClockResGet => clock(frame, 1, |_, _| 1),
        Call::ClockTimeGet => clock(frame, 2, |frame, clock| frame.process.clocks.read(clock, frame.spent)),
        Call::RandomGet => random(frame),
        Call::FdAdvise => fd::extent::advise(frame),
        Call::FdAllocate => fd::extent::allocate(frame),
        Call::FdClose => fd::state::close(frame),
        Call::FdDatasync => fd::extent::datasync(frame),
        Call::FdFdstatGet => fd::state::fdstat(frame),
        Call::FdFdstatSetFlags => fd::state::set_flags(frame),
        Call::FdFdstatSetRights => fd::state::set_rights(frame),
        Call::FdFilestatGet => fd::state::filestat(frame),
        Call::FdFilestatSetSize => fd::extent::set_size(frame),
        Call::FdFilestatSetTimes => fd::times::of_descriptor(frame),
        Call::FdPread => fd::transfer::pread(frame),
        Call::FdPrestatGet => fd::state::prestat(frame),
        Call::FdPrestatDirName => fd::state::prestat_name(frame),
        Call::FdPwrite => fd::transfer::pwrite(frame),
        Call::FdReaddir => fd::readdir::readdir(frame),
        Call::FdRenumber => fd::state::renumber(frame),
        Call::FdSeek => fd::position::seek(frame),
        Call::FdSync => fd::extent::sync(frame),
        Call::FdTell => fd::position::tell(frame),
        Call::PathCreateDirectory => path::make::directory(frame),
        Call::PathFilestatGet => path::look::filestat(frame),
        Call::PathFilestatSetTimes => fd::times::of_path(frame),
        Call::PathLink => path::link::link(frame),
        Call::PathOpen => path::open::open(frame),
        Call::PathReadlink => path::look::readlink(frame),
        Call::PathRemoveDirectory => path::remove::directory(frame),
        Call::PathRename => path::rename::rename(frame),
        Call::PathSymlink => path::make::symlink(frame),
        Call::PathUnlinkFile => path::remove::file(frame),
        Call::SchedYield => Ok(()),
        // No open descriptor is a socket.
        Call::SockAccept | Call::SockRecv | Call::SockSend | Call::SockShutdown => {
            Err(frame.descriptor(0).err().unwrap_or(Errno::Notsock))
        }
        Call::ProcRaise => Err(Errno::Notsup),
        Call::FdRead | Call::FdWrite | Call::PollOneoff | Call::ProcExit => Err(Errno::Nosys),
    }
}

fn strings<M: Memory>(call: Call, frame: &mut CallFrame<'_, M>) -> CallResult {
    let (one, other) = (frame.args.word(0), frame.args.word(1));
    let is_args = matches!(call, Call::ArgsGet | Call::ArgsSizesGet);
    let strings = if is_args { &frame.process.args } else { &frame.process.env };
    frame.work += match call {
        Call::ArgsGet | Call::EnvironGet => strings.copy(frame.memory, one, other)?,
        _ => strings.sizes(frame.memory, one, other)?,
    };
    Ok(())
}

/// Writes the result of `read` for the clock that the argument 0 numbers to the address in the
/// argument `index`.
fn clock<M: Memory>(
    frame: &mut CallFrame<'_, M>,
    index: usize,
    read: fn(&CallFrame<'_, M>, Clock) -> u64,
) -> CallResult {
    let value = read(frame, Clock::numbered(frame.args.word(0))?);
    put_u64(frame.memory, frame.args.word(index), value)
}

fn random<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    frame.work += RANDOM * frame.process.random.fill(frame.memory, frame.args.word(0), frame.args.word(1))?;
    Ok(())
}

fn poll_oneoff<M: Memory>(frame: &mut CallFrame<'_, M>) -> Result<CallStep, Errno> {
    let args = [0, 1, 2, 3].map(|index| frame.args.word(index));
    frame.work += poll::work(args[2]);
    let Process { descriptors, files, stdin, stdout, clocks, subscriptions, .. } = &mut *frame.process;
    let ready = Ready { descriptors, tree: &files.tree, stdin, stdout, clocks, spent: frame.spent };
    match poll::poll(&ready, subscriptions, frame.memory, args)? {
        Poll::Wait => Ok(CallStep::Wait),
        Poll::TakeOutput => Ok(CallStep::Poll),
        Poll::Slept(time) => Ok(CallStep::Slept(time)),
    }
}
