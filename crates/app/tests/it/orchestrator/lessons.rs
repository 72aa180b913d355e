//! What other orchestrators lost, one test for each lesson.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;

use super::desk::{Desk, EASY, call, ended, git, marked, refused, run, until, wait};

#[test]
fn a_forced_close_keeps_dirty_and_untracked_files_and_undo_brings_them_back() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let tree = desk.worktree();
    fs::write(tree.join("README.md"), "changed\n").unwrap();
    fs::write(tree.join("new file.txt"), "untracked\n").unwrap();
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S1", "force": true }));
    let rescue = closed["rescue_refs"][0].as_str().unwrap().to_owned();
    assert!(!tree.exists());
    let api = desk.root().join("api");
    assert_eq!(git(&api, &["show", &format!("{rescue}:new file.txt")]), "untracked");
    let back = call(&mut talk, "undo_close", &json!({ "session_id": "S1" }));
    assert_eq!((&back["session"]["state"], &back["restored"]), (&json!("idle"), &json!(rescue)));
    assert_eq!(fs::read_to_string(tree.join("README.md")).unwrap(), "changed\n");
    assert_eq!(fs::read_to_string(tree.join("new file.txt")).unwrap(), "untracked\n");
    assert_eq!(git(&tree, &["status", "--porcelain"]), "M README.md\n?? \"new file.txt\"");
}

#[test]
fn a_deleted_branch_leaves_its_commits_under_a_rescue_ref_and_undo_makes_it_again() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "write a.txt a\nrun git add -A && git commit -qm kept");
    ended(&mut talk, &job);
    let tip = git(&desk.worktree(), &["rev-parse", "HEAD"]);
    let gently = json!({ "session_id": "S1", "delete_branch": true });
    let closed = call(&mut talk, "close_session", &gently);
    assert_eq!(closed["branch_deleted"], false, "unmerged work is not deleted without force");
    call(&mut talk, "undo_close", &json!({ "session_id": "S1" }));
    let firmly = json!({ "session_id": "S1", "delete_branch": true, "force": true });
    let closed = call(&mut talk, "close_session", &firmly);
    assert_eq!(closed["branch_deleted"], true);
    let rescue = closed["rescue_refs"][0].as_str().unwrap();
    assert_eq!(git(&desk.root().join("api"), &["rev-parse", rescue]), tip);
    call(&mut talk, "undo_close", &json!({ "session_id": "S1" }));
    assert_eq!(git(&desk.worktree(), &["rev-parse", "work"]), tip);
}

#[test]
fn uncommitted_work_of_a_finished_job_is_kept_under_a_checkpoint_ref() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "write notes.txt precious");
    ended(&mut talk, &job);
    talk.kill();
    fs::remove_dir_all(desk.worktree()).unwrap();
    let kept = "refs/televibe/checkpoint/S1:notes.txt";
    assert_eq!(git(&desk.root().join("api"), &["show", kept]), "precious");
    let mut talk = desk.talk();
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S1", "force": true }));
    let back = call(&mut talk, "undo_close", &json!({ "session_id": "S1" }));
    assert_eq!(back["restored"], closed["rescue_refs"][0]);
    assert_eq!(fs::read_to_string(desk.worktree().join("notes.txt")).unwrap(), "precious\n");
}

#[test]
fn closing_never_touches_a_folder_that_is_no_linked_worktree_of_ours() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let tree = desk.worktree();
    let api = desk.root().join("api");
    fs::rename(&tree, desk.home.path("moved")).unwrap();
    symlink(&api, &tree).unwrap();
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S1", "force": true }));
    assert_eq!(closed["worktree_removed"], false, "{closed}");
    assert!(api.join(".git/objects").is_dir() && api.join("README.md").is_file());
    assert!(desk.home.path("moved/README.md").is_file());

    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "second" }));
    let tree = fs::canonicalize(desk.root()).unwrap().join(".televibe/workspaces/api/S2/second");
    fs::rename(&tree, desk.home.path("moved-too")).unwrap();
    fs::create_dir(&tree).unwrap();
    git(&tree, &["init", "--quiet"]);
    fs::write(tree.join("mine.txt"), "mine").unwrap();
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S2", "force": true }));
    assert_eq!(closed["worktree_removed"], false, "{closed}");
    assert!(tree.join("mine.txt").is_file() && tree.join(".git").is_dir());
}

#[test]
fn two_sessions_never_share_a_branch_or_a_tree() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    for branch in ["work", "main"] {
        let asked = json!({ "project_id": "api", "branch": branch });
        assert_eq!(refused(&mut talk, "create_session", &asked), "BRANCH_CONFLICT");
    }
    let list = git(&desk.root().join("api"), &["worktree", "list", "--porcelain"]);
    assert!(list.contains("locked televibe session S1"), "{list}");
    let made =
        call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "other" }));
    assert_ne!(made["session"]["workspace_path"], desk.worktree().to_str().unwrap());
}

#[test]
fn nothing_is_deleted_when_the_orchestrator_ends_or_a_session_is_merely_closed() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    fs::write(desk.worktree().join("x"), "x").unwrap();
    assert_eq!(talk.end(), 0);
    desk.talk().kill();
    talk = desk.talk();
    assert!(desk.worktree().join("x").is_file());
    fs::remove_file(desk.worktree().join("x")).unwrap();
    call(&mut talk, "close_session", &json!({ "session_id": "S1" }));
    git(&desk.root().join("api"), &["rev-parse", "--verify", "refs/heads/work"]);
}

#[test]
fn a_squash_merged_branch_counts_as_merged() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "write a.txt a\nrun git add -A && git commit -qm a\nwrite b.txt b\nrun git add -A && git commit -qm b",
    );
    ended(&mut talk, &job);
    let api = desk.root().join("api");
    git(&api, &["merge", "--quiet", "--squash", "work"]);
    git(&api, &["commit", "--quiet", "--message", "squashed"]);
    let asked = json!({ "session_id": "S1", "delete_branch": true });
    let closed = call(&mut talk, "close_session", &asked);
    assert_eq!(closed["branch_deleted"], true, "{closed}");
}

#[test]
fn a_job_never_runs_outside_its_worktree() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    fs::rename(desk.worktree(), desk.home.path("away")).unwrap();
    let job = run(&mut talk, "write stray.txt x");
    until("the session is blocked", || {
        let session = call(&mut talk, "get_session", &json!({ "session_id": "S1" }));
        session["session"]["blocked_reason"].as_str().is_some_and(|why| why.contains("gone"))
    });
    let waiting = call(&mut talk, "get_job", &json!({ "job_id": job }));
    assert_eq!(waiting["job"]["status"], "queued");
    assert!(!desk.root().join("api/stray.txt").exists());
    fs::rename(desk.home.path("away"), desk.worktree()).unwrap();
    assert_eq!(ended(&mut talk, &job)["status"], "done");
}

#[test]
fn a_switched_branch_blocks_the_session_until_it_is_put_back() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    git(&desk.worktree(), &["switch", "--quiet", "--create", "elsewhere"]);
    let job = run(&mut talk, "write a.txt a");
    until("the session is blocked", || {
        let session = call(&mut talk, "get_session", &json!({ "session_id": "S1" }));
        session["session"]["blocked_reason"] == "branch drift: the worktree is on `elsewhere`"
    });
    assert!(!desk.worktree().join("a.txt").exists());
    git(&desk.worktree(), &["switch", "--quiet", "work"]);
    assert_eq!(ended(&mut talk, &job)["status"], "done");
}

#[test]
fn a_job_outlives_the_orchestrator_and_can_be_stopped_without_a_handle() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "write begun.txt x\nrun sleep 600");
    until("the job is at work", || desk.worktree().join("begun.txt").exists());
    talk.kill();
    let mut talk = desk.talk();
    let found = wait(&mut talk, &job, &["running"]);
    assert_eq!(found["error"], json!(null));
    until("the command runs", || marked(&job) > 1);
    let stopped = call(&mut talk, "cancel_job", &json!({ "job_id": job, "reason": "enough" }));
    assert_eq!(stopped["job"]["status"], "canceled");
    assert_eq!(marked(&job), 0);
}

#[test]
fn a_job_that_ends_while_nobody_looks_is_written_down_afterwards_and_not_run_again() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "append count.txt once\nsleep 0.5\nsay finished alone");
    until("the job is at work", || desk.worktree().join("count.txt").exists());
    talk.kill();
    let end = desk.root().join(format!(".televibe/jobs/{job}/end.json"));
    until("the job ends", || end.exists());
    let mut talk = desk.talk();
    let done = ended(&mut talk, &job);
    assert_eq!((&done["status"], &done["files_changed"]), (&json!("done"), &json!(["count.txt"])));
    assert_eq!(fs::read_to_string(desk.worktree().join("count.txt")).unwrap(), "once\n");
}

#[test]
fn nothing_of_a_canceled_job_keeps_running() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let hard = "write hard.sh #!/bin/sh\\ntrap : TERM\\ntouch begun.txt\\nwhile :; do sleep 1; done\n\
        run chmod +x hard.sh\nrun setsid ./hard.sh & wait";
    let job = run(&mut talk, hard);
    until("the job is at work", || desk.worktree().join("begun.txt").exists());
    let stopped = call(&mut talk, "cancel_job", &json!({ "job_id": job }));
    assert_eq!(stopped["job"]["status"], "canceled");
    assert_eq!(marked(&job), 0);
}

/// Ends the keeper of a job as a crash of the machine would.
fn kill_keeper(desk: &Desk, job: &str, attempt: i64) {
    let path = desk.root().join(format!(".televibe/jobs/{job}/keeper.json"));
    let mut keeper = serde_json::Value::Null;
    until("the keeper is known", || {
        keeper = serde_json::from_slice(&fs::read(&path).unwrap_or_default()).unwrap_or_default();
        keeper["attempt"] == attempt
    });
    super::desk::signal(keeper["pid"].as_i64().unwrap(), "-KILL");
}

#[test]
fn a_job_whose_keeper_vanished_goes_on_where_it_was() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "append count.txt one\nrun test -e begun.txt || { touch begun.txt; sleep 600; }\n\
         append count.txt two\nsay all done",
    );
    until("the job is at work", || desk.worktree().join("begun.txt").exists());
    kill_keeper(&desk, &job, 1);
    let done = ended(&mut talk, &job);
    assert_eq!((&done["status"], &done["error"]), (&json!("done"), &json!(null)), "{done}");
    assert_eq!(fs::read_to_string(desk.worktree().join("count.txt")).unwrap(), "one\ntwo\n");
    assert_eq!(marked(&job), 0);
}

#[test]
fn a_job_whose_keeper_vanishes_again_and_again_is_not_running_for_ever() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "write begun.txt x\nrun sleep 600");
    until("the job is at work", || desk.worktree().join("begun.txt").exists());
    kill_keeper(&desk, &job, 1);
    kill_keeper(&desk, &job, 2);
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "failed");
    assert!(done["error"].as_str().unwrap().starts_with("interrupted"), "{done}");
    assert_eq!(marked(&job), 0);
    let next = run(&mut talk, "say still alive");
    assert_eq!(ended(&mut talk, &next)["status"], "done", "the session goes on");
}

#[test]
fn work_of_a_job_that_still_runs_is_kept_too() {
    let desk = Desk::new(&EASY.replace("runner:\n", "runner:\n  checkpoint_seconds: 1\n"));
    let mut talk = desk.session();
    let job = run(&mut talk, "write unfinished.txt precious\nsleep 600");
    let show = ["show", "refs/televibe/checkpoint/S1:unfinished.txt"];
    until("a checkpoint", || {
        let refs = git(&desk.root().join("api"), &["for-each-ref", "refs/televibe/checkpoint"]);
        !refs.is_empty() && git(&desk.root().join("api"), &show) == "precious"
    });
    call(&mut talk, "cancel_job", &json!({ "job_id": job }));
}

#[test]
fn files_that_git_ignores_are_kept_when_a_session_is_closed() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "write .gitignore *.local\\nbuild/\nwrite settings.local secret\nwrite build/[odd].bin made\n\
         run git add .gitignore && git commit -qm ignore",
    );
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S1" }));
    assert_eq!(closed["worktree_removed"], true, "what is ignored does not need `force`");
    let kept = std::path::PathBuf::from(closed["kept_at"].as_str().unwrap());
    assert_eq!(fs::read_to_string(kept.join("settings.local")).unwrap(), "secret\n");
    call(&mut talk, "undo_close", &json!({ "session_id": "S1" }));
    for (name, text) in [("settings.local", "secret\n"), ("build/[odd].bin", "made\n")] {
        assert_eq!(fs::read_to_string(desk.worktree().join(name)).unwrap(), text);
    }
    assert_eq!(git(&desk.worktree(), &["status", "--porcelain"]), "", "they are ignored as before");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test plays a process somebody left behind")]
fn closing_ends_whatever_still_works_in_the_worktree() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let mut stray = std::process::Command::new("sleep");
    let mut stray = stray.arg("600").current_dir(desk.worktree()).spawn().unwrap();
    call(&mut talk, "close_session", &json!({ "session_id": "S1" }));
    assert!(!stray.wait().unwrap().success());
    assert!(!desk.worktree().exists());
}

#[test]
fn a_branch_that_is_there_is_taken_with_its_commits_and_never_made_anew() {
    let desk = Desk::new(EASY);
    let api = desk.root().join("api");
    git(&api, &["branch", "work"]);
    git(&api, &["checkout", "--quiet", "work"]);
    fs::write(api.join("earlier.txt"), "work\n").unwrap();
    git(&api, &["add", "--all"]);
    git(&api, &["commit", "--quiet", "--message", "earlier work"]);
    git(&api, &["checkout", "--quiet", "main"]);
    let before = git(&api, &["rev-parse", "work"]);
    let mut talk = desk.session();
    assert_eq!(git(&desk.worktree(), &["rev-parse", "HEAD"]), before);
    let common =
        git(&desk.worktree(), &["rev-parse", "--path-format=absolute", "--git-common-dir"]);
    let own = fs::canonicalize(api.join(".git")).unwrap();
    assert_eq!(common, own.to_str().unwrap(), "git knows it as a worktree of the repository");
    let delete = json!({ "session_id": "S1", "delete_branch": true });
    call(&mut talk, "close_session", &delete);
    assert_eq!(git(&api, &["rev-parse", "work"]), before, "unmerged work stays without `force`");
}

#[test]
fn a_second_orchestrator_on_the_same_root_is_refused() {
    let desk = Desk::new(EASY);
    let talk = desk.talk();
    let other = desk.home.run(&["serve", "--http", "127.0.0.1:0", "--root", "projects"]);
    assert_eq!(other.code, 10, "{}", other.stderr);
    assert!(other.stderr.contains("another orchestrator"), "{}", other.stderr);
    assert_eq!(talk.end(), 0);
}

#[test]
fn the_history_of_a_session_is_there_when_its_worktree_is_not() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "say remember me");
    ended(&mut talk, &job);
    fs::remove_dir_all(desk.worktree()).unwrap();
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S1" }));
    assert_eq!(closed["worktree_removed"], false);
    let session = call(&mut talk, "get_session", &json!({ "session_id": "S1" }));
    assert_eq!(session["session"]["state"], "closed");
    assert_eq!(session["summaries"], json!(["remember me"]));
    let logs = call(&mut talk, "get_job_logs", &json!({ "job_id": job }));
    assert!(logs["content"].as_str().unwrap().contains("remember me"));
    git(&desk.root().join("api"), &["checkout", "--quiet", "work"]);
    git(&desk.root().join("api"), &["worktree", "prune", "--expire=now"]);
    let listed = git(&desk.root().join("api"), &["worktree", "list", "--porcelain"]);
    assert!(!listed.contains("workspaces/api"), "no stale registration is left: {listed}");
}

#[test]
fn a_hook_that_is_late_lost_or_a_stranger_never_means_yes() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let lost = desk.home.run(&["job-process", "hook"]);
    assert_eq!(lost.code, 2, "a hook without its surroundings stops the call");
    let job = run(&mut talk, "write begun.txt x\nsleep 600");
    until("the job is at work", || desk.worktree().join("begun.txt").exists());
    let order = desk.root().join(format!(".televibe/jobs/{job}/order.json"));
    let order: serde_json::Value = serde_json::from_slice(&fs::read(order).unwrap()).unwrap();
    let asked =
        json!({ "tool_name": "Bash", "tool_use_id": "x", "tool_input": { "command": "ls" } });
    let stranger = [
        ("TELEVIBE_JOB_ID", job.as_str()),
        ("TELEVIBE_GATE", order["gate"]["socket"].as_str().unwrap()),
        ("TELEVIBE_GATE_TOKEN", "guessed"),
    ];
    let said = desk.hook(&stranger, &asked);
    assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "deny", "{said}");
    call(&mut talk, "cancel_job", &json!({ "job_id": job }));
}
