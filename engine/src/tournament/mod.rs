//! Many games between the same bots, and what they say. Knows no host: who plays a game and where its result is kept is
//! theirs.

pub mod statistics;
