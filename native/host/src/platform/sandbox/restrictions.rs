//! The restrictions for executables: namespaces, limits, Landlock, seccomp. Each restriction is
//! applied independently, and those that fail are reported with the reason.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use caps::{CapSet, Capability};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    Scope, path_beneath_rules,
};
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use rustix::process::{Pid, Resource, Rlimit, getegid, geteuid, getpid, getrlimit, setrlimit};
use seccompiler::{
    SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
};

use super::WardenConfig;
use super::working_folder::PlacedFolder;
use crate::process_sandbox::{PROCESS_MEMORY, Restriction, RestrictionStatus};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// The size limit of a file.
const FILE: u64 = 64 << 20;
/// How many descriptors a process may have.
const DESCRIPTORS: u64 = 512;
/// How many processes and threads.
const CROWD: u64 = 256;
/// How many process ids at the beginning of a namespace the system uses only once.
const RESERVED: u64 = 300;
/// How many signals may be queued for a bot, timers included. A namespace counts its own; without
/// one, the signals of the user's other programs count, too.
const QUEUED_SIGNALS: u64 = 1_024;
/// The scratch folder as a file system of its own.
const SCRATCH: &str = "size=64m,nr_inodes=4096,mode=700";
/// The file system with information about the system and its processes.
const PROC: &str = "/proc";
/// The parts of `/proc` that stay readable where it lists all users' processes: none is about a
/// process.
const PROC_OF_ALL: &[&str] = &[
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/uptime",
    "/proc/version",
];
/// The user that root becomes inside, without root's rights.
const NOBODY: u32 = 65_534;

/// Creates the namespaces, and mounts the scratch folder in them.
pub(super) fn restrict_outside(scratch: &Path) -> Vec<RestrictionStatus> {
    let spaces = enter_namespaces();
    let is_apart = spaces.is_ok();
    let spaces = RestrictionStatus::from_attempt(Restriction::Processes, spaces);
    let network = RestrictionStatus { restriction: Restriction::Network, ..spaces.clone() };
    let room = if is_apart { make_scratch(scratch) } else { Err("requires namespaces".into()) };
    // The first process inside mounts and limits the number of processes, then gives up all rights.
    let _ = keep_rights();
    vec![spaces, network, RestrictionStatus::from_attempt(Restriction::Scratch, room)]
}

fn enter_namespaces() -> Result {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let all = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    unshare(all).map_err(|why| format!("the system does not allow this user to create namespaces: {}", why.desc()))?;
    let inner = |id| if id == 0 { NOBODY } else { id };
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", inner(user)))?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", inner(group)))?;
    Ok(())
}

fn make_scratch(scratch: &Path) -> Result {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(Some("botyard"), scratch, Some("tmpfs"), flags, Some(SCRATCH))?)
}

/// Keeps the right to mount, and the right to use a folder that an overlay makes and closes to
/// everyone.
fn keep_rights() -> Result {
    for right in [Capability::CAP_SYS_ADMIN, Capability::CAP_DAC_OVERRIDE] {
        caps::raise(None, CapSet::Inheritable, right)?;
        caps::raise(None, CapSet::Ambient, right)?;
    }
    Ok(())
}

/// Whether this is the first process of a namespace.
pub(super) fn is_alone() -> bool {
    getpid() == Pid::INIT
}

/// The bot's home in its scratch folder.
pub(super) fn home(scratch: &Path) -> PathBuf {
    scratch.join("home")
}

/// Makes the folders for the bot's files, while this process has the right to mount.
///
/// # Errors
/// If the scratch folder cannot be written.
pub(super) fn make_folders(orders: &WardenConfig) -> io::Result<PlacedFolder> {
    let scratch = Path::new(&orders.scratch);
    fs::create_dir(home(scratch))?;
    PlacedFolder::make(&orders.working_folder, scratch, is_alone())
}

/// Applies all other restrictions to this process and everything that it will start; returns the
/// complete list.
pub(super) fn restrict_inside(orders: &WardenConfig, folder: &PlacedFolder) -> Vec<RestrictionStatus> {
    let limits = set_limits();
    let crowd = limit_processes();
    let is_proc_narrow = is_alone() && list_own_processes().is_err();
    let rights = give_up_rights();
    let files = rights.and_then(|()| restrict_files(orders, folder, is_proc_narrow));
    let mut statuses = orders.statuses.clone();
    // Landlock is in force as a whole or counts as missing, and its scope of signals with it.
    explain_missing_processes(&mut statuses, files.is_ok());
    statuses.extend([
        RestrictionStatus::from_attempt(Restriction::Limits, limits),
        RestrictionStatus::from_attempt(Restriction::Crowd, crowd),
        RestrictionStatus::from_attempt(Restriction::Files, files),
        // Last, because it forbids calls that the others need.
        RestrictionStatus::from_attempt(Restriction::Calls, restrict_calls()),
    ]);
    statuses
}

/// Explains what a bot can do to other processes if there is no namespace that hides them.
fn explain_missing_processes(statuses: &mut [RestrictionStatus], are_signals_scoped: bool) {
    let processes = statuses.iter_mut().filter(|status| status.restriction == Restriction::Processes);
    for why in processes.filter_map(|status| status.fault.as_mut()) {
        *why += if are_signals_scoped {
            "; it sees other processes, but cannot signal or slow them"
        } else {
            "; it can end every process of its user with `kill`, and change its memory, its opponent and botyard too"
        };
        if geteuid().is_root() {
            *why += "; it stays root, without root's rights: play as another user";
        }
    }
}

/// Mounts a `/proc` that lists only this namespace, so that bots do not see other processes'
/// command lines.
fn list_own_processes() -> Result {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    Ok(mount(Some("proc"), PROC, Some("proc"), flags, None::<&str>)?)
}

fn set_limits() -> Result {
    for (resource, most) in [
        (Resource::Data, PROCESS_MEMORY),
        (Resource::Fsize, FILE),
        (Resource::Nofile, DESCRIPTORS),
        (Resource::Sigpending, QUEUED_SIGNALS),
        (Resource::Core, 0),
    ] {
        set_limit(resource, most)?;
    }
    Ok(())
}

/// Never raises a limit.
fn set_limit(resource: Resource, most: u64) -> Result {
    let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Limits the number of processes: by the namespace, which includes root's; or by the user, which
/// in a namespace counts only the processes there.
fn limit_processes() -> Result {
    if !is_alone() {
        return Err("without namespaces, all processes of its user would count".into());
    }
    // The ids below `RESERVED` are skipped, because a bot would get them once and never give them
    // back: as root it had 553 processes.
    let by_space = fs::write("/proc/sys/kernel/pid_max", (RESERVED + CROWD).to_string())
        .and_then(|()| fs::write("/proc/sys/kernel/ns_last_pid", RESERVED.to_string()));
    let is_root = fs::read_to_string("/proc/self/uid_map")?.split_whitespace().nth(1) == Some("0");
    match by_space {
        Err(why) if is_root => Err(format!("the system does not limit root's processes ({why})").into()),
        _ => set_limit(Resource::Nproc, CROWD),
    }
}

fn give_up_rights() -> Result {
    for set in [CapSet::Ambient, CapSet::Inheritable, CapSet::Effective, CapSet::Permitted] {
        caps::clear(None, set)?;
    }
    Ok(nix::sys::prctl::set_no_new_privs()?)
}

fn restrict_files(orders: &WardenConfig, folder: &PlacedFolder, is_proc_narrow: bool) -> Result {
    let abi = ABI::V6;
    let readable = orders.readable.iter().filter(|path| !is_proc_narrow || *path != PROC);
    let of_proc = if is_proc_narrow { PROC_OF_ALL } else { &[] };
    let devices = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(abi)))?
        .add_rules(path_beneath_rules(of_proc, AccessFs::from_read(abi)))?
        .add_rules(path_beneath_rules(folder.changes(), AccessFs::from_read(abi)))?
        .add_rules(path_beneath_rules(folder.writable(), AccessFs::from_all(abi)))?
        .add_rules(path_beneath_rules([home(Path::new(&orders.scratch))], AccessFs::from_all(abi)))?
        .add_rules(path_beneath_rules(devices, AccessFs::from_file(abi)))?
        .restrict_self()?;
    match status.ruleset {
        RulesetStatus::FullyEnforced => Ok(()),
        RulesetStatus::PartiallyEnforced => {
            Err("this kernel's Landlock supports only a part (Linux 6.12 or later supports all)".into())
        }
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock".into()),
    }
}

/// Calls that no bot needs, and calls that would bypass the other restrictions.
const FORBIDDEN: &[i64] = &[
    // The network, and other programs' sockets, to which a pair could be connected as well.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    // Other ways to the same calls.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Other processes' memory and descriptors.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    // The kernel itself, and parts of it that have often had vulnerabilities.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    // System V IPC and POSIX queues outlive the processes that use them. The memory is not charged
    // to any process, and the bytes of queues are counted for a user.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Landlock lets a file's owner change everything but its content: mode, owner, times and
    // attributes.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // fchmodat2, setxattrat, removexattrat, file_setattr have the same numbers on all
    // architectures.
    452,
    463,
    466,
    469,
    // Events of files that the bot may not read.
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
];

/// Older forms of these calls, on architectures that still have them.
#[cfg(target_arch = "x86_64")]
const FORBIDDEN_OLD: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_inotify_init,
];
#[cfg(not(target_arch = "x86_64"))]
const FORBIDDEN_OLD: &[i64] = &[];

/// Calls that are forbidden for some values of an argument: its index, the bits compared, and the
/// forbidden value.
const FORBIDDEN_SO: &[(i64, u8, u64, u64)] = &[
    (libc::SYS_clone, 0, libc::CLONE_NEWUSER as u64, libc::CLONE_NEWUSER as u64),
    // A lease makes a program that opens the file for writing wait for the bot, which only needs to
    // read it; F_NOTIFY reports events in a folder.
    (libc::SYS_fcntl, 1, 0xffff_ffff, libc::F_SETLEASE as u64),
    (libc::SYS_fcntl, 1, 0xffff_ffff, F_SETDELEG),
    (libc::SYS_fcntl, 1, 0xffff_ffff, libc::F_NOTIFY as u64),
    // The pages of all pipes of a user are counted together, and these would take more of them.
    (libc::SYS_fcntl, 1, 0xffff_ffff, libc::F_SETPIPE_SZ as u64),
];

/// A lease of a newer kind, also of folders.
const F_SETDELEG: u64 = 1024 + 16;

/// The bits of a socket's type that are not flags.
const SOCKET_TYPE: u64 = 0xf;

/// The pairs of sockets that are allowed: those that send only to each other. Each message of a
/// datagram's socket can name another address, and a filter cannot read it.
const CONNECTED: &[i32] = &[libc::SOCK_STREAM, libc::SOCK_SEQPACKET];

/// Calls on a process that are allowed only for the caller itself: the index of the argument that
/// names the process, and its only value. Otherwise a bot could end its warden by a limit.
const OWN_ONLY: &[(i64, u8, u64)] = &[(libc::SYS_prlimit64, 0, 0)];

/// Further calls of this kind where no namespace hides other processes: a bot could slow its
/// opponent or botyard. The system checks only that the user is the same. In a namespace they stay
/// allowed for all threads, because libraries call them with the numbers of their own threads.
const OWN_ONLY_AMONG_OTHERS: &[(i64, u8, u64)] = &[
    // For a process rather than for a group or a user.
    (libc::SYS_setpriority, 0, libc::PRIO_PROCESS as u64),
    (libc::SYS_setpriority, 1, 0),
    (libc::SYS_ioprio_set, 0, IOPRIO_WHO_PROCESS),
    (libc::SYS_ioprio_set, 1, 0),
    (libc::SYS_sched_setaffinity, 0, 0),
    (libc::SYS_sched_setscheduler, 0, 0),
    (libc::SYS_sched_setparam, 0, 0),
    (libc::SYS_sched_setattr, 0, 0),
    (libc::SYS_migrate_pages, 0, 0),
    (libc::SYS_move_pages, 0, 0),
];
const IOPRIO_WHO_PROCESS: u64 = 1;

/// The `ioctl` requests that are allowed. All others are refused: some change metadata of files
/// that are read-only for the bot, and some type into terminals.
const ASKED: &[u64] = &[
    libc::TCGETS,
    libc::TCGETS2,
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
];

/// The offset of a second set of numbers for the same calls (x32), if the kernel has them.
const OTHER_NUMBERS: Option<i64> = if cfg!(target_arch = "x86_64") { Some(0x4000_0000) } else { None };

fn restrict_calls() -> Result {
    let own_only_here: &[_] = if is_alone() { &[] } else { OWN_ONLY_AMONG_OTHERS };
    let forbidden = FORBIDDEN.iter().chain(FORBIDDEN_OLD);
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = forbidden.map(|&call| (call, Vec::new())).collect();
    let for_values =
        FORBIDDEN_SO.iter().map(|&(call, at, mask, value)| (call, at, SeccompCmpOp::MaskedEq(mask), value));
    let own_only = OWN_ONLY.iter().chain(own_only_here);
    let for_others = own_only.map(|&(call, at, own)| (call, at, SeccompCmpOp::Ne, own));
    for (call, place, comparison, value) in for_values.chain(for_others) {
        let condition = SeccompCondition::new(place, SeccompCmpArgLen::Dword, comparison, value)?;
        rules.entry(call).or_default().push(SeccompRule::new(vec![condition])?);
    }
    rules.insert(libc::SYS_socketpair, unconnected()?);
    forbid(rules, libc::EPERM)?;
    // The error of a descriptor that does not know the request.
    forbid(BTreeMap::from([(libc::SYS_ioctl, vec![unasked()?])]), libc::ENOTTY)?;
    // Its arguments cannot be inspected. Programs that are told that it does not exist use the
    // older call.
    forbid(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)
}

/// Matches any other pair of sockets.
fn unconnected() -> Result<Vec<SeccompRule>> {
    let is_foreign = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?;
    let types = (0..=SOCKET_TYPE).filter(|kind| !CONNECTED.iter().any(|&known| known as u64 == *kind));
    let of_type = |kind| SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(SOCKET_TYPE), kind);
    let rules = types.map(of_type).chain([Ok(is_foreign)]).map(|condition| SeccompRule::new(vec![condition?]));
    Ok(rules.collect::<std::result::Result<_, _>>()?)
}

/// Matches any other request.
fn unasked() -> Result<SeccompRule> {
    let other = |&request| SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, request & 0xffff_ffff);
    Ok(SeccompRule::new(ASKED.iter().map(other).collect::<std::result::Result<_, _>>()?)?)
}

fn forbid(mut rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result {
    if let Some(number) = OTHER_NUMBERS {
        let others: Vec<_> = rules.iter().map(|(call, rules)| (call | number, rules.clone())).collect();
        rules.extend(others);
    }
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(error.cast_unsigned()),
        std::env::consts::ARCH.try_into()?,
    )?;
    let program: seccompiler::BpfProgram = filter.try_into()?;
    Ok(apply_filter(&program)?)
}
