//! The fleet in the page of `botyard serve`: watches a NATS server for as long as the program runs.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use botyard::serve::HostPanel;
use botyard_fleet::ServerConnection;
use botyard_fleet::address::ServerAddress;
use botyard_fleet::watcher::{FleetView, watch};
use serde_json::json;

use super::fleet_snapshot::FleetSnapshot;
use crate::cli::command_error::CommandError;

/// The script that draws the panel.
const SCRIPT: &str = include_str!("fleet_panel.js");

/// Watches a server, and shows what it sees in a panel.
///
/// # Errors
/// If there is no server, or it refuses us.
pub fn start(address: ServerAddress) -> Result<HostPanel, CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let connection = runtime.block_on(ServerConnection::open_to_watch(&address, "watcher"))?;
    let (view, trouble) = (Arc::<Mutex<FleetView>>::default(), Arc::<Mutex<Option<String>>>::default());
    let (watched, failed) = (view.clone(), trouble.clone());
    let watching = thread::Builder::new().name("botyard-fleet".to_owned());
    watching.spawn(move || {
        if let Err(why) = runtime.block_on(watch(&connection, &watched)) {
            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.to_string());
        }
    })?;
    let server = address.shown();
    Ok(HostPanel::new(SCRIPT, move || {
        let fleet = FleetSnapshot::new(server.clone(), &view.lock().unwrap_or_else(PoisonError::into_inner));
        let trouble = trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        json!({ "fleet": fleet, "trouble": trouble }).to_string()
    }))
}
