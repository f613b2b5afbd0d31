//! Gives files to the page, in the two ways a person does: by the chooser and by dropping.

use std::path::Path;

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::browser::Browser;
use crate::waiting::until;

/// Makes a file in the page and drops it on the element, with the events that a browser sends for a
/// dragged file. A browser drops nothing where the page does not accept it.
const DROP: &str = r"
(target, name, content) => {
    const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], name));
    const send = type => target.dispatchEvent(new DragEvent(type, {dataTransfer: carried, bubbles: true, cancelable: true}));
    send('dragenter');
    if (send('dragover')) throw new Error('nothing accepts a file there');
    send('drop');
}";

/// The middle of an element within the viewport.
const MIDDLE: &str = r"
target => {
    target.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = target.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}";

impl Browser {
    /// Chooses `file` in the `<input type=file>` with this test id.
    ///
    /// # Errors
    /// When the input does not appear or takes no file.
    pub async fn choose_file(&self, id: &str, file: &Path) -> Result<()> {
        let file = file.canonicalize().with_context(|| format!("no file {}", file.display()))?;
        let input = self.find_hidden(id).await?;
        self.tab().set_file(input.node(), &file).await.with_context(|| format!("{id} takes no file"))
    }

    /// Drops `bytes` as a file called `name` on the element with this test id.
    ///
    /// # Errors
    /// When the element does not appear.
    pub async fn drop_bytes(&self, id: &str, name: &str, bytes: &[u8]) -> Result<()> {
        let arguments = [json!(name), json!(BASE64_STANDARD.encode(bytes))];
        until(&format!("{id} takes no file"), async || {
            let target = self.find(id).await?;
            Ok(Some(self.tab().call(DROP, &[target.node()], &arguments).await?))
        })
        .await
        .map(drop)
    }

    /// Drags a file or a folder of this computer to the middle of the element with this test id and
    /// drops it there: the browser itself makes the file objects that the page receives.
    ///
    /// # Errors
    /// When the element does not appear. Firefox cannot do this.
    pub async fn drop_path(&self, id: &str, path: &Path) -> Result<()> {
        let path = path.canonicalize().with_context(|| format!("no file {}", path.display()))?;
        let middle = self.tab().call(MIDDLE, &[self.find(id).await?.node()], &[]).await?;
        let [Some(x), Some(y)] = [0, 1].map(|at| middle[at].as_f64()) else { bail!("{id} has no middle: {middle}") };
        self.tab().drop_path(&path, [x, y]).await
    }

    /// Drops `file` on the element with this test id.
    ///
    /// # Errors
    /// When the file cannot be read or the element does not appear.
    pub async fn drop_file(&self, id: &str, file: &Path) -> Result<()> {
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.drop_bytes(id, &name, &bytes).await
    }
}
