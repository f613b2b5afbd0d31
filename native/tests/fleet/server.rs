//! A NATS server for one test.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The variable with the path of the server's program.
const VARIABLE: &str = "BOTYARD_NATS_SERVER";

/// A server with streams. Its storage survives it.
pub struct NatsServer {
    port: u16,
    folder: TempDir,
    process: Option<Child>,
    /// Whether it has listened, so that tests may know its port.
    has_listened: bool,
    /// A file of configuration, if it has one.
    configuration: Option<PathBuf>,
}

/// Makes sure that servers can be started.
///
/// # Errors
/// When they cannot: what is missing, and how to get it.
pub fn find() -> Result<(), String> {
    let asked = Command::new(program()).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.map(drop).map_err(|why| advice(&why))
}

fn program() -> PathBuf {
    std::env::var_os(VARIABLE).map_or_else(|| PathBuf::from("nats-server"), PathBuf::from)
}

fn advice(why: &std::io::Error) -> String {
    format!(
        "cannot start {} ({why}): on Debian, `sudo apt-get install nats-server` installs it; elsewhere, say where it is in \
         {VARIABLE}",
        program().display()
    )
}

impl NatsServer {
    pub fn start() -> Self {
        Self::start_in(tempfile::tempdir().expect("a folder"))
    }

    /// Starts one that keeps its streams in this folder.
    pub fn start_in(folder: TempDir) -> Self {
        let mut server = Self { port: free_port(), folder, process: None, has_listened: false, configuration: None };
        server.start_again();
        server
    }

    /// Starts a server with this configuration.
    pub fn start_with(configuration: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fleet.conf");
        std::fs::write(&path, configuration).expect("it can be written");
        let mut server =
            Self { port: free_port(), folder, process: None, has_listened: false, configuration: Some(path) };
        server.start_again();
        server
    }

    /// The URL with a user's name and password.
    pub fn url_of(&self, user: &str, password: &str) -> String {
        format!("nats://{user}:{password}@{}", self.authority())
    }

    pub fn url(&self) -> String {
        format!("nats://{}", self.authority())
    }

    /// Its host and port.
    pub fn authority(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Kills it, as a power failure would end it.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().expect("it runs");
            process.wait().expect("it has ended");
        }
    }

    /// Starts it again with its storage.
    pub fn start_again(&mut self) {
        self.start_with_options(&["-js", "-sd", self.folder.path().to_str().expect("text")].map(str::to_owned));
    }

    /// Starts it without streams.
    pub fn start_without_streams(&mut self) {
        self.start_with_options(&[]);
    }

    fn start_with_options(&mut self, options: &[String]) {
        let mut command = Command::new(program());
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-n", &self.name()]).args(options);
        if let (Some(path), false) = (&self.configuration, options.is_empty()) {
            command.arg("-c").arg(path);
        }
        self.process = Some(spawn(&mut command));
        let has_ended = |process: &mut Option<Child>| {
            process.as_mut().is_some_and(|process| process.try_wait().is_ok_and(|status| status.is_some()))
        };
        let name = self.name();
        // Another test's server may have taken the port in the moment in which it was free.
        let mut is_taken = false;
        wait_until("the NATS server listens", || {
            is_taken = !self.has_listened && has_ended(&mut self.process);
            is_taken || greeting(self.port).is_some_and(|greeting| greeting.contains(&name))
        });
        if is_taken {
            self.port = free_port();
            return self.start_with_options(options);
        }
        self.has_listened = true;
    }

    /// Its name: no other server has its folder.
    fn name(&self) -> String {
        let folder = self.folder.path().file_name().expect("a folder of its own").to_string_lossy();
        folder.trim_start_matches('.').to_owned()
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap_or_else(|why| panic!("{}", advice(&why)))
}

/// The greeting of a server to each connection.
fn greeting(port: u16) -> Option<String> {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).ok()?;
    Some(line)
}

pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("it is bound").port()
}

/// Waits for a condition that holds soon, and on a slow machine within minutes.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(240);
    while !is_so() {
        assert!(Instant::now() < end, "{what}: not within minutes");
        sleep(Duration::from_millis(20));
    }
}
