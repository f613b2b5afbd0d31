//! A client of WebDriver BiDi (<https://w3c.github.io/webdriver-bidi/>), limited to what the cases
//! need: one file for the connection, and one for each group of commands. Both browsers understand
//! the same commands, so these files do not distinguish browsers; `devtools` is the exception.

mod browsing_context;
mod connection;
mod devtools;
mod input;
mod remote_node;
mod script;
mod session;
mod user_context;

pub(crate) use browsing_context::Tab;
pub(crate) use connection::{BidiConnection, BidiEvent};
pub(crate) use input::{Pointer, key_presses};
pub(crate) use remote_node::RemoteNode;
