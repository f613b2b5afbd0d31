//! The limits on the size and the names of a bot's files. Knows no file.

/// Bounds of a bot's files. Matches use the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// Bytes of all files and the targets of all symbolic links: 16 MiB.
    pub bytes: u64,
    /// Names in all directories: 4,096.
    pub entries: usize,
    /// Bytes of a path, and of a symbolic link's target: 4,096.
    pub path_bytes: u32,
    /// Bytes of a name: 255.
    pub name_bytes: usize,
    /// Directories inside each other: 64.
    pub depth: usize,
    /// Descriptors open at once, the three streams included: 1,024.
    pub descriptors: usize,
}

impl Default for FileLimits {
    fn default() -> FileLimits {
        FileLimits {
            bytes: 16 << 20,
            entries: 4_096,
            path_bytes: 4_096,
            name_bytes: 255,
            depth: 64,
            descriptors: 1_024,
        }
    }
}
