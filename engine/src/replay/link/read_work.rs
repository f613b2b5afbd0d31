//! The work of reading a link: how much it may be, and how far it is. Counts decisions and bytes, and
//! knows no clock, so that every host reads the same links. Knows no game.

use super::{LinkReadError, WORK_MAX};

/// The work of reading one link; see [`LinkCodec::work`](super::LinkCodec::work).
pub struct ReadWork<'a> {
    max: usize,
    done: usize,
    percent: u8,
    follow: Option<&'a mut dyn FnMut(u8)>,
}

impl<'a> ReadWork<'a> {
    /// At most this much work.
    pub fn within(max: usize) -> Self {
        Self { max, done: 0, percent: 0, follow: None }
    }

    /// The same work; `follow` is called when the percentage changes.
    #[must_use]
    pub fn followed_by(self, follow: &'a mut dyn FnMut(u8)) -> Self {
        Self { follow: Some(follow), ..self }
    }

    /// Adds the work of a turn, after which this much of the bytes is read.
    pub(super) fn add(&mut self, work: usize, percent: u8) -> Result<(), LinkReadError> {
        self.done += work;
        if self.done > WORK_MAX {
            return Err(LinkReadError::Damaged);
        }
        if self.done > self.max {
            return Err(LinkReadError::Long);
        }
        if percent != self.percent {
            self.percent = percent;
            self.follow.iter_mut().for_each(|follow| follow(percent));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_work_is_long_and_far_too_much_is_damaged() {
        let mut work = ReadWork::within(10);
        assert_eq!([work.add(10, 1), work.add(1, 1)], [Ok(()), Err(LinkReadError::Long)]);
        assert_eq!(work.add(WORK_MAX, 1), Err(LinkReadError::Damaged));
    }

    #[test]
    fn each_percentage_is_told_once() {
        let mut told = Vec::new();
        let mut follow = |percent| told.push(percent);
        let mut work = ReadWork::within(10).followed_by(&mut follow);
        [0, 0, 7, 7, 100].into_iter().for_each(|percent| work.add(1, percent).expect("there is room"));
        assert_eq!(told, [7, 100]);
    }
}
