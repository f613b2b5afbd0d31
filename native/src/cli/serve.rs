//! `botyard serve`: the page, on this computer, with this computer's programs in it. And what other commands need to
//! open their own match there.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use botyard::serve::live_view::{self, LiveView, LiveViewError, LiveViewOptions};
use botyard::serve::{PageFiles, ServedBots, Server, ServerError};
use botyard_engine::anymatch::{AnyMatch, MatchSpec};
use botyard_engine::fault::printable;
use botyard_engine::live::HostBot;
use botyard_host::{Audience, HostedMatch, Interrupt, play_match};

use super::command_error::CommandError;
use super::compiler::start_compiler;
use super::interrupt;
use super::report::{counted, kind};
use super::sandbox;
use super::stderr_forwarder::StderrForwarder;
use super::stderr_notes::note;

/// Says where the page is, for commands that have no option for it.
const PAGE: &str = "BOTYARD_PAGE";

const AFTER_HELP: &str = "\
Bots:
  Every module (.wasm), executable, script and .jar in the folder and in its subfolders that are named after a game \
(connect-four/...). Bots in such a subfolder, and bots whose names begin with a game's (connect-four-mine), are offered \
for that game only.

The server listens on 127.0.0.1 only and answers only pages opened with the printed address: do not share it.";

/// Serve the page, with this computer's bots in it
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
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
    /// Folder of a built page, instead of the embedded one
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

/// Serves until Ctrl-C.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let page = page(args.page.as_deref())?;
    let bots = match &args.bots {
        Some(folder) => {
            let bots = ServedBots::folder(folder).map_err(|error| CommandError::file("read", folder, &error))?;
            bots.confined(sandbox::process_sandbox()?)
        }
        None => ServedBots::default(),
    };
    let bots = bots.with_compiler(Some(start_compiler()?));
    let interrupt = interrupt::on_ctrl_c()?;
    let host_bots = bots.host_bots();
    let server = Server::start(page, bots, args.port)?;
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
        thread::park_timeout(interrupt::GLANCE);
    }
    server.stop("The server was stopped: its bots are no longer available. Other matches run in this tab.");
    Err(CommandError::Interrupted)
}

fn list(out: &mut dyn Write, folder: &Path, host_bots: &[HostBot]) -> io::Result<()> {
    let ready = host_bots.iter().filter(|bot| bot.trouble.is_none()).count();
    let folder = printable(&folder.display().to_string());
    writeln!(out, "{} in {folder}, {ready} ready:", counted(host_bots.len(), "bot"))?;
    let width = host_bots.iter().map(|bot| printable(&bot.name).chars().count()).max().unwrap_or(0);
    for bot in host_bots {
        let state = bot.trouble.as_deref().map_or_else(
            || format!("ready, {}", kind(bot.kind)),
            |trouble| format!("not ready: {}", printable(trouble)),
        );
        let game = bot.game.as_deref().map_or_else(String::new, |game| format!(" ({game})"));
        writeln!(out, "  {:width$}  {state}{game}", printable(&bot.name))?;
    }
    Ok(())
}

/// The page in this folder, or the one that came with the program.
fn page(folder: Option<&Path>) -> Result<PageFiles, CommandError> {
    let told = std::env::var_os(PAGE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    match folder.map(Path::to_owned).or(told) {
        Some(folder) => PageFiles::folder(&folder).map_err(|why| CommandError::File(printable(&why.to_string()))),
        None => PageFiles::embedded().ok_or_else(|| {
            CommandError::File(format!(
                "this botyard was built without the page: run `cargo xtask build` before `cargo install --path native`, or \
                 name the folder of a built page with `botyard serve --page DIR` or {PAGE}=DIR"
            ))
        }),
    }
}

/// Where a match is played and seen: an option of every command that plays.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LiveArgs {
    /// Play the match live in the page, in a browser; people play there too
    #[arg(long, short = 'g')]
    live: bool,
}

impl LiveArgs {
    /// For a command whose options are read otherwise.
    pub fn new(live: bool) -> Self {
        Self { live }
    }

    /// Whether it is the page.
    pub fn is_page(self) -> bool {
        self.live
    }

    /// Plays a match here. A page that is opened for it stays for as long as the screen.
    pub fn play(
        self,
        hosted_match: HostedMatch,
        audience: &mut dyn Audience,
        interrupt: &Interrupt,
    ) -> Result<PlayedMatch, CommandError> {
        if !self.live {
            return Ok((play_match(hosted_match, audience, interrupt)?, None));
        }
        let shown = live_view::play_in_page(hosted_match, show()?, audience, interrupt)?;
        Ok((shown.game, Some(shown.screen)))
    }

    /// The same for a command that stands for an original: what bots say on stderr is passed on as it comes.
    pub fn play_aloud(
        self,
        hosted_match: HostedMatch,
        audience: &mut dyn Audience,
        interrupt: &Interrupt,
    ) -> Result<PlayedMatch, CommandError> {
        let mut relay = StderrForwarder::new(audience);
        let (game, screen) = self.play(hosted_match, &mut relay, interrupt)?;
        relay.pass_on(game.transcript());
        Ok((game, screen))
    }
}

/// A match that was played, and where it is still to be seen.
pub type PlayedMatch = (Box<dyn AnyMatch>, Option<LiveView<'static>>);

/// Opens a match in the page that comes from elsewhere, turn by turn.
pub fn screen(match_spec: MatchSpec, interrupt: &Interrupt) -> Result<LiveView<'static>, CommandError> {
    Ok(LiveView::open_page(
        match_spec,
        ServedBots::default().with_compiler(Some(start_compiler()?)),
        show()?,
        interrupt,
    )?)
}

/// How a command shows a match: the page found and opened in the browser, and spoken of on stderr.
fn show() -> Result<LiveViewOptions<'static>, CommandError> {
    Ok(LiveViewOptions {
        page: page(None)?,
        port: None,
        compiler: Some(start_compiler()?),
        open: &open_page,
        say: &note,
    })
}

/// Opens an address in the browser; where that fails a person can still do it.
fn open_page(address: &str) {
    match open::that_detached(address) {
        Ok(()) => note(&format!("The match is at {address}")),
        // What the system says of it is about its own programs, and helps nobody.
        Err(_) => note(&format!("Cannot open a browser. Please open {address}")),
    }
}

impl From<ServerError> for CommandError {
    fn from(error: ServerError) -> Self {
        match error {
            ServerError::Port { .. } => Self::Usage(error.to_string()),
            ServerError::System(_) => Self::Internal(error.to_string()),
        }
    }
}

impl From<LiveViewError> for CommandError {
    fn from(error: LiveViewError) -> Self {
        match error {
            LiveViewError::Server(why) => why.into(),
            LiveViewError::Host(why) => why.into(),
            LiveViewError::Interrupted => Self::Interrupted,
        }
    }
}
