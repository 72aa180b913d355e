//! The wire formats against a server that answers as the vendors do.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use models::{Endpoint, Model, ModelError, Patience, Patient, Provider, Request, Usage};
use serde_json::{Value, json};

/// Answers one request after another and gives back what it was sent.
fn server(answers: Vec<(u16, Value)>) -> (String, JoinHandle<Vec<(String, Value)>>) {
    server_with("", answers)
}

/// The same, with a further header.
fn server_with(
    header: &'static str,
    answers: Vec<(u16, Value)>,
) -> (String, JoinHandle<Vec<(String, Value)>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let serving = std::thread::spawn(move || {
        let mut heard = Vec::new();
        for (status, answer) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
            let body = loop {
                let read = stream.read(&mut buffer).unwrap();
                bytes.extend_from_slice(&buffer[..read]);
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if let Some((head, body)) = text.split_once("\r\n\r\n")
                    && let Ok(body) = serde_json::from_str::<Value>(body)
                {
                    break (head.to_owned(), body);
                }
            };
            heard.push(body);
            let text = answer.to_string();
            let length = text.len();
            let head = format!("HTTP/1.1 {status} X\r\n{header}content-length: {length}\r\n\r\n");
            // Whoever has read enough of an answer hangs up.
            drop(
                stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(text.as_bytes())),
            );
        }
        heard
    });
    (url, serving)
}

fn request() -> Request {
    Request { system: "be brief".into(), user: "hello".into(), max_tokens: 7 }
}

#[tokio::test]
async fn each_format_is_written_and_read() {
    let openai = json!({
        "choices": [{ "message": { "content": "hi" } }],
        "usage": { "prompt_tokens": 3, "completion_tokens": 1 },
    });
    let anthropic = json!({
        "content": [{ "type": "text", "text": "hi" }],
        "usage": { "input_tokens": 3, "output_tokens": 1 },
    });
    let ollama = json!({ "message": { "content": "hi" }, "prompt_eval_count": 3, "eval_count": 1 });
    for (provider, answer, path) in [
        (Provider::OpenAi, openai, "/v1/chat/completions"),
        (Provider::Anthropic, anthropic, "/v1/messages"),
        (Provider::Ollama, ollama, "/api/chat"),
    ] {
        let (url, serving) = server(vec![(200, answer)]);
        let model = Endpoint::new(provider, &url, "m", Some("secret".into()));
        let completion = model.complete(request()).await.unwrap();
        assert_eq!(completion.text, "hi");
        assert_eq!(completion.usage, Usage { prompt_tokens: 3, completion_tokens: 1 });
        let heard = serving.join().unwrap();
        let (head, body) = &heard[0];
        assert!(head.starts_with(&format!("POST {path} ")), "{head}");
        assert_eq!(head.contains("secret"), provider != Provider::Ollama, "{head}");
        assert_eq!(body["model"], "m");
    }
}

#[tokio::test]
async fn passing_failures_are_tried_again_and_others_are_not() {
    let answer = json!({ "message": { "content": "hi" } });
    let busy = (503, json!({ "error": "busy" }));
    let patience =
        Patience { timeout: Duration::from_secs(30), retries: 2, pause: Duration::from_millis(1) };
    let (url, serving) = server(vec![busy.clone(), busy, (200, answer)]);
    let endpoint = Arc::new(Endpoint::new(Provider::Ollama, &url, "m", None));
    let completion = Patient::new(endpoint, patience).complete(request()).await.unwrap();
    assert_eq!((completion.text.as_str(), serving.join().unwrap().len()), ("hi", 3));
    let (url, serving) = server(vec![(401, json!({ "error": { "message": "who are you" } }))]);
    let endpoint = Arc::new(Endpoint::new(Provider::OpenAi, &url, "m", None));
    let refused = Patient::new(endpoint, patience).complete(request()).await.unwrap_err();
    assert_eq!(refused, ModelError::Refused { status: 401, message: "who are you".into() });
    assert_eq!(serving.join().unwrap().len(), 1);
    let strange = Endpoint::new(Provider::OpenAi, "ftp://127.0.0.1", "m", None);
    assert!(matches!(strange.complete(request()).await, Err(ModelError::Address { .. })));
}

#[tokio::test]
async fn a_server_that_says_when_to_come_again_is_asked_once_more() {
    let busy = (429, json!({ "error": "too many" }));
    let answer = (200, json!({ "message": { "content": "hi" } }));
    let (url, serving) = server_with("retry-after: 0\r\n", vec![busy.clone(), answer]);
    let model = Endpoint::new(Provider::Ollama, &url, "m", None);
    assert_eq!(model.complete(request()).await.unwrap().text, "hi");
    assert_eq!(serving.join().unwrap().len(), 2);
    let (url, serving) = server_with("retry-after: 0\r\n", vec![busy.clone(), busy]);
    let refused = Endpoint::new(Provider::Ollama, &url, "m", None).complete(request()).await;
    assert!(matches!(refused, Err(ModelError::Busy { status: 429, .. })), "{refused:?}");
    assert_eq!(serving.join().unwrap().len(), 2, "once and no more");
}

#[tokio::test]
async fn a_key_that_a_server_repeats_is_not_passed_on() {
    let key = "sk-0123456789abcdef";
    let long = "x".repeat(170);
    for answer in [
        json!({ "error": { "message": format!("incorrect key {key}") } }),
        json!({ "a": long, "key": key }),
    ] {
        let (url, serving) = server(vec![(401, answer)]);
        let model = Endpoint::new(Provider::OpenAi, &url, "m", Some(key.to_owned()));
        let said = model.complete(request()).await.unwrap_err().to_string();
        assert!(!said.contains("sk-0"), "{said}");
        drop(serving.join());
    }
}

#[tokio::test]
async fn a_base_may_end_with_the_version_or_the_whole_path() {
    let answer = json!({ "choices": [{ "message": { "content": "hi" } }] });
    for ending in ["", "/", "/v1", "/v1/", "/v1/chat/completions"] {
        let (url, serving) = server(vec![(200, answer.clone())]);
        let model = Endpoint::new(Provider::OpenAi, &format!("{url}{ending}"), "m", None);
        assert_eq!(model.complete(request()).await.unwrap().text, "hi");
        let heard = serving.join().unwrap();
        assert!(heard[0].0.starts_with("POST /v1/chat/completions "), "{ending}: {}", heard[0].0);
    }
    let (url, serving) = server(vec![(200, answer)]);
    let model = Endpoint::new(Provider::OpenAi, &format!("{url}/tenant/v1"), "m", None);
    assert_eq!(model.complete(request()).await.unwrap().text, "hi");
    assert!(serving.join().unwrap()[0].0.starts_with("POST /tenant/v1/chat/completions "));
}

#[tokio::test]
async fn an_answer_without_end_is_cut_off_by_name_and_not_asked_for_again() {
    let long = json!({ "choices": [{ "message": { "content": "x".repeat(9 << 20) } }] });
    let (url, serving) = server(vec![(200, long)]);
    let endpoint = Arc::new(Endpoint::new(Provider::OpenAi, &url, "m", None));
    let error = Patient::new(endpoint, Patience::default()).complete(request()).await.unwrap_err();
    assert_eq!(error, ModelError::TooLong { most: 8 << 20 });
    assert_eq!(serving.join().unwrap().len(), 1);
}

#[tokio::test]
async fn a_server_is_left_alone_for_as_long_as_it_asks_within_the_time_limit() {
    let answer = json!({ "choices": [{ "message": { "content": "hi" } }] });
    let busy = (429, json!({ "error": { "message": "slow down" } }));
    let (url, serving) = server_with("retry-after: 1\r\n", vec![busy.clone(), (200, answer)]);
    let patience =
        Patience { timeout: Duration::from_secs(30), retries: 2, pause: Duration::from_millis(1) };
    let endpoint = Arc::new(Endpoint::new(Provider::OpenAi, &url, "m", None));
    let began = std::time::Instant::now();
    assert_eq!(Patient::new(endpoint, patience).complete(request()).await.unwrap().text, "hi");
    assert!(began.elapsed() >= Duration::from_secs(1));
    assert_eq!(serving.join().unwrap().len(), 2);
    let (url, serving) = server_with("retry-after: 3600\r\n", vec![busy]);
    let endpoint = Arc::new(Endpoint::new(Provider::OpenAi, &url, "m", None));
    let error = Patient::new(endpoint, patience).complete(request()).await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(3600)), "{error}");
    assert_eq!(serving.join().unwrap().len(), 1);
}
