//! The page: the parts that `index.html` names, and what is made of them for visitors and for tests.
//! Knows nothing of what is on it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use crate::bots;
use crate::checkout::Checkout;
use crate::editor::EditorScript;
use crate::interpreters;
use crate::licence_list::LicenceList;
use crate::manual;
use crate::optimizer;
use crate::plan::{self, Item};
use crate::run::{run, run_together};
use crate::style;
use crate::targets;

/// The form in which a page is built. The profiles are those that `index.html` names.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Small, for visitors.
    Shipped,
    /// Built quickly, for developers.
    Quick,
}

impl Form {
    fn profile(self) -> &'static str {
        match self {
            Self::Shipped => "page",
            Self::Quick => "page-dev",
        }
    }
}

/// The environment variable with the address at which the page will be; the native program uses it
/// in its links.
const PAGE_URL: &str = "BOTYARD_PAGE_URL";

/// How to build the page.
#[derive(Args)]
pub struct Build {
    /// Say what there is to do and do none of it
    #[arg(long)]
    list: bool,
}

impl Build {
    /// Builds the page into `dist/`, optimised for size.
    ///
    /// # Errors
    /// When a tool cannot be installed or the page does not compile.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let mut items = prerequisites_and_interpreters(checkout);
        items.extend(optimizer::missing());
        items.extend(EditorScript::new(checkout).missing());
        items.push(bots::item(checkout));
        items.push(programs_item(checkout, Form::Shipped, "package-page"));
        items.push(Item::new("putting the page together", 60, || bundle(checkout)));
        if self.list {
            plan::list(&items);
            return Ok(());
        }
        plan::follow(items)?;
        println!("\nThe page is in {}; docs/hosting.md says how to serve it.", checkout.dist().display());
        Ok(())
    }
}

/// The rules that decide which functions of the page's program are fetched after the first board.
const DEFERRAL_RULES: &str = "web/page/deferral-rules.txt";

/// Builds the page into `dist/`, packaged for a static host.
///
/// # Errors
/// When a tool is missing or the page does not compile.
pub fn bundle(checkout: &Checkout) -> Result<()> {
    let made = checkout.output().join("bundled-page");
    let mut package = package(checkout, Form::Shipped)?;
    package.arg(&made).arg("--deferral-rules").arg(checkout.root().join(DEFERRAL_RULES));
    if let Some(program) = optimizer::program() {
        package.arg("--wasm-opt").arg(program);
    }
    if let Some(url) = std::env::var_os(PAGE_URL).filter(|url| !url.is_empty()) {
        package.arg("--url").arg(url);
    }
    run(&mut package)?;
    replace(&made, &checkout.dist())
}

/// Builds the parts of a page and the program that packages it; returns the command, which takes
/// the folder of the page.
fn package(checkout: &Checkout, form: Form) -> Result<Command> {
    plan::follow(EditorScript::new(checkout).missing().into_iter().collect())?;
    prepare(checkout)?;
    compile(checkout, form, "package-page")?;
    let mut package = Command::new(checkout.program("package-page"));
    package.args([checkout.root(), &checkout.page_programs()]);
    Ok(package)
}

/// Replaces the old page, which stays until the new one is complete.
fn replace(new: &Path, old: &Path) -> Result<()> {
    if old.exists() {
        std::fs::remove_dir_all(old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    std::fs::rename(new, old).with_context(|| format!("cannot move {} to {}", new.display(), old.display()))
}

/// Builds the page in the form that builds quickly.
///
/// # Errors
/// When a tool is missing or the page does not compile.
pub fn bundle_quickly(checkout: &Checkout) -> Result<()> {
    // Browser cases run it under the same policy as visitors' pages.
    run(package(checkout, Form::Quick)?.arg("--quick").arg(checkout.quick_dist()))
}

/// What to build before the page is put together.
#[derive(Args)]
pub struct Prepare {
    /// Build the page's programs too, in this form; trunk builds them itself
    #[arg(long, value_name = "FORM")]
    programs: Option<Form>,
}

impl Prepare {
    /// Builds the parts of the page.
    ///
    /// # Errors
    /// When something does not compile.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        prepare(checkout)?;
        self.programs.map_or(Ok(()), |form| run(&mut programs(checkout, form)))
    }
}

/// Builds the parts of the page except its programs: the bots, the style sheet, the manual, the
/// editor if that needs no installation, and the list of licences.
///
/// # Errors
/// When something does not compile.
pub fn prepare(checkout: &Checkout) -> Result<()> {
    plan::follow(prerequisites())?;
    bots::modules(checkout)?;
    style::join(checkout)?;
    manual::write(checkout)?;
    EditorScript::new(checkout).refresh()?;
    LicenceList::new(checkout).refresh()
}

/// An item that builds the page's programs, and beside them a program of this system that makes
/// something of them.
pub fn programs_item<'a>(checkout: &'a Checkout, form: Form, maker: &'a str) -> Item<'a> {
    let (what, about) = match form {
        Form::Shipped => ("building the page's programs", 150),
        Form::Quick => ("building the page's programs, quickly", 110),
    };
    Item::new(what, about, move || compile(checkout, form, maker))
}

/// Builds the page's programs and, at the same time, this program of the workspace: alone, each
/// leaves a processor idle while it links.
fn compile(checkout: &Checkout, form: Form, maker: &str) -> Result<()> {
    let mut build = checkout.cargo_with_lints();
    build.args(["build", "--workspace", "--bin", maker]);
    run_together(&mut [programs(checkout, form), build])
}

/// The packages whose programs `index.html` names.
const PROGRAMS: [&str; 6] = ["-p", "botyard-web", "-p", "botyard-web-worker", "-p", "botyard-web-desk"];

/// The command that builds the page's programs.
fn programs(checkout: &Checkout, form: Form) -> Command {
    let mut cargo = checkout.cargo();
    cargo.args(["build", "--target", targets::PAGE, "--profile", form.profile(), "--bins"]).args(PROGRAMS);
    cargo
}

/// Items for all that must be installed before the page can be built.
pub fn prerequisites() -> Vec<Item<'static>> {
    targets::missing(&[targets::PAGE, targets::BOT])
}

/// Like [`prerequisites`], with the interpreters of scripts.
pub fn prerequisites_and_interpreters(checkout: &Checkout) -> Vec<Item<'_>> {
    prerequisites().into_iter().chain(interpreters::missing(checkout)).collect()
}
