//! The local server as browsers and other programs see it: tested with a client that sends raw
//! HTTP, and with one that acts as the page. The messages of the page are described in
//! `botyard_engine::live`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod live_view;
mod matches;
mod requests;
mod sockets;
mod test_page;
