//! The program that has bots play cases in the page.

fn main() {
    botyard_web_desk::start_cases();
}
