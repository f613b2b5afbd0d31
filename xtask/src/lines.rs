//! Counts the lines of the project's own sources: code, comments and tests, for each package. What
//! is generated is not counted. Knows no syntax beyond how comments and Rust's test modules begin.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::AddAssign;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::checkout::Checkout;

/// The endings of counted files, each with how a line that is only a comment can begin.
const LANGUAGES: [(&str, &[&str]); 7] = [
    ("rs", &["//"]),
    ("js", &["//", "/*", "*"]),
    ("mjs", &["//", "/*", "*"]),
    ("ts", &["//", "/*", "*"]),
    ("css", &["/*", "*"]),
    ("html", &["<!--"]),
    ("py", &["#"]),
];

/// Folders and beginnings of names that hold only tests, or only what tests use.
const TEST_PATHS: [&str; 10] = [
    "tests/",
    "benches/",
    "e2e/",
    "hostile/",
    "fuzz/",
    "conformance/",
    "effort/",
    "web/testing/",
    "tests.rs",
    ".test.",
];

/// A file was written by a program if its first line has one of these.
const GENERATED: [&str; 2] = ["Generated", "Made from"];

/// Counts the lines of code, comments and tests, and names the longest files.
#[derive(Args)]
pub struct Lines {
    /// How many of the longest files are listed: a long file may hold more than one concept
    #[arg(long, value_name = "FILES", default_value_t = 10)]
    longest: usize,
}

/// Lines that are not blank.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Count {
    /// Without comments and tests.
    code: usize,
    /// Of code.
    comments: usize,
    /// With their comments.
    tests: usize,
}

impl AddAssign for Count {
    fn add_assign(&mut self, more: Self) {
        self.code += more.code;
        self.comments += more.comments;
        self.tests += more.tests;
    }
}

impl Lines {
    /// Prints the counts.
    ///
    /// # Errors
    /// When git does not list the files, or one of them cannot be read.
    pub fn run(&self, checkout: &Checkout) -> Result<()> {
        let packages = list_files(checkout, "Cargo.toml")?;
        let mut counts = BTreeMap::<String, Count>::new();
        let mut files = Vec::new();
        for (ending, comments) in LANGUAGES {
            for path in list_files(checkout, &format!("*.{ending}"))? {
                let file = checkout.root().join(&path);
                let text = fs::read_to_string(&file).with_context(|| format!("cannot read {path}"))?;
                let count = count_lines(&path, &text, comments);
                *counts.entry(package_of(&path, &packages)).or_default() += count;
                files.push((count.code, path));
            }
        }
        println!("{:20} {:>8} {:>8} {:>8}", "", "code", "comments", "tests");
        let mut total = Count::default();
        for (package, count) in &counts {
            print_row(package, *count);
            total += *count;
        }
        print_row("all", total);
        files.sort_unstable_by(|one, other| other.cmp(one));
        println!("\nThe longest files, by lines of code:");
        files.iter().take(self.longest).for_each(|(lines, path)| println!("{lines:5} {path}"));
        Ok(())
    }
}

fn print_row(name: &str, count: Count) {
    println!("{name:20} {:8} {:8} {:8}", count.code, count.comments, count.tests);
}

/// The files that git knows or would add, by their paths in the checkout; `pattern` is a file's
/// name, or its ending.
fn list_files(checkout: &Checkout, pattern: &str) -> Result<Vec<String>> {
    let mut command = Command::new("git");
    command.current_dir(checkout.root()).args(["ls-files", "--cached", "--others", "--exclude-standard", "--"]);
    let output = command.args([pattern, &format!("**/{pattern}")]).output().context("cannot start git")?;
    ensure!(output.status.success(), "git does not list the files: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).context("a path is not UTF-8")?;
    let exists = |path: &&str| checkout.root().join(path).is_file();
    let paths: BTreeSet<_> = names.lines().filter(exists).map(str::to_owned).collect();
    Ok(paths.into_iter().collect())
}

/// The folder of the package that holds this file; of a file outside packages, its first two folders.
fn package_of(path: &str, packages: &[String]) -> String {
    let folders =
        packages.iter().filter_map(|manifest| manifest.strip_suffix("Cargo.toml")).filter(|it| !it.is_empty());
    let own = folders.filter(|folder| path.starts_with(folder)).max_by_key(|folder| folder.len());
    match own {
        Some(folder) => folder.to_owned(),
        None => path.split_inclusive('/').filter(|part| part.ends_with('/')).take(2).collect(),
    }
}

/// Counts the lines of one file. A line belongs to a Rust test module from its `#[cfg(test)]` to the
/// brace that closes it, which stands at the line's beginning as rustfmt puts it.
fn count_lines(path: &str, text: &str, comments: &[&str]) -> Count {
    let mut count = Count::default();
    if text.lines().next().is_some_and(|first| GENERATED.iter().any(|words| first.contains(words))) {
        return count;
    }
    let is_test_file = TEST_PATHS.iter().any(|part| path.starts_with(part) || path.contains(&format!("/{part}")))
        || path.contains(".test.");
    let mut is_in_tests = false;
    for line in text.lines() {
        is_in_tests |= line == "#[cfg(test)]";
        let trimmed = line.trim_start();
        match () {
            () if trimmed.is_empty() => {}
            () if is_test_file || is_in_tests => count.tests += 1,
            () if comments.iter().any(|beginning| trimmed.starts_with(beginning)) => count.comments += 1,
            () => count.code += 1,
        }
        let is_end = line == "}" || (line.ends_with(';') && !line.starts_with(' ') && !line.starts_with('#'));
        is_in_tests &= !is_end;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> Count {
        let ending = path.rsplit('.').next().unwrap();
        let (_, comments) = LANGUAGES.iter().find(|(known, _)| *known == ending).unwrap();
        count_lines(path, text, comments)
    }

    #[test]
    fn code_comments_and_tests_are_told_apart() {
        let text = "//! A file.\n\nfn f() {\n    // Why.\n    g(); // How.\n}\n\n#[cfg(test)]\nmod tests {\n    // A test.\n    fn t() {\n    }\n}\n\nfn h() {}\n";
        assert_eq!(count("engine/src/a.rs", text), Count { code: 4, comments: 2, tests: 6 });
        assert_eq!(count("engine/tests/a.rs", text), Count { code: 0, comments: 0, tests: 12 });
        assert_eq!(count("e2e/src/a.rs", text), Count { code: 0, comments: 0, tests: 12 });
        let declared = "#[cfg(test)]\nmod tests;\nmod other;\n#[cfg(test)]\nuse a::b;\nfn f() {}\n";
        assert_eq!(count("engine/src/a.rs", declared), Count { code: 2, comments: 0, tests: 4 });
        assert_eq!(
            count("web/page/js/a.js", "/**\n * What.\n */\nf();\n// Why.\n"),
            Count { code: 1, comments: 4, tests: 0 }
        );
        assert_eq!(count("web/page/js/a.test.js", "f();\n"), Count { code: 0, comments: 0, tests: 1 });
        assert_eq!(count("web/protocol/p.d.ts", "// Generated by a test.\ntype A = 1;\n"), Count::default());
    }

    #[test]
    fn a_file_belongs_to_the_innermost_package() {
        let packages = ["Cargo.toml", "native/Cargo.toml", "native/host/Cargo.toml"].map(str::to_owned);
        let check = |path: &str, expected: &str| assert_eq!(package_of(path, &packages), expected);
        check("native/host/src/lib.rs", "native/host/");
        check("native/src/lib.rs", "native/");
        check("web/editor/src/steps/main.js", "web/editor/");
        check("index.html", "");
    }
}
