//! The limits of a bot's files and descriptors. Also: hostile calls do no harm, and the same calls
//! give the same files.

use std::sync::Arc;

use super::*;

fn limits() -> FileLimits {
    FileLimits::default()
}

#[test]
fn a_bot_has_so_many_bytes_and_gets_them_back() {
    let mut bench = Bench::new();
    let half = limits().bytes / 2;
    let (one, other) = (bench.open("one", CREAT).expect("made"), bench.open("other", CREAT).expect("made"));
    bench.check(Call::FdFilestatSetSize, &[one, half], 0);
    bench.check(Call::FdAllocate, &[other, 0, half], 0);
    assert_eq!(bench.write_at(other, half, b"x"), Err(NOSPC));
    bench.check(Call::FdFilestatSetSize, &[other, half + 1], NOSPC);
    assert_eq!(bench.symlink("x", "link"), Err(NOSPC));
    assert_eq!(bench.write_at(other, half - 1, b"x"), Ok(1));
    bench.check(Call::FdFilestatSetSize, &[one, limits().bytes + 1], FBIG);
    assert_eq!(bench.write_at(one, u64::MAX, b"xx"), Err(FBIG));
    assert_eq!(bench.write_at(one, 1 << 62, b"xx"), Err(FBIG));
    // A file without a name counts until it is closed.
    bench.unlink("other").expect("it is there");
    assert_eq!(bench.write_at(one, half, b"x"), Err(NOSPC));
    bench.close(other).expect("it is open");
    assert_eq!(bench.write_at(one, half, b"x"), Ok(1));
    bench.check(Call::FdFilestatSetSize, &[one, 0], 0);
    bench.symlink("x", "link").expect("there is room again");
}

#[test]
fn a_file_that_was_cut_gives_its_memory_back() {
    let mut bench = Bench::new();
    for name in ["a", "b", "c"] {
        let fd = bench.open(name, CREAT).expect("it can be made");
        bench.check(Call::FdFilestatSetSize, &[fd, limits().bytes - 10], 0);
        bench.check(Call::FdFilestatSetSize, &[fd, 1], 0);
        bench.close(fd).expect("it is open");
    }
    let kept: usize = ["a", "b", "c"]
        .map(|name| {
            let root = bench.process.files.roots[0];
            let tree = &bench.process.files.tree;
            let id = tree.directory(root).expect("a directory").find(name).expect("it is there");
            match &tree.node(id).kind {
                files::NodeKind::File(files::FileBytes::Own(bytes)) => bytes.capacity(),
                _ => 0,
            }
        })
        .iter()
        .sum();
    assert!(kept < 1_000, "{kept}");
}

#[test]
fn a_bot_has_so_many_names() {
    let mut bench = Bench::new();
    bench.touch("first");
    for number in 1..limits().entries {
        let name = number.to_string();
        match number % 4 {
            0 => bench.touch(&name),
            1 => bench.mkdir(&name).expect("there is room"),
            2 => bench.link("first", &name).expect("there is room"),
            _ => bench.symlink("x", &name).expect("there is room"),
        }
    }
    assert_eq!(bench.open("new", CREAT), Err(NOSPC));
    assert_eq!((bench.mkdir("new"), bench.link("first", "new")), (Err(NOSPC), Err(NOSPC)));
    assert_eq!(bench.symlink("x", "new"), Err(NOSPC));
    bench.rename("first", "renamed").expect("that is no more than before");
    bench.unlink("renamed").expect("it is there");
    bench.touch("new");
}

#[test]
fn a_bot_has_so_many_descriptors() {
    let mut bench = Bench::with(&[("file", b"")]);
    for fd in 4..limits().descriptors as u64 {
        assert_eq!(bench.open("file", 0), Ok(fd));
    }
    assert_eq!(bench.open("file", 0), Err(MFILE));
    assert_eq!(bench.open("new", CREAT), Err(MFILE));
    assert!(!bench.exists("new"));
    bench.close(77).expect("it is open");
    assert_eq!(bench.open("file", 0), Ok(77));
}

#[test]
fn names_and_paths_have_a_length() {
    let mut bench = Bench::new();
    let longest = "n".repeat(limits().name_bytes);
    bench.touch(&longest);
    for path in [format!("{longest}n"), format!("{longest}n/file"), format!("./{longest}n")] {
        assert_eq!(bench.open(&path, CREAT), Err(NAMETOOLONG));
        assert_eq!(bench.mkdir(&path), Err(NAMETOOLONG));
    }
    assert_eq!(bench.rename(&longest, &format!("{longest}n")), Err(NAMETOOLONG));
    assert_eq!(bench.link(&longest, &format!("{longest}n")), Err(NAMETOOLONG));
    let long = "./".repeat(limits().path_bytes as usize / 2);
    assert!(bench.exists(&long));
    assert_eq!(bench.stat(&format!("{long}."), 0), Err(NAMETOOLONG));
    assert_eq!(bench.symlink(&format!("{long}."), "link"), Err(NAMETOOLONG));
}

#[test]
fn directories_have_a_depth() {
    let mut bench = Bench::new();
    // The folder itself is the first.
    let deepest = vec!["d"; limits().depth - 1].join("/");
    for end in 0..limits().depth - 1 {
        bench.mkdir(&deepest[..2 * end + 1]).expect("it is not too deep");
    }
    assert_eq!(bench.mkdir(&format!("{deepest}/d")), Err(NAMETOOLONG));
    bench.touch(&format!("{deepest}/file"));
    bench.mkdir("one").expect("it is new");
    bench.mkdir("one/two").expect("it is new");
    let parent = &deepest[..deepest.len() - 2];
    assert_eq!(bench.rename("one", &format!("{parent}/e")), Err(NAMETOOLONG));
    bench.rename("one/two", &format!("{parent}/e")).expect("it just fits");
}

#[test]
fn what_a_host_brings_must_fit() {
    let load = |entries: &[(&str, Entry)]| {
        let mut folder = Folder::default();
        entries.iter().for_each(|(path, entry)| folder.insert(path, entry.clone()).expect("a path"));
        Process::with_folders(Origin::default(), &[], &[], vec![(ROOT.to_owned(), folder)]).map(|_| ())
    };
    assert_eq!(load(&[("a", Entry::Directory), ("a/b", Entry::file(b"x")), ("c/d", Entry::file(b""))]), Ok(()));
    let refused = |entries: &[(&str, Entry)]| load(entries).expect_err("it does not fit").to_string();
    let large = vec![0; limits().bytes as usize + 1];
    assert_eq!(refused(&[("large", Entry::file(&large))]), "`large` is more than a bot may have");
    assert_eq!(refused(&[("a", Entry::file(b"")), ("a/b", Entry::file(b""))]), "`a/b` is a file and a folder at once");
    let long = "n".repeat(300);
    assert_eq!(refused(&[(&long, Entry::Directory)]), format!("`{long}` is too long a name, or too deep"));
    let mut folder = Folder::default();
    for path in ["", "/", "/a", "a/", "a//b", "..", "a/../b", ".", "a\0"] {
        assert_eq!(folder.insert(path, Entry::Directory), Err(PathError), "{path:?}");
    }
}

#[test]
fn a_folder_goes_out_as_it_came_in() {
    let mut folder = Folder::default();
    for (path, entry) in [
        ("a", Entry::Directory),
        ("a/b", Entry::file(b"text")),
        ("a-b", Entry::file(b"")),
        ("link", Entry::Symlink("a/b".into())),
    ] {
        folder.insert(path, entry).expect("a path");
    }
    let folders = vec![(ROOT.to_owned(), folder.clone())];
    let process = Process::with_folders(Origin::default(), &[], &[], folders).expect("it fits");
    assert_eq!(process.folder(0), folder);
    assert_eq!(process.folder(1), Folder::default());
}

#[test]
fn many_names_of_a_large_file_make_no_larger_folder() {
    let mut bench = Bench::new();
    let fd = bench.open("first", CREAT).expect("it can be made");
    bench.check(Call::FdFilestatSetSize, &[fd, limits().bytes - 10], 0);
    for number in 0..100 {
        bench.link("first", &format!("link-{number}")).expect("it can be linked");
    }
    let sizes = bench.process.folder(0);
    let bytes: usize =
        sizes.iter().map(|(_, entry)| if let Entry::File(bytes) = entry { bytes.len() } else { 0 }).sum();
    assert!(bytes as u64 <= limits().bytes);
}

#[test]
fn files_that_a_host_brings_are_shared_until_they_are_written_to() {
    let brought: Arc<[u8]> = b"text".as_slice().into();
    let mut folder = Folder::default();
    for name in ["read", "written"] {
        folder.insert(name, Entry::File(Arc::clone(&brought))).expect("a name");
    }
    let mut bench = Bench::finding(folder);
    let fd = bench.open("written", 0).expect("it is there");
    bench.write(fd, b"T").expect("it may be written");
    let left = bench.process.folder(0);
    let bytes = |name: &str| match left.find(name) {
        Some(Entry::File(bytes)) => Arc::clone(bytes),
        other => panic!("a file: {other:?}"),
    };
    assert!(Arc::ptr_eq(&bytes("read"), &brought));
    assert_eq!((&*bytes("written"), &*brought), (&b"Text"[..], &b"text"[..]));
}

#[test]
fn a_restarted_run_finds_its_folder_as_it_was() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let fd = bench.open("file", TRUNC).expect("it is there");
    bench.touch("new");
    bench.process.restart(Origin { run: 1, ..Origin::default() });
    assert_eq!(bench.fdstat(fd), Err(BADF));
    assert_eq!((bench.contents("file"), bench.exists("new")), (b"text".to_vec(), false));
}

#[test]
fn a_run_in_another_folder_finds_nothing_of_the_one_before() {
    let mut bench = Bench::with(&[("file", b"text")]);
    let fd = bench.open("file", TRUNC).expect("it is there");
    bench.touch("new");
    bench.process.stdin.push(b"rest").expect("there is room");
    bench.process.clear();
    assert!(bench.process.folder(0).is_empty());
    let mut folder = Folder::default();
    folder.insert("other", Entry::file(b"words")).expect("a path");
    let origin = Origin { run: 1, ..Origin::default() };
    bench.process.restart_in(origin, vec![(ROOT.to_owned(), folder.clone())]).expect("it fits");
    assert_eq!((bench.fdstat(fd), bench.process.stdin.unread()), (Err(BADF), &b""[..]));
    assert_eq!((bench.exists("file"), bench.exists("new")), (false, false));
    assert_eq!((bench.contents("other"), bench.process.folder(0)), (b"words".to_vec(), folder));
}

/// A row of calls that are drawn at random, most of them sensible.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

const NAMES: [&str; 9] = ["a", "b", "c", "a/b", "a/b/c", "b/a", "a/..", ".", "b/"];

/// Does one random action and returns its result as text.
fn act(bench: &mut Bench, dice: &mut Dice) -> String {
    let (one, other) = (NAMES[dice.roll(NAMES.len())], NAMES[dice.roll(NAMES.len())]);
    let fd = 3 + dice.roll(8) as u64;
    let how = [0, CREAT, CREAT | EXCL, TRUNC, DIRECTORY][dice.roll(5)];
    let number = dice.roll(5_000) as u64;
    match dice.roll(14) {
        0 | 1 => format!("{:?}", bench.open(one, how)),
        2 => format!("{:?}", bench.mkdir(one)),
        3 => format!("{:?}", bench.rmdir(one)),
        4 => format!("{:?}", bench.unlink(one)),
        5 => format!("{:?}", bench.rename(one, other)),
        6 => format!("{:?}", bench.link(one, other)),
        7 => format!("{:?}", bench.symlink(one, other)),
        8 => format!("{:?}", bench.close(fd.max(4))),
        9 => format!("{:?}", bench.write_at(fd, number, &[7; 50])),
        10 => format!("{:?}", bench.read_at(fd, number, 100)),
        11 => format!("{:?}", bench.stat(one, number & 1)),
        12 => format!("{:?}", bench.tell(Call::FdReaddir, &[fd, BUFFER as u64, 500, number % 20, RESULT as u64])),
        _ => format!("{:?}", bench.tell(Call::FdRenumber, &[fd.max(4), (fd + 1).max(4)])),
    }
}

/// The counted sizes are the real ones.
fn audit(bench: &Bench) {
    let (tree, mut waiting) = (&bench.process.files.tree, vec![bench.process.files.roots[0]]);
    let (mut entries, mut seen) = (0, std::collections::BTreeMap::new());
    while let Some(id) = waiting.pop() {
        if let Ok(directory) = tree.directory(id) {
            for (name, below) in directory.by_name() {
                entries += 1;
                *seen.entry(below).or_insert(0) += 1;
                assert_eq!(directory.after(0).filter(|(_, listed, _)| *listed == name).count(), 1);
                if tree.is_directory(below) {
                    assert_eq!(tree.directory(below).map(|own| own.parent), Ok(id));
                    waiting.push(below);
                }
            }
        }
    }
    for (id, links) in &seen {
        assert_eq!(tree.node(*id).links, *links);
    }
    assert_eq!(tree.counted().1, entries);
    let named: u64 = seen.keys().map(|id| tree.node(*id).kind.size()).sum();
    assert!(tree.counted().0 >= named);
}

#[test]
fn the_same_calls_give_the_same_files_and_keep_count() {
    for seed in 0..30 {
        let (mut one, mut other) = (Bench::new(), Bench::new());
        let (mut dice, mut again) = (Dice(seed), Dice(seed));
        for _ in 0..600 {
            assert_eq!(act(&mut one, &mut dice), act(&mut other, &mut again));
        }
        assert_eq!(one.process.folder(0), other.process.folder(0));
        audit(&one);
        for fd in 4..40 {
            let _ = one.close(fd);
        }
        audit(&one);
        assert!(one.process.folder(0).iter().count() == one.process.files.tree.counted().1);
    }
}

/// Every call with awkward arguments while files are open: no panic, and nothing beyond the limits.
#[test]
fn hostile_arguments_harm_no_file() {
    let awkward = [0, 1, 2, 3, 4, 5, 6, 8, 64, 1_000, 4_096, 65_535, 65_536, 0x7fff_ffff, 0xffff_fff8, u64::MAX];
    let mut bench = Bench::with(&[("file", b"text"), ("dir/file", b"")]);
    bench.process.stdin.push(&[9; 1_000]).expect("there is room");
    let mut dice = Dice(1);
    for (at, path) in [(0, "file"), (64, "dir"), (1_000, "dir/../new"), (4_096, "dir/file")] {
        bench.put(at, path.as_bytes());
    }
    for round in 0..200 {
        for signature in CALLS.iter().filter(|signature| signature.call != Call::ProcExit) {
            let args: Vec<u64> = signature.params.iter().map(|_| awkward[dice.roll(awkward.len())]).collect();
            let _ = bench.call(signature.call, &args);
            assert!(bench.process.files.tree.counted().0 <= limits().bytes);
            bench.process.stdout.clear();
        }
        if round % 20 == 0 {
            let _ = bench.open("file", CREAT);
            let _ = bench.open_dir("dir");
        }
    }
    audit(&bench);
}
