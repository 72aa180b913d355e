//! Frames no client should send: every one must be answered, and the program must not grow or fall.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::Failure;
use crate::malformed::{Chance, frame};
use crate::program::{Program, Socket};

/// Frames sent before the first answers are waited for.
const BATCH: usize = 50;
const PATIENCE: Duration = Duration::from_secs(120);

/// Sends `frames` malformed frames and says what came back.
pub(crate) async fn run(mcr: &str, frames: usize) -> Result<String, Failure> {
    let mut program = Program::start(mcr)?;
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let mut socket = Socket::open(&program.url).await?;
    warm_up(&mut socket, &mut chance).await?;
    let (before, began) = (program.memory()?, Instant::now());
    let mut kinds = std::collections::BTreeMap::<String, usize>::new();
    let mut sent = 0;
    while sent < frames {
        let batch = BATCH.min(frames - sent);
        exchange(&mut socket, &mut chance, batch, &mut kinds).await?;
        sent += batch;
        if !program.is_alive() {
            return Err(format!("the program fell within {sent} frames").into());
        }
    }
    let (took, after) = (began.elapsed(), program.memory()?);
    let alive = socket.call("strategy.getActive", json!({})).await?;
    let mut report = format!(
        "{sent} malformed frames in {:.1} s, every one answered; memory {:.1} MB before, {:.1} MB \
         after; still answers: {}\n",
        took.as_secs_f64(),
        before as f64 / 1e6,
        after as f64 / 1e6,
        alive["data"]["activeStrategyId"]
    );
    for (kind, count) in kinds {
        writeln!(report, "  {count:>7}  {kind}")?;
    }
    Ok(report)
}

/// Caches fill before memory is read for the first time.
async fn warm_up(socket: &mut Socket, chance: &mut Chance) -> Result<(), Failure> {
    let mut ignored = std::collections::BTreeMap::new();
    for _ in 0..20 {
        exchange(socket, chance, BATCH, &mut ignored).await?;
    }
    Ok(())
}

async fn exchange(
    socket: &mut Socket,
    chance: &mut Chance,
    count: usize,
    kinds: &mut std::collections::BTreeMap<String, usize>,
) -> Result<(), Failure> {
    let mut last = String::new();
    for _ in 0..count {
        let frame = frame(chance);
        last.clone_from(&frame);
        let message = match chance.next(10) {
            0 => Message::binary(frame.into_bytes()),
            _ => Message::text(frame),
        };
        socket.send(message).await?;
    }
    for _ in 0..count {
        let answer = tokio::time::timeout(PATIENCE, socket.receive()).await;
        let answer = answer.map_err(|_| format!("no answer; the last frame was {last}"))??;
        *kinds.entry(kind(&answer)).or_default() += 1;
    }
    Ok(())
}

fn kind(answer: &Value) -> String {
    if answer.get("jsonrpc").is_some() {
        return format!("jsonrpc error {}", answer["error"]["code"]);
    }
    let error = &answer["payload"]["error"];
    let code = error.as_str().or_else(|| error["code"].as_str()).unwrap_or("answered");
    format!("{} {code}", answer["type"].as_str().unwrap_or("?"))
}
