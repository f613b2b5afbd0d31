//! Texts of matches: pasting and dropping one have the same effect.

use botyard_engine::games::stratego::{Colour, StandardSetup};

use super::*;

/// Regression: a log that was pasted lost the end of its last line, and with it the line.
#[test]
fn an_unfinished_log_keeps_its_last_line_pasted_or_dropped() {
    let [red, blue] = Colour::BOTH.map(|colour| StandardSetup::ALL[0].setup(colour).to_string());
    let (red, blue) = (red.trim_end(), blue.trim_end());
    let log = format!("a RED SETUP\n{red}\nb BLUE SETUP\n{blue}\n1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\n");
    let bytes = Rc::from(log.replace('\n', "\r\n").as_bytes());
    for opened in
        [Message::Pasted(format!("\n{log}")), Message::File { name: "match.log".to_owned(), bytes, seat: None }]
    {
        let mut bench = Bench::on("#/stratego");
        bench.send(opened);
        assert_eq!(bench.state.shown_match.record.len(), 4);
        assert_eq!(bench.take_notice(), "The log ends in line 12, without a result: replayed up to that line.");
    }
}
