//! How far a compiler has to search for the values of a function's locals. A compiler does not
//! store them: for a local that is read, it goes back to the code that made the value, through
//! every place since then at which ways through the function meet; and where a loop begins, it
//! searches again for each loop that it enters on the way. Ten kilobytes can demand a hundred
//! million steps of it. Knows no instruction except those that begin and end blocks or use locals.

use wasmparser::Operator;

/// A loop costs a compiler one step for each group of this many loops around it, whatever is in it.
const LOOPS_A_STEP: u64 = 8;

/// Counts the steps of such searches, function by function.
#[derive(Debug, Default)]
pub(super) struct SearchCounter {
    /// The number of places so far at which ways meet.
    meetings: u32,
    /// For each local, how many there were when it was read or written last.
    seen: Vec<u32>,
    /// The loops that are open, the outermost first.
    loops: Vec<OpenLoop>,
    /// Of each frame that is open, whether it is a loop.
    frames: Vec<bool>,
    steps: u64,
}

#[derive(Debug)]
struct OpenLoop {
    /// How many meetings there were when it began, its own included.
    since: u32,
    /// The locals whose values come from before it: they are searched for at its end, too.
    carried: Vec<u32>,
}

impl SearchCounter {
    /// Counting goes no further: more is too much for any module.
    const ENOUGH: u64 = super::SEARCHES + 1;

    /// Begins with a function that has this many locals.
    pub fn start(&mut self, locals: u32) {
        self.meetings = 0;
        self.seen.clear();
        self.seen.resize(locals as usize, 0);
        self.loops.clear();
        self.frames.clear();
        self.steps = 0;
    }

    /// Notes the search that a compiler needs at an instruction.
    pub fn note(&mut self, operator: &Operator<'_>) {
        use Operator as Op;
        match operator {
            Op::Block { .. } | Op::If { .. } => self.open(),
            Op::Loop { .. } => self.open_loop(),
            Op::End => self.close(),
            Op::LocalGet { local_index } => self.read(*local_index),
            Op::LocalSet { local_index } | Op::LocalTee { local_index } => self.write(*local_index),
            _ => {}
        }
    }

    /// A block or a condition begins.
    pub fn open(&mut self) {
        self.frames.push(false);
    }

    /// A loop begins: there, its ways back meet the way into it.
    pub fn open_loop(&mut self) {
        self.frames.push(true);
        self.add(self.loops.len() as u64 / LOOPS_A_STEP);
        self.meetings += 1;
        self.loops.push(OpenLoop { since: self.meetings, carried: Vec::new() });
    }

    /// Closes a block; the function body is not counted as one.
    pub fn close(&mut self) {
        match self.frames.pop() {
            Some(true) => {
                let carried = self.loops.pop().map_or_else(Vec::new, |ended| ended.carried);
                carried.into_iter().for_each(|local| self.search(local, 1));
            }
            Some(false) => self.meetings += 1,
            None => {}
        }
    }

    /// A local is read.
    pub fn read(&mut self, local: u32) {
        let Some(&seen) = self.seen.get(local as usize) else { return };
        if seen == self.meetings || self.steps >= Self::ENOUGH {
            return;
        }
        let entered = self.loops.iter().rev().take_while(|open| seen < open.since).count();
        self.search(local, 1 + entered as u64);
        self.loops.iter_mut().rev().take(entered).for_each(|open| open.carried.push(local));
    }

    /// A local is written.
    pub fn write(&mut self, local: u32) {
        if let Some(seen) = self.seen.get_mut(local as usize) {
            *seen = self.meetings;
        }
    }

    /// How many steps the searches of the function take, as far as that matters.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Searches this many times for a local, from here back to where it was seen.
    fn search(&mut self, local: u32, times: u64) {
        if let Some(seen) = self.seen.get_mut(local as usize) {
            let steps = u64::from(self.meetings - *seen) * times;
            *seen = self.meetings;
            self.add(steps);
        }
    }

    fn add(&mut self, steps: u64) {
        self.steps = (self.steps + steps).min(Self::ENOUGH);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(locals: u32, code: impl FnOnce(&mut SearchCounter)) -> u64 {
        let mut counter = SearchCounter::default();
        counter.start(locals);
        code(&mut counter);
        counter.steps()
    }

    fn blocks(counter: &mut SearchCounter, count: usize) {
        for _ in 0..count {
            counter.open();
            counter.close();
        }
    }

    #[test]
    fn a_local_is_searched_for_back_to_where_it_was_seen() {
        let steps = counted(2, |counter| {
            blocks(counter, 10);
            counter.read(0);
            counter.read(0);
            blocks(counter, 5);
            counter.write(0);
            counter.read(0);
            counter.read(1);
        });
        assert_eq!(steps, 10 + 15);
    }

    #[test]
    fn loops_repeat_a_search() {
        let nested = |depth: usize| {
            counted(1, |counter| {
                (0..depth).for_each(|_| counter.open_loop());
                counter.read(0);
                (0..depth).for_each(|_| counter.close());
            })
        };
        assert_eq!([nested(0), nested(1), nested(10), nested(100)], [0, 2, 112, 10_676]);
        // At the loop's end, through all that is in it.
        let steps = counted(1, |counter| {
            counter.open_loop();
            counter.read(0);
            blocks(counter, 1_000);
            counter.close();
        });
        assert_eq!(steps, 2 + 1_000);
    }

    #[test]
    fn no_function_keeps_the_counter_busy() {
        let steps = counted(30_000, |counter| {
            (0..1_000).for_each(|_| counter.open_loop());
            (0..30_000).for_each(|local| counter.read(local));
            (0..1_000).for_each(|_| counter.close());
        });
        assert_eq!(steps, super::super::SEARCHES + 1);
    }
}
