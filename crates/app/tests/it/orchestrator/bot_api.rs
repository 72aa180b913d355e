//! A Bot API on loopback that is as strict as Telegram's: every request is checked, long polls wait,
//! two pollers collide, texts are counted and their marks parsed, messages can only be edited if
//! they are there. It can be told to refuse.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) const TOKEN: &str = "4242:the-secret_of-the-bot";
const PATIENCE: Duration = Duration::from_secs(120);

/// A message as people see it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shown {
    pub(crate) id: i64,
    pub(crate) chat: i64,
    pub(crate) text: String,
    pub(crate) buttons: Vec<(String, String)>,
}

#[derive(Default)]
struct State {
    updates: Vec<Value>,
    next: i64,
    /// Every later poll ends the earlier ones.
    poll: u64,
    shown: BTreeMap<i64, Shown>,
    calls: Vec<(String, Value)>,
    /// Presses that wait for an answer, and the answers.
    presses: BTreeMap<String, Option<String>>,
    refusals: VecDeque<(&'static str, Refusal)>,
    problems: Vec<String>,
}

/// How a call is to be refused.
#[derive(Debug, Clone)]
pub(crate) enum Refusal {
    Answer(u16, Value),
    Page,
    HangUp,
}

pub(crate) struct BotApi {
    address: String,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl BotApi {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let shared = Arc::new((Mutex::new(State::default()), Condvar::new()));
        let server = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = server.clone();
                // A caller that is killed hangs up in the middle; that is no problem of ours.
                std::thread::spawn(move || drop(serve(stream, &server)));
            }
        });
        Self { address, shared }
    }

    pub(crate) fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap()
    }

    /// Puts an update of any shape into the queue; its number is given if it is an object.
    pub(crate) fn update(&self, mut update: Value) {
        let mut state = self.state();
        state.next += 1;
        if update.is_object() && update.get("update_id").is_none() {
            update["update_id"] = json!(1000 + state.next);
        }
        state.updates.push(update);
        self.shared.1.notify_all();
    }

    /// Somebody writes.
    pub(crate) fn write(&self, chat: i64, user: i64, text: &str) {
        let kind = if chat < 0 { "group" } else { "private" };
        self.update(json!({ "message": {
            "message_id": 1, "date": 1, "text": text,
            "chat": { "id": chat, "type": kind },
            "from": { "id": user, "is_bot": false, "first_name": "Somebody" },
        }}));
    }

    /// Somebody presses something; gives what they were told.
    pub(crate) fn press_raw(&self, chat: i64, user: i64, message: i64, data: &str) -> String {
        let id = {
            let mut state = self.state();
            let id = format!("press-{}", state.presses.len());
            state.presses.insert(id.clone(), None);
            id
        };
        self.update(json!({ "callback_query": {
            "id": id, "data": data, "chat_instance": "1",
            "from": { "id": user, "is_bot": false, "first_name": "Somebody" },
            "message": { "message_id": message, "date": 1, "chat": { "id": chat, "type": "private" } },
        }}));
        self.wait("an answer to a press", |state| state.presses[&id].clone())
    }

    /// Somebody presses a button of a message.
    pub(crate) fn press(&self, user: i64, message: &Shown, label: &str) -> String {
        let found = message.buttons.iter().find(|(text, _)| text == label);
        let (_, data) = found.unwrap_or_else(|| panic!("no `{label}` under {message:?}"));
        self.press_raw(message.chat, user, message.id, data)
    }

    fn wait<T>(&self, what: &str, mut found: impl FnMut(&State) -> Option<T>) -> T {
        let begun = Instant::now();
        let mut state = self.state();
        loop {
            if let Some(found) = found(&state) {
                return found;
            }
            let shown: Vec<_> = state.shown.values().collect();
            assert!(begun.elapsed() < PATIENCE, "{what} did not come: {shown:#?}");
            state = self.shared.1.wait_timeout(state, Duration::from_millis(100)).unwrap().0;
        }
    }

    /// The first message of a chat that says this, as soon as there is one.
    pub(crate) fn message(&self, chat: i64, text: &str) -> Shown {
        self.wait(text, |state| {
            let found = |it: &&Shown| it.chat == chat && it.text.contains(text);
            state.shown.values().find(found).cloned()
        })
    }

    pub(crate) fn messages(&self, chat: i64) -> Vec<Shown> {
        self.state().shown.values().filter(|it| it.chat == chat).cloned().collect()
    }

    /// Waits until the bot has called a method with something that fits.
    pub(crate) fn called(&self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        self.wait(method, |state| {
            let found = state.calls.iter().rev().find(|(name, it)| name == method && fits(it));
            found.map(|(_, params)| params.clone())
        })
    }

    pub(crate) fn count(&self, method: &str) -> usize {
        self.state().calls.iter().filter(|(name, _)| name == method).count()
    }

    /// Refuses the next call of a method.
    pub(crate) fn refuse(&self, method: &'static str, refusal: Refusal) {
        self.state().refusals.push_back((method, refusal));
    }

    /// How many refusals were not used up yet.
    pub(crate) fn refusals(&self) -> usize {
        self.state().refusals.len()
    }

    /// Somebody deletes a message.
    pub(crate) fn delete(&self, message: &Shown) {
        self.state().shown.remove(&message.id);
    }

    /// Every request so far was in order.
    pub(crate) fn check(&self) {
        let problems = &self.state().problems;
        assert!(problems.is_empty(), "{problems:#?}");
    }
}

fn serve(stream: TcpStream, shared: &(Mutex<State>, Condvar)) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    if reader.read_line(&mut first)? == 0 {
        return Ok(());
    }
    let mut length = 0;
    let mut json_body = false;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        json_body |=
            line.strip_prefix("content-type:").is_some_and(|it| it.trim() == "application/json");
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let params: Value = serde_json::from_slice(&body).unwrap_or_default();
    let expected = format!("POST /bot{TOKEN}/");
    let method = first.strip_prefix(&expected).and_then(|rest| rest.strip_suffix(" HTTP/1.1\r\n"));
    let answer = {
        let mut state = shared.0.lock().unwrap();
        match method {
            Some(method) if json_body && params.is_object() => {
                state.calls.push((method.to_owned(), params.clone()));
                let at = state.refusals.iter().position(|(name, _)| *name == method);
                at.and_then(|at| state.refusals.remove(at)).map(|(_, refusal)| refusal)
            }
            _ => {
                state.problems.push(format!("{first:?} with {params}"));
                Some(Refusal::Answer(404, failure(404, "Not Found", &json!({}))))
            }
        }
    };
    let method = method.unwrap_or_default();
    let (status, text) = match answer {
        Some(Refusal::HangUp) => return Ok(()),
        Some(Refusal::Page) => (502, "<html>Bad Gateway</html>".to_owned()),
        Some(Refusal::Answer(status, value)) => (status, value.to_string()),
        None if method == "getUpdates" => poll(&params, shared),
        None => {
            let mut state = shared.0.lock().unwrap();
            let (status, value) = call(&mut state, method, &params);
            shared.1.notify_all();
            (status, value.to_string())
        }
    };
    shared.1.notify_all();
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        text.len()
    );
    let mut stream = stream;
    stream.write_all(head.as_bytes())?;
    stream.write_all(text.as_bytes())
}

pub(crate) fn failure(code: u16, description: &str, parameters: &Value) -> Value {
    json!({ "ok": false, "error_code": code, "description": description, "parameters": parameters })
}

fn poll(params: &Value, shared: &(Mutex<State>, Condvar)) -> (u16, String) {
    let mut state = shared.0.lock().unwrap();
    let numbers = (params["offset"].as_i64(), params["timeout"].as_u64());
    let (Some(offset), Some(timeout)) = numbers else {
        state.problems.push(format!("getUpdates {params}"));
        return (400, failure(400, "Bad Request", &json!({})).to_string());
    };
    if params["allowed_updates"] != json!(["message", "callback_query"]) {
        state.problems.push(format!("getUpdates {params}"));
    }
    state.poll += 1;
    let own = state.poll;
    shared.1.notify_all();
    let begun = Instant::now();
    // What has no number cannot be confirmed; it goes out once.
    state.updates.retain(|it| it["update_id"].as_i64().is_none_or(|number| number >= offset));
    loop {
        if state.poll != own {
            let words = "Conflict: terminated by other getUpdates request";
            return (409, failure(409, words, &json!({})).to_string());
        }
        if !state.updates.is_empty() || begun.elapsed() >= Duration::from_secs(timeout) {
            let batch: Vec<Value> = state.updates.iter().take(100).cloned().collect();
            state.updates.retain(|it| it["update_id"].is_i64());
            return (200, json!({ "ok": true, "result": batch }).to_string());
        }
        state = shared.1.wait_timeout(state, Duration::from_millis(50)).unwrap().0;
    }
}

fn call(state: &mut State, method: &str, params: &Value) -> (u16, Value) {
    let done = |value: Value| (200, json!({ "ok": true, "result": value }));
    let bad = |why: &str| (400, failure(400, &format!("Bad Request: {why}"), &json!({})));
    match method {
        "deleteWebhook" => done(json!(true)),
        "setMyCommands" => {
            let commands = params["commands"].as_array().cloned().unwrap_or_default();
            let fits = |it: &Value| {
                let name = it["command"].as_str().unwrap_or_default();
                let letters = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                let words = it["description"].as_str().unwrap_or_default().len();
                letters && (1..=32).contains(&name.len()) && (1..=256).contains(&words)
            };
            if commands.is_empty() || commands.len() > 100 || !commands.iter().all(fits) {
                state.problems.push(format!("setMyCommands {params}"));
            }
            done(json!(true))
        }
        "answerCallbackQuery" => {
            let id = params["callback_query_id"].as_str().unwrap_or_default();
            let text = params["text"].as_str().unwrap_or_default();
            match state.presses.get_mut(id) {
                Some(answer @ None) if text.chars().count() <= 200 => {
                    *answer = Some(text.to_owned());
                    done(json!(true))
                }
                _ => {
                    state.problems.push(format!("answerCallbackQuery {params}"));
                    bad("query is too old and response timeout expired or query ID is invalid")
                }
            }
        }
        "sendMessage" | "editMessageText" => match read(params) {
            Ok(shown) => place(state, method, params, shown),
            Err(why) => {
                state.problems.push(format!("{method}: {why}: {params}"));
                bad(&why)
            }
        },
        _ => {
            state.problems.push(format!("{method} is not known"));
            (404, failure(404, "Not Found", &json!({})))
        }
    }
}

fn place(state: &mut State, method: &str, params: &Value, mut shown: Shown) -> (u16, Value) {
    let bad = |why: &str| (400, failure(400, &format!("Bad Request: {why}"), &json!({})));
    if method == "editMessageText" {
        shown.id = params["message_id"].as_i64().unwrap_or_default();
        match state.shown.get(&shown.id) {
            None => return bad("message to edit not found"),
            Some(old) if old.chat != shown.chat => return bad("message to edit not found"),
            Some(old) if *old == shown => {
                state.problems.push(format!("edited to the same: {params}"));
                return bad("message is not modified");
            }
            Some(_) => {}
        }
    } else {
        shown.id = i64::try_from(state.calls.len()).unwrap() + 50;
    }
    let answer = json!({
        "message_id": shown.id, "date": 1, "text": shown.text,
        "chat": { "id": shown.chat, "type": "private" },
    });
    state.shown.insert(shown.id, shown);
    (200, json!({ "ok": true, "result": answer }))
}

fn read(params: &Value) -> Result<Shown, String> {
    let chat = params["chat_id"].as_i64().ok_or("chat_id is no number")?;
    if params["parse_mode"] != "HTML" {
        return Err("parse_mode".to_owned());
    }
    let text = plain(params["text"].as_str().ok_or("text is no text")?)?;
    let units = text.encode_utf16().count();
    if text.trim().is_empty() || units > 4096 {
        return Err(format!("message is {units} long"));
    }
    let mut buttons = Vec::new();
    if let Some(markup) = params.get("reply_markup") {
        let rows = markup["inline_keyboard"].as_array().ok_or("no keyboard")?;
        for button in rows.iter().flat_map(|row| row.as_array().into_iter().flatten()) {
            let text = button["text"].as_str().ok_or("a button without a text")?;
            let data = button["callback_data"].as_str().ok_or("a button without data")?;
            if !(1..=64).contains(&data.len()) {
                return Err("BUTTON_DATA_INVALID".to_owned());
            }
            buttons.push((text.to_owned(), data.to_owned()));
        }
    }
    Ok(Shown { id: 0, chat, text, buttons })
}

/// The text without its marks, which must be known and balanced.
fn plain(html: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&', '>']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((entity, c)) = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>')]
            .into_iter()
            .find(|(entity, _)| rest.starts_with(entity))
        {
            text.push(c);
            rest = &rest[entity.len()..];
            continue;
        }
        let (tag, after) = rest
            .strip_prefix('<')
            .and_then(|it| it.split_once('>'))
            .ok_or("can't parse entities")?;
        match tag.strip_prefix('/') {
            Some(name) if open.last() == Some(&name) => {
                open.pop();
            }
            None if ["b", "i", "code", "pre"].contains(&tag) => open.push(tag),
            _ => return Err(format!("can't parse entities: <{tag}>")),
        }
        rest = after;
    }
    text.push_str(rest);
    if open.is_empty() { Ok(text) } else { Err("can't parse entities: open tag".to_owned()) }
}
