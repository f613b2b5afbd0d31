//! Takes pictures of the built page at any size: one picture, or those of all named views. `cargo
//! xtask shot` calls it.

mod views;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use botyard_e2e::{Browser, BrowserKind, ColorScheme, Size};
use clap::Parser;
use tokio::time::sleep;

/// Takes a picture of the built page.
#[derive(Parser)]
#[command(bin_name = "cargo xtask shot")]
struct Shot {
    /// The address within the page, as `#/connect-four`, or an empty text
    #[arg(required_unless_present = "views")]
    route: Option<String>,
    /// The PNG file to write
    #[arg(required_unless_present = "views")]
    file: Option<PathBuf>,
    /// Write pictures of all views that have names into this folder instead: as on phones and in
    /// windows, light and dark
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["route", "width", "height", "script", "dark"])]
    views: Option<PathBuf>,
    /// Only the views with this in their names
    #[arg(long, value_name = "PART", default_value = "", requires = "views")]
    only: String,
    /// The page's width in CSS pixels
    #[arg(long, default_value_t = Size::DESKTOP.width)]
    width: u32,
    /// The page's height in CSS pixels
    #[arg(long, default_value_t = Size::DESKTOP.height)]
    height: u32,
    /// As a visitor sees it who prefers dark colours
    #[arg(long)]
    dark: bool,
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
    if let Some(folder) = &shot.views {
        return views::take_all(shot.browser, folder, &shot.only, Duration::from_millis(shot.wait)).await;
    }
    let colors = if shot.dark { ColorScheme::Dark } else { ColorScheme::Light };
    let browser = Browser::start_in(shot.browser, colors).await?;
    let taken = shot.take(&browser).await;
    browser.quit().await?;
    taken
}

impl Shot {
    async fn take(&self, browser: &Browser) -> Result<()> {
        let (route, file) = self.route.as_ref().zip(self.file.as_ref()).context("an address and a file are given")?;
        browser.resize(Size { width: self.width, height: self.height }).await?;
        browser.open(route).await?;
        self.pause().await;
        if let Some(script) = &self.script {
            println!("script: {}", browser.script(script, vec![]).await?);
            self.pause().await;
        }
        browser.screenshot(file).await?;
        for error in browser.console_errors() {
            println!("console: {error}");
        }
        println!("{route} in {}: {}", browser.kind(), file.display());
        Ok(())
    }

    async fn pause(&self) {
        sleep(Duration::from_millis(self.wait)).await;
    }
}
