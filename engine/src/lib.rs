//! The rules, protocols, referee and replays of Botyard.
