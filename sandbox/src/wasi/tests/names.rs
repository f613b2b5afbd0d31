//! Making, removing, linking and renaming, with all kinds of existing and missing entries.

use super::*;

/// A folder with an entry of each kind: `file`, `other`, `empty/`, `full/` with an entry in it, and
/// links to them and to a missing entry.
fn bench_with_entries() -> Bench {
    let mut bench = Bench::with(&[("file", b"file"), ("other", b"other"), ("full/inner", b"inner")]);
    bench.mkdir("empty").expect("it is new");
    for (target, path) in [("file", "to-file"), ("full", "to-full"), ("nothing", "dangling"), ("self", "self")] {
        bench.symlink(target, path).expect("it can be made");
    }
    bench
}

/// The names at the top in the order of the alphabet.
fn names(bench: &Bench) -> String {
    let folder = bench.process.folder(0);
    let names: Vec<_> = folder.iter().map(|(path, _)| path).collect();
    names.join(" ")
}

#[test]
fn directories_are_made_where_nothing_is() {
    for (path, expected) in [
        ("new", Ok(())),
        ("new/", Ok(())),
        ("empty/new", Ok(())),
        ("to-full/new", Ok(())),
        ("./new", Ok(())),
        ("new/below", Err(NOENT)),
        ("file", Err(EXIST)),
        ("file/", Err(EXIST)),
        ("empty", Err(EXIST)),
        ("empty/", Err(EXIST)),
        ("dangling", Err(EXIST)),
        (".", Err(EXIST)),
        ("empty/..", Err(EXIST)),
        ("file/new", Err(NOTDIR)),
        ("", Err(NOENT)),
    ] {
        assert_eq!(bench_with_entries().mkdir(path), expected, "{path}");
    }
}

#[test]
fn only_an_empty_directory_is_removed() {
    for (path, expected) in [
        ("empty", Ok(())),
        ("empty/", Ok(())),
        ("./empty", Ok(())),
        ("full", Err(NOTEMPTY)),
        ("full/", Err(NOTEMPTY)),
        ("file", Err(NOTDIR)),
        ("file/", Err(NOTDIR)),
        ("to-full", Err(NOTDIR)),
        ("dangling", Err(NOTDIR)),
        ("missing", Err(NOENT)),
        (".", Err(INVAL)),
        ("empty/.", Err(INVAL)),
        ("empty/..", Err(INVAL)),
    ] {
        let mut bench = bench_with_entries();
        assert_eq!(bench.rmdir(path), expected, "{path}");
        assert_eq!(bench.exists("empty"), expected.is_err(), "{path}");
    }
}

#[test]
fn only_what_is_no_directory_is_unlinked() {
    for (path, expected) in [
        ("file", Ok(())),
        ("to-file", Ok(())),
        ("to-full", Ok(())),
        ("dangling", Ok(())),
        ("self", Ok(())),
        ("full/inner", Ok(())),
        ("to-full/inner", Ok(())),
        ("file/", Err(NOTDIR)),
        ("to-full/", Err(NOTDIR)),
        ("empty", Err(ISDIR)),
        ("empty/", Err(ISDIR)),
        ("full", Err(ISDIR)),
        (".", Err(ISDIR)),
        ("missing", Err(NOENT)),
        ("", Err(NOENT)),
    ] {
        let mut bench = bench_with_entries();
        let before = names(&bench);
        assert_eq!(bench.unlink(path), expected, "{path}");
        assert_eq!(names(&bench) == before, expected.is_err(), "{path}");
    }
}

#[test]
fn an_unlinked_link_leaves_what_it_points_to() {
    let mut bench = bench_with_entries();
    bench.unlink("to-file").expect("it is there");
    assert_eq!(bench.contents("file"), b"file");
}

#[test]
fn a_file_that_is_open_lives_on_without_a_name() {
    let mut bench = bench_with_entries();
    let fd = bench.open("file", 0).expect("it is there");
    bench.unlink("file").expect("it is there");
    assert_eq!(bench.open("file", 0), Err(NOENT));
    assert_eq!(bench.read(fd, 99), Ok(b"file".to_vec()));
    assert_eq!(bench.write(fd, b"!"), Ok(1));
    assert_eq!(bench.stat_fd(fd).map(|stat| (stat.links, stat.size)), Ok((0, 5)));
    bench.touch("file");
    assert_eq!(bench.contents("file"), b"");
    bench.close(fd).expect("it is open");
}

#[test]
fn a_removed_directory_that_is_open_takes_nothing_in() {
    let mut bench = bench_with_entries();
    bench.mkdir("empty/inner").expect("it is new");
    let (outer, inner) = (bench.open_dir("empty").expect("opens"), bench.open_dir("empty/inner").expect("opens"));
    bench.rmdir("empty/inner").expect("it is empty");
    bench.rmdir("empty").expect("it is empty");
    for dir in [outer, inner] {
        assert_eq!(bench.open_so(dir, "file", (0, CREAT, 0), (0, 0)), Err(NOENT));
        assert_eq!(bench.open_so(dir, "file", (0, 0, 0), (0, 0)), Err(NOENT));
        bench.put(PATH, b"new");
        bench.check(Call::PathCreateDirectory, &[dir, PATH as u64, 3], NOENT);
        assert_eq!(bench.link_so(0, "file", dir, "new"), Err(NOENT));
        bench.put(PATH, b"file");
        bench.put(OTHER, b"full");
        bench.check(Call::PathRename, &[TOP, PATH as u64, 4, dir, OTHER as u64, 4], NOENT);
        bench.check(Call::PathRename, &[TOP, OTHER as u64, 4, dir, OTHER as u64, 4], NOENT);
        bench.check(Call::FdReaddir, &[dir, BUFFER as u64, 1_000, 0, RESULT as u64], 0);
        assert!(bench.stat_fd(dir).is_ok());
    }
    bench.mkdir("empty").expect("the name is free again");
    bench.close(outer).and_then(|()| bench.close(inner)).expect("they are open");
    // Their numbers are reused for other entries.
    for number in 0..9 {
        bench.touch(&format!("empty/{number}"));
    }
    assert_eq!(bench.rmdir("empty"), Err(NOTEMPTY));
}

#[test]
fn symbolic_links_are_made_where_nothing_is() {
    for (path, expected) in [
        ("new", Ok(())),
        ("empty/new", Ok(())),
        ("new/", Err(NOENT)),
        ("file", Err(EXIST)),
        ("file/", Err(NOTDIR)),
        ("empty", Err(EXIST)),
        ("empty/", Err(EXIST)),
        ("dangling", Err(EXIST)),
        (".", Err(EXIST)),
        ("new/below", Err(NOENT)),
    ] {
        assert_eq!(bench_with_entries().symlink("source", path), expected, "{path}");
    }
    assert_eq!(bench_with_entries().symlink("", "new"), Err(NOENT));
}

#[test]
fn a_link_is_read_as_far_as_there_is_room() {
    let mut bench = Bench::new();
    bench.symlink("target", "link").expect("it can be made");
    bench.touch("file");
    for (room, expected) in [(10, "target"), (6, "target"), (4, "targ"), (0, "")] {
        bench.put(BUFFER, &[b'.'; 10]);
        assert_eq!(bench.readlink("link", room).as_deref(), Ok(expected));
        assert_eq!(bench.bytes[BUFFER + expected.len()], b'.');
    }
    assert_eq!(bench.readlink("file", 10), Err(INVAL));
    assert_eq!(bench.readlink(".", 10), Err(INVAL));
    assert_eq!(bench.readlink("missing", 10), Err(NOENT));
}

#[test]
fn what_can_be_linked_and_where() {
    for (old, new, expected) in [
        ("file", "new", Ok(())),
        ("file", "empty/new", Ok(())),
        ("file", "full/new", Ok(())),
        ("dangling", "new", Ok(())),
        ("self", "new", Ok(())),
        ("to-full/inner", "new", Ok(())),
        ("file", "other", Err(EXIST)),
        ("file", "file", Err(EXIST)),
        ("file", "empty", Err(EXIST)),
        ("file", "empty/", Err(EXIST)),
        ("file", "dangling", Err(EXIST)),
        ("file", ".", Err(EXIST)),
        ("file", "new/", Err(NOENT)),
        ("file", "other/", Err(NOTDIR)),
        ("file/", "new", Err(NOTDIR)),
        ("empty", "new", Err(PERM)),
        ("full/", "new", Err(PERM)),
        (".", "new", Err(PERM)),
        ("missing", "new", Err(NOENT)),
        ("file", "missing/new", Err(NOENT)),
    ] {
        assert_eq!(bench_with_entries().link(old, new), expected, "{old} {new}");
    }
}

#[test]
fn both_names_of_a_file_are_the_same_file() {
    let mut bench = bench_with_entries();
    bench.link("file", "empty/new").expect("it can be linked");
    assert_eq!(bench.stat("file", 0), bench.stat("empty/new", 0));
    assert_eq!(bench.stat("file", 0).map(|stat| stat.links), Ok(2));
    let (one, other) = (bench.open("file", 0).expect("opens"), bench.open("empty/new", 0).expect("opens"));
    assert_eq!(bench.fdstat(one), bench.fdstat(other));
    bench.write(one, b"changed").expect("it can be written");
    bench.unlink("file").expect("it is there");
    assert_eq!(bench.contents("empty/new"), b"changed");
    assert_eq!(bench.stat("empty/new", 0).map(|stat| stat.links), Ok(1));
}

#[test]
fn a_link_to_a_link_is_one_unless_it_is_followed() {
    let mut bench = bench_with_entries();
    bench.link("to-file", "kept").expect("it can be linked");
    assert_eq!(bench.stat("kept", 0).map(|stat| stat.filetype), Ok(7));
    bench.link_so(FOLLOW, "to-file", TOP, "followed").expect("it can be linked");
    assert_eq!(bench.stat("followed", 0), bench.stat("file", 0));
    assert_eq!(bench.link_so(FOLLOW, "dangling", TOP, "new"), Err(NOENT));
    assert_eq!(bench.link_so(FOLLOW, "self", TOP, "new"), Err(LOOP));
    assert_eq!(bench.link_so(FOLLOW, "to-full", TOP, "new"), Err(PERM));
    assert_eq!(bench.link_so(2, "file", TOP, "new"), Err(INVAL));
}

#[test]
fn renaming_in_all_combinations() {
    let cases = [
        // To a missing entry.
        ("file", "new", Ok(())),
        ("file", "empty/new", Ok(())),
        ("empty", "new", Ok(())),
        ("full", "new", Ok(())),
        ("full", "empty/new", Ok(())),
        ("dangling", "new", Ok(())),
        ("self", "new", Ok(())),
        ("missing", "new", Err(NOENT)),
        ("file", "missing/new", Err(NOENT)),
        // To an existing entry.
        ("file", "other", Ok(())),
        ("file", "dangling", Ok(())),
        ("file", "to-full", Ok(())),
        ("to-full", "file", Ok(())),
        ("file", "empty", Err(ISDIR)),
        ("file", "full", Err(ISDIR)),
        ("to-full", "empty", Err(ISDIR)),
        ("full", "empty", Ok(())),
        ("empty", "full", Err(NOTEMPTY)),
        ("empty", "file", Err(NOTDIR)),
        ("full", "file", Err(NOTDIR)),
        ("empty", "to-full", Err(NOTDIR)),
        ("empty", "full/inner", Err(NOTDIR)),
        ("full/inner", "full", Err(ISDIR)),
        // To itself, and into itself.
        ("full", "full/new", Err(INVAL)),
        ("full", "full/inner/new", Err(NOTDIR)),
        ("full", "to-full/new", Err(INVAL)),
        // With slashes.
        ("empty/", "new", Ok(())),
        ("empty", "new/", Ok(())),
        ("empty/", "new/", Ok(())),
        ("full/", "empty/", Ok(())),
        ("file/", "new", Err(NOTDIR)),
        ("file", "new/", Err(NOTDIR)),
        ("file", "other/", Err(NOTDIR)),
        ("to-full/", "new", Err(NOTDIR)),
        // Paths that are not names.
        (".", "new", Err(BUSY)),
        ("file", ".", Err(BUSY)),
        ("empty/..", "new", Err(BUSY)),
        ("", "new", Err(NOENT)),
        ("file", "", Err(NOENT)),
    ];
    for (old, new, expected) in cases {
        let mut bench = bench_with_entries();
        let (before, inode) = (names(&bench), bench.stat(old.trim_end_matches('/'), 0).map(|stat| stat.inode));
        assert_eq!(bench.rename(old, new), expected, "{old} {new}");
        if expected.is_ok() {
            assert_eq!(bench.stat(new.trim_end_matches('/'), 0).map(|stat| stat.inode), inode, "{old} {new}");
            assert!(!bench.exists(old.trim_end_matches('/')), "{old} {new}");
        } else {
            assert_eq!(names(&bench), before, "{old} {new}");
        }
    }
}

#[test]
fn renaming_to_the_same_file_does_nothing() {
    let mut bench = bench_with_entries();
    bench.link("file", "twin").expect("it can be linked");
    for (old, new) in [("file", "file"), ("file", "twin"), ("full", "full"), ("full/", "full"), ("self", "self")] {
        let before = names(&bench);
        assert_eq!(bench.rename(old, new), Ok(()), "{old} {new}");
        assert_eq!(names(&bench), before, "{old} {new}");
    }
}

#[test]
fn a_moved_directory_brings_what_is_in_it() {
    let mut bench = bench_with_entries();
    bench.rename("full", "empty/moved").expect("it can be moved");
    assert_eq!(bench.contents("empty/moved/inner"), b"inner");
    assert_eq!(bench.rename("empty", "empty/moved/below"), Err(INVAL));
    assert_eq!(names(&bench), "dangling empty empty/moved empty/moved/inner file other self to-file to-full");
}

#[test]
fn a_replaced_file_is_gone_unless_it_is_open() {
    let mut bench = bench_with_entries();
    let fd = bench.open("other", 0).expect("it is there");
    bench.rename("file", "other").expect("it can be moved");
    assert_eq!(bench.read(fd, 99), Ok(b"other".to_vec()));
    assert_eq!(bench.contents("other"), b"file");
    bench.close(fd).expect("it is open");
}
