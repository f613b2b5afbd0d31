//! How many functions are small, before the pass and after it. Knows no function.
//!
//! Chromium assumes that a module with few small functions comes from a compiler that has inlined
//! them already, and then hardly inlines itself: a program of many calls takes twice as long. The
//! pass makes every function larger. So it adds empty ones, until the share of small functions is
//! as before.

/// A function of fewer bytes is small.
const SMALL: usize = 50;

/// A count of small functions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SmallFunctions {
    all: usize,
    before: usize,
    after: usize,
}

impl SmallFunctions {
    /// Counts a function that had `before` bytes, and has `after` now.
    pub fn note(&mut self, before: usize, after: usize) {
        self.all += 1;
        self.before += usize::from(before < SMALL);
        self.after += usize::from(after < SMALL);
    }

    /// How many empty functions have to be added. A share of more than a half makes no difference.
    pub fn missing(&self) -> usize {
        let small = self.before.min(self.all / 2);
        let for_each_large = (small, self.all - small);
        let wanted = ((self.all - self.after) * for_each_large.0).checked_div(for_each_large.1);
        wanted.unwrap_or(0).saturating_sub(self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(functions: &[(usize, usize)]) -> SmallFunctions {
        let mut small = SmallFunctions::default();
        functions.iter().for_each(|(before, after)| small.note(*before, *after));
        small
    }

    #[test]
    fn the_share_of_small_functions_stays_what_it_was() {
        let grown = [[(40, 60)].repeat(20), [(60, 90)].repeat(80)].concat();
        assert_eq!(counted(&grown).missing(), 25, "25 of 125 are as many as 20 of 100");
        let some = [[(20, 45)].repeat(10), grown].concat();
        assert_eq!(counted(&some).missing(), 27, "10 and 27 of 137 are as many as 30 of 110");
    }

    #[test]
    fn half_of_them_are_enough() {
        assert_eq!(counted(&[(10, 60)].repeat(100)).missing(), 100);
    }

    #[test]
    fn nothing_is_added_where_nothing_has_changed() {
        assert_eq!(counted(&[]).missing(), 0);
        assert_eq!(counted(&[(10, 40), (70, 90)]).missing(), 0);
        assert_eq!(counted(&[(10, 40)]).missing(), 0);
    }
}
