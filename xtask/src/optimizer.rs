//! Binaryen's wasm-opt, which makes the page's programs smaller: found on PATH, or installed with
//! npm beside the other tools. Without both, the page is built without it.

use std::path::PathBuf;

use crate::caches;
use crate::npm::{self, npm};
use crate::plan::Item;
use crate::run::{ask, run};

/// The version that npm installs. Debian's own is too old for what this compiler emits.
const VERSION: &str = "132.0.0";
/// The oldest supported version.
const OLDEST: u32 = 116;

/// The program to call; `None` if it is not installed.
pub fn program() -> Option<PathBuf> {
    [PathBuf::from("wasm-opt"), installed()].into_iter().find(|program| {
        let answer = ask(program, &["--version"]);
        answer.as_deref().and_then(version_in).is_some_and(|version| version >= OLDEST)
    })
}

/// An item that installs wasm-opt, unless it is installed or npm is missing.
pub fn missing() -> Option<Item<'static>> {
    if program().is_some() {
        return None;
    }
    if !npm::is_here() {
        eprintln!(
            "No wasm-opt: the page comes out a few percent larger. Install npm, or Binaryen {OLDEST} or newer on PATH."
        );
        return None;
    }
    Some(Item::new(format!("installing wasm-opt {VERSION} with npm, once"), 15, || {
        run(npm().arg("--prefix").arg(home()).arg(format!("binaryen@{VERSION}")))
    }))
}

fn home() -> PathBuf {
    caches::tools().join(format!("binaryen-{VERSION}"))
}

fn installed() -> PathBuf {
    home().join("node_modules/.bin").join(if cfg!(windows) { "wasm-opt.cmd" } else { "wasm-opt" })
}

/// The number in `wasm-opt version 132 (version_132)`.
fn version_in(answer: &str) -> Option<u32> {
    answer.split_whitespace().nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn the_version_is_the_third_word() {
        assert_eq!(version_in("wasm-opt version 132 (version_132)\n"), Some(132));
        assert_eq!(version_in("wasm-opt"), None);
    }
}
