//! `botyard licences`: the parts that others have written, and their terms.

use super::test_dir::TestDir;

#[cfg(licences)]
#[test]
fn everything_that_is_shipped_is_listed_with_a_text() {
    let list = TestDir::new().run(&["licences"]).stdout(0);
    let (components, texts) =
        list.split_once(&format!("\n\n{}\n", "-".repeat(80))).expect("texts follow the components");
    let lines: Vec<_> = components.lines().skip_while(|line| !line.is_empty()).skip(1).collect();
    assert!(lines.len() > 100, "{components}");
    for (start, places) in [
        ("Botyard ", "program, page, bots"),
        ("Rust's standard library 1.", "program, page, bots"),
        ("wasi-libc, with musl ", "bots"),
        ("SQLite ", "program"),
        ("wasmtime 4", "program"),
        ("yew 0.", "page"),
        ("serde_json 1.", "program, page"),
    ] {
        let line = lines.iter().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start} is missing"));
        assert!(line.contains(places), "{line}");
    }
    assert!(lines.iter().all(|line| !line.starts_with("syn ")), "it is part of the compilation alone");
    for start in ["QuickJS-ng ", "LLVM's compiler-rt "] {
        let line = lines.iter().find(|line| line.starts_with(start));
        assert_eq!(line.is_some(), cfg!(javascript), "{start}");
        assert!(line.is_none_or(|line| line.ends_with(" JavaScript interpreter")), "{line:?}");
    }
    for start in ["CPython 3.12.0 ", "CPython's build ", "zlib, bzip2, libmpdec, Expat "] {
        let line = lines.iter().find(|line| line.starts_with(start));
        assert_eq!(line.is_some(), cfg!(python), "{start}");
        assert!(line.is_none_or(|line| line.ends_with(" Python interpreter")), "{line:?}");
    }
    assert!(texts.contains("The Rust Project Contributors\n\nPermission is hereby granted, free of charge"), "{texts}");
    assert_eq!(texts.matches("May you do good and not evil.").count(), 1);
    if cfg!(javascript) {
        let line = format!("\n{}\n", "-".repeat(80));
        let is_of = |text: &&str| text.lines().next().is_some_and(|names| names.contains("LLVM's compiler-rt"));
        let text = texts.split(&*line).find(is_of).expect("a text for the library of clang");
        assert!(text.contains("LLVM Exceptions to the Apache 2.0 License"), "{text}");
    }
}

/// The list has them if the editor was made before it.
#[cfg(licences)]
#[test]
fn the_packages_of_the_editor_are_listed_if_it_was_made() {
    let list = TestDir::new().run(&["licences"]).stdout(0);
    let (components, texts) =
        list.split_once(&format!("\n\n{}\n", "-".repeat(80))).expect("texts follow the components");
    let lines: Vec<_> = components.lines().filter(|line| line.ends_with(" editor")).collect();
    if lines.is_empty() {
        let is_demanded = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(!is_demanded, "`cargo xtask test` makes the editor first, and then the list");
        return;
    }
    let package: serde_json::Value =
        serde_json::from_str(include_str!("../../../web/editor/package.json")).expect("it is JSON");
    let direct = package["dependencies"].as_object().expect("packages").keys().map(String::as_str);
    for name in direct.chain(["@lezer/common", "@lezer/javascript", "@lezer/lr", "crelt", "style-mod", "w3c-keyname"]) {
        let line = lines.iter().find(|line| line.starts_with(&format!("{name} ")));
        let line = line.unwrap_or_else(|| panic!("{name} is missing: {lines:?}"));
        assert!(line.contains(" MIT "), "{line}");
    }
    assert!(texts.contains("by Marijn Haverbeke"), "{texts}");
}

#[cfg(not(licences))]
#[test]
fn it_is_said_how_the_list_is_made() {
    let told = TestDir::new().run(&["licences"]).complaint(5);
    assert!(told.contains("run `cargo xtask licences && cargo install --path native`"), "{told}");
}
