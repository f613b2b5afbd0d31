//! The licences of what is in the program: the list that `cargo xtask licences` makes.

include!(concat!(env!("OUT_DIR"), "/licences.rs"));
