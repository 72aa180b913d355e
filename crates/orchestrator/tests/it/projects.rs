//! Projects: which folders become one, and whether agents follow what their repositories say.

use std::fs;

use serde_json::json;

use super::desk::{Desk, git};

#[tokio::test]
async fn only_a_whole_repository_is_registered_and_only_once() {
    let desk = Desk::open().await;
    let (_, tree) = desk.session("work").await;
    let plain = desk.path("plain");
    fs::create_dir(&plain).unwrap();
    for (path, code) in [
        (desk.path("api"), "PROJECT_EXISTS"),
        (desk.path("nowhere"), "INVALID_PATH"),
        ("api".into(), "INVALID_PATH"),
        (tree, "INVALID_PATH"),
        (plain, "NOT_A_REPOSITORY"),
    ] {
        let asked = json!({ "path": path });
        let refused = desk.call("register_project", asked).await.unwrap_err();
        assert_eq!(refused.code.as_ref(), code, "{}", path.display());
        assert!(refused.hint.is_some());
    }
    desk.end().await;
}

#[tokio::test]
async fn trust_is_asked_about_once_and_the_answer_is_kept() {
    let desk = Desk::open().await;
    let api = desk.path("api");
    fs::write(api.join("CLAUDE.md"), "Be kind.\n").unwrap();
    git(&api, &["add", "--all"]);
    git(&api, &["commit", "--quiet", "--message", "memory"]);
    let message = async |branch: &str| {
        let made = json!({ "project_id": "api", "branch": branch });
        desk.ok("create_session", made).await["message"].as_str().unwrap().to_owned()
    };
    let trust = async || desk.ok("list_projects", json!({})).await["projects"][0]["trust"].clone();
    assert!(message("first").await.contains("do not follow CLAUDE.md"));
    assert_eq!(trust().await, "unasked");
    for (trusted, kept) in [(true, "trusted"), (false, "not_trusted")] {
        let asked = json!({ "project_id": "api", "trusted": trusted });
        let answer = desk.ok("trust_project", asked).await;
        assert_eq!((&answer["project"]["trust"], &trust().await), (&json!(kept), &json!(kept)));
        assert_eq!(message(kept).await, "Session created with worktree");
    }
    let unknown = json!({ "project_id": "none", "trusted": true });
    let refused = desk.call("trust_project", unknown).await.unwrap_err();
    assert_eq!(refused.code.as_ref(), "PROJECT_NOT_FOUND");
    desk.end().await;
}

#[tokio::test]
async fn a_profile_is_a_file_or_folder_of_the_house_and_nothing_else() {
    let desk = Desk::open().await;
    let profiles = desk.path("house/profiles");
    fs::create_dir_all(profiles.join("folder")).unwrap();
    fs::write(profiles.join("file.md"), "Be brief.\n").unwrap();
    let create = async |profile: &str| {
        let branch = format!("b-{}", profile.replace(['.', '/'], "x"));
        let asked =
            json!({ "project_id": "api", "branch": branch, "superclaude_profile": profile });
        desk.call("create_session", asked).await
    };
    for profile in ["default", "file", "folder"] {
        let made = create(profile).await.unwrap();
        assert_eq!(made["session"]["superclaude_profile"], profile);
    }
    for profile in ["missing", "../api", ".hidden", ""] {
        assert_eq!(create(profile).await.unwrap_err().code.as_ref(), "PROFILE_NOT_FOUND");
    }
    desk.end().await;
}
