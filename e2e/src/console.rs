//! Errors behind a page: those on the console (the worker's too), uncaught exceptions, and
//! responses with a status of 400 or more. A browser reports them for all of its tabs; a console
//! has those of one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::bidi::BidiEvent;

/// The events that [`ErrorLog::note`] understands.
pub(crate) const EVENTS: [&str; 2] = ["log.entryAdded", "network.responseCompleted"];

/// The errors of a browser, in the order in which they came. A copy refers to the same log.
#[derive(Clone, Default)]
pub(crate) struct ErrorLog {
    entries: Arc<Mutex<Vec<ConsoleEntry>>>,
}

/// An error and its origin, as far as the browser reports it.
struct ConsoleEntry {
    tab: Option<String>,
    user_context: Option<String>,
    text: String,
}

impl ErrorLog {
    /// Records the event if it is an error.
    pub(crate) fn note(&self, event: &BidiEvent) {
        self.lock().extend(entry(event));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<ConsoleEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The errors of one tab.
pub(crate) struct Console {
    log: ErrorLog,
    /// The index of the console's first entry in the log: earlier entries belong to other tabs.
    begin: usize,
    tab: String,
    user_context: String,
}

impl Console {
    /// A console of this tab's errors from now on.
    pub(crate) fn new(log: ErrorLog, tab: &str, user_context: &str) -> Self {
        let begin = log.lock().len();
        Self { log, begin, tab: tab.to_owned(), user_context: user_context.to_owned() }
    }

    pub(crate) fn errors(&self) -> Vec<String> {
        let entries = self.log.lock();
        entries[self.begin..].iter().filter(|entry| self.has(entry)).map(|entry| entry.text.clone()).collect()
    }

    /// Whether an error is this tab's. An error without an origin may be, so it counts as this
    /// tab's.
    fn has(&self, entry: &ConsoleEntry) -> bool {
        match (&entry.tab, &entry.user_context) {
            (Some(tab), _) => *tab == self.tab,
            // Chromium reports what a worker fetches without a tab.
            (None, Some(user_context)) => *user_context == self.user_context,
            (None, None) => true,
        }
    }
}

fn entry(event: &BidiEvent) -> Option<ConsoleEntry> {
    let BidiEvent { method, params } = event;
    let (source, text) = match method.as_str() {
        "log.entryAdded" => (&params["source"], error_in_log(params)?),
        "network.responseCompleted" => (params, error_in_answer(&params["response"])?),
        _ => return None,
    };
    let id = |key: &str| source[key].as_str().map(str::to_owned);
    Some(ConsoleEntry { tab: id("context"), user_context: id("userContext"), text })
}

/// Firefox sometimes reports this error, without a place, for a worker that ends with its page. The
/// page never throws `undefined`, and errors that it throws have a place.
const OF_ENDED_WORKER: &str = "uncaught exception: undefined";

fn error_in_log(entry: &Value) -> Option<String> {
    let text = entry["text"].as_str().unwrap_or("an error without a text");
    let place = place(&entry["stackTrace"]["callFrames"][0]);
    let is_one = entry["level"] == "error" && (text != OF_ENDED_WORKER || !place.is_empty());
    is_one.then(|| format!("{text}{place}"))
}

/// The file and the line of an error, counted from 1, if the browser reports them.
fn place(frame: &Value) -> String {
    let Some(url) = frame["url"].as_str().filter(|url| !url.is_empty()) else { return String::new() };
    let line = frame["lineNumber"].as_u64().map(|line| format!(":{}", line + 1));
    format!(" ({url}{})", line.unwrap_or_default())
}

fn error_in_answer(response: &Value) -> Option<String> {
    let status = response["status"].as_u64().filter(|&status| status >= 400)?;
    Some(format!("{} answered {status}", response["url"].as_str().unwrap_or("something")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(method: &str, params: Value, expected: &[&str]) {
        let log = ErrorLog::default();
        let console = Console::new(log.clone(), "tab-1", "user-1");
        log.note(&BidiEvent { method: method.into(), params });
        assert_eq!(console.errors(), expected);
    }

    #[test]
    fn errors_of_the_tab_are_kept() {
        let entry = |level: &str, tab: &str| json!({ "level": level, "text": "oh", "source": { "context": tab } });
        check("log.entryAdded", entry("error", "tab-1"), &["oh"]);
        check("log.entryAdded", entry("warn", "tab-1"), &[]);
        check("log.entryAdded", entry("error", "tab-2"), &[]);
        check("log.entryAdded", json!({ "level": "error", "text": "oh", "source": {} }), &["oh"]);
        let mut thrown = entry("error", "tab-1");
        thrown["stackTrace"] = json!({ "callFrames": [{ "url": "page.js", "lineNumber": 6 }, { "url": "other.js" }] });
        check("log.entryAdded", thrown.clone(), &["oh (page.js:7)"]);
        thrown["text"] = json!(OF_ENDED_WORKER);
        check("log.entryAdded", thrown.clone(), &["uncaught exception: undefined (page.js:7)"]);
        thrown["stackTrace"] = Value::Null;
        check("log.entryAdded", thrown, &[]);
    }

    #[test]
    fn refusals_to_the_tab_and_to_its_worker_are_kept() {
        let answer = |tab: Value, user: &str, status: u16| json!({ "context": tab, "userContext": user, "response": { "url": "x", "status": status } });
        check("network.responseCompleted", answer(json!("tab-1"), "user-1", 404), &["x answered 404"]);
        check("network.responseCompleted", answer(json!("tab-1"), "user-1", 200), &[]);
        check("network.responseCompleted", answer(Value::Null, "user-1", 404), &["x answered 404"]);
        check("network.responseCompleted", answer(Value::Null, "user-2", 404), &[]);
    }

    #[test]
    fn what_came_before_is_of_others() {
        let log = ErrorLog::default();
        log.note(&BidiEvent { method: "log.entryAdded".into(), params: json!({ "level": "error", "text": "oh" }) });
        assert!(Console::new(log, "tab-1", "user-1").errors().is_empty());
    }
}
