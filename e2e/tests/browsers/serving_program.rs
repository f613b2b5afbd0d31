//! The native program as a server of the page. Knows nothing of what the page does.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use botyard_e2e::Browser;

/// The native program, serving. It ends with its case.
pub struct ServingProgram {
    child: Child,
    /// The program's output; kept open, so that its pipe always has a reader.
    out: BufReader<ChildStdout>,
}

impl ServingProgram {
    /// Starts the program with these arguments; it serves the built page.
    pub fn start(browser: &Browser, arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new(&browser.setting().program);
        command.args(arguments).env("BOTYARD_PAGE", &browser.setting().dist);
        let mut child = command.stdout(Stdio::piped()).spawn().context("the native program starts")?;
        let out = BufReader::new(child.stdout.take().context("a pipe")?);
        Ok(Self { child, out })
    }

    /// The address in the program's output.
    pub fn address(&mut self) -> Result<String> {
        let mut line = String::new();
        while self.out.read_line(&mut line)? > 0 {
            if let Some((_, address)) = line.trim_end().split_once("Botyard is at ") {
                return Ok(address.to_owned());
            }
            line.clear();
        }
        anyhow::bail!("it ended without an address")
    }

    /// Ends the program as Ctrl-C does.
    pub fn interrupt(&mut self) -> Result<()> {
        let pid = self.child.id().to_string();
        ensure!(Command::new("kill").args(["-INT", &pid]).status()?.success(), "there is a kill");
        ensure!(self.child.wait()?.code() == Some(130), "it ends as it says");
        Ok(())
    }
}

impl Drop for ServingProgram {
    fn drop(&mut self) {
        // The program has ended, or the case has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
