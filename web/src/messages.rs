//! What the page and whoever plays its matches say to each other: see [`botyard_engine::live`]. The words are the engine's,
//! because a worker is not the only one who can play.
//!
//! To the worker messages cross as JSON text with the bytes of modules beside them, in one parcel.

pub use botyard_engine::live::{
    Ending, FromHost as FromWorker, LeftFile, Play, Progress, Resident, ToHost as ToWorker, Trial, Tried,
};
