//! `path_open`.

use super::super::abi::Errno;
use super::super::descriptors::{Descriptor, OpenTarget, flags};
use super::super::files::{FileBytes, Id, LastLink, NodeKind, WalkedPath};
use super::super::frame::{CallFrame, CallResult, last};
use super::super::memory::{Memory, check, put_u32};
use super::super::rights::{FD_WRITE, PATH_CREATE_FILE, PATH_FILESTAT_SET_SIZE, PATH_OPEN, Rights};

pub(crate) fn open<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let path = frame.path(2)?;
    let how = OpenMode::parse(frame.args.word(4))?;
    let flags = flags(frame.args.word(7))?;
    let last = if how.exclusive { LastLink::Keep } else { last(frame.args.word(1), &path)? };
    let place = frame.walk(0, how.rights(), &path, last)?;
    let asked = Rights { base: frame.args.long(5), inheriting: frame.args.long(6) };
    let rights = frame.descriptor(0)?.rights.grant(asked)?;
    check(frame.memory, frame.args.word(8), 4)?;
    frame.process.descriptors.check_room()?;
    let id = found_or_made(frame, &place, how)?;
    let descriptor = match opened(frame, id, rights, how)? {
        opened if matches!(opened, OpenTarget::Directory(_)) => Descriptor::new(opened, rights.for_directory()),
        opened => Descriptor::new(opened, rights.for_file()),
    };
    frame.tree_mut().hold(id);
    let fd = frame.process.descriptors.add(Descriptor { flags, ..descriptor });
    put_u32(frame.memory, frame.args.word(8), fd)
}

/// The flags of the call, which choose what opening does.
#[derive(Clone, Copy)]
struct OpenMode {
    create: bool,
    directory: bool,
    exclusive: bool,
    truncate: bool,
}

impl OpenMode {
    fn parse(raw: u32) -> Result<OpenMode, Errno> {
        let is = |bit: u32| raw & 1 << bit != 0;
        let how = OpenMode { create: is(0), directory: is(1), exclusive: is(0) && is(2), truncate: is(3) };
        // There is another call that makes directories.
        if raw >> 4 != 0 || how.create && how.directory { Err(Errno::Inval) } else { Ok(how) }
    }

    fn rights(self) -> u64 {
        let create = if self.create { PATH_CREATE_FILE } else { 0 };
        let truncate = if self.truncate { PATH_FILESTAT_SET_SIZE } else { 0 };
        PATH_OPEN | create | truncate
    }
}

fn found_or_made<M: Memory>(frame: &mut CallFrame<'_, M>, place: &WalkedPath, how: OpenMode) -> Result<Id, Errno> {
    match place {
        WalkedPath::Named(named) if named.node.is_none() && how.create => {
            if named.slash {
                return Err(Errno::Isdir);
            }
            let now = frame.now();
            frame.tree_mut().create(named.directory, &named.name, NodeKind::File(FileBytes::Own(Vec::new())), now)
        }
        place => {
            let id = place.existing(frame.tree())?;
            if how.exclusive { Err(Errno::Exist) } else { Ok(id) }
        }
    }
}

/// Checks that the target may be opened with these rights, and empties it on request.
fn opened<M: Memory>(frame: &mut CallFrame<'_, M>, id: Id, rights: Rights, how: OpenMode) -> Result<OpenTarget, Errno> {
    match frame.tree().node(id).kind {
        NodeKind::Symlink(_) => Err(Errno::Loop),
        NodeKind::Directory(_) if how.create || how.truncate || rights.base & FD_WRITE != 0 => Err(Errno::Isdir),
        NodeKind::Directory(_) => Ok(OpenTarget::Directory(id)),
        NodeKind::File(_) if how.directory => Err(Errno::Notdir),
        NodeKind::File(_) => {
            if how.truncate {
                let now = frame.now();
                frame.tree_mut().resize(id, 0, now)?;
            }
            Ok(OpenTarget::File(id))
        }
    }
}
