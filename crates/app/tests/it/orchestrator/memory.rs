//! A session is a conversation: what the next job knows of the ones before it.

use std::fs;

use serde_json::{Value, json};

use super::desk::{Desk, EASY, call, ended, refused, run, until};
use crate::conversation::Conversation;

/// A command that writes down what it was told, beside one that follows its lines.
const AGENTS: &str = "runner:\n  agent: scripted\n  grace_seconds: 2\n  agents:\n    - name: scribe\n      \
    kind: command\n      command: [sh, -c, 'printf %s \"$1\" > told.txt; echo written', sh]\n\
    approval:\n  require_for_shell: false\n  wait_seconds: 0\n";

fn with(talk: &mut Conversation, instruction: &str, choices: &Value) -> Value {
    let mut asked = json!({ "session_id": "S1", "instruction": instruction });
    asked.as_object_mut().unwrap().extend(choices.as_object().unwrap().clone());
    let job = call(talk, "run_instruction", &asked)["job"]["job_id"].as_str().unwrap().to_owned();
    let done = ended(talk, &job);
    assert_eq!(done["status"], "done", "{done}");
    done
}

#[test]
fn an_agent_without_a_memory_is_told_what_came_of_the_jobs_before() {
    let desk = Desk::new(AGENTS);
    let mut talk = desk.session();
    let first = run(&mut talk, "say the word is plum");
    ended(&mut talk, &first);
    let scribe = json!({ "agent": "scribe" });
    let done = with(&mut talk, "-which word?", &scribe);
    assert_eq!(done["agent"], "scribe");
    let told = fs::read_to_string(desk.worktree().join("told.txt")).unwrap();
    assert!(told.contains("asked: say the word is plum\n  done: the word is plum"), "{told}");
    assert!(told.ends_with("Now: -which word?"), "{told}");
    talk.kill();
    let mut talk = desk.talk();
    with(&mut talk, "again", &scribe);
    let told = fs::read_to_string(desk.worktree().join("told.txt")).unwrap();
    assert!(told.contains("plum") && told.contains("asked: -which word?"), "{told}");
    with(&mut talk, "begin anew", &json!({ "agent": "scribe", "new_conversation": true }));
    let told = fs::read_to_string(desk.worktree().join("told.txt")).unwrap();
    assert_eq!(told, "begin anew");
}

#[test]
fn the_agent_of_a_session_serves_its_jobs_and_unknown_choices_are_refused() {
    let desk = Desk::new(AGENTS);
    let mut talk = desk.session();
    let second = json!({ "project_id": "api", "branch": "second", "agent": "scribe" });
    let made = call(&mut talk, "create_session", &second);
    assert_eq!(made["session"]["agent"], "scribe");
    let asked = json!({ "session_id": "S2", "instruction": "write this down" });
    let job = call(&mut talk, "run_instruction", &asked)["job"].clone();
    assert_eq!(job["agent"], "scribe");
    ended(&mut talk, job["job_id"].as_str().unwrap());
    let path = made["session"]["workspace_path"].as_str().unwrap();
    let told = fs::read_to_string(std::path::Path::new(path).join("told.txt")).unwrap();
    assert_eq!(told, "write this down");
    for (choice, code) in [
        (json!({ "agent": "nobody" }), "UNKNOWN_AGENT"),
        (json!({ "model": "small" }), "MODEL_NOT_CHOSEN"),
        (json!({ "plan": true }), "PLAN_NOT_OFFERED"),
        (json!({ "agent": "claude", "model": "--help" }), "INVALID_NAME"),
    ] {
        let mut asked = json!({ "session_id": "S1", "instruction": "x" });
        asked.as_object_mut().unwrap().extend(choice.as_object().unwrap().clone());
        assert_eq!(refused(&mut talk, "run_instruction", &asked), code, "{choice}");
    }
    let odd = json!({ "project_id": "api", "branch": "odd", "superclaude_profile": "unheard-of" });
    assert_eq!(refused(&mut talk, "create_session", &odd), "PROFILE_NOT_FOUND");
}

#[test]
fn an_agent_over_the_protocol_takes_its_session_up_again_for_the_next_job() {
    let desk = super::acp::desk(true);
    let mut talk = desk.session();
    let loaded = || desk.worktree().join("loaded.txt").exists();
    assert_eq!(with(&mut talk, "say one", &json!({}))["continues"], false);
    assert!(!loaded());
    let done = with(&mut talk, "say two", &json!({}));
    assert_eq!(
        (&done["continues"], &done["result_summary"]),
        (&json!(true), &json!("two, 1 file changed"))
    );
    assert!(loaded());
    fs::remove_file(desk.worktree().join("loaded.txt")).unwrap();
    talk.kill();
    let mut talk = desk.talk();
    with(&mut talk, "say three", &json!({}));
    assert!(loaded(), "after a crash too");
    fs::remove_file(desk.worktree().join("loaded.txt")).unwrap();
    with(&mut talk, "say four", &json!({ "new_conversation": true }));
    assert!(!loaded());
}

#[test]
fn remarks_on_lines_are_the_next_instruction() {
    let desk = Desk::new(AGENTS);
    let mut talk = desk.session();
    fs::write(desk.worktree().join("paint.txt"), "red\nblue\n").unwrap();
    let comment = |path: &str, line: u32| json!({ "path": path, "line": line, "text": "say why" });
    let review = |comments: Value| json!({ "session_id": "S1", "comments": comments });
    for bad in [comment("../x", 1), comment("/etc/passwd", 1), comment("paint.txt", 3)] {
        let code = refused(&mut talk, "review_session", &review(json!([bad])));
        assert_eq!(code, "INVALID_INPUT");
    }
    assert_eq!(refused(&mut talk, "review_session", &review(json!([]))), "INVALID_INPUT");
    let mut asked = review(json!([comment("paint.txt", 2)]));
    asked["summary"] = json!("nearly there");
    let job = call(&mut talk, "review_session", &asked)["job"].clone();
    let instruction = job["instruction"].as_str().unwrap();
    assert!(instruction.contains("paint.txt:2\n> blue\nsay why"), "{instruction}");
    assert!(instruction.ends_with("Of the whole: nearly there\n"), "{instruction}");
    assert_eq!(ended(&mut talk, job["job_id"].as_str().unwrap())["status"], "done");
}

#[test]
fn a_job_that_is_canceled_the_moment_it_starts_ends_at_once() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    for _ in 0..5 {
        let job = run(&mut talk, "sleep 600");
        until("it runs", || {
            let found = call(&mut talk, "get_job", &json!({ "job_id": job }));
            found["job"]["status"] == "running"
        });
        let stopped = call(&mut talk, "cancel_job", &json!({ "job_id": job }));
        assert_eq!(stopped["job"]["status"], "canceled", "{stopped}");
        assert_eq!(super::desk::marked(&job), 0);
    }
}
