//! The match worker's program for browsers that cannot suspend a module: it interprets them.

fn main() {
    botyard_web_worker::interpret();
}
