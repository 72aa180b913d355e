//! Citations of the model's own, against a server as strict as the vendor's.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use models::{Cites, Endpoint, Model, ModelError, Patience, Patient, Provider, Request, Source};
use serde_json::{Value, json};

/// What the vendor would complain of in a request.
fn complaint(head: &str, body: &Value) -> Option<String> {
    let head = head.to_lowercase();
    let wrong = |what: &str| Some(what.to_owned());
    if !head.starts_with("post /v1/messages http/1.1") {
        return wrong("no such path");
    }
    for header in
        ["x-api-key: secret", "anthropic-version: 2023-06-01", "content-type: application/json"]
    {
        if !head.contains(header) {
            return Some(format!("missing header {header}"));
        }
    }
    let fields: Vec<&String> = body.as_object()?.keys().collect();
    if fields != ["max_tokens", "messages", "model", "system"] {
        return Some(format!("unexpected fields {fields:?}"));
    }
    let [message] = body["messages"].as_array()?.as_slice() else { return wrong("one message") };
    let (question, documents) = message["content"].as_array()?.split_last()?;
    if message["role"] != "user" || question["type"] != "text" || question["text"] == "" {
        return wrong("the question is a text of the user");
    }
    documents.iter().find_map(document_complaint)
}

fn document_complaint(document: &Value) -> Option<String> {
    let blocks = document.pointer("/source/content").and_then(Value::as_array);
    let text = |block: &Value| {
        block["type"] == "text" && block["text"].as_str().is_some_and(|it| !it.trim().is_empty())
    };
    let fields: Vec<&String> = document.as_object()?.keys().collect();
    let fine = fields == ["citations", "source", "title", "type"]
        && document["type"] == "document"
        && document["source"]["type"] == "content"
        && document["citations"] == json!({ "enabled": true })
        && document["title"].as_str().is_some_and(|title| title.len() <= 255)
        && blocks.is_some_and(|blocks| !blocks.is_empty() && blocks.iter().all(text));
    (!fine).then(|| format!("not a document that can be cited: {document}"))
}

/// Answers requests that are right with what is given, others with what is wrong.
fn server(answers: Vec<(u16, Value)>) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let serving = std::thread::spawn(move || {
        for (status, answer) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
            let (head, body) = loop {
                let read = stream.read(&mut buffer).unwrap();
                bytes.extend_from_slice(&buffer[..read]);
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if let Some((head, body)) = text.split_once("\r\n\r\n")
                    && let Ok(body) = serde_json::from_str::<Value>(body)
                {
                    break (head.to_owned(), body);
                }
            };
            let (status, answer) = match complaint(&head, &body) {
                None => (status, answer),
                Some(wrong) => {
                    let error = json!({ "type": "invalid_request_error", "message": wrong });
                    (400, json!({ "type": "error", "error": error }))
                }
            };
            let text = answer.to_string();
            let length = text.len();
            write!(stream, "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n\r\n{text}")
                .unwrap();
        }
    });
    (url, serving)
}

fn asked() -> (Request, Vec<Source>) {
    let request =
        Request { system: "be brief".into(), user: "What is green?".into(), max_tokens: 70 };
    let source = |title: &str, blocks: &[&str]| Source {
        title: title.into(),
        blocks: blocks.iter().map(|&block| block.into()).collect(),
    };
    let sources = vec![
        source("Meadows", &["The grass is green.", "It grows."]),
        source("Weather", &["The sky is blue."]),
    ];
    (request, sources)
}

fn citation(document: u64, start: u64, end: u64) -> Value {
    json!({
        "type": "content_block_location",
        "cited_text": "whatever the server says it was",
        "document_index": document,
        "document_title": "Meadows",
        "start_block_index": start,
        "end_block_index": end,
    })
}

#[tokio::test]
async fn parts_name_the_blocks_they_rest_on() {
    let content = json!([
        { "type": "thinking", "thinking": "hm", "signature": "x" },
        { "type": "text", "text": "According to the documents, " },
        { "type": "text", "text": "the grass is green", "citations": [citation(0, 0, 2), citation(1, 0, 1)] },
        { "type": "text", "text": ".", "citations": null },
    ]);
    let answer = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content,
        "stop_reason": "end_turn", "usage": { "input_tokens": 9, "output_tokens": 4 },
    });
    let (url, serving) = server(vec![(529, json!({ "error": "overloaded" })), (200, answer)]);
    let endpoint = Endpoint::new(Provider::Anthropic, &url, "m", Some("secret".into()));
    let patience =
        Patience { timeout: Duration::from_secs(30), retries: 1, pause: Duration::from_millis(1) };
    let model = Patient::new(Arc::new(endpoint), patience);
    assert!(model.cites());
    let (request, sources) = asked();
    let cited = model.cite(request, sources).await.unwrap();
    let texts: Vec<&str> = cited.parts.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(texts, ["According to the documents, ", "the grass is green", "."]);
    let named = [Cites { source: 0, blocks: 0..2 }, Cites { source: 1, blocks: 0..1 }];
    assert_eq!(cited.parts[1].cites, named);
    assert!(cited.parts[0].cites.is_empty() && cited.parts[2].cites.is_empty());
    assert_eq!((cited.usage.prompt_tokens, cited.usage.completion_tokens), (9, 4));
    serving.join().unwrap();
}

#[tokio::test]
async fn blocks_that_were_not_sent_are_not_cited() {
    let strange = json!({ "type": "char_location", "document_index": 0, "start_char_index": 0 });
    let wrong =
        [citation(0, 0, 3), citation(2, 0, 1), citation(0, 1, 1), citation(0, 2, 1), strange];
    let content = json!([{ "type": "text", "text": "Green.", "citations": wrong }]);
    let (url, serving) = server(vec![(200, json!({ "content": content }))]);
    let model = Endpoint::new(Provider::Anthropic, &url, "m", Some("secret".into()));
    let (request, sources) = asked();
    let cited = model.cite(request, sources).await.unwrap();
    assert_eq!((cited.parts[0].text.as_str(), cited.parts[0].cites.len()), ("Green.", 0));
    serving.join().unwrap();
}

#[tokio::test]
async fn a_refused_or_blank_answer_is_an_error_and_other_models_do_not_cite() {
    let blank = json!({ "content": [{ "type": "text", "text": " " }] });
    let (url, serving) = server(vec![(200, blank), (200, json!({})), (200, json!({}))]);
    let (request, mut sources) = asked();
    let model = Endpoint::new(Provider::Anthropic, &url, "m", Some("secret".into()));
    let ask = |sources: Vec<Source>| model.cite(request.clone(), sources);
    assert_eq!(ask(sources.clone()).await, Err(ModelError::Empty));
    assert!(matches!(ask(sources.clone()).await, Err(ModelError::Malformed(_))));
    sources[0].blocks.push(" ".into());
    let refused = ask(sources.clone()).await.unwrap_err();
    assert!(matches!(refused, ModelError::Refused { status: 400, .. }), "{refused}");
    serving.join().unwrap();
    for provider in [Provider::OpenAi, Provider::Ollama] {
        let other = Endpoint::new(provider, "http://127.0.0.1:9", "m", None);
        assert!(!other.cites());
        assert_eq!(
            other.cite(request.clone(), sources.clone()).await,
            Err(ModelError::NoCitations)
        );
    }
}
