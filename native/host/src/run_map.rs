//! A host's data for each run that has not ended. Knows no run.

use botyard_engine::referee::host::Run;

/// A value for each run, in no order. Most matches have two runs and some hundreds, and each is
/// looked up many times in a turn, so the keys lie side by side.
#[derive(Debug)]
pub(super) struct RunMap<T> {
    runs: Vec<Run>,
    values: Vec<T>,
}

impl<T> RunMap<T> {
    /// Adds a run, which must not be there.
    pub(super) fn insert(&mut self, run: Run, value: T) {
        self.runs.push(run);
        self.values.push(value);
    }

    pub(super) fn find_mut(&mut self, run: Run) -> Option<&mut T> {
        self.find(run).map(|place| &mut self.values[place])
    }

    pub(super) fn remove(&mut self, run: Run) -> Option<T> {
        let place = self.find(run)?;
        self.runs.swap_remove(place);
        Some(self.values.swap_remove(place))
    }

    pub(super) fn values(&self) -> &[T] {
        &self.values
    }

    fn find(&self, run: Run) -> Option<usize> {
        self.runs.iter().position(|known| *known == run)
    }
}

impl<T> Default for RunMap<T> {
    fn default() -> Self {
        Self { runs: Vec::new(), values: Vec::new() }
    }
}
