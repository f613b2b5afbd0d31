//! The page's connection to the host that plays its matches: the native program on this computer,
//! if the page came from it with a token; else, or once that has ended, the match worker. Knows no
//! game and shows nothing.

mod series;
mod server;
mod worker;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use botyard_web_protocol::match_worker::FromMatchWorker;
use botyard_web_protocol::{FromWorker, ToWorker};
pub use series::{CASES_PROGRAM, SERIES_PROGRAM, SeriesClient};
use server::ServerClient;
pub use worker::EngineKind;
use worker::WorkerClient;

/// The host that plays. Dropping it ends the worker, but not the native program.
pub struct MatchHost(Rc<HostLines>);

struct HostLines {
    hear: Box<dyn Fn(FromMatchWorker)>,
    worker: RefCell<Option<WorkerClient>>,
    server: RefCell<Option<ServerClient>>,
    /// Whether the worker is the one that plays.
    is_alone: Cell<bool>,
    /// The worker's messages about itself before the page listened to it.
    greeting: Cell<Option<FromWorker>>,
}

impl MatchHost {
    /// Opens the connection. `token` is the one that the native program gave to this page, if it
    /// did; `engine` is for the worker. `hear` is called with every message of the host, never from
    /// inside a call of this type.
    pub fn new(token: Option<String>, engine: EngineKind, hear: impl Fn(FromMatchWorker) + 'static) -> Self {
        let lines = Rc::new(HostLines {
            hear: Box::new(hear),
            worker: RefCell::default(),
            server: RefCell::default(),
            is_alone: Cell::new(token.is_none()),
            greeting: Cell::default(),
        });
        // It is there from the start, because its files could not be fetched any more from a
        // program that has ended.
        let weak = Rc::downgrade(&lines);
        let worker = WorkerClient::spawn(engine, move |words| {
            if let Some(lines) = weak.upgrade() {
                lines.worker_says(words);
            }
        });
        lines.worker.replace(Some(worker));
        let weak = Rc::downgrade(&lines);
        let server = token.map(|token| {
            ServerClient::connect(&token, move |words| {
                if let Some(lines) = weak.upgrade() {
                    lines.server_says(words);
                }
            })
        });
        lines.server.replace(server);
        Self(lines)
    }

    /// Sends a message, with the files that belong beside it: of a match, those of the bots, one for each
    /// seat that is neither a person's nor a host bot's, in the order of seats. The worker runs a bot by
    /// itself even if a native program plays: the page has the module.
    pub fn ask(&self, message: &ToWorker, files: &[&[u8]]) {
        let is_alone = self.0.is_alone.get() || matches!(message, ToWorker::Try(_));
        match (is_alone, &*self.0.worker.borrow(), &*self.0.server.borrow()) {
            (false, _, Some(server)) => server.send(message, files),
            (_, Some(worker), _) => worker.send(message, files),
            _ => {}
        }
    }
}

impl HostLines {
    fn worker_says(&self, said: FromMatchWorker) {
        let is_heard = match &said {
            FromMatchWorker::Host(words) => self.is_alone.get() || matches!(words, FromWorker::Tried { .. }),
            FromMatchWorker::Series(_) => true,
            // Only the program of cases asks for that.
            FromMatchWorker::Traced(_) => false,
        };
        match said {
            said if is_heard => (self.hear)(said),
            FromMatchWorker::Host(words @ FromWorker::Ready { .. }) => self.greeting.set(Some(words)),
            _ => {}
        }
    }

    fn server_says(&self, words: FromWorker) {
        if matches!(words, FromWorker::Ended { .. }) {
            // From now on the worker plays; if it is not up yet, it will report itself when it is.
            self.is_alone.set(true);
            (self.hear)(FromMatchWorker::Host(words));
            self.greeting.take().into_iter().for_each(|greeting| (self.hear)(FromMatchWorker::Host(greeting)));
            return;
        }
        (self.hear)(FromMatchWorker::Host(words));
    }
}
