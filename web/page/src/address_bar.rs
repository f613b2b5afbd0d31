//! The tab's data when the page opens, and the tab's address and history.

use std::cell::RefCell;

use botyard_web_ui::browser::{base_url, chance, matches_media, preference, requests_interpreter, window};
use wasm_bindgen::JsValue;
use web_sys::{Event, History};

use super::address::Address;
use super::state::{BrowserInfo, Splitter};
use crate::client::EngineKind;

/// The name under which this tab keeps the token.
const TOKEN: &str = "botyard-server";

/// The name under which the browser records an earlier visit.
pub const VISIT: &str = "botyard-visit";

/// The browser's data when the page opens.
pub fn surroundings() -> BrowserInfo {
    BrowserInfo {
        base: base_url(),
        engine: if requests_interpreter() { EngineKind::Interpreter } else { EngineKind::Browser },
        chance: chance(),
        is_still: matches_media("(prefers-reduced-motion: reduce)"),
        is_dark: matches_media("(prefers-color-scheme: dark)"),
        has_keys: !matches_media("(hover: none) and (pointer: coarse)"),
        is_hosted: false,
        is_first_visit: preference(VISIT).is_none(),
        shares: Splitter::ALL.map(|of| preference(of.key()).and_then(|share| share.parse().ok())),
    }
}

/// The event for addresses that the page has written: browsers report only addresses that visitors
/// change. Scripts beside the page listen to it (`web/offline/offline.js`, `web/embed/embed.js`).
const WRITTEN: &str = "botyard-address";

thread_local! {
    /// The text behind `#` when the page last read or wrote it.
    static KNOWN: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The text behind `#`, including the `#`.
pub fn hash() -> String {
    let hash = current_hash();
    KNOWN.set(hash.clone());
    hash
}

fn current_hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Takes the token that the native program gave to this page when it opened it. The token is
/// removed from the address, which may be shared, and kept for this tab, which may be loaded again.
pub fn take_token() -> Option<String> {
    let kept = window().session_storage().ok().flatten();
    let (address, token) = Address::without_token(&hash());
    match (token, kept) {
        (Some(token), kept) => {
            // If the tab cannot keep the token, a reload loses it: then the page has to be opened
            // anew.
            let _ = kept.map(|kept| kept.set_item(TOKEN, &token));
            let _ = window()
                .history()
                .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
            Some(token)
        }
        (None, kept) => kept.and_then(|kept| kept.get_item(TOKEN).ok().flatten()),
    }
}

/// Forgets the token: no native program answers to it.
pub fn forget_token() {
    let kept = window().session_storage().ok().flatten();
    let _ = kept.map(|kept| kept.remove_item(TOKEN));
}

/// Gives the tab a title, which a bookmark of the address takes on.
pub fn show_title(title: &str) {
    if let Some(document) = window().document().filter(|document| document.title() != title) {
        document.set_title(title);
    }
}

/// Loads the page anew.
pub fn reload() {
    // It is then still the page that it was.
    let _ = window().location().reload();
}

/// Changes the address as a step to which one can come back.
pub fn push(address: &Address) {
    write(address, |history, address| history.push_state_with_url(&JsValue::NULL, "", Some(address)));
}

/// Changes the address in place.
pub fn replace(address: &Address) {
    write(address, |history, address| history.replace_state_with_url(&JsValue::NULL, "", Some(address)));
}

/// Writes the address, unless the visitor has changed it and the page has not been notified yet:
/// browsers do that a moment later, and the visitor's address must not be overwritten in between.
fn write(address: &Address, write: impl FnOnce(&History, &str) -> Result<(), JsValue>) {
    if KNOWN.with_borrow(|known| *known != current_hash()) {
        return;
    }
    // Browsers refuse frequent changes; the address is then a little old, which does no harm.
    let _ = window().history().and_then(|history| write(&history, &address.to_string()));
    KNOWN.set(current_hash());
    // No listener can hold the page up.
    let _ = Event::new(WRITTEN).and_then(|event| window().dispatch_event(&event));
}
