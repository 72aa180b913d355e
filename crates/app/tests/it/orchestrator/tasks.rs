//! Tasks of a Backlog.md folder.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::desk::{Desk, EASY, call, refused};
use crate::conversation::Conversation;

fn path(desk: &Desk, project: &str, number: u32) -> PathBuf {
    desk.root().join(format!("{project}/backlog/tasks/task-{number} - Task.md"))
}

fn task(desk: &Desk, project: &str, number: u32, more: &str) {
    let text = format!(
        "---\nid: TASK-{number}\ntitle: 'Task: {number}'\nstatus: To Do\nassignee: []\n\
         created_date: '2026-11-15 06:41'\nlabels: []\ndependencies: []\ncustom_key: kept\n{more}---\n\n\
         ## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nabout it\n<!-- SECTION:DESCRIPTION:END -->\n"
    );
    let path = path(desk, project, number);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn ids(answer: &Value) -> Vec<&str> {
    answer["tasks"].as_array().unwrap().iter().map(|it| it["task_id"].as_str().unwrap()).collect()
}

fn backlog(desk: &Desk) -> Conversation {
    let config = "project_name: \"Demo\"\nstatuses: [\"To Do\", \"In Progress\", \"Done\"]\n";
    desk.home.write("projects/api/backlog/config.yml", config);
    desk.home.write(
        "projects/api/backlog/milestones/m-0 - auth.md",
        "---\nid: m-0\ntitle: \"Auth v1\"\n---\n",
    );
    task(desk, "api", 1, "priority: low\nmilestone: m-0\n");
    task(desk, "api", 2, "priority: high\n");
    task(desk, "api", 3, "priority: critical\n");
    let third = path(desk, "api", 3);
    let text = fs::read_to_string(&third).unwrap();
    fs::write(third, text.replace("dependencies: []", "dependencies:\n  - TASK-2")).unwrap();
    desk.session()
}

#[test]
fn tasks_are_read_ordered_claimed_once_and_written_back_without_loss() {
    let desk = Desk::new(EASY);
    let mut talk = backlog(&desk);
    let all = call(&mut talk, "list_project_tasks", &json!({ "project_id": "api" }));
    assert_eq!(ids(&all), ["TASK-1", "TASK-2", "TASK-3"]);
    assert_eq!(all["tasks"][0]["epic"], "Auth v1");
    let next = call(&mut talk, "get_next_tasks", &json!({ "project_id": "api" }));
    assert_eq!(ids(&next), ["TASK-2", "TASK-1"], "what waits for another task is not next");
    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "second" }));
    let claim = json!({ "task_id": "TASK-2", "session_id": "S1" });
    let claimed = call(&mut talk, "claim_task", &claim);
    assert_eq!(claimed["message"], "Task TASK-2 claimed by session S1");
    let other = json!({ "task_id": "TASK-2", "session_id": "S2" });
    assert_eq!(refused(&mut talk, "claim_task", &other), "TASK_CLAIMED");
    let text = fs::read_to_string(path(&desk, "api", 2)).unwrap();
    assert!(text.contains("status: In Progress\nassignee:\n  - '@claude-S1'\n"), "{text}");
    assert!(text.contains("custom_key: kept\n") && text.contains("about it"), "{text}");
    let session = call(&mut talk, "get_session", &json!({ "session_id": "S1" }));
    assert_eq!(session["tasks"], json!(["TASK-2"]));
    let done = json!({ "task_id": "TASK-2", "status": "done" });
    assert_eq!(call(&mut talk, "update_task_status", &done)["task"]["backlog_status"], "Done");
    let next = call(&mut talk, "get_next_tasks", &json!({ "project_id": "api", "limit": 1 }));
    assert_eq!(ids(&next), ["TASK-3"]);
    let finer = json!({ "task_id": "TASK-3", "status": "blocked" });
    let answer = call(&mut talk, "update_task_status", &finer);
    assert_eq!(
        (&answer["task"]["status"], &answer["task"]["backlog_status"]),
        (&json!("blocked"), &json!("To Do"))
    );
    let odd = json!({ "task_id": "TASK-3", "status": "odd" });
    assert_eq!(refused(&mut talk, "update_task_status", &odd), "UNKNOWN_STATUS");
}

#[test]
fn syncing_counts_truly_and_a_broken_file_loses_nothing() {
    let desk = Desk::new(&format!("{EASY}defaults:\n  auto_backlog_sync: false\n"));
    let mut talk = backlog(&desk);
    let sync = |talk: &mut Conversation| {
        let it = call(talk, "sync_backlog", &json!({ "project_id": "api" }));
        let problems = it["problems"].as_array().unwrap().len();
        (
            it["synced"].clone(),
            it["added"].clone(),
            it["updated"].clone(),
            it["removed"].clone(),
            problems,
        )
    };
    assert_eq!(sync(&mut talk), (json!(3), json!(3), json!(0), json!(0), 0));
    assert_eq!(sync(&mut talk), (json!(3), json!(0), json!(0), json!(0), 0));
    let first = path(&desk, "api", 1);
    let text = fs::read_to_string(&first).unwrap();
    fs::write(&first, text.replace("To Do", "In Progress # by hand")).unwrap();
    fs::remove_file(path(&desk, "api", 2)).unwrap();
    fs::write(path(&desk, "api", 3), "---\n: [broken\n---\n").unwrap();
    task(&desk, "api", 4, "");
    assert_eq!(sync(&mut talk), (json!(2), json!(1), json!(1), json!(1), 1));
    let all = call(&mut talk, "list_project_tasks", &json!({ "project_id": "api" }));
    assert_eq!(
        ids(&all),
        ["TASK-1", "TASK-3", "TASK-4"],
        "a broken file is not a task that is gone"
    );
    let update = json!({ "task_id": "TASK-3", "status": "done" });
    assert_eq!(refused(&mut talk, "update_task_status", &update), "BACKLOG_UNREADABLE");
}

#[test]
fn the_same_id_in_two_projects_is_two_tasks() {
    let desk = Desk::new(EASY);
    desk.repository("web");
    task(&desk, "web", 1, "");
    let mut talk = backlog(&desk);
    call(&mut talk, "register_project", &json!({ "path": desk.root().join("web") }));
    for project in ["api", "web"] {
        call(&mut talk, "sync_backlog", &json!({ "project_id": project }));
    }
    let unclear = json!({ "task_id": "TASK-1", "status": "done" });
    assert_eq!(refused(&mut talk, "update_task_status", &unclear), "TASK_AMBIGUOUS");
    let clear = json!({ "task_id": "web/TASK-1", "status": "done" });
    assert_eq!(call(&mut talk, "update_task_status", &clear)["task"]["project_id"], "web");
    let session = json!({ "task_id": "TASK-1", "status": "in_progress", "session_id": "S1" });
    assert_eq!(call(&mut talk, "update_task_status", &session)["task"]["project_id"], "api");
}

#[test]
fn a_closed_session_gives_its_claims_back_and_unknown_tasks_are_refused() {
    let desk = Desk::new(EASY);
    let mut talk = backlog(&desk);
    let claim = |talk: &mut Conversation, task: &str| {
        call(talk, "claim_task", &json!({ "task_id": task, "session_id": "S1" }));
    };
    claim(&mut talk, "TASK-1");
    claim(&mut talk, "TASK-2");
    let done = json!({ "task_id": "TASK-1", "status": "done" });
    call(&mut talk, "update_task_status", &done);
    let unknown = json!({ "session_id": "S1", "instruction": "say x", "task_ids": ["TASK-99"] });
    assert_eq!(refused(&mut talk, "run_instruction", &unknown), "TASK_NOT_FOUND");
    call(&mut talk, "close_session", &json!({ "session_id": "S1" }));
    let next = call(&mut talk, "get_next_tasks", &json!({ "project_id": "api" }));
    assert_eq!(ids(&next), ["TASK-2"]);
    let text = fs::read_to_string(path(&desk, "api", 2)).unwrap();
    assert!(text.contains("status: To Do\n") && !text.contains("@claude-S1"), "{text}");
    let text = fs::read_to_string(path(&desk, "api", 1)).unwrap();
    assert!(text.contains("status: Done\n") && !text.contains("@claude-S1"), "{text}");
}
