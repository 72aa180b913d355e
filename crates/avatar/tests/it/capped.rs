//! Work that may not take more than so much memory.

/// Does something that may add so many MiB to the most this process ever held. All of it stands under
/// a cap of the system, past which the process ends.
pub(crate) fn capped<T>(mebibytes: u64, work: impl FnOnce() -> T) -> T {
    let cap = rustix::process::Rlimit { current: Some(2 << 30), maximum: Some(2 << 30) };
    rustix::process::setrlimit(rustix::process::Resource::As, cap).unwrap();
    let before = peak();
    let done = work();
    let taken = peak() - before;
    assert!(taken < mebibytes, "it took {taken} MiB");
    done
}

fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) >> 10
}
