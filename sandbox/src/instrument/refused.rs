//! Why a module may not run, as text for the person who built it. Knows no engine's messages.

use std::fmt;

/// The name of the exceptions proposal in messages.
pub(super) const EXCEPTIONS: &str = "the exceptions proposal";

/// The advice for C++ that throws.
const WITHOUT_EXCEPTIONS: &str = "in C++, build with -fno-exceptions and without -fwasm-exceptions, and return errors \
                                  instead of throwing them; or play the bot as an executable";

/// Why a module may not run. `Display` names the error and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstrumentError {
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// Not WebAssembly; the kind of file that it looks like, with its article (`an HTML page`).
    #[error("this is {0}, not a WebAssembly module; build the bot for wasm32-wasip1")]
    NotWasm(&'static str),
    /// WebAssembly's text format.
    #[error("this is WebAssembly's text format; translate it first, for instance with wat2wasm")]
    Text,
    /// A component (WASI 0.2 or later), not a module.
    #[error(
        "this is a WebAssembly component, and bots are modules; build for wasm32-wasip1, not wasm32-wasip2. \
         Python's tools make components only: play the .py itself"
    )]
    Component,
    /// The file ends in the middle.
    #[error("the file ends in the middle of the module; copy or build it again")]
    Truncated,
    /// More bytes than allowed.
    #[error("the module has {bytes} bytes and may have {most}; build it optimised and without debug information")]
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The most allowed.
        most: usize,
    },
    /// Invalid for a reason without a variant of its own.
    #[error("the module is not valid WebAssembly: {message} (at byte {offset})")]
    Invalid {
        /// The validator's message.
        message: String,
        /// Where, in bytes from the start.
        offset: usize,
    },
    /// It uses a WebAssembly proposal that no bot may use.
    #[error(fmt = write_feature)]
    Feature(String),
    /// All imports that do not exist here.
    #[error(fmt = write_imports)]
    Imports(Vec<ForeignImport>),
    /// No function `_start`.
    #[error("the module has no function `_start`: is it a library? build a program, with a main function")]
    NoStart,
    /// `_start` takes or answers something, or is not a function.
    #[error("`_start` has to be a function that takes and answers nothing")]
    StartType,
    /// No memory of its own.
    #[error("the module has no memory of its own; link it as a program, without imported memory")]
    NoMemory,
    /// No export `memory` that is its memory.
    #[error("the module does not export its memory as `memory`; link it as a program for wasm32-wasip1")]
    NoMemoryExport,
    /// Its memory starts larger than allowed, in 64 KiB pages.
    #[error(
        "the module starts with {} KiB of memory and may have {}; use smaller static arrays",
        .pages.saturating_mul(64),
        u64::from(*.most) * 64
    )]
    MemoryTooLarge {
        /// The pages it starts with.
        pages: u64,
        /// The most allowed.
        most: u32,
    },
    /// A table starts larger than allowed, or there are too many of them.
    #[error("the module has too many tables, or one that is too large")]
    TablesTooLarge,
    /// More functions or types than any host takes.
    #[error("the module has too many functions")]
    TooManyFunctions,
    /// Its instructions are to be recorded, but it is not an interpreter.
    #[error("the module has no interpreter's loop that could be recorded")]
    NoDispatch,
    /// More globals than allowed.
    #[error("the module has {count} globals and may have {most}; keep variables in memory")]
    TooManyGlobals {
        /// How many it has.
        count: u32,
        /// The most allowed.
        most: u32,
    },
    /// A function has too many locals, or is too large with its charges.
    #[error(
        "function {index} of the module is too large, or has too many local variables; split it, or build with less \
         inlining"
    )]
    FunctionTooLarge {
        /// Its index among the module's own.
        index: usize,
    },
    /// All functions together have too many locals.
    #[error(
        "the functions of the module have too many local variables together; split them, or build with less inlining"
    )]
    TooManyValues,
    /// All functions together are too large with their charges.
    #[error(
        "the functions of the module have more than {most} bytes with their charges; build it optimised for size, and \
         leave out what the bot does not need"
    )]
    CodeTooLarge {
        /// The most bytes allowed.
        most: usize,
    },
    /// The functions up to this one use too many locals across too many loops and branches.
    #[error(
        "the functions of the module, up to function {index}, use too many local variables across too many loops and \
         branches; split them, or build with less inlining"
    )]
    TooEntangled {
        /// Its index among the module's own.
        index: usize,
    },
    /// A function has too many loops, or too many blocks of any kind, in each other.
    #[error("function {index} of the module has too many loops or blocks in each other; split it")]
    TooNested {
        /// Its index among the module's own.
        index: usize,
    },
    /// It exports a name that the budget needs.
    #[error("the module exports `{}` or `{}`, which are reserved", crate::meter::COUNTER, crate::meter::STACK)]
    ReservedExport,
}

/// An import that does not exist here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignImport {
    /// The module it is to come from.
    pub module: String,
    /// Its name there.
    pub name: String,
    /// Whether the name exists, but with another type.
    pub wrong_type: bool,
}

fn write_feature(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match name {
        EXCEPTIONS => write!(f, "the module uses {name}, which bots may not use yet; {WITHOUT_EXCEPTIONS}"),
        _ => write!(f, "the module uses {name}, which bots may not use; build it for plain wasm32-wasip1"),
    }
}

fn write_imports(imports: &[ForeignImport], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let modules = || imports.iter().map(|import| import.module.as_str());
    f.write_str("the module imports what does not exist here: ")?;
    for (index, import) in imports.iter().take(NAMED).enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let note = if import.wrong_type { " (of another type)" } else { "" };
        write!(f, "{comma}{}.{}{note}", excerpt(&import.module), excerpt(&import.name))?;
    }
    if imports.len() > NAMED {
        write!(f, " and {} more", imports.len() - NAMED)?;
    }
    if imports.iter().any(|import| import.module == "env" && import.name.starts_with("__cxa_")) {
        write!(f, "; C++ exceptions are not offered yet: {WITHOUT_EXCEPTIONS}")
    } else if modules().any(|module| module.contains("wbindgen") || module.contains("wasm-bindgen")) {
        f.write_str("; it was built for a web page: build for wasm32-wasip1 without wasm-bindgen")
    } else if modules().any(|module| module == "wasi_unstable") {
        f.write_str("; wasi_unstable is too old: build with a current toolchain for wasm32-wasip1")
    } else if modules().any(|module| module == "env" || module == "a") {
        f.write_str(
            "; something was left undefined when it was linked, or it was built with Emscripten: \
             build a standalone program for wasm32-wasip1",
        )
    } else if modules().any(|module| module.starts_with("wasi:")) {
        f.write_str("; those are WASI 0.2's: build for wasm32-wasip1")
    } else if modules().any(|module| module == "wasi") {
        f.write_str("; threads are not offered: build for wasm32-wasip1 without threads")
    } else {
        f.write_str("; bots may import preview1 functions only (wasi_snapshot_preview1)")
    }
}

/// The most imports that are named: a module may have a hundred thousand.
const NAMED: usize = 20;
/// The most characters of an import's name.
const NAME_MAX: usize = 100;

/// The beginning of an import's name, escaped.
fn excerpt(name: &str) -> String {
    let mut escaped = name.escape_debug();
    let kept: String = escaped.by_ref().take(NAME_MAX).collect();
    if escaped.next().is_some() { kept + "…" } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_languages_need_and_lack_here_is_named() {
        let imported = |name: &str| {
            let import = ForeignImport { module: "env".to_owned(), name: name.to_owned(), wrong_type: false };
            InstrumentError::Imports(vec![import])
        };
        for (error, clues) in [
            (InstrumentError::Feature(EXCEPTIONS.to_owned()), ["-fno-exceptions", "-fwasm-exceptions"]),
            (imported("__cxa_throw"), ["C++ exceptions are not offered yet", "-fno-exceptions"]),
            (imported("strange"), ["left undefined", "standalone"]),
            (InstrumentError::Component, ["Python's tools make components only", "wasm32-wasip1"]),
        ] {
            let text = error.to_string();
            assert!(clues.iter().all(|clue| text.contains(clue)), "{text}");
        }
    }

    /// Regression: the message about a module with 50,000 imports had 589 kB.
    #[test]
    fn of_many_imports_the_first_are_named_in_part() {
        let import = |number: usize| {
            let name = format!("f{number}{}", "x".repeat(1_000));
            ForeignImport { module: "env".to_owned(), name, wrong_type: false }
        };
        let text = InstrumentError::Imports((0..50).map(import).collect()).to_string();
        assert!(text.contains("env.f19x") && !text.contains("env.f20x"), "{text}");
        assert!(text.contains("x… and 30 more; something was left undefined") && text.len() < 3_000, "{text}");
    }
}
