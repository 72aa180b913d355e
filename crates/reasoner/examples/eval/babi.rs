//! bAbI: twenty kinds of short stories with questions.

use std::path::Path;
use std::time::Instant;

use reasoner::ask::{Answer, Options, Verdict, ask};
use reasoner::english::morphology::noun_forms;
use reasoner::knowledge::Knowledge;
use reasoner::logic::Term;

use crate::items::{Failure, Row, per_item, text};

pub(crate) fn all(folder: &Path, verbose: bool) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    let mut passed = 0;
    for task in 1..=20 {
        let row = one(folder, task, verbose)?;
        passed += usize::from(row.right * 100 >= row.of * 95);
        rows.push(row);
    }
    rows.push(Row {
        name: "bAbI tasks at 95 % or more".to_owned(),
        right: passed,
        of: 20,
        notes: String::new(),
    });
    Ok(rows)
}

fn one(folder: &Path, task: usize, verbose: bool) -> Result<Row, Failure> {
    let prefix = format!("qa{task}_");
    let entries =
        std::fs::read_dir(folder).map_err(|e| Failure::Read(folder.display().to_string(), e))?;
    let file = entries.flatten().find(|e| e.file_name().to_string_lossy().starts_with(&prefix));
    let file =
        file.ok_or_else(|| Failure::Read(prefix.clone(), std::io::ErrorKind::NotFound.into()))?;
    let (mut right, mut of, mut unread) = (0, 0, 0);
    let mut knowledge = Knowledge::new();
    let started = Instant::now();
    for line in text(&file.path())?.lines() {
        let (number, rest) = line.split_once(' ').unwrap_or(("", line));
        if number == "1" {
            knowledge = Knowledge::new();
        }
        let mut fields = rest.split('\t');
        let sentence = fields.next().unwrap_or("").trim();
        let Some(expected) = fields.next() else {
            let missed = knowledge.tell(sentence).iter().filter(|t| t.statement.is_none()).count();
            if verbose && missed > 0 {
                println!("qa{task}: not read: {sentence}");
            }
            unread += missed;
            continue;
        };
        of += 1;
        let answer = ask(&knowledge, sentence, Options::default());
        let said = answer.as_ref().map_or_else(|e| e.to_string(), |a| said(a, expected));
        if said == expected.to_lowercase() {
            right += 1;
        } else if verbose {
            println!("qa{task}: {sentence} said {said}, is {expected}");
        }
    }
    let name = file.file_name().to_string_lossy().replace("_dev.txt", "");
    let notes = format!(
        "sentences not read {unread}, {:.2} ms per question",
        per_item(started.elapsed(), of)
    );
    Ok(Row { name, right, of, notes })
}

/// The answer in the data set's own short form.
fn said(answer: &Answer, expected: &str) -> String {
    const NUMBERS: &[&str] = &["none", "one", "two", "three", "four", "five", "six"];
    if let Some(count) = answer.count {
        return NUMBERS.get(count).unwrap_or(&"many").to_string();
    }
    if !answer.directions.is_empty() {
        return answer.directions.iter().map(|d| d[..1].to_owned()).collect::<Vec<_>>().join(",");
    }
    match answer.verdict {
        Verdict::Yes => "yes".to_owned(),
        Verdict::No => "no".to_owned(),
        Verdict::Unknown if expected == "maybe" => "maybe".to_owned(),
        Verdict::Unknown if expected == "nothing" => "nothing".to_owned(),
        Verdict::Unknown => "unknown".to_owned(),
        Verdict::Answers => things(answer, expected),
    }
}

fn things(answer: &Answer, expected: &str) -> String {
    let mut names: Vec<String> = answer.bindings.iter().map(short).collect();
    if expected.contains(',') {
        let order: Vec<&str> = expected.split(',').collect();
        names.sort_by_key(|name| order.iter().position(|o| o == name));
        return names.join(",");
    }
    // Questions about events ask for the latest.
    names.truncate(1);
    names.join(",")
}

fn short(term: &Term) -> String {
    let text = term.to_string();
    let name = text.strip_prefix("the_").unwrap_or(&text).replace('_', " ");
    let forms = noun_forms(&name);
    forms.iter().find(|(_, plural)| *plural).map_or(name, |(lemma, _)| lemma.clone())
}
