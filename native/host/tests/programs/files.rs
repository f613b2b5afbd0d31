//! A program that uses the files that the standard library knows, and prints what it finds. As a
//! bot it counts its games in a file and then resigns by leaving.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::time::{Duration, Instant, SystemTime};

fn main() -> io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("files") => files(),
        Some("time") => time(),
        Some("surroundings") => surroundings(),
        _ => bot(),
    }
}

fn bot() -> io::Result<()> {
    let mut counter = OpenOptions::new().create(true).append(true).open("games")?;
    write!(counter, "x")?;
    eprintln!("game {}", fs::metadata("/games")?.len());
    println!("p");
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}

fn files() -> io::Result<()> {
    fs::create_dir_all("a/b/c")?;
    fs::write("a/text", "hello world")?;
    println!("read {}", fs::read_to_string("/a/text")?);
    println!("through .. {}", fs::read_to_string("a/b/../text")?);
    let mut file = OpenOptions::new().read(true).write(true).open("a/text")?;
    file.seek(SeekFrom::End(-5))?;
    let mut rest = String::new();
    file.read_to_string(&mut rest)?;
    println!("seek {rest} {}", file.stream_position()?);
    file.rewind()?;
    file.write_all(b"HELLO")?;
    file.set_len(8)?;
    drop(file);
    OpenOptions::new().append(true).open("a/text")?.write_all(b"!")?;
    println!("changed {}", fs::read_to_string("a/text")?);
    fs::rename("a/text", "a/b/moved")?;
    fs::hard_link("a/b/moved", "a/twin")?;
    fs::copy("a/twin", "a/copy")?;
    println!("moved {} {} {}", fs::exists("a/text")?, fs::metadata("a/b/moved")?.len(), fs::read_to_string("a/copy")?);
    for number in 0..200 {
        File::create(format!("a/b/c/file-{number}"))?;
    }
    println!("listed {}", fs::read_dir("a/b/c")?.filter_map(Result::ok).count());
    let mut names: Vec<_> =
        fs::read_dir("a")?.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<_, _>>()?;
    names.sort();
    println!("names {names:?}");
    println!("kinds {} {}", fs::metadata("a")?.is_dir(), fs::metadata("a/copy")?.is_file());
    refused("missing", fs::read("missing"), ErrorKind::NotFound);
    refused("exists", File::create_new("a/copy"), ErrorKind::AlreadyExists);
    // The standard library has no error kind for it here; 55 is ENOTEMPTY.
    println!("not empty {}", fs::remove_dir("a").err().and_then(|error| error.raw_os_error()) == Some(55));
    println!("out {}", fs::read("../../etc/passwd").is_err() && fs::write("/../x", "").is_err());
    fs::remove_dir_all("a")?;
    println!("left {}", fs::read_dir("/")?.count());
    Ok(())
}

fn refused<T>(what: &str, result: io::Result<T>, kind: ErrorKind) {
    println!("{what} {}", result.err().map(|error| error.kind()) == Some(kind));
}

fn time() -> io::Result<()> {
    let (start, today) = (Instant::now(), SystemTime::now());
    std::thread::sleep(Duration::from_millis(1_500));
    let slept = start.elapsed();
    println!("slept {}", slept >= Duration::from_millis(1_500) && slept < Duration::from_millis(1_510));
    println!(
        "today {}",
        today.duration_since(SystemTime::UNIX_EPOCH).expect("after 1970") > Duration::from_secs(1 << 30)
    );
    fs::write("new", "")?;
    println!("file {}", fs::metadata("new")?.modified()? > today);
    Ok(())
}

fn surroundings() -> io::Result<()> {
    println!("args {:?}", std::env::args().collect::<Vec<_>>());
    println!("env {:?}", std::env::vars().collect::<Vec<_>>());
    println!("book {}", fs::read_to_string("lib/book")?);
    println!("other {}", fs::read_to_string("other/note")?);
    println!("outside {}", fs::read("elsewhere/book").is_err());
    println!("stdin {}", io::read_to_string(io::stdin())?.is_empty());
    eprintln!("said");
    std::process::exit(7);
}
