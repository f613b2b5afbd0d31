//! `--live`: plays a match in the page, in a browser; otherwise in the terminal. Knows no game.

use std::path::{Path, PathBuf};

use botyard::serve::live_view::{self, LiveView, LiveViewError, LiveViewOptions};
use botyard::serve::{PageFiles, ServedBots, ServerError};
use botyard_engine::anymatch::{AnyMatch, MatchSpec};
use botyard_engine::fault::printable;
use botyard_host::refusals::RefusalFinder;
use botyard_host::{Audience, HostedMatch, Interrupt, play_match};

use crate::cli::command_error::CommandError;
use crate::cli::output::refusal_notes;
use crate::cli::output::stderr_forwarder::StderrForwarder;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::compiler::start_compiler;

/// The environment variable that names the folder of the page, for commands that have no option for
/// it.
const PAGE: &str = "BOTYARD_PAGE";

/// Where a match is played and shown: an option of every command that plays one.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LiveArgs {
    /// Play the match live in the page, in a browser; people play there too
    #[arg(long, short = 'g')]
    live: bool,
}

impl LiveArgs {
    /// The option's value, for a command that parses its options itself.
    pub fn new(live: bool) -> Self {
        Self { live }
    }

    /// Whether the match is played in the page.
    pub fn is_page(self) -> bool {
        self.live
    }

    /// Plays a match, in the page if `--live` was given. The page stays open until the returned
    /// live view is dropped.
    pub fn play(
        self,
        hosted_match: HostedMatch,
        audience: &mut dyn Audience,
        interrupt: &Interrupt,
    ) -> Result<PlayedMatch, CommandError> {
        if !self.live {
            return Ok((play_match(hosted_match, audience, interrupt)?, None));
        }
        let shown = live_view::play_in_page(hosted_match, live_view_options()?, audience, interrupt)?;
        Ok((shown.game, Some(shown.live_view)))
    }

    /// Like [`LiveArgs::play`], for a drop-in command, which forwards the bots' stderr at once, as
    /// the original programs do.
    pub fn play_forwarding_stderr(
        self,
        hosted_match: HostedMatch,
        audience: &mut dyn Audience,
        interrupt: &Interrupt,
    ) -> Result<PlayedMatch, CommandError> {
        let mut forwarder = StderrForwarder::new(audience);
        let finder = RefusalFinder::for_players(&hosted_match.bodies);
        let names: Vec<_> = hosted_match.match_spec.players.iter().map(|player| player.name.clone()).collect();
        let (game, live_view) = self.play(hosted_match, &mut forwarder, interrupt)?;
        forwarder.forward_new(game.transcript());
        // If stderr is closed, there is nowhere to report it.
        let _ = refusal_notes::write(&mut anstream::stderr(), &finder, &*game, &names);
        Ok((game, live_view))
    }
}

/// A match that was played, and the page that still shows it.
pub type PlayedMatch = (Box<dyn AnyMatch>, Option<LiveView<'static>>);

/// Opens a match in the page whose turns the caller adds, such as a log's.
pub fn open_live_view(match_spec: MatchSpec, interrupt: &Interrupt) -> Result<LiveView<'static>, CommandError> {
    Ok(LiveView::open_page(
        match_spec,
        ServedBots::default().with_compiler(Some(start_compiler()?)),
        live_view_options()?,
        interrupt,
    )?)
}

/// The page is opened in the browser, and messages about it go to stderr.
fn live_view_options() -> Result<LiveViewOptions<'static>, CommandError> {
    Ok(LiveViewOptions {
        page: find_page(None)?,
        port: None,
        compiler: Some(start_compiler()?),
        open: &open_page,
        say: &note,
    })
}

/// Opens an address in the browser. If that fails, asks the user to do so.
pub fn open_page(address: &str) {
    match open::that_detached(address) {
        Ok(()) => note(&format!("The match is at {address}")),
        // The system's error is about its own programs and would not help the user.
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

/// The page in this folder, or in the folder that `BOTYARD_PAGE` names, or the embedded page.
///
/// # Errors
/// If there is no page there, or the program has no embedded one.
pub fn find_page(folder: Option<&Path>) -> Result<PageFiles, CommandError> {
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
