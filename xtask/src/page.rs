//! The page: built by trunk from `index.html`, and served on this machine. Knows nothing of what is on it.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::checkout::Checkout;
use crate::plan::{self, Item, exactly};
use crate::run::{announce, run, typed};
use crate::targets;
use crate::tools::{self, Tool};

/// The port tried first.
const USUAL_PORT: u16 = 8080;

/// How to serve the page.
#[derive(Args)]
pub struct Serve {
    /// The port to serve on [default: 8080, or a free one where that is taken]
    #[arg(long)]
    port: Option<u16>,
    /// Rebuild quickly rather than make the page small
    #[arg(long)]
    dev: bool,
}

impl Serve {
    /// Installs what is missing, builds, serves, and builds again whenever a source changes; until it is interrupted.
    ///
    /// # Errors
    /// When a tool cannot be installed, the port is taken, or trunk ends.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let start = Instant::now();
        plan::follow(prerequisites(checkout)?)?;
        let port = self.port.map_or_else(free_port, Ok)?;
        check_free(port)?;
        eprintln!("Building the bots and the page (the first time about a minute), then serving them.");
        let mut trunk = trunk(checkout)?;
        trunk.args(["serve", "--address", "127.0.0.1", "--port", &port.to_string()]);
        // What is served reloads itself after a change; dist/ stays the page that visitors get.
        trunk.args(["--dist", "target/served"]);
        if !self.dev {
            trunk.arg("--release");
        }
        announce(&trunk);
        let mut serving = trunk.spawn().with_context(|| format!("cannot start {}", typed(&trunk)))?;
        wait_until_served(&mut serving, port)?;
        println!(
            "\nBotyard is at http://127.0.0.1:{port}/ (ready after {}; Ctrl-C ends it)\n",
            exactly(start.elapsed())
        );
        let status = serving.wait()?;
        bail!("trunk ended ({status})");
    }
}

/// Builds the page into `dist/`, as small as it gets.
///
/// # Errors
/// When a tool cannot be installed or the page does not compile.
pub fn build(checkout: &Checkout) -> Result<()> {
    let mut items = prerequisites(checkout)?;
    items.push(Item::new("building the bots and the page", 60, || bundle(checkout)));
    plan::follow(items)
}

/// Builds the page with tools that are there.
///
/// # Errors
/// When a tool is missing or the page does not compile.
pub fn bundle(checkout: &Checkout) -> Result<()> {
    run(trunk(checkout)?.args(["build", "--release"]))
}

/// What must be installed before the page can be built.
///
/// # Errors
/// When `Cargo.lock` names no wasm-bindgen.
pub fn prerequisites(checkout: &Checkout) -> Result<Vec<Item<'static>>> {
    let mut items = targets::missing(&[targets::PAGE, targets::BOT]);
    items.extend(Tool::trunk().missing());
    items.extend(Tool::wasm_bindgen(checkout)?.missing());
    Ok(items)
}

fn trunk(checkout: &Checkout) -> Result<Command> {
    let wasm_bindgen = Tool::wasm_bindgen(checkout)?;
    let mut command = Command::new(Tool::trunk().program()?);
    command.current_dir(checkout.root()).env("PATH", tools::path_with(&[&wasm_bindgen])?);
    // Trunk reads this one as a boolean and refuses the usual `1`.
    command.env_remove("NO_COLOR");
    // Trunk's offer to update itself would be to a version this compiler does not take.
    command.arg("--skip-version-check");
    Ok(command)
}

fn free_port() -> Result<u16> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, USUAL_PORT)).or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
    Ok(listener.context("no port is free on 127.0.0.1")?.local_addr()?.port())
}

fn check_free(port: u16) -> Result<()> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map(drop)
        .with_context(|| format!("port {port} on 127.0.0.1 is taken; `--port` chooses another"))
}

fn wait_until_served(serving: &mut Child, port: u16) -> Result<()> {
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        if let Some(status) = serving.try_wait()? {
            bail!("trunk ended before it served anything ({status})");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
