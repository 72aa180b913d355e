//! Pull requests: what is handed to `gh`, which alone stands outside and is played by a recorder.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::desk::{Desk, EASY, call, git, refused};
use crate::conversation::Conversation;

const GH: &str = "#!/bin/sh\nfor word in \"$@\"; do printf '%s\\n' \"$word\"; done > \"$HOME/gh-asked\"\n\
    pwd > \"$HOME/gh-folder\"\nenv > \"$HOME/gh-environment\"\n\
    if [ -e \"$HOME/gh-broken\" ]; then echo 'not logged in' >&2; exit 4; fi\n\
    echo 'Creating pull request'\necho 'https://example.invalid/api/pull/7'\n";

fn talk(desk: &Desk) -> Conversation {
    let mut command = desk.command();
    let bin = desk.home.path("bin");
    command.env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display()));
    let mut talk = Conversation::with(command);
    talk.open("2025-06-18");
    talk
}

#[test]
fn a_pushed_branch_is_offered_with_its_words_and_nothing_else_is() {
    let desk = Desk::new(EASY);
    let mut talk = talk(&desk);
    call(&mut talk, "register_project", &json!({ "path": desk.root().join("api") }));
    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "work" }));
    let tree = desk.worktree();
    git(&tree, &["commit", "--quiet", "--allow-empty", "--message", "Greet everybody"]);
    let ask = json!({ "session_id": "S1" });
    assert_eq!(refused(&mut talk, "create_pull_request", &ask), "NOT_PUSHED");
    git(&tree, &["push", "--quiet", "origin", "work"]);
    desk.home.write("bin/gh", GH);
    fs::set_permissions(desk.home.path("bin/gh"), fs::Permissions::from_mode(0o755)).unwrap();
    let made = call(&mut talk, "create_pull_request", &ask);
    assert_eq!(made["url"], "https://example.invalid/api/pull/7");
    let words = [
        "pr",
        "create",
        "--head",
        "work",
        "--base",
        "main",
        "--title",
        "Greet everybody",
        "--body",
        "",
    ];
    assert_eq!(desk.home.read("gh-asked"), words.join("\n") + "\n");
    assert_eq!(desk.home.read("gh-folder").trim(), tree.to_str().unwrap());
    assert!(desk.home.read("gh-environment").contains("GH_PROMPT_DISABLED=1"));
    let odd =
        json!({ "session_id": "S1", "title": "--web", "body": "$(rm -rf .)\nmore", "draft": true });
    call(&mut talk, "create_pull_request", &odd);
    let asked = desk.home.read("gh-asked");
    assert!(asked.ends_with("--title\n--web\n--body\n$(rm -rf .)\nmore\n--draft\n"), "{asked}");
    desk.home.write("gh-broken", "");
    assert_eq!(refused(&mut talk, "create_pull_request", &ask), "PULL_REQUEST_FAILED");
    git(&tree, &["commit", "--quiet", "--allow-empty", "--message", "more"]);
    assert_eq!(
        refused(&mut talk, "create_pull_request", &ask),
        "NOT_PUSHED",
        "newer work is not there"
    );
}
