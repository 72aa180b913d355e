//! Why something is so: the proof is the answer; where there is none, what is missing for it.

use super::{Reply, lacking, words};
use crate::english::question::Question;
use crate::live::Live;
use crate::logic::Literal;
use crate::verbalise::Style;

/// Turns the answer to whether it is so into the answer to why.
pub(super) fn because(live: &Live, question: &Question, reply: Reply, style: Style) -> Reply {
    let mut reply = Reply { explains: true, ..reply };
    match reply.verdict {
        "yes" | "no" => reply.answer = reasons(&reply),
        _ if !reply.conflict.is_empty() => {}
        _ => {
            if let Some(literal) = Literal::of(&question.meaning.formula) {
                unproved(live, &literal, &mut reply, style);
            }
        }
    }
    reply
}

/// The fact, then what it rests on.
fn reasons(reply: &Reply) -> String {
    let steps = reply.explanation.as_deref().unwrap_or_default().trim_end();
    let fact = match reply.answer.split_once(". ") {
        Some((_, fact)) => fact,
        None if reply.verdict == "yes" => "It is so.",
        None => "",
    };
    let shown = if steps.starts_with(fact) { steps.to_owned() } else { format!("{fact}\n{steps}") };
    if reply.verdict == "yes" { shown } else { format!("It is not so. {}", shown.trim_start()) }
}

fn unproved(live: &Live, literal: &Literal, reply: &mut Reply, style: Style) {
    let fact = words::fact(live, literal, style);
    let (unknown, so) = if literal.positive {
        (format!("This does not follow from what was told: {fact}"), "It")
    } else {
        let sets = lacking(live, &literal.negated());
        reply.missing = sets.iter().map(|set| words::facts(live, set, style)).collect();
        (
            format!("Neither this nor its opposite follows from what was told: {fact}"),
            "The opposite",
        )
    };
    reply.answer = unknown;
    let sets: Vec<String> = reply.missing.iter().take(3).map(|set| set.join(" ")).collect();
    if !sets.is_empty() {
        let sets = sets.join(" Or: ");
        reply.answer.push_str(&format!(" {so} would be so if this held: {sets}"));
    }
}
