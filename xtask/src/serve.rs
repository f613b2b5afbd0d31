//! Serves the page on this machine while it is worked on. Knows nothing of what is on it.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde::Deserialize;

use crate::being_built::BeingBuilt;
use crate::bots;
use crate::checkout::Checkout;
use crate::durations::exactly;
use crate::editor::EditorScript;
use crate::interpreters;
use crate::page::{self, Form};
use crate::plan;
use crate::run::{self, announce, typed};
use crate::running::RunningProgram;

/// The port that is tried first.
const USUAL_PORT: u16 = 8080;
/// The program that serves the page: its dependencies are too large for a newcomer's first `cargo
/// xtask`.
const SERVER: &str = "serve-page";

/// How to serve the page.
#[derive(Args)]
pub struct Serve {
    /// The port to serve on, 0 for a free one [default: 8080, or a free one where that is taken]
    #[arg(long)]
    port: Option<u16>,
    /// Serve the small page that visitors get; it takes longer to build
    #[arg(long)]
    release: bool,
}

/// The line by which the server says that it serves the page.
const SERVING: &str = "serving\n";

/// The part of Trunk.toml that is read here.
#[derive(Deserialize)]
struct TrunkSettings {
    watch: Watched,
}

#[derive(Deserialize)]
struct Watched {
    watch: Vec<String>,
}

impl Serve {
    /// Installs what is missing, builds and serves the page, and builds it again after each change
    /// of a source, until it is interrupted.
    ///
    /// # Errors
    /// When a target cannot be installed, the port is taken, or the server ends.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let start = Instant::now();
        let port = self.port.filter(|&port| port > 0).map_or_else(free_port, Ok)?;
        check_free(port)?;
        let form = if self.release { Form::Shipped } else { Form::Quick };
        let mut items = page::prerequisites();
        items.push(bots::item(checkout));
        items.push(page::programs_item(checkout, form, SERVER));
        plan::follow(items)?;
        page::prepare(checkout)?;
        let served = checkout.served();
        if served.exists() {
            fs::remove_dir_all(&served).with_context(|| format!("cannot remove {}", served.display()))?;
        }
        // The interpreters are put where they find a folder for bots.
        fs::create_dir_all(served.join("bots")).with_context(|| format!("cannot make {}", served.display()))?;
        // The page is served before its editor and the interpreters are built.
        EditorScript::new(checkout).make_beside(served.clone());
        let making = interpreters::make_beside(checkout)?;
        if !making.is_empty() {
            let mark = BeingBuilt::interpreters(&served)?;
            thread::spawn(move || {
                // The processes print their own errors.
                making.into_iter().for_each(|making| drop(making.wait()));
                drop(mark);
            });
        }
        let mut server = server(checkout, port, form)?;
        announce(&server);
        let mut serving =
            RunningProgram::start(&mut server).with_context(|| format!("cannot start {}", typed(&server)))?;
        let mut output = BufReader::new(serving.stdout().context("it was piped")?);
        let mut line = String::new();
        output.read_line(&mut line)?;
        if line == SERVING {
            println!(
                "\nBotyard is at http://127.0.0.1:{port}/ (ready after {}; Ctrl-C ends it)\n",
                exactly(start.elapsed())
            );
        }
        io::copy(&mut output, &mut io::stdout())?;
        let status = serving.wait()?;
        bail!("the server ended ({status})");
    }
}

/// The command that serves the page and, after changes of the sources that Trunk.toml names, calls
/// this program for its parts.
fn server(checkout: &Checkout, port: u16, form: Form) -> Result<Command> {
    let path = checkout.root().join("Trunk.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let settings: TrunkSettings = basic_toml::from_str(&text).context("Trunk.toml is not as expected")?;
    let mut server = Command::new(checkout.program(SERVER));
    server.args([checkout.root(), &checkout.page_programs(), &checkout.served()]).args(["--port", &port.to_string()]);
    server.args(settings.watch.watch.iter().flat_map(|source| ["--watch", source]));
    let name = form.to_possible_value().expect("no form is hidden");
    let prepare = ["xtask", "prepare", "--programs", name.get_name()];
    let release = (form == Form::Shipped).then_some("--release");
    server.args(release).arg("--").arg(run::cargo().get_program()).args(prepare).stdout(Stdio::piped());
    Ok(server)
}

fn free_port() -> Result<u16> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, USUAL_PORT)).or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
    Ok(listener.context("no port is free on 127.0.0.1")?.local_addr()?.port())
}

fn check_free(port: u16) -> Result<()> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(drop).with_context(|| match port {
        0..1024 => format!("port {port} on 127.0.0.1 is taken or not allowed; `--port` chooses another"),
        _ => format!("port {port} on 127.0.0.1 is taken; `--port` chooses another"),
    })
}
