//! The connection to the store that keeps series and cases from one visit to the next: IndexedDB,
//! which the page's document opens (`js/series_store.js`). Knows lines of games and cases as text,
//! and bots as files.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use botyard_web_protocol::program_store::{
    KeptLine, KeptVerdictText, ListedCase, ListedSeries, LoadedSeries, ReportSubject, StoreAnswer, StoreRequest,
    ToBotLibrary, ToDocument,
};
use js_sys::{Array, Function, Promise, Uint8Array};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::kept_verdict::KeptVerdict;
use super::scope;
use super::series::{KeyedLine, SeriesDescription};

/// The browser's name for the error of a full storage.
const FULL: &str = "QuotaExceededError";

/// The line to the store.
#[derive(Default)]
pub(crate) struct SeriesStore {
    requests: Cell<u32>,
    /// The pending requests: the functions that resolve their promises.
    waiting: RefCell<BTreeMap<u32, Function>>,
    /// Those that were answered, until their results are taken.
    answers: RefCell<BTreeMap<u32, AnsweredRequest>>,
}

/// The result of a request, with the bytes that came beside it.
type AnsweredRequest = (Result<Value, String>, Vec<Uint8Array>);

/// Why something is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeriesStoreError {
    /// The storage is full.
    Full,
    /// The browser has no storage, or does not open it now.
    Unavailable,
}

/// A series as it was kept.
pub(crate) struct StoredSeries {
    pub(crate) id: u32,
    pub(crate) description: SeriesDescription,
    pub(crate) bots: Vec<Uint8Array>,
    pub(crate) lines: Vec<String>,
}

impl SeriesStore {
    /// Takes an answer, with the bytes beside it.
    pub(crate) fn take_answer(&self, StoreAnswer { number, result }: StoreAnswer, beside: Vec<Uint8Array>) {
        if let Some(resolve) = self.waiting.borrow_mut().remove(&number) {
            self.answers.borrow_mut().insert(number, (result, beside));
            resolve.call0(&JsValue::UNDEFINED).expect("settling a promise does not fail");
        }
    }

    async fn ask<T: DeserializeOwned>(&self, request: StoreRequest) -> Result<T, SeriesStoreError> {
        self.ask_with_files(request, &[]).await.map(|(result, _)| result)
    }

    /// Sends a request with files; returns the result, and the bytes beside it.
    async fn ask_with_files<T: DeserializeOwned>(
        &self,
        request: StoreRequest,
        files: &[Uint8Array],
    ) -> Result<(T, Vec<Uint8Array>), SeriesStoreError> {
        let number = self.requests.get() + 1;
        self.requests.set(number);
        let promise = Promise::new(&mut |resolve, _| {
            self.waiting.borrow_mut().insert(number, resolve);
        });
        post(&ToDocument::Ask { number, request }, files);
        JsFuture::from(promise).await.map_err(|_| SeriesStoreError::Unavailable)?;
        let answer = self.answers.borrow_mut().remove(&number);
        let (result, beside) = answer.ok_or(SeriesStoreError::Unavailable)?;
        let value = result.map_err(|name| match &*name {
            FULL => SeriesStoreError::Full,
            _ => SeriesStoreError::Unavailable,
        })?;
        let read = serde_json::from_value(value).map_err(|_| SeriesStoreError::Unavailable)?;
        Ok((read, beside))
    }

    /// Sends the page's editor a report on its run. There is no answer.
    pub(crate) fn report(&self, about: ReportSubject, report: &Value) {
        post(&ToDocument::Report { about, report: report.to_string() }, &[]);
    }

    /// Keeps a new series; returns its number. The oldest go where there are many.
    ///
    /// # Errors
    /// Why it is not kept.
    pub(crate) async fn add(
        &self,
        description: &SeriesDescription,
        bots: &[Uint8Array],
    ) -> Result<u32, SeriesStoreError> {
        let (description, is_run) = (write(description), description.run.is_some());
        self.ask_with_files(StoreRequest::Add { description, is_run }, bots).await.map(|(id, _)| id)
    }

    /// Keeps the description of a series.
    ///
    /// # Errors
    /// Why it is not kept.
    pub(crate) async fn describe(
        &self,
        id: u32,
        description: &SeriesDescription,
        bots: &[Uint8Array],
    ) -> Result<(), SeriesStoreError> {
        let (description, is_run) = (write(description), description.run.is_some());
        self.ask_with_files(StoreRequest::Describe { id, description, is_run }, bots).await.map(|((), _)| ())
    }

    /// Keeps the lines of games: all of them, or none.
    ///
    /// # Errors
    /// The reason why they are not kept.
    pub(crate) async fn add_lines(&self, id: u32, lines: &[KeyedLine]) -> Result<(), SeriesStoreError> {
        let kept = |((unit, rotation, voids), line): &KeyedLine| KeptLine {
            unit: *unit,
            rotation: *rotation,
            voids: *voids,
            line: line.clone(),
        };
        self.ask(StoreRequest::AddLines { id, lines: lines.iter().map(kept).collect() }).await
    }

    /// Forgets a series.
    ///
    /// # Errors
    /// Why it may still be there.
    pub(crate) async fn remove(&self, id: u32) -> Result<(), SeriesStoreError> {
        self.ask(StoreRequest::Remove { id }).await
    }

    /// The numbers and descriptions of all series, the newest first.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn list(&self) -> Result<Vec<(u32, SeriesDescription)>, SeriesStoreError> {
        let listed: Vec<ListedSeries> = self.ask(StoreRequest::List).await?;
        let read = |series: ListedSeries| Some((series.id, read(&series.description)?));
        Ok(listed.into_iter().rev().filter_map(read).collect())
    }

    /// The numbers and texts of all cases, the oldest first.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn list_cases(&self) -> Result<Vec<ListedCase>, SeriesStoreError> {
        self.ask(StoreRequest::ListCases).await
    }

    /// Keeps the text of a new case; returns its number.
    ///
    /// # Errors
    /// Why it is not kept.
    pub(crate) async fn add_case(&self, text: &str) -> Result<u32, SeriesStoreError> {
        self.ask(StoreRequest::AddCase { text: text.to_owned() }).await
    }

    /// All verdicts that are kept.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn list_verdicts(&self) -> Result<Vec<KeptVerdict>, SeriesStoreError> {
        let listed: Vec<KeptVerdictText> = self.ask(StoreRequest::ListVerdicts).await?;
        Ok(listed.into_iter().filter_map(|kept| KeptVerdict::read(kept.case, kept.bot, &kept.text)).collect())
    }

    /// Identifies the interpreter of this name.
    ///
    /// # Errors
    /// If the page does not answer, or has no such interpreter.
    pub(crate) async fn identify_interpreter(&self, name: &str) -> Result<String, SeriesStoreError> {
        self.ask(StoreRequest::Interpreter { name: name.to_owned() }).await
    }

    /// Keeps a verdict in place of the one before.
    ///
    /// # Errors
    /// Why it is not kept.
    pub(crate) async fn keep_verdict(&self, verdict: &KeptVerdict) -> Result<(), SeriesStoreError> {
        let Some(text) = verdict.text() else { return Ok(()) };
        let (case, bot) = (verdict.case, verdict.bot.clone());
        self.ask(StoreRequest::KeepVerdict(KeptVerdictText { case, bot, text })).await
    }

    /// Forgets the verdicts about a case, or about a bot.
    ///
    /// # Errors
    /// Why they may still be there.
    pub(crate) async fn remove_verdicts(&self, case: Option<u32>, bot: Option<&str>) -> Result<(), SeriesStoreError> {
        self.ask(StoreRequest::RemoveVerdicts { case, bot: bot.map(str::to_owned) }).await
    }

    /// Sends a request to the page's script that keeps the visitor's bots.
    ///
    /// # Errors
    /// If the request fails, or the browser keeps no bots.
    pub(crate) async fn ask_bots<T: DeserializeOwned>(&self, request: ToBotLibrary) -> Result<T, SeriesStoreError> {
        self.ask(StoreRequest::Bots { request }).await
    }

    /// Has a picture in SVG be drawn as a PNG; its address within the browser.
    ///
    /// # Errors
    /// If the browser cannot draw it.
    pub(crate) async fn draw_png(&self, svg: &str) -> Result<String, SeriesStoreError> {
        self.ask(StoreRequest::DrawPng { svg: svg.to_owned() }).await
    }

    /// Draws an SVG picture: how many pixels a row has, and the colours of all, as in
    /// [`Pixels`](botyard_picture::animation::Pixels).
    ///
    /// # Errors
    /// If the browser cannot draw it.
    pub(crate) async fn draw_pixels(&self, svg: &str) -> Result<(usize, Vec<u8>), SeriesStoreError> {
        let request = StoreRequest::DrawPixels { svg: svg.to_owned() };
        let (width, beside) = self.ask_with_files(request, &[]).await?;
        Ok((width, beside.first().map(Uint8Array::to_vec).unwrap_or_default()))
    }

    /// Has a GIF have an address within the browser.
    ///
    /// # Errors
    /// If there is no room for it.
    pub(crate) async fn keep_gif(&self, file: &[u8]) -> Result<String, SeriesStoreError> {
        self.ask_with_files(StoreRequest::KeepGif, &[Uint8Array::from(file)]).await.map(|(address, _)| address)
    }

    /// Forgets a case.
    ///
    /// # Errors
    /// Why it may still be there.
    pub(crate) async fn remove_case(&self, id: u32) -> Result<(), SeriesStoreError> {
        self.ask(StoreRequest::RemoveCase { id }).await
    }

    /// A series with its games; `None` if it does not exist, or cannot be parsed.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn load(&self, id: u32) -> Result<Option<StoredSeries>, SeriesStoreError> {
        let (loaded, bots) = self.ask_with_files::<Option<LoadedSeries>>(StoreRequest::Load { id }, &[]).await?;
        let Some(LoadedSeries { description, lines }) = loaded else { return Ok(None) };
        Ok(read(&description).map(|description| StoredSeries { id, description, bots, lines }))
    }
}

/// Posts a message to the page's document, with files beside it.
fn post(message: &ToDocument, files: &[Uint8Array]) {
    let text = serde_json::to_string(message).expect("messages have text keys only");
    let parcel: Array = std::iter::once(text.into()).chain(files.iter().map(JsValue::from)).collect();
    scope().post_message(&parcel).expect("texts and files can be copied");
}

fn write(description: &SeriesDescription) -> String {
    serde_json::to_string(description).expect("a description has text keys only")
}

fn read(description: &str) -> Option<SeriesDescription> {
    serde_json::from_str(description).ok()
}
