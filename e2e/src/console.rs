//! What went wrong behind a page: errors on the console (the worker's too), uncaught exceptions, answers of 400 and more.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use futures_util::{Stream, StreamExt};
use thirtyfour::bidi::BiDi;
use thirtyfour::bidi::events::{LogEntryAdded, ResponseCompleted};
use thirtyfour::bidi::modules::log::LogLevel;

/// Gathers errors from the moment it is made.
#[derive(Clone, Default)]
pub(crate) struct Console {
    errors: Arc<Mutex<Vec<String>>>,
}

impl Console {
    pub(crate) async fn listen(bidi: &BiDi) -> Result<Self> {
        let console = Self::default();
        console.gather(bidi.subscribe::<LogEntryAdded>().await?, error_in_log);
        console.gather(bidi.subscribe::<ResponseCompleted>().await?, error_in_answer);
        Ok(console)
    }

    fn gather<E: Send + 'static>(
        &self,
        events: impl Stream<Item = E> + Send + 'static,
        error: fn(E) -> Option<String>,
    ) {
        let console = self.clone();
        tokio::spawn(async move {
            let mut events = Box::pin(events);
            while let Some(event) = events.next().await {
                console.lock().extend(error(event));
            }
        });
    }

    pub(crate) fn errors(&self) -> Vec<String> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn error_in_log(entry: LogEntryAdded) -> Option<String> {
    (entry.level == LogLevel::Error).then(|| entry.text.unwrap_or_else(|| "an error without a text".into()))
}

fn error_in_answer(answer: ResponseCompleted) -> Option<String> {
    let response = answer.response;
    (response.status >= 400).then(|| format!("{} answered {}", response.url, response.status))
}
