//! Notices when the connection to the server is lost or restored, and reports it in a sentence.

use crate::connection::ServerConnection;

/// Notices when the connection to the server is lost and when it is restored.
#[derive(Debug)]
pub(crate) struct PresenceLog {
    was_connected: bool,
}

impl Default for PresenceLog {
    /// Begins as connected: its owner has connected.
    fn default() -> Self {
        Self { was_connected: true }
    }
}

impl PresenceLog {
    /// A sentence for people, if the connection was lost or restored.
    pub(crate) fn check_connection(&mut self, connection: &ServerConnection) -> Option<&'static str> {
        let before = std::mem::replace(&mut self.was_connected, connection.is_connected());
        match (before, self.was_connected) {
            (false, true) => Some("the NATS server is there again"),
            (true, false) => Some("the NATS server does not answer: waiting for it"),
            _ => None,
        }
    }
}
