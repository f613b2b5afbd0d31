//! A seat's answer.

use std::time::Duration;

use crate::fault::Fault;

/// A seat's action or fault, and the time that it took.
#[derive(Debug)]
pub(super) struct Answer<A> {
    pub(super) result: Result<A, Fault>,
    pub(super) used: Duration,
}
