//! Dropped bots, kept in this browser from one visit to the next: the newest 16, of 32 MiB together. They go nowhere
//! else. Where the browser keeps nothing, they are gone with the page, as any file would be. Knows no games and no
//! bots.

use botyard_web_ui::browser::window;
use js_sys::{Array, Reflect, Uint8Array, decode_uri_component, encode_uri_component};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Request, Response};

use super::bot_library::ModuleBytes;

/// The name of the cache.
const CACHE: &str = "botyard-bots";
/// What the addresses of its entries begin with; nothing is ever fetched from there.
const PLACE: &str = "/kept-bots/";
/// How many files are kept.
const FILES: usize = 16;
/// How many bytes they have together.
const BYTES: u64 = 32 << 20;

/// A file that was kept.
pub struct StoredBot {
    /// The game it was dropped on.
    pub game: String,
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: ModuleBytes,
}

/// What an entry's address says.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StorageKey {
    game: String,
    bytes: u64,
    /// The name as addresses write it.
    name: String,
}

impl StorageKey {
    fn new(game: &str, bytes: u64, name: &str) -> Self {
        Self { game: game.to_owned(), bytes, name: String::from(encode_uri_component(name)) }
    }

    fn parse(address: &str) -> Option<Self> {
        let (_, label) = address.split_once(PLACE)?;
        let mut parts = label.splitn(3, '/');
        let (game, bytes, name) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self { game: game.to_owned(), bytes: bytes.parse().ok()?, name: name.to_owned() })
    }

    fn address(&self) -> String {
        format!("{PLACE}{}/{}/{}", self.game, self.bytes, self.name)
    }

    fn is_of(&self, other: &Self) -> bool {
        (&self.game, &self.name) == (&other.game, &other.name)
    }
}

/// Keeps a file in place of one of the same name. The oldest go where there is no room.
pub async fn store_bot(game: &str, name: &str, module: &ModuleBytes) -> Option<()> {
    let label = StorageKey::new(game, module.len() as u64, name);
    let cache = cache().await?;
    let (same, others): (Vec<_>, Vec<_>) = labels(&cache).await.into_iter().partition(|kept| kept.is_of(&label));
    let sizes: Vec<_> = others.iter().map(|kept| kept.bytes).collect();
    for gone in same.iter().chain(&others[..going(&sizes, label.bytes)]) {
        remove(&cache, gone).await;
    }
    if label.bytes > BYTES {
        return None;
    }
    let body = Uint8Array::from(&**module);
    let body = Response::new_with_opt_buffer_source(Some(&body)).ok()?;
    JsFuture::from(cache.put_with_str(&label.address(), &body)).await.ok().map(drop)
}

/// Forgets a file.
pub async fn forget(game: &str, name: &str) {
    let label = StorageKey::new(game, 0, name);
    let Some(cache) = cache().await else { return };
    for kept in labels(&cache).await.iter().filter(|kept| kept.is_of(&label)) {
        remove(&cache, kept).await;
    }
}

/// All files that are kept, the oldest first.
pub async fn all() -> Vec<StoredBot> {
    let Some(cache) = cache().await else { return Vec::new() };
    let mut all = Vec::new();
    for label in labels(&cache).await {
        all.extend(open(&cache, label).await);
    }
    all
}

async fn open(cache: &Cache, label: StorageKey) -> Option<StoredBot> {
    let found: Response = JsFuture::from(cache.match_with_str(&label.address())).await.ok()?.dyn_into().ok()?;
    let buffer = JsFuture::from(found.array_buffer().ok()?).await.ok()?;
    let name = String::from(decode_uri_component(&label.name).ok()?);
    Some(StoredBot { game: label.game, name, bytes: ModuleBytes::from(Uint8Array::new(&buffer).to_vec()) })
}

/// The cache, where the browser has one: only secure places do.
async fn cache() -> Option<Cache> {
    let has = Reflect::get(&window(), &"caches".into()).is_ok_and(|caches| caches.is_object());
    let caches = if has { window().caches().ok()? } else { return None };
    JsFuture::from(caches.open(CACHE)).await.ok()?.dyn_into().ok()
}

async fn labels(cache: &Cache) -> Vec<StorageKey> {
    let Ok(keys) = JsFuture::from(cache.keys()).await else { return Vec::new() };
    let keys = Array::from(&keys);
    let label = |key: wasm_bindgen::JsValue| StorageKey::parse(&key.dyn_into::<Request>().ok()?.url());
    keys.iter().filter_map(label).collect()
}

async fn remove(cache: &Cache, label: &StorageKey) {
    // What cannot be removed is tried again with the next file.
    let _ = JsFuture::from(cache.delete_with_str(&label.address())).await;
}

/// How many files, the oldest first, go so that one more of this size is within the bounds.
fn going(sizes: &[u64], bytes: u64) -> usize {
    let fits = |gone: &usize| {
        let rest = &sizes[*gone..];
        rest.len() < FILES && rest.iter().sum::<u64>() + bytes <= BYTES
    };
    (0..sizes.len()).find(fits).unwrap_or(sizes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_where_there_is_no_room() {
        const MIB: u64 = 1 << 20;
        assert_eq!(going(&[], 40 * MIB), 0);
        assert_eq!(going(&[MIB; 15], MIB), 0);
        assert_eq!(going(&[MIB; 16], MIB), 1);
        assert_eq!(going(&[20 * MIB, MIB, MIB], 30 * MIB), 1);
        assert_eq!(going(&[20 * MIB, 20 * MIB], 20 * MIB), 2);
    }

    #[test]
    fn an_entry_is_found_under_its_address() {
        let label = StorageKey { game: "stratego".to_owned(), bytes: 7, name: "a%2Fb.wasm".to_owned() };
        let address = format!("https://here{}", label.address());
        assert_eq!(StorageKey::parse(&address), Some(label));
        assert_eq!(StorageKey::parse("https://here/kept-bots/stratego/x/a"), None);
        assert_eq!(StorageKey::parse("https://here/bots/a.wasm"), None);
    }
}
