//! ProofWriter and PrOntoQA: a theory, a statement, and whether it is true, false or unknown.

use std::path::Path;
use std::time::Instant;

use reasoner::ask::{Answer, Options, Verdict, ask};
use reasoner::knowledge::Knowledge;

use crate::items::{Failure, Item, Row, items, per_item};

struct Tally {
    right: usize,
    checked: usize,
    decided: usize,
    unread: usize,
    wrong: Vec<String>,
}

pub(crate) fn proofwriter(path: &Path, verbose: bool) -> Result<Vec<Row>, Failure> {
    measure("ProofWriter (program)", path, verbose)
}

pub(crate) fn prontoqa(path: &Path, verbose: bool) -> Result<Vec<Row>, Failure> {
    measure("PrOntoQA (program)", path, verbose)
}

fn measure(name: &str, path: &Path, verbose: bool) -> Result<Vec<Row>, Failure> {
    let all = items(path)?;
    let started = Instant::now();
    let mut tally = Tally { right: 0, checked: 0, decided: 0, unread: 0, wrong: Vec::new() };
    for item in &all {
        judge(item, &mut tally);
    }
    let time = started.elapsed();
    if verbose {
        tally.wrong.iter().for_each(|line| println!("{line}"));
    }
    let notes = format!(
        "proofs checked {}/{}, sentences not read {}, {:.2} ms each",
        tally.checked,
        tally.decided,
        tally.unread,
        per_item(time, all.len())
    );
    Ok(vec![Row { name: name.to_owned(), right: tally.right, of: all.len(), notes }])
}

fn judge(item: &Item, tally: &mut Tally) {
    let mut knowledge = Knowledge::new();
    let told = knowledge.tell(&item.context);
    tally.unread += told.iter().filter(|t| t.statement.is_none()).count();
    let statement =
        item.question.rsplit_once('?').map_or(item.question.as_str(), |(_, s)| s).trim();
    // The published labels come from rules run forward only.
    let options = Options { classical: false, ..Options::default() };
    let answer = ask(&knowledge, statement, options);
    let verdict = answer.as_ref().map(|a| a.verdict);
    let label = match verdict {
        Ok(Verdict::Yes) => "A",
        Ok(Verdict::No) => "B",
        Ok(Verdict::Unknown | Verdict::Answers) => "C",
        Err(_) => "?",
    };
    if let Some(answer) = answer.as_ref().ok().filter(|a| a.verdict != Verdict::Unknown) {
        tally.decided += 1;
        tally.checked += usize::from(is_checked(&knowledge, statement, answer));
    }
    if label == item.answer {
        tally.right += 1;
    } else {
        tally.wrong.push(format!(
            "{}: said {label}, is {}: {statement} {:?}",
            item.id,
            item.answer,
            answer.err()
        ));
    }
}

/// Every proof is checked against the clauses alone.
fn is_checked(knowledge: &Knowledge, statement: &str, answer: &Answer) -> bool {
    let Some(formula) = reasoner::ask::formula_of(knowledge, statement) else { return false };
    let program = knowledge.program(&formula);
    !answer.proofs.is_empty() && answer.proofs.iter().all(|proof| proof.is_valid(&program))
}
