//! The fleet below the page of `botyard serve --nats`, with a real NATS server: workers and
//! tournaments, computers with restrictions, and an unreachable server.

use std::io::Write;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::accessibility;
use crate::nats_server::NatsServer;
use crate::serving_program::ServingProgram;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Size, in_each_browser};
use serde_json::json;

/// A program of the fleet, which ends with its case.
struct FleetProgram(Child);

impl FleetProgram {
    fn start(browser: &Browser, arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new(&browser.setting().program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self(command.spawn().context("the native program starts")?))
    }
}

impl Drop for FleetProgram {
    fn drop(&mut self) {
        // The program has ended, or the case has failed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// As long as the server is there, repeats the messages of a worker of an older version, whose
/// computer refuses batches and has no memory for games.
fn speak_as_faulty_worker(authority: &str) -> Result<()> {
    let mut stream = TcpStream::connect(authority)?;
    let status = json!({
        "versions": { "program": "0.0.9", "prices": 1, "messages": 1 },
        "threads": 4, "system": "linux-x86_64", "allows_executables": true, "playing": [], "games": 1200,
        "refused": 2, "void": 31, "missing_restrictions": ["memory", "processes"],
        "last_refusal": "bot my-bot.wasm: what the server has as bot 0f is another: it was tampered with",
        "instance": 7, "uptime_s": 60,
    })
    .to_string();
    let said = format!("PUB botyard.worker.attic-2 {}\r\n{status}\r\n", status.len());
    stream.write_all(b"CONNECT {\"verbose\":false}\r\n")?;
    thread::spawn(move || {
        while stream.write_all(said.as_bytes()).is_ok() {
            thread::sleep(Duration::from_millis(500));
        }
    });
    Ok(())
}

/// The cells of a worker's row in the order of the heads, by the worker's name.
const ROW: &str = r"
    const row = [...document.querySelectorAll('#host-panel tbody tr')].find(row => row.cells[0].textContent.startsWith(arguments[0]));
    return row ? [...row.cells].map(cell => cell.textContent) : [];
";

/// The parts of the open panel that are out of sight or wider than the window.
const OUT_OF_PLACE: &str = r"
    const out = [];
    if (document.documentElement.scrollWidth > innerWidth) out.push('the page is wider than the window');
    for (const id of ['fleet', 'fleet-sheet']) {
        const box = document.querySelector(`[data-testid='${id}']`).getBoundingClientRect();
        if (box.left < 0 || box.top < 0 || box.right > innerWidth + .5 || box.bottom > innerHeight + .5) out.push(`${id} is not in the window`);
    }
    const [summary, sheet] = ['fleet', 'fleet-sheet'].map(id => document.querySelector(`[data-testid='${id}']`));
    if (summary.scrollWidth > summary.clientWidth) out.push('what the bar says is cut off');
    if (sheet.scrollWidth > sheet.clientWidth) out.push(`the sheet is ${sheet.scrollWidth} of ${sheet.clientWidth} wide`);
    return out;
";

const SIZES: [Size; 2] = [Size { width: 1440, height: 900 }, Size { width: 390, height: 844 }];

in_each_browser! {
    #[needs = "BOTYARD_AXE"]
    #[needs = "BOTYARD_NATS_SERVER"]
    async fn the_panel_shows_what_a_fleet_does(browser: &Browser) -> Result<()> {
        let mut server = NatsServer::start();
        let url = server.url();
        let mut program = ServingProgram::start(browser, &["serve", "--nats", &url, "--port", "0"])?;
        browser.open_address(&program.address()?).await?;
        browser.wait_for_text("fleet", |text| text.starts_with("Fleet: 0 workers, 0.0 games/s")).await?;
        browser.click("fleet").await?;
        browser.wait_for_text("fleet-sheet", |text| text.contains("No workers.")).await?;

        // A tournament that lasts longer than the case.
        let _worker = FleetProgram::start(browser, &["worker", "--nats", &url, "--name", "node-1", "--threads", "1"])?;
        let games = ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "1000000"];
        let _series = FleetProgram::start(browser, &[&games[..], &["--nats", &url, "--audit", "0%"]].concat())?;
        speak_as_faulty_worker(&server.authority())?;
        let is_busy = |text: &str| {
            let [workers, speed, queue] = text.split(", ").collect::<Vec<_>>()[..] else { return false };
            let number = |text: &str| text.replace(',', "").parse::<f64>().unwrap_or(0.0);
            let speed = speed.strip_suffix(" games/s").map_or(0.0, number);
            let queue = queue.strip_prefix("queue: ").map_or(0.0, number);
            workers == "Fleet: 2 workers" && speed > 0.0 && queue > 0.0
        };
        browser.wait_for_text("fleet", is_busy).await?;
        let row = async |name: &str| browser.script(ROW, vec![json!(name)]).await;
        let is_playing = async || {
            let cells = row("node-1").await?;
            let number = |at: usize| cells[at].as_str().unwrap_or_default().replace(',', "").parse::<f64>().unwrap_or(0.0);
            Ok(number(1) == 1.0 && number(2) > 0.0 && number(3) > 0.0 && number(4) > 0.0)
        };
        browser.wait_for("the worker's speed, games and batches", is_playing).await?;
        let mut faulty = json!(null);
        let is_told = async || {
            faulty = row("attic-2").await?;
            Ok((&faulty[3], &faulty[5], &faulty[6]) == (&json!("1,200"), &json!("2"), &json!("31")))
        };
        let waited = browser.wait_for("what the faulty worker says", is_told).await;
        waited.with_context(|| format!("{faulty}"))?;
        for part in ["connect-four, ", " of 1,000,000 games", "It is botyard 0.0.9 ", "It refused last: bot my-bot.wasm: ", "without memory, processes"] {
            browser.wait_for_text("fleet-sheet", |sheet| sheet.contains(part)).await.context(part)?;
        }

        for look in ["light", "dark"] {
            if look == "dark" {
                accessibility::darken(browser).await?;
            }
            for size in SIZES {
                browser.resize(size).await?;
                let out = browser.script(OUT_OF_PLACE, vec![]).await?;
                ensure!(out == json!([]), "{}x{} {look}: {out}", size.width, size.height);
                accessibility::check_document(browser).await?;
            }
        }

        // The server is unreachable for a while.
        server.kill();
        browser.wait_for_text("fleet-sheet", |text| text.contains("it does not answer")).await?;
        server.start_again();
        browser.wait_for_text("fleet-sheet", |text| !text.contains("it does not answer") && text.contains("node-1")).await?;
        program.interrupt()?;
        browser.wait_for_text("fleet", |text| text == "Fleet: the program does not answer").await?;
        Ok(())
    }
}
