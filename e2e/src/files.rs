//! Gives files to the page, in the two ways a person does: by the chooser and by dropping.

use std::path::Path;

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::browser::Browser;

/// Makes a file in the page and drops it on the element, with the events a browser sends for a
/// dragged file.
const DROP: &str = r"
(target, name, content) => {
    const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], name));
    for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, {dataTransfer: carried, bubbles: true, cancelable: true}));
    }
}";

/// The middle of an element that is in sight.
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
    /// When the input does not come or takes no file.
    pub async fn choose_file(&self, id: &str, file: &Path) -> Result<()> {
        let file = file.canonicalize().with_context(|| format!("no file {}", file.display()))?;
        let input = self.find_hidden(id).await?;
        self.tab().set_file(input.node(), &file).await.with_context(|| format!("{id} takes no file"))
    }

    /// Drops `bytes` as a file called `name` on the element with this test id.
    ///
    /// # Errors
    /// When the element does not come.
    pub async fn drop_bytes(&self, id: &str, name: &str, bytes: &[u8]) -> Result<()> {
        let target = self.find(id).await?;
        self.tab().call(DROP, &[target.node()], &[json!(name), json!(BASE64_STANDARD.encode(bytes))]).await?;
        Ok(())
    }

    /// Drags a file or a folder of this computer to the middle of the element with this test id and
    /// drops it there: the browser itself makes what the page gets of it.
    ///
    /// # Errors
    /// When the element does not come. Firefox cannot do this.
    pub async fn drop_path(&self, id: &str, path: &Path) -> Result<()> {
        let path = path.canonicalize().with_context(|| format!("no file {}", path.display()))?;
        let middle = self.tab().call(MIDDLE, &[self.find(id).await?.node()], &[]).await?;
        let [Some(x), Some(y)] = [0, 1].map(|at| middle[at].as_f64()) else { bail!("{id} has no middle: {middle}") };
        self.tab().drop_path(&path, [x, y]).await
    }

    /// Drops `file` on the element with this test id.
    ///
    /// # Errors
    /// When the file cannot be read or the element does not come.
    pub async fn drop_file(&self, id: &str, file: &Path) -> Result<()> {
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.drop_bytes(id, &name, &bytes).await
    }
}
