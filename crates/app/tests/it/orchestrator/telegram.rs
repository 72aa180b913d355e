//! The bot, against a strict Bot API on loopback.

use std::fs::File;
use std::process::Stdio;

use serde_json::{Value, json};

use super::bot_api::{BotApi, Refusal, TOKEN, failure};
use super::desk::{Desk, call, ended, git, until};
use crate::conversation::Conversation;

/// A private chat, which has the number of its person.
const ANNA: i64 = 11;
const BEN: i64 = 22;
const STRANGER: i64 = 99;
const GROUP: i64 = -500;

const PUSH: &str = "write a.txt one\nrun git add -A && git commit -qm one\nrun git push -q origin work\nsay pushed";

fn desk(api: &BotApi, chats: &str) -> Desk {
    let config = format!(
        "runner:\n  agent: scripted\n  grace_seconds: 2\n\
         approval:\n  require_for_shell: false\n  wait_seconds: 0\n\
         telegram:\n  allowed_chat_ids: {chats}\n  api_base: {}\n  edit_seconds: 0\n  poll_seconds: 5\n",
        api.base()
    );
    Desk::new(&config)
}

/// The program with its bot.
fn talk(desk: &Desk) -> Conversation {
    let mut command = desk.command();
    command.env("TELEGRAM_BOT_TOKEN", TOKEN);
    let mut talk = Conversation::with(command);
    talk.open("2025-06-18");
    talk
}

fn registered(desk: &Desk) -> Conversation {
    let mut talk = talk(desk);
    call(&mut talk, "register_project", &json!({ "path": desk.root().join("api") }));
    talk
}

fn jobs(talk: &mut Conversation) -> Vec<Value> {
    call(talk, "list_jobs", &json!({}))["jobs"].as_array().unwrap().clone()
}

fn pushed(desk: &Desk) -> bool {
    !git(&desk.remote("api"), &["for-each-ref", "refs/heads/work"]).is_empty()
}

#[test]
fn a_job_is_given_followed_and_approved_by_chat() {
    let api = BotApi::start();
    let desk = desk(&api, "[11]");
    let mut talk = registered(&desk);
    api.write(ANNA, ANNA, "/new api work");
    api.message(ANNA, "S1: Session created");
    api.write(ANNA, ANNA, PUSH);
    let question = api.message(ANNA, "work asks for push");
    assert!(question.text.contains("create refs/heads/work"), "{question:?}");
    let labels: Vec<&str> = question.buttons.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["Allow once", "Allow for this job", "Deny"]);
    assert!(!pushed(&desk));
    let said = api.press(ANNA, &question, "Allow once");
    assert_eq!(said, "Job approved, resuming execution");
    let told = api.message(ANNA, "S1 · api · work: done");
    assert!(told.text.contains("pushed") && told.text.contains("a.txt"), "{told:?}");
    let answered = api.message(ANNA, "allowed by telegram:11");
    assert_eq!((answered.id, answered.buttons.len()), (question.id, 0), "the question is closed");
    assert!(pushed(&desk));
    assert_eq!(api.press(ANNA, &question, "Deny"), "This button is no longer good.");
    let about: Vec<_> =
        api.messages(ANNA).into_iter().filter(|it| it.text.contains("write a.txt")).collect();
    assert_eq!(about.len(), 1, "one message for the job, edited: {about:#?}");
    let job = jobs(&mut talk);
    assert_eq!(
        (job.len(), &job[0]["status"], &job[0]["raw_input"]),
        (1, &json!("done"), &json!(PUSH))
    );
    api.check();
}

#[test]
fn every_command_answers() {
    let api = BotApi::start();
    let desk = desk(&api, "[11]");
    let tasks = desk.root().join("api/backlog/tasks");
    std::fs::create_dir_all(&tasks).unwrap();
    let config = "project_name: \"x\"\nstatuses: [\"To Do\", \"In Progress\", \"Done\"]\n";
    std::fs::write(desk.root().join("api/backlog/config.yml"), config).unwrap();
    let task = "---\nid: TASK-1\ntitle: Greet <everybody>\nstatus: To Do\nassignee: []\n---\n";
    std::fs::write(tasks.join("task-1 - Greet.md"), task).unwrap();
    let mut talk = registered(&desk);
    for (line, answer) in [
        ("/start", "/approvals - List what waits"),
        ("/projects", "api (0 open sessions)"),
        ("/sessions", "No sessions"),
        ("/status", "no session is chosen"),
        ("do something", "no session is chosen"),
        ("/new api", "/new PROJECT BRANCH"),
        ("/new nowhere work", "there is no project `nowhere`"),
        ("/new@our_bot api work", "S1: Session created"),
        ("/use S9", "there is no session `S9`"),
        ("/use S1", "Texts go to S1 now"),
        ("/sessions", "→ S1 api · work · idle"),
        ("/status", "0 in the queue"),
        ("/tasks", "TASK-1 Greet <everybody> (todo)"),
        ("/next api", "TASK-1 Greet <everybody> (todo)"),
        ("/claim TASK-1", "claimed by session S1"),
        ("/jobs", "No jobs"),
        ("/tail", "there is no such job"),
        ("/run say <b>hello</b> & more", "S1 · api · work: done"),
        ("/tail", "<b>hello</b> & more"),
        ("/jobs", "S1 done: say <b>hello</b> & more"),
        ("/approvals", "Nothing waits for you"),
        ("sleep 600", "S1 · api · work: running"),
        ("/cancel", "is canceled"),
        ("/nonsense", "There is no /nonsense"),
        ("/close", "Session S1 closed"),
    ] {
        api.write(ANNA, ANNA, line);
        api.message(ANNA, answer);
    }
    assert_eq!(jobs(&mut talk).len(), 2);
    api.check();
}

#[test]
fn strangers_bystanders_and_forged_buttons_decide_nothing() {
    let api = BotApi::start();
    let desk = desk(&api, "[-500]");
    let config = desk.home.read("projects/.televibe/config.yaml");
    let config = format!("{config}  allowed_user_ids: [22]\n");
    desk.home.write("projects/.televibe/config.yaml", &config);
    let mut talk = registered(&desk);
    api.write(STRANGER, STRANGER, "/sessions");
    api.message(STRANGER, "This chat (99) may not use the bot");
    api.write(GROUP, ANNA, "/new@our_bot api work");
    api.message(GROUP, "S1: Session created");
    api.write(GROUP, ANNA, &format!("/run {PUSH}"));
    let question = api.message(GROUP, "asks for");
    let yes = question.buttons[0].1.clone();
    assert_eq!(api.press(ANNA, &question, "Allow once"), "You may not decide here.");
    assert_eq!(api.press_raw(STRANGER, BEN, question.id, &yes), "You may not decide here.");
    let no_good = "This button is no longer good.";
    assert_eq!(api.press_raw(GROUP, BEN, question.id + 1, &yes), no_good, "another message");
    for forged in ["y:", "y:00", "", "🙂", "yes", &yes[..yes.len() - 1], &format!("z{}", &yes[1..])]
    {
        assert_eq!(api.press_raw(GROUP, BEN, question.id, forged), no_good, "{forged}");
    }
    assert!(!pushed(&desk));
    assert_eq!(jobs(&mut talk)[0]["status"], "waiting_approval");
    api.press(BEN, &question, "Deny");
    api.message(GROUP, "denied: refused in Telegram");
    let job = jobs(&mut talk)[0]["job_id"].as_str().unwrap().to_owned();
    assert_eq!(ended(&mut talk, &job)["status"], "canceled");
    assert!(!pushed(&desk));
    api.check();
}

#[test]
fn without_allowed_chats_nobody_learns_anything_but_the_number_of_the_chat() {
    let api = BotApi::start();
    let desk = desk(&api, "[]");
    let mut talk = registered(&desk);
    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "work" }));
    for line in ["/sessions", "/jobs", "/tail", "/status S1", "/diff S1", "say hello", "/help"] {
        let before = api.messages(ANNA).len();
        api.write(ANNA, ANNA, line);
        until("a refusal", || api.messages(ANNA).len() > before);
        let said = api.messages(ANNA).pop().unwrap();
        assert_eq!(said.text, "This chat (11) may not use the bot.", "{line}");
    }
    assert_eq!(jobs(&mut talk).len(), 0);
    api.check();
}

#[test]
fn a_diff_is_shown_and_what_is_no_text_gets_an_answer() {
    let api = BotApi::start();
    let desk = desk(&api, "[11]");
    let mut talk = registered(&desk);
    api.write(ANNA, ANNA, "/new api work");
    api.message(ANNA, "S1: Session created");
    api.write(ANNA, ANNA, "/diff");
    api.message(ANNA, "Nothing is changed");
    std::fs::write(desk.worktree().join("README.md"), "painted\n").unwrap();
    git(&desk.worktree(), &["commit", "--quiet", "--all", "--message", "paint it"]);
    api.write(ANNA, ANNA, "/diff");
    let shown = api.message(ANNA, "paint it");
    assert!(shown.text.contains("1 files") && shown.text.contains("+painted"), "{shown:?}");
    for more in [json!({ "voice": { "duration": 2 } }), json!({ "photo": [], "caption": PUSH })] {
        let before = api.messages(ANNA).len();
        let mut message =
            json!({ "message_id": 7, "chat": { "id": ANNA }, "from": { "id": ANNA } });
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        api.update(json!({ "message": message }));
        until("an answer", || api.messages(ANNA).len() > before);
        let said = api.messages(ANNA).pop().unwrap();
        assert!(said.text.starts_with("Only texts are read here"), "{said:?}");
    }
    assert_eq!(jobs(&mut talk).len(), 0);
    api.check();
}

#[test]
fn no_question_is_lost_and_no_text_is_acted_on_twice() {
    let api = BotApi::start();
    let desk = desk(&api, "[11, 22]");
    let talk = registered(&desk);
    api.write(ANNA, ANNA, "/new api work");
    api.message(ANNA, "S1: Session created");
    // Too fast, out of order, hung up, too fast again: each time the question comes later.
    let slow = failure(429, "Too Many Requests: retry after 1", &json!({ "retry_after": 1 }));
    for refusal in [
        Refusal::Answer(429, slow.clone()),
        Refusal::Page,
        Refusal::HangUp,
        Refusal::Answer(500, failure(500, "Internal Server Error", &json!({}))),
        Refusal::Answer(429, slow),
    ] {
        api.refuse("sendMessage", refusal);
    }
    api.write(ANNA, ANNA, PUSH);
    until("some refusals", || api.refusals() < 3);
    assert_eq!(talk.end(), 0, "it stops while questions wait to be sent");
    let mut talk = self::talk(&desk);
    let question = api.message(BEN, "work asks for push");
    api.message(ANNA, "work asks for push");
    assert_eq!(api.refusals(), 0);
    assert_eq!(jobs(&mut talk).len(), 1, "the text was acted on once");
    // What somebody deletes for themselves keeps nothing from the others.
    api.delete(&question);
    api.write(ANNA, ANNA, "/approvals");
    api.message(ANNA, "S1 asks for push");
    assert_eq!(talk.end(), 0);
    let polls = api.count("getUpdates");
    let mut talk = self::talk(&desk);
    until("the bot is back", || api.count("getUpdates") > polls);
    let first = api.called("getUpdates", |_| true)["offset"].as_i64().unwrap();
    assert!(first > 1000, "it goes on where it was: {first}");
    let question = api.message(ANNA, "work asks for push");
    api.press(ANNA, &question, "Allow for this job");
    api.message(ANNA, "allowed by telegram:11");
    api.message(ANNA, "S1 · api · work: done");
    assert!(pushed(&desk));
    assert_eq!(jobs(&mut talk).len(), 1);
    let shown = api.messages(ANNA);
    let asked = shown.iter().filter(|it| it.text.contains("work asks for push"));
    assert_eq!(asked.count(), 1, "the question stands there once: {shown:#?}");
    api.check();
}

#[test]
fn garbage_from_the_server_and_from_people_is_survived() {
    let api = BotApi::start();
    let desk = desk(&api, "[11]");
    let conflict = "Conflict: can't use getUpdates method while webhook is active";
    for refusal in [
        Refusal::Answer(200, json!({ "ok": true, "result": "nothing" })),
        Refusal::Answer(200, json!([1, 2, 3])),
        Refusal::Answer(409, failure(409, conflict, &json!({}))),
    ] {
        api.refuse("getUpdates", refusal);
    }
    for garbage in [
        json!({ "update_id": "seven" }),
        json!(7),
        json!({ "message": 5 }),
        json!({ "message": { "chat": { "id": 11 }, "from": { "id": 11 }, "photo": [{}] } }),
        json!({ "callback_query": { "id": "unknown" } }),
        json!({ "poll": { "id": "1" } }),
    ] {
        api.update(garbage);
    }
    let mut talk = registered(&desk);
    api.write(ANNA, ANNA, "/new api work");
    api.message(ANNA, "S1: Session created");
    for text in ["/", "//", "/new", "\u{0}\u{1b}[2J", "/tail \u{202e}x", "😀😀😀"] {
        api.write(ANNA, ANNA, text);
    }
    api.write(ANNA, ANNA, &"too long ".repeat(2000));
    api.message(ANNA, "10000");
    // A command that does not fit into a message can be refused here, not allowed.
    let long = "run for i in $(seq 150); do git branch long-name-of-a-branch-$i; done; \
        git push -q origin 'refs/heads/long*:refs/heads/long*'";
    api.write(ANNA, ANNA, long);
    let question = api.message(ANNA, "allow it in a terminal");
    assert_eq!(question.buttons.len(), 1);
    api.press(ANNA, &question, "Deny");
    api.message(ANNA, "denied: refused in Telegram");
    assert!(!pushed(&desk));
    assert!(jobs(&mut talk).len() >= 2);
    api.check();
}

#[test]
fn the_token_is_never_written_to_the_log_nor_given_to_a_job() {
    let api = BotApi::start();
    let desk = desk(&api, "[11]");
    for refusal in [
        Refusal::Page,
        Refusal::HangUp,
        Refusal::Answer(401, failure(401, "Unauthorized", &json!({}))),
    ] {
        api.refuse("getUpdates", refusal);
    }
    api.refuse("sendMessage", Refusal::HangUp);
    let log = desk.home.path("log");
    let mut command = desk.command();
    command.env("TELEGRAM_BOT_TOKEN", TOKEN).env("ENSEMBLE__LOG__FILTER", "trace");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(File::create(&log).unwrap());
    let mut child = command.spawn().unwrap();
    api.write(ANNA, ANNA, "/help");
    api.message(ANNA, "/approvals - List what waits");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains("no news from Telegram"), "{log}");
    assert!(!log.contains(TOKEN) && !log.contains("the-secret"), "the token is in the log");
    let mut talk = registered(&desk);
    api.write(ANNA, ANNA, "/new api work");
    api.message(ANNA, "S1: Session created");
    api.write(ANNA, ANNA, "run env > seen.txt\nsay looked");
    api.message(ANNA, "S1 · api · work: done");
    let seen = std::fs::read_to_string(desk.worktree().join("seen.txt")).unwrap();
    assert!(seen.contains("TELEVIBE_JOB_ID") && !seen.contains("the-secret"), "{seen}");
    assert_eq!(jobs(&mut talk).len(), 1);
    api.check();
}
