//! A process killed under load keeps what it acknowledged; `bench/journal` runs the long campaign.

use std::process::Command;

#[test]
#[expect(clippy::disallowed_methods, reason = "a crash test needs a process to kill")]
fn ten_killed_processes_lose_nothing_they_acknowledged() {
    let bench = env!("CARGO_BIN_EXE_journal-bench");
    let output = Command::new(bench).args(["crash", "10"]).output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(table.contains("| 10 |") && table.contains("ok in every cycle"), "{table}");
}
