//! LogicalDeduction: an ordering puzzle and options of which one must be true.

use std::path::Path;
use std::time::Instant;

use reasoner::ask::{Options, Verdict, ask};
use reasoner::knowledge::Knowledge;

use crate::items::{Failure, Item, Row, items, per_item};

pub(crate) fn deduction(path: &Path, verbose: bool) -> Result<Vec<Row>, Failure> {
    let all = items(path)?;
    let started = Instant::now();
    let (mut right, mut wrong, mut open) = (0, 0, 0);
    for item in &all {
        let chosen = choose(item);
        match &chosen {
            Ok(letter) if *letter == item.answer => right += 1,
            Ok(_) => wrong += 1,
            Err(_) => open += 1,
        }
        if verbose && chosen.as_ref() != Ok(&item.answer) {
            println!(
                "{}: {chosen:?}, is {}: {}",
                item.id,
                item.answer,
                item.context.replace('\n', " ")
            );
        }
    }
    let notes = format!(
        "wrong {wrong}, no answer {open}, {:.2} ms each",
        per_item(started.elapsed(), all.len())
    );
    Ok(vec![Row { name: "LogicalDeduction (classical)".to_owned(), right, of: all.len(), notes }])
}

/// The one option that must be true.
fn choose(item: &Item) -> Result<String, String> {
    let puzzle =
        item.context.rsplit_once("\n\n").map_or(item.context.as_str(), |(_, puzzle)| puzzle);
    let mut knowledge = Knowledge::new();
    if let Some(told) = knowledge.tell(puzzle).into_iter().find(|t| t.statement.is_none()) {
        return Err(format!("not read: {} {:?}", told.text, told.reading));
    }
    let mut forced = Vec::new();
    for option in &item.options {
        let (letter, statement) = option.split_once(')').unwrap_or(("?", option));
        match ask(&knowledge, statement.trim(), Options::default()) {
            Ok(answer) if answer.verdict == Verdict::Yes => forced.push(letter.to_owned()),
            Ok(_) => {}
            Err(error) => return Err(format!("{statement}: {error}")),
        }
    }
    match forced.as_slice() {
        [one] => Ok(one.clone()),
        several => Err(format!("forced: {several:?}")),
    }
}
