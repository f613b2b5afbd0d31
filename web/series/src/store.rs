//! The connection to the store that keeps series and cases from one visit to the next: IndexedDB,
//! which the page's document opens (`js/series_store.js`). Knows lines of games and cases as text,
//! and bots as files.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use js_sys::{Array, Function, Promise, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::kept_verdict::KeptVerdict;
use super::scope;
use super::series::{KeyedLine, SeriesDescription};

/// The first entry of the store's answers; the page's messages have a JSON text there.
pub(crate) const ANSWER: &str = "store";

/// Marks the runs of the editor.
const RUN: &str = "run";

/// The browser's name for the error of a full storage.
const FULL: &str = "QuotaExceededError";

/// The line to the store.
#[derive(Default)]
pub(crate) struct SeriesStore {
    requests: Cell<u32>,
    /// The pending requests: the functions that resolve and reject their promises.
    waiting: RefCell<BTreeMap<u32, [Function; 2]>>,
}

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
    /// Takes an answer without its first part.
    pub(crate) fn take_answer(&self, answer: impl IntoIterator<Item = JsValue>) {
        let mut parts = answer.into_iter();
        let number = parts.next().and_then(|number| number.as_f64()).unwrap_or_default() as u32;
        let is_done = parts.next().is_some_and(|done| done.is_truthy());
        let result = parts.next().unwrap_or_default();
        if let Some([resolve, reject]) = self.waiting.borrow_mut().remove(&number) {
            let settle = if is_done { resolve } else { reject };
            settle.call1(&JsValue::UNDEFINED, &result).expect("settling a promise does not fail");
        }
    }

    async fn request<const N: usize>(&self, operation: &str, parts: [JsValue; N]) -> Result<JsValue, SeriesStoreError> {
        self.request_parts(operation, parts.into()).await
    }

    async fn request_parts(&self, operation: &str, parts: Vec<JsValue>) -> Result<JsValue, SeriesStoreError> {
        let number = self.requests.get() + 1;
        self.requests.set(number);
        let promise = Promise::new(&mut |resolve, reject| {
            self.waiting.borrow_mut().insert(number, [resolve, reject]);
        });
        let parcel: Array = [number.into(), operation.into()].into_iter().chain(parts).collect();
        scope().post_message(&parcel).expect("texts, numbers and files can be copied");
        JsFuture::from(promise).await.map_err(|name| match name.as_string().as_deref() {
            Some(FULL) => SeriesStoreError::Full,
            _ => SeriesStoreError::Unavailable,
        })
    }

    /// Sends the page's editor a report on its run. There is no answer.
    pub(crate) fn report(&self, about: &str, report: &str) {
        let parcel = Array::of4(&0.into(), &"report".into(), &about.into(), &report.into());
        scope().post_message(&parcel).expect("texts can be copied");
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
        let id = self.request("add", [row(description, bots)]).await?;
        id.as_f64().map(|id| id as u32).ok_or(SeriesStoreError::Unavailable)
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
        self.request("describe", [id.into(), row(description, bots)]).await.map(drop)
    }

    /// Keeps the lines of games: all of them, or none.
    ///
    /// # Errors
    /// The reason why they are not kept.
    pub(crate) async fn add_lines(&self, id: u32, lines: &[KeyedLine]) -> Result<(), SeriesStoreError> {
        let keyed = |((unit, rotation, voids), line): &KeyedLine| {
            let key = Array::of3(&(*unit as f64).into(), &(*rotation).into(), &(*voids).into());
            JsValue::from(Array::of2(&key, &line.into()))
        };
        let lines: Array = lines.iter().map(keyed).collect();
        self.request("addLines", [id.into(), lines.into()]).await.map(drop)
    }

    /// Forgets a series.
    ///
    /// # Errors
    /// Why it may still be there.
    pub(crate) async fn remove(&self, id: u32) -> Result<(), SeriesStoreError> {
        self.request("remove", [id.into()]).await.map(drop)
    }

    /// The numbers and descriptions of all series, the newest first.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn list(&self) -> Result<Vec<(u32, SeriesDescription)>, SeriesStoreError> {
        let rows = Array::from(&self.request("list", []).await?);
        let series = rows.iter().rev().filter_map(|row| {
            let row: Array = row.dyn_into().ok()?;
            Some((row.get(0).as_f64()? as u32, read_description(&row.get(1))?))
        });
        Ok(series.collect())
    }

    /// The numbers and texts of all cases, the oldest first.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn list_cases(&self) -> Result<Vec<(u32, String)>, SeriesStoreError> {
        let rows = Array::from(&self.request("listCases", []).await?);
        let read = |row: JsValue| {
            let row: Array = row.dyn_into().ok()?;
            Some((row.get(0).as_f64()? as u32, row.get(1).as_string()?))
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Keeps the text of a new case; returns its number.
    ///
    /// # Errors
    /// Why it is not kept.
    pub(crate) async fn add_case(&self, text: &str) -> Result<u32, SeriesStoreError> {
        let id = self.request("addCase", [text.into()]).await?;
        id.as_f64().map(|id| id as u32).ok_or(SeriesStoreError::Unavailable)
    }

    /// All verdicts that are kept.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn list_verdicts(&self) -> Result<Vec<KeptVerdict>, SeriesStoreError> {
        let rows = Array::from(&self.request("listVerdicts", []).await?);
        let read = |row: JsValue| {
            let row: Array = row.dyn_into().ok()?;
            KeptVerdict::read(row.get(0).as_f64()? as u32, row.get(1).as_string()?, &row.get(2).as_string()?)
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Identifies the page's interpreter of scripts.
    ///
    /// # Errors
    /// If the page does not answer.
    pub(crate) async fn interpreter(&self) -> Result<String, SeriesStoreError> {
        Ok(self.request("interpreter", []).await?.as_string().unwrap_or_default())
    }

    /// Keeps a verdict in place of the one before.
    ///
    /// # Errors
    /// Why it is not kept.
    pub(crate) async fn keep_verdict(&self, verdict: &KeptVerdict) -> Result<(), SeriesStoreError> {
        let Some(text) = verdict.text() else { return Ok(()) };
        self.request("keepVerdict", [verdict.case.into(), (&*verdict.bot).into(), text.into()]).await.map(drop)
    }

    /// Forgets the verdicts about a case, or about a bot.
    ///
    /// # Errors
    /// Why they may still be there.
    pub(crate) async fn remove_verdicts(&self, case: Option<u32>, bot: Option<&str>) -> Result<(), SeriesStoreError> {
        self.request("removeVerdicts", [case.into(), bot.into()]).await.map(drop)
    }

    /// Sends a request to the page's script that keeps the visitor's bots.
    ///
    /// # Errors
    /// If the request fails, or the browser keeps no bots.
    pub(crate) async fn ask_bots<const N: usize>(
        &self,
        operation: &str,
        parts: [JsValue; N],
    ) -> Result<JsValue, SeriesStoreError> {
        let request: Vec<JsValue> = std::iter::once(operation.into()).chain(parts).collect();
        self.request_parts("bots", request).await
    }

    /// Has a picture in SVG be drawn as a PNG; its address within the browser.
    ///
    /// # Errors
    /// If the browser cannot draw it.
    pub(crate) async fn draw_png(&self, svg: &str) -> Result<String, SeriesStoreError> {
        Ok(self.request("drawPng", [svg.into()]).await?.as_string().unwrap_or_default())
    }

    /// Draws an SVG picture: how many pixels a row has, and the colours of all, as in
    /// [`Pixels`](botyard_picture::animation::Pixels).
    ///
    /// # Errors
    /// If the browser cannot draw it.
    pub(crate) async fn draw_pixels(&self, svg: &str) -> Result<(usize, Vec<u8>), SeriesStoreError> {
        let drawn = Array::from(&self.request("drawPixels", [svg.into()]).await?);
        let width = drawn.get(0).as_f64().unwrap_or_default() as usize;
        Ok((width, Uint8Array::new(&drawn.get(1)).to_vec()))
    }

    /// Has a GIF have an address within the browser.
    ///
    /// # Errors
    /// If there is no room for it.
    pub(crate) async fn keep_gif(&self, file: &[u8]) -> Result<String, SeriesStoreError> {
        let address = self.request("keepGif", [Uint8Array::from(file).into()]).await?;
        Ok(address.as_string().unwrap_or_default())
    }

    /// Forgets a case.
    ///
    /// # Errors
    /// Why it may still be there.
    pub(crate) async fn remove_case(&self, id: u32) -> Result<(), SeriesStoreError> {
        self.request("removeCase", [id.into()]).await.map(drop)
    }

    /// A series with its games; `None` if it does not exist, or cannot be parsed.
    ///
    /// # Errors
    /// The reason why the store cannot be read.
    pub(crate) async fn load(&self, id: u32) -> Result<Option<StoredSeries>, SeriesStoreError> {
        let Ok(found) = self.request("load", [id.into()]).await?.dyn_into::<Array>() else { return Ok(None) };
        let [row, lines] = [0, 1].map(|part| Array::from(&found.get(part)));
        let Some(description) = read_description(&row.get(0)) else { return Ok(None) };
        let bots = row.iter().skip(1).filter_map(|bot| bot.dyn_into().ok()).collect();
        let lines = lines.iter().filter_map(|line| line.as_string()).collect();
        Ok(Some(StoredSeries { id, description, bots, lines }))
    }
}

/// A series as a row: its description, then its bots, and at the end a mark if it is a run of the
/// editor's: there are many of those, and they replace only each other.
fn row(description: &SeriesDescription, bots: &[Uint8Array]) -> JsValue {
    let text = serde_json::to_string(description).expect("a description has text keys only");
    let mark = description.run.as_ref().map(|_| JsValue::from(RUN));
    std::iter::once(text.into()).chain(bots.iter().map(JsValue::from)).chain(mark).collect::<Array>().into()
}

fn read_description(text: &JsValue) -> Option<SeriesDescription> {
    serde_json::from_str(&text.as_string()?).ok()
}
