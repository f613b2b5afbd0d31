//! Makes of the page that trunk has built what a static host serves: programs made smaller, names that change with their
//! content, compressed copies beside the files. Does not know what the page is for.

mod compression;
mod files;
mod names;
mod optimizer;

pub use compression::{Copies, compress, compressed};
pub use files::{File, list};
pub use names::hash_names;
pub use optimizer::optimize;
