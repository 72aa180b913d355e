//! Avatars in a Supabase project, as the wire sees them: what is asked, and what each refusal becomes.
//! `.ci/supabase` asks the real parts.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::program::{Home, Ran};

/// What a request was: its first line and headers, and its body.
type Heard = Arc<Mutex<Vec<(String, Value)>>>;

/// A project that answers each path as told, for as long as the test runs.
struct Project {
    url: String,
    heard: Heard,
}

impl Project {
    fn new(answer: impl Fn(&str) -> (u16, String) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heard = Heard::default();
        let told = heard.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (head, body) = read(&mut stream);
                let path = head.split(' ').nth(1).unwrap().to_owned();
                told.lock().unwrap().push((head, body));
                let (status, text) = answer(&path);
                let length = text.len();
                let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n\r\n");
                stream.write_all((head + &text).as_bytes()).unwrap();
            }
        });
        Self { url, heard }
    }

    fn run(&self, home: &Home, arguments: &[&str]) -> Ran {
        let variables = [("SUPABASE_URL", self.url.as_str()), ("SUPABASE_ANON_KEY", "anon-key")];
        home.run_with(arguments, &variables)
    }
}

fn read(stream: &mut TcpStream) -> (String, Value) {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut buffer).unwrap();
        bytes.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        if head.starts_with("GET ") {
            return (head.to_owned(), Value::Null);
        }
        if let Ok(body) = serde_json::from_str(body) {
            return (head.to_owned(), body);
        }
    }
}

fn card(encoder: &str, dimensions: u32) -> String {
    json!([{
        "id": "elinor", "name": "Elinor", "description": "Economist", "expertise": ["commons"],
        "birth_year": 1933, "death_year": 2012, "corpus_description": "Her books",
        "corpus_date_start": null, "corpus_date_end": null, "system_prompt": {},
        "embedding_model": encoder, "embedding_dimensions": dimensions,
        "is_active": true, "is_official": true,
    }])
    .to_string()
}

fn passages() -> String {
    let passage = |id: &str, content: &str, page: u32, similarity: f64| {
        json!({
            "id": id, "content": content, "source_title": "Governing the Commons",
            "source_page": page, "source_year": 1990, "similarity": similarity,
        })
    };
    json!([
        passage(
            "1",
            "In Törbel the herders wrote their rules down in 1483. Few broke them.",
            62,
            0.5
        ),
        passage("2", "Fishers in Alanya draw lots for their grounds each September.", 144, 0.2),
    ])
    .to_string()
}

fn missing() -> (u16, String) {
    (404, json!({ "code": "PGRST202", "message": "no such function" }).to_string())
}

/// The variables of the spec's environment, each as a row where the program was seen to heed it.
pub(crate) fn environment_rows() -> Vec<String> {
    let project = Project::new(|_| (200, "[]".to_owned()));
    let ran = project.run(&Home::new(), &["avatar", "ask", "elinor", QUESTION]);
    assert!(ran.stderr.contains("there is no avatar `elinor`"), "{}", ran.stderr);
    let heard = project.heard.lock().unwrap();
    let (head, _) = heard.first().expect("the project at SUPABASE_URL was asked");
    assert!(head.contains("apikey: anon-key"), "{head}");
    ["SUPABASE_URL", "SUPABASE_ANON_KEY"].map(|name| format!("avatar environment {name}")).into()
}

const QUESTION: &str = "When did the herders of Törbel write down their rules?";
const CALL: &str = r#"{"avatar":"elinor","query":"rules of the herders in Törbel","threshold":0}"#;

#[test]
fn an_avatar_that_another_program_filled_is_asked_by_the_original_function() {
    let project = Project::new(|path| match path.split(['?', '/']).next_back().unwrap() {
        _ if path.contains("/avatars?") => (200, card("static-en-1", 256)),
        "search_avatar_chunks" => (200, passages()),
        _ if path.contains("/avatar_documents?") => {
            let row = json!({ "id": "d", "title": "Governing the Commons", "processed": true });
            (200, json!([row]).to_string())
        }
        _ if path.contains("/avatar_chunks?") => (200, passages()),
        _ => missing(),
    });
    let home = Home::new();
    let ran = project.run(&home, &["avatar", "ask", "elinor", QUESTION, "--json"]);
    let answer = ran.envelope()["data"].clone();
    let cited = &answer["citations"][0];
    assert_eq!(cited["quote"], "In Törbel the herders wrote their rules down in 1483.", "{answer}");
    assert_eq!((&cited["source"], &cited["page"]), (&json!("Governing the Commons"), &json!(62)));
    let ran = project.run(&home, &["call", "query_corpus", CALL, "--in-process", "--json"]);
    let found = ran.envelope()["data"]["output"]["passages"].clone();
    assert_eq!(found[0]["page"], 62, "{found}");
    assert_eq!(found[0]["_meta"]["cosine"], 0.5, "{found}");
    assert!(found[0]["score"].as_f64() > found[1]["score"].as_f64(), "{found}");
    let about = r#"{"avatar":"elinor"}"#;
    let ran = project.run(&home, &["call", "get_avatar_info", about, "--in-process", "--json"]);
    let info = ran.envelope()["data"]["output"].clone();
    assert_eq!((&info["document_count"], &info["corpus_size"]), (&json!(1), &json!(23)), "{info}");
    assert_eq!(info["_meta"]["retrieval"], "supabase:bm25+static-en-1");
    let heard = project.heard.lock().unwrap();
    for (head, _) in heard.iter() {
        let head = head.to_lowercase();
        assert!(head.contains("apikey: anon-key"), "{head}");
        assert!(head.contains("authorization: bearer anon-key"), "{head}");
    }
    let (_, body) = heard.iter().find(|(head, _)| head.contains("search_avatar_chunks ")).unwrap();
    assert_eq!(body["p_avatar_id"], "elinor");
    assert!(body["p_query_embedding"].as_str().unwrap().starts_with('['), "{body}");
}

#[test]
fn each_refusal_of_a_project_says_what_to_do() {
    let table = json!({ "code": "42P01", "message": "relation \"avatars\" does not exist" });
    let key = json!({ "message": "Invalid API key" });
    let cases = [
        (401, key.to_string(), 3, "refused the key with status 401: Invalid API key"),
        (403, "{}".to_owned(), 3, "refused the key with status 403"),
        (404, table.to_string(), 1, "apply what `ensemble avatar schema` prints"),
        (200, "<html>".to_owned(), 1, "cannot be read"),
        (200, "{\"rows\": 7}".to_owned(), 1, "cannot be read"),
        (500, "<html>broken</html>".to_owned(), 1, "refused with status 500"),
    ];
    for (status, body, exit, told) in cases {
        let project = Project::new(move |_| (status, body.clone()));
        let ran = project.run(&Home::new(), &["avatar", "ask", "elinor", QUESTION]);
        assert_eq!((ran.code, ran.stderr.contains(told)), (exit, true), "{told}: {}", ran.stderr);
    }
}

#[test]
fn a_project_that_does_not_answer_is_told_apart() {
    let home = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    let ask = |url: &str| {
        let variables = [
            ("SUPABASE_URL", url),
            ("SUPABASE_ANON_KEY", "k"),
            ("ENSEMBLE__AVATAR__SUPABASE_SECONDS", "1"),
        ];
        home.run_with(&["avatar", "ask", "elinor", QUESTION], &variables)
    };
    let ran = ask(&silent);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(ran.stderr.contains("did not answer within 1 s"), "{}", ran.stderr);
    drop(listener);
    let ran = ask(&silent);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot be reached"), "{}", ran.stderr);
    let ran = ask("supabase.example");
    assert_eq!(ran.code, 6, "{}", ran.stderr);
    assert!(ran.stderr.contains("expected one such as https://"), "{}", ran.stderr);
}

#[test]
fn vectors_that_do_not_fit_are_named() {
    let home = Home::new();
    let project = Project::new(|_| (200, card("static-en-1", 384)));
    let ran = project.run(&home, &["call", "query_corpus", CALL, "--in-process", "--json"]);
    assert_eq!(ran.code, 5, "{}", ran.stderr);
    assert!(ran.stdout.contains("384 numbers, `static-en-1` makes 256"), "{}", ran.stdout);
    let project = Project::new(|path| match path.contains("/avatars?") {
        true => (200, card("text-embedding-3-small", 1536)),
        false => missing(),
    });
    let ran = project.run(&home, &["avatar", "ask", "elinor", QUESTION]);
    assert!(ran.stderr.contains("embedded with `text-embedding-3-small`"), "{}", ran.stderr);
    let project = Project::new(|path| match path.contains("/avatars?") {
        true => (200, card("gte-small", 384)),
        false => missing(),
    });
    let ran = project.run(&home, &["avatar", "ask", "elinor", QUESTION]);
    assert!(ran.stderr.contains("ensemble models pull gte-small"), "{}", ran.stderr);
}

#[test]
fn an_avatar_the_project_does_not_have_is_looked_for_here() {
    let home = Home::new();
    home.write("notes.txt", "The register was kept in the church for two hundred years.");
    home.json(&["avatar", "create", "parish"]);
    home.json(&["avatar", "add", "parish", "notes.txt"]);
    let project = Project::new(|_| (200, "[]".to_owned()));
    let asked = ["avatar", "ask", "parish", "Where was the register kept?", "--json"];
    let answer = project.run(&home, &asked).envelope()["data"].clone();
    assert_eq!(answer["citations"][0]["source"], "notes", "{answer}");
    let ran = project.run(&home, &["avatar", "ask", "nobody", "who?"]);
    assert!(ran.stderr.contains("there is no avatar `nobody`"), "{}", ran.stderr);
    let pushed = project.run(&home, &["avatar", "push", "parish"]);
    assert_eq!(pushed.code, 6, "{}", pushed.stderr);
    assert!(pushed.stderr.contains("SUPABASE_SERVICE_KEY"), "{}", pushed.stderr);
}

#[test]
fn the_schema_is_printed_as_it_is_applied() {
    let ran = Home::new().run(&["avatar", "schema"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for name in ["search_avatar_chunks(", "search_avatar_chunks_hybrid(", "publish_avatar(", "hnsw"]
    {
        assert!(ran.stdout.contains(name), "{name}");
    }
}

#[test]
fn a_project_without_a_key_is_an_error_and_nobody_else_answers() {
    let home = Home::new();
    home.write("notes.txt", "The register was kept in the church for two hundred years.");
    home.json(&["avatar", "create", "parish"]);
    home.json(&["avatar", "add", "parish", "notes.txt"]);
    let project = Project::new(|_| (200, "[]".to_owned()));
    let question = ["avatar", "ask", "parish", "Where was the register kept?"];
    for key in ["", " "] {
        let variables = [("SUPABASE_URL", project.url.as_str()), ("SUPABASE_ANON_KEY", key)];
        let asked = home.run_with(&question, &variables);
        assert_ne!(asked.code, 0, "{}", asked.stdout);
        assert!(asked.stderr.contains("SUPABASE_ANON_KEY"), "{}", asked.stderr);
        let guide = ["avatar", "ask", "ensemble-guide", "How do I approve a push?"];
        assert_eq!(home.run_with(&guide, &variables).code, 0, "the guide is always here");
    }
    assert!(project.heard.lock().unwrap().is_empty());
}
