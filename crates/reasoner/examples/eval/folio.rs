//! FOLIO: natural English written by people, with a label for each conclusion.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use reasoner::ask::{Options, Verdict, ask};
use reasoner::english::discourse::Discourse;
use reasoner::english::read::{Reading, statement};
use reasoner::english::tokens::sentences;
use reasoner::knowledge::Knowledge;
use serde::Deserialize;

use crate::items::{Failure, Row, per_item, text};

#[derive(Deserialize)]
struct Story {
    example_id: u32,
    premises: Vec<String>,
    conclusion: String,
    label: String,
}

pub(crate) fn folio(path: &Path, verbose: bool) -> Result<Vec<Row>, Failure> {
    let body = text(path)?;
    let stories: Result<Vec<Story>, _> = body.lines().map(serde_json::from_str).collect();
    let stories = stories.map_err(|e| Failure::Json(path.display().to_string(), e))?;
    let mut rows = vec![sentence_row(&stories)];
    let (mut accepted, mut right) = (0, 0);
    let mut confusion = std::collections::BTreeMap::new();
    for story in &stories {
        let Some(said) = solve(story) else { continue };
        accepted += 1;
        right += usize::from(said == story.label);
        *confusion.entry((story.label.clone(), said.clone())).or_insert(0) += 1;
        if verbose && said != story.label {
            println!(
                "folio {}: said {said}, is {}: {} <- {}",
                story.example_id,
                story.label,
                story.conclusion,
                story.premises.join(" | ")
            );
        }
    }
    rows.push(Row {
        name: "FOLIO problems accepted in full".to_owned(),
        right: accepted,
        of: stories.len(),
        notes: String::new(),
    });
    rows.push(Row {
        name: "FOLIO accepted problems right".to_owned(),
        right,
        of: accepted,
        notes: format!("{confusion:?}"),
    });
    Ok(rows)
}

fn sentence_row(stories: &[Story]) -> Row {
    let all: BTreeSet<&str> = stories
        .iter()
        .flat_map(|s| s.premises.iter().chain([&s.conclusion]))
        .map(|s| s.trim())
        .filter(|s| !s.is_empty())
        .collect();
    let started = Instant::now();
    let (mut parsed, mut ambiguous) = (0, 0);
    for text in &all {
        let readings: Vec<Reading> =
            sentences(text).iter().map(|s| statement(s, &Discourse::default())).collect();
        parsed += usize::from(readings.iter().all(|r| matches!(r, Reading::Parsed(_))));
        ambiguous += usize::from(readings.iter().any(|r| matches!(r, Reading::Ambiguous(_))));
    }
    let notes =
        format!("ambiguous {ambiguous}, {:.2} ms each", per_item(started.elapsed(), all.len()));
    Row { name: "FOLIO sentences accepted".to_owned(), right: parsed, of: all.len(), notes }
}

fn solve(story: &Story) -> Option<String> {
    let mut knowledge = Knowledge::new();
    for premise in story.premises.iter().filter(|p| !p.trim().is_empty()) {
        if knowledge.tell(premise).iter().any(|t| t.statement.is_none()) {
            return None;
        }
    }
    let options = Options { presume: true, ..Options::default() };
    let answer = ask(&knowledge, &story.conclusion, options).ok()?;
    Some(match answer.verdict {
        Verdict::Yes => "True".to_owned(),
        Verdict::No => "False".to_owned(),
        Verdict::Unknown | Verdict::Answers => "Unknown".to_owned(),
    })
}
