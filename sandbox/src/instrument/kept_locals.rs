//! Which locals a function keeps in globals while it requests a slice. Knows loops and mentions of
//! locals, and not the code that keeps them.
//!
//! A request is a call, and a call destroys the processor's registers. It is rare, but compilers
//! leave a local that is needed after it in memory, in the whole loop around it: natively, a loop of
//! floats takes 1.4 times as long, and in Firefox every loop does. Read from a global, a local is a
//! new value, and the loop's own stays in its register.
//!
//! Keeping one more local than necessary, or one less, changes no result, so a rough reading of
//! which are needed is enough.

use std::ops::Range;

use wasmparser::{Operator, ValType};

/// The most locals that one request keeps: more have no register.
pub(super) const MOST: usize = 12;
/// The most bytes of a loop, and the most mentions of locals in it: every request in it may keep
/// locals, which makes it larger, and looks through its mentions.
const LOOP_BYTES: usize = 1_000;
const MENTIONS: usize = 256;
/// How many of the loops around a request count, the innermost first: what happens further out
/// is rare, and every loop is searched.
const LOOPS_AROUND: usize = 2;

/// The types of locals that a request keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeptType {
    I32,
    I64,
    F32,
    F64,
}

impl KeptType {
    /// All of them, in their order.
    pub const ALL: [KeptType; 4] = [KeptType::I32, KeptType::I64, KeptType::F32, KeptType::F64];

    fn of(ty: ValType) -> Option<KeptType> {
        match ty {
            ValType::I32 => Some(KeptType::I32),
            ValType::I64 => Some(KeptType::I64),
            ValType::F32 => Some(KeptType::F32),
            ValType::F64 => Some(KeptType::F64),
            ValType::V128 | ValType::Ref(_) => None,
        }
    }
}

/// A local that a request keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeptLocal {
    pub local: u32,
    pub ty: KeptType,
}

/// An instruction that reads or writes a local.
#[derive(Clone, Copy, Debug)]
struct Mention {
    at: usize,
    local: KeptLocal,
    is_read: bool,
}

/// The locals that a function mentions, and its loops without calls.
#[derive(Debug, Default)]
pub(super) struct KeptLocals {
    mentions: Vec<Mention>,
    /// In the order of their starts; a loop comes before those in it.
    loops: Vec<Range<usize>>,
    /// How many of them start before the last request, and which of these are around it.
    passed: usize,
    around: Vec<Range<usize>>,
    /// For each local, the last search that has found a mention of it.
    found_by: Vec<u32>,
    search: u32,
    kept: Vec<KeptLocal>,
}

impl KeptLocals {
    /// Starts on a function with this many locals.
    pub fn start(&mut self, locals: u32) {
        self.mentions.clear();
        self.loops.clear();
        self.around.clear();
        self.passed = 0;
        self.search = 0;
        self.found_by.clear();
        self.found_by.resize(locals as usize, 0);
    }

    /// Reads the instruction at `at`; `local_type` returns the type of a local.
    pub fn read(&mut self, operator: &Operator<'_>, at: usize, local_type: impl FnOnce(u32) -> Option<ValType>) {
        let (local, is_read) = match operator {
            Operator::LocalGet { local_index } => (*local_index, true),
            Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => (*local_index, false),
            _ => return,
        };
        if let Some(ty) = local_type(local).and_then(KeptType::of) {
            self.mentions.push(Mention { at, local: KeptLocal { local, ty }, is_read });
        }
    }

    /// Notes the function's loops without calls, in the order of their ends: requests in them keep
    /// locals.
    pub fn note_loops(&mut self, loops: &[Range<usize>]) {
        for range in loops {
            let mentions = mentions_in(&self.mentions, range).len();
            if range.len() <= LOOP_BYTES && (1..=MENTIONS).contains(&mentions) {
                // Only the loops in it come after it.
                let place = self.loops.partition_point(|other| other.start < range.start);
                self.loops.insert(place, range.clone());
            }
        }
    }

    /// The locals that a request at `at` keeps. Requests come in the order of their places.
    pub fn at(&mut self, at: usize) -> &[KeptLocal] {
        while let Some(range) = self.loops.get(self.passed).filter(|range| range.start <= at) {
            self.around.push(range.clone());
            self.passed += 1;
        }
        self.around.retain(|around| around.end > at);
        self.kept.clear();
        for range in self.around.iter().rev().take(LOOPS_AROUND) {
            self.search += 1;
            let mentions = mentions_in(&self.mentions, range);
            let (before, after) = mentions.split_at(mentions.partition_point(|mention| mention.at < at));
            // After the end of a round comes the start of the next one. Whoever is read next is needed.
            for mention in after.iter().chain(before) {
                let found_by = &mut self.found_by[mention.local.local as usize];
                let is_first = std::mem::replace(found_by, self.search) != self.search;
                if is_first && mention.is_read && self.kept.len() < MOST && !self.kept.contains(&mention.local) {
                    self.kept.push(mention.local);
                }
            }
        }
        &self.kept
    }
}

fn mentions_in<'a>(mentions: &'a [Mention], range: &Range<usize>) -> &'a [Mention] {
    let place = |at: usize| mentions.partition_point(|mention| mention.at < at);
    &mentions[place(range.start)..place(range.end)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Local 0 is a vector, 1 an `f32`, the others are `i64`.
    fn local_type(local: u32) -> Option<ValType> {
        [ValType::V128, ValType::F32].get(local as usize).copied().or(Some(ValType::I64))
    }

    fn kept(mentions: &[(usize, char, u32)], loops: &[(usize, usize)], at: &[usize]) -> Vec<Vec<u32>> {
        let mut kept = KeptLocals::default();
        kept.start(200);
        for &(at, action, local_index) in mentions {
            let operator = match action {
                'r' => Operator::LocalGet { local_index },
                _ => Operator::LocalSet { local_index },
            };
            kept.read(&operator, at, local_type);
        }
        let loops: Vec<_> = loops.iter().map(|&(start, end)| start..end).collect();
        kept.note_loops(&loops);
        at.iter().map(|&at| kept.at(at).iter().map(|local| local.local).collect()).collect()
    }

    #[test]
    fn a_request_keeps_the_locals_that_are_read_next() {
        let mentions = [(10, 'r', 0), (11, 'r', 1), (12, 'w', 2), (20, 'r', 2), (21, 'w', 1)];
        assert_eq!(kept(&mentions, &[(10, 30)], &[10, 15, 25]), [vec![1], vec![2], vec![1]]);
    }

    #[test]
    fn only_requests_in_loops_keep_locals() {
        let mentions = [(1, 'r', 1), (11, 'r', 1), (41, 'r', 1)];
        assert_eq!(kept(&mentions, &[(10, 30)], &[0, 10, 30, 40]), [vec![], vec![1], vec![], vec![]]);
        assert_eq!(kept(&mentions, &[], &[10]), [vec![]]);
    }

    #[test]
    fn the_loop_around_a_loop_counts() {
        let mentions = [(11, 'r', 2), (21, 'r', 3), (35, 'r', 1)];
        let loops = [(20, 30), (10, 40)];
        assert_eq!(kept(&mentions, &loops, &[10, 20, 30]), [vec![2, 3, 1], vec![3, 1, 2], vec![1, 2, 3]]);
    }

    #[test]
    fn a_request_keeps_no_more_locals_than_there_are_registers() {
        let many: Vec<_> = (0..20).map(|local| (10 + local, 'r', 2 + local as u32)).collect();
        assert_eq!(kept(&many, &[(10, 40)], &[10])[0].len(), MOST);
        let too_many: Vec<_> = (0..=MENTIONS).map(|local| (10 + local, 'r', 2)).collect();
        assert_eq!(kept(&too_many, &[(10, 500)], &[10]), [vec![]]);
        assert_eq!(kept(&[(11, 'r', 2)], &[(10, 11 + LOOP_BYTES)], &[10]), [vec![]]);
    }
}
