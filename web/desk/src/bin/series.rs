//! The program that plays series in the page.

fn main() {
    botyard_web_desk::start();
}
