//! One WebSocket to a browser: a command goes out with an id, its answer comes back under that id,
//! and events come in between. Knows no command and no event by name.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// No command takes as long as this: a script that plays a thousand matches takes a few minutes.
const LIMIT: Duration = Duration::from_secs(600);

/// A message that a browser sends without a command.
#[derive(Debug)]
pub(crate) struct BidiEvent {
    /// The event's name, such as `log.entryAdded`.
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// A connection that is open until it is dropped or the browser closes it.
pub(crate) struct BidiConnection {
    outgoing: mpsc::UnboundedSender<QueuedCommand>,
    last_id: AtomicU64,
}

struct QueuedCommand {
    id: u64,
    text: String,
    answer: oneshot::Sender<Result<Value>>,
}

type BidiSocket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl BidiConnection {
    /// Connects. `on_event` is called with every event, before an answer that comes after the event
    /// is returned.
    ///
    /// # Errors
    /// When no program listens at this address.
    pub(crate) async fn open(address: &str, on_event: impl FnMut(BidiEvent) + Send + 'static) -> Result<Self> {
        // A picture of the page is larger than the library allows a message to be by default.
        let unlimited = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) = connect_async_with_config(address, Some(unlimited), true)
            .await
            .with_context(|| format!("no browser listens at {address}"))?;
        let (outgoing, commands) = mpsc::unbounded_channel();
        tokio::spawn(serve(socket, commands, on_event));
        Ok(Self { outgoing, last_id: AtomicU64::new(0) })
    }

    /// Sends a command and waits for its result.
    ///
    /// # Errors
    /// When the browser rejects the command, does not answer in time, or closes the connection.
    pub(crate) async fn command(&self, method: &str, params: Value) -> Result<Value> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let text = json!({ "id": id, "method": method, "params": params }).to_string();
        let (answer, answered) = oneshot::channel();
        // If `serve` has ended, `answer` is dropped, and waiting for `answered` fails.
        let _ = self.outgoing.send(QueuedCommand { id, text, answer });
        let answered = tokio::time::timeout(LIMIT, answered).await;
        let answer = answered.with_context(|| format!("{method} was not answered within {} s", LIMIT.as_secs()))?;
        answer.with_context(|| format!("the browser has gone before it answered {method}"))?.context(method.to_owned())
    }

    /// Whether the browser is still connected.
    pub(crate) fn is_open(&self) -> bool {
        !self.outgoing.is_closed()
    }

    /// Waits until the browser closes the connection.
    pub(crate) async fn closed(&self) {
        self.outgoing.closed().await;
    }
}

/// Carries messages in both directions until either side ends. A caller that still waits then gets
/// an error, because its sender is dropped.
async fn serve(
    mut socket: BidiSocket,
    mut commands: mpsc::UnboundedReceiver<QueuedCommand>,
    mut on_event: impl FnMut(BidiEvent) + Send,
) {
    let mut waiting = HashMap::new();
    loop {
        tokio::select! {
            command = commands.recv() => {
                let Some(QueuedCommand { id, text, answer }) = command else { return };
                waiting.insert(id, answer);
                if socket.send(Message::text(text)).await.is_err() {
                    return;
                }
            }
            message = socket.next() => {
                let Some(Ok(message)) = message else { return };
                // Pings are answered by the library, and a close ends the stream.
                let Message::Text(text) = message else { continue };
                match Incoming::read(&text) {
                    Some(Incoming::Answer(id, result)) => {
                        if let Some(answer) = waiting.remove(&id) {
                            // The caller may have given up meanwhile.
                            let _ = answer.send(result);
                        }
                    }
                    Some(Incoming::Event(event)) => on_event(event),
                    None => {}
                }
            }
        }
    }
}

/// A message from a browser.
enum Incoming {
    Answer(u64, Result<Value>),
    Event(BidiEvent),
}

impl Incoming {
    /// Returns `None` for what is neither an answer nor an event, such as an error without an id.
    fn read(text: &str) -> Option<Self> {
        let mut message: Value = serde_json::from_str(text).ok()?;
        let taken = |message: &mut Value, key: &str| message.get_mut(key).map(Value::take).unwrap_or_default();
        if let Some(id) = message["id"].as_u64() {
            let result = match message["error"].as_str() {
                Some(error) => Err(anyhow!("{error}: {}", message["message"].as_str().unwrap_or_default())),
                None => Ok(taken(&mut message, "result")),
            };
            return Some(Self::Answer(id, result));
        }
        let method = message["method"].as_str()?.to_owned();
        Some(Self::Event(BidiEvent { method, params: taken(&mut message, "params") }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_errors_and_events_are_told_apart() {
        let Some(Incoming::Answer(3, Ok(result))) = Incoming::read(r#"{"type":"success","id":3,"result":{"a":1}}"#)
        else {
            panic!("an answer")
        };
        assert_eq!(result, json!({ "a": 1 }));
        let error = r#"{"type":"error","id":4,"error":"no such frame","message":"it is closed"}"#;
        let Some(Incoming::Answer(4, Err(error))) = Incoming::read(error) else { panic!("an error") };
        assert_eq!(error.to_string(), "no such frame: it is closed");
        let Some(Incoming::Event(event)) = Incoming::read(r#"{"type":"event","method":"log.entryAdded","params":[]}"#)
        else {
            panic!("an event")
        };
        assert_eq!((event.method.as_str(), event.params), ("log.entryAdded", json!([])));
        assert!(Incoming::read(r#"{"type":"error","id":null,"error":"invalid argument"}"#).is_none());
        assert!(Incoming::read("no JSON").is_none());
    }
}
