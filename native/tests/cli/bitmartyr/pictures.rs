//! Frames and animated pictures, decoded again and compared with the boards.

use std::fs::File;
use std::io::BufReader;

use botyard_engine::games::bitmartyr::BitMartyrBoard;

use super::super::test_dir::TestDir;
use super::{boards, bot};

const SCALE: usize = 3;
const COLOURS: [[u8; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/// Every pixel of a board as red, green and blue.
fn expected(board: &BitMartyrBoard) -> Vec<[u8; 3]> {
    let pixels =
        (0..board.height() * SCALE).flat_map(|y| (0..board.width() * SCALE).map(move |x| (x / SCALE, y / SCALE)));
    let colour = |(x, y): (usize, usize)| {
        board.unit(y * board.width() + x).map_or([0; 3], |unit| {
            COLOURS[unit.team.index()].map(|lit| lit * [0x33, 0x66, 0x99, 0xcc, 0xff][usize::from(unit.health) - 1])
        })
    };
    pixels.map(colour).collect()
}

/// Plays a match with these outputs; returns its boards.
fn match_with(dir: &TestDir, outputs: &[&str]) -> Vec<BitMartyrBoard> {
    let bots = [bot(dir, "a", "2323232323"), bot(dir, "b", "14"), bot(dir, "c", "0")];
    let bots = bots.each_ref().map(String::as_str);
    let drop_in = "bitmartyr -w 7 -h 4 -p 1 -d 3 -s 3 --seed 1 --save m.json";
    let words: Vec<_> = drop_in.split(' ').chain(outputs.iter().copied()).chain(bots).collect();
    dir.run(&words).stdout(0);
    let boards = boards(&dir.read("m.json"));
    assert_eq!(boards.len(), 4);
    assert!(boards.windows(2).all(|pair| pair[0] != pair[1]), "something happens in every turn");
    boards
}

fn colours(palette: &[u8], indices: &[u8]) -> Vec<[u8; 3]> {
    let colour = |&index: &u8| [0, 1, 2].map(|part| palette[3 * usize::from(index) + part]);
    indices.iter().map(colour).collect()
}

#[test]
fn there_is_a_frame_of_the_start_and_of_every_turn() {
    let dir = TestDir::new();
    let boards = match_with(&dir, &["-f", "frame"]);
    for (number, board) in boards.iter().enumerate() {
        let file = BufReader::new(File::open(dir.path(&format!("frame{number}.png"))).expect("a frame"));
        let mut reader = png::Decoder::new(file).read_info().expect("a picture");
        let mut indices = vec![0; reader.output_buffer_size().expect("a small one")];
        let info = reader.next_frame(&mut indices).expect("pixels");
        assert_eq!((info.width, info.height, info.color_type), (21, 12, png::ColorType::Indexed));
        let palette = reader.info().palette.clone().expect("colours");
        assert_eq!(colours(&palette, &indices), expected(board), "frame {number}");
    }
    assert_eq!(dir.names().iter().filter(|name| name.starts_with("frame")).count(), boards.len());
}

/// Paints the part of a picture that a frame has.
fn paint(canvas: &mut [[u8; 3]], part: &[[u8; 3]], [left, top, width]: [usize; 3]) {
    for (row, line) in part.chunks(width).enumerate() {
        let from = (top + row) * 7 * SCALE + left;
        canvas[from..from + width].copy_from_slice(line);
    }
}

#[test]
fn a_gif_shows_every_board() {
    let dir = TestDir::new();
    let boards = match_with(&dir, &["--animate", "film.GIF"]);
    let mut decoder = gif::Decoder::new(File::open(dir.path("film.GIF")).expect("a film")).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height(), decoder.repeat()), (21, 12, gif::Repeat::Infinite));
    let palette = decoder.global_palette().expect("colours").to_vec();
    let (mut canvas, mut delays) = (vec![[9; 3]; 21 * 12], Vec::new());
    for (number, board) in boards.iter().enumerate() {
        let frame = decoder.read_next_frame().expect("a frame").unwrap_or_else(|| panic!("frame {number} is missing"));
        let place = [frame.left, frame.top, frame.width].map(usize::from);
        paint(&mut canvas, &colours(&palette, &frame.buffer), place);
        assert_eq!(canvas, expected(board), "frame {number}");
        delays.push(frame.delay);
    }
    assert!(decoder.read_next_frame().expect("the end").is_none());
    assert_eq!(delays, [4, 4, 4, 300]);
}

/// The pictures of an animated PNG, as they are shown one after the other.
fn seen(dir: &TestDir, name: &str) -> Vec<Vec<[u8; 3]>> {
    let file = BufReader::new(File::open(dir.path(name)).expect("a film"));
    let mut reader = png::Decoder::new(file).read_info().expect("a picture");
    let palette = reader.info().palette.clone().expect("colours");
    let count = reader.info().animation_control.expect("it is animated").num_frames;
    let mut canvas = vec![[9; 3]; 21 * 12];
    let mut pictures = Vec::new();
    for _ in 0..count {
        let mut indices = vec![0; reader.output_buffer_size().expect("a small one")];
        let info = reader.next_frame(&mut indices).expect("pixels");
        let control = reader.info().frame_control.expect("it is a frame");
        let place = [control.x_offset, control.y_offset, control.width].map(|part| part as usize);
        paint(&mut canvas, &colours(&palette, &indices[..info.buffer_size()]), place);
        pictures.push(canvas.clone());
    }
    pictures
}

#[test]
fn an_animated_png_shows_every_board() {
    let dir = TestDir::new();
    let boards = match_with(&dir, &["--animate", "film.png"]);
    assert_eq!(seen(&dir, "film.png"), boards.iter().map(expected).collect::<Vec<_>>());
}

/// The header states a picture for each turn.
#[test]
fn a_film_of_a_match_that_was_broken_off_can_be_seen() {
    let dir = TestDir::new();
    let bot = dir.script("bot", "read r max turn rest\n[ $turn = 1 ] && kill -INT $PPID\necho 2");
    for film in ["film.png", "film.gif"] {
        let words = ["bitmartyr", "-w", "7", "-h", "4", "-p", "1", "-d", "9", "-s", "3", "--animate", film, &bot];
        assert_eq!(dir.run(&words).status, 130);
    }
    let pictures = seen(&dir, "film.png");
    assert_eq!(pictures.len(), 10);
    assert!(pictures[0] != pictures[1] && pictures[8] == pictures[9]);
    let mut decoder = gif::Decoder::new(File::open(dir.path("film.gif")).expect("a film")).expect("a GIF");
    let frames = std::iter::from_fn(|| decoder.read_next_frame().expect("it is whole").map(|_| ())).count();
    assert!((2..10).contains(&frames), "{frames}");
}

#[test]
fn nothing_but_an_earlier_picture_is_overwritten() {
    let dir = TestDir::new();
    let stay = bot(&dir, "stay", "0");
    dir.write("a0.png", "my thesis");
    dir.write("a.gif", "my thesis");
    for output in [["-f", "a"], ["--animate", "a.gif"]] {
        let complaint = dir.run(&["bitmartyr", "-d", "1", output[0], output[1], &stay]).complaint(5);
        assert!(complaint.contains(" already exists and is not a "), "{complaint}");
    }
    assert_eq!((dir.read("a0.png"), dir.read("a.gif")), ("my thesis".to_owned(), "my thesis".to_owned()));
    let run =
        || dir.run(&["bitmartyr", "-d", "1", "-w", "9", "-h", "9", "-f", "b", "--animate", "b.gif", &stay]).stdout(0);
    assert_eq!(run(), run());
}
