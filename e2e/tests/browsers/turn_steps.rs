//! Stepping through a turn of a script: the page records the turn as the native program does.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::{Value, json};

use crate::javascript::starter;
use crate::match_page::{MatchPage, native};

/// How many steps are compared.
const COMPARED: usize = 50;

/// How many steps the page records at a time.
const RECORDED: usize = 20_000;

/// Moves the slider to a step.
const GO: &str = r#"
    const slider = document.querySelector("[data-testid=steps-slider]");
    slider.value = arguments[0];
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
"#;

/// The variables of the innermost call that the step before has changed, with their values.
const CHANGED: &str = r#"
    const call = document.querySelector("[data-testid=steps-calls] > li");
    const rows = [...call.querySelectorAll("tr.changed")];
    return Object.fromEntries(rows.map(row => [row.querySelector("th").textContent, row.querySelector("code").textContent]));
"#;

/// The text of the line that is marked.
const MARKED: &str =
    r#"return document.querySelector("[data-testid=steps-source] [aria-current=step] code").textContent"#;

/// The trace of a turn by the native program: its steps.
fn trace_natively(browser: &Browser, saved: &str, turn: usize, bot: &str) -> Result<Vec<Value>> {
    let trace = ["trace", saved, "--seat", "1", "--turn", &turn.to_string(), bot];
    let documents = String::from_utf8(native::program(browser, trace)?)?;
    let documents = documents.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    Ok(documents.into_iter().filter(|document| document.get("step").is_some()).collect())
}

/// A number without the commas between its groups of digits, at the start of a text.
fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().take_while(|part| part.is_ascii_digit() || *part == ',').collect();
    digits.replace(',', "").parse().ok()
}

in_each_browser! {
    #[browsers_differ]
    async fn a_turn_has_the_steps_that_it_has_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        let path = starter("connect-four");
        let path = path.to_str().context("a path in UTF-8")?;
        let folder = tempfile::tempdir()?;
        let saved = folder.path().join("match.json");
        let saved = saved.to_str().context("a path in UTF-8")?;
        native::program(browser, ["play", "connect-four", path, "builtin:random", "--seed", "5", "-q", "--save", saved])?;
        let text = std::fs::read_to_string(path)?;
        let lines: Vec<_> = text.lines().collect();

        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        browser.drop_bytes("seat-0", "bot.js", text.as_bytes()).await?;
        browser.wait_for_text("toast", |text| text.starts_with("bot.js") && text.contains(" will play ")).await?;
        match_page.seed(5).await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        browser.click("last").await?;
        browser.click("steps-of-turn").await?;
        let title = browser.wait_for_text("steps-title", |title| title.starts_with("Turn ")).await?;
        let turn = title.strip_prefix("Turn ").and_then(number).context("the turn has a number")? as usize;
        let steps = trace_natively(browser, saved, turn, path)?;
        ensure!(steps.len() > COMPARED, "{} steps", steps.len());

        let mut chance = 50_u64;
        for _ in 0..COMPARED {
            // A linear congruential generator (Knuth's MMIX).
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (chance >> 33) as usize % steps.len().min(RECORDED);
            let step = &steps[at];
            // The interpreter works for no line there.
            if step.get("line").is_none() {
                continue;
            }
            browser.script(GO, vec![json!(at)]).await?;
            let shown = format!("Step {} of ", at + 1);
            let told = browser.wait_for_text("steps-at", |told| told.replace(',', "").starts_with(&shown)).await?;
            let (function, line) = (step["function"].as_str().unwrap_or_default(), step["line"].as_u64().unwrap_or(0));
            let expected = format!(": line {line}, {function}, ");
            ensure!(told.contains(&expected), "{told}, natively {step}");
            let charge = told.rsplit_once(", ").and_then(|(_, units)| number(units));
            let charge = charge.or_else(|| number(told.split_once(&expected)?.1));
            ensure!(charge == step["charge"].as_u64(), "{told}, natively {step}");
            let changed: BTreeMap<String, String> = serde_json::from_value(browser.script(CHANGED, vec![]).await?)?;
            let natively = step.get("changed").cloned().unwrap_or_else(|| json!({}));
            ensure!(json!(changed) == natively, "{changed:?}, natively {step}");
            let marked = browser.script(MARKED, vec![]).await?;
            ensure!(marked.as_str() == lines.get(line as usize - 1).copied(), "{marked}, natively {step}");
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
