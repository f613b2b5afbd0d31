//! The match worker: bots and referee together, away from the page.
