//! `fd_readdir`: the names in a directory, as many as a buffer holds. A cookie is the serial number
//! of the name before.

use super::super::files::{DOTS, NODE};
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::{Memory, check, put_u32};
use super::super::rights::FD_READDIR;

/// How preview1 numbers a directory.
const DIRECTORY: u8 = 3;
const HEAD: usize = 24;

pub(crate) fn readdir<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let id = frame.descriptor(0)?.directory(FD_READDIR)?;
    let (at, len, cookie) = (frame.args.word(1), frame.args.word(2), frame.args.long(3));
    check(frame.memory, at, u64::from(len))?;
    check(frame.memory, frame.args.word(4), 4)?;
    let CallFrame { process, memory, .. } = frame;
    let tree = &process.files.tree;
    let directory = tree.directory(id)?;
    let dots = [(1, ".", id.inode()), (DOTS, "..", directory.parent.inode())];
    let dots = dots.into_iter().filter(|(serial, ..)| *serial > cookie);
    let dots = dots.map(|(serial, name, inode)| (serial, name, inode, DIRECTORY));
    let named = directory.after(cookie.max(DOTS)).map(|(serial, name, id)| {
        let filetype = tree.node(id).kind.filetype();
        (serial, name, id.inode(), filetype)
    });
    let mut page = Page { memory: *memory, at, len, used: 0 };
    let mut looked_at = 0;
    for (serial, name, inode, filetype) in dots.chain(named) {
        looked_at += 1;
        page.put(&head(serial, inode, name, filetype))?;
        page.put(name.as_bytes())?;
        if page.is_full() {
            break;
        }
    }
    let used = page.used;
    put_u32(frame.memory, frame.args.word(4), used)?;
    frame.work += u64::from(used) + looked_at * NODE;
    Ok(())
}

fn head(serial: u64, inode: u64, name: &str, filetype: u8) -> [u8; HEAD] {
    let mut raw = [0; HEAD];
    raw[..8].copy_from_slice(&serial.to_le_bytes());
    raw[8..16].copy_from_slice(&inode.to_le_bytes());
    raw[16..20].copy_from_slice(&(name.len() as u32).to_le_bytes());
    raw[20] = filetype;
    raw
}

/// The bot's buffer. A listing that does not fit is cut off; the full buffer shows that there is
/// more.
struct Page<'a, M> {
    memory: &'a mut M,
    at: u32,
    len: u32,
    used: u32,
}

impl<M: Memory> Page<'_, M> {
    fn put(&mut self, bytes: &[u8]) -> CallResult {
        let fitting = bytes.len().min((self.len - self.used) as usize);
        self.memory.write(self.at + self.used, &bytes[..fitting])?;
        self.used += fitting as u32;
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.used == self.len
    }
}
