//! A client of WebDriver BiDi (<https://w3c.github.io/webdriver-bidi/>), of which it has what the
//! cases need: one file for the connection, and one for each group of commands. Both browsers
//! understand the same words, so nothing here asks which one it is; `devtools` has the exception.

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
