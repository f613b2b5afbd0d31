//! A passage of a bot's input or output.

use botyard_engine::fault::printable;
use botyard_engine::transcript::{Passage, Stream};
use yew::{Html, classes, html};

/// The most characters of a passage that are shown, so that a flood does not freeze the page.
const SHOWN: usize = 4_000;

/// A passage with the name of its stream.
pub(super) fn passage_view(passage: &Passage) -> Html {
    let (class, name) = match passage.stream {
        Stream::Stdin => ("read", "read"),
        Stream::Stdout => ("printed", "printed"),
        Stream::Stderr => ("stderr", "stderr"),
        Stream::Ended | Stream::Remark => ("ended", "ended"),
    };
    let text = passage.text.trim_end_matches('\n');
    let cut = text.char_indices().nth(SHOWN).map(|(at, _)| at);
    // Line by line: line ends are the only control characters that take effect.
    let lines: Vec<_> = text[..cut.unwrap_or(text.len())].lines().map(printable).collect();
    html! {
        <div class={classes!("passage", class)}><span class="stream">{ name }</span><pre>{ lines.join("\n") }if cut.is_some() { { " …" } }</pre></div>
    }
}
