//! Charges and counts by number, of which the latest can be dropped. Knows nothing of what the
//! numbers stand for.

/// A charge in units of work, and how often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tallied {
    pub charge: u64,
    pub count: u64,
}

/// Charges and counts. What came after the last [`Tally::keep`] is not among them.
#[derive(Debug, Default)]
pub(super) struct Tally {
    kept: Vec<Tallied>,
    recent: Vec<Tallied>,
    /// The numbers of `recent` that are not zero.
    touched: Vec<u32>,
}

impl Tally {
    pub fn add_charge(&mut self, number: u32, charge: u64) {
        self.recent(number).charge += charge;
    }

    pub fn add_count(&mut self, number: u32) {
        self.recent(number).count += 1;
    }

    fn recent(&mut self, number: u32) -> &mut Tallied {
        let index = number as usize;
        if index >= self.recent.len() {
            self.recent.resize(index + 1, Tallied::default());
            self.kept.resize(index + 1, Tallied::default());
        }
        let recent = &mut self.recent[index];
        if *recent == Tallied::default() {
            self.touched.push(number);
        }
        recent
    }

    /// Keeps everything up to now.
    pub fn keep(&mut self) {
        for number in self.touched.drain(..) {
            let recent = std::mem::take(&mut self.recent[number as usize]);
            let kept = &mut self.kept[number as usize];
            kept.charge += recent.charge;
            kept.count += recent.count;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.recent.clear();
        self.touched.clear();
    }

    /// What is kept for this number.
    pub fn get(&self, number: u32) -> Tallied {
        self.kept.get(number as usize).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_last_can_be_dropped() {
        let mut tally = Tally::default();
        tally.add_charge(3, 5);
        tally.add_count(3);
        assert_eq!(tally.get(3), Tallied::default());
        tally.keep();
        tally.add_charge(3, 7);
        tally.add_charge(0, 1);
        assert_eq!((tally.get(3), tally.get(0)), (Tallied { charge: 5, count: 1 }, Tallied::default()));
        tally.keep();
        assert_eq!((tally.get(3).charge, tally.get(0).charge), (12, 1));
        tally.clear();
        tally.add_count(1);
        tally.keep();
        assert_eq!((tally.get(3).charge, tally.get(1).count), (0, 1));
    }
}
