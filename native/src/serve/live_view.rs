//! A command's match, shown in the page: the host plays it as usual, pages watch it, and people
//! play in the page instead of the terminal. Knows no game and prints nothing itself: the caller
//! passes a function for messages.

use std::sync::Arc;

use botyard_engine::anymatch::{AnyMatch, MatchSpec};
use botyard_engine::game::Outcome;
use botyard_engine::live::HOST_MATCH_ID;
use botyard_engine::replay::{PlayerKind, Turn};
use botyard_engine::seat::{Seat, Seats};
use botyard_host::module::CompilerProcess;
use botyard_host::refusals::RefusalFinder;
use botyard_host::{Audience, AudienceRequest, HostError, HostedMatch, Interrupt, PersonReply, play_match};
use serde_json::Value;

use super::bots::ServedBots;
use super::match_feed::MatchFeed;
use super::page::PageFiles;
use super::server_state::Extras;
use super::{Server, ServerError, match_thread};

/// How to show a match.
pub struct LiveViewOptions<'a> {
    /// The page.
    pub page: PageFiles,
    /// The port; `None` for the usual one, or a free one.
    pub port: Option<u16>,
    /// Compiles modules that pages send; without it they are compiled in this process.
    pub compiler: Option<CompilerProcess>,
    /// Opens an address in the browser, or asks the user to do so.
    pub open: &'a dyn Fn(&str),
    /// Shows the user a sentence about the state of the page.
    pub say: &'a dyn Fn(&str),
}

/// A match in the page, whether a referee or a log advances it.
pub struct LiveView<'a> {
    server: Server,
    feed: Arc<MatchFeed>,
    say: &'a dyn Fn(&str),
    address: String,
    has_people: bool,
    /// Whether the user knows that no page is open.
    is_alone: bool,
}

/// A match that was played in the page.
pub struct ViewedMatch<'a> {
    /// The match after its end.
    pub game: Box<dyn AnyMatch>,
    /// The page that still shows it.
    pub live_view: LiveView<'a>,
}

/// Why a match could not be shown or played.
#[derive(Debug, thiserror::Error)]
pub enum LiveViewError {
    /// The server did not start.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The match cannot be played.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The wait was interrupted before a page connected.
    #[error("interrupted before the page was opened")]
    Interrupted,
}

/// Plays a match in the page. It starts when a page has connected. `audience` watches too but is
/// not asked: people play in the page. The page may also stop the match, like the interrupt.
///
/// # Errors
/// If it cannot be shown or played.
pub fn play_in_page<'a>(
    hosted_match: HostedMatch,
    show: LiveViewOptions<'a>,
    audience: &mut dyn Audience,
    interrupt: &Interrupt,
) -> Result<ViewedMatch<'a>, LiveViewError> {
    let bots = ServedBots::ready(
        &hosted_match.match_spec.game,
        match_thread::bots_of(&hosted_match.match_spec.players, &hosted_match.bodies),
    );
    let bots = bots.with_compiler(show.compiler.clone());
    let mut live_view = LiveView::open_page(hosted_match.match_spec.clone(), bots, show, interrupt)?;
    let finder = RefusalFinder::for_players(&hosted_match.bodies);
    let mut both = BothAudiences { live_view: &mut live_view, audience };
    let game = play_match(hosted_match, &mut both, interrupt).inspect_err(|why| live_view.fail_feed(why))?;
    live_view.feed.finish(&*game, match_thread::refusal_remarks(&finder, &*game));
    Ok(ViewedMatch { game, live_view })
}

impl<'a> LiveView<'a> {
    /// Opens a match in the page and waits for a page to connect. `bots` are offered for further
    /// matches.
    ///
    /// # Errors
    /// If the server does not start, or the wait was interrupted.
    pub fn open_page(
        match_spec: MatchSpec,
        bots: ServedBots,
        show: LiveViewOptions<'a>,
        interrupt: &Interrupt,
    ) -> Result<Self, LiveViewError> {
        let feed = Arc::new(MatchFeed::new(HOST_MATCH_ID, interrupt.clone()));
        let has_people = match_spec.players.iter().any(|player| player.kind == PlayerKind::Person);
        let game = match_spec.game.clone();
        feed.begin_match(match_spec);
        let server = Server::start_with(
            show.page,
            bots,
            show.port,
            Extras { host_match: Some(Arc::clone(&feed)), ..Extras::default() },
        )?;
        let address = server.address(Some(&game));
        (show.open)(&address);
        match server.wait_for_page(interrupt) {
            true => Ok(Self { server, feed, say: show.say, address, has_people, is_alone: false }),
            false => Err(LiveViewError::Interrupted),
        }
    }

    /// Adds turns that do not come from a referee, but from a log, for instance.
    pub fn add_turns(&mut self, turns: Vec<Turn<Value>>, outcome: Option<Outcome>) {
        self.feed.extend(turns, outcome);
        self.watch_presence();
    }

    /// Marks the match as complete.
    pub fn end_feed(&self) {
        self.feed.end_match();
    }

    /// Lets the page play further matches with the bots until it is closed or the interrupt is
    /// raised.
    pub fn keep_open(self, interrupt: &Interrupt) {
        if self.server.pages() > 0 {
            (self.say)("The match is over. The page can still play these bots. Close it or press Ctrl-C to quit.");
            self.server.wait_until_unwatched(interrupt);
        }
        self.server.stop("The server has ended: its bots are no longer available. Other matches run in this tab.");
    }

    fn show_change(&mut self, game: &dyn AnyMatch) {
        self.feed.note(game, Seats::NONE);
        self.watch_presence();
    }

    fn fail_feed(&mut self, why: &HostError) {
        self.feed.fail_match(match_thread::sentence(&why.to_string()));
    }

    /// Tells the user when the last page was closed, and when one is open again.
    fn watch_presence(&mut self) {
        let is_alone = self.feed.watchers.has_left();
        if is_alone == self.is_alone {
            return;
        }
        self.is_alone = is_alone;
        let again = &self.address;
        match (is_alone, self.has_people) {
            (true, true) => (self.say)(&format!(
                "The page was closed. The match is waiting: open {again} to continue, or press Ctrl-C to stop"
            )),
            (true, false) => (self.say)(&format!("The page was closed. The match continues: open {again} to watch it")),
            (false, _) => (self.say)("The page is open again."),
        }
    }
}

/// The page, and the caller's own audience.
struct BothAudiences<'a, 'b> {
    live_view: &'a mut LiveView<'b>,
    audience: &'a mut dyn Audience,
}

impl Audience for BothAudiences<'_, '_> {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        self.live_view.show_change(game);
        self.audience.match_changed(game);
    }

    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply {
        self.live_view.show_change(game);
        let feed = Arc::clone(&self.live_view.feed);
        feed.reply(seat, || self.live_view.watch_presence())
    }

    fn action_refused(&mut self, seat: Seat, why: &str) {
        self.live_view.feed.refuse(seat, why);
    }

    fn poll_request(&mut self) -> Option<AudienceRequest> {
        self.live_view.feed.unasked()
    }
}
