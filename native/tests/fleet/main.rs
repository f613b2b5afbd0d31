//! Tournaments on many computers, with a real NATS server between them: what is killed, cut off,
//! old or hostile never changes a table. `BOTYARD_NATS_SERVER` says where the server's program is,
//! if it is not on the path.
#![cfg(all(unix, feature = "fleet"))]

mod executables;
mod failures;
mod false_worker;
mod hostile;
#[cfg(feature = "fleet-large")]
mod large;
mod permissions;
mod program;
mod sandboxed;
mod secure;
mod server;
mod shared;
mod submitters;
#[cfg(all(feature = "fleet-large", target_os = "linux"))]
mod throughput;
mod versions;
mod watching;
