//! Takes a picture of the built page, to look at it at any size. `cargo xtask shot` calls it.

use std::path::PathBuf;

use anyhow::Result;
use botyard_e2e::{Browser, BrowserKind, Size};
use clap::Parser;

/// Takes a picture of the built page.
#[derive(Parser)]
#[command(bin_name = "cargo xtask shot")]
struct Shot {
    /// The address within the page, as `#/connect-four`, or an empty text
    route: String,
    /// The PNG file to write
    file: PathBuf,
    /// The page's width in CSS pixels
    #[arg(long, default_value_t = Size::DESKTOP.width)]
    width: u32,
    /// The page's height in CSS pixels
    #[arg(long, default_value_t = Size::DESKTOP.height)]
    height: u32,
    /// chromium or firefox
    #[arg(long, default_value_t = BrowserKind::Chromium)]
    browser: BrowserKind,
    /// JavaScript to run before; a promise it returns is awaited
    #[arg(long)]
    script: Option<String>,
    /// How long to wait after loading, in milliseconds
    #[arg(long, default_value_t = 1_000)]
    wait: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let shot = Shot::parse();
    let browser = Browser::start(shot.browser).await?;
    let taken = shot.take(&browser).await;
    browser.quit().await?;
    taken
}

impl Shot {
    async fn take(&self, browser: &Browser) -> Result<()> {
        browser.resize(Size { width: self.width, height: self.height }).await?;
        browser.open(&self.route).await?;
        self.pause().await;
        if let Some(script) = &self.script {
            println!("script: {}", browser.script(script, vec![]).await?);
            self.pause().await;
        }
        browser.screenshot(&self.file).await?;
        for error in browser.console_errors() {
            println!("console: {error}");
        }
        println!("{} in {}: {}", self.route, browser.kind(), self.file.display());
        Ok(())
    }

    async fn pause(&self) {
        tokio::time::sleep(std::time::Duration::from_millis(self.wait)).await;
    }
}
