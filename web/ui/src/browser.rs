//! The few things that the page and its games need from the browser. Knows nothing of the page.

use std::rc::Rc;

use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, Element, Event, File, HtmlAnchorElement, HtmlButtonElement, HtmlElement, MouseEvent,
    Response, ScrollIntoViewOptions, ScrollLogicalPosition, Url, Window,
};

/// `chance` returns numbers below this: few enough digits to read aloud.
const SEEDS: f64 = 1_000_000.0;

/// At the end of the page's URL, before `#`: has modules interpreted in any browser.
const INTERPRETED: &str = "?interpreter";

/// The window.
///
/// # Panics
/// Outside of a page.
pub fn window() -> Window {
    web_sys::window().expect("the page runs in a page")
}

/// Milliseconds that only go forward.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// A random seed.
pub fn chance() -> u64 {
    (js_sys::Math::random() * SEEDS) as u64
}

/// The page's URL as it may be shared: without the part after `#`, and without the request for the
/// interpreter.
pub fn base_url() -> String {
    let url = url_before_hash();
    url.strip_suffix(INTERPRETED).unwrap_or(&url).to_owned()
}

/// Whether the page's URL requests the interpreter.
pub fn requests_interpreter() -> bool {
    url_before_hash().ends_with(INTERPRETED)
}

/// Whether the browser has loaded this page again, or has come back to it, without its address
/// being entered.
pub fn is_loaded_again() -> bool {
    let entries = window().performance().map(|performance| performance.get_entries_by_type("navigation"));
    let kind = entries.and_then(|entries| Reflect::get(&entries.get(0), &"type".into()).ok());
    kind.and_then(|kind| kind.as_string()).is_some_and(|kind| kind != "navigate")
}

fn url_before_hash() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split_once('#').map_or(&*href, |(base, _)| base).to_owned()
}

/// Whether a media query holds.
pub fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|query| query.matches())
}

/// Calls a function when the next frame has been drawn, so that work which can wait does not delay
/// the frame. A hidden page draws no frames.
pub fn after_frame(act: impl FnOnce() + 'static) {
    let act = Closure::once_into_js(act);
    // The browser runs the callbacks for a frame before it draws the frame.
    let drawing = Closure::once_into_js(move || {
        // Neither fails on a page.
        let _ = window().set_timeout_with_callback(act.unchecked_ref());
    });
    let _ = window().request_animation_frame(drawing.unchecked_ref());
}

/// Scrolls the page as far as is needed to see an element.
pub fn show(selector: &str) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    if let Ok(Some(element)) = window().document().map_or(Ok(None), |page| page.query_selector(selector)) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Whether the page has such an element.
pub fn has(selector: &str) -> bool {
    window().document().is_some_and(|page| page.query_selector(selector).is_ok_and(|found| found.is_some()))
}

/// Whether any element of the page has the focus.
pub fn has_focus() -> bool {
    let focused = window().document().and_then(|page| page.active_element());
    focused.is_some_and(|focused| focused.tag_name() != "BODY")
}

/// Whether the focused element gives the focus up to a board on which a person has to act: its
/// attribute `data-yields` marks it as done.
pub fn yields_focus() -> bool {
    let focused = window().document().and_then(|page| page.active_element());
    focused.is_some_and(|focused| focused.has_attribute("data-yields"))
}

/// Copies a text; whether that was possible.
pub async fn copy(text: &str) -> bool {
    // Only secure places have a clipboard.
    let navigator = window().navigator();
    let has = Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    has && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}

/// Fetches a file that lies beside the page.
///
/// # Errors
/// A clause that says why it cannot be fetched.
pub async fn fetch(path: &str) -> Result<Rc<[u8]>, String> {
    let answer = JsFuture::from(window().fetch_with_str(path)).await.map_err(|_| "no connection".to_owned())?;
    let answer: Response = answer.unchecked_into();
    if !answer.ok() {
        return Err(format!("the server responded with status {}", answer.status()));
    }
    let buffer = answer.array_buffer().map_err(|_| "the response has no body".to_owned())?;
    bytes(JsFuture::from(buffer).await).ok_or_else(|| "the connection was lost".to_owned())
}

/// Adds a script to the page's document, which loads it.
pub fn add_script(address: &str) -> Option<Element> {
    let document = window().document()?;
    let script = document.create_element("script").ok()?;
    script.set_attribute("type", "module").ok()?;
    script.set_attribute("src", address).ok()?;
    document.document_element()?.append_child(&script).ok()?;
    Some(script)
}

/// The content of a file.
pub async fn read(file: &File) -> Option<Rc<[u8]>> {
    bytes(JsFuture::from(file.array_buffer()).await)
}

fn bytes(buffer: Result<JsValue, JsValue>) -> Option<Rc<[u8]>> {
    Some(Uint8Array::new(&buffer.ok()?).to_vec().into())
}

/// Offers a text as a file to be saved.
pub fn save(name: &str, text: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    let kinds = [("json", "application/json"), ("html", "text/html"), ("svg", "image/svg+xml")];
    let kind = kinds.iter().find(|(ending, _)| name.rsplit('.').next() == Some(ending));
    options.set_type(kind.map_or("text/plain", |(_, kind)| kind));
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    offer(name, &url)
}

/// Offers the content of a URL within the browser as a file to be saved, and then revokes the URL.
pub fn offer(name: &str, url: &str) -> Option<()> {
    let link: HtmlAnchorElement = window().document()?.create_element("a").ok()?.unchecked_into();
    link.set_href(url);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(url).ok()
}

/// The text that the tab keeps under this name when the page is loaded again.
pub fn stored(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a text under this name, or removes it. Does nothing where the browser has no storage.
pub fn store(name: &str, text: Option<&str>) {
    if let Some(storage) = storage() {
        let _ = text.map_or_else(|| storage.remove_item(name), |text| storage.set_item(name, text));
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// The text that the browser keeps under this name for later visits.
pub fn preference(name: &str) -> Option<String> {
    window().local_storage().ok().flatten()?.get_item(name).ok().flatten()
}

/// Keeps a text under this name for later visits. Where the browser has no storage, the text is
/// lost with the page.
pub fn keep_preference(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(name, text);
    }
}

/// Takes the focus off a button that was clicked with a pointer: space would press it again, and is
/// to play and pause.
pub fn let_go(event: &MouseEvent) {
    let is_keyboards = event.detail() == 0;
    let focused = window().document().and_then(|page| page.active_element());
    if let Some(button) =
        focused.filter(|_| !is_keyboards).and_then(|focused| focused.dyn_into::<HtmlButtonElement>().ok())
    {
        // The button may no longer exist, and then it has no focus either.
        let _ = button.blur();
    }
}

/// Whether an event belongs to an element that uses keys itself: fields take all, buttons take
/// space and enter.
pub fn keeps_key(event: &Event, key: &str) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return false };
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        // The timeline is an input too, and all keys of the page make sense on it.
        "INPUT" => element.get_attribute("type").as_deref() != Some("range"),
        "BUTTON" | "SUMMARY" | "A" => key == " " || key == "Enter",
        _ => false,
    }
}
