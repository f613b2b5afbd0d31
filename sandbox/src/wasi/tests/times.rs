//! `filestat` and its times.

use super::*;

const ATIM: u64 = 1;
const ATIM_NOW: u64 = 2;
const MTIM: u64 = 4;
const MTIM_NOW: u64 = 8;

fn set(bench: &mut Bench, path: &str, lookup: u64, (accessed, modified): (u64, u64), which: u64) -> Told<()> {
    let [at, len] = bench.text(PATH, path);
    bench.tell(Call::PathFilestatSetTimes, &[TOP, lookup, at, len, accessed, modified, which])
}

#[test]
fn a_file_is_as_old_as_the_bots_own_clock_says() {
    let mut bench = Bench::with(&[("old", b"text")]);
    bench.check(Call::ClockTimeGet, &[0, 0, 600], 0);
    let start = bench.long(600);
    assert_eq!(bench.stat("old", 0).map(|stat| stat.times), Ok([start; 3]));
    bench.spent = Budget(1_000);
    bench.touch("new");
    assert_eq!(bench.stat("new", 0).map(|stat| stat.times), Ok([start + 1_000; 3]));
    bench.spent = Budget(5_000);
    let fd = bench.open("old", 0).expect("it is there");
    bench.write(fd, b"x").expect("it can be written");
    assert_eq!(bench.stat("old", 0).map(|stat| stat.times), Ok([start, start + 5_000, start + 5_000]));
    // The directory has changed when a name came last.
    assert_eq!(bench.stat(".", 0).map(|stat| stat.times[1]), Ok(start + 1_000));
}

#[test]
fn each_time_is_set_alone() {
    let mut bench = Bench::with(&[("file", b"")]);
    let old = bench.stat("file", 0).expect("it is there").times;
    bench.spent = Budget(7);
    let now = old[0] + 7;
    for (which, expected) in [
        (0, [old[0], old[1], now]),
        (MTIM, [old[0], 22, now]),
        (ATIM, [11, 22, now]),
        (MTIM_NOW, [11, now, now]),
        (ATIM_NOW, [now, now, now]),
        (ATIM | MTIM, [11, 22, now]),
        (ATIM_NOW | MTIM, [now, 22, now]),
        (ATIM | MTIM_NOW, [11, now, now]),
    ] {
        assert_eq!(set(&mut bench, "file", 0, (11, 22), which), Ok(()));
        assert_eq!(bench.stat("file", 0).map(|stat| stat.times), Ok(expected), "{which:#b}");
    }
    let before = bench.stat("file", 0);
    for which in [ATIM | ATIM_NOW, MTIM | MTIM_NOW, ATIM | MTIM | MTIM_NOW, 1 << 4] {
        assert_eq!(set(&mut bench, "file", 0, (1, 2), which), Err(INVAL));
        let fd = bench.open("file", 0).expect("it is there");
        bench.check(Call::FdFilestatSetTimes, &[fd, 1, 2, which], INVAL);
        assert_eq!(bench.stat("file", 0), before);
    }
}

#[test]
fn times_by_descriptor() {
    let mut bench = Bench::with(&[("file", b"")]);
    let fd = bench.open("file", 0).expect("it is there");
    let old = bench.stat_fd(fd).expect("it is open").times;
    bench.check(Call::FdFilestatSetTimes, &[fd, 1, old[1] - 100, MTIM], 0);
    assert_eq!(bench.stat_fd(fd).map(|stat| (stat.times[0], stat.times[1])), Ok((old[0], old[1] - 100)));
    bench.check(Call::FdFilestatSetTimes, &[TOP, 5, 6, ATIM | MTIM], 0);
    assert_eq!(bench.stat_fd(TOP).map(|stat| stat.times[..2].to_vec()), Ok(vec![5, 6]));
    let without = bench.open_so(TOP, "file", (0, 0, 0), (FD_READ, 0)).expect("it is there");
    bench.check(Call::FdFilestatSetTimes, &[without, 1, 2, MTIM], NOTCAPABLE);
}

#[test]
fn a_link_has_times_of_its_own() {
    let mut bench = Bench::with(&[("file", b"")]);
    bench.symlink("file", "link").expect("it can be made");
    let file = bench.stat("file", 0);
    set(&mut bench, "link", 0, (0, 5), MTIM).expect("it is there");
    assert_eq!(bench.stat("link", 0).map(|stat| (stat.filetype, stat.times[1])), Ok((7, 5)));
    assert_eq!(bench.stat("file", 0), file);
    assert_eq!(bench.stat("link", FOLLOW), file);
    set(&mut bench, "link", FOLLOW, (0, 6), MTIM).expect("it is there");
    assert_eq!(bench.stat("file", 0).map(|stat| stat.times[1]), Ok(6));
    assert_eq!(bench.stat("link", 0).map(|stat| stat.times[1]), Ok(5));
}

#[test]
fn what_is_there_is_told_by_path() {
    let mut bench = Bench::with(&[("dir/file", b"text")]);
    bench.symlink("dir/file", "to-file").expect("it can be made");
    bench.symlink("dir", "to-dir").expect("it can be made");
    for (path, kept, followed) in [
        ("dir", 3, 3),
        ("dir/", 3, 3),
        (".", 3, 3),
        ("dir/file", 4, 4),
        ("to-file", 7, 4),
        ("to-dir", 7, 3),
        ("to-dir/", 3, 3),
    ] {
        assert_eq!(bench.stat(path, 0).map(|stat| stat.filetype), Ok(kept), "{path}");
        assert_eq!(bench.stat(path, FOLLOW).map(|stat| stat.filetype), Ok(followed), "{path}");
    }
    assert_eq!(bench.stat("dir/file", 0).map(|stat| (stat.size, stat.links)), Ok((4, 1)));
    assert_eq!(bench.stat("to-file", 0).map(|stat| stat.size), Ok(8));
    assert_eq!(bench.stat("dir/file/", 0), Err(NOTDIR));
    assert_eq!(bench.stat("missing", 0), Err(NOENT));
    assert_eq!(bench.stat("dir", 2), Err(INVAL));
}

#[test]
fn every_file_has_an_inode_of_its_own_on_one_device() {
    let mut bench = Bench::with(&[("a", b""), ("b", b""), ("dir/c", b"")]);
    let mut inodes = Vec::new();
    for path in [".", "a", "b", "dir", "dir/c"] {
        inodes.push(bench.stat(path, 0).expect("it is there").inode);
        assert_eq!(bench.long(RESULT), 1, "the device");
    }
    inodes.sort_unstable();
    inodes.dedup();
    assert_eq!(inodes.len(), 5);
    assert!(!inodes.contains(&0));
}
