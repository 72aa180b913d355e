//! Agents that speak the Agent Client Protocol, played by a small program that does what its
//! instruction says and asks before each command.

use serde_json::{Value, json};

use super::desk::{Desk, call, ended, git, marked, run, until, wait};

/// `ask COMMAND` asks and runs, `act COMMAND` runs unasked, `odd` asks without saying what, `say`
/// speaks, `hang` waits for a cancel, `noise` prints what is no message.
const AGENT: &str = r#"
import json, subprocess, sys

def send(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def receive():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)

def update(**fields):
    send({"method": "session/update", "params": {"sessionId": "s-1", "update": fields}})

OPTIONS = [
    {"optionId": "ever", "name": "Always", "kind": "allow_always"},
    {"optionId": "yes", "name": "Once", "kind": "allow_once"},
    {"optionId": "no", "name": "No", "kind": "reject_once"},
]

def permitted(call):
    send({"id": 900, "method": "session/request_permission",
          "params": {"sessionId": "s-1", "toolCall": call, "options": OPTIONS}})
    while True:
        message = receive()
        if message.get("id") == 900:
            outcome = message["result"]["outcome"]
            assert outcome.get("optionId") != "ever", outcome
            return outcome.get("optionId") == "yes"
        assert message["method"] == "session/cancel", message

def follow(text):
    for line in text.splitlines():
        verb, _, rest = line.partition(" ")
        if verb == "say":
            update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": rest})
        elif verb == "noise":
            print("this is no message", flush=True)
        elif verb == "odd":
            if permitted({"toolCallId": "t", "title": rest, "kind": "other", "rawInput": {}}):
                open("odd.txt", "w").write("x")
        elif verb in ("ask", "act"):
            call = {"toolCallId": "t", "title": rest, "kind": "execute", "rawInput": {"command": rest}}
            update(sessionUpdate="tool_call", **call)
            if verb == "act" or permitted(call):
                subprocess.run(["sh", "-c", rest], stdout=subprocess.DEVNULL)
            else:
                return "refusal"
        elif verb == "hang":
            open("hanging.txt", "w").write("x")
            while receive().get("method") != "session/cancel":
                pass
            return "cancelled"
    return "end_turn"

while True:
    message = receive()
    method, params = message.get("method"), message.get("params", {})
    if method == "initialize":
        assert params["protocolVersion"] == 1, params
        assert params["clientCapabilities"]["terminal"] is False, params
        send({"id": message["id"], "result": {"protocolVersion": 1, "agentCapabilities": {"loadSession": True}}})
    elif method == "session/new":
        assert params["cwd"].startswith("/") and params["mcpServers"] == [], params
        send({"id": message["id"], "result": {"sessionId": "s-1"}})
    elif method == "session/load":
        assert params["sessionId"] == "s-1", params
        open("loaded.txt", "a").write("x")
        update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": "from before"})
        send({"id": message["id"], "result": None})
    elif method == "session/prompt":
        assert params["sessionId"] == "s-1" and params["prompt"][0]["type"] == "text", params
        reason = follow(params["prompt"][0]["text"])
        update(sessionUpdate="usage_update", used=1, size=2, cost={"amount": 0.25, "currency": "USD"})
        send({"id": message["id"], "result": {"stopReason": reason}})
"#;

pub(super) fn desk(asks: bool) -> Desk {
    let config = "runner:\n  agent: acp\n  acp_command: [python3, AGENT]\n  acp_asks: ASKS\n  grace_seconds: 5\n\
        approval:\n  require_for_shell: true\n";
    let desk = Desk::new("");
    desk.home.write("agent.py", AGENT);
    let agent = desk.home.path("agent.py");
    let config =
        config.replace("AGENT", agent.to_str().unwrap()).replace("ASKS", &asks.to_string());
    desk.home.write("projects/.televibe/config.yaml", &config);
    desk
}

fn pending(talk: &mut crate::conversation::Conversation) -> Vec<Value> {
    let answer = call(talk, "list_pending_approvals", &json!({}));
    answer["pending"].as_array().unwrap().clone()
}

#[test]
fn an_agent_over_the_protocol_asks_the_same_gate() {
    let desk = desk(true);
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "noise\nsay I will push\nask git commit -q --allow-empty -m one && git push -q origin work\nsay all pushed",
    );
    wait(&mut talk, &job, &["waiting_approval"]);
    let asked = pending(&mut talk);
    assert_eq!(
        asked[0]["command"],
        "git commit -q --allow-empty -m one && git push -q origin work"
    );
    assert_eq!(asked[0]["approval_scope"], "shell");
    let seen = json!({ "job_id": job, "approval_id": asked[0]["approval_id"] });
    call(&mut talk, "approve_job", &seen);
    until("the push is asked about", || {
        pending(&mut talk).first().is_some_and(|it| it["approval_scope"] == "push")
    });
    call(&mut talk, "approve_job", &json!({ "job_id": job, "scope": "push" }));
    let done = ended(&mut talk, &job);
    assert_eq!(done["status"], "done", "{done}");
    assert_eq!((&done["result_summary"], &done["cost_usd"]), (&json!("all pushed"), &json!(0.25)));
    assert!(!git(&desk.remote("api"), &["for-each-ref", "refs/heads/work"]).is_empty());
    let logs = call(&mut talk, "get_job_logs", &json!({ "job_id": job }));
    assert!(logs["content"].as_str().unwrap().contains("this is no message"), "{logs}");
}

#[test]
fn what_an_agent_does_not_say_clearly_is_asked_and_so_is_a_push_it_hides() {
    let desk = desk(true);
    let mut talk = desk.session();
    let job = run(&mut talk, "odd please");
    wait(&mut talk, &job, &["waiting_approval"]);
    assert!(pending(&mut talk)[0]["command"].as_str().unwrap().starts_with("acp:other"));
    let answer = call(&mut talk, "deny_job", &json!({ "job_id": job }));
    assert_eq!(answer["job"]["status"], "canceled");
    assert!(!desk.worktree().join("odd.txt").exists());
    let sly = run(&mut talk, "act git push -q origin work");
    wait(&mut talk, &sly, &["waiting_approval"]);
    assert_eq!(pending(&mut talk)[0]["approval_scope"], "push");
    call(&mut talk, "deny_job", &json!({ "job_id": sly }));
    ended(&mut talk, &sly);
    assert!(git(&desk.remote("api"), &["for-each-ref", "refs/heads/work"]).is_empty());
    assert_eq!(marked(&job) + marked(&sly), 0);
}

#[test]
fn an_agent_that_is_not_known_to_ask_is_asked_about_as_a_whole() {
    let desk = desk(false);
    let mut talk = desk.session();
    let job = run(&mut talk, "act touch made.txt");
    wait(&mut talk, &job, &["waiting_approval"]);
    assert!(pending(&mut talk)[0]["command"].as_str().unwrap().ends_with("act touch made.txt"));
    assert!(!desk.worktree().join("made.txt").exists());
    call(&mut talk, "approve_job", &json!({ "job_id": job }));
    assert_eq!(ended(&mut talk, &job)["status"], "done");
    assert!(desk.worktree().join("made.txt").exists());
}

#[test]
fn a_cancel_reaches_the_agent_and_nothing_is_left() {
    let desk = desk(true);
    let mut talk = desk.session();
    let job = run(&mut talk, "hang");
    until("the agent waits", || desk.worktree().join("hanging.txt").exists());
    let stopped = call(&mut talk, "cancel_job", &json!({ "job_id": job }));
    assert_eq!(stopped["job"]["status"], "canceled", "{stopped}");
    assert_eq!(marked(&job), 0);
}

#[test]
fn an_agent_that_is_missing_or_speaks_something_else_fails_its_job_clearly() {
    let desk = desk(true);
    for (command, words) in [
        ("[no-such-agent]", "`no-such-agent` cannot be started"),
        ("['true']", "the agent ended in the middle"),
        ("[]", "names no program"),
    ] {
        let config = format!("runner:\n  agent: acp\n  acp_command: {command}\n  acp_asks: true\n");
        desk.home.write("projects/.televibe/config.yaml", &config);
        let mut talk = desk.talk();
        let path = desk.root().join("api");
        let listed = call(&mut talk, "list_projects", &json!({}));
        if listed["projects"] == json!([]) {
            call(&mut talk, "register_project", &json!({ "path": path }));
            call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "work" }));
        }
        let job = run(&mut talk, "say hello");
        let done = ended(&mut talk, &job);
        assert_eq!(done["status"], "failed", "{done}");
        assert!(done["error"].as_str().unwrap().contains(words), "{done}");
        assert_eq!(talk.end(), 0);
    }
}
