//! Sessions: what closing keeps, what undoing brings back, what discarding removes.

use std::fs;

use serde_json::json;

use super::desk::{Desk, git};

#[tokio::test]
async fn a_commit_in_a_submodule_survives_a_close_without_force() {
    let desk = Desk::open().await;
    let (id, tree) = desk.session("work").await;
    git(&tree, &["submodule", "--quiet", "update", "--init"]);
    fs::write(tree.join("sub/lib.txt"), "changed\n").unwrap();
    git(&tree.join("sub"), &["commit", "--quiet", "--all", "--message", "only here"]);
    let commit = git(&tree.join("sub"), &["rev-parse", "HEAD"]);
    git(&tree, &["commit", "--quiet", "--all", "--message", "pointer"]);
    let closed = desk.ok("close_session", json!({ "session_id": id })).await;
    assert_eq!(closed["worktree_removed"], true, "{closed}");
    assert!(!tree.exists());
    desk.ok("undo_close", json!({ "session_id": id })).await;
    assert_eq!(git(&tree.join("sub"), &["rev-parse", "HEAD"]), commit);
    assert_eq!(git(&tree.join("sub"), &["status", "--porcelain"]), "");
    desk.end().await;
}

#[tokio::test]
async fn a_staged_file_is_staged_again_and_its_branch_was_free_meanwhile() {
    let desk = Desk::open().await;
    let (id, tree) = desk.session("work").await;
    fs::write(tree.join("new.txt"), "staged\n").unwrap();
    git(&tree, &["add", "new.txt"]);
    fs::write(tree.join("README.md"), "only changed\n").unwrap();
    let before = git(&tree, &["status", "--porcelain"]);
    desk.ok("close_session", json!({ "session_id": id, "force": true })).await;
    let api = desk.path("api");
    git(&api, &["checkout", "--quiet", "work"]);
    let refused = desk.call("undo_close", json!({ "session_id": id })).await.unwrap_err();
    assert_eq!(refused.code.as_ref(), "BRANCH_CONFLICT");
    git(&api, &["checkout", "--quiet", "main"]);
    desk.ok("undo_close", json!({ "session_id": id })).await;
    assert_eq!(git(&tree, &["status", "--porcelain"]), before);
    desk.end().await;
}

#[tokio::test]
async fn a_branch_that_moved_on_takes_the_worktree_along_unless_that_would_lose_work() {
    let desk = Desk::open().await;
    let api = desk.path("api");
    for (branch, mine, theirs) in
        [("apart", "README.md", "src/b.txt"), ("together", "README.md", "README.md")]
    {
        let (id, tree) = desk.session(branch).await;
        fs::write(tree.join(mine), "mine\n").unwrap();
        desk.ok("close_session", json!({ "session_id": id, "force": true })).await;
        git(&api, &["checkout", "--quiet", branch]);
        fs::write(api.join(theirs), "theirs\n").unwrap();
        git(&api, &["commit", "--quiet", "--all", "--message", "meanwhile"]);
        git(&api, &["checkout", "--quiet", "main"]);
        let back = desk.ok("undo_close", json!({ "session_id": id })).await;
        assert_eq!(fs::read_to_string(tree.join(mine)).unwrap(), "mine\n");
        let message = back["message"].as_str().unwrap();
        assert_eq!(message.contains("collides"), branch == "together", "{message}");
        let on = git(&tree, &["branch", "--show-current"]);
        assert_eq!(on, if branch == "apart" { branch } else { "" });
    }
    desk.end().await;
}

#[tokio::test]
async fn discarding_removes_what_was_kept_and_leaves_branch_and_rescue() {
    let desk = Desk::open().await;
    let (id, tree) = desk.session("work").await;
    git(&tree, &["submodule", "--quiet", "update", "--init"]);
    fs::write(tree.join("new.txt"), "x\n").unwrap();
    let asked = json!({ "session_id": id });
    let early = desk.call("discard_session", asked.clone()).await.unwrap_err();
    assert_eq!(early.code.as_ref(), "SESSION_OPEN");
    let closed = desk.ok("close_session", json!({ "session_id": id, "force": true })).await;
    let kept = std::path::PathBuf::from(closed["kept_at"].as_str().unwrap());
    assert!(kept.join("new.txt").is_file());
    desk.ok("discard_session", asked.clone()).await;
    assert!(!kept.exists());
    let api = desk.path("api");
    git(&api, &["rev-parse", "--verify", "refs/heads/work"]);
    let listed = git(&api, &["worktree", "list", "--porcelain"]);
    assert!(!listed.contains(".closed"), "{listed}");
    let back = desk.ok("undo_close", asked).await;
    assert_eq!(back["restored"], closed["rescue_refs"][0]);
    assert_eq!(fs::read_to_string(tree.join("new.txt")).unwrap(), "x\n");
    desk.end().await;
}

#[tokio::test]
async fn a_close_that_was_cut_off_is_finished_or_taken_back_at_the_next_start() {
    let desk = Desk::open().await;
    let (id, tree) = desk.session("work").await;
    fs::write(tree.join("new.txt"), "staged\n").unwrap();
    git(&tree, &["add", "new.txt"]);
    let before = git(&tree, &["status", "--porcelain"]);
    let state = async |desk: &Desk| {
        desk.ok("get_session", json!({ "session_id": id })).await["session"]["state"].clone()
    };

    // Cut off before the worktree was moved.
    let desk = desk.after_a_crash(&id, "closing").await;
    assert_eq!(state(&desk).await, "idle");
    assert_eq!(git(&tree, &["status", "--porcelain"]), before);

    // Cut off after it was moved, before that was written down.
    desk.ok("close_session", json!({ "session_id": id, "force": true })).await;
    let desk = desk.after_a_crash(&id, "closing").await;
    assert_eq!(state(&desk).await, "closed");
    assert!(!tree.exists());

    // Cut off after it was moved back.
    desk.ok("undo_close", json!({ "session_id": id })).await;
    let desk = desk.after_a_crash(&id, "closing").await;
    assert_eq!(state(&desk).await, "idle");
    assert_eq!(git(&tree, &["status", "--porcelain"]), before);
    assert_eq!(git(&tree, &["branch", "--show-current"]), "work");
    desk.end().await;
}

#[tokio::test]
async fn two_sessions_set_aside_do_not_get_in_each_others_way() {
    let desk = Desk::open().await;
    let mut made = Vec::new();
    for branch in ["one", "two"] {
        let (id, tree) = desk.session(branch).await;
        fs::write(tree.join("whose.txt"), branch).unwrap();
        desk.ok("close_session", json!({ "session_id": id, "force": true })).await;
        made.push((id, tree, branch));
    }
    made.reverse();
    for (id, tree, branch) in made {
        desk.ok("undo_close", json!({ "session_id": id })).await;
        assert_eq!(fs::read_to_string(tree.join("whose.txt")).unwrap(), branch);
        let again = desk.call("undo_close", json!({ "session_id": id })).await.unwrap_err();
        assert_eq!(again.code.as_ref(), "SESSION_OPEN");
    }
    desk.end().await;
}
