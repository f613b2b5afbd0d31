//! The local server over the loopback, as browsers and others meet it: a client that speaks HTTP byte by byte, and one
//! that stands for the page. What the page's words mean is in `botyard_engine::live`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod live_view;
mod matches;
mod requests;
mod sockets;
mod test_page;
