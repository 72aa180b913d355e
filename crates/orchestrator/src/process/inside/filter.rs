//! The system calls that no agent needs and that reach past the wall.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

/// Families of sockets that know no network namespaces, or are doors into the kernel.
const FAMILIES: [i32; 3] = [libc::AF_VSOCK, libc::AF_ALG, libc::AF_PACKET];

/// Calls that look into or steer other processes, go around filters, or are the kernel's own.
const REFUSED: [libc::c_long; 15] = [
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kcmp,
    libc::SYS_keyctl,
    libc::SYS_open_by_handle_at,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_request_key,
    libc::SYS_userfaultfd,
];

/// On x86-64 each call has a second number, that of the ABI with short pointers.
const SECOND: i64 = if cfg!(target_arch = "x86_64") { 0x4000_0000 } else { 0 };

/// Refuses those calls from now on, here and in whatever is started from here.
pub(super) fn apply() -> Result<(), String> {
    let program = program().map_err(|error| format!("no filter of system calls: {error}"))?;
    apply_filter(&program).map_err(|error| format!("no filter of system calls: {error}"))
}

fn program() -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for number in REFUSED {
        for number in [number, number | SECOND] {
            rules.insert(number, Vec::new());
        }
    }
    let mut families = Vec::new();
    for family in FAMILIES {
        let (argument, value) = (0, u64::from(family.unsigned_abs()));
        let is = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)?;
        families.push(SeccompRule::new(vec![is])?);
    }
    for number in [libc::SYS_socket, libc::SYS_socket | SECOND] {
        rules.insert(number, families.clone());
    }
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let machine: TargetArch = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, SeccompAction::Allow, refused, machine)?.try_into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_filter_can_be_made_for_this_machine() {
        assert!(super::program().unwrap().len() > 30);
    }
}
