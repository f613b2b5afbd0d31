//! A bot's files as nodes and names, within their limits. Knows no path longer than a name, no
//! descriptor and no right.

use super::super::abi::Errno;
use super::limits::FileLimits;
use super::node::{Directory, Id, Moment, Node, NodeKind, Times};

/// All nodes of a bot. Numbers and listings depend only on the calls so far.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Option<Node>>,
    free: Vec<Id>,
    limits: FileLimits,
    bytes: u64,
    entries: usize,
    serial: u64,
}

/// Serial numbers up to this one are those of `.` and `..`.
pub(crate) const DOTS: u64 = 2;

/// For how many nodes memory is kept from run to run: most have one.
const KEPT_NODES: usize = 16;

/// The price of looking at one more node, in bytes of work.
pub(crate) const NODE: u64 = 64;

impl Tree {
    pub fn new(limits: FileLimits) -> Tree {
        Tree { nodes: Vec::new(), free: Vec::new(), limits, bytes: 0, entries: 0, serial: DOTS }
    }

    /// Takes everything away, keeping the memory of a few nodes.
    pub fn restart(&mut self) {
        self.nodes.clear();
        self.nodes.shrink_to(KEPT_NODES);
        self.free.clear();
        self.free.shrink_to(KEPT_NODES);
        (self.bytes, self.entries, self.serial) = (0, 0, DOTS);
    }

    /// Bytes and names, as they are counted against the limits.
    #[cfg(test)]
    pub fn counted(&self) -> (u64, usize) {
        (self.bytes, self.entries)
    }

    pub fn limits(&self) -> &FileLimits {
        &self.limits
    }

    /// Adds a directory without a name, which stays for ever.
    pub fn root(&mut self, now: Moment) -> Id {
        let id = self.place(NodeKind::Directory(Directory::new(Id(0))), now);
        self.node_mut(id).held = 1;
        if let NodeKind::Directory(directory) = &mut self.node_mut(id).kind {
            directory.parent = id;
        }
        id
    }

    pub fn node(&self, id: Id) -> &Node {
        self.nodes[id.0 as usize].as_ref().expect("a node is freed when neither a name nor a descriptor leads to it")
    }

    pub fn node_mut(&mut self, id: Id) -> &mut Node {
        self.nodes[id.0 as usize].as_mut().expect("a node is freed when neither a name nor a descriptor leads to it")
    }

    /// # Errors
    /// [`Errno::Notdir`] if the node is something else.
    pub fn directory(&self, id: Id) -> Result<&Directory, Errno> {
        match &self.node(id).kind {
            NodeKind::Directory(directory) => Ok(directory),
            _ => Err(Errno::Notdir),
        }
    }

    pub fn is_directory(&self, id: Id) -> bool {
        self.directory(id).is_ok()
    }

    /// The content of a file; empty if the node is not a file.
    pub fn contents(&self, id: Id) -> &[u8] {
        match &self.node(id).kind {
            NodeKind::File(bytes) => bytes,
            _ => &[],
        }
    }

    /// Makes a file, a directory or a symbolic link of this name, which must not be there.
    pub fn create(&mut self, directory: Id, name: &str, kind: NodeKind, now: Moment) -> Result<Id, Errno> {
        self.check_room(directory, name)?;
        if matches!(kind, NodeKind::Directory(_)) && self.depth(directory) >= self.limits.depth {
            return Err(Errno::Nametoolong);
        }
        let bytes = self.grown(kind.size())?;
        self.bytes = bytes;
        let id = self.place(kind, now);
        self.attach(directory, name, id, now);
        Ok(id)
    }

    /// Gives a node one more name, which must not be there.
    pub fn link(&mut self, directory: Id, name: &str, id: Id, now: Moment) -> Result<(), Errno> {
        self.check_room(directory, name)?;
        self.attach(directory, name, id, now);
        Ok(())
    }

    /// Removes a name, and the node with it if no other name or descriptor holds it.
    pub fn unlink(&mut self, directory: Id, name: &str, now: Moment) {
        if let Some(id) = self.detach(directory, name, now) {
            self.drop_if_loose(id);
        }
    }

    /// Moves a name. Replaces the node of the new name: the caller has checked that it may be
    /// replaced.
    pub fn rename(&mut self, from: (Id, &str), to: (Id, &str), now: Moment) -> Result<(), Errno> {
        self.check_name(to.1)?;
        self.unlink(to.0, to.1, now);
        let Some(id) = self.detach(from.0, from.1, now) else { return Err(Errno::Noent) };
        self.attach(to.0, to.1, id, now);
        if let NodeKind::Directory(moved) = &mut self.node_mut(id).kind {
            moved.parent = to.0;
        }
        Ok(())
    }

    /// Checks whether a directory may be moved into another one: not into itself, and not too deep.
    /// Adds the nodes that were looked at to `work`.
    pub fn check_move(&self, moved: Id, into: Id, work: &mut u64) -> Result<(), Errno> {
        let mut above = into;
        loop {
            if above == moved {
                return Err(Errno::Inval);
            }
            let parent = self.directory(above)?.parent;
            if parent == above {
                break;
            }
            above = parent;
        }
        let deep = self.depth(into) + self.height(moved, work) > self.limits.depth;
        if deep { Err(Errno::Nametoolong) } else { Ok(()) }
    }

    /// The part of a file that is about to be written, which grows for it; the bytes between its
    /// end and `at` become zeros.
    pub fn window(&mut self, id: Id, at: u64, len: u64, now: Moment) -> Result<&mut [u8], Errno> {
        let end = at.checked_add(len).ok_or(Errno::Fbig)?;
        if len > 0 && end > self.node(id).kind.size() {
            self.resize(id, end, now)?;
        }
        let node = self.node_mut(id);
        node.times.touch(now);
        match &mut node.kind {
            NodeKind::File(bytes) if len > 0 => Ok(&mut bytes.to_mut()[at as usize..end as usize]),
            _ => Ok(&mut []),
        }
    }

    /// Makes a file as long as this: cut off, or filled up with zeros.
    pub fn resize(&mut self, id: Id, size: u64, now: Moment) -> Result<(), Errno> {
        let old = self.node(id).kind.size();
        if size > self.limits.bytes {
            return Err(Errno::Fbig);
        }
        self.bytes = self.grown(size.saturating_sub(old))? - old.saturating_sub(size);
        let node = self.node_mut(id);
        node.times.touch(now);
        if let NodeKind::File(bytes) = &mut node.kind {
            let bytes = bytes.to_mut();
            bytes.resize(size as usize, 0);
            // The unused memory is to be free for other files; not at once, or a file that keeps
            // changing its size would cost much.
            if bytes.capacity() > 64 && bytes.capacity() / 4 > bytes.len() {
                bytes.shrink_to_fit();
            }
        }
        Ok(())
    }

    /// A descriptor holds this node.
    pub fn hold(&mut self, id: Id) {
        self.node_mut(id).held += 1;
    }

    /// A descriptor lets it go.
    pub fn release(&mut self, id: Id) {
        self.node_mut(id).held -= 1;
        self.drop_if_loose(id);
    }

    fn grown(&self, by: u64) -> Result<u64, Errno> {
        let bytes = self.bytes + by;
        if bytes > self.limits.bytes { Err(Errno::Nospc) } else { Ok(bytes) }
    }

    fn check_name(&self, name: &str) -> Result<(), Errno> {
        if name.len() > self.limits.name_bytes { Err(Errno::Nametoolong) } else { Ok(()) }
    }

    fn check_room(&self, directory: Id, name: &str) -> Result<(), Errno> {
        self.check_name(name)?;
        self.directory(directory)?;
        if self.is_removed(directory) {
            return Err(Errno::Noent);
        }
        if self.entries >= self.limits.entries { Err(Errno::Nospc) } else { Ok(()) }
    }

    /// Whether a directory lives on only because a descriptor holds it.
    pub fn is_removed(&self, directory: Id) -> bool {
        let is_root = self.directory(directory).is_ok_and(|own| own.parent == directory);
        self.node(directory).links == 0 && !is_root
    }

    fn attach(&mut self, directory: Id, name: &str, id: Id, now: Moment) {
        self.serial += 1;
        self.entries += 1;
        let serial = self.serial;
        self.node_mut(id).links += 1;
        self.node_mut(id).times.changed = now;
        let node = self.node_mut(directory);
        node.times.touch(now);
        if let NodeKind::Directory(own) = &mut node.kind {
            own.insert(name, id, serial);
        }
    }

    fn detach(&mut self, directory: Id, name: &str, now: Moment) -> Option<Id> {
        let node = self.node_mut(directory);
        let NodeKind::Directory(own) = &mut node.kind else { return None };
        let id = own.remove(name)?;
        node.times.touch(now);
        self.entries -= 1;
        self.node_mut(id).links -= 1;
        self.node_mut(id).times.changed = now;
        Some(id)
    }

    fn place(&mut self, kind: NodeKind, now: Moment) -> Id {
        let node = Some(Node { kind, times: Times::at(now), links: 0, held: 0 });
        match self.free.pop() {
            Some(id) => {
                self.nodes[id.0 as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                Id((self.nodes.len() - 1) as u32)
            }
        }
    }

    fn drop_if_loose(&mut self, id: Id) {
        let node = self.node(id);
        if node.links == 0 && node.held == 0 {
            self.bytes -= node.kind.size();
            self.nodes[id.0 as usize] = None;
            self.free.push(id);
        }
    }

    /// The number of directories from the root to this one, both included.
    fn depth(&self, directory: Id) -> usize {
        let (mut depth, mut at) = (1, directory);
        while let Ok(own) = self.directory(at)
            && own.parent != at
        {
            depth += 1;
            at = own.parent;
        }
        depth
    }

    /// The number of nested directories here, this one included.
    fn height(&self, directory: Id, work: &mut u64) -> usize {
        let (mut height, mut level) = (0, vec![directory]);
        while !level.is_empty() {
            height += 1;
            let inside = level.iter().filter_map(|id| self.directory(*id).ok()).flat_map(Directory::by_name);
            let inside = inside.inspect(|_| *work += NODE).map(|(_, id)| id);
            level = inside.filter(|id| self.is_directory(*id)).collect();
        }
        height
    }
}
