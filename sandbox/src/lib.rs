//! What a WASI bot can see.
