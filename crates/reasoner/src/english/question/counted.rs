//! `which N`, `how many N`, `what colour`: questions that name the kind of what they ask for.

use super::super::discourse::Discourse;
use super::super::meaning::{Meaning, Refusal};
use super::super::morphology::{noun_forms, unknown_noun};
use super::super::read::{Reading, refused, statement};
use super::super::tokens::{RawSentence, Token};
use super::{
    Asks, GAP, Question, Understood, WHICH, gapped, is_auxiliary, is_be, marker, term_of, without,
    wrap,
};
use crate::logic::{Formula, Term};

/// `how many apples does Ann have`; what several have together is not counted.
pub(super) fn how_many(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    match counted(&without_there(sentence), 2, Asks::Count, discourse) {
        Understood::Question(question) if !is_countable(&question.meaning) => {
            let why = Refusal::Unsure("whether each of them or all together are counted");
            Understood::Not(Reading::Rejected(refused(sentence, &why)))
        }
        other @ Understood::Question(_) | other @ Understood::Not(_) => other,
    }
}

/// `how many apples are there on the table`: `there` says nothing.
fn without_there(sentence: &RawSentence) -> RawSentence {
    let mut plain = sentence.clone();
    let at =
        plain.tokens.windows(2).position(|pair| is_be(&pair[0].lower) && pair[1].lower == "there");
    if let Some(at) = at {
        plain.tokens.remove(at + 1);
    }
    plain
}

/// `how many birds are there`
pub(super) fn how_many_exist(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let mut asked = without(sentence, 1);
    let end = asked.tokens.len().saturating_sub(2);
    asked.tokens[0] = marker(&sentence.tokens[0], WHICH);
    asked.tokens.truncate(end);
    asked.tokens.push(marker(&sentence.tokens[0], "exist"));
    match wrap(Asks::Count, statement(&asked, discourse)) {
        Understood::Question(mut question) => {
            let exists =
                |part: &Formula| matches!(part, Formula::Atom(a) if a.predicate == "exists");
            if let Formula::And(parts) = &question.meaning.formula {
                let kept = parts.iter().filter(|part| !exists(part)).cloned().collect();
                question.meaning.formula = Formula::and(kept);
            }
            Understood::Question(question)
        }
        not @ Understood::Not(_) => not,
    }
}

/// Whether what is asked for can be counted: not what each of several has, nor what is left over.
fn is_countable(meaning: &Meaning) -> bool {
    let Some(asked) = meaning.asked.map(Term::Variable) else { return false };
    let parts: &[Formula] = if let Formula::And(parts) = &meaning.formula { parts } else { &[] };
    if parts.iter().any(|part| matches!(part, Formula::All(..))) {
        return false;
    }
    let atoms = meaning.formula.atoms();
    let of_it: Vec<&str> = atoms
        .iter()
        .filter(|atom| atom.arguments.len() > 1 && atom.arguments.contains(&asked))
        .map(|atom| atom.predicate.as_str())
        .collect();
    of_it.iter().enumerate().all(|(index, name)| !of_it[..index].contains(name))
        && !of_it.contains(&"leaves")
}

/// `which N VP`, `how many N does Bob own`, `what colour is Bob`
pub(super) fn counted(
    sentence: &RawSentence,
    from: usize,
    asks: Asks,
    discourse: &Discourse,
) -> Understood {
    let auxiliary =
        sentence.tokens.iter().skip(from).position(|t| is_auxiliary(Some(&t.lower.as_str())));
    let auxiliary = auxiliary.map(|p| p + from).filter(|p| *p > from);
    if let (Some(at), Asks::Which) = (auxiliary, &asks)
        && let Some(found) = property(sentence, from, at, discourse)
    {
        return found;
    }
    let mut as_subject = without(sentence, from - 1);
    as_subject.tokens[0] = marker(&sentence.tokens[0], WHICH);
    let reading = statement(&as_subject, discourse);
    if let Reading::Parsed(meaning) = reading {
        return Understood::Question(Box::new(Question { asks, meaning: *meaning }));
    }
    let Some(at) = auxiliary else { return Understood::Not(reading) };
    // `which big city does Ann live in`
    if asks == Asks::Which && at > from + 1 {
        let kind = sentence.tokens[from..at].iter().map(|token| token.text.as_str());
        let filler: Vec<&str> = [WHICH].into_iter().chain(kind).collect();
        return gapped(&without(sentence, at), &filler, &asks, None, discourse);
    }
    let noun = noun_lemma(&sentence.tokens[from..at]);
    gapped(&without(sentence, at), &[GAP], &asks, Some(&noun), discourse)
}

/// `what colour is Bob`
fn property(
    sentence: &RawSentence,
    from: usize,
    at: usize,
    discourse: &Discourse,
) -> Option<Understood> {
    let kind = noun_lemma(&sentence.tokens[from..at]);
    let be = is_be(&sentence.tokens[at].lower);
    if !be || !["color", "colour"].contains(&kind.as_str()) {
        return None;
    }
    let (thing, meaning) = term_of(&sentence.tokens[at + 1..], discourse)?;
    Some(Understood::Question(Box::new(Question { asks: Asks::Property { thing, kind }, meaning })))
}

fn noun_lemma(tokens: &[Token]) -> String {
    let mut words: Vec<String> = tokens.iter().map(|t| t.lower.clone()).collect();
    if let Some(last) = words.last_mut() {
        let forms = noun_forms(last);
        *last = forms
            .iter()
            .find(|(_, plural)| *plural)
            .map_or_else(|| unknown_noun(last).0, |(lemma, _)| lemma.clone());
    }
    words.join("_")
}
