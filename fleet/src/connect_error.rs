//! Explains why a connection to a server failed, from the error of its client.

use std::error::Error;
use std::io::ErrorKind;

use async_nats::{ConnectError, ConnectErrorKind};

use crate::address::ServerAddress;
use crate::error::FleetError;

/// The error that people read of a failed attempt to connect.
pub(crate) fn explain(address: &ServerAddress, error: &ConnectError) -> FleetError {
    let (url, why) = (address.shown(), say_all(error));
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => FleetError::Refused { url, why },
        ConnectErrorKind::Tls => FleetError::NoTls { url, why },
        // TLS reports by this kind that a certificate is refused, or that the bytes are not TLS.
        // The client's own error keeps only the sentence, which tells the two apart: only a server
        // with TLS has a certificate.
        ConnectErrorKind::Io if is_of_kind(error, ErrorKind::InvalidData) => match why.contains("certificate") {
            true => FleetError::NoTls { url, why },
            false => FleetError::PlainServer { url, why },
        },
        ConnectErrorKind::Io if is_of_kind(error, ErrorKind::InvalidInput) => FleetError::NotNats { url, why },
        ConnectErrorKind::ServerParse => FleetError::Address { url, why },
        _ => FleetError::NoServer { url, why },
    }
}

fn is_of_kind(error: &ConnectError, kind: ErrorKind) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == kind) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// An error and its causes in one sentence, without repetitions.
fn say_all(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
