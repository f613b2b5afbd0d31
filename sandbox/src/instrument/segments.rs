//! Where a function is charged, and how much. Knows control flow and prices, and no bytes.
//!
//! A function is cut into **segments**: stretches that run from their first instruction to their
//! last (or leave for good). A segment at a function's or a loop's head always has a charge of
//! its own. Any other segment has a parent, one that always ran before it in the same round of
//! the loop, and is paid in advance together with it, as long as what is paid in advance stays
//! within an **allowance**: as much as the segment itself costs, and a little more. So small
//! branches need no counting of their own, and a charge is never much more than twice the work
//! done: an interpreter's loop does not pay for all its instructions at every one of them.
//!
//! Everything follows from the module alone, so all hosts charge alike.

use std::ops::Range;

use crate::prices::QUARTERS;

/// Quarters that may be paid in advance for any segment.
const ALLOWANCE: u64 = 16;

/// A function's segments while they are found.
#[derive(Debug, Default)]
pub(super) struct Segments {
    list: Vec<Segment>,
    frames: Vec<ControlFrame>,
    /// The segment being read; `None` in code that is never executed.
    current: Option<usize>,
    call_free_loops: Vec<Range<usize>>,
    nesting: Nesting,
}

/// How deep a function's frames lie in each other.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Nesting {
    /// How many loops are open where one is being read.
    open_loops: u32,
    /// The most loops in each other.
    pub loops: u32,
    /// The most frames of any kind in each other, the function's own included.
    pub frames: usize,
}

impl Nesting {
    fn enter(&mut self, kind: FrameKind, frames: usize) {
        self.open_loops += u32::from(kind == FrameKind::Loop);
        self.loops = self.loops.max(self.open_loops);
        self.frames = self.frames.max(frames);
    }

    fn leave(&mut self, kind: FrameKind) {
        self.open_loops -= u32::from(kind == FrameKind::Loop);
    }
}

#[derive(Debug)]
struct Segment {
    at: usize,
    quarters: u64,
    parent: Option<usize>,
}

#[derive(Debug)]
struct ControlFrame {
    kind: FrameKind,
    /// Where what is in it starts.
    start: usize,
    opened_in: Option<usize>,
    is_targeted: bool,
    has_calls: bool,
}

/// The kind of a frame of structured control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    Block,
    If,
    Else,
    Loop,
}

/// A charge to insert: before the byte `at`, of `units`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Charge {
    pub at: usize,
    pub units: u64,
}

impl Segments {
    /// Starts on a function whose first instruction is at `at`, reusing the lists.
    pub fn start(&mut self, at: usize) {
        self.list.clear();
        self.frames.clear();
        self.call_free_loops.clear();
        self.nesting = Nesting::default();
        self.list.push(Segment { at, quarters: 0, parent: None });
        self.current = Some(0);
        self.frames.push(ControlFrame {
            kind: FrameKind::Block,
            start: at,
            opened_in: Some(0),
            is_targeted: false,
            has_calls: false,
        });
    }

    /// Adds an instruction's price to the segment being read.
    pub fn add_price(&mut self, quarters: u64) {
        if let Some(current) = self.current {
            self.list[current].quarters += quarters;
        }
    }

    /// A `block`, `if` or `loop` was read; what follows starts at `after`.
    pub fn open(&mut self, kind: FrameKind, after: usize) {
        let opened_in = self.current;
        self.frames.push(ControlFrame { kind, start: after, opened_in, is_targeted: false, has_calls: false });
        self.nesting.enter(kind, self.frames.len());
        match kind {
            FrameKind::Block => {}
            FrameKind::If | FrameKind::Else => self.cut(after, opened_in),
            FrameKind::Loop => {
                self.cut(after, opened_in);
                // Each round pays anew.
                if let Some(current) = self.current {
                    self.list[current].parent = None;
                }
            }
        }
    }

    /// An `else` was read; what follows starts at `after`.
    pub fn open_else(&mut self, after: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.kind = FrameKind::Else;
            // The end is reached from the first arm if that falls through.
            frame.is_targeted |= self.current.is_some();
            let opened_in = frame.opened_in;
            self.cut(after, opened_in);
        }
    }

    /// An `end` was read; the code after it starts at `after`. Returns whether it was the
    /// function's.
    pub fn close(&mut self, after: usize) -> bool {
        let Some(frame) = self.frames.pop() else { return true };
        self.nesting.leave(frame.kind);
        let Some(outer) = self.frames.last_mut() else { return true };
        outer.has_calls |= frame.has_calls;
        if frame.kind == FrameKind::Loop && !frame.has_calls {
            self.call_free_loops.push(frame.start..after);
        }
        match frame.kind {
            // No branch jumps here, so the segment goes on.
            FrameKind::Block if !frame.is_targeted => {}
            // A loop is left once, however often it went round.
            FrameKind::Loop if self.current.is_none() => {}
            FrameKind::Else if !frame.is_targeted && self.current.is_none() => {}
            _ => self.cut(after, frame.opened_in),
        }
        false
    }

    /// Whether the end of the innermost frame is reached from elsewhere than from before it.
    pub fn ends_in_join(&self) -> bool {
        self.frames.last().is_some_and(|frame| match frame.kind {
            FrameKind::Block => frame.is_targeted,
            FrameKind::If | FrameKind::Else => true,
            // A jump to a loop goes to its head.
            FrameKind::Loop => false,
        })
    }

    /// A conditional branch was read; what follows starts at `after`.
    pub fn fork(&mut self, depth: u32, after: usize) {
        self.mark_target(depth);
        self.cut(after, self.current);
    }

    /// A branch to `depth` is possible.
    pub fn mark_target(&mut self, depth: u32) {
        let index = self.frames.len().checked_sub(depth as usize + 1);
        if let Some(frame) = index.and_then(|index| self.frames.get_mut(index)) {
            frame.is_targeted = true;
        }
    }

    /// No code runs from here to the end of the frame.
    pub fn mark_unreachable(&mut self) {
        self.current = None;
    }

    /// A call was read.
    pub fn note_call(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.has_calls = true;
        }
    }

    /// How deep the function's frames lie in each other.
    pub fn nesting(&self) -> Nesting {
        self.nesting
    }

    /// How many frames are open, the function's own included.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The loops without calls, in the order of their ends: their instructions. A function with
    /// such a loop keeps its counter in a local.
    pub fn call_free_loops(&self) -> &[Range<usize>] {
        &self.call_free_loops
    }

    /// Puts the charges into the list, in order of place.
    pub fn collect_charges(&self, charges: &mut Vec<Charge>) {
        // The charge of each segment, and the segment that pays for it.
        let mut total: Vec<u64> = self.list.iter().map(|segment| segment.quarters).collect();
        let mut payer: Vec<usize> = (0..self.list.len()).collect();
        for (index, segment) in self.list.iter().enumerate() {
            let Some(parent) = segment.parent else { continue };
            let owner = payer[parent];
            let allowed = 2 * self.list[owner].quarters + ALLOWANCE;
            if total[owner] + segment.quarters <= allowed || segment.quarters == 0 {
                total[owner] += segment.quarters;
                total[index] = 0;
                payer[index] = owner;
            }
        }
        charges.clear();
        for (index, segment) in self.list.iter().enumerate() {
            if payer[index] == index {
                let units = total[index].div_ceil(QUARTERS).max(1);
                charges.push(Charge { at: segment.at, units });
            }
        }
    }

    fn cut(&mut self, after: usize, parent: Option<usize>) {
        self.current = parent.map(|parent| {
            self.list.push(Segment { at: after, quarters: 0, parent: Some(parent) });
            self.list.len() - 1
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charges(segments: &Segments) -> Vec<(usize, u64)> {
        let mut list = Vec::new();
        segments.collect_charges(&mut list);
        list.iter().map(|charge| (charge.at, charge.units)).collect()
    }

    fn started() -> Segments {
        let mut segments = Segments::default();
        segments.start(0);
        segments
    }

    #[test]
    fn straight_code_pays_once_and_never_nothing() {
        let mut segments = started();
        assert_eq!(charges(&segments), [(0, 1)]);
        segments.add_price(9);
        assert_eq!(charges(&segments), [(0, 3)]);
    }

    #[test]
    fn a_loop_pays_at_its_head_and_its_sequel_outside() {
        let mut segments = started();
        segments.add_price(4);
        segments.open(FrameKind::Loop, 10);
        segments.add_price(40);
        segments.fork(0, 20);
        segments.close(21);
        segments.add_price(4);
        assert_eq!(charges(&segments), [(0, 2), (10, 10)]);
        assert_eq!(segments.call_free_loops().to_vec(), vec![Range { start: 10, end: 21 }]);
    }

    #[test]
    fn neither_a_loop_that_calls_nor_one_around_it_is_call_free() {
        let mut segments = started();
        segments.open(FrameKind::Loop, 1);
        segments.open(FrameKind::Block, 2);
        segments.note_call();
        segments.close(3);
        segments.close(4);
        assert!(segments.call_free_loops().is_empty());
    }

    #[test]
    fn a_dear_branch_pays_for_itself_and_a_cheap_one_in_advance() {
        let mut segments = started();
        segments.add_price(4);
        segments.open(FrameKind::If, 5);
        segments.add_price(400);
        segments.open_else(6);
        segments.add_price(8);
        segments.close(7);
        segments.add_price(4);
        assert_eq!(charges(&segments), [(0, 4), (5, 100)]);
    }

    #[test]
    fn many_cheap_branches_do_not_add_up_at_the_dispatch() {
        let mut segments = started();
        segments.open(FrameKind::Loop, 0);
        for _ in 0..100 {
            segments.open(FrameKind::Block, 0);
        }
        segments.add_price(8);
        (0..100).for_each(|depth| segments.mark_target(depth));
        segments.mark_unreachable();
        for at in 0..100 {
            segments.close(at);
            segments.add_price(4);
            segments.mark_unreachable();
        }
        let charges = charges(&segments);
        assert!(charges.iter().all(|(_, units)| *units <= 8), "{charges:?}");
        assert!(charges.len() > 80);
    }

    #[test]
    fn what_never_runs_costs_nothing() {
        let mut segments = started();
        segments.open(FrameKind::Block, 1);
        segments.mark_unreachable();
        segments.add_price(1_000);
        segments.open(FrameKind::Loop, 2);
        segments.add_price(1_000);
        segments.close(3);
        segments.close(4);
        segments.add_price(1_000);
        assert_eq!(charges(&segments), [(0, 1)]);
    }
}
