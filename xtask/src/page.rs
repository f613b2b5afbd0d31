//! The page: built by trunk from `index.html`, and served on this machine. Knows nothing of what is
//! on it.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::being_built::BeingBuilt;
use crate::bots;
use crate::checkout::Checkout;
use crate::durations::exactly;
use crate::editor::EditorScript;
use crate::javascript::Interpreter;
use crate::licence_list::LicenceList;
use crate::manual;
use crate::optimizer;
use crate::plan::{self, Item};
use crate::run::{announce, run, typed};
use crate::style;
use crate::targets;
use crate::tools::{self, MissingTools, Tool};

/// The port that is tried first.
const USUAL_PORT: u16 = 8080;

/// How to serve the page.
#[derive(Args)]
pub struct Serve {
    /// The port to serve on, 0 for a free one [default: 8080, or a free one where that is taken]
    #[arg(long)]
    port: Option<u16>,
    /// Serve the small page that visitors get; it takes longer to build
    #[arg(long)]
    release: bool,
}

/// The form in which a page is built. The profiles are those that `index.html` names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Small, for visitors.
    Shipped,
    /// Built quickly, for developers.
    Quick,
}

impl Form {
    /// The form that trunk is about to build, which it passes to its hooks; `Quick` without trunk.
    fn of_trunk() -> Self {
        match std::env::var("TRUNK_PROFILE").as_deref() {
            Ok("release") => Self::Shipped,
            _ => Self::Quick,
        }
    }

    fn profile(self) -> &'static str {
        match self {
            Self::Shipped => "page",
            Self::Quick => "page-dev",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Shipped => &["--release"],
            Self::Quick => &[],
        }
    }
}

impl Serve {
    /// Installs what is missing, builds and serves the page, and builds it again after each change
    /// of a source, until it is interrupted.
    ///
    /// # Errors
    /// When a tool cannot be installed, the port is taken, or trunk ends.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let start = Instant::now();
        let port = self.port.filter(|&port| port > 0).map_or_else(free_port, Ok)?;
        check_free(port)?;
        let form = if self.release { Form::Shipped } else { Form::Quick };
        let mut items = prerequisites(checkout)?;
        items.push(bots::item(checkout));
        items.push(programs_item(checkout, form));
        plan::follow(items)?;
        let mut trunk = trunk(checkout)?;
        trunk.args(["serve", "--address", "127.0.0.1", "--port", &port.to_string()]).args(form.arguments());
        trunk.arg("--dist").arg(checkout.served());
        // The page is served before its editor and its interpreter are built.
        EditorScript::new(checkout).make_beside(checkout.served());
        if let Some(mut making) = Interpreter::new(checkout).make_beside()? {
            let mark = BeingBuilt::interpreter(&checkout.served());
            thread::spawn(move || {
                // The process prints its own errors.
                let _ = making.wait();
                drop(mark);
            });
        }
        announce(&trunk);
        let mut serving = trunk.spawn().with_context(|| format!("cannot start {}", typed(&trunk)))?;
        wait_until_served(&mut serving, port)?;
        // A script that was built while trunk built the page may be missing from it.
        EditorScript::new(checkout).put_beside(&checkout.served())?;
        println!(
            "\nBotyard is at http://127.0.0.1:{port}/ (ready after {}; Ctrl-C ends it)\n",
            exactly(start.elapsed())
        );
        let status = serving.wait()?;
        bail!("trunk ended ({status})");
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
        let mut items = prerequisites_and_interpreter(checkout)?;
        items.extend(optimizer::missing());
        items.extend(EditorScript::new(checkout).missing());
        items.push(bots::item(checkout));
        items.push(programs_item(checkout, Form::Shipped));
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

/// Builds the page into `dist/` with installed tools: trunk's build, packaged for a static host.
///
/// # Errors
/// When a tool is missing or the page does not compile.
pub fn bundle(checkout: &Checkout) -> Result<()> {
    plan::follow(EditorScript::new(checkout).missing().into_iter().collect())?;
    let made = checkout.output().join("bundled-page");
    run(trunk(checkout)?.arg("build").args(Form::Shipped.arguments()).arg("--dist").arg(&made))?;
    let mut package = package(checkout)?;
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

/// Builds the program that packages a page; returns the command.
fn package(checkout: &Checkout) -> Result<Command> {
    run(checkout.cargo_with_lints().args(["build", "--workspace", "--bin", "package-page"]))?;
    Ok(Command::new(checkout.program("package-page")))
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
    plan::follow(EditorScript::new(checkout).missing().into_iter().collect())?;
    let page = checkout.quick_dist();
    run(trunk(checkout)?.arg("build").args(Form::Quick.arguments()).arg("--dist").arg(&page))?;
    // Browser cases run it under the same policy as visitors' pages.
    run(package(checkout)?.arg("--quick").arg(page))
}

/// Builds the parts that trunk puts together: the bots, the style sheet, the manual, the list of
/// licences, and the page's programs. Trunk's hook calls this.
///
/// # Errors
/// When something does not compile.
pub fn prepare(checkout: &Checkout) -> Result<()> {
    plan::follow(targets::missing(&[targets::PAGE, targets::BOT]))?;
    bots::modules(checkout)?;
    style::join(checkout)?;
    manual::write(checkout)?;
    EditorScript::new(checkout).refresh()?;
    LicenceList::new(checkout).refresh()?;
    programs(checkout, Form::of_trunk())
}

fn programs_item(checkout: &Checkout, form: Form) -> Item<'_> {
    let (what, about) = match form {
        Form::Shipped => ("building the page's programs", 150),
        Form::Quick => ("building the page's programs, quickly", 110),
    };
    Item::new(what, about, move || programs(checkout, form))
}

/// The packages whose programs `index.html` names.
const PROGRAMS: [&str; 3] = ["web/page/Cargo.toml", "web/worker/Cargo.toml", "web/series/Cargo.toml"];

/// Builds the page's programs, with one call of cargo per package, which links several at once;
/// trunk, which requests one program after the other, finds them built. The calls choose packages
/// as trunk does, so that cargo sees the same build: a call for all packages would choose the
/// page's features of shared dependencies for the worker too.
fn programs(checkout: &Checkout, form: Form) -> Result<()> {
    for manifest in PROGRAMS {
        let mut cargo = checkout.cargo();
        cargo.args(["build", "--target", targets::PAGE, "--profile", form.profile(), "--bins"]);
        run(cargo.arg("--manifest-path").arg(checkout.root().join(manifest)))?;
    }
    Ok(())
}

/// Items for all that must be installed before the page can be built.
///
/// # Errors
/// When `Cargo.lock` names no wasm-bindgen.
pub fn prerequisites(checkout: &Checkout) -> Result<Vec<Item<'static>>> {
    let mut items = targets::missing(&[targets::PAGE, targets::BOT]);
    items.extend(missing_tools(checkout)?.installation(None));
    Ok(items)
}

/// Like [`prerequisites`], with the interpreter of JavaScript bots: it is built beside the tools if
/// these are missing too.
///
/// # Errors
/// When `Cargo.lock` names no wasm-bindgen.
pub fn prerequisites_and_interpreter(checkout: &Checkout) -> Result<Vec<Item<'_>>> {
    let mut items = targets::missing(&[targets::PAGE, targets::BOT]);
    let (tools, interpreter) = (missing_tools(checkout)?, Interpreter::new(checkout));
    if tools.is_empty() {
        items.extend(interpreter.missing());
    } else {
        items.extend(tools.installation(interpreter.side_job()?));
    }
    Ok(items)
}

fn missing_tools(checkout: &Checkout) -> Result<MissingTools> {
    Ok(MissingTools::among([Tool::trunk(), Tool::wasm_bindgen(checkout)?]))
}

fn trunk(checkout: &Checkout) -> Result<Command> {
    let wasm_bindgen = Tool::wasm_bindgen(checkout)?;
    let mut command = Command::new(Tool::trunk().program()?);
    checkout.build_here(command.current_dir(checkout.root())).env("PATH", tools::path_with(&[&wasm_bindgen])?);
    // Trunk reads this one as a boolean and refuses the usual `1`.
    command.env_remove("NO_COLOR");
    // Trunk would offer an update to a version that this compiler cannot build.
    command.arg("--skip-version-check");
    Ok(command)
}

fn free_port() -> Result<u16> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, USUAL_PORT)).or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
    Ok(listener.context("no port is free on 127.0.0.1")?.local_addr()?.port())
}

fn check_free(port: u16) -> Result<()> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(drop).with_context(|| match port {
        0..1024 => format!("port {port} on 127.0.0.1 is taken or not allowed; `--port` chooses another"),
        _ => format!("port {port} on 127.0.0.1 is taken; `--port` chooses another"),
    })
}

fn wait_until_served(serving: &mut Child, port: u16) -> Result<()> {
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        if let Some(status) = serving.try_wait()? {
            bail!("trunk ended before it served anything ({status})");
        }
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
