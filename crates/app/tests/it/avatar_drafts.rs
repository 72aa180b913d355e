//! Avatars with a language model on this machine: what it drafts is said only if the corpus says it.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::program::Home;

const NOTES: &str = "In 1483 the herders of Törbel wrote their strict rules down. No citizen could \
send more cows to the alp than he could feed during the winter.";
const QUESTION: &str = "When did the herders of Törbel write their rules down?";

/// A server in the format of OpenAI that makes each answer from the request; it ends with the test.
fn model(answer: fn(&str) -> String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let asked = request(&mut stream);
            let said = answer(asked["messages"][1]["content"].as_str().unwrap());
            let body = json!({ "choices": [{ "message": { "content": said } }] }).to_string();
            let length = body.len();
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
        }
    });
    url
}

fn request(stream: &mut TcpStream) -> Value {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut buffer).unwrap();
        bytes.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&bytes);
        let body = text.split_once("\r\n\r\n").map(|(_, body)| serde_json::from_str(body));
        if let Some(Ok(body)) = body {
            return body;
        }
    }
}

fn number_of(asked: &str, word: &str) -> usize {
    let line = asked.lines().find(|line| line.starts_with("{\"number\"") && line.contains(word));
    let line: Value = serde_json::from_str(line.unwrap()).unwrap();
    usize::try_from(line["number"].as_u64().unwrap()).unwrap()
}

fn honest(asked: &str) -> String {
    let from = [number_of(asked, "1483")];
    json!({ "say": "In 1483 the herders of Törbel wrote their strict rules down.", "from": from })
        .to_string()
}

fn lying(asked: &str) -> String {
    let from = [number_of(asked, "1483")];
    json!({ "say": "In 1493 the herders wrote their rules down.", "from": from }).to_string()
}

fn answer(url: &str) -> Value {
    let home = Home::new();
    home.write("notes.txt", NOTES);
    let settings = format!("[avatar]\nmodel_provider = \"openai\"\nmodel_url = \"{url}\"\n");
    home.write(".local/share/ensemble/ensemble.toml", &settings);
    home.json(&["avatar", "create", "herders"]);
    home.json(&["avatar", "add", "herders", "notes.txt"]);
    let asked = home.json(&["avatar", "ask", "herders", QUESTION]);
    let mut client = Conversation::start(&home, &["serve", "--stdio", "--service", "avatar"]);
    client.open("2025-06-18");
    let arguments = json!({ "avatar": "herders", "question": QUESTION });
    let answer = client
        .request("tools/call", &json!({ "name": "generate_response", "arguments": arguments }));
    let answer = answer["result"]["structuredContent"].clone();
    assert_eq!(asked["response"], answer["response"], "the command says what the tool says");
    answer
}

#[test]
fn an_honest_model_is_heard_and_its_source_is_quoted() {
    let answer = answer(&model(honest));
    let said = "In 1483 the herders of Törbel wrote their strict rules down (notes).";
    assert_eq!(answer["response"], said);
    let quote = "In 1483 the herders of Törbel wrote their strict rules down.";
    assert_eq!(answer["citations"][0]["quote"], quote);
    assert_eq!(answer["_meta"]["mode"], "drafted");
    assert_eq!(answer["_meta"]["draft"]["kept"], 1);
}

#[test]
fn a_lying_or_silent_model_leaves_the_quotation() {
    let lied = answer(&model(lying));
    assert!(!lied["response"].as_str().unwrap().contains("1493"), "{lied}");
    assert_eq!(lied["_meta"]["mode"], "extractive");
    assert_eq!(lied["_meta"]["draft"]["dropped"][0], "the number `1493` is not in the source");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = answer(&format!("http://{closed}"));
    assert_eq!(silent["response"], lied["response"]);
    assert!(silent["_meta"]["draft"]["problem"].as_str().unwrap().contains("cannot be reached"));
}
