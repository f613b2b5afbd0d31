//! The content of a file: reading, writing, positions, sizes.

use super::*;

const SET: u64 = 0;
const CURRENT: u64 = 1;
const END: u64 = 2;

#[test]
fn what_is_written_is_read() {
    let mut bench = Bench::new();
    let fd = bench.open("file", CREAT).expect("it can be made");
    assert_eq!(bench.write(fd, b"hello "), Ok(6));
    assert_eq!(bench.write(fd, b"world"), Ok(5));
    assert_eq!(bench.read(fd, 10), Ok(Vec::new()));
    assert_eq!(bench.seek(fd, 0, SET), Ok(0));
    assert_eq!(bench.read(fd, 7), Ok(b"hello w".to_vec()));
    assert_eq!(bench.read(fd, 99), Ok(b"orld".to_vec()));
    assert_eq!(bench.write(fd, b""), Ok(0));
    assert_eq!(bench.stat_fd(fd).map(|stat| stat.size), Ok(11));
}

#[test]
fn buffers_are_scattered_and_gathered() {
    let mut bench = Bench::new();
    let fd = bench.open("file", CREAT).expect("it can be made");
    bench.put(100, b"abcdef");
    bench.list(0, &[(100, 2), (105, 0), (103, 3)]);
    bench.check(Call::FdPwrite, &[fd, 0, 3, 0, RESULT as u64], 0);
    assert_eq!(bench.word(RESULT), 5);
    bench.list(0, &[(200, 1), (300, 0), (400, 9)]);
    bench.check(Call::FdPread, &[fd, 0, 3, 0, RESULT as u64], 0);
    assert_eq!((bench.word(RESULT), &bench.bytes[200..201], &bench.bytes[400..404]), (5, &b"a"[..], &b"bdef"[..]));
}

#[test]
fn reading_elsewhere_moves_nothing() {
    let mut bench = Bench::with(&[("file", &[0, 1, 2, 3])]);
    let fd = bench.open("file", 0).expect("it is there");
    assert_eq!(bench.read_at(fd, 2, 4), Ok(vec![2, 3]));
    assert_eq!(bench.read_at(fd, 4, 4), Ok(vec![]));
    assert_eq!(bench.read_at(fd, u64::MAX, 4), Ok(vec![]));
    assert_eq!(bench.write_at(fd, 2, &[1, 0]), Ok(2));
    assert_eq!(bench.where_is(fd), Ok(0));
    assert_eq!(bench.read(fd, 9), Ok(vec![0, 1, 1, 0]));
}

#[test]
fn two_descriptors_see_the_same_file_at_once() {
    let mut bench = Bench::new();
    let (reader, writer) = (bench.open("file", CREAT).expect("made"), bench.open("file", 0).expect("there"));
    assert_eq!(bench.write(writer, b"x"), Ok(1));
    assert_eq!(bench.read(reader, 9), Ok(b"x".to_vec()));
}

#[test]
fn seeking_from_everywhere() {
    let mut bench = Bench::with(&[("file", &[7; 100])]);
    let fd = bench.open("file", 0).expect("it is there");
    for (by, whence, expected) in [
        (50, SET, Ok(50)),
        (-20, CURRENT, Ok(30)),
        (0, CURRENT, Ok(30)),
        (0, END, Ok(100)),
        (-100, END, Ok(0)),
        (1_000, CURRENT, Ok(1_000)),
        (-2_000, CURRENT, Err(INVAL)),
        (-101, END, Err(INVAL)),
        (-1, SET, Err(INVAL)),
        (i64::MIN, CURRENT, Err(INVAL)),
        (i64::MAX, CURRENT, Err(INVAL)),
        (0, 3, Err(INVAL)),
        (i64::MAX, SET, Ok(i64::MAX as u64)),
    ] {
        assert_eq!(bench.seek(fd, by, whence), expected, "{by} {whence}");
        if let Ok(position) = expected {
            assert_eq!(bench.where_is(fd), Ok(position));
        }
    }
    assert_eq!(bench.read(fd, 9), Ok(vec![]));
    assert_eq!(bench.write(fd, b"x"), Err(FBIG));
}

#[test]
fn a_hole_is_full_of_zeros() {
    let mut bench = Bench::new();
    let fd = bench.open("file", CREAT).expect("it can be made");
    bench.seek(fd, 3, SET).expect("it may lie behind the end");
    assert_eq!(bench.stat_fd(fd).map(|stat| stat.size), Ok(0));
    bench.write(fd, b"x").expect("it can be written");
    assert_eq!(bench.contents("file"), [0, 0, 0, b'x']);
    // An empty write does not grow the file.
    assert_eq!(bench.write_at(fd, 50, b""), Ok(0));
    assert_eq!(bench.stat_fd(fd).map(|stat| stat.size), Ok(4));
}

#[test]
fn appending_goes_to_the_end_wherever_one_is() {
    let mut bench = Bench::with(&[("file", b"ab")]);
    let rights = FD_READ | FD_WRITE | FD_SEEK | FD_TELL | FD_FDSTAT_SET_FLAGS;
    let fd = bench.open_so(TOP, "file", (0, 0, APPENDING), (rights, 0)).expect("it is there");
    assert_eq!(bench.write(fd, b"c"), Ok(1));
    assert_eq!(bench.where_is(fd), Ok(3));
    bench.seek(fd, 0, SET).expect("it can be moved");
    assert_eq!(bench.write(fd, b"d"), Ok(1));
    assert_eq!((bench.where_is(fd), bench.contents("file")), (Ok(4), b"abcd".to_vec()));
    // POSIX: writing elsewhere does not care.
    assert_eq!(bench.write_at(fd, 0, b"AB"), Ok(2));
    assert_eq!((bench.where_is(fd), bench.contents("file")), (Ok(4), b"ABcd".to_vec()));
    bench.check(Call::FdFdstatSetFlags, &[fd, 0], 0);
    bench.seek(fd, 0, SET).expect("it can be moved");
    assert_eq!(bench.write(fd, b"x"), Ok(1));
    assert_eq!(bench.contents("file"), b"xBcd");
    bench.check(Call::FdFdstatSetFlags, &[fd, 1 << 5], INVAL);
}

#[test]
fn a_file_is_cut_and_grows() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let fd = bench.open("file", 0).expect("it is there");
    for (size, left) in [(2, &b"te"[..]), (5, b"te\0\0\0"), (0, b""), (1, b"\0")] {
        bench.check(Call::FdFilestatSetSize, &[fd, size], 0);
        assert_eq!(bench.contents("file"), left);
    }
    bench.check(Call::FdFilestatSetSize, &[fd, u64::MAX], FBIG);
    bench.check(Call::FdFilestatSetSize, &[1, 0], INVAL);
    // The position stays where it is.
    bench.seek(fd, 9, SET).expect("it can be moved");
    bench.check(Call::FdFilestatSetSize, &[fd, 0], 0);
    assert_eq!(bench.where_is(fd), Ok(9));
}

#[test]
fn room_is_made_but_never_taken() {
    let mut bench = Bench::new();
    let fd = bench.open("file", CREAT).expect("it can be made");
    for (offset, len, size) in [(0, 100, 100), (10, 10, 100), (90, 20, 110), (110, 0, 110)] {
        bench.check(Call::FdAllocate, &[fd, offset, len], 0);
        assert_eq!(bench.stat_fd(fd).map(|stat| stat.size), Ok(size));
    }
    bench.check(Call::FdAllocate, &[fd, u64::MAX, 2], FBIG);
    bench.check(Call::FdAllocate, &[1, 0, 1], SPIPE);
}

#[test]
fn advice_is_checked_and_changes_nothing() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let fd = bench.open("file", 0).expect("it is there");
    for advice in 0..6 {
        bench.check(Call::FdAdvise, &[fd, 10, 50, advice], 0);
    }
    bench.check(Call::FdAdvise, &[fd, 0, 0, 6], INVAL);
    bench.check(Call::FdAdvise, &[fd, u64::MAX, 1, 0], INVAL);
    bench.check(Call::FdAdvise, &[0, 0, 0, 0], SPIPE);
    assert_eq!(bench.stat_fd(fd).map(|stat| stat.size), Ok(4));
}

#[test]
fn files_and_directories_are_synchronised_and_streams_are_not() {
    let mut bench = Bench::with(&[("file", b"")]);
    let fd = bench.open("file", 0).expect("it is there");
    for call in [Call::FdSync, Call::FdDatasync] {
        bench.check(call, &[fd], 0);
        bench.check(call, &[TOP], 0);
        bench.check(call, &[1], INVAL);
        bench.check(call, &[99], BADF);
    }
}

#[test]
fn a_directory_has_no_content() {
    let mut bench = Bench::new();
    assert_eq!(bench.read(TOP, 9), Err(BADF));
    assert_eq!(bench.read_at(TOP, 0, 9), Err(BADF));
    assert_eq!(bench.write(TOP, b"x"), Err(BADF));
    assert_eq!(bench.write_at(TOP, 0, b"x"), Err(BADF));
    assert_eq!(bench.where_is(TOP), Err(BADF));
    for whence in [SET, CURRENT, END] {
        assert_eq!(bench.seek(TOP, 0, whence), Err(BADF));
    }
    bench.check(Call::FdAllocate, &[TOP, 0, 1], BADF);
    bench.check(Call::FdFilestatSetSize, &[TOP, 0], BADF);
}

#[test]
fn a_failed_write_leaves_the_file_as_it_was() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let fd = bench.open("file", 0).expect("it is there");
    bench.list(0, &[(100, 2), (65_535, 2)]);
    bench.check(Call::FdWrite, &[fd, 0, 2, RESULT as u64], FAULT);
    bench.check(Call::FdWrite, &[fd, 0, 1, 65_533], FAULT);
    bench.check(Call::FdPwrite, &[fd, 0, 1, 0, 65_533], FAULT);
    bench.check(Call::FdRead, &[fd, 0, 1, 65_533], FAULT);
    bench.check(Call::FdPread, &[fd, 0, 2, 0, RESULT as u64], FAULT);
    bench.check(Call::FdWrite, &[fd, 0, 1_025, RESULT as u64], INVAL);
    assert_eq!((bench.where_is(fd), bench.contents("file")), (Ok(0), b"text".to_vec()));
}

#[test]
fn bytes_cost_what_they_cost_on_a_stream() {
    let mut bench = Bench::new();
    let fd = bench.open("file", CREAT).expect("it can be made");
    bench.list(0, &[(0, 4_000)]);
    let written = bench.call(Call::FdWrite, &[fd, 0, 1, RESULT as u64]);
    let said = bench.call(Call::FdWrite, &[1, 0, 1, RESULT as u64]);
    assert_eq!(written, said);
    // Zeros are bytes as well.
    let grown = bench.call(Call::FdFilestatSetSize, &[fd, 8_000]);
    assert_eq!(grown, Flow::Return { errno: 0, cost: system_call(4_000) });
}
