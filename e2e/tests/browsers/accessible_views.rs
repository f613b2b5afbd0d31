//! Accessibility of views that take some steps to reach: axe-core finds no violation in them, light
//! on a desktop and dark on a phone.

use std::time::Duration;

use anyhow::Result;
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::json;

use crate::accessibility::{AxeCheck, Look};
use crate::bitmartyr::BitMartyrPage;
use crate::folder::copy;
use crate::match_page::{MatchPage, native};
use crate::offline::{find_new_version, open_until_kept};
use crate::series;
use crate::write::{begins, kept, open, to_the_start};

const LOOKS: &[(Size, Look)] = &[(Size::DESKTOP, Look::Light), (Size::PHONE, Look::Dark)];

/// The embedded match.
const FRAMED: &str = "?embed#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M";

/// Longer than a tab waits for a draft that another tab has.
const LOCK_PATIENCE: Duration = Duration::from_secs(2);

in_each_browser! {
    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_notice_of_a_new_version_and_to_no_frame(browser: &Browser) -> Result<()> {
        let mut axe = AxeCheck::new(browser, LOOKS)?;
        let folder = tempfile::tempdir()?;
        copy(&browser.setting().dist, folder.path())?;
        let server = open_until_kept(browser, folder.path()).await?;
        find_new_version(browser, folder.path()).await?;
        axe.judge("a new version").await?;
        browser.open_address(&format!("{}{FRAMED}", server.address())).await?;
        browser.find("verdict").await?;
        // The page around the frame has the heading.
        axe.judge_without("page-has-heading-one", "a frame").await?;
        axe.end()
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_second_board_build_or_persons_turn(browser: &Browser) -> Result<()> {
        let (mut axe, match_page) = (AxeCheck::new(browser, LOOKS)?, MatchPage::new(browser));
        browser.open("#/connect-four").await?;
        match_page.seat(0, "tactician").await?;
        match_page.seat(1, "random").await?;
        match_page.seed(5).await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-1").await?;
        browser.choose("rerun-bot", "negamax").await?;
        browser.wait_for_text("rerun-told", |told| told.contains("differ")).await?;
        browser.click("rerun-play-on").await?;
        browser.wait_for_text("rerun-told", |told| told.contains(" Then: ")).await?;
        browser.find("beside").await?;
        axe.judge("two boards of a rerun").await?;
        browser.click("rerun-close").await?;

        browser.drop_file("board", &native::module(browser, "connect-four", "random")).await?;
        browser.wait_for_text("toast", |text| text.contains(" will play ")).await?;
        browser.click("tab-ladder").await?;
        browser.click("ladder-next").await?;
        browser.wait_for_text("rung-1", |text| text.contains("eaten")).await?;
        axe.judge("the ladder").await?;
        browser.click("tab-cases").await?;
        browser.find("bot-note").await?;
        axe.judge("the builds of a bot").await?;

        match_page.seat(0, "Me").await?;
        match_page.begin().await?;
        match_page.awaits_person(0).await?;
        axe.judge("a person's turn").await?;
        browser.open("#/generals").await?;
        match_page.seat(0, "Me").await?;
        match_page.begin().await?;
        browser.wait_for_text("status", |text| text.contains("Your turn")).await?;
        axe.judge("a person's turn on a map").await?;

        browser.open("#/stratego").await?;
        for seat in 0..2 {
            match_page.seat(seat, "Me").await?;
        }
        match_page.begin().await?;
        browser.click("shuffle").await?;
        browser.click("ready").await?;
        browser.find("cover").await?;
        axe.judge("the cover between two persons").await?;
        axe.end()
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_transcript_as_maps(browser: &Browser) -> Result<()> {
        let mut axe = AxeCheck::new(browser, LOOKS)?;
        BitMartyrPage::open(browser, &["up", "right"], [21, 21, 6, 2]).await?.play(2).await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        browser.click("transcript-grid").await?;
        browser.find("transcript-map").await?;
        axe.judge("a transcript as maps").await?;
        axe.end()
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_start_view_report_or_list_of_games(browser: &Browser) -> Result<()> {
        let (mut axe, match_page) = (AxeCheck::new(browser, LOOKS)?, MatchPage::new(browser));
        browser.open("").await?;
        browser.find("start").await?;
        axe.judge("the start view").await?;
        browser.open("#/connect-four").await?;
        match_page.plays_as_natively("connect-four", &["tactician", "random"], 5).await?;
        browser.click("last").await?;
        browser.click("why-lost").await?;
        browser.find("loss-sentence").await?;
        axe.judge("the report of a loss").await?;
        series::begin(browser, ["tactician", "negamax"], 2, 5).await?;
        series::is_over(browser, 2).await?;
        browser.choose("series-filter", "losses of tactician").await?;
        browser.click("series-find-losses").await?;
        browser.wait_for_text("series-losses", |told| told.starts_with("Of ") && !told.contains("Stop")).await?;
        axe.judge("the lost games of a series").await?;
        axe.end()
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_tournament(browser: &Browser) -> Result<()> {
        let mut axe = AxeCheck::new(browser, LOOKS)?;
        browser.open("#/connect-four").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.click("tab-series").await?;
        browser.click("field-form").await?;
        browser.find("series-field-play").await?;
        axe.judge("the form of a tournament").await?;
        browser.click("series-field-play").await?;
        browser.find("series-table").await?;
        axe.judge("standings").await?;
        axe.end()
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_part_of_the_editor(browser: &Browser) -> Result<()> {
        let mut axe = AxeCheck::new(browser, LOOKS)?;
        open(browser).await?;
        MatchPage::new(browser).seat(1, "random").await?;
        MatchPage::new(browser).seed(3).await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
        browser.wait_for_text("write-status", |text| text == "my-bot.js wins: four in a row.").await?;
        axe.judge("the results of a run").await?;
        to_the_start(browser).await?;
        browser.keys("// another").await?;
        browser.keys(Key::Enter).await?;
        begins(browser, "// another").await?;
        browser.click("write-builds").await?;
        browser.find("build-1").await?;
        axe.judge("the builds of a draft").await?;
        browser.click("build-diff-1").await?;
        browser.wait_for_text("diff-text", |text| text.contains("// another")).await?;
        axe.judge("a diff").await?;
        browser.click("builds-close").await?;
        browser.click("write-add-file").await?;
        browser.fill("write-file-name", "helper.js").await?;
        browser.keys(Key::Enter).await?;
        browser.find("write-delete-file").await?;
        axe.judge("two files of a draft").await?;
        axe.end()
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_draft_that_another_tab_edits(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        let second = browser.second_tab().await?;
        second.open("#/connect-four/write").await?;
        second.advance(LOCK_PATIENCE).await?;
        second.wait_for_text("write-told", |text| text.starts_with("my-bot is open in another tab")).await?;
        let mut axe = AxeCheck::new(&second, LOOKS)?;
        axe.judge("a draft that another tab edits").await?;
        axe.end()
    }
}
