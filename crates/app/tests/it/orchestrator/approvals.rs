//! Approvals that hold: what is not clearly allowed is not done.

use serde_json::{Value, json};

use super::desk::{Desk, EASY, call, ended, git, refused, run, until, wait};
use crate::conversation::Conversation;

const PUSH: &str = "write a.txt one\nrun git add -A && git commit -qm one\nrun git push -q origin work\nsay pushed";

fn pushed(desk: &Desk) -> bool {
    !git(&desk.remote("api"), &["for-each-ref", "refs/heads/work"]).is_empty()
}

fn pending(talk: &mut Conversation) -> Vec<Value> {
    let answer = call(talk, "list_pending_approvals", &json!({}));
    answer["pending"].as_array().unwrap().clone()
}

fn events(desk: &Desk, kind: &str) -> Vec<Value> {
    let data = desk.root().join(".televibe");
    let arguments = json!({ "kind": kind, "limit": 1000 }).to_string();
    let ran = desk.home.run(&[
        "call",
        "list_events",
        &arguments,
        "--json",
        "--data",
        data.to_str().unwrap(),
        "--in-process",
    ]);
    let envelope = ran.envelope();
    assert_eq!(ran.code, 0, "{envelope}");
    envelope["data"]["output"]["events"].as_array().unwrap().clone()
}

#[test]
fn a_push_waits_for_a_person_sleeps_over_a_restart_and_is_done_once() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, PUSH);
    let waiting = wait(&mut talk, &job, &["waiting_approval"]);
    assert_eq!(waiting["approval_scope"], "push");
    let asked = pending(&mut talk);
    let remote = desk.remote("api");
    let shown = asked[0]["command"].as_str().unwrap();
    assert!(shown.starts_with(&format!("push to {}\ncreate refs/heads/work ", remote.display())));
    let push = &asked[0]["push"];
    assert_eq!(push["refs"][0]["commits"][0]["subject"], "one", "{push}");
    assert_eq!(
        (&push["refs"][0]["kind"], &push["refs"][0]["count"]),
        (&json!("create"), &json!(1))
    );
    assert!(push["diff"].as_str().unwrap().contains("+one"), "{push}");
    assert_eq!(asked[0]["sandbox"], "bubblewrap");
    assert_eq!((asked.len(), &asked[0]["job_id"]), (1, &json!(job)));
    until("the agent sleeps", || {
        let end = desk.root().join(format!(".televibe/jobs/{job}/end.json"));
        end.exists()
    });
    assert!(!pushed(&desk));
    assert_eq!(talk.end(), 0);
    let mut talk = desk.talk();
    assert_eq!(pending(&mut talk).len(), 1, "the question outlives the process");
    assert!(!pushed(&desk));
    let code = refused(&mut talk, "approve_job", &json!({ "job_id": job, "scope": "write" }));
    assert_eq!(code, "APPROVAL_SCOPE");
    let answer = call(&mut talk, "approve_job", &json!({ "job_id": job, "scope": "push" }));
    assert_eq!(answer["message"], "Job approved, resuming execution");
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "done", "{done}");
    assert!(pushed(&desk));
    assert!(pending(&mut talk).is_empty());
    let again = refused(&mut talk, "approve_job", &json!({ "job_id": job }));
    assert_eq!(again, "NO_PENDING_APPROVAL");
    assert_eq!(talk.end(), 0);
    let made = events(&desk, "push.made");
    assert_eq!(made.len(), 1);
    assert_eq!(made[0]["data"]["approval_id"], asked[0]["approval_id"]);
    assert_eq!(made[0]["data"]["refs"][0]["new"], push["refs"][0]["new"]);
    assert!(made[0]["data"]["remote_said"].as_str().unwrap().contains("refs/heads/work"));
}

#[test]
fn each_push_is_asked_about_by_itself_and_one_that_sends_nothing_is_none() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let more = "append a.txt more\nrun git commit -qam two";
    let twice = format!("{PUSH}\nrun git push origin work\n{more}\nrun git push -q origin work");
    let job = run(&mut talk, &twice);
    for subject in ["one", "two"] {
        wait(&mut talk, &job, &["waiting_approval"]);
        let asked = pending(&mut talk);
        assert_eq!(asked[0]["push"]["refs"][0]["commits"][0]["subject"], subject);
        assert_eq!(asked[0]["push"]["refs"][0]["count"], 1);
        let seen = json!({ "job_id": job, "approval_id": asked[0]["approval_id"] });
        call(&mut talk, "approve_job", &seen);
        until("the answer is taken", || pending(&mut talk).first() != asked.first());
    }
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    let remote = desk.remote("api");
    assert_eq!(git(&remote, &["log", "--format=%s", "work"]), "two\none\nfirst");
    assert_eq!(talk.end(), 0);
}

#[test]
fn a_denial_cancels_the_job_and_nothing_is_pushed() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(&mut talk, PUSH);
    wait(&mut talk, &job, &["waiting_approval"]);
    let answer = call(&mut talk, "deny_job", &json!({ "job_id": job, "reason": "not today" }));
    assert_eq!(answer["job"]["status"], "canceled");
    assert!(answer["job"]["error"].as_str().unwrap().contains("not today"));
    assert!(!pushed(&desk));
    let next = run(&mut talk, "say still alive");
    assert_eq!(ended(&mut talk, &next)["status"], "done", "the session goes on");
}

#[test]
fn an_approval_is_for_one_exact_command_and_used_once() {
    let desk = Desk::new(&EASY.replace("require_for_shell: false", "require_for_shell: true"));
    let mut talk = desk.session();
    let job = run(&mut talk, "run touch one\nrun touch one\nrun touch two");
    for command in ["touch one", "touch one", "touch two"] {
        wait(&mut talk, &job, &["waiting_approval"]);
        let asked = pending(&mut talk);
        assert_eq!(asked[0]["command"], command);
        let wrong = json!({ "job_id": job, "approval_id": "another" });
        assert_eq!(refused(&mut talk, "approve_job", &wrong), "NO_PENDING_APPROVAL");
        let seen = json!({ "job_id": job, "approval_id": asked[0]["approval_id"] });
        call(&mut talk, "approve_job", &seen);
        until("the next question", || pending(&mut talk).first() != asked.first());
    }
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    assert!(desk.worktree().join("two").exists());
}

#[test]
fn allow_for_this_job_asks_no_more_for_the_same_scope_and_still_for_a_graver_one() {
    let desk = Desk::new(&EASY.replace("require_for_shell: false", "require_for_shell: true"));
    let mut talk = desk.session();
    let job = run(&mut talk, "run touch one\nrun touch two\nrun git push -q origin work");
    wait(&mut talk, &job, &["waiting_approval"]);
    call(&mut talk, "approve_job", &json!({ "job_id": job, "scope": "job" }));
    until("the push is asked about", || {
        pending(&mut talk).first().is_some_and(|asked| asked["approval_scope"] == "push")
    });
    assert!(desk.worktree().join("two").exists());
    call(&mut talk, "cancel_job", &json!({ "job_id": job }));
    assert!(!pushed(&desk));
}

#[test]
fn a_push_hidden_in_a_script_is_asked_about_like_any_other() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let script = "write sneak.py import subprocess; subprocess.check_call(['git', 'push', 'origin', 'work'])\nrun python3 sneak.py";
    let job = run(&mut talk, script);
    let waiting = wait(&mut talk, &job, &["waiting_approval"]);
    assert_eq!(waiting["approval_scope"], "push");
    assert!(!pushed(&desk));
    call(&mut talk, "deny_job", &json!({ "job_id": job }));
    assert_eq!(ended(&mut talk, &job)["status"], "canceled");
    assert!(!pushed(&desk));
    assert_eq!(talk.end(), 0);
}

#[test]
fn two_people_are_needed_where_the_configuration_says_so() {
    let config = EASY.replace("approval:\n", "approval:\n  two_person: [push]\n");
    let desk = Desk::new(&config);
    let mut talk = desk.session();
    let job = run(&mut talk, PUSH);
    wait(&mut talk, &job, &["waiting_approval"]);
    let first = call(&mut talk, "approve_job", &json!({ "job_id": job }));
    assert!(first["message"].as_str().unwrap().contains("second person"), "{first}");
    assert_eq!(first["job"]["status"], "waiting_approval");
    let again = refused(&mut talk, "approve_job", &json!({ "job_id": job }));
    assert_eq!(again, "SECOND_PERSON_NEEDED");
    assert!(!pushed(&desk));
}

#[test]
fn a_question_nobody_answers_ends_the_job() {
    let config = EASY.replace("approval:\n", "approval:\n  expiry_seconds: 1\n");
    let desk = Desk::new(&config);
    let mut talk = desk.session();
    let job = run(&mut talk, PUSH);
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "canceled", "{done}");
    assert_eq!(done["approval_state"], "expired");
    assert!(!pushed(&desk));
}

#[test]
fn rules_decide_before_flags() {
    let rules =
        "approval:\n  rules: [\"deny * refs/heads/work\", \"allow touch *\", \"allow sh*\"]\n";
    let config = EASY
        .replace("approval:\n", rules)
        .replace("require_for_shell: false", "require_for_shell: true");
    let desk = Desk::new(&config);
    let mut talk = desk.session();
    let job = run(&mut talk, "run touch one\nrun sh -c 'git push origin work'");
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "failed", "{done}");
    let logs = call(&mut talk, "get_job_logs", &json!({ "job_id": job }));
    assert!(logs["content"].as_str().unwrap().contains("a rule forbids it"), "{logs}");
    assert!(desk.worktree().join("one").exists());
    assert!(!pushed(&desk));
}

#[test]
fn an_agent_without_a_gate_is_asked_about_before_it_starts() {
    let asking = "approval:\n  require_for_shell: true\n";
    let desk = Desk::new(&format!("runner:\n  agent: command\n  command: [touch]\n{asking}"));
    let mut talk = desk.session();
    let job = run(&mut talk, "made.txt");
    wait(&mut talk, &job, &["waiting_approval"]);
    assert_eq!(pending(&mut talk)[0]["command"], "touch made.txt");
    assert!(!desk.worktree().join("made.txt").exists());
    call(&mut talk, "approve_job", &json!({ "job_id": job }));
    let done = ended(&mut talk, &job);
    assert_eq!((&done["status"], &done["files_changed"]), (&json!("done"), &json!(["made.txt"])));
    let second = run(&mut talk, "other.txt");
    wait(&mut talk, &second, &["waiting_approval"]);
    call(&mut talk, "deny_job", &json!({ "job_id": second }));
    assert_eq!(ended(&mut talk, &second)["status"], "canceled");
    assert!(!desk.worktree().join("other.txt").exists());
}

#[test]
fn a_denial_with_feedback_lets_the_job_go_on_with_it() {
    let desk = Desk::new(&EASY.replace("wait_seconds: 0", "wait_seconds: 600"));
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "write a.txt one\nrun git add -A && git commit -qm one\nrun git push origin work || touch refused",
    );
    wait(&mut talk, &job, &["waiting_approval"]);
    let told = json!({ "job_id": job, "feedback": "squash it first" });
    let answer = call(&mut talk, "deny_job", &told);
    assert!(answer["message"].as_str().unwrap().contains("goes on"), "{answer}");
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "done", "{done}");
    assert!(desk.worktree().join("refused").exists() && !pushed(&desk));
    let logs = call(&mut talk, "get_job_logs", &json!({ "job_id": job }));
    assert!(logs["content"].as_str().unwrap().contains("squash it first"), "{logs}");
}

#[test]
fn an_approval_is_limited_to_the_scope_that_is_named() {
    let desk = Desk::new(&EASY.replace("require_for_shell: false", "require_for_shell: true"));
    let mut talk = desk.session();
    let job = run(&mut talk, "run touch one");
    wait(&mut talk, &job, &["waiting_approval"]);
    for scope in ["write", "push", "network"] {
        let code = refused(&mut talk, "approve_job", &json!({ "job_id": job, "scope": scope }));
        assert_eq!(code, "APPROVAL_SCOPE", "{scope}");
    }
    assert!(!desk.worktree().join("one").exists());
    call(&mut talk, "approve_job", &json!({ "job_id": job, "scope": "shell" }));
    assert_eq!(ended(&mut talk, &job)["status"], "done");
}

#[test]
fn what_changed_while_it_waited_is_another_question() {
    let desk = Desk::new(&EASY.replace("require_for_shell: false", "require_for_shell: true"));
    let mut talk = desk.session();
    let job = run(&mut talk, "write run.sh touch good\nrun sh run.sh");
    wait(&mut talk, &job, &["waiting_approval"]);
    let first = pending(&mut talk);
    std::fs::write(desk.worktree().join("run.sh"), "touch evil\n").unwrap();
    let seen = json!({ "job_id": job, "approval_id": first[0]["approval_id"] });
    call(&mut talk, "approve_job", &seen);
    until("it is asked anew", || {
        pending(&mut talk).first().is_some_and(|it| it["digest"] != first[0]["digest"])
    });
    assert!(!desk.worktree().join("evil").exists());
    call(&mut talk, "deny_job", &json!({ "job_id": job }));
    assert!(!desk.worktree().join("evil").exists());
}
