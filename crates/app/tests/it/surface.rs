//! The public surface against two golden files: `surface.txt` is everything the product serves or
//! will serve, `surface_missing.txt` the rows that are not served yet. The second may only shrink.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::orchestrator::desk::{Desk, EASY};
use crate::program::Home;

const SERVICES: [&str; 5] = ["house", "theater", "orchestrator", "avatar", "reasoner"];

fn golden(name: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = fs::read_to_string(&path).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The part of a schema that a path such as `projects[].name` or `data.*.system` leads to.
fn find<'a>(root: &'a Value, schema: &'a Value, path: &str) -> Option<&'a Value> {
    let schema = resolve(root, schema);
    if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
        return options.iter().find_map(|option| find(root, option, path));
    }
    let path = path.trim_end_matches('?');
    if path.is_empty() {
        return Some(schema);
    }
    if let Some(rest) = path.strip_prefix("[]") {
        return find(root, schema.get("items")?, rest.trim_start_matches('.'));
    }
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let (name, rest) = path.split_at(end);
    let next = match name {
        "*" => schema.get("additionalProperties")?,
        name => schema.get("properties")?.get(name)?,
    };
    find(root, next, rest.trim_start_matches('.'))
}

fn resolve<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => {
            let target = root.pointer(reference.trim_start_matches('#'));
            resolve(root, target.expect("a reference leads somewhere"))
        }
        None => schema,
    }
}

/// Rows of one tool: those every tool has, and of the wanted ones those its schemas contain.
fn tool_rows(service: &str, tool: &Value, wanted: &BTreeSet<String>) -> Vec<String> {
    let name = tool["name"].as_str().unwrap();
    let base = format!("{service} tool {name}");
    let mut rows = vec![base.clone()];
    let input = &tool["inputSchema"];
    let required: Vec<_> = input["required"].as_array().into_iter().flatten().collect();
    for parameter in input["properties"].as_object().into_iter().flatten().map(|(name, _)| name) {
        let is_required = required.iter().any(|it| *it == parameter);
        let kind = if is_required { "required" } else { "optional" };
        rows.push(format!("{base} {kind} {parameter}"));
    }
    for row in wanted.iter().filter(|row| row.starts_with(&format!("{base} "))) {
        let mut words = row.split(' ').skip(3);
        let (kind, path) = (words.next().unwrap(), words.next().unwrap());
        let (path, default) = path.split_once('=').unwrap_or((path, ""));
        let schema = if kind == "output" { &tool["outputSchema"] } else { input };
        let found = find(schema, schema, path);
        let fits = |found: &Value| {
            let stated = found["default"].to_string();
            default.is_empty() || stated == default
        };
        if found.is_some_and(fits) {
            rows.push(row.clone());
        }
    }
    rows
}

fn served(home: &Home, wanted: &BTreeSet<String>) -> BTreeSet<String> {
    let mut rows = BTreeSet::new();
    for service in SERVICES {
        let mut client = Conversation::start(home, &["serve", "--stdio", "--service", service]);
        let opened = client.open("2024-11-05");
        let about = &opened["result"]["serverInfo"];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        rows.insert(format!(
            "{service} server {} {}",
            text(&about["name"]),
            text(&about["version"])
        ));
        let capabilities = opened["result"]["capabilities"].as_object().unwrap();
        for (area, flags) in capabilities {
            let on = flags.as_object().unwrap().iter().filter(|(_, on)| **on == json!(true));
            rows.extend(on.map(|(flag, _)| format!("{service} capability {area}.{flag}")));
        }
        let list = |client: &mut Conversation, method: &str, key: &str| {
            client.request(method, &json!({}))["result"][key].as_array().unwrap().clone()
        };
        for tool in list(&mut client, "tools/list", "tools") {
            rows.extend(tool_rows(service, &tool, wanted));
        }
        for resource in list(&mut client, "resources/list", "resources") {
            rows.insert(format!("{service} resource {}", text(&resource["uri"])));
        }
        for template in list(&mut client, "resources/templates/list", "resourceTemplates") {
            rows.insert(format!("{service} template {}", text(&template["uriTemplate"])));
        }
    }
    rows.extend(crate::avatar::grounding_rows());
    rows.extend(crate::avatar_supabase::environment_rows());
    rows.extend(crate::theater::lived_rows(wanted));
    rows.extend(events(home));
    rows.extend(event_form());
    for key in home.json(&["config", "keys"])["keys"].as_array().unwrap() {
        let key = key["key"].as_str().unwrap();
        if let Some((section, _)) = key.split_once('.').filter(|(it, _)| SERVICES.contains(it)) {
            rows.insert(format!("{section} config {key}"));
        }
    }
    rows
}

/// Rows of the reasoner's socket: what the golden conversations, which `socket` holds, contain.
fn socket_rows(wanted: &BTreeSet<String>) -> BTreeSet<String> {
    let mut frames: Vec<(&str, Value)> = Vec::new();
    let texts: Vec<String> = ["tools", "errors", "actions"]
        .map(|name| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/socket");
            fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap()
        })
        .into();
    for line in texts.iter().flat_map(|text| text.lines()) {
        let (side, frame) = match line.split_at(2) {
            ("> ", frame) => ("client", frame),
            ("< ", frame) => ("server", frame),
            _ => continue,
        };
        frames.extend(serde_json::from_str(frame).ok().map(|frame| (side, frame)));
    }
    let has = |frame: &Value, path: &str| {
        let pointer = format!("/{}", path.trim_end_matches('?').replace('.', "/"));
        frame.pointer(&pointer).is_some()
    };
    let is = |frame: &Value, kind: &str| {
        frame["type"] == kind
            || format!("{}-(action)", frame["action"].as_str().unwrap_or("")) == kind
    };
    let spoken = |row: &&String| {
        let words: Vec<&str> = row.split(' ').collect();
        match words.as_slice() {
            ["reasoner", "message", side, kind] => {
                frames.iter().any(|(from, frame)| from == side && is(frame, kind))
            }
            ["reasoner", "message-field", kind, path] => {
                frames.iter().any(|(_, frame)| is(frame, kind) && has(frame, path))
            }
            _ => false,
        }
    };
    wanted.iter().filter(spoken).cloned().collect()
}

/// The events that clients are told of.
fn events(home: &Home) -> Vec<String> {
    let mut client = Conversation::start(home, &["serve", "--stdio"]);
    client.open("2024-11-05");
    let read = client.request("resources/read", &json!({ "uri": "ensemble://status" }));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    let status: Value = serde_json::from_str(text).unwrap();
    let mut rows = Vec::new();
    for service in status["services"].as_array().unwrap() {
        let name = service["name"].as_str().unwrap();
        let kinds = service["events"].as_array().unwrap().iter().filter_map(Value::as_str);
        rows.extend(kinds.map(|kind| format!("{name} event {kind}")));
    }
    rows
}

/// The parts of an event as a client of the orchestrator hears it.
fn event_form() -> Vec<String> {
    let desk = Desk::new(EASY);
    let told = desk.session().notification("notifications/message");
    let event = told["params"]["data"].as_object().unwrap().clone();
    event.keys().map(|part| format!("orchestrator event-form {part}")).collect()
}

#[test]
fn what_is_served_is_the_golden_surface_less_the_rows_still_missing() {
    let (wanted, missing) = (golden("surface.txt"), golden("surface_missing.txt"));
    let mut served = served(&Home::new(), &wanted);
    served.extend(socket_rows(&wanted));
    let still_missing: BTreeSet<_> = wanted.difference(&served).cloned().collect();
    let arrived: Vec<_> = missing.difference(&still_missing).collect();
    assert!(arrived.is_empty(), "now served, take out of surface_missing.txt: {arrived:#?}");
    let lost: Vec<_> = still_missing.difference(&missing).collect();
    assert!(lost.is_empty(), "served before and not any more: {lost:#?}");
    let own =
        |row: &&String| ["tool", "resource", "template"].contains(&row.split(' ').nth(1).unwrap());
    let unlisted: Vec<_> = served.difference(&wanted).filter(own).collect();
    assert!(unlisted.is_empty(), "served but not in surface.txt: {unlisted:#?}");
}
