//! How fast the reasoner is through its socket, and how much memory its sessions take.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::Failure;
use crate::program::{Program, Socket};

const FACTS: usize = 10_000;
const SESSIONS: usize = 5_000;

/// Every measurement, as a table.
pub(crate) async fn run(mcr: &str) -> Result<String, Failure> {
    let program = Program::start(mcr)?;
    let mut table = String::from("what                                   wanted      measured\n");
    let mut row = |what: &str, wanted: &str, measured: String| {
        writeln!(table, "{what:<38} {wanted:<11} {measured}")
    };
    let reading = reading(&program).await?;
    row("parse + assert a sentence, p50 / p99", "<= 1 ms", pair(&reading))?;
    let whole = at_once(&program).await?;
    row("assert 10,000 sentences at once", "", format!("{:.0} ms", whole.as_secs_f64() * 1e3))?;
    let large = large(&program).await?;
    row("query over 10,000 facts, p50 / p99", "p99 < 10 ms", pair(&large.0))?;
    row("unknown over 10,000 facts, p50 / p99", "", pair(&large.1))?;
    let small = throughput(&program).await?;
    row("session.query on small sessions", ">= 5000 /s", format!("{small:.0} /s"))?;
    let bytes = sessions(mcr).await?;
    row("5,000 sessions in memory", "< 500 MB", format!("{:.0} MB", bytes / 1e6))?;
    Ok(table)
}

fn pair(times: &[Duration]) -> String {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let at = |percent: usize| {
        let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
        sorted.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    format!("{:.2} / {:.2} ms", at(50), at(99))
}

/// One sentence at a time, each with its whole answer.
async fn reading(program: &Program) -> Result<Vec<Duration>, Failure> {
    let mut socket = Socket::open(&program.url).await?;
    socket.call("session.create", json!({ "sessionId": "reading" })).await?;
    let verbs = ["likes", "sees", "helps", "visits"];
    let mut times = Vec::new();
    for number in 0..2000 {
        let (a, b, verb) = (number % 97, number % 89, verbs[number % verbs.len()]);
        let text = format!("Person{a} {verb} Person{b}.");
        let input = json!({
            "sessionId": "reading", "naturalLanguageText": text, "omitKnowledgeBase": true,
        });
        let began = Instant::now();
        socket.call("session.assert", input).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

/// One text of many sentences, all of which must be understood.
async fn at_once(program: &Program) -> Result<Duration, Failure> {
    let mut socket = Socket::open(&program.url).await?;
    socket.call("session.create", json!({ "sessionId": "whole" })).await?;
    let mut text = String::new();
    for number in 0..FACTS {
        write!(text, "Ann{number} likes Bob{}. ", number % 1000)?;
    }
    let input = json!({
        "sessionId": "whole", "naturalLanguageText": text, "omitKnowledgeBase": true, "strict": true,
    });
    let began = Instant::now();
    socket.call("session.assert", input).await?;
    let took = began.elapsed();
    let asked =
        json!({ "sessionId": "whole", "naturalLanguageQuestion": "Does Ann9999 like Bob999?" });
    let answer = socket.call("session.query", asked).await?;
    if answer["verdict"] != "yes" {
        return Err(format!("the last of {FACTS} sentences: {answer}").into());
    }
    Ok(took)
}

/// Questions to a session that holds many facts and a few rules.
async fn large(program: &Program) -> Result<(Vec<Duration>, Vec<Duration>), Failure> {
    let mut socket = Socket::open(&program.url).await?;
    socket.call("session.create", json!({ "sessionId": "large" })).await?;
    let rules = json!({
        "sessionId": "large", "omitKnowledgeBase": true,
        "naturalLanguageText": "Every dog is an animal. Every animal is mortal. \
                                If someone owns a dog then they are kind.",
    });
    socket.call("session.assert", rules).await?;
    let mut facts = String::new();
    for number in 0..FACTS / 2 {
        write!(facts, "dog(rex{number}). owns(ann{number}, bob{}). ", number / 2)?;
    }
    let input = json!({ "sessionId": "large", "rules": facts, "omitKnowledgeBase": true });
    socket.call("session.assert_rules", input).await?;
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for number in 0..1000 {
        let ask = |text: String| json!({ "sessionId": "large", "naturalLanguageQuestion": text });
        let began = Instant::now();
        let answer = socket.call("session.query", ask(format!("Is Rex{number} mortal?"))).await?;
        known.push(began.elapsed());
        if answer["verdict"] != "yes" {
            return Err(format!("Rex{number}: {answer}").into());
        }
        let began = Instant::now();
        let answer = socket.call("session.query", ask(format!("Is Tom{number} kind?"))).await?;
        unknown.push(began.elapsed());
        if answer["verdict"] != "unknown" {
            return Err(format!("Tom{number}: {answer}").into());
        }
    }
    Ok((known, unknown))
}

/// Questions from several connections at once, each with some under way.
async fn throughput(program: &Program) -> Result<f64, Failure> {
    const CONNECTIONS: usize = 4;
    const QUESTIONS: usize = 10_000;
    const UNDER_WAY: usize = 16;
    let mut tasks = Vec::new();
    for number in 0..CONNECTIONS {
        let url = program.url.clone();
        tasks.push(tokio::spawn(async move {
            let id = format!("small{number}");
            let mut socket = Socket::open(&url).await.map_err(|e| e.to_string())?;
            let told = "Every human is mortal. Socrates is a human. Plato is a human. \
                        Zeus is not a human. Every human is an animal.";
            let ready = async {
                socket.call("session.create", json!({ "sessionId": id })).await?;
                let text = json!({ "sessionId": id, "naturalLanguageText": told });
                socket.call("session.assert", text).await?;
                let began = Instant::now();
                let questions = ["Is Socrates mortal?", "Is Plato an animal?", "Is Zeus a human?"];
                for number in 0..QUESTIONS {
                    let text = questions[number % questions.len()];
                    let ask = json!({ "sessionId": id, "naturalLanguageQuestion": text });
                    socket.invoke("session.query", ask).await?;
                    if number >= UNDER_WAY {
                        socket.answer().await?;
                    }
                }
                for _ in 0..UNDER_WAY {
                    socket.answer().await?;
                }
                Ok::<_, Failure>(began.elapsed())
            };
            ready.await.map_err(|error| error.to_string())
        }));
    }
    let mut longest = Duration::ZERO;
    for task in tasks {
        longest = longest.max(task.await??);
    }
    Ok((CONNECTIONS * QUESTIONS) as f64 / longest.as_secs_f64())
}

/// What the program's memory grows by with many sessions that were all just asked.
async fn sessions(mcr: &str) -> Result<f64, Failure> {
    let program = Program::start(mcr)?;
    let mut socket = Socket::open(&program.url).await?;
    let before = program.memory()?;
    for number in 0..SESSIONS {
        let id = format!("session{number}");
        socket.call("session.create", json!({ "sessionId": id })).await?;
        let told = "Every human is mortal. Socrates is a human. Every dog barks. Rex is a dog. \
                    No dog is a human. Ann owns Rex.";
        let text = json!({ "sessionId": id, "naturalLanguageText": told });
        socket.call("session.assert", text).await?;
        let ask = json!({ "sessionId": id, "naturalLanguageQuestion": "Is Socrates mortal?" });
        socket.call("session.query", ask).await?;
    }
    Ok((program.memory()? - before) as f64)
}
