//! Avatars with a model that cites by itself, over the wire: documents of blocks go out, the blocks it
//! names come back, and what it says of them is checked.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::{Value, json};

use crate::program::Home;

const NOTES: &str = "In 1483 the herders of Törbel wrote their strict rules down. No citizen could \
send more cows to the alp than he could feed during the winter.";
const QUESTION: &str = "When did the herders of Törbel write their rules down?";

/// A server in the format of Anthropic that says one sentence of the block with `1483` in it.
fn model(says: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (head, asked) = request(&mut stream);
            let (status, body) = match answer(&head, &asked, says) {
                Some(answer) => (200, answer),
                None => (400, json!({ "type": "error", "error": { "message": "not understood" } })),
            };
            let body = body.to_string();
            let length = body.len();
            write!(stream, "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n\r\n{body}")
                .unwrap();
        }
    });
    url
}

/// The answer to a request that has what the vendor asks for; nothing to any other.
fn answer(head: &str, asked: &Value, says: &str) -> Option<Value> {
    let head = head.to_lowercase();
    let known = head.starts_with("post /v1/messages ")
        && head.contains("x-api-key: secret")
        && head.contains("anthropic-version: 2023-06-01")
        && asked.get("temperature").is_none()
        && asked["model"] == "some-model"
        && asked["max_tokens"].is_u64();
    let content = asked["messages"][0]["content"].as_array().filter(|_| known)?;
    let (question, documents) = content.split_last()?;
    let fine = question["text"].as_str()?.contains("Törbel")
        && documents
            .iter()
            .all(|it| it["citations"]["enabled"] == true && it["type"] == "document");
    let (document, block) =
        documents.iter().enumerate().filter(|_| fine).find_map(|(at, it)| {
            let source = &it["source"];
            let blocks = source["content"].as_array().filter(|_| source["type"] == "content")?;
            let block =
                blocks.iter().position(|it| it["text"].as_str().unwrap().contains("1483"))?;
            Some((at, block))
        })?;
    let citation = json!({
        "type": "content_block_location",
        "cited_text": documents[document]["source"]["content"][block]["text"],
        "document_index": document,
        "document_title": documents[document]["title"],
        "start_block_index": block,
        "end_block_index": block + 1,
    });
    Some(json!({
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "some-model",
        "content": [
            { "type": "text", "text": "As the notes have it, " },
            { "type": "text", "text": says, "citations": [citation] },
            { "type": "text", "text": "." },
        ],
        "stop_reason": "end_turn",
        "usage": { "input_tokens": 100, "output_tokens": 20 },
    }))
}

fn request(stream: &mut TcpStream) -> (String, Value) {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut buffer).unwrap();
        bytes.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && let Ok(body) = serde_json::from_str(body)
        {
            return (head.to_owned(), body);
        }
    }
}

fn asked(says: &'static str) -> Value {
    let home = Home::new();
    let url = model(says);
    home.write("notes.txt", NOTES);
    home.write(".local/share/ensemble/key", "secret\n");
    let settings = format!(
        "[avatar]\nmodel_provider = \"anthropic\"\nmodel_url = \"{url}\"\nmodel_name = \"some-model\"\n\
         model_key_file = \"key\"\n"
    );
    home.write(".local/share/ensemble/ensemble.toml", &settings);
    home.json(&["avatar", "create", "herders"]);
    home.json(&["avatar", "add", "herders", "notes.txt"]);
    let call = json!({ "avatar": "herders", "question": QUESTION }).to_string();
    home.json(&["call", "generate_response", &call, "--in-process"])["output"].clone()
}

#[test]
fn the_blocks_a_model_names_become_our_citations() {
    let answer = asked("in 1483 the herders of Törbel wrote their strict rules down");
    assert_eq!(
        answer["response"],
        "In 1483 the herders of Törbel wrote their strict rules down (notes)."
    );
    let quote = "In 1483 the herders of Törbel wrote their strict rules down.";
    assert_eq!(answer["citations"][0]["quote"], quote);
    assert_eq!(answer["_meta"]["mode"], "drafted");
    assert_eq!(answer["_meta"]["draft"]["model"], "some-model");
}

#[test]
fn a_citation_does_not_make_a_lie_true() {
    let answer = asked("in 1493 the herders wrote their rules down");
    assert!(!answer["response"].as_str().unwrap().contains("1493"), "{answer}");
    assert_eq!(answer["_meta"]["mode"], "extractive");
    assert_eq!(answer["_meta"]["draft"]["dropped"][0], "the number `1493` is not in the source");
}
