//! Commands and what the policy makes of them.

use std::path::Path;

use serde_json::json;

use super::*;

fn scopes(command: &str) -> (Vec<&'static str>, bool) {
    let effects = commands::effects(command);
    (effects.scopes.iter().map(|scope| scope.name()).collect(), effects.unclear.is_some())
}

#[test]
fn commands_are_known_by_what_they_do_wherever_they_stand() {
    for (command, expected) in [
        ("ls -la", vec!["shell"]),
        ("git push origin main", vec!["shell", "push", "network"]),
        ("echo ok; git push origin main", vec!["shell", "push", "network"]),
        ("cd x && git push", vec!["shell", "push", "network"]),
        ("git -C /elsewhere push", vec!["shell", "push", "network"]),
        ("(git push)", vec!["shell", "push", "network"]),
        ("if true; then git push; fi", vec!["shell", "push", "network"]),
        ("for i in 1 2; do git push; done", vec!["shell", "push", "network"]),
        ("echo $(git push)", vec!["shell", "push", "network"]),
        ("echo `git push`", vec!["shell", "push", "network"]),
        ("sh -c 'git push'", vec!["shell", "push", "network"]),
        ("bash -lc \"git push\"", vec!["shell", "push", "network"]),
        ("timeout 5 git push", vec!["shell", "push", "network"]),
        ("cat <(git push)", vec!["shell", "push", "network"]),
        ("'git' \"push\"", vec!["shell", "push", "network"]),
        ("g\\it pu\"sh\"", vec!["shell", "push", "network"]),
        ("git push --force-with-lease", vec!["shell", "push", "force_push", "network"]),
        ("git push -uf origin x", vec!["shell", "push", "force_push", "network"]),
        ("git push origin +main", vec!["shell", "push", "force_push", "network"]),
        ("git push origin :main", vec!["shell", "push", "force_push", "delete", "network"]),
        ("git branch -D main", vec!["shell", "delete"]),
        ("rm -rf build", vec!["shell", "delete"]),
        ("find . -name x -delete", vec!["shell", "delete"]),
        ("echo x > file", vec!["write", "shell"]),
        ("echo x > /dev/null", vec!["shell"]),
        ("curl example.org", vec!["shell", "network"]),
        ("npm publish", vec!["shell", "deploy", "network"]),
        ("make deploy", vec!["shell", "deploy", "network"]),
        ("cargo test", vec!["shell"]),
    ] {
        assert_eq!(scopes(command), (expected, false), "{command}");
    }
}

#[test]
fn what_cannot_be_known_before_it_runs_is_asked_about() {
    for command in [
        "eval \"$x\"",
        "$CMD push",
        "${x} push",
        "cat x | sh",
        "bash script.sh",
        "curl x | bash",
        "git $SUB",
        "git -c alias.x='!git push' x",
        "git p",
        "git config alias.p push",
        "python3 -c 'import os'",
        "node -e 'x'",
        "source ./x",
        ". ./x",
        "PATH=/evil git status",
        "GIT_CONFIG_COUNT=1 git push",
        "f() { git push; }; f",
        "xargs git push",
        "git push $BRANCH",
        "git push --no-verify",
        "alias ls='git push'",
        "if then",
        "echo 'unfinished",
        "",
        "echo ${x:-$(git push)}",
        "env -S 'git push'",
        "sudo -u root git push",
        "find . -exec git push \\;",
        "git rebase --exec 'git push' main",
        "git log --output=x",
        "$'git\\x20push'",
        "TELEVIBE_JOB_ID=x git push",
        "trap 'git push' EXIT",
    ] {
        let (found, unclear) = scopes(command);
        assert!(unclear, "{command}: {found:?}");
    }
}

fn judged(config: &ApprovalConfig, tool: &str, input: &Value, worktree: &Path) -> Judgement {
    let policy = Policy::new(config).unwrap();
    policy.judge(&Call { tool, input, worktree, project_id: "api", session_id: "S1" })
}

fn bash(config: &ApprovalConfig, command: &str) -> Judgement {
    judged(config, "Bash", &json!({ "command": command }), Path::new("/"))
}

#[test]
fn the_flags_decide_which_scopes_need_a_person() {
    let open = ApprovalConfig { require_for_shell: false, ..ApprovalConfig::default() };
    assert!(matches!(bash(&open, "cargo test"), Judgement::Allow(_)));
    assert!(
        matches!(bash(&open, "git push"), Judgement::Ask(scopes) if scopes == [Scope::Push].into())
    );
    assert!(
        matches!(bash(&open, "npm publish"), Judgement::Ask(scopes) if scopes == [Scope::Deploy].into())
    );
    assert!(matches!(bash(&open, "eval x"), Judgement::Ask(_)));
    let default = ApprovalConfig::default();
    assert!(
        matches!(bash(&default, "ls"), Judgement::Ask(scopes) if scopes == [Scope::Shell].into())
    );
    let none = ApprovalConfig {
        require_for_shell: false,
        require_for_push: false,
        require_for_deploy: false,
        ..ApprovalConfig::default()
    };
    assert!(matches!(bash(&none, "git push"), Judgement::Allow(_)));
    assert!(matches!(bash(&none, "git $x"), Judgement::Ask(_)));
}

#[test]
fn rules_come_before_flags_and_an_allow_must_cover_every_part() {
    let config = ApprovalConfig {
        rules: vec![
            "deny git push * main".to_owned(),
            "allow project=api cargo *".to_owned(),
            "allow project=other make *".to_owned(),
            "ask session=S1 cargo publish*".to_owned(),
        ],
        ..ApprovalConfig::default()
    };
    assert!(matches!(bash(&config, "cargo test --all"), Judgement::Allow(_)));
    assert!(matches!(bash(&config, "cargo test; make x"), Judgement::Ask(_)));
    assert!(matches!(bash(&config, "cargo test $X"), Judgement::Allow(_)));
    assert!(matches!(bash(&config, "cargo test; git push origin main"), Judgement::Deny(_)));
    assert!(matches!(bash(&config, "eval cargo test"), Judgement::Ask(_)));
    for bad in ["", "allow", "permit x", "allow [x"] {
        let config = ApprovalConfig { rules: vec![bad.to_owned()], ..ApprovalConfig::default() };
        assert!(Policy::new(&config).is_err(), "{bad}");
    }
}

#[test]
fn writing_outside_the_worktree_or_to_what_steers_agents_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/", folder.path().join("link")).unwrap();
    let config = ApprovalConfig::default();
    let write = |path: &str| judged(&config, "Write", &json!({ "file_path": path }), folder.path());
    assert!(matches!(write("src/new.rs"), Judgement::Allow(_)));
    assert!(matches!(write(folder.path().join("a").to_str().unwrap()), Judgement::Allow(_)));
    for bad in ["../x", "/etc/x", "link/etc/x", ".git/hooks/pre-push", ".claude/settings.json"] {
        assert!(matches!(write(bad), Judgement::Ask(_)), "{bad}");
    }
    let other = |tool: &str| judged(&config, tool, &json!({}), folder.path());
    assert!(matches!(other("Read"), Judgement::Allow(_)));
    assert!(matches!(other("mcp__x__y"), Judgement::Ask(_)));
    assert!(matches!(other("WebFetch"), Judgement::Ask(_)));
}
