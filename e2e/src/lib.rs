//! Drives the built page in real browsers. Knows how a person uses a page (look, click, type, drop
//! a file, wait) and nothing of what this page is for: that is in `tests/`.
//!
//! What a case reads is read when the page is at rest: all that it was asked to do is done. So
//! nothing has to be waited for that follows from an act, and a look that finds nothing proves that
//! nothing is there. What goes on by itself (playback, a running match or series, anything by
//! `setInterval`) does not count. Timeouts of a second or more end only by [`Browser::advance`].
//!
//! A case is written once and can run in every browser:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
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
//!
//! fn main() -> ExitCode {
//!     botyard_e2e::run_cases(cases())
//! }
//! ```
//!
//! All cases are one program, `tests/browsers/`. It starts one process of each browser; each case
//! gets a user context of its own there, without the storage of other cases. `cargo xtask test`
//! sets the environment variables with the places of the page and the browsers; without them the
//! program fails and names what is missing. As in any test, a part of a name selects cases:
//! `stratego::`, `::firefox`. `--core` selects those that have `#[core]` above them: the cases of the
//! default run. `--alternate` runs a case in one browser, unless it has `#[browsers_differ]` above it
//! or a browser of its own. `cargo xtask test` gives both, `--complete` neither: it runs every case
//! in every browser.

mod accessibility;
mod bidi;
mod browser;
mod case;
mod console;
mod element;
mod files;
mod instrumentation;
mod key;
mod kind;
mod launch;
mod memory;
mod network_link;
mod process;
mod runner;
mod scheduler;
mod server;
mod setting;
mod settling;
mod waiting;

pub use accessibility::AccessibleNode;
pub use browser::{Browser, Size};
pub use case::{BrowserCase, BrowserInstance, CaseFuture};
pub use element::Element;
pub use key::{Key, Keys};
pub use kind::{Age, BrowserKind, ColorScheme};
pub use memory::memory_of;
pub use network_link::NetworkLink;
pub use runner::run_cases;
pub use server::StaticServer;
pub use setting::{BrowserProgram, Setting};
