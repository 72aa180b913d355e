//! Making a page of evidence: asking the service it is about, writing down what the page will say,
//! and proving that this was written down.

use std::sync::Arc;
use std::time::Duration;

use kernel::{
    Call, ErrorKind, NewEvent, ResourceTable, Scope, Timestamp, ToolError, ToolTable,
    ToolTableBuilder, write,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use store::{Durability, Filter};

use super::House;
use super::tools::unreadable;
use crate::evidence::{self, Evidence, FORMAT, MADE, Section, Statement};

/// Other services are asked, and a journal may be long.
const LONG: Duration = Duration::from_secs(120);
/// The most events a page rests on.
const MOST: usize = 50;
const PAGE: usize = 1000;
/// The events in which an approval can be named.
const APPROVAL: [&str; 8] = [
    "job.approval_needed",
    "approval.vote",
    "job.approved",
    "job.denied",
    "approval.expired",
    "command.allowed",
    "command.refused",
    "push.witnessed",
];

/// Another service, as far as evidence is asked of it.
pub struct Neighbour {
    /// Its name within the house.
    pub name: &'static str,
    /// Its tools.
    pub tools: ToolTable,
    /// What it lets people read.
    pub resources: ResourceTable,
}

/// Adds the tool to the house's table.
pub(super) fn add(table: ToolTableBuilder<House>) -> ToolTableBuilder<House> {
    table.add(
        write(
            "make_evidence",
            Scope::Read,
            "Make one self-contained page about an approval, a proof, an answer, an actor's turns or an event, with the proof that the journal holds it",
        )
        .timeout(LONG),
        make_evidence,
    )
}

/// What the page is about.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// A person's word for a command: `id` is the approval's
    Approval,
    /// An answer of the reasoner: `id` is the session's, and `question` is asked
    Proof,
    /// An answer of an avatar: `id` is the avatar's, and `question` is asked
    Answer,
    /// What an actor did last: `id` is the actor's
    Turn,
    /// One event: `id` is its number
    Event,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Approval => "approval",
            Self::Proof => "proof",
            Self::Answer => "answer",
            Self::Turn => "turn",
            Self::Event => "event",
        }
    }
}

/// What to make evidence of.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MakeEvidence {
    /// What the page is about
    kind: Kind,
    /// Which of them
    id: String,
    /// What is asked, for a proof or an answer
    question: Option<String>,
}

/// A page of evidence.
#[derive(Debug, Serialize, JsonSchema)]
struct MadeEvidence {
    /// One line for people
    title: String,
    /// The whole page
    html: String,
    /// The number of the event that vouches for it
    event: u64,
    /// The house's public key in hexadecimal, to check it with
    key: String,
}

/// What a service says of a thing.
struct Told {
    title: String,
    sections: Vec<Section>,
    events: Vec<u64>,
}

async fn make_evidence(
    house: Arc<House>,
    call: Call,
    input: MakeEvidence,
) -> Result<MadeEvidence, ToolError> {
    let told = match input.kind {
        Kind::Approval => approval(&house, &input.id).await?,
        Kind::Proof => proof(&house, &call, &input).await?,
        Kind::Answer => answer(&house, &call, &input).await?,
        Kind::Turn => turn(&house, &call, &input.id).await?,
        Kind::Event => event(&house, &input.id).await?,
    };
    let statement = Statement {
        kind: input.kind.name().to_owned(),
        id: input.id,
        title: told.title,
        asked_by: call.principal.id.to_string(),
        made_at: Timestamp::now(),
        sections: told.sections,
        events: told.events,
    };
    vouch(&house, statement).await
}

/// Writes down the statement's digest and proves that it was written down.
async fn vouch(house: &House, statement: Statement) -> Result<MadeEvidence, ToolError> {
    let text = serde_json::to_string(&statement)
        .map_err(|error| ToolError::internal(error.to_string()))?;
    let event =
        NewEvent::new("house", MADE, super::STREAM).by(&*statement.asked_by).data(&json!({
            "kind": statement.kind,
            "id": statement.id,
            "events": statement.events,
            "statement_sha256": evidence::statement_digest(&text),
        }))?;
    let written = house.store.write(Durability::Full, move |tx| tx.append(event)).await;
    let seq = written.map_err(|error| ToolError::new(ErrorKind::Unavailable, error.to_string()))?;
    let journal = house.store.journal();
    let all = statement.events.iter().copied().chain([seq]).collect();
    let proofs = journal.prove_all(all).await.map_err(unreadable)?;
    let key = journal.public_key().map(|key| blake3::Hash::from_bytes(key).to_hex().to_string());
    let key = key.unwrap_or_default();
    let evidence =
        Evidence { format: FORMAT.to_owned(), key: key.clone(), statement: text, proofs };
    let html = evidence::html(&evidence, &statement);
    Ok(MadeEvidence { title: statement.title, html, event: seq, key })
}

/// The events of some kinds whose data passes, oldest first.
async fn events_of(
    house: &House,
    filter: Filter,
    passes: impl Fn(&kernel::Event, &Value) -> bool,
) -> Result<Vec<(Arc<kernel::Event>, Value)>, ToolError> {
    let journal = house.store.journal();
    let (mut found, mut after) = (Vec::new(), journal.archived().await.map_err(unreadable)?);
    loop {
        let page = Filter { after, limit: PAGE, ..filter.clone() };
        let page = journal.events(page).await.map_err(unreadable)?;
        let Some(last) = page.last() else { return Ok(found) };
        after = last.seq;
        for event in page {
            let data: Value = serde_json::from_str(event.data.get()).unwrap_or_default();
            if passes(&event, &data) {
                found.push((event, data));
            }
        }
    }
}

async fn approval(house: &House, id: &str) -> Result<Told, ToolError> {
    let filter = Filter { service: Some("orchestrator".to_owned()), ..Filter::default() };
    let named = |event: &kernel::Event, data: &Value| {
        APPROVAL.contains(&&*event.kind) && data["approval_id"] == *id
    };
    let events = events_of(house, filter, named).await?;
    let Some((_, data)) = events.iter().find(|(_, data)| data["command"].is_string()) else {
        return Err(ToolError::not_found(format!("no event names the approval `{id}`")));
    };
    let command = data["command"].as_str().unwrap_or_default().to_owned();
    let happened = events.iter().map(|(event, data)| {
        let reason = data["reason"].as_str().map(|reason| format!(": {reason}"));
        format!("{}, {} by {}{}", event.at, event.kind, event.principal, reason.unwrap_or_default())
    });
    let about = ["project_id", "session_id", "job_id", "instruction", "approval_scope", "tool"];
    let about = about.into_iter().filter(|key| !data[*key].is_null());
    let about = about.map(|key| format!("{}: {}", key.replace('_', " "), plain(&data[key])));
    let mut sections = vec![
        Section::code("The command", vec![command.clone()]),
        Section::text("What happened", happened.collect()),
        Section::text("Where it belongs", about.collect()),
    ];
    if !data["diff"].is_null() {
        sections.push(Section::code("What it would change", vec![plain(&data["diff"])]));
    }
    let decided = events.iter().rev().find_map(|(event, _)| match &*event.kind {
        "job.approved" => Some(format!("Allowed by {}", event.principal)),
        "job.denied" => Some(format!("Refused by {}", event.principal)),
        "approval.expired" => Some("Nobody answered".to_owned()),
        _ => None,
    });
    let title = format!("{}: {command}", decided.unwrap_or_else(|| "Not yet decided".to_owned()));
    Ok(Told { title, sections, events: numbers(&events) })
}

async fn proof(house: &House, call: &Call, input: &MakeEvidence) -> Result<Told, ToolError> {
    let question = asked(input)?;
    let output = ask(
        house,
        call,
        "reasoner",
        "session_query",
        json!({
            "sessionId": input.id,
            "naturalLanguageQuestion": question,
            "queryOptions": { "trace": true },
        }),
    )
    .await?;
    let answer = plain(&output["answer"]);
    let explanation = plain(&output["explanation"]);
    let sections = vec![
        Section::text("Asked", vec![question.to_owned()]),
        Section::text("Answered", vec![answer.clone()]),
        Section::code("What it rests on", explanation.lines().map(str::to_owned).collect()),
    ];
    let stream = format!("reasoner/{}/{}", call.principal.id, input.id);
    let events = last_of(house, "reasoner", &stream).await?;
    Ok(Told { title: format!("{question} {answer}"), sections, events })
}

async fn answer(house: &House, call: &Call, input: &MakeEvidence) -> Result<Told, ToolError> {
    let question = asked(input)?;
    let arguments = json!({ "avatar": input.id, "question": question });
    let output = ask(house, call, "avatar", "generate_response", arguments).await?;
    let citations = output["citations"].as_array().cloned().unwrap_or_default();
    let mut sections = vec![
        Section::text("Asked", vec![question.to_owned()]),
        Section::text("Answered", vec![plain(&output["response"])]),
        Section::text("How sure", vec![plain(&output["confidence"])]),
    ];
    for citation in &citations {
        let page = citation["page"].as_u64().map(|page| format!(", page {page}"));
        let title = format!("{}{}", plain(&citation["source"]), page.unwrap_or_default());
        sections.push(Section::code(&title, vec![plain(&citation["quote"])]));
    }
    let title = format!("{}: {question}", input.id);
    Ok(Told { title, sections, events: Vec::new() })
}

async fn turn(house: &House, call: &Call, id: &str) -> Result<Told, ToolError> {
    let missing = || ToolError::not_found(format!("there is no actor `{id}`"));
    let theater = house.neighbours.iter().find(|neighbour| neighbour.name == "theater");
    let theater = theater.ok_or_else(missing)?;
    let uri = format!("theater://events/{id}?limit={MOST}");
    let read = theater.resources.read(&uri, call.clone()).await.ok_or_else(missing)??;
    let kernel::Contents::Text { text, .. } = read else { return Err(missing()) };
    let events: Vec<Value> = serde_json::from_str(&text).map_err(|_| missing())?;
    let lines = events.iter().map(|event| {
        let part = |key: &str| plain(&event[key]);
        let (number, hash) = (part("sequence"), part("event_id"));
        format!("{number} {} {} {hash}\n{}", part("timestamp"), part("type"), part("data"))
    });
    let sections = vec![Section::code("What it did", lines.collect())];
    let events = last_of(house, "theater", &format!("actor/{id}")).await?;
    Ok(Told { title: format!("What the actor {id} did"), sections, events })
}

async fn event(house: &House, id: &str) -> Result<Told, ToolError> {
    let seq: u64 = id
        .parse()
        .map_err(|_| ToolError::invalid_input(format!("`id` is `{id}`, expected a number")))?;
    let page = house.store.journal().since(seq.saturating_sub(1), 1).await.map_err(unreadable)?;
    let Some(event) = page.first().filter(|event| event.seq == seq) else {
        return Err(ToolError::not_found(format!("there is no event {seq}")));
    };
    let about = vec![
        format!("kind: {}", event.kind),
        format!("by: {}", event.principal),
        format!("at: {}", event.at),
        format!("stream: {}", event.stream),
    ];
    let sections = vec![
        Section::text("The event", about),
        Section::code("What it says", vec![event.data.get().to_owned()]),
    ];
    Ok(Told { title: format!("Event {seq}, {}", event.kind), sections, events: vec![seq] })
}

fn asked(input: &MakeEvidence) -> Result<&str, ToolError> {
    let question = input.question.as_deref().filter(|question| !question.trim().is_empty());
    question.ok_or_else(|| {
        ToolError::invalid_input(format!(
            "`question` is needed for a page about {}",
            input.kind.name()
        ))
    })
}

/// Calls a tool of another service as whoever asks for the page.
async fn ask(
    house: &House,
    call: &Call,
    service: &str,
    tool: &str,
    arguments: Value,
) -> Result<Value, ToolError> {
    let unavailable =
        || ToolError::new(ErrorKind::Unavailable, format!("the service `{service}` does not run"));
    let neighbour = house.neighbours.iter().find(|neighbour| neighbour.name == service);
    let tool = neighbour.and_then(|it| it.tools.get(tool)).ok_or_else(unavailable)?;
    if !call.principal.scopes.allows(tool.spec.scope) {
        let message = format!("`{}` needs the scope `{}`", tool.spec.name, tool.spec.scope.name());
        return Err(ToolError::new(ErrorKind::Denied, message));
    }
    let arguments = arguments.as_object().cloned().unwrap_or_else(Map::new);
    tool.call(call.clone(), arguments).await
}

/// The last events of a stream that a page can rest on.
async fn last_of(house: &House, service: &str, stream: &str) -> Result<Vec<u64>, ToolError> {
    let (service, stream) = (Some(service.to_owned()), Some(stream.to_owned()));
    let filter = Filter { service, stream, ..Filter::default() };
    let events = events_of(house, filter, |_, _| true).await?;
    let first = events.len().saturating_sub(MOST);
    Ok(numbers(&events[first..]))
}

fn numbers(events: &[(Arc<kernel::Event>, Value)]) -> Vec<u64> {
    events.iter().map(|(event, _)| event.seq).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            other.to_string()
        }
    }
}
