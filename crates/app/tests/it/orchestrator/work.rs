//! From a repository to a closed session: what a new user does first.

use serde_json::json;

use super::desk::{Desk, EASY, call, ended, git, refused, run};

#[test]
fn a_session_runs_an_instruction_and_is_closed_with_its_commit_kept() {
    let desk = Desk::new(EASY);
    let mut talk = desk.talk();
    let scanned = call(&mut talk, "scan_projects", &json!({}));
    assert_eq!((&scanned["found"], &scanned["registered"]), (&json!(1), &json!(1)));
    let project = call(&mut talk, "get_project", &json!({ "project_id": "api" }));
    assert_eq!(project["project"]["default_branch"], "main");
    assert_eq!(project["project"]["remote_url"], desk.remote("api").to_str().unwrap());
    let made = call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "work" }));
    assert_eq!(made["session"]["session_id"], "S1");
    assert_eq!(made["session"]["workspace_path"], desk.worktree().to_str().unwrap());
    assert!(desk.worktree().join("README.md").is_file());
    let job = run(
        &mut talk,
        "write src/login.txt a form\nappend README.md more\nrun git add src && git commit -qm login\nsay built it",
    );
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "done", "{done}");
    assert_eq!(done["files_changed"], json!(["README.md", "src/login.txt"]));
    assert_eq!(done["result_summary"], "built it, 2 files changed");
    let logs = call(&mut talk, "get_job_logs", &json!({ "job_id": job, "tail": 1 }));
    assert!(logs["content"].as_str().unwrap().contains("\"result\":\"built it\""), "{logs}");
    let code = refused(&mut talk, "close_session", &json!({ "session_id": "S1" }));
    assert_eq!(code, "UNCOMMITTED_WORK");
    git(&desk.worktree(), &["checkout", "--", "README.md"]);
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S1" }));
    assert_eq!(
        (&closed["worktree_removed"], &closed["branch_deleted"]),
        (&json!(true), &json!(false))
    );
    assert!(!desk.worktree().exists());
    assert_eq!(git(&desk.root().join("api"), &["log", "-1", "--format=%s", "work"]), "login");
    assert_eq!(talk.end(), 0);
    let data = desk.root().join(".televibe");
    let verified = desk.home.run(&["audit", "verify", "--data", data.to_str().unwrap()]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn sessions_that_would_collide_are_named_before_a_claim_and_before_a_push() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "second" }));
    let other = desk.worktree().parent().unwrap().parent().unwrap().join("S2/second");
    std::fs::write(other.join("README.md"), "theirs, not committed\n").unwrap();
    let job = run(&mut talk, "write README.md ours\nwrite new.txt x\nrun git push -q origin work");
    super::desk::wait(&mut talk, &job, &["waiting_approval"]);
    let asked = call(&mut talk, "list_pending_approvals", &json!({}));
    let expected = json!([{ "session_id": "S2", "branch": "second", "files": ["README.md"] }]);
    assert_eq!(asked["pending"][0]["conflicts"], expected);
    let forecast = call(&mut talk, "forecast_conflicts", &json!({ "session_id": "S2" }));
    assert_eq!(forecast["conflicts"][0]["session_id"], "S1");
    let diff = call(&mut talk, "get_session_diff", &json!({ "session_id": "S1" }));
    assert_eq!(diff["files_changed"], json!(["README.md", "new.txt"]));
    assert!(diff["diff"].as_str().unwrap().contains("+ours"), "{diff}");
    assert_eq!(git(&other, &["status", "--porcelain"]), "M README.md", "nothing was touched");
}
