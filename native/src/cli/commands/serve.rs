//! `botyard serve`: serves the page on this computer, with this computer's programs in it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use botyard::serve::{FileKeeper, HostPanel, ServedBots, Server};
use botyard_engine::fault::printable;
use botyard_engine::live::HostBot;
use botyard_sandbox::script::ScriptLanguage;

#[cfg(feature = "fleet")]
use crate::cli::args::fleet_args::{HEADING, OptionalServerArgs};
use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::args::live_args::{find_page, open_page};
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::column_width::{at_start, column_width};
use crate::cli::output::report::{counted, kind};
use crate::cli::players::compiler::start_compiler;
use crate::cli::players::kept_files::{KeepFilesArgs, SharedKeptFiles};
use crate::cli::players::sandbox;

/// What the help says of bots, below the options.
fn after_help() -> String {
    let main_files = ScriptLanguage::list(|language| format!("a {}", language.main_file()));
    format!(
        "\
Bots:
  Every module (.wasm), executable, script and .jar in the folder and in its subfolders that are named after a game \
(connect-four/...), and every other subfolder that contains a module, {main_files}. Bots in such a subfolder, and bots whose names begin with a game's (connect-four-mine), are offered \
for that game only.

The server listens on 127.0.0.1 only and answers only pages opened with the printed address: do not share it."
    )
}

const EXAMPLES: &str = "\
Examples:
  botyard serve --open               the page, in your browser
  botyard serve --bots bots          with every bot of a folder in its lists
  botyard serve --nats nats://node-1:4222    with the workers and tournaments of a fleet below it";

/// Serve the page, with this computer's bots in it
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = after_help())]
pub struct Args {
    /// Folder with bots to offer
    #[arg(long, value_name = "DIR")]
    bots: Option<PathBuf>,
    /// Port on 127.0.0.1 [default: 8090, or any free port if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    keep: KeepFilesArgs,
    #[command(flatten)]
    keep_input: KeepInputArgs,
    /// Folder of a built page, instead of the embedded one
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Show the fleet of the NATS server at this URL below the page
    #[cfg(feature = "fleet")]
    #[arg(long, value_name = "URL", help_heading = HEADING)]
    nats: Option<String>,
    #[cfg(feature = "fleet")]
    #[command(flatten)]
    fleet_server: OptionalServerArgs,
}

/// Serves until Ctrl-C.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let page = find_page(args.page.as_deref())?;
    let bots = match &args.bots {
        Some(folder) => {
            let bots = ServedBots::folder(folder).map_err(|error| CommandError::file("read", folder, &error))?;
            bots.sandboxed(sandbox::process_sandbox()?)
        }
        None => ServedBots::default(),
    };
    let file_keeper = SharedKeptFiles::new(&args.keep)?.map(|keeper| Arc::new(keeper) as Arc<dyn FileKeeper>);
    let bots = bots
        .with_compiler(Some(start_compiler()?))
        .with_file_keeper(file_keeper)
        .keeping_words(args.keep_input.bytes());
    let interrupt = interrupt::on_ctrl_c()?;
    let host_bots = bots.host_bots();
    let server = match panel(args)? {
        Some(panel) => Server::start_with_panel(page, bots, args.port, panel)?,
        None => Server::start(page, bots, args.port)?,
    };
    let address = server.address(None);
    let mut out = anstream::stdout().lock();
    if let Some(folder) = &args.bots {
        list(&mut out, folder, &host_bots)?;
    }
    writeln!(out, "Botyard is at {address}\nPress Ctrl-C to stop.")?;
    out.flush()?;
    if args.open {
        open_page(&address);
    }
    while !interrupt.is_raised() {
        thread::park_timeout(interrupt::CHECK_INTERVAL);
    }
    server.stop("The server was stopped: its bots are no longer available. Other matches run in this tab.");
    Err(CommandError::Interrupted)
}

/// The panel with the fleet, if a server is named.
#[cfg(feature = "fleet")]
fn panel(args: &Args) -> Result<Option<HostPanel>, CommandError> {
    args.nats.as_deref().map(|url| super::fleet_panel::start(args.fleet_server.address(url))).transpose()
}

/// A program without fleets has no panel.
#[cfg(not(feature = "fleet"))]
fn panel(_: &Args) -> Result<Option<HostPanel>, CommandError> {
    Ok(None)
}

fn list(out: &mut dyn Write, folder: &Path, host_bots: &[HostBot]) -> io::Result<()> {
    let ready = host_bots.iter().filter(|bot| bot.trouble.is_none()).count();
    let folder = printable(&folder.display().to_string());
    writeln!(out, "{} in {folder}, {ready} ready:", counted(host_bots.len(), "bot"))?;
    let width = column_width(host_bots.iter().map(|bot| printable(&bot.name)));
    for bot in host_bots {
        let state = bot.trouble.as_deref().map_or_else(
            || format!("ready, {}", kind(bot.kind)),
            |trouble| format!("not ready: {}", printable(trouble)),
        );
        let game = bot.game.as_deref().map_or_else(String::new, |game| format!(" ({game})"));
        writeln!(out, "  {}  {state}{game}", at_start(&printable(&bot.name), width))?;
    }
    Ok(())
}
