//! Systems that offer the sandbox less than this one does. A setting refuses some calls to a
//! thread, and to all that the thread starts, as containers and older kernels do. Knows no bot.

use std::collections::BTreeMap;
use std::thread;

use botyard_host::process_sandbox::{Restriction, RestrictionStatus};
use rustix::io::Errno;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

use crate::matches::sandboxed;

/// The features that a system offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// All features of this system.
    Full,
    /// No namespaces, as in most containers.
    NoNamespaces,
    /// No Landlock.
    NoLandlock,
    /// Neither namespaces nor Landlock.
    Neither,
}

impl Setting {
    /// Puts this thread, and all that it starts from now on, in this setting.
    pub fn enter(self) {
        if matches!(self, Self::NoNamespaces | Self::Neither) {
            let flags = [
                libc::CLONE_NEWUSER,
                libc::CLONE_NEWPID,
                libc::CLONE_NEWNET,
                libc::CLONE_NEWNS,
                libc::CLONE_NEWIPC,
                libc::CLONE_NEWUTS,
                libc::CLONE_NEWCGROUP,
            ];
            let clones = flags.map(|flag| {
                let flag = u64::from(flag.cast_unsigned());
                let is_set =
                    SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flag), flag).unwrap();
                SeccompRule::new(vec![is_set]).unwrap()
            });
            refuse([(libc::SYS_unshare, Vec::new()), (libc::SYS_clone, clones.to_vec())], Errno::PERM);
            refuse([(libc::SYS_clone3, Vec::new())], Errno::NOSYS);
        }
        if matches!(self, Self::NoLandlock | Self::Neither) {
            refuse([(libc::SYS_landlock_create_ruleset, Vec::new())], Errno::NOSYS);
        }
    }

    /// The sandbox's status of each restriction in this setting.
    pub fn inspect(self) -> Vec<RestrictionStatus> {
        let inspect = move || {
            self.enter();
            sandboxed::process_sandbox().inspect().unwrap_or_default()
        };
        thread::spawn(inspect).join().unwrap()
    }

    /// The restrictions that are in force in this setting.
    pub fn in_force(self) -> Vec<Restriction> {
        self.inspect().into_iter().filter(|status| status.fault.is_none()).map(|status| status.restriction).collect()
    }
}

/// Makes these calls fail with this error if one of their rules matches; without a rule, always.
fn refuse(calls: impl IntoIterator<Item = (i64, Vec<SeccompRule>)>, error: Errno) {
    let calls: BTreeMap<_, _> = calls.into_iter().collect();
    let refused = SeccompAction::Errno(error.raw_os_error().cast_unsigned());
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let filter: BpfProgram =
        SeccompFilter::new(calls, SeccompAction::Allow, refused, arch).unwrap().try_into().unwrap();
    apply_filter(&filter).unwrap();
}

/// Why a bot's processes are not isolated in this setting.
fn why_not_apart(setting: Setting) -> String {
    let statuses = setting.inspect();
    let status = statuses.into_iter().find(|status| status.restriction == Restriction::Processes);
    status.and_then(|status| status.fault).unwrap_or_default()
}

/// Only Landlock keeps bots that are in no namespace from ending others.
#[test]
fn it_is_said_whether_a_bot_can_end_others() {
    assert!(why_not_apart(Setting::Neither).contains("can end every process of its user"));
    if Setting::NoNamespaces.in_force().contains(&Restriction::Files) {
        let why = why_not_apart(Setting::NoNamespaces);
        assert!(why.contains("namespaces") && why.contains("cannot signal"), "{why}");
    }
}
