//! Brings the lines of games up to date that an earlier version of the page, or of the program, has
//! written: their digests do not distinguish old games from today's. That takes the games' rules,
//! which a match worker has. Knows no store and no schedule.

use std::cell::RefCell;
use std::rc::Rc;

use botyard_engine::tournament::{DIGEST_VERSION, GameLine};
use botyard_web_protocol::FromWorker;
use botyard_web_protocol::match_worker::{FromGameWorker, FromMatchWorker, ToGameWorker, ToMatchWorker};
use js_sys::Promise;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::match_worker::MatchWorkerHandle;

const SETTLED: &str = "settling a promise does not fail";

/// Brings lines up to date; `None` if they all are, or if no worker of this program can do it.
pub(super) async fn renew_lines(program: &str, lines: &[String]) -> Option<Vec<String>> {
    if !lines.iter().any(|line| is_outdated(line)) {
        return None;
    }
    let request = ToMatchWorker::Series(ToGameWorker::RenewLines(lines.to_vec()));
    let worker: Rc<RefCell<Option<MatchWorkerHandle>>> = Rc::default();
    let answer: Rc<RefCell<Option<Vec<String>>>> = Rc::default();
    let promise = Promise::new(&mut |resolve, reject| {
        let (request, ready, answer) = (request.clone(), Rc::downgrade(&worker), Rc::clone(&answer));
        let handle_message = move |message, _| match message {
            FromMatchWorker::Host(FromWorker::Ready { .. }) => {
                if let Some(worker) = ready.upgrade() {
                    worker.borrow().iter().for_each(|worker| worker.post(&request, []));
                }
            }
            FromMatchWorker::Series(FromGameWorker::Renewed(renewed)) => {
                answer.replace(Some(renewed));
                resolve.call0(&JsValue::UNDEFINED).expect(SETTLED);
            }
            _ => {}
        };
        let handle_error = move |_| {
            reject.call0(&JsValue::UNDEFINED).expect(SETTLED);
        };
        worker.replace(Some(MatchWorkerHandle::start(program, handle_message, handle_error)));
    });
    JsFuture::from(promise).await.ok()?;
    answer.take().filter(|renewed| renewed.len() == lines.len())
}

/// Whether an earlier version has written this line. A text that is not a line is left to its
/// readers.
fn is_outdated(text: &str) -> bool {
    serde_json::from_str::<GameLine>(text).is_ok_and(|line| line.digest_version < DIGEST_VERSION)
}
