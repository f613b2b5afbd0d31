//! Drives the built page in real browsers. Knows how a person uses a page (look, click, type, drop a file, wait) and
//! nothing of what this page is for: that is in `tests/`.
//!
//! A case is written once and runs in every browser:
//!
//! ```
//! use anyhow::Result;
//! use botyard_e2e::{Browser, in_each_browser};
//!
//! in_each_browser! {
//!     async fn the_page_has_a_title(browser: &Browser) -> Result<()> {
//!         browser.open("#/").await?;
//!         assert_eq!(browser.title().await?, "Botyard: bots play board games in your browser");
//!         Ok(())
//!     }
//! }
//! # fn main() {}
//! ```
//!
//! `cargo xtask test` says where the page and the browsers are; without it every case fails with a sentence that says so.

mod browser;
mod case;
mod console;
mod driver;
mod files;
mod kind;
mod server;
mod setting;
mod waiting;

pub use browser::{Browser, Size};
pub use case::run;
pub use kind::{Age, Kind};
pub use server::Server;
pub use setting::{Program, Setting};
pub use thirtyfour::{Key, WebElement};
