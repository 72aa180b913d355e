//! Runs curricula through the same code that serves sessions, and keeps what came of each case.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use kernel::Timestamp;

use crate::config::Limits;
use crate::curriculum::{Curriculum, Expected, Lesson};
use crate::db::{self, RunRow, SessionRow};
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::{Live, News, Ontologies};
use crate::reply::{self, Reply, Wish};
use crate::state::Reasoner;
use crate::strategy::Strategy;
use crate::tell::{self, Manner};
use crate::verbalise::Style;
use crate::{lower, notation};

/// What came of one case.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The curriculum and line it stands on.
    pub example: String,
    /// `query` or `assert`.
    pub operation: &'static str,
    /// Whether it came to what it should.
    pub right: bool,
    /// What it came to.
    pub found: String,
    /// What it should have come to.
    pub expected: String,
    /// How long it took in microseconds.
    pub micros: u64,
}

/// Runs every case of a curriculum by the grammar.
pub fn evaluate(curriculum: &Curriculum, limits: &Limits) -> Vec<Run> {
    let mut runs = Vec::new();
    for lesson in &curriculum.lessons {
        run_lesson(&curriculum.id, lesson, limits, &mut runs);
    }
    runs
}

fn run_lesson(id: &str, lesson: &Lesson, limits: &Limits, runs: &mut Vec<Run>) {
    let live = session(&lesson.told, limits);
    for case in &lesson.cases {
        let began = Instant::now();
        let (operation, found, expected) = match &case.expected {
            Expected::Answer(expected) => {
                let found = match &live {
                    Ok(live) => answered(live, &case.input, limits),
                    Err(refusal) => format!("not told: {refusal}"),
                };
                ("query", found, settled(expected))
            }
            Expected::Clauses(clauses) => ("assert", read(&case.input), settled_clauses(clauses)),
            Expected::Refused => ("assert", read(&case.input), String::new()),
        };
        runs.push(Run {
            example: format!("{id}:{}", case.line),
            operation,
            right: found == expected,
            found,
            expected,
            micros: u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
        });
    }
}

/// A session in memory that was told a text, line by line.
fn session(told: &str, limits: &Limits) -> Result<Live, Refusal> {
    let row = SessionRow {
        key: 0,
        id: "lesson".to_owned(),
        created_at: Timestamp(0),
        version: 0,
        label: 0,
        ontologies: None,
        strictness: crate::ensemble::Strictness::Checked,
    };
    let mut live = Live::build(row, Vec::new(), &Arc::new(Ontologies::default()), limits)?;
    let manner = Manner {
        strategy: "CNL-1".to_owned(),
        author: "lesson".to_owned(),
        strict: true,
        on_contradiction: crate::config::OnContradiction::Warn,
        action: "assert",
    };
    for part in parts(told) {
        let (outcomes, news) = tell::read(&live, &part)?;
        tell::take_in(&mut live, outcomes, news, &manner, limits)?;
    }
    Ok(live)
}

/// Prolog and English of one line are told apart clause by clause.
fn parts(told: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in told.lines() {
        if notation::read(line).is_ok() && notation::is_prolog(line) {
            found.push(line.to_owned());
            continue;
        }
        for sentence in line.split_inclusive(". ") {
            found.push(sentence.trim().to_owned());
        }
    }
    found
}

fn answered(live: &Live, question: &str, limits: &Limits) -> String {
    let wish = Wish { style: Style::Conversational, trace: false };
    match reply::reply(live, question, wish, limits) {
        Ok(reply) => said(&reply),
        Err(refusal) => format!("refused: {refusal}"),
    }
}

fn said(reply: &Reply) -> String {
    match (reply.verdict, reply.count) {
        ("answers", Some(count)) => count.to_string(),
        ("answers", None) => {
            let values = reply.bindings.iter().flat_map(|binding| binding.values().cloned());
            settled(&values.collect::<Vec<_>>().join(", "))
        }
        (verdict, _) => verdict.to_owned(),
    }
}

/// Names in any order are the same answer.
fn settled(answer: &str) -> String {
    let names: BTreeSet<&str> = answer.split(',').map(str::trim).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

fn read(text: &str) -> String {
    let (_, news) = tell::read_english(Knowledge::new(), text);
    let mut clauses = Vec::new();
    for news in news.iter().flatten() {
        if let News::Sentence(_, meaning) = news {
            clauses.extend(lower::clauses(&meaning.formula, "1").iter().map(notation::text));
        }
    }
    settled_clauses(&clauses)
}

fn settled_clauses(clauses: &[String]) -> String {
    let clauses: BTreeSet<&str> = clauses.iter().map(String::as_str).collect();
    clauses.into_iter().collect::<Vec<_>>().join("  ")
}

impl Reasoner {
    /// Runs a curriculum and writes every result down.
    pub async fn evaluate(
        &self,
        curriculum: &Curriculum,
        strategy: &Strategy,
    ) -> Result<Vec<Run>, Refusal> {
        let (lessons, limits) = (curriculum.clone(), self.config.limits.clone());
        let runs = tokio::task::spawn_blocking(move || evaluate(&lessons, &limits))
            .await
            .map_err(|error| Refusal::Defect(error.to_string()))?;
        let rows: Vec<RunRow> = runs
            .iter()
            .map(|run| RunRow {
                strategy: strategy.id.clone(),
                hash: strategy.hash(),
                source: curriculum.id.clone(),
                example: run.example.clone(),
                operation: run.operation.to_owned(),
                succeeded: run.right,
                latency_us: run.micros,
                cost_usd: 0.0,
                at: Timestamp::now(),
            })
            .collect();
        let event = kernel::NewEvent::new(
            crate::state::SERVICE,
            "curriculum.run",
            format!("reasoner/curricula/{}", curriculum.id),
        )
        .data(&serde_json::json!({
            "curriculum": curriculum.id,
            "strategyId": strategy.id,
            "cases": rows.len(),
            "right": rows.iter().filter(|row| row.succeeded).count(),
        }))
        .map_err(|error| Refusal::Defect(error.message))?;
        self.record(event, move |tx| {
            for row in &rows {
                db::add_run(tx, row)?;
            }
            Ok(())
        })
        .await?;
        Ok(runs)
    }
}
