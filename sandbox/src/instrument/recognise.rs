//! Turns bytes that are not a module, or the validator's message, into an [`InstrumentError`].
//! Knows no module's meaning.

use wasmparser::WasmFeatures;

use super::refused::{EXCEPTIONS, InstrumentError};

/// The one list of proposals for all hosts. No threads, relaxed SIMD, exceptions (a `catch_all`
/// would swallow an exit), 64-bit or several memories, garbage collection, host references (no call
/// gives any, and natively they would need a collector).
pub(super) const FEATURES: WasmFeatures = WasmFeatures::WASM2
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::TAIL_CALL)
    .difference(WasmFeatures::GC_TYPES);

/// Refuses bytes that do not begin like a module.
pub(super) fn recognise(bytes: &[u8]) -> Result<(), InstrumentError> {
    match bytes {
        [] => Err(InstrumentError::Empty),
        [0, b'a', b's', b'm', 1, 0, 0, 0, ..] => Ok(()),
        [0, b'a', b's', b'm', _, 0, 1, 0, ..] => Err(InstrumentError::Component),
        [0, b'a', b's', b'm', _, _, _, _, ..] => {
            Err(InstrumentError::NotWasm("a WebAssembly file of an unknown version"))
        }
        _ if b"\0asm\x01\0\0\0".starts_with(bytes) => Err(InstrumentError::Truncated),
        _ => Err(stranger(bytes)),
    }
}

fn stranger(bytes: &[u8]) -> InstrumentError {
    const KINDS: &[(&[u8], &str)] = &[
        (b"\x7fELF", "an executable or library for Linux"),
        (b"MZ", "an executable for Windows"),
        (b"\xcf\xfa\xed\xfe", "an executable for macOS"),
        (b"\xca\xfe\xba\xbe", "an executable for macOS, or a Java class"),
        (b"BC\xc0\xde", "LLVM bitcode"),
        (b"!<arch>", "a static library"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive"),
        (b"\x89PNG", "a picture"),
        (b"%PDF", "a PDF document"),
        (b"#!", "a script"),
    ];
    let known = KINDS.iter().find(|(magic, _)| bytes.starts_with(magic));
    if let Some((_, kind)) = known {
        return InstrumentError::NotWasm(kind);
    }
    let start = &bytes[..bytes.len().min(1_024)];
    match std::str::from_utf8(start) {
        Ok(text) => text_kind(text),
        // Cut inside a character is still text.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => InstrumentError::NotWasm("a text file"),
        Err(_) => InstrumentError::NotWasm("a file of an unknown kind"),
    }
}

fn text_kind(text: &str) -> InstrumentError {
    let text = text.trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    if text.starts_with("(module") || text.starts_with("(component") || text.starts_with(";;") {
        InstrumentError::Text
    } else if text.starts_with("<!doctype html") || text.starts_with("<html") {
        InstrumentError::NotWasm("an HTML page (was it saved instead of the file it links to?)")
    } else if text.contains('\0') {
        InstrumentError::NotWasm("a file of an unknown kind")
    } else {
        InstrumentError::NotWasm("a text file")
    }
}

/// Translates the reader's or validator's error. `len` is the module's length.
pub(super) fn invalid(error: wasmparser::Error, len: usize) -> InstrumentError {
    if let Some(name) = error.missing_wasm_feature().and_then(proposal) {
        return InstrumentError::Feature(name.to_owned());
    }
    let message = error.message();
    // The message does not name the proposal.
    if message == "multiple memories" {
        return InstrumentError::Feature(MEMORIES.to_owned());
    }
    if message.contains("unexpected end") || error.offset() >= len as u64 {
        return InstrumentError::Truncated;
    }
    InstrumentError::Invalid { message: message.to_owned(), offset: error.offset() as usize }
}

const MEMORIES: &str = "several memories (multi-memory)";

fn proposal(feature: WasmFeatures) -> Option<&'static str> {
    const NAMES: &[(WasmFeatures, &str)] = &[
        (WasmFeatures::THREADS, "threads (shared memory or atomic instructions)"),
        (WasmFeatures::RELAXED_SIMD, "relaxed SIMD"),
        (WasmFeatures::EXCEPTIONS, EXCEPTIONS),
        (WasmFeatures::LEGACY_EXCEPTIONS, EXCEPTIONS),
        (WasmFeatures::MEMORY64, "64-bit memory (memory64)"),
        (WasmFeatures::MULTI_MEMORY, MEMORIES),
        (WasmFeatures::GC, "the garbage collection proposal"),
        (WasmFeatures::GC_TYPES, "host references (externref)"),
        (WasmFeatures::FUNCTION_REFERENCES, "typed function references"),
        (WasmFeatures::WIDE_ARITHMETIC, "wide arithmetic"),
        (WasmFeatures::STACK_SWITCHING, "stack switching"),
        (WasmFeatures::CUSTOM_PAGE_SIZES, "custom page sizes"),
        (WasmFeatures::SHARED_EVERYTHING_THREADS, "threads"),
        (WasmFeatures::COMPONENT_MODEL, "the component model"),
    ];
    let named = NAMES.iter().find(|(known, _)| feature.intersects(*known));
    named.map(|(_, name)| *name)
}
