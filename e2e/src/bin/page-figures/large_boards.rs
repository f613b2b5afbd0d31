//! Measures how smoothly the largest boards move: the time between frames while a match is played
//! and while it is stepped through, steps to far turns, and the longest tasks meanwhile and while
//! the page is loaded.

use anyhow::{Context, Result};
use botyard_e2e::{Browser, BrowserKind, Key};
use serde_json::{Value, json};

use super::table::{Figure, FigureColumn};

/// How long the frames of a running match are measured, in milliseconds.
const WATCHED: u64 = 8_000;
/// How many single steps are taken, and below how many jumps.
const STEPS: u64 = 120;
const JUMPS: u64 = 24;

/// `watchTasks` records the tasks of more than 50 ms from now on, or also earlier ones. It returns
/// a function that ends this and resolves to the longest, in milliseconds; 0 if the browser does
/// not report tasks. Tasks are reported some time after their end.
const TASKS: &str = r"
    const watchTasks = buffered => {
        const tasks = [];
        const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({duration}) => duration)));
        if (PerformanceObserver.supportedEntryTypes.includes('longtask')) observer.observe({type: 'longtask', buffered});
        return () => new Promise(resolve => setTimeout(() => {
            observer.disconnect();
            resolve(Math.max(0, ...tasks));
        }, 100));
    };
";

/// Calls `step` with a number in each frame until it returns `true`. Resolves to the median time
/// between two frames, the longest, and the longest task, in milliseconds.
const FRAMES: &str = r"
    const frames = step => new Promise(resolve => {
        const times = [], longest = watchTasks(false);
        let last = performance.now();
        const frame = now => {
            times.push(now - last);
            last = now;
            if (!step(times.length)) return requestAnimationFrame(frame);
            const sorted = times.slice(1).sort((a, b) => a - b);
            longest().then(task => resolve([sorted[sorted.length >> 1], sorted.at(-1), task]));
        };
        requestAnimationFrame(frame);
    });
";

/// Begins a match and measures its frames.
const PLAY: &str = r"
    const end = performance.now() + arguments[0];
    document.querySelector('[data-testid=play]').click();
    return frames(() => performance.now() > end);
";

/// Steps forward once in each frame, and from the end to the start again.
const STEP: &str = r"
    const press = name => document.querySelector(`[data-testid=${name}]`).click();
    const forward = document.querySelector('[data-testid=forward]');
    press('first');
    return frames(number => {
        press(forward.ariaDisabled === 'true' ? 'first' : 'forward');
        return number > arguments[0];
    });
";

/// Goes to turns all over the match: the longest time from such a step to the next drawn frame, and
/// the longest task, in milliseconds.
const JUMP: &str = r"
    const timeline = document.querySelector('[data-testid=timeline]');
    const frame = () => new Promise(requestAnimationFrame);
    const times = [], longest = watchTasks(false);
    for (let number = 0; number < arguments[0]; number += 1) {
        await frame();
        const begin = performance.now();
        timeline.value = Math.round(Number(timeline.max) * ((number * 0.618) % 1));
        timeline.dispatchEvent(new InputEvent('input', {bubbles: true}));
        await frame();
        times.push(performance.now() - begin);
    }
    return [Math.max(...times), await longest()];
";

/// The longest task since the page was opened, in milliseconds.
const LOAD: &str = "return watchTasks(true)()";

/// How many functions of the profile are printed.
const TOLD: usize = 40;

/// Measures both games that have large boards; on request, prints the functions that took the time.
///
/// # Errors
/// When the page does not show what is measured.
pub async fn measure(browser: &Browser, is_profiled: bool) -> Result<FigureColumn> {
    let visitor = browser.another().await?;
    let mut column = measure_load(&visitor, "#/bitmartyr", BITMARTYR.loaded).await?;
    set_up_bitmartyr(&visitor).await?;
    column.extend(measure_match(&visitor, &BITMARTYR, is_profiled).await?);
    visitor.quit().await?;
    let visitor = browser.another().await?;
    column.extend(measure_load(&visitor, "#/generals", GENERALS.loaded).await?);
    set_up_generals(&visitor).await?;
    column.extend(measure_match(&visitor, &GENERALS, is_profiled).await?);
    visitor.quit().await?;
    Ok(column)
}

/// The names of the rows.
struct Rows {
    /// The longest task until the first match runs.
    loaded: &'static str,
    /// Median and longest frame and longest task, while a match is played and while it is stepped
    /// through.
    moved: [[&'static str; 3]; 2],
    /// The longest step to a far turn, and the longest task of such steps.
    far: [&'static str; 2],
}

const BITMARTYR: Rows = Rows {
    loaded: "BitMartyr loaded: longest task",
    moved: [
        ["BitMartyr played: median frame", "BitMartyr played: longest frame", "BitMartyr played: longest task"],
        ["BitMartyr stepped: median frame", "BitMartyr stepped: longest frame", "BitMartyr stepped: longest task"],
    ],
    far: ["BitMartyr: longest step to a far turn", "BitMartyr, steps to far turns: longest task"],
};
const GENERALS: Rows = Rows {
    loaded: "Generals loaded: longest task",
    moved: [
        ["Generals played: median frame", "Generals played: longest frame", "Generals played: longest task"],
        ["Generals stepped: median frame", "Generals stepped: longest frame", "Generals stepped: longest task"],
    ],
    far: ["Generals: longest step to a far turn", "Generals, steps to far turns: longest task"],
};

/// Opens a game as a new visitor, whose page begins a match.
async fn measure_load(visitor: &Browser, route: &str, row: &'static str) -> Result<FigureColumn> {
    visitor.open(route).await?;
    visitor.wait_for_text("turn", |text| text.split(" / ").nth(1).is_some_and(|last| !last.starts_with('0'))).await?;
    let longest = visitor.script(&format!("{TASKS}{LOAD}"), vec![]).await?;
    figures(visitor, &[row], &json!([longest]))
}

/// Times in milliseconds with their names; tasks are left out except in Chromium, the only browser
/// that reports them.
fn figures(visitor: &Browser, names: &[&'static str], times: &Value) -> Result<FigureColumn> {
    let mut column = FigureColumn::new();
    for (name, time) in names.iter().zip(times.as_array().context("a list of times")?) {
        let milliseconds = time.as_f64().context("a time")?;
        if visitor.kind() == BrowserKind::Chromium || !name.ends_with("task") {
            column.push((name, Figure::Milliseconds(milliseconds)));
        }
    }
    Ok(column)
}

async fn measure_match(visitor: &Browser, rows: &Rows, is_profiled: bool) -> Result<FigureColumn> {
    let mut column = FigureColumn::new();
    for (names, script, argument) in [(rows.moved[0], PLAY, WATCHED), (rows.moved[1], STEP, STEPS)] {
        if is_profiled {
            visitor.start_profile().await?;
        }
        let times = visitor.script(&format!("{TASKS}{FRAMES}{script}"), vec![json!(argument)]).await?;
        if is_profiled {
            eprintln!("{}", names[0]);
            visitor.end_profile().await?.iter().take(TOLD).for_each(|(name, time)| eprintln!("{time:9.1} ms  {name}"));
        }
        column.extend(figures(visitor, &names, &times)?);
        wait_for_end(visitor).await?;
    }
    let jump = format!("{TASKS} return (async () => {{ {JUMP} }})()");
    let times = visitor.script(&jump, vec![json!(JUMPS)]).await?;
    column.extend(figures(visitor, &rows.far, &times)?);
    Ok(column)
}

/// Waits until the match is over, which takes some minutes on the largest boards, and goes to its
/// end.
async fn wait_for_end(visitor: &Browser) -> Result<()> {
    visitor.script("document.activeElement?.blur()", vec![]).await?;
    let turns = "return Number(document.querySelector('[data-testid=timeline]').max)";
    loop {
        let before = visitor.script(turns, vec![]).await?;
        let is_over = async || {
            visitor.keys(Key::End).await?;
            Ok(!visitor.find_all("verdict").await?.is_empty())
        };
        let waited = visitor.wait_for("the end of the match", is_over).await;
        // The wait has no limit as long as the match continues.
        if waited.is_ok() || visitor.script(turns, vec![]).await? == before {
            return waited;
        }
    }
}

/// Writes a number into a field and leaves it.
///
/// # Errors
/// When the field does not come.
pub async fn set(visitor: &Browser, field: &str, number: u64) -> Result<()> {
    visitor.fill(field, &number.to_string()).await?;
    visitor.find(field).await?.send_keys(Key::Tab).await?;
    let change = "document.querySelector(`[data-testid='${arguments[0]}']`)?.dispatchEvent(new Event('change', { bubbles: true }))";
    visitor.script(change, vec![json!(field)]).await.map(drop)
}

/// 400 by 400 cells, seven teams, and the default number of turns.
async fn set_up_bitmartyr(visitor: &Browser) -> Result<()> {
    visitor.click("stop").await?;
    visitor.click("settings").await?;
    for (field, number) in [("width", 400), ("height", 400), ("population", 1_000), ("duration", 1_000)] {
        set(visitor, field, number).await?;
    }
    seat_all(visitor, &["random", "up", "right", "waterfall", "random", "up", "right"]).await
}

/// 50 by 50 cells, eight players.
async fn set_up_generals(visitor: &Browser) -> Result<()> {
    visitor.click("settings").await?;
    visitor.click("map-edit").await?;
    visitor.click("map-chance").await?;
    for (field, number) in [("wish-rows", 50), ("wish-columns", 50), ("wish-players", 8)] {
        set(visitor, field, number).await?;
    }
    visitor.click("map-draw").await?;
    visitor.wait_for_text("map-note", |note| note.starts_with("Generated")).await?;
    visitor.click("map-use").await?;
    set(visitor, "rounds", 400).await?;
    seat_all(visitor, &["hunter", "greedy", "random", "hunter", "greedy", "random", "hunter", "greedy"]).await
}

async fn seat_all(visitor: &Browser, bots: &[&str]) -> Result<()> {
    let seats = async || visitor.script("return document.querySelectorAll('.seat').length", vec![]).await;
    while seats().await?.as_u64() < Some(bots.len() as u64) {
        let before: Value = seats().await?;
        visitor.click("add-seat").await?;
        visitor.wait_for("another seat", async || Ok(seats().await? != before)).await?;
    }
    for (seat, bot) in bots.iter().enumerate() {
        visitor.choose(&format!("seat-{seat}-choice"), bot).await?;
    }
    Ok(())
}
