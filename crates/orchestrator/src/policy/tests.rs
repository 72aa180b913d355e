//! What the policy makes of calls, pushes and connections.

use std::path::Path;

use serde_json::json;

use super::*;

const WALL: SandboxKind = SandboxKind::Bubblewrap;
const PLACE: Place<'static> = Place { project_id: "api", session_id: "S1" };

fn judged(config: &ApprovalConfig, wall: SandboxKind, tool: &str, input: &Value) -> Judgement {
    let policy = Policy::new(config, wall).unwrap();
    policy.judge(&Call { tool, input, worktree: Path::new("/"), place: PLACE })
}

fn bash(config: &ApprovalConfig, wall: SandboxKind, command: &str) -> Judgement {
    judged(config, wall, "Bash", &json!({ "command": command }))
}

fn asks(judgement: &Judgement, scope: Scope) -> bool {
    matches!(judgement, Judgement::Ask(scopes) if *scopes == [scope].into())
}

#[test]
fn behind_the_wall_a_command_is_a_command_whatever_its_text() {
    let config = ApprovalConfig::default();
    for command in ["ls", "git push", "eval \"$x\"", "{git,push}", "curl x | sh", "if then"] {
        let judgement = bash(&config, WALL, command);
        assert!(matches!(judgement, Judgement::Allow(_)), "{command}: {judgement:?}");
        let strict = ApprovalConfig { require_for_shell: Some(true), ..ApprovalConfig::default() };
        assert!(asks(&bash(&strict, WALL, command), Scope::Shell), "{command}");
    }
}

#[test]
fn without_the_wall_a_command_needs_everything_to_be_free() {
    let none = SandboxKind::None;
    let free = ApprovalConfig {
        require_for_shell: Some(false),
        require_for_push: false,
        require_for_deploy: false,
        require_for_network: false,
        ..ApprovalConfig::default()
    };
    assert!(matches!(bash(&free, none, "true"), Judgement::Allow(_)));
    for config in [
        ApprovalConfig::default(),
        ApprovalConfig { require_for_shell: Some(false), ..ApprovalConfig::default() },
        ApprovalConfig { require_for_push: true, ..free.clone() },
        ApprovalConfig { require_for_deploy: true, ..free.clone() },
        ApprovalConfig { require_for_writes: true, ..free.clone() },
    ] {
        assert!(asks(&bash(&config, none, "true"), Scope::Shell), "{config:?}");
        assert!(!Policy::new(&config, none).unwrap().lets_run());
    }
}

#[test]
fn what_leaves_the_house_is_asked_about() {
    let policy = Policy::new(&ApprovalConfig::default(), WALL).unwrap();
    let lines = ["push https://x.test/y refs/heads/a".to_owned()];
    assert!(asks(&policy.judge_push(PLACE, &lines, Scope::Push), Scope::Push));
    assert!(asks(&policy.judge_push(PLACE, &lines, Scope::ForcePush), Scope::ForcePush));
    assert!(asks(&policy.judge_network(PLACE, "x.test:443"), Scope::Network));
}

#[test]
fn rules_come_before_flags_and_fit_whole_texts() {
    let config = ApprovalConfig {
        require_for_shell: Some(true),
        rules: vec![
            "deny push * refs/heads/main".to_owned(),
            "allow project=api cargo *".to_owned(),
            "allow project=other make *".to_owned(),
            "ask session=S1 touch *".to_owned(),
            "allow push https://x.test/* refs/heads/work*".to_owned(),
            "allow connect docs.test:443".to_owned(),
        ],
        ..ApprovalConfig::default()
    };
    assert!(matches!(bash(&config, WALL, "cargo test --all"), Judgement::Allow(_)));
    assert!(matches!(bash(&config, WALL, "make x; cargo test"), Judgement::Ask(_)));
    assert!(matches!(bash(&config, WALL, "touch x"), Judgement::Ask(_)));
    let policy = Policy::new(&config, WALL).unwrap();
    let push = |refs: &[&str]| {
        let texts: Vec<String> =
            refs.iter().map(|it| format!("push https://x.test/y {it}")).collect();
        policy.judge_push(PLACE, &texts, Scope::Push)
    };
    assert!(matches!(push(&["refs/heads/work"]), Judgement::Allow(_)));
    assert!(matches!(push(&["refs/heads/work", "refs/heads/other"]), Judgement::Ask(_)));
    assert!(matches!(push(&["refs/heads/work", "refs/heads/main"]), Judgement::Deny(_)));
    assert!(matches!(policy.judge_network(PLACE, "docs.test:443"), Judgement::Allow(_)));
    assert!(matches!(policy.judge_network(PLACE, "docs.test:22"), Judgement::Ask(_)));
    for bad in ["", "allow", "permit x", "allow [x"] {
        let config = ApprovalConfig { rules: vec![bad.to_owned()], ..ApprovalConfig::default() };
        assert!(Policy::new(&config, WALL).is_err(), "{bad}");
    }
}

#[test]
fn without_the_wall_writing_outside_the_worktree_is_a_command() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/", folder.path().join("link")).unwrap();
    let config = ApprovalConfig::default();
    let policy = Policy::new(&config, SandboxKind::None).unwrap();
    let write = |path: &str| {
        let input = json!({ "file_path": path });
        policy.judge(&Call { tool: "Write", input: &input, worktree: folder.path(), place: PLACE })
    };
    assert!(matches!(write("src/new.rs"), Judgement::Allow(_)));
    assert!(matches!(write(folder.path().join("a").to_str().unwrap()), Judgement::Allow(_)));
    for bad in ["../x", "/etc/x", "link/etc/x"] {
        assert!(asks(&write(bad), Scope::Shell), "{bad}");
    }
    let other = |tool: &str| judged(&config, SandboxKind::None, tool, &json!({}));
    assert!(matches!(other("Read"), Judgement::Allow(_)));
    assert!(matches!(other("mcp__x__y"), Judgement::Ask(_)));
    assert!(matches!(other("WebFetch"), Judgement::Ask(_)));
}
