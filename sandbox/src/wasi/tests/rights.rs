//! The rights of a descriptor.

use super::*;

#[test]
fn a_folder_has_what_libraries_expect_of_it() {
    let mut bench = Bench::new();
    let (_, flags, base, inheriting) = bench.fdstat(TOP).expect("it is open");
    let needed = PATH_CREATE_DIRECTORY
        | PATH_CREATE_FILE
        | PATH_LINK_SOURCE
        | PATH_LINK_TARGET
        | PATH_OPEN
        | FD_READDIR
        | PATH_READLINK
        | PATH_RENAME_SOURCE
        | PATH_RENAME_TARGET
        | PATH_SYMLINK
        | PATH_REMOVE_DIRECTORY
        | PATH_UNLINK_FILE
        | PATH_FILESTAT_GET
        | PATH_FILESTAT_SET_SIZE
        | PATH_FILESTAT_SET_TIMES
        | FD_FILESTAT_GET
        | FD_FILESTAT_SET_TIMES;
    assert_eq!((flags, base & needed, inheriting & needed), (0, needed, needed));
    assert_eq!(base & (FD_SEEK | FD_WRITE | FD_FILESTAT_SET_SIZE), 0);
    let of_files = FD_READ | FD_WRITE | FD_SEEK | FD_TELL | FD_ALLOCATE | POLL_FD_READWRITE;
    assert_eq!(inheriting & of_files, of_files);
    assert!(bench.open_so(TOP, ".", (0, 0, 0), (base, inheriting)).is_ok());
    assert!(bench.open_so(TOP, ".", (0, 0, 0), (0, 0)).is_ok());
    assert!(bench.open_so(TOP, ".", (0, DIRECTORY, 0), (FD_READ, 0)).is_ok());
    assert_eq!(bench.open_so(TOP, ".", (0, DIRECTORY, 0), (FD_READ | FD_WRITE, 0)), Err(ISDIR));
}

#[test]
fn a_directory_does_not_get_the_right_to_seek() {
    let mut bench = Bench::new();
    bench.mkdir("dir").expect("it is new");
    let dir = bench.open_so(TOP, "dir", (0, DIRECTORY, 0), (FD_SEEK, 0)).expect("it is there");
    assert_eq!(bench.fdstat(dir), Ok((3, 0, 0, 0)));
    assert_eq!(bench.seek(dir, 0, 1), Err(BADF));
}

#[test]
fn reading_and_writing_need_their_rights() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let reader = bench.open_so(TOP, "file", (0, 0, 0), (FD_READ, 0)).expect("it is there");
    assert_eq!(bench.fdstat(reader), Ok((4, 0, FD_READ, 0)));
    assert_eq!(bench.read(reader, 9), Ok(b"text".to_vec()));
    assert_eq!(bench.write(reader, b"x"), Err(NOTCAPABLE));
    let writer = bench.open_so(TOP, "file", (0, 0, 0), (FD_WRITE, 0)).expect("it is there");
    assert_eq!(bench.read(writer, 9), Err(NOTCAPABLE));
    assert_eq!(bench.write(writer, b"T"), Ok(1));
    let neither = bench.open_so(TOP, "file", (0, 0, 0), (0, 0)).expect("it is there");
    assert_eq!(bench.read(neither, 9), Err(NOTCAPABLE));
    assert_eq!(bench.contents("file"), b"Text");
}

#[test]
fn every_call_on_a_file_needs_its_right() {
    let calls: [(Call, &[u64], u64); 13] = [
        (Call::FdRead, &[0, 0, 0, 64], FD_READ),
        (Call::FdWrite, &[0, 0, 0, 64], FD_WRITE),
        (Call::FdPread, &[0, 0, 0, 0, 64], FD_READ | FD_SEEK),
        (Call::FdPwrite, &[0, 0, 0, 0, 64], FD_WRITE | FD_SEEK),
        (Call::FdSeek, &[0, 1, 0, 64], FD_SEEK),
        (Call::FdTell, &[0, 64], FD_TELL),
        (Call::FdAdvise, &[0, 0, 0, 0], FD_ADVISE),
        (Call::FdAllocate, &[0, 0, 1], FD_ALLOCATE),
        (Call::FdSync, &[0], FD_SYNC),
        (Call::FdDatasync, &[0], FD_DATASYNC),
        (Call::FdFdstatSetFlags, &[0, 0], FD_FDSTAT_SET_FLAGS),
        (Call::FdFilestatGet, &[0, 64], FD_FILESTAT_GET),
        (Call::FdFilestatSetSize, &[0, 1], FD_FILESTAT_SET_SIZE),
    ];
    let mut bench = Bench::with(&[("file", b"")]);
    for (call, args, right) in calls {
        for (rights, expected) in [(right, 0), (ALL & !right, NOTCAPABLE)] {
            let fd = bench.open_so(TOP, "file", (0, 0, 0), (rights, 0)).expect("it is there");
            let mut args = args.to_vec();
            args[0] = fd;
            bench.check(call, &args, expected);
            bench.close(fd).expect("it is open");
        }
    }
    // A seek that does not move needs only the right to tell.
    let fd = bench.open_so(TOP, "file", (0, 0, 0), (FD_TELL, 0)).expect("it is there");
    assert_eq!((bench.seek(fd, 0, 1), bench.seek(fd, 1, 1)), (Ok(0), Err(NOTCAPABLE)));
}

#[test]
fn every_call_on_a_path_needs_its_right() {
    let path = [PATH as u64, 4];
    let calls: [(Call, Vec<u64>, u64); 9] = [
        (Call::PathCreateDirectory, vec![0, path[0], path[1]], PATH_CREATE_DIRECTORY),
        (Call::PathRemoveDirectory, vec![0, path[0], path[1]], PATH_REMOVE_DIRECTORY),
        (Call::PathUnlinkFile, vec![0, path[0], path[1]], PATH_UNLINK_FILE),
        (Call::PathFilestatGet, vec![0, 0, path[0], path[1], 64], PATH_FILESTAT_GET),
        (Call::PathFilestatSetTimes, vec![0, 0, path[0], path[1], 0, 0, 0], PATH_FILESTAT_SET_TIMES),
        (Call::PathReadlink, vec![0, path[0], path[1], BUFFER as u64, 9, 64], PATH_READLINK),
        (Call::PathOpen, vec![0, 0, path[0], path[1], 0, 0, 0, 0, 64], PATH_OPEN),
        (Call::PathOpen, vec![0, 0, path[0], path[1], CREAT, 0, 0, 0, 64], PATH_CREATE_FILE),
        (Call::PathOpen, vec![0, 0, path[0], path[1], TRUNC, 0, 0, 0, 64], PATH_FILESTAT_SET_SIZE),
    ];
    let mut bench = Bench::with(&[("file", b"")]);
    for (call, args, right) in calls {
        let dir = bench.open_so(TOP, ".", (0, 0, 0), (ALL & !FD_WRITE & !right, 0)).expect("it is there");
        let mut args = args.clone();
        args[0] = dir;
        bench.put(PATH, b"file");
        bench.check(call, &args, NOTCAPABLE);
    }
    for (call, old, new) in [
        (Call::PathRename, PATH_RENAME_SOURCE, PATH_RENAME_TARGET),
        (Call::PathLink, PATH_LINK_SOURCE, PATH_LINK_TARGET),
    ] {
        for right in [old, new] {
            let dir = bench.open_so(TOP, ".", (0, 0, 0), (ALL & !FD_WRITE & !right, 0)).expect("it is there");
            bench.put(PATH, b"file");
            bench.put(OTHER, b"new");
            let (path, new) = ([PATH as u64, 4], [OTHER as u64, 3]);
            let args = match call {
                Call::PathRename => vec![dir, path[0], path[1], dir, new[0], new[1]],
                _ => vec![dir, 0, path[0], path[1], dir, new[0], new[1]],
            };
            bench.check(call, &args, NOTCAPABLE);
        }
    }
    let dir = bench.open_so(TOP, ".", (0, 0, 0), (ALL & !FD_WRITE & !PATH_SYMLINK & !FD_READDIR, 0)).expect("there");
    bench.check(Call::PathSymlink, &[PATH as u64, 4, dir, OTHER as u64, 3], NOTCAPABLE);
    bench.check(Call::FdReaddir, &[dir, BUFFER as u64, 99, 0, 64], NOTCAPABLE);
}

#[test]
fn rights_are_handed_down_and_never_more() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let dir = bench.open_so(TOP, ".", (0, 0, 0), (PATH_OPEN, FD_READ | FD_SEEK)).expect("it is there");
    let file = bench.open_so(dir, "file", (0, 0, 0), (FD_READ, 0)).expect("it is there");
    assert_eq!(bench.read(file, 9), Ok(b"text".to_vec()));
    assert_eq!(bench.open_so(dir, "file", (0, 0, 0), (FD_WRITE, 0)), Err(NOTCAPABLE));
    assert_eq!(bench.open_so(dir, "file", (0, 0, 0), (FD_READ, FD_WRITE)), Err(NOTCAPABLE));
    // Bits without a right are ignored.
    assert!(bench.open_so(TOP, "file", (0, 0, 0), (u64::MAX, u64::MAX)).is_ok());
}

#[test]
fn rights_are_given_up_for_good() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let both = FD_READ | FD_WRITE | FD_SEEK;
    let fd = bench.open_so(TOP, "file", (0, 0, 0), (both, 0)).expect("it is there");
    bench.check(Call::FdFdstatSetRights, &[fd, both, 0], 0);
    bench.check(Call::FdFdstatSetRights, &[fd, FD_SEEK, 0], 0);
    assert_eq!(bench.fdstat(fd), Ok((4, 0, FD_SEEK, 0)));
    assert_eq!((bench.read(fd, 9), bench.write(fd, b"x")), (Err(NOTCAPABLE), Err(NOTCAPABLE)));
    bench.check(Call::FdFdstatSetRights, &[fd, both, 0], NOTCAPABLE);
    bench.check(Call::FdFdstatSetRights, &[fd, FD_SEEK, FD_SEEK], NOTCAPABLE);
    // On streams too.
    bench.check(Call::FdFdstatSetRights, &[1, 0, 0], 0);
    assert_eq!(bench.write(1, b"x"), Err(NOTCAPABLE));
    bench.check(Call::FdFdstatSetRights, &[0, 0, 0], 0);
    assert_eq!(bench.read(0, 9), Err(NOTCAPABLE));
    bench.check(Call::FdFdstatSetRights, &[99, 0, 0], BADF);
}

#[test]
fn truncation_is_a_right_of_the_directory() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let base = PATH_OPEN | PATH_FILESTAT_SET_SIZE;
    let dir = bench.open_so(TOP, ".", (0, DIRECTORY, 0), (base, FD_FILESTAT_SET_SIZE)).expect("it is there");
    bench.check(Call::FdFdstatSetRights, &[dir, base, 0], 0);
    assert!(bench.open_so(dir, "file", (0, TRUNC, 0), (0, 0)).is_ok());
    bench.check(Call::FdFdstatSetRights, &[dir, PATH_OPEN, 0], 0);
    assert_eq!(bench.open_so(dir, "file", (0, TRUNC, 0), (0, 0)), Err(NOTCAPABLE));
}

#[test]
fn a_poll_needs_its_right_and_finds_files_ready() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let may = bench.open("file", 0).expect("it is there");
    let may_not = bench.open_so(TOP, "file", (0, 0, 0), (FD_READ, 0)).expect("it is there");
    bench.seek(may, 1, 0).expect("it can be moved");
    bench.stream(0, 1, 1, may as u32);
    bench.stream(48, 2, 2, may as u32);
    bench.stream(96, 3, 1, may_not as u32);
    bench.stream(144, 4, 1, TOP as u32);
    bench.timer(192, 5, 1_000, false);
    bench.check(Call::PollOneoff, &[0, 512, 5, 256], 0);
    let events: Vec<_> = (0..bench.word(256) as usize)
        .map(|event| 512 + 32 * event)
        .map(|at| (bench.long(at), u16::from(bench.bytes[at + 8]), bench.long(at + 16)))
        .collect();
    assert_eq!(events, [(1, 0, 3), (2, 0, 65_536), (3, NOTCAPABLE, 0), (4, BADF, 0)]);
}
