//! Distinguishes an answer of a worker that was given a batch from other programs' messages. Knows
//! no games.

use serde::{Deserialize, Serialize};

/// A number in a batch, which its answers repeat: only a worker that was given the batch knows it.
/// The server replies to any subject that a worker names, so an answer's subject alone does not
/// tell whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ticket(u64);

impl Ticket {
    /// Makes a ticket from an unpredictable number.
    pub fn from_random(number: u64) -> Self {
        Self(number)
    }

    /// The ticket of a batch, which need not be readable otherwise; `None` if it has none.
    pub fn of_batch(bytes: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Ticketed {
            ticket: Ticket,
        }
        serde_json::from_slice::<Ticketed>(bytes).ok().map(|ticketed| ticketed.ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_read_from_what_cannot_be_read_otherwise() {
        assert_eq!(Ticket::of_batch(br#"{"games":7,"ticket":18446744073709551615}"#), Some(Ticket(u64::MAX)));
        for text in ["", "{}", r#"{"ticket":-1}"#, r#"{"ticket":"1"}"#, r#"{"ticket":1"#] {
            assert_eq!(Ticket::of_batch(text.as_bytes()), None, "{text}");
        }
    }
}
