//! `path_open` with every way to open, the folder at descriptor 3, and where descriptors go.

use super::*;

/// Opens with these ways; then the descriptor is closed again.
fn check(bench: &mut Bench, path: &str, how: u64, expected: Told<()>) {
    let opened = bench.open(path, how);
    assert_eq!(opened.map(|_| ()), expected, "{path} {how:#b}");
    if let Ok(fd) = opened {
        bench.close(fd).expect("it is open");
    }
}

#[test]
fn every_way_to_open_a_file_that_is_there() {
    let ways = [
        (0, Ok(())),
        (CREAT, Ok(())),
        (EXCL, Ok(())),
        (TRUNC, Ok(())),
        (CREAT | TRUNC, Ok(())),
        (CREAT | EXCL, Err(EXIST)),
        (CREAT | EXCL | TRUNC, Err(EXIST)),
        (DIRECTORY, Err(NOTDIR)),
        (DIRECTORY | TRUNC, Err(NOTDIR)),
        (CREAT | DIRECTORY, Err(INVAL)),
        (1 << 4, Err(INVAL)),
    ];
    for (how, expected) in ways {
        check(&mut Bench::with(&[("file", b"text")]), "file", how, expected);
    }
}

#[test]
fn every_way_to_open_a_file_that_is_not_there() {
    for (how, expected) in [
        (0, Err(NOENT)),
        (EXCL, Err(NOENT)),
        (TRUNC, Err(NOENT)),
        (DIRECTORY, Err(NOENT)),
        (CREAT, Ok(())),
        (CREAT | EXCL, Ok(())),
        (CREAT | TRUNC, Ok(())),
    ] {
        let mut bench = Bench::new();
        check(&mut bench, "file", how, expected);
        assert_eq!(bench.exists("file"), expected.is_ok());
    }
}

#[test]
fn every_way_to_open_a_directory() {
    for (how, read_only, writing) in [
        (0, Ok(()), Err(ISDIR)),
        (DIRECTORY, Ok(()), Err(ISDIR)),
        (CREAT, Err(ISDIR), Err(ISDIR)),
        (TRUNC, Err(ISDIR), Err(ISDIR)),
        (CREAT | EXCL, Err(EXIST), Err(EXIST)),
    ] {
        for path in ["dir", "dir/", "dir/."] {
            let mut bench = Bench::with(&[("dir/file", b"")]);
            check(&mut bench, path, how, writing);
            let opened = bench.open_so(TOP, path, (0, how, 0), (FD_READ, 0));
            assert_eq!(opened.map(|_| ()), read_only, "{path} {how:#b}");
        }
    }
}

#[test]
fn only_truncation_empties_a_file() {
    for (how, left) in [(0, &b"text"[..]), (CREAT, b"text"), (TRUNC, b""), (CREAT | TRUNC, b"")] {
        let mut bench = Bench::with(&[("file", b"text")]);
        check(&mut bench, "file", how, Ok(()));
        assert_eq!(bench.contents("file"), left);
    }
    let mut bench = Bench::with(&[("file", b"text")]);
    check(&mut bench, "file", CREAT | EXCL | TRUNC, Err(EXIST));
    assert_eq!(bench.contents("file"), b"text");
}

#[test]
fn a_file_cannot_be_opened_below_a_file_nor_made_with_a_slash() {
    let mut bench = Bench::with(&[("file", b"")]);
    for (path, how, expected) in [
        ("file/", 0, NOTDIR),
        ("file///", 0, NOTDIR),
        ("file/below", 0, NOTDIR),
        ("file/below", CREAT, NOTDIR),
        ("new/", CREAT, ISDIR),
        ("new/", 0, NOENT),
        ("new/below", CREAT, NOENT),
        ("", CREAT, NOENT),
    ] {
        check(&mut bench, path, how, Err(expected));
    }
    let file = bench.open("file", 0).expect("it is there");
    assert_eq!(bench.open_so(file, "foo", (0, CREAT, 0), (0, 0)), Err(NOTDIR));
}

#[test]
fn no_lookup_and_no_flag_without_a_meaning() {
    let mut bench = Bench::with(&[("file", b"")]);
    assert_eq!(bench.open_so(TOP, "file", (2, 0, 0), (0, 0)), Err(INVAL));
    assert_eq!(bench.open_so(TOP, "file", (0, 0, 1 << 5), (0, 0)), Err(INVAL));
    for flags in 0..1 << 5 {
        let fd = bench.open_so(TOP, "file", (0, 0, flags), (FD_READ, 0)).expect("every flag is known");
        assert_eq!(bench.fdstat(fd).map(|stat| u64::from(stat.1)), Ok(flags));
        bench.close(fd).expect("it is open");
    }
    assert!(bench.open_so(TOP, ".", (0, 0, 1 << 2), (0, 0)).is_ok());
}

#[test]
fn the_folder_is_open_from_the_start_and_has_a_name() {
    let mut bench = Bench::new();
    bench.check(Call::FdPrestatGet, &[TOP, RESULT as u64], 0);
    assert_eq!((bench.word(RESULT), bench.word(RESULT + 4)), (0, 1));
    bench.check(Call::FdPrestatDirName, &[TOP, RESULT as u64, 1], 0);
    assert_eq!(bench.bytes[RESULT], b'/');
    bench.check(Call::FdPrestatDirName, &[TOP, RESULT as u64, 2], 0);
    bench.check(Call::FdPrestatDirName, &[TOP, RESULT as u64, 0], NAMETOOLONG);
    bench.check(Call::FdPrestatGet, &[4, RESULT as u64], BADF);
    bench.check(Call::FdPrestatGet, &[0, RESULT as u64], BADF);
    let dir = bench.open_dir(".").expect("it is a directory");
    bench.check(Call::FdPrestatGet, &[dir, RESULT as u64], BADF);
    assert_eq!(bench.stat_fd(dir), bench.stat_fd(TOP));
}

#[test]
fn several_folders_or_none() {
    let none = Process::with_folders(Origin::default(), &["bot"], &[], Vec::new()).expect("it fits");
    let mut bench = Bench { process: none, ..Bench::new() };
    bench.check(Call::FdPrestatGet, &[3, RESULT as u64], BADF);
    bench.check(Call::SockShutdown, &[3, 0], BADF);
    let mut one = Folder::default();
    one.insert("file", Entry::file(b"1")).expect("a path");
    let folders = vec![("one".to_owned(), one), ("two".to_owned(), Folder::default())];
    bench.process = Process::with_folders(Origin::default(), &["bot"], &[], folders).expect("it fits");
    bench.check(Call::FdPrestatDirName, &[4, RESULT as u64, 3], 0);
    assert_eq!(&bench.bytes[RESULT..RESULT + 3], b"two");
    assert!(bench.open_so(3, "file", (0, 0, 0), (0, 0)).is_ok());
    assert_eq!(bench.open_so(4, "file", (0, 0, 0), (0, 0)), Err(NOENT));
    assert_eq!(bench.open_so(4, "../one/file", (0, 0, 0), (0, 0)), Err(NOTCAPABLE));
    // They are on the same device: a file can be moved from one to the other.
    bench.put(PATH, b"file");
    bench.check(Call::PathRename, &[3, PATH as u64, 4, 4, PATH as u64, 4], 0);
    assert_eq!(bench.process.folder(0).iter().count(), 0);
    assert_eq!(bench.process.folder(1).iter().next(), Some(("file", &Entry::file(b"1"))));
}

#[test]
fn the_lowest_free_descriptor_is_taken() {
    let mut bench = Bench::with(&[("file", b"")]);
    let fds: Vec<_> = (0..3).map(|_| bench.open("file", 0)).collect();
    assert_eq!(fds, [Ok(4), Ok(5), Ok(6)]);
    bench.close(5).expect("it is open");
    assert_eq!(bench.open("file", 0), Ok(5));
}

#[test]
fn a_folder_may_be_closed_and_what_was_opened_in_it_stays() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let (dir, file) = (bench.open_dir(".").expect("opens"), bench.open("file", 0).expect("opens"));
    bench.close(TOP).expect("it is open");
    assert_eq!(bench.fdstat(TOP), Err(BADF));
    assert_eq!(bench.fdstat(dir).map(|stat| stat.0), Ok(3));
    assert_eq!(bench.read(file, 9), Ok(b"text".to_vec()));
    assert!(bench.open_so(dir, "file", (0, 0, 0), (0, 0)).is_ok());
}

#[test]
fn renumbering_replaces_what_is_open() {
    let mut bench = Bench::with(&[("1", b"one"), ("2", b"two")]);
    let (from, to) = (bench.open("1", 0).expect("opens"), bench.open("2", 0).expect("opens"));
    let before = bench.fdstat(from);
    bench.check(Call::FdRenumber, &[from, to], 0);
    assert_eq!(bench.close(from), Err(BADF));
    assert_eq!(bench.fdstat(to), before);
    assert_eq!(bench.read(to, 9), Ok(b"one".to_vec()));
    bench.check(Call::FdRenumber, &[to, from], BADF);
    bench.check(Call::FdRenumber, &[from, to], BADF);
    bench.check(Call::FdRenumber, &[to, to], 0);
    assert_eq!(bench.fdstat(to), before);
    // Over the folder itself.
    let dir = bench.open_dir(".").expect("opens");
    let inode = bench.stat_fd(dir).expect("a directory").inode;
    bench.check(Call::FdRenumber, &[dir, TOP], 0);
    assert_eq!(bench.stat_fd(TOP).map(|stat| stat.inode), Ok(inode));
    assert_eq!(bench.fdstat(dir), Err(BADF));
}

#[test]
fn a_stream_may_take_the_place_of_a_file() {
    for stream in 0..3 {
        let mut bench = Bench::new();
        let fd = bench.open("file", CREAT).expect("it can be made");
        bench.check(Call::FdRenumber, &[stream, fd], 0);
        assert_eq!(bench.fdstat(fd).map(|stat| stat.0), Ok(0));
        assert_eq!(bench.fdstat(stream), Err(BADF));
        bench.unlink("file").expect("it is there");
    }
}

#[test]
fn files_and_directories_are_no_sockets_and_no_terminals() {
    let mut bench = Bench::with(&[("file", b"")]);
    let file = bench.open("file", 0).expect("it is there");
    for (fd, filetype) in [(TOP, 3), (file, 4)] {
        assert_eq!(bench.fdstat(fd).map(|stat| stat.0), Ok(filetype));
        for call in [Call::SockShutdown, Call::SockRecv, Call::SockSend, Call::SockAccept] {
            bench.check(call, &[fd], NOTSOCK);
            bench.check(call, &[99], BADF);
        }
    }
}
