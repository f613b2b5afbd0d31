//! The program that has bots play cases in the page.

fn main() {
    botyard_web_series::start_cases();
}
