//! Brings the lines of games up to date that an earlier version of the page, or of the program, has
//! written: their digests do not distinguish old games from today's. That takes the games' rules,
//! which a match worker has. Knows no store and no schedule.

use std::cell::RefCell;
use std::rc::Rc;

use botyard_engine::tournament::{DIGEST_VERSION, GameLine};
use botyard_web_messages::FromWorker;
use botyard_web_messages::series::{FromGameWorker, ToGameWorker};
use js_sys::{Array, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::match_worker::MatchWorkerHandle;

const SETTLED: &str = "settling a promise does not fail";

/// Brings lines up to date; `None` if they all are, or if no worker of this program can do it.
pub(super) async fn renew_lines(program: &str, lines: &[String]) -> Option<Vec<String>> {
    if !lines.iter().any(|line| is_outdated(line)) {
        return None;
    }
    let request = serde_json::to_string(&ToGameWorker::RenewLines(lines.to_vec())).expect("lines are text");
    let worker: Rc<RefCell<Option<MatchWorkerHandle>>> = Rc::default();
    let promise = Promise::new(&mut |resolve, reject| {
        let (request, ready) = (request.clone(), Rc::downgrade(&worker));
        let handle_message = move |data: JsValue| match data.as_string() {
            // Messages that concern no series are texts.
            Some(text) => {
                if let (Ok(FromWorker::Ready { .. }), Some(worker)) = (serde_json::from_str(&text), ready.upgrade()) {
                    worker.borrow().iter().for_each(|worker| worker.post(&request, []));
                }
            }
            None => {
                resolve.call1(&JsValue::UNDEFINED, &data).expect(SETTLED);
            }
        };
        let handle_error = move |_| {
            reject.call0(&JsValue::UNDEFINED).expect(SETTLED);
        };
        worker.replace(Some(MatchWorkerHandle::start(program, handle_message, handle_error)));
    });
    let answer = JsFuture::from(promise).await.ok()?;
    let text = answer.unchecked_into::<Array>().get(0).as_string()?;
    match serde_json::from_str(&text) {
        Ok(FromGameWorker::Renewed(renewed)) if renewed.len() == lines.len() => Some(renewed),
        _ => None,
    }
}

/// Whether an earlier version has written this line. A text that is not a line is left to its
/// readers.
fn is_outdated(text: &str) -> bool {
    serde_json::from_str::<GameLine>(text).is_ok_and(|line| line.digest_version < DIGEST_VERSION)
}
