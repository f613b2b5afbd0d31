//! Packages a page that was put together for a static host: splits its program in two, makes all
//! programs smaller, removes comments, gives files names that change with their content, writes a
//! content security policy into each page and compressed copies beside the files. Does not know
//! what the page is for.

mod comments;
mod compression;
mod files;
mod imports;
mod names;
mod offline;
mod optimizer;
mod policy;
mod preview;
mod split;

pub use comments::strip_comments;
pub use compression::{Copies, compress, compressed};
pub use files::{DistFile, list};
pub use imports::shorten_imports;
pub use names::hash_names;
pub use offline::{add_offline_script, write_service_worker};
pub use optimizer::optimize;
pub use policy::write_policies;
pub use preview::write_page_url;
pub use split::{DeferralRules, defer_code, split_program};
