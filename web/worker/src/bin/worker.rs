//! The match worker's program.

fn main() {
    botyard_web_worker::start();
}
