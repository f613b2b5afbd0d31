//! Serves the page on this machine while it is worked on: after a change of a source it has the
//! page's parts built, puts the page together anew and has open pages load it. `cargo xtask serve`
//! calls it. Does not know what the parts are, nor how they are built.

mod changes;
mod served_page;
mod server;

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use botyard_page_assembly::{PageAssembler, PageForm};
use clap::Parser;
use tokio::sync::watch;

use self::changes::SourceChanges;
use self::served_page::ServedPage;

/// Serves the page and builds it again after changes.
#[derive(Parser)]
struct Arguments {
    /// The folder with index.html, which names the parts
    root: PathBuf,
    /// The folder where cargo leaves the programs that index.html names
    programs: PathBuf,
    /// A folder of files that are made while the page is served, and served beside it
    beside: PathBuf,
    /// The port on 127.0.0.1
    #[arg(long)]
    port: u16,
    /// Serve the small form of the page
    #[arg(long)]
    release: bool,
    /// A file or folder of sources, seen from the folder with index.html; can be given several times
    #[arg(long = "watch")]
    sources: Vec<PathBuf>,
    /// The command that builds the parts
    #[arg(last = true, required = true)]
    build: Vec<OsString>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let form = if arguments.release { PageForm::Shipped } else { PageForm::Quick };
    let mut assembler = PageAssembler::new(&arguments.root, &arguments.programs, form);
    let sources = arguments.sources.iter().map(|source| arguments.root.join(source));
    // A change while the page is put together for the first time counts.
    let changes = SourceChanges::watch(sources)?;
    let (pages, page) = watch::channel(Arc::new(ServedPage::new(assembler.assemble()?)));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port))
        .with_context(|| format!("port {} on 127.0.0.1 is taken", arguments.port))?;
    let (program, words) = arguments.build.split_first().context("no command builds the parts")?;
    let mut build = Command::new(program);
    build.args(words).current_dir(&arguments.root);
    thread::spawn(move || {
        changes.for_each(|()| renew(&pages, || build_parts(&mut build).and_then(|()| assembler.assemble())))
    });
    // Whoever has started this program reads one line.
    println!("serving");
    server::serve(listener, page, arguments.beside)
}

fn build_parts(build: &mut Command) -> Result<()> {
    let status = build.status().with_context(|| format!("cannot start {}", build.get_program().display()))?;
    anyhow::ensure!(status.success(), "the parts do not build ({status})");
    Ok(())
}

/// Replaces the page by what is made, if that is another one; if it cannot be made, says why.
fn renew(pages: &watch::Sender<Arc<ServedPage>>, make: impl FnOnce() -> Result<botyard_page_assembly::PageFiles>) {
    match make() {
        Ok(files) => {
            let page = ServedPage::new(files);
            let is_new = pages.send_if_modified(|served| {
                let is_new = !served.has_files_of(&page);
                if is_new {
                    *served = Arc::new(page);
                }
                is_new
            });
            eprintln!("{}", if is_new { "The page is new." } else { "The page is as before." });
        }
        Err(error) => eprintln!("The page stays as it was: {error:#}"),
    }
}
