//! Reads map files. The engine parses and checks their text.

use std::path::Path;

use botyard::input;
use botyard_engine::games::generals::GeneralsMap;

use super::shown;

/// Reads a map.
///
/// # Errors
/// A message that names the file and the line.
pub fn read(path: &Path) -> Result<GeneralsMap, String> {
    let shown = shown(path);
    let text = input::read_text(path, input::TEXT).map_err(|error| format!("cannot read {shown}: {error}"))?;
    text.parse().map_err(|bad| format!("{shown}, {bad}"))
}
