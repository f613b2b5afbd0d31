//! What holds programs: namespaces, limits, Landlock, seccomp. Each wall is tried by itself, and what does not stand is told
//! with the reason.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

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
use crate::host::process_sandbox::{Restriction, RestrictionStatus};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// What a program may have of its own memory; for each process.
const MEMORY: u64 = 2 << 30;
/// The largest file.
const FILE: u64 = 64 << 20;
/// How many descriptors a process may have.
const DESCRIPTORS: u64 = 512;
/// How many processes and threads.
const CROWD: u64 = 256;
/// How many numbers of processes the system keeps for itself where it counts them.
const RESERVED: u64 = 300;
/// Seconds of computing for each process: nothing that a match ends by, only a net.
const COMPUTING: u64 = 24 * 60 * 60;
/// The scratch folder as a file system of its own.
const SCRATCH: &str = "size=64m,nr_inodes=4096,mode=700";
/// What the system tells of itself and of its processes.
const PROC: &str = "/proc";
/// What is read of that where it would list everybody's processes: nothing that belongs to one.
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
/// The user that root is inside, where it has no rights of root.
const NOBODY: u32 = 65_534;

/// Makes the namespaces, and the scratch folder a file system in them.
pub(super) fn restrict_outside(scratch: &Path) -> Vec<RestrictionStatus> {
    let spaces = enter_namespaces();
    let is_apart = spaces.is_ok();
    let spaces = RestrictionStatus::of(Restriction::Processes, spaces);
    let network = RestrictionStatus { wall: Restriction::Network, ..spaces.clone() };
    let room = if is_apart { make_scratch(scratch) } else { Err("requires namespaces".into()) };
    // The first process inside sets the number of processes, and then gives up all rights.
    let _ = keep_one_right();
    vec![spaces, network, RestrictionStatus::of(Restriction::Scratch, room)]
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

fn keep_one_right() -> Result {
    caps::raise(None, CapSet::Inheritable, Capability::CAP_SYS_ADMIN)?;
    Ok(caps::raise(None, CapSet::Ambient, Capability::CAP_SYS_ADMIN)?)
}

/// Whether this is the first process of a namespace.
pub(super) fn is_alone() -> bool {
    getpid() == Pid::INIT
}

/// Sets up all the rest around this process and whatever it will start; the whole list.
pub(super) fn restrict_inside(orders: &WardenConfig) -> Vec<RestrictionStatus> {
    let limits = set_limits();
    let crowd = limit_processes();
    let is_proc_narrow = is_alone() && list_own_processes().is_err();
    let rights = give_up_rights();
    let files = rights.and_then(|()| restrict_files(orders, is_proc_narrow));
    let mut standing = orders.standing.clone();
    standing.extend([
        RestrictionStatus::of(Restriction::Limits, limits),
        RestrictionStatus::of(Restriction::Crowd, crowd),
        RestrictionStatus::of(Restriction::Files, files),
        // Last: it forbids some of what the others need.
        RestrictionStatus::of(Restriction::Calls, restrict_calls()),
    ]);
    standing
}

/// Has `/proc` list what is in this namespace and nothing else: what others were started with is nobody's business.
fn list_own_processes() -> Result {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    Ok(mount(Some("proc"), PROC, Some("proc"), flags, None::<&str>)?)
}

fn set_limits() -> Result {
    for (resource, most) in [
        (Resource::Data, MEMORY),
        (Resource::Fsize, FILE),
        (Resource::Nofile, DESCRIPTORS),
        (Resource::Cpu, COMPUTING),
        (Resource::Core, 0),
    ] {
        set_limit(resource, most)?;
    }
    Ok(())
}

/// Never above what there was.
fn set_limit(resource: Resource, most: u64) -> Result {
    let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// The number of processes: by the namespace, root's too; or by the user, which counts in a namespace only what is there.
fn limit_processes() -> Result {
    if !is_alone() {
        return Err("without namespaces, all processes of its user would count".into());
    }
    let by_space = fs::write("/proc/sys/kernel/pid_max", (RESERVED + CROWD).to_string());
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

fn restrict_files(orders: &WardenConfig, is_proc_narrow: bool) -> Result {
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
        .add_rules(path_beneath_rules([&orders.scratch], AccessFs::from_all(abi)))?
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

/// What no bot needs, and what would lead around the other walls.
const FORBIDDEN: &[i64] = &[
    // The network, and the sockets of whoever else runs here.
    libc::SYS_socket,
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
    // The kernel itself, and what has often been its weak side.
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
    // Memory that counts for no process.
    libc::SYS_shmget,
    // Landlock lets whoever owns a file change what is not its content: its mode, owner, times and attributes.
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
    // fchmodat2, setxattrat, removexattrat, file_setattr: the same number everywhere.
    452,
    463,
    466,
    469,
    // What happens to files that it may not read.
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
];

/// Older forms of such calls, where a system still has them.
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

/// Some calls by one of their arguments: its place, the bits that are looked at, and what they may not be.
const FORBIDDEN_SO: &[(i64, u8, u64, u64)] = &[
    (libc::SYS_clone, 0, libc::CLONE_NEWUSER as u64, libc::CLONE_NEWUSER as u64),
    // Who opens a file for writing would wait for who may read it; and what happens in a folder.
    (libc::SYS_fcntl, 1, 0xffff_ffff, libc::F_SETLEASE as u64),
    (libc::SYS_fcntl, 1, 0xffff_ffff, libc::F_NOTIFY as u64),
];

/// What may be asked of a descriptor besides reading and writing. All else is refused: file systems change with it what they keep
/// with a file that may only be read, and terminals type.
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

/// The same calls under their other numbers, where a kernel has these.
const OTHER_NUMBERS: Option<i64> = if cfg!(target_arch = "x86_64") { Some(0x4000_0000) } else { None };

fn restrict_calls() -> Result {
    let forbidden = FORBIDDEN.iter().chain(FORBIDDEN_OLD);
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = forbidden.map(|&call| (call, Vec::new())).collect();
    for &(call, place, mask, value) in FORBIDDEN_SO {
        let condition = SeccompCondition::new(place, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)?;
        rules.entry(call).or_default().push(SeccompRule::new(vec![condition])?);
    }
    forbid(rules, libc::EPERM)?;
    // As a descriptor answers that does not know what is asked.
    forbid(BTreeMap::from([(libc::SYS_ioctl, vec![unasked()?])]), libc::ENOTTY)?;
    // Its arguments cannot be looked at; whoever is told that it does not exist takes the one before.
    forbid(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)
}

/// Any request that is not among those.
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
