//! Follows the functions of a module as they are entered and left.

use super::call_tree::CallTree;
use crate::RecordingForm;

/// The functions that are running, and what was charged in each.
#[derive(Debug, Default)]
pub(super) struct FunctionObserver {
    /// The functions, the outermost first, with their paths while they are recorded.
    running: Vec<(u32, u32)>,
    tree: CallTree,
    charged: u64,
}

impl FunctionObserver {
    pub fn probe(&mut self, place: i32, work: u64, is_recording: bool) {
        if is_recording {
            self.charge(work);
        }
        if place == RecordingForm::LEFT {
            self.running.pop();
            return;
        }
        let function = place.cast_unsigned();
        let path = match is_recording {
            true => {
                let path = self.tree.extend(self.path(), function);
                self.tree.add_call(path);
                path
            }
            false => CallTree::ROOT,
        };
        self.running.push((function, path));
    }

    /// Charges the running function for what was done since the last charge.
    pub fn charge(&mut self, work: u64) {
        self.tree.add_charge(self.path(), work.saturating_sub(self.charged));
        self.charged = work;
    }

    pub fn charged(&self) -> u64 {
        self.charged
    }

    /// Begins to record, in the middle of the running functions.
    pub fn begin(&mut self, work: u64) {
        self.tree.clear();
        self.charged = work;
        let mut path = CallTree::ROOT;
        for (function, known) in &mut self.running {
            path = self.tree.extend(path, *function);
            *known = path;
        }
    }

    pub fn keep(&mut self) {
        self.tree.keep();
    }

    pub fn into_tree(self) -> CallTree {
        self.tree
    }

    fn path(&self) -> u32 {
        self.running.last().map_or(CallTree::ROOT, |(_, path)| *path)
    }
}
