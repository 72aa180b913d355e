//! The queue: order, places, limits, time.

use std::fs;

use serde_json::{Value, json};

use super::desk::{Desk, EASY, call, ended, refused, run, until, wait};

fn one_at_a_time() -> String {
    EASY.replace("runner:\n", "runner:\n  max_concurrent_jobs: 1\n")
}

#[test]
fn jobs_of_a_session_run_in_order_and_say_their_place() {
    let desk = Desk::new(&one_at_a_time());
    let mut talk = desk.session();
    let first = run(&mut talk, "append log.txt one\nrun while [ ! -e go ]; do sleep 0.05; done");
    wait(&mut talk, &first, &["running"]);
    let second = run(&mut talk, "append log.txt two");
    let third = run(&mut talk, "append log.txt three");
    let place = |talk: &mut _, job: &str| {
        call(talk, "get_job", &json!({ "job_id": job }))["job"]["position"].clone()
    };
    assert_eq!((place(&mut talk, &second), place(&mut talk, &third)), (json!(1), json!(2)));
    let gone = call(&mut talk, "cancel_job", &json!({ "job_id": second, "reason": "no" }));
    assert_eq!(gone["job"]["status"], "canceled");
    assert_eq!(place(&mut talk, &third), json!(1));
    fs::write(desk.worktree().join("go"), "").unwrap();
    assert_eq!(ended(&mut talk, &third)["status"], "done");
    assert_eq!(fs::read_to_string(desk.worktree().join("log.txt")).unwrap(), "one\nthree\n");
    assert_eq!(refused(&mut talk, "cancel_job", &json!({ "job_id": third })), "JOB_FINISHED");
}

#[test]
fn projects_take_turns_and_the_queue_survives_a_crash() {
    let desk = Desk::new(&one_at_a_time());
    // A folder that agents of all sessions may write, because the configuration says so.
    let shared = desk.home.path("shared");
    fs::create_dir(&shared).unwrap();
    let config = format!("{}sandbox:\n  write: [{}]\n", one_at_a_time(), shared.display());
    desk.home.write("projects/.televibe/config.yaml", &config);
    desk.repository("web");
    let mut talk = desk.session();
    call(&mut talk, "register_project", &json!({ "path": desk.root().join("web") }));
    call(&mut talk, "create_session", &json!({ "project_id": "web", "branch": "work" }));
    let blocker = run(&mut talk, "run while [ ! -e go ]; do sleep 0.05; done");
    wait(&mut talk, &blocker, &["running"]);
    let order = shared.join("order.txt");
    let note = |name: &str| format!("run echo {name} >> {}", order.display());
    for (session, name) in [("S1", "api-1"), ("S1", "api-2"), ("S2", "web-1"), ("S2", "web-2")] {
        let asked = json!({ "session_id": session, "instruction": note(name) });
        call(&mut talk, "run_instruction", &asked);
    }
    talk.kill();
    fs::write(desk.worktree().join("go"), "").unwrap();
    let mut talk = desk.talk();
    until("all jobs are done", || {
        let jobs = call(&mut talk, "list_jobs", &json!({ "status": ["done"] }));
        jobs["jobs"].as_array().unwrap().len() == 5
    });
    let lines = fs::read_to_string(&order).unwrap();
    let projects: Vec<&str> = lines.lines().map(|line| &line[..3]).collect();
    assert!(
        projects == ["web", "api", "web", "api"] || projects == ["api", "web", "api", "web"],
        "{lines}"
    );
}

#[test]
fn a_job_that_takes_too_long_is_stopped_and_says_so() {
    let desk = Desk::new(&EASY.replace("runner:\n", "runner:\n  timeout_seconds: 1\n"));
    let mut talk = desk.session();
    let job = run(&mut talk, "run sleep 600");
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "failed");
    assert!(done["error"].as_str().unwrap().starts_with("TIMEOUT"), "{done}");
    assert_eq!(super::desk::marked(&job), 0);
}

#[test]
fn an_agent_that_cannot_be_started_fails_its_job_and_not_the_queue() {
    let config = "runner:\n  agent: command\n  command: [no-such-program]\n\
        approval:\n  require_for_shell: false\n";
    let desk = Desk::new(config);
    let mut talk = desk.session();
    let job = run(&mut talk, "anything");
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "failed");
    assert!(done["error"].as_str().unwrap().contains("no-such-program"), "{done}");
    let session = call(&mut talk, "get_session", &json!({ "session_id": "S1" }));
    assert_eq!(session["session"]["state"], "idle");
}

#[test]
fn bad_input_is_refused_with_its_code() {
    let desk = Desk::new(EASY);
    let empty = desk.root().join("empty");
    fs::create_dir(&empty).unwrap();
    super::desk::git(&empty, &["init", "--quiet", "--initial-branch=main"]);
    fs::create_dir(desk.root().join("plain")).unwrap();
    let mut talk = desk.session();
    call(&mut talk, "register_project", &json!({ "path": empty }));
    let long = "x".repeat(10_001);
    let rows: Vec<(&str, Value, &str)> = vec![
        ("register_project", json!({ "path": desk.root().join("plain") }), "NOT_A_REPOSITORY"),
        ("register_project", json!({ "path": "relative" }), "INVALID_PATH"),
        ("register_project", json!({ "path": desk.root().join("absent") }), "INVALID_PATH"),
        ("register_project", json!({ "path": desk.worktree() }), "INVALID_PATH"),
        ("register_project", json!({ "path": desk.root().join("api") }), "PROJECT_EXISTS"),
        ("get_project", json!({ "project_id": "nope" }), "PROJECT_NOT_FOUND"),
        ("create_session", json!({ "project_id": "nope", "branch": "x" }), "PROJECT_NOT_FOUND"),
        ("create_session", json!({ "project_id": "empty", "branch": "x" }), "EMPTY_REPOSITORY"),
        ("create_session", json!({ "project_id": "api", "branch": "--force" }), "INVALID_NAME"),
        ("create_session", json!({ "project_id": "api", "branch": "../../x" }), "INVALID_NAME"),
        (
            "create_session",
            json!({ "project_id": "api", "branch": "x", "base_branch": "nope" }),
            "BRANCH_NOT_FOUND",
        ),
        ("get_session", json!({ "session_id": "S9" }), "SESSION_NOT_FOUND"),
        ("close_session", json!({ "session_id": "S9" }), "SESSION_NOT_FOUND"),
        ("undo_close", json!({ "session_id": "S1" }), "SESSION_OPEN"),
        ("run_instruction", json!({ "session_id": "S1", "instruction": " " }), "INSTRUCTION_EMPTY"),
        (
            "run_instruction",
            json!({ "session_id": "S1", "instruction": long }),
            "INSTRUCTION_TOO_LONG",
        ),
        ("get_job", json!({ "job_id": "nope" }), "JOB_NOT_FOUND"),
        ("get_job_logs", json!({ "job_id": "nope" }), "JOB_NOT_FOUND"),
        ("approve_job", json!({ "job_id": "nope" }), "JOB_NOT_FOUND"),
        ("sync_backlog", json!({ "project_id": "api" }), "BACKLOG_NOT_FOUND"),
        ("claim_task", json!({ "task_id": "T-1", "session_id": "S1" }), "TASK_NOT_FOUND"),
    ];
    for (tool, arguments, code) in rows {
        assert_eq!(refused(&mut talk, tool, &arguments), code, "{tool} {arguments}");
    }
    let sessions = call(&mut talk, "list_sessions", &json!({}));
    assert_eq!(
        sessions["sessions"].as_array().unwrap().len(),
        1,
        "no refusal left anything behind"
    );
}

#[test]
fn closing_a_running_session_needs_force() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, "run sleep 600");
    wait(&mut talk, &job, &["running"]);
    assert_eq!(refused(&mut talk, "close_session", &json!({ "session_id": "S1" })), "SESSION_BUSY");
    let closed = call(&mut talk, "close_session", &json!({ "session_id": "S1", "force": true }));
    assert_eq!(closed["worktree_removed"], true);
    assert_eq!(ended(&mut talk, &job)["status"], "canceled");
    assert_eq!(super::desk::marked(&job), 0);
}

#[test]
fn a_session_that_spent_its_budget_runs_nothing_more() {
    let config = EASY.replace("runner:\n", "runner:\n  budgets:\n    session_millidollars: 500\n");
    let desk = Desk::new(&config);
    let mut talk = desk.session();
    let first = run(&mut talk, "cost 0.3\nsay one");
    assert_eq!(ended(&mut talk, &first)["cost_usd"], json!(0.3));
    let second = run(&mut talk, "cost 0.25\nrun git push -q origin work\nsay two");
    wait(&mut talk, &second, &["waiting_approval"]);
    call(&mut talk, "approve_job", &json!({ "job_id": second }));
    let done = ended(&mut talk, &second);
    assert_eq!((&done["status"], &done["cost_usd"]), (&json!("done"), &json!(0.25)), "booked once");
    let third = run(&mut talk, "write more.txt x");
    let refused = ended(&mut talk, &third);
    assert_eq!(refused["status"], "failed");
    assert!(refused["error"].as_str().unwrap().contains("the budget of the session"), "{refused}");
    assert!(!desk.worktree().join("more.txt").exists());
}
