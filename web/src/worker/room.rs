//! The instance of a run as Rust sees it: what `js/room.js` offers, and a bot's memory on top of it.

use botyard_sandbox::Memory;
use botyard_sandbox::wasi::OutOfBounds;
use js_sys::{Array, Function};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What a call is answered with when the bot has to wait.
pub(super) const SUSPEND: i32 = -1;
/// What a call is answered with when it is the bot's last.
pub(super) const LEAVE: i32 = -2;

/// Asked when the bot wants its next slice.
pub(super) const REFILL: u32 = 1000;
/// Asked when the bot has returned.
pub(super) const RETURNED: u32 = 1001;
/// Asked when the bot has failed.
pub(super) const FAILED: u32 = 1002;

#[wasm_bindgen(module = "/js/room.js")]
extern "C" {
    /// Whether this browser can suspend a module that waits.
    pub(super) fn suspends() -> bool;

    /// One instance with its imports.
    pub(super) type Room;

    #[wasm_bindgen(constructor, catch)]
    pub(super) fn new(
        module: &JsValue,
        imports: &Array,
        counter: &str,
        own: &JsValue,
        slots: u32,
        answer: &Function,
    ) -> Result<Room, JsValue>;

    #[wasm_bindgen(method)]
    pub(super) fn begin(this: &Room);

    #[wasm_bindgen(method)]
    pub(super) fn resume(this: &Room, answer: i32);

    #[wasm_bindgen(method)]
    pub(super) fn release(this: &Room);

    #[wasm_bindgen(method)]
    pub(super) fn failure(this: &Room) -> String;

    #[wasm_bindgen(method, js_name = size)]
    fn js_size(this: &Room) -> f64;

    #[wasm_bindgen(method, js_name = read)]
    fn js_read(this: &Room, at: u32, to: *mut u8, length: usize) -> bool;

    #[wasm_bindgen(method, js_name = write)]
    fn js_write(this: &Room, at: u32, from: *const u8, length: usize) -> bool;
}

impl Memory for &Room {
    fn size(&self) -> u64 {
        self.js_size() as u64
    }

    fn read(&self, at: u32, to: &mut [u8]) -> Result<(), OutOfBounds> {
        self.js_read(at, to.as_mut_ptr(), to.len()).then_some(()).ok_or(OutOfBounds)
    }

    fn write(&mut self, at: u32, from: &[u8]) -> Result<(), OutOfBounds> {
        self.js_write(at, from.as_ptr(), from.len()).then_some(()).ok_or(OutOfBounds)
    }
}
