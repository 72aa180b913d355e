//! Golden transcripts: `>` lines are sent as they stand, `<` lines must come back.
//! What differs from run to run (times, connection names, hashes) is replaced before comparing.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::client::{Mcr, Socket};
use crate::program::Home;

/// Fields whose values differ from run to run, with what stands for them.
const VARYING: [(&str, &str); 9] = [
    ("tools", "TOOLS"),
    ("spent", "SPENT"),
    ("correlationId", "CONNECTION"),
    ("latency_ms", "TIME"),
    ("createdAt", "TIME"),
    ("at", "TIME"),
    ("operationId", "OPERATION"),
    ("hash", "HASH"),
    ("avgLatencyMs", "TIME"),
];

/// Plays the `>` lines of a transcript and compares the whole conversation with it.
pub(super) fn play(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/socket");
    let golden = fs::read_to_string(path.join(format!("{name}.txt"))).unwrap();
    let home = Home::new();
    let mcr = Mcr::start(&home);
    let mut socket = Socket::open(&mcr);
    let mut lived = format!("< {}\n", settled(socket.receive()));
    for line in golden.lines() {
        if let Some(comment) = line.strip_prefix('#') {
            lived.push_str(&format!("#{comment}\n"));
        }
        let Some(frame) = line.strip_prefix("> ") else { continue };
        lived.push_str(&format!("> {frame}\n"));
        socket.send_text(frame);
        let answer = socket.receive();
        let payload = &answer["payload"];
        let done = payload["success"] == true || payload["output"]["success"] == true;
        let told = changes(frame) && done && payload["error"] != "NO_FACTS_EXTRACTED";
        lived.push_str(&format!("< {}\n", settled(answer)));
        if told {
            lived.push_str(&format!("< {}\n", settled(socket.receive())));
        }
    }
    if lived != golden {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        fs::write(folder.join(format!("{name}.txt")), &lived).unwrap();
        let differs = lived.lines().zip(golden.lines()).find(|(now, then)| now != then);
        panic!("`{name}` differs, the conversation is in {}: {differs:#?}", folder.display());
    }
}

/// Whether a frame that succeeds is followed by news of the knowledge base.
fn changes(frame: &str) -> bool {
    let tools = [
        "session.assert",
        "session.assert_rules",
        "session.set_kb",
        "session.retract",
        "symbolic.import",
        "assert_facts_to_session",
    ];
    tools.iter().any(|tool| frame.contains(&format!("{tool}\"")))
}

fn settled(mut frame: Value) -> Value {
    settle(&mut frame);
    frame
}

fn settle(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match VARYING.iter().find(|(varying, _)| varying == name) {
                    Some((_, stands)) if !field.is_null() => *field = Value::from(*stands),
                    _ => settle(field),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(settle),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
