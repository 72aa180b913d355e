//! Answers that a model drafts: each sentence passes the gates or is not said.
//!
//! The model is asked at most twice. Where it lies, fails or is silent, the quotations that were
//! found without it answer.

use models::Model;

use crate::profile::Profile;
use crate::words::squeezed;

use super::draft::{self, Drafted};
use super::gates::{self, Fault};
use super::{Answer, Quote, Study, compose};

/// How a model took part in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// The model.
    pub model: String,
    /// How many sentences it drafted, both times together.
    pub drafted: usize,
    /// How many of them are said.
    pub kept: usize,
    /// Why the others are not.
    pub dropped: Vec<Fault>,
    /// Whether it was asked a second time.
    pub repaired: bool,
    /// Why it gave no draft, if it gave none.
    pub problem: Option<String>,
}

/// Lets a model put an answer into words; a refusal stays one.
pub async fn write(model: &dyn Model, profile: &Profile, question: &str, study: Study) -> Answer {
    let Study { mut answer, offered } = study;
    if answer.refusal.is_some() || offered.is_empty() {
        return answer;
    }
    let sentences: Vec<String> = offered.iter().map(|quote| quote.text.clone()).collect();
    let mut draft = Draft::default();
    let asked = draft::request(profile, question, &sentences);
    let (mut said, failed) = match model.complete(asked).await {
        Ok(completion) => {
            draft.model = completion.model;
            sort(draft::read(&completion.text), &offered, &mut draft)
        }
        Err(error) => {
            draft.problem = Some(error.to_string());
            (Vec::new(), Vec::new())
        }
    };
    if !failed.is_empty() {
        draft.repaired = true;
        let asked = draft::repair(profile, question, &sentences, &failed);
        match model.complete(asked).await {
            Ok(completion) => {
                let again = draft::read(&completion.text);
                let (repaired, still) = sort(again, &offered, &mut draft);
                said.extend(repaired);
                draft.dropped = still.into_iter().map(|(_, fault)| fault).collect();
            }
            Err(error) => {
                draft.problem = Some(error.to_string());
                draft.dropped = failed.into_iter().map(|(_, fault)| fault).collect();
            }
        }
    }
    let said = each_once(said);
    draft.kept = said.len();
    if !said.is_empty() {
        answer.text = compose::written(&said);
        answer.quotes = sources(said);
    }
    answer.draft = Some(draft);
    answer
}

/// A sentence that passed, and the sentence of the corpus it rests on.
pub(super) type Said = (String, Quote);

/// Sends drafted sentences through the gates.
fn sort(
    drafted: Vec<Drafted>,
    offered: &[Quote],
    draft: &mut Draft,
) -> (Vec<Said>, Vec<(Drafted, Fault)>) {
    let (mut said, mut failed) = (Vec::new(), Vec::new());
    for drafted in drafted {
        draft.drafted += 1;
        let say = gates::without_lead(&drafted.say);
        match supported(&say, &drafted.from, offered) {
            Ok(quote) => said.push((say, quote)),
            Err(fault) => failed.push((drafted, fault)),
        }
    }
    (said, failed)
}

/// The first of the named sentences that holds all of what is said.
fn supported(say: &str, from: &[usize], offered: &[Quote]) -> Result<Quote, Fault> {
    let named = from.iter().filter_map(|number| offered.get(number.checked_sub(1)?));
    let mut fault = Fault::NoSource;
    for quote in named {
        match gates::check(say, &quote.text) {
            Ok(()) => return Ok(quote.clone()),
            Err(found) => fault = found,
        }
    }
    Err(fault)
}

fn each_once(said: Vec<Said>) -> Vec<Said> {
    let mut once: Vec<Said> = Vec::new();
    for (say, quote) in said {
        if once.iter().all(|(other, _)| squeezed(other) != squeezed(&say)) {
            once.push((say, quote));
        }
    }
    once
}

fn sources(said: Vec<Said>) -> Vec<Quote> {
    let mut quotes: Vec<Quote> = Vec::new();
    for (_, quote) in said {
        if !quotes.contains(&quote) {
            quotes.push(quote);
        }
    }
    quotes
}
