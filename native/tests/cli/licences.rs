//! `botyard licences`: what others have written, and under which terms.

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
    let quickjs = lines.iter().find(|line| line.starts_with("QuickJS-ng "));
    assert_eq!(quickjs.is_some(), cfg!(javascript));
    assert!(texts.contains("The Rust Project Contributors\n\nPermission is hereby granted, free of charge"), "{texts}");
    assert_eq!(texts.matches("May you do good and not evil.").count(), 1);
}

#[cfg(not(licences))]
#[test]
fn it_is_said_how_the_list_is_made() {
    let told = TestDir::new().run(&["licences"]).complaint(5);
    assert!(told.contains("run `cargo xtask licences && cargo install --path native`"), "{told}");
}
