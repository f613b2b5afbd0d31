//! Writes a match in forms that others read: the log of the original, a picture, the board as text,
//! one HTML file, its link as a QR code. This code runs in the program of cases, because the first
//! match needs none of it. Knows no page and no worker.

use botyard_engine::catalog::NAMES;
use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::record::MatchRecord;
use botyard_engine::replay::link::LinkCodec;
use botyard_engine::replay::{Replay, file};
use botyard_engine::transcript::Passage;
use botyard_picture::qr_code::QrCode;
use botyard_picture::standalone::{StandaloneMatch, ToldMatch, TurnWords, document, plain};
use botyard_picture::text::{DrawText, draw_match_text};
use botyard_picture::{DrawPosition, Theme, draw_match};
use botyard_web_protocol::{Export, ExportForm};
use serde_json::Value;

/// Writes the match of a replay's file; for an animation, only its last picture.
///
/// # Errors
/// A clause that says why the match cannot be written in this form.
pub fn write(export: &Export, text: &str) -> Result<String, String> {
    if export.form == ExportForm::QrCode {
        let code = QrCode::encode(text).map_err(|why| why.to_string())?;
        return Ok(code.svg());
    }
    let document = serde_json::from_str(text).map_err(|why| why.to_string())?;
    let document = file::open_whole(document).map_err(|why| why.to_string())?;
    let writer = WRITERS.iter().find(|(name, ..)| *name == document.game);
    let (_, write, _) = writer.ok_or_else(|| format!("unknown game `{}`", document.game))?;
    write(export, document.replay, &document.passages)
}

/// Writes a match of one game: its replay, and what its bots read and printed.
type MatchWriter = fn(&Export, Value, &[Passage]) -> Result<String, String>;

/// Has the pictures of a match of one game.
type FramesOpener = fn(&Export, Value) -> Result<MatchFrames, String>;

const WRITERS: [(&str, MatchWriter, FramesOpener); NAMES.len()] = [
    (ConnectFour::NAME, write_match::<ConnectFour>, open_frames::<ConnectFour>),
    (Stratego::NAME, write_match::<Stratego>, open_frames::<Stratego>),
    (Generals::NAME, write_match::<Generals>, open_frames::<Generals>),
    (BitMartyr::NAME, write_match::<BitMartyr>, open_frames::<BitMartyr>),
];

/// The pictures of an animation: one of the start, and one after each round.
pub struct MatchFrames {
    draw: Box<dyn Fn(usize) -> String>,
    count: usize,
}

impl MatchFrames {
    /// Opens the pictures of the match in a replay's file.
    ///
    /// # Errors
    /// A clause that says why the match has no pictures.
    pub fn open(export: &Export, text: &str) -> Result<Self, String> {
        let document = serde_json::from_str(text).map_err(|why| why.to_string())?;
        let document = file::open_whole(document).map_err(|why| why.to_string())?;
        let opener = WRITERS.iter().find(|(name, ..)| *name == document.game);
        let (_, _, open) = opener.ok_or_else(|| format!("unknown game `{}`", document.game))?;
        open(export, document.replay)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Draws one picture as SVG; `number` counts from 0.
    pub fn draw(&self, number: usize) -> String {
        (self.draw)(number)
    }
}

fn open_frames<G: DrawPosition + 'static>(export: &Export, replay: Value) -> Result<MatchFrames, String> {
    let record = open_record::<G>(replay)?;
    let (stops, theme, verdict) = (record.stops(), theme(export), export.verdict.clone());
    let count = stops.count() + 1;
    Ok(MatchFrames { draw: Box::new(move |number| draw_match(&record, stops.turn(number), &verdict, theme)), count })
}

fn open_record<G: DrawPosition>(replay: Value) -> Result<MatchRecord<G>, String> {
    MatchRecord::new(read_replay(replay)?).map_err(|why| why.to_string())
}

fn read_replay<G: DrawPosition>(replay: Value) -> Result<Replay<G>, String> {
    serde_json::from_value(replay).map_err(|why| file::describe_json_error(&why))
}

fn theme(export: &Export) -> Theme {
    if export.is_dark { Theme::Dark } else { Theme::Light }
}

fn write_match<G: DrawPosition + DrawText>(
    export: &Export,
    replay: Value,
    passages: &[Passage],
) -> Result<String, String> {
    let theme = theme(export);
    if export.form == ExportForm::Log {
        let replay = read_replay::<G>(replay)?;
        return G::write_log(&replay, None).ok_or_else(|| "the original wrote no log of such a match".to_owned());
    }
    let record = open_record::<G>(replay)?;
    let picture = |turns| draw_match(&record, turns, &export.verdict, theme);
    match export.form {
        ExportForm::Picture | ExportForm::Png => return Ok(picture(export.turn)),
        ExportForm::Text => return Ok(draw_match_text(&record, export.turn, &export.verdict)),
        ExportForm::Animation => return Ok(picture(record.len())),
        ExportForm::Html | ExportForm::Log | ExportForm::QrCode => {}
    }
    let words = |(words, is_fault): &(String, bool)| TurnWords { words: words.clone(), is_fault: *is_fault };
    let turns = export.lines.iter().map(words).collect();
    let told = ToldMatch { turns, passages, verdict: export.verdict.clone() };
    let shown = StandaloneMatch::new(&record, told, export.turn, theme, |_, _| {});
    let json = serde_json::to_string(&shown).map_err(|why| why.to_string())?;
    let [before, after] = document(&shown, &picture(record.len()), theme);
    Ok(format!("{before}{}{after}", plain(&json)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = r#"{"format":1,"game":"connect-four","settings":{},"seed":1,"players":[{"name":"<a>","kind":"module"},
        {"name":"b","kind":"module"}],"turns":[{"seat":0,"action":4},{"seat":1,"action":4},{"seat":0,"action":5},
        {"seat":1,"action":5},{"seat":0,"action":6},{"seat":1,"action":6},{"seat":0,"action":7}],
        "transcript":[{"seat":0,"turn":2,"stream":"stdout","text":"</script>5\n"}]}"#;

    fn export(form: ExportForm) -> Export {
        let lines = (0..7).map(|turn| (format!("turn {turn}"), false)).collect();
        Export { form, turn: 2, is_dark: false, verdict: "<a> wins".to_owned(), lines }
    }

    #[test]
    fn every_game_of_the_catalogue_is_written() {
        assert_eq!(WRITERS.map(|(name, ..)| name), *NAMES);
    }

    #[test]
    fn a_match_is_written_in_each_form() {
        assert_eq!(write(&export(ExportForm::Log), MATCH).as_deref(), Ok("4455667\n"));
        let picture = write(&export(ExportForm::Picture), MATCH).expect("a picture");
        assert!(picture.starts_with("<svg ") && picture.contains(">Connect Four, turn 2 of 7<"), "{picture}");
        assert!(!picture.contains("wins"), "it is not over yet: {picture}");
        let text = write(&export(ExportForm::Text), MATCH).expect("a text");
        assert!(
            text.starts_with("Connect Four: X <a>, O b\n\n 1  2 ") && text.ends_with("\n\nafter turn 2 of 7\n"),
            "{text}"
        );
        let whole = write(&Export { turn: 7, ..export(ExportForm::Text) }, MATCH).expect("a text");
        assert!(whole.contains("[X][X][X][X]") && whole.ends_with("\n\n<a> wins\n"), "{whole}");
        let page = write(&export(ExportForm::Html), MATCH).expect("a page");
        let (_, data) = page.split_once("id=\"data\">").expect("the match");
        let (data, _) = data.split_once("</script>").expect("its end");
        let data: Value = serde_json::from_str(data).expect("JSON");
        assert_eq!((&data["players"][0]["name"], &data["first"]), (&"<a>".into(), &2.into()));
        assert_eq!(data["passages"][0]["text"], "</script>5\n");
        assert_eq!((data["turns"][6]["words"].as_str(), data["turns"][6]["round"].as_u64()), (Some("turn 6"), Some(7)));
        assert_eq!(data["boards"]["frames"].as_array().map(Vec::len), Some(8));
    }

    #[test]
    fn an_animation_has_a_picture_of_each_round() {
        let frames = MatchFrames::open(&export(ExportForm::Animation), MATCH).expect("pictures");
        assert_eq!(frames.count(), 8);
        assert!(frames.draw(3).contains(">Connect Four, turn 3 of 7<"));
        assert!(frames.draw(7).contains("&lt;a&gt; wins"));
    }

    #[test]
    fn a_link_is_a_code_unless_it_is_too_long() {
        let code = write(&export(ExportForm::QrCode), "https://example.org/#/connect-four/r/AoCqYEmd").expect("a code");
        assert!(code.starts_with("<svg "), "{code}");
        let why = write(&export(ExportForm::QrCode), &"x".repeat(5_000)).expect_err("it is too long");
        assert_eq!(why, "a QR code has room for 2953 characters, and the link has 5000");
    }

    #[test]
    fn what_is_no_match_is_refused_in_a_clause() {
        assert_eq!(write(&export(ExportForm::Log), "{}"), Err("it names no game".to_owned()));
        let impossible = MATCH.replacen("\"action\":4", "\"action\":9", 1);
        assert!(write(&export(ExportForm::Picture), &impossible).is_err());
    }
}
