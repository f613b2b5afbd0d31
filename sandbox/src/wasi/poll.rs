//! `poll_oneoff`: which of a list of clocks and streams is ready. Knows the answers, not how to
//! wait: that is the host's suspension, or the virtual clock's jump.
//!
//! A module runs only while it owes an answer, and gets no input meanwhile. So a poll of stdin with
//! a clock is answered at once, by the clock: unless the module has printed since its output was
//! last taken, because that may have been its answer.

use crate::budget::Budget;

use super::abi::Errno;
use super::chance::{Clock, Clocks};
use super::descriptors::{Descriptors, OpenTarget};
use super::files::Tree;
use super::memory::{Memory, put_u32};
use super::rights::POLL_FD_READWRITE;
use super::stdio::{Stdin, Stdout};

/// One question of the list, as far as it is parsed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subscription {
    userdata: [u8; 8],
    tag: u8,
    on: Result<PollTarget, Errno>,
}

#[derive(Clone, Copy, Debug)]
enum PollTarget {
    /// A clock, with the time left until it fires.
    Clock(Budget),
    Stdin,
    /// A file, or a stream to write to; neither ever blocks: the host takes the written bytes, or
    /// ends the run. Holds the number of bytes to report as available.
    Free(u64),
}

/// The direction in which a descriptor is polled.
#[derive(Clone, Copy)]
enum PollDirection {
    Read,
    Write,
}

/// The result of a poll.
pub(super) enum Poll {
    /// No event is ready before more input comes.
    Wait,
    /// A clock would end the poll, but the bot's output has to be taken first.
    TakeOutput,
    /// Events were written; the virtual clock moves by this.
    Slept(Budget),
}

/// The state of the polled clocks and streams.
pub(super) struct Ready<'a> {
    pub descriptors: &'a Descriptors,
    pub tree: &'a Tree,
    pub stdin: &'a Stdin,
    pub stdout: &'a Stdout,
    pub clocks: &'a Clocks,
    pub spent: Budget,
}

const SUBSCRIPTION: usize = 48;
const EVENT: usize = 32;
/// As many subscriptions as one call may have.
const MOST: u32 = 1_024;
/// As much as a pipe takes without blocking.
const PIPE: u64 = 65_536;

/// The work of reading a list, in bytes like any other.
pub(super) fn work(count: u32) -> u64 {
    u64::from(count.min(MOST)) * SUBSCRIPTION as u64
}

/// Answers the call. `list` is only a buffer, kept so that polling does not allocate.
pub(super) fn poll<M: Memory>(
    ready: &Ready<'_>,
    list: &mut Vec<Subscription>,
    memory: &mut M,
    [from, to, count, stored]: [u32; 4],
) -> Result<Poll, Errno> {
    if count == 0 || count > MOST {
        return Err(Errno::Inval);
    }
    // All are read before any event is written: the two may overlap.
    fetch(ready, list, memory, from, count)?;
    let waits_for_input = list.iter().any(|question| matches!(question.on, Ok(PollTarget::Stdin)));
    let sleep = match soonest(list) {
        _ if list.iter().any(|question| ready.at_once(question)) => Budget::ZERO,
        Some(_) if waits_for_input && !ready.stdout.bytes().is_empty() => return Ok(Poll::TakeOutput),
        Some(left) => left,
        None => return Ok(Poll::Wait),
    };
    let events = report(ready, list, sleep, memory, to)?;
    put_u32(memory, stored, events)?;
    Ok(Poll::Slept(sleep))
}

fn fetch<M: Memory>(
    ready: &Ready<'_>,
    list: &mut Vec<Subscription>,
    memory: &M,
    from: u32,
    count: u32,
) -> Result<(), Errno> {
    list.clear();
    for index in 0..count {
        let at = from.checked_add(index * SUBSCRIPTION as u32).ok_or(Errno::Fault)?;
        let mut raw = [0; SUBSCRIPTION];
        memory.read(at, &mut raw)?;
        list.push(ready.parse(&raw));
    }
    Ok(())
}

impl Ready<'_> {
    fn parse(&self, raw: &[u8; SUBSCRIPTION]) -> Subscription {
        let on = match raw[8] {
            0 => self.clock(raw),
            1 => self.stream(u32_at(raw, 16), PollDirection::Read),
            2 => self.stream(u32_at(raw, 16), PollDirection::Write),
            _ => Err(Errno::Inval),
        };
        let mut userdata = [0; 8];
        userdata.copy_from_slice(&raw[..8]);
        Subscription { userdata, tag: raw[8], on }
    }

    fn clock(&self, raw: &[u8; SUBSCRIPTION]) -> Result<PollTarget, Errno> {
        let clock = Clock::numbered(u32_at(raw, 16))?;
        let timeout = u64_at(raw, 24);
        let absolute = raw[40] & 1 == 1;
        let now = if absolute { self.clocks.read(clock, self.spent) } else { 0 };
        Ok(PollTarget::Clock(Budget(timeout.saturating_sub(now))))
    }

    fn stream(&self, fd: u32, direction: PollDirection) -> Result<PollTarget, Errno> {
        let descriptor = self.descriptors.find(fd)?;
        descriptor.rights.check(POLL_FD_READWRITE)?;
        match (descriptor.open, direction) {
            (OpenTarget::Stdin, PollDirection::Read) => Ok(PollTarget::Stdin),
            (OpenTarget::Stdout | OpenTarget::Stderr, PollDirection::Write) => Ok(PollTarget::Free(PIPE)),
            (OpenTarget::File(id), PollDirection::Read) => {
                Ok(PollTarget::Free(self.tree.node(id).kind.size().saturating_sub(descriptor.position)))
            }
            (OpenTarget::File(_), PollDirection::Write) => Ok(PollTarget::Free(PIPE)),
            _ => Err(Errno::Badf),
        }
    }

    fn at_once(&self, question: &Subscription) -> bool {
        match question.on {
            Ok(PollTarget::Clock(_)) => false,
            Ok(PollTarget::Stdin) => self.stdin.readable(),
            Ok(PollTarget::Free(_)) | Err(_) => true,
        }
    }

    fn fires(&self, question: &Subscription, slept: Budget) -> bool {
        match question.on {
            Ok(PollTarget::Clock(left)) => left <= slept,
            _ => self.at_once(question),
        }
    }

    fn event(&self, question: &Subscription) -> [u8; EVENT] {
        let mut raw = [0; EVENT];
        raw[..8].copy_from_slice(&question.userdata);
        raw[10] = question.tag;
        match question.on {
            Err(errno) => raw[8..10].copy_from_slice(&errno.number().to_le_bytes()),
            Ok(PollTarget::Stdin) => {
                let bytes = self.stdin.unread().len() as u64;
                raw[16..24].copy_from_slice(&bytes.to_le_bytes());
                raw[24] = u8::from(bytes == 0);
            }
            Ok(PollTarget::Free(bytes)) => raw[16..24].copy_from_slice(&bytes.to_le_bytes()),
            Ok(PollTarget::Clock(_)) => {}
        }
        raw
    }
}

/// The time until the first clock fires; `None` if there is no clock.
fn soonest(list: &[Subscription]) -> Option<Budget> {
    let left = list.iter().filter_map(|question| match question.on {
        Ok(PollTarget::Clock(left)) => Some(left),
        _ => None,
    });
    left.min()
}

fn report<M: Memory>(
    ready: &Ready<'_>,
    list: &[Subscription],
    slept: Budget,
    memory: &mut M,
    to: u32,
) -> Result<u32, Errno> {
    let mut events = 0;
    for question in list.iter().filter(|question| ready.fires(question, slept)) {
        let at = to.checked_add(events * EVENT as u32).ok_or(Errno::Fault)?;
        memory.write(at, &ready.event(question))?;
        events += 1;
    }
    Ok(events)
}

fn u32_at(raw: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([raw[at], raw[at + 1], raw[at + 2], raw[at + 3]])
}

fn u64_at(raw: &[u8], at: usize) -> u64 {
    u64::from(u32_at(raw, at)) | u64::from(u32_at(raw, at + 4)) << 32
}
