//! A server with bots in a temporary folder, and a page's end of the connection to it.

use std::borrow::Cow;
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use botyard::bots;
use botyard::serve::{PageFiles, ServedBots, Server};
use botyard_engine::anymatch::MatchSpec;
use botyard_engine::live::{FromHost, HOST_MATCH_ID, Hello, HostBot, MatchProgress, PlayRequest, ToHost, VERSION};
use botyard_engine::replay::{MatchTerms, PlayerInfo, PlayerKind};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Stream;
use serde_json::Value;
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, WebSocket};

/// A timeout that is longer than anything here takes.
const FOR_EVER: Duration = Duration::from_secs(60);

/// A folder, for bots or for a page.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with a page in it.
    pub fn with_page() -> Self {
        let folder = Self::new();
        fs::write(folder.path("index.html"), "<!doctype html><script>go()</script>").unwrap();
        fs::write(folder.path("worker_loader.js"), "work()").unwrap();
        fs::create_dir(folder.path("bots")).unwrap();
        fs::write(folder.path("bots/one.wasm"), b"\0asm").unwrap();
        folder
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// An executable shell script. Another process writes it: one that has it open for writing
    /// cannot start it, nor can those that it starts meanwhile.
    pub fn script(&self, name: &str, body: &str) {
        let write = "cat > \"$0\" && chmod 755 \"$0\" && mv \"$0\" \"$1\"";
        let paths = [self.beside(), self.path(name)];
        let mut shell = Command::new("sh").args(["-c", write]).args(paths).stdin(Stdio::piped()).spawn().unwrap();
        write!(shell.stdin.take().unwrap(), "#!/bin/sh\n{body}\n").unwrap();
        assert!(shell.wait().unwrap().success());
    }

    /// A Connect Four bot that greets, and runs this shell code when it is asked.
    pub fn greeter(&self, name: &str, body: &str) {
        self.script(name, &format!("echo p\nread seat\nif [ $seat = 2 ]; then echo '?'; read column; fi\n{body}"));
    }

    /// A bot that plays these columns.
    pub fn player(&self, name: &str, columns: &str) {
        let columns: Vec<_> = columns.chars().map(String::from).collect();
        self.greeter(name, &format!("for column in {}; do echo $column; read answer || exit; done", columns.join(" ")));
    }

    /// A bot that never answers. Returns a pipe that does not end before the bot and everything
    /// that it has started have ended.
    pub fn thinker(&self, name: &str) -> PathBuf {
        let fifo = self.path(&format!("{name}.life"));
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        self.greeter(name, &format!("exec 3> '{}'\necho alive >&3\nsleep 86399", fifo.display()));
        fifo
    }

    pub fn module(&self, name: &str) {
        fs::write(self.beside(), module(name.trim_end_matches(".wasm"))).unwrap();
        fs::rename(self.beside(), self.path(name)).unwrap();
    }

    /// Where files are written, to come into the folder as they are: a server that watches it would
    /// otherwise see some of them half written.
    fn beside(&self) -> PathBuf {
        self.root().with_extension("new")
    }
}

/// A bundled bot's file.
pub fn module(name: &str) -> Cow<'static, [u8]> {
    bots::find(name, Some("connect-four")).unwrap().module().unwrap()
}

/// A server with the bots of this folder.
pub fn serve(bots: &Folder) -> Server {
    serve_bots(ServedBots::folder(bots.root()).unwrap())
}

/// A server with these bots.
pub fn serve_bots(bots: ServedBots) -> Server {
    let page = PageFiles::folder(Folder::with_page().root()).unwrap();
    Server::start(page, bots, Some(0)).unwrap()
}

/// The address of a server, and its token.
pub fn parts(server: &Server) -> (SocketAddr, String) {
    split(&server.address(Some("connect-four")))
}

/// The address and the token in a server's URL.
pub fn split(address: &str) -> (SocketAddr, String) {
    let (place, token) = address.strip_prefix("http://").unwrap().split_once("/#/connect-four?server=").unwrap();
    (place.parse().unwrap(), token.to_owned())
}

/// Sends these bytes and returns the whole answer.
pub fn exchange(to: SocketAddr, bytes: &str) -> String {
    let mut stream = connect(to);
    stream.write_all(bytes.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn connect(to: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(FOR_EVER)).unwrap();
    stream
}

/// A page at its end of the socket.
pub struct TestPage {
    socket: WebSocket<TcpStream>,
    /// The match that it follows.
    id: u32,
}

impl TestPage {
    /// A new socket from a page of this origin, without a message.
    pub fn silent(to: SocketAddr, origin: Option<&str>) -> Result<Self, u16> {
        let mut request = format!("ws://{to}/live").into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        match tungstenite::client(request, connect(to)) {
            Ok((socket, _)) => Ok(Self { socket, id: HOST_MATCH_ID }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// A page of the server's own that has sent its greeting, and the messages before it learned
    /// that the host is up.
    pub fn greeted(to: SocketAddr, token: &str) -> (Self, Vec<FromHost>) {
        let mut page = Self::silent(to, Some(&format!("http://{to}"))).unwrap();
        page.text(&serde_json::to_string(&Hello { token: token.to_owned(), version: VERSION }).unwrap());
        let mut told = Vec::new();
        loop {
            match page.receive() {
                FromHost::Ready { suspends } => {
                    assert!(suspends);
                    return (page, told);
                }
                other => told.push(other),
            }
        }
    }

    /// Like [`TestPage::greeted`], with only the list of bots.
    pub fn with_bots(server: &Server) -> (Self, Vec<HostBot>) {
        let (to, token) = parts(server);
        let (page, told) = Self::greeted(to, &token);
        let Ok([FromHost::HostBots(host_bots)]) = <[FromHost; 1]>::try_from(told) else { panic!("only the bots") };
        (page, host_bots)
    }

    pub fn text(&mut self, text: &str) {
        // If the server has closed the connection, reading reports that.
        let _ = self.socket.send(Message::text(text));
    }

    pub fn file(&mut self, bytes: &[u8]) {
        let _ = self.socket.send(Message::binary(bytes.to_vec()));
    }

    pub fn send(&mut self, words: &ToHost) {
        if let ToHost::Play(play) = words {
            self.id = play.id;
        }
        self.text(&serde_json::to_string(words).unwrap());
    }

    pub fn act(&mut self, seat: usize, column: u8) {
        self.send(&ToHost::Act { seat: Seat::new(seat), action: Value::from(column) });
    }

    pub fn receive(&mut self) -> FromHost {
        match self.socket.read().unwrap() {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?} is nothing a page is told"),
        }
    }

    /// The code and the reason with which the server closes the connection. Skips all messages
    /// before that.
    pub fn farewell(mut self) -> (u16, String) {
        loop {
            match self.socket.read() {
                Ok(Message::Close(Some(CloseFrame { code, reason }))) => return (code.into(), reason.to_string()),
                Ok(_) => {}
                Err(error) => panic!("it left without a word: {error}"),
            }
        }
    }

    /// Follows a match until this holds.
    pub fn follow(&mut self, until: impl Fn(&Followed) -> bool) -> Followed {
        let mut followed = Followed::default();
        while !until(&followed) {
            self.follow_on(&mut followed);
        }
        followed
    }

    /// Reads the next message about the match. Skips messages about an earlier match.
    pub fn follow_on(&mut self, followed: &mut Followed) {
        let words = self.receive();
        let id = match &words {
            FromHost::Opened { id, .. } | FromHost::NotOpened { id, .. } => *id,
            FromHost::Progress(progress) => progress.id,
            _ => self.id,
        };
        if id == self.id {
            followed.take(words);
        }
    }

    /// Follows a match to its end.
    pub fn follow_to_the_end(&mut self) -> Followed {
        self.follow(|followed| followed.done || followed.not_opened.is_some())
    }
}

/// A page's state of a match.
#[derive(Debug, Default)]
pub struct Followed {
    pub match_spec: Option<MatchSpec>,
    pub columns: Vec<u64>,
    pub faults: Vec<String>,
    pub awaited: Vec<Seat>,
    pub words: String,
    /// The host's remarks on how bots ended.
    pub remarks: String,
    pub refused: Vec<String>,
    pub winner: Option<usize>,
    pub not_opened: Option<String>,
    pub done: bool,
}

impl Followed {
    pub fn take(&mut self, words: FromHost) {
        match words {
            FromHost::Opened { match_spec, .. } => self.match_spec = Some(match_spec),
            FromHost::Progress(progress) => self.take_progress(progress),
            FromHost::NotOpened { why, .. } => self.not_opened = Some(why),
            FromHost::Refused { why, .. } => self.refused.push(why),
            // A bot was rebuilt.
            FromHost::HostBots(_) => {}
            other => panic!("{other:?} is not about the match"),
        }
    }

    fn take_progress(&mut self, progress: MatchProgress) {
        assert_eq!(progress.first, self.columns.len() + self.faults.len(), "nothing is told twice or left out");
        for turn in progress.turns {
            match turn.result {
                botyard_engine::replay::TurnResult::Action(column) => self.columns.push(column.as_u64().unwrap()),
                botyard_engine::replay::TurnResult::Fault(fault) => self.faults.push(fault.sentence("bot", |_| None)),
            }
        }
        for passage in progress.passages {
            let told = if passage.stream == Stream::Remark { &mut self.remarks } else { &mut self.words };
            told.push_str(&passage.text);
        }
        self.awaited = progress.awaited;
        self.winner = progress.outcome.and_then(|outcome| outcome.winner()).map(Seat::index);
        self.done = progress.done;
    }

    /// The kinds of the players.
    pub fn kinds(&self) -> Vec<PlayerKind> {
        self.match_spec.iter().flat_map(|match_spec| &match_spec.players).map(|player| player.kind).collect()
    }
}

/// The player of a seat.
#[derive(Debug, Clone, Copy)]
pub enum Sits {
    Person,
    HostBot(u32),
    /// A module whose file comes with the message.
    Sent,
}

/// A match of Connect Four, as a page asks for it.
pub fn asked(id: u32, seats: [Sits; 2]) -> PlayRequest {
    let player = |sits: Sits| PlayerInfo {
        name: format!("{sits:?}"),
        kind: if matches!(sits, Sits::Person) { PlayerKind::Person } else { PlayerKind::Module },
        ..PlayerInfo::default()
    };
    let players = seats.into_iter().map(player).collect();
    let host_bots = seats.into_iter().enumerate().filter_map(|(index, sits)| match sits {
        Sits::HostBot(id) => Some((Seat::new(index), id)),
        _ => None,
    });
    let terms = MatchTerms { turn: Some(FOR_EVER), ..MatchTerms::default() };
    let match_spec = MatchSpec { game: "connect-four".to_owned(), settings: Value::Null, seed: 7, players, terms };
    PlayRequest { id, match_spec, script: Vec::new(), host_bots: host_bots.collect(), record: None }
}

/// The number of the bot with this name.
pub fn number(host_bots: &[HostBot], name: &str) -> u32 {
    host_bots.iter().find(|bot| bot.name == name).unwrap().id
}
