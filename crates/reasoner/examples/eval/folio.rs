//! FOLIO: natural English written by people, with a label for each conclusion.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use reasoner::ask::{Options, Verdict, ask, formula_of};
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
    let mut rows = vec![sentence_row(&stories, verbose)];
    let (mut accepted, mut right, mut faulty) = (0, 0, 0);
    let faults = label_faults();
    let mut confusion = std::collections::BTreeMap::new();
    let mut told = Told::default();
    for story in &stories {
        told.hear(story);
        let mut lines = told.lines.clone();
        let Some(said) = told.solve(story, &mut lines) else {
            if verbose {
                println!("folio {} refused: {}", story.example_id, lines.join(" | "));
            }
            continue;
        };
        accepted += 1;
        right += usize::from(said == story.label);
        faulty += usize::from(said != story.label && faults.contains(&story.example_id));
        *confusion.entry((story.label.clone(), said.clone())).or_insert(0) += 1;
        if verbose {
            let mark = if said == story.label { "right" } else { "wrong" };
            println!("folio {} {mark}: said {said}, is {}", story.example_id, story.label);
            lines.iter().for_each(|line| println!("    {line}"));
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
    rows.push(Row {
        name: "FOLIO right, label faults apart".to_owned(),
        right,
        of: accepted - faulty,
        notes: format!("{faulty} judged by hand, bench/reasoner/label-faults.txt"),
    });
    Ok(rows)
}

/// Problems whose label the sentences do not give, judged by hand.
fn label_faults() -> BTreeSet<u32> {
    let listed = include_str!("../../../../bench/reasoner/label-faults.txt");
    let first = |line: &str| line.split_whitespace().next().and_then(|id| id.parse().ok());
    listed.lines().filter_map(first).collect()
}

fn sentence_row(stories: &[Story], verbose: bool) -> Row {
    let all: BTreeSet<&str> = stories
        .iter()
        .flat_map(|s| s.premises.iter().chain([&s.conclusion]))
        .map(|s| s.trim())
        .filter(|s| !s.is_empty())
        .collect();
    let started = Instant::now();
    let (mut parsed, mut ambiguous) = (0, 0);
    for (index, text) in all.iter().enumerate() {
        let readings: Vec<Reading> =
            sentences(text).iter().map(|s| statement(s, &Discourse::default())).collect();
        parsed += usize::from(readings.iter().all(|r| matches!(r, Reading::Parsed(_))));
        if verbose {
            for reading in &readings {
                if let Reading::Parsed(meaning) = reading {
                    println!("sentence {index} ({}): {text} = {}", meaning.cost, meaning.told());
                }
            }
        }
        ambiguous += usize::from(readings.iter().any(|r| matches!(r, Reading::Ambiguous(_))));
    }
    let notes =
        format!("ambiguous {ambiguous}, {:.2} ms each", per_item(started.elapsed(), all.len()));
    Row { name: "FOLIO sentences accepted".to_owned(), right: parsed, of: all.len(), notes }
}

/// The premises last heard; problems of one story share them.
#[derive(Default)]
struct Told {
    premises: Vec<String>,
    knowledge: Knowledge,
    /// How each sentence was read.
    lines: Vec<String>,
    refused: bool,
}

impl Told {
    fn hear(&mut self, story: &Story) {
        if self.premises == story.premises {
            return;
        }
        *self = Self { premises: story.premises.clone(), ..Self::default() };
        for premise in story.premises.iter().filter(|p| !p.trim().is_empty()) {
            for told in self.knowledge.tell(premise) {
                self.refused |= told.statement.is_none();
                self.lines.push(match told.reading {
                    Reading::Parsed(meaning) => format!("{} = {}", told.text, meaning.formula),
                    Reading::Ambiguous(_) => format!("AMBIGUOUS {}", told.text),
                    Reading::Rejected(why) => {
                        format!("REJECTED at `{}`, {}: {}", why.word, why.reason, told.text)
                    }
                });
            }
        }
    }

    /// The verdict on a problem accepted in full.
    fn solve(&self, story: &Story, lines: &mut Vec<String>) -> Option<String> {
        let options = Options { presume: true, doubts: true, ..Options::default() };
        let answer = match ask(&self.knowledge, &story.conclusion, options) {
            Ok(answer) => answer,
            Err(error) => {
                lines.push(format!("NOT ASKED, {error}: {}", story.conclusion));
                return None;
            }
        };
        let read = formula_of(&self.knowledge, &story.conclusion).map(|f| f.to_string());
        lines.push(format!("? {} = {}", story.conclusion, read.unwrap_or_default()));
        if !answer.doubts.is_empty() {
            lines.push(format!("doubts {:?}", answer.doubts));
        }
        if let Some(presuming) = &answer.presuming {
            lines.push(format!("presuming {presuming:?}"));
        }
        if !answer.conflict.is_empty() {
            lines.push(format!("conflict {:?}", answer.conflict));
        }
        let open = answer.verdict == Verdict::Unknown;
        let unsure = !answer.doubts.is_empty() || (open && !answer.conflict.is_empty());
        (!self.refused && !unsure).then(|| match answer.verdict {
            Verdict::Yes => "True".to_owned(),
            Verdict::No => "False".to_owned(),
            Verdict::Unknown | Verdict::Answers => "Unknown".to_owned(),
        })
    }
}
