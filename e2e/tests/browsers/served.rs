//! The page as the native program serves it: an executable plays a module in it, through the
//! program's local server, and when the program ends the page keeps working without it.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::match_page::{MatchPage, native};
use crate::serving_program::ServingProgram;
use anyhow::{Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::Value;

/// A bot that greets and then plays the columns one after the other, twice as often as there is
/// room.
const SHELL_BOT: &str = "#!/bin/sh
echo p
read seat
if [ $seat = 2 ]; then echo '?'; read column; fi
while :; do for column in 4 3 5 2 6 1 7; do echo $column; read answer || exit; done; done
";

/// The mode of a program's file.
const PROGRAM: u32 = 0o755;
/// The mode of a module's file.
const MODULE: u32 = 0o644;

/// The verdicts on a case, one for each build.
const VERDICTS: &str = "return [...document.querySelectorAll('[data-testid=cases-table] tbody td')]\
    .slice(0, -1).map(cell => cell.textContent)";

fn bots(folder: &Path) -> Result<()> {
    let other = SHELL_BOT.replace("4 3 5 2 6 1 7", "7 6 5 4 3 2 1");
    for (name, text) in [("shell-bot", SHELL_BOT), ("other-bot", other.as_str())] {
        put(text, &folder.join(name), PROGRAM)?;
    }
    fs::write(folder.join("asleep"), "#!/bin/sh\n")?;
    Ok(())
}

/// Makes a file, or replaces one, in one step: the program, which watches it, never sees a part of it.
fn put(content: impl AsRef<[u8]>, file: &Path, mode: u32) -> Result<()> {
    let mut new = tempfile::NamedTempFile::new()?;
    new.write_all(content.as_ref())?;
    new.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    new.into_temp_path().persist(file)?;
    Ok(())
}

/// The turn in which an executable differs from this seat's player in the match of a link,
/// according to the native program.
fn differs_natively(browser: &Browser, link: &str, seat: &str, bot: &Path) -> Result<Value> {
    let mut rerun = Command::new(&browser.setting().program);
    let told = rerun.args(["rerun", link, "--json", "--seat", seat]).arg(bot).output()?.stdout;
    Ok(serde_json::from_slice::<Value>(&told)?["difference"]["turn"].take())
}

in_each_browser! {
    #[core]
    async fn an_executable_plays_a_module_in_the_page(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        bots(folder.path())?;
        let path = folder.path().to_string_lossy().into_owned();
        let mut program = ServingProgram::start(browser, &["serve", "--bots", &path, "--port", "0"])?;
        browser.open_address(&program.address()?).await?;
        let match_page = MatchPage::new(browser);
        match_page.to_the_end().await?;
        assert!(!browser.route().await?.contains("server="), "the token does not stay in the address");

        match_page.seat(0, "shell-bot").await?;
        match_page.seat(1, "random").await?;
        match_page.begin().await?;
        match_page.to_the_end_of("shell-bot").await?;
        assert!(match_page.discs().await? >= 7);
        let link = match_page.link().await?;
        assert!(!link.contains("server="), "nor in a link");
        let unready = browser.find_hidden("unready").await?;
        assert!(unready.text().await?.contains("1 bot on this computer is not ready"));

        // Another executable is asked what the module was asked, and plays on against the first.
        browser.click("tab-inspector").await?;
        browser.click("inspect-1").await?;
        browser.choose("rerun-bot", "other-bot").await?;
        let told = browser.wait_for_text("rerun-told", |told| told.contains("differ")).await?;
        let turn = differs_natively(browser, &link, "2", &folder.path().join("other-bot"))?;
        assert_eq!(told, format!("other-bot plays differently at turn {turn}."));
        browser.click("rerun-play-on").await?;
        let told = browser.wait_for_text("rerun-told", |told| told.contains(" Then: ")).await?;
        ensure!(told.starts_with(&format!("other-bot plays differently at turn {turn}. Then: shell-bot wins")), "{told}");
        assert_eq!(browser.attribute("beside", "data-caption").await?.as_deref(), Some("other-bot"));
        browser.click("rerun-close").await?;

        // A change of the executable plays the match again, if that is chosen.
        browser.click("tab-cases").await?;
        browser.choose("series-after-build", "play the match again").await?;
        let shown = async || browser.attribute("match", "data-match").await;
        let before = shown().await?;
        put(SHELL_BOT.replace("4 3 5", "3 4 5"), &folder.path().join("shell-bot"), PROGRAM)?;
        browser.wait_for("it plays again", async || Ok(shown().await? != before)).await?;
        // Regression: "its next match is played by what it is now" stayed beside that match.
        ensure!(browser.find_all("toast").await?.is_empty(), "the next match has begun");
        match_page.to_the_end().await?;

        // The program asks the executable cases, and again after a change.
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        browser.click("keep-case").await?;
        browser.click("series-keep-case").await?;
        let verdict = async || Ok::<_, anyhow::Error>(browser.script(VERDICTS, vec![]).await?[0].clone());
        browser.wait_for("it does so again", async || Ok(verdict().await? == "FAIL")).await?;
        browser.choose("series-after-build", "run all tests").await?;
        put(SHELL_BOT.replace("7; do", "4; do"), &folder.path().join("shell-bot"), PROGRAM)?;
        browser.wait_for("it is asked again", async || Ok(verdict().await? != "FAIL" && verdict().await? != "…")).await?;

        // A bot that is added later is offered at once.
        fs::create_dir(folder.path().join("later"))?;
        put(fs::read(native::module(browser, "connect-four", "random"))?, &folder.path().join("later/bot.wasm"), MODULE)?;
        browser.wait_for_text("toast", |text| text.starts_with("later is new on this computer")).await?;
        match_page.seat(1, "later ·").await?;
        match_page.begin().await?;
        match_page.seat_shows(1, "later").await?;
        match_page.to_the_end().await?;

        // The token is stored for this tab.
        browser.reload().await?;
        // Not the player of the match that is shown: it is not available until the program has
        // listed it.
        match_page.seat(0, "shell-bot ·").await?;
        match_page.seat(1, "Me").await?;
        match_page.begin().await?;
        match_page.awaits_person(1).await?;
        program.interrupt()?;
        browser.wait_for_text("toast", |text| text.contains("was stopped")).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A module of the program's becomes a build, as does each change of its file; a new build is
    /// treated like one of a watched file.
    async fn a_module_on_this_computer_has_builds(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("mine.wasm");
        let put_bot = |bot| put(fs::read(native::module(browser, "connect-four", bot))?, &file, MODULE);
        put_bot("random")?;
        let path = folder.path().to_string_lossy().into_owned();
        let mut program = ServingProgram::start(browser, &["serve", "--bots", &path, "--port", "0"])?;
        browser.open_address(&program.address()?).await?;
        let match_page = MatchPage::new(browser);
        match_page.to_the_end().await?;
        match_page.seat(0, "mine.wasm ·").await?;
        browser.click("seat-0-keep").await?;
        browser.wait_for_text("toast", |text| text.starts_with("mine.wasm will play ")).await?;
        browser.click("tab-cases").await?;
        browser.choose("series-after-build", "play a series against the one before").await?;
        put_bot("tactician")?;
        browser.wait_for_text("series-state", |text| text == "100 games").await?;
        let table = browser.text("series-table").await?;
        ensure!(table.contains("build 2"), "{table}");
        browser.click("tab-players").await?;
        match_page.begin().await?;
        match_page.seat_shows(0, "mine.wasm, build 2").await?;
        match_page.to_the_end().await?;

        // The next build is asked the cases; one that cannot play is reported.
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        browser.click("keep-case").await?;
        browser.click("series-keep-case").await?;
        browser.choose("series-after-build", "run all tests").await?;
        put_bot("negamax")?;
        match_page.seat_shows(0, "mine.wasm, build 3").await?;
        let judged = async || {
            let row = browser.script(VERDICTS, vec![]).await?;
            let is_judged = |at: usize| ["pass", "FAIL", "not reached"].iter().any(|word| row[at] == *word);
            Ok(row.as_array().is_some_and(|row| row.len() == 3) && (0..3).all(is_judged))
        };
        browser.wait_for("all builds are judged", judged).await?;
        browser.choose("series-after-build", "play the match again").await?;
        let shown = async || browser.attribute("match", "data-match").await;
        let before = shown().await?;
        put_bot("negamax-varied")?;
        match_page.seat_shows(0, "mine.wasm, build 4").await?;
        browser.wait_for("it plays the match again", async || Ok(shown().await? != before)).await?;
        match_page.to_the_end().await?;
        put("no module", &file, MODULE)?;
        browser.wait_for_text("toast", |text| text.starts_with("mine.wasm has changed, and cannot play now: ")).await?;
        program.interrupt()?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
