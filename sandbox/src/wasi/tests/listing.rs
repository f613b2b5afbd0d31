//! `fd_readdir`: with buffers of every size, from every cookie, while names come and go.

use super::*;

/// One name of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    next: u64,
    inode: u64,
    filetype: u8,
    name: String,
}

/// The complete names in a buffer, and the number of its used bytes.
fn page(bench: &mut Bench, fd: u64, room: u64, cookie: u64) -> (Vec<Listed>, u64) {
    bench.check(Call::FdReaddir, &[fd, BUFFER as u64, room, cookie, RESULT as u64], 0);
    let used = u64::from(bench.word(RESULT));
    let (mut at, end, mut listed) = (BUFFER, BUFFER + used as usize, Vec::new());
    while at + 24 <= end {
        let name = at + 24..at + 24 + bench.word(at + 16) as usize;
        if name.end > end {
            break;
        }
        let text = String::from_utf8_lossy(&bench.bytes[name.clone()]).into_owned();
        let (next, inode, filetype) = (bench.long(at), bench.long(at + 8), bench.bytes[at + 20]);
        listed.push(Listed { next, inode, filetype, name: text });
        at = name.end;
    }
    (listed, used)
}

/// The whole directory by pages of this size, as C libraries read it.
fn all(bench: &mut Bench, fd: u64, room: u64) -> Vec<String> {
    let (mut names, mut cookie) = (Vec::new(), 0);
    loop {
        let (listed, used) = page(bench, fd, room, cookie);
        cookie = listed.last().map_or(cookie, |last| last.next);
        names.extend(listed.into_iter().map(|entry| entry.name));
        if used < room {
            return names;
        }
    }
}

#[test]
fn an_empty_directory_has_its_dots() {
    let mut bench = Bench::new();
    bench.mkdir("dir").expect("it is new");
    let dir = bench.open_dir("dir").expect("it is there");
    let (listed, used) = page(&mut bench, dir, 256, 0);
    let told: Vec<_> = listed.iter().map(|entry| (entry.name.as_str(), entry.filetype)).collect();
    assert_eq!((told, used), (vec![(".", 3), ("..", 3)], 24 + 1 + 24 + 2));
    assert_eq!(listed[0].inode, bench.stat_fd(dir).expect("open").inode);
    assert_eq!(listed[1].inode, bench.stat_fd(TOP).expect("open").inode);
    // Nothing above the folder is visible.
    let (listed, _) = page(&mut bench, TOP, 256, 0);
    assert_eq!(listed[0].inode, listed[1].inode);
}

#[test]
fn every_kind_is_told_with_its_inode() {
    let mut bench = Bench::with(&[("file", b"")]);
    bench.mkdir("dir").expect("it is new");
    bench.symlink("file", "link").expect("it can be made");
    let (listed, _) = page(&mut bench, TOP, 512, 0);
    for (name, filetype) in [("file", 4), ("dir", 3), ("link", 7)] {
        let entry = listed.iter().find(|entry| entry.name == name).expect("it is listed");
        assert_eq!((entry.filetype, entry.inode), (filetype, bench.stat(name, 0).expect("it is there").inode));
    }
}

#[test]
fn names_are_listed_in_the_order_in_which_they_came() {
    let mut bench = Bench::new();
    for name in ["zebra", "ant", "middle"] {
        bench.touch(name);
    }
    bench.rename("ant", "bee").expect("it is there");
    assert_eq!(all(&mut bench, TOP, 1_000), [".", "..", "zebra", "middle", "bee"]);
}

#[test]
fn small_buffers_give_all_names_once() {
    let mut bench = Bench::new();
    for number in 0..30 {
        bench.touch(&format!("file-{number}"));
    }
    let whole = all(&mut bench, TOP, 4_000);
    assert_eq!(whole.len(), 32);
    for room in 32..200 {
        assert_eq!(all(&mut bench, TOP, room), whole, "{room}");
    }
}

#[test]
fn a_buffer_that_holds_no_name_is_full_all_the_same() {
    let mut bench = Bench::new();
    for room in 0..25 {
        bench.put(BUFFER, &[0xee; 64]);
        let (listed, used) = page(&mut bench, TOP, room, 0);
        assert_eq!((listed.len(), used), (0, room));
        assert_eq!(bench.bytes[BUFFER + room as usize], 0xee, "nothing is written behind the buffer");
    }
}

#[test]
fn a_cookie_goes_on_after_its_name() {
    let mut bench = Bench::with(&[("a", b""), ("b", b""), ("c", b"")]);
    let (listed, _) = page(&mut bench, TOP, 1_000, 0);
    for (at, entry) in listed.iter().enumerate() {
        assert_eq!(page(&mut bench, TOP, 1_000, entry.next).0, listed[at + 1..], "{entry:?}");
    }
    assert_eq!(page(&mut bench, TOP, 1_000, u64::MAX), (Vec::new(), 0));
}

#[test]
fn names_that_go_and_come_disturb_no_listing() {
    let mut bench = Bench::new();
    for number in 0..100 {
        bench.touch(&format!("f{number:02}"));
    }
    // As `rm -r` does it: everything that was listed is removed before the next page.
    let (mut seen, mut cookie) = (0, 0);
    loop {
        let (listed, used) = page(&mut bench, TOP, 128, cookie);
        cookie = listed.last().map_or(cookie, |last| last.next);
        for entry in listed.iter().filter(|entry| !entry.name.starts_with('.')) {
            bench.unlink(&entry.name).expect("it is there");
            seen += 1;
        }
        if used < 128 {
            break;
        }
    }
    assert_eq!(seen, 100);
    bench.touch("late");
    assert_eq!(page(&mut bench, TOP, 128, cookie).0.len(), 1);
}

#[test]
fn a_thousand_files_are_listed() {
    let mut bench = Bench::new();
    for number in 0..1_000 {
        bench.touch(&format!("file.{number}"));
    }
    assert_eq!(all(&mut bench, TOP, 256).len(), 1_002);
}

#[test]
fn what_cannot_be_listed() {
    let mut bench = Bench::with(&[("file", b"")]);
    let file = bench.open("file", 0).expect("it is there");
    bench.check(Call::FdReaddir, &[file, BUFFER as u64, 100, 0, RESULT as u64], NOTDIR);
    bench.check(Call::FdReaddir, &[0, BUFFER as u64, 100, 0, RESULT as u64], NOTDIR);
    bench.check(Call::FdReaddir, &[9, BUFFER as u64, 100, 0, RESULT as u64], BADF);
    bench.check(Call::FdReaddir, &[TOP, 65_500, 100, 0, RESULT as u64], FAULT);
    bench.check(Call::FdReaddir, &[TOP, BUFFER as u64, 100, 0, 65_535], FAULT);
}
