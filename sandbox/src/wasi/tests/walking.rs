//! The targets of paths, which never lie outside the folder.

use super::*;
use crate::prices::{PATH_LINK_BYTES, PATH_STEP_BYTES, system_call};

fn bench_with_entries() -> Bench {
    let mut bench = Bench::with(&[("dir/nested/file", b"found"), ("top", b"top")]);
    for (target, path) in [
        ("nested", "dir/link"),
        ("nested/file", "dir/to-file"),
        ("../top", "dir/up"),
        ("../../top", "dir/out"),
        ("missing", "dangling"),
        ("self", "self"),
        ("b", "a"),
        ("a", "b"),
        ("dir/nested/", "slashed"),
        ("dir/nested/file/", "wrong"),
        (".", "here"),
        ("here/here/dir", "far"),
    ] {
        bench.symlink(target, path).expect("it can be made");
    }
    bench
}

/// The content of a path's target, links at its end followed.
fn check(bench: &mut Bench, path: &str, expected: Told<&[u8]>) {
    let found = bench.open_so(TOP, path, (FOLLOW, 0, 0), (FD_READ, 0)).and_then(|fd| bench.read(fd, 99));
    assert_eq!(found.as_deref(), expected.as_ref().copied(), "{path}");
}

#[test]
fn paths_that_lead_to_the_file() {
    let mut bench = bench_with_entries();
    for path in [
        "dir/nested/file",
        "./dir/nested/file",
        "dir//nested///file",
        "dir/.//nested/../../dir/nested/../nested///./file",
        "dir/link/file",
        "dir/to-file",
        "slashed/file",
        "far/nested/file",
        "here/here/here/dir/link/file",
    ] {
        check(&mut bench, path, Ok(b"found"));
    }
    check(&mut bench, "dir/up", Ok(b"top"));
    check(&mut bench, "dir/link/../up", Ok(b"top"));
}

#[test]
fn paths_that_lead_nowhere() {
    let mut bench = bench_with_entries();
    for (path, errno) in [
        ("", NOENT),
        ("missing", NOENT),
        ("dir/missing/file", NOENT),
        ("dangling", NOENT),
        ("dir/nested/file/", NOTDIR),
        ("dir/nested/file/..", NOTDIR),
        ("dir/nested/file/.", NOTDIR),
        ("wrong", NOTDIR),
        ("dir/to-file/", NOTDIR),
        ("self", LOOP),
        ("self/file", LOOP),
        ("a", LOOP),
        ("dir/nested/file\0", INVAL),
        ("\0", INVAL),
    ] {
        check(&mut bench, path, Err(errno));
    }
}

#[test]
fn nothing_leads_out() {
    let mut bench = bench_with_entries();
    for path in [
        "/",
        "/dir/nested/file",
        "..",
        "../",
        "../top",
        "dir/../..",
        "dir/nested/../../../dir/nested/file",
        "dir/link/../../../top",
        "dir/out",
        "here/..",
        "far/../../top",
    ] {
        check(&mut bench, path, Err(NOTCAPABLE));
    }
    // Nor by making, removing or moving something.
    assert_eq!(bench.mkdir("../x"), Err(NOTCAPABLE));
    assert_eq!(bench.mkdir("/x"), Err(NOTCAPABLE));
    assert_eq!(bench.unlink("../top"), Err(NOTCAPABLE));
    assert_eq!(bench.rename("top", "dir/../../top"), Err(NOTCAPABLE));
    assert_eq!(bench.link("top", "/top"), Err(NOTCAPABLE));
    assert_eq!(bench.symlink("/", "root"), Err(NOTCAPABLE));
    assert_eq!(bench.symlink("/etc/passwd", "root"), Err(NOTCAPABLE));
    assert_eq!(bench.open("dir/out", CREAT), Err(NOTCAPABLE));
}

#[test]
fn a_folder_inside_is_a_border_too() {
    let mut bench = bench_with_entries();
    let dir = bench.open_dir("dir").expect("it is there");
    assert_eq!(bench.open_so(dir, "../top", (FOLLOW, 0, 0), (0, 0)), Err(NOTCAPABLE));
    assert_eq!(bench.open_so(dir, "up", (FOLLOW, 0, 0), (0, 0)), Err(NOTCAPABLE));
    assert_eq!(bench.open_so(dir, "nested/../..", (FOLLOW, 0, 0), (0, 0)), Err(NOTCAPABLE));
    assert!(bench.open_so(dir, "nested/../to-file", (FOLLOW, 0, 0), (0, 0)).is_ok());
    // Wherever it is moved to.
    bench.mkdir("deep").expect("it is new");
    bench.rename("dir", "deep/dir").expect("it can be moved");
    assert_eq!(bench.open_so(dir, "../dir/to-file", (FOLLOW, 0, 0), (0, 0)), Err(NOTCAPABLE));
    assert!(bench.open_so(dir, "to-file", (FOLLOW, 0, 0), (0, 0)).is_ok());
}

#[test]
fn links_that_are_not_followed() {
    let mut bench = bench_with_entries();
    for (path, how, errno) in [
        ("dangling", 0, LOOP),
        ("dangling", DIRECTORY, LOOP),
        ("dir/link", 0, LOOP),
        ("dir/link", DIRECTORY, LOOP),
        ("dir/to-file", 0, LOOP),
        ("dir/to-file", DIRECTORY, LOOP),
        ("self", 0, LOOP),
        ("dangling", CREAT | EXCL, EXIST),
        ("dir/to-file", CREAT | EXCL, EXIST),
        ("self", CREAT | EXCL, EXIST),
    ] {
        assert_eq!(bench.open_so(TOP, path, (0, how, 0), (0, 0)), Err(errno), "{path} {how:#b}");
    }
    // Links on the way are followed.
    assert!(bench.open_so(TOP, "dir/link/file", (0, 0, 0), (0, 0)).is_ok());
    // Links before a slash are followed, too.
    assert!(bench.open_so(TOP, "dir/link/", (0, DIRECTORY, 0), (0, 0)).is_ok());
    assert_eq!(bench.open_so(TOP, "dir/to-file", (FOLLOW, DIRECTORY, 0), (0, 0)), Err(NOTDIR));
    assert!(bench.open_so(TOP, "dir/link", (FOLLOW, DIRECTORY, 0), (0, 0)).is_ok());
}

#[test]
fn a_file_is_made_where_a_dangling_link_points() {
    let mut bench = bench_with_entries();
    bench.touch("dangling");
    assert_eq!(bench.stat("missing", 0).map(|stat| stat.filetype), Ok(4));
    assert_eq!(bench.stat("dangling", 0).map(|stat| stat.filetype), Ok(7));
}

#[test]
fn forty_links_are_followed_and_no_more() {
    let mut bench = Bench::with(&[("0", b"end")]);
    for number in 1..=41 {
        bench.symlink(&(number - 1).to_string(), &number.to_string()).expect("it can be made");
    }
    check(&mut bench, "40", Ok(b"end"));
    check(&mut bench, "41", Err(LOOP));
}

#[test]
fn a_long_walk_costs_what_it_looks_at() {
    let mut bench = Bench::new();
    bench.mkdir("d").expect("it is new");
    bench.symlink(&"d/../".repeat(800), "loop").expect("it can be made");
    bench.put(PATH, b"loop/loop/loop/loop/missing");
    let flow = bench.call(Call::PathFilestatGet, &[TOP, 0, PATH as u64, 27, RESULT as u64]);
    let Flow::Return { errno: NOENT, cost } = flow else { panic!("{flow:?}") };
    assert!(cost > 200 + 4 * 4_000 / 4, "{cost:?}");
}

#[test]
fn a_path_is_text() {
    let mut bench = Bench::new();
    bench.put(PATH, b"caf\xe9");
    let args = [TOP, 0, PATH as u64, 4, CREAT, 0, 0, 0, RESULT as u64];
    assert_eq!(bench.tell(Call::PathOpen, &args), Err(ILSEQ));
    bench.touch("café");
    assert!(bench.exists("café") && !bench.exists("cafe"));
}

/// Each step of a path is paid for, and each link: a loop of links took thirty times its price.
#[test]
fn a_path_pays_for_its_way() {
    let mut bench = bench_with_entries();
    let mut price = |path: &str| {
        let [at, len] = bench.text(PATH, path);
        match bench.call(Call::PathFilestatGet, &[TOP, FOLLOW, at, len, BUFFER as u64]) {
            Flow::Return { cost, .. } => cost,
            other => panic!("{path}: {other:?}"),
        }
    };
    let steps =
        |steps: u64, links: u64, bytes: u64| system_call(steps * PATH_STEP_BYTES + links * PATH_LINK_BYTES + bytes);
    assert_eq!(price("top"), steps(0, 0, 3));
    assert_eq!(price("dir/nested/file"), steps(2, 0, 15));
    assert_eq!(price("./dir/../top"), steps(3, 0, 12));
    // The link makes the path `nested/file`.
    assert_eq!(price("dir/link/file"), steps(2, 1, 13 + 11));
    // Forty links are followed, each of which makes a path of four bytes.
    assert_eq!(price("self"), steps(0, 40, 4 + 40 * 4));
}
