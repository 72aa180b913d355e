//! Answers that a model drafts: each sentence passes the gates or is not said.
//!
//! The model is asked at most twice. Where it lies, fails or is silent, the quotations that were
//! found without it answer.

use std::sync::Arc;

use models::{Model, ModelError};

use crate::profile::Profile;
use crate::words::squeezed;

use super::cited::{self, Citable};
use super::draft::{self, Drafted};
use super::gates::{self, Fault};
use super::judge::Judge;
use super::{Answer, Quote, Study, compose, tone};

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

/// A model that drafts answers, and the network that judges them beside the gates.
#[derive(Clone)]
pub struct Writer<'a> {
    model: &'a dyn Model,
    judge: Option<Arc<Judge>>,
}

impl<'a> Writer<'a> {
    /// A model whose drafts only the gates judge.
    pub fn new(model: &'a dyn Model) -> Self {
        Self { model, judge: None }
    }

    /// The same, where a configured network judges too.
    #[must_use]
    pub fn judged_by(mut self, judge: Option<Arc<Judge>>) -> Self {
        self.judge = judge;
        self
    }

    /// Lets the model put an answer into words; a refusal stays one.
    pub async fn write(&self, profile: &Profile, question: &str, study: Study) -> Answer {
        let Study { mut answer, offered } = study;
        if answer.refusal.is_some() || offered.is_empty() {
            return answer;
        }
        let pen = Pen { writer: self, profile, question, offered: &offered };
        let mut draft = Draft::default();
        let (mut said, failed) = pen.round(&[], &mut draft).await;
        if !failed.is_empty() {
            draft.repaired = true;
            let (repaired, still) = pen.round(&failed, &mut draft).await;
            said.extend(repaired);
            // A second round that did not happen leaves what failed in the first.
            let left = if draft.problem.is_some() && still.is_empty() { failed } else { still };
            draft.dropped = left.into_iter().map(|(_, fault)| fault).collect();
        }
        let said = each_once(said);
        draft.kept = said.len();
        if !said.is_empty() {
            answer.text = compose::written(profile, tone(&answer.signals), &said);
            answer.quotes = sources(said);
        }
        answer.draft = Some(draft);
        answer
    }
}

/// Who drafts, and from what.
struct Pen<'a> {
    writer: &'a Writer<'a>,
    profile: &'a Profile,
    question: &'a str,
    offered: &'a [Quote],
}

impl Pen<'_> {
    /// Asks once and sends what comes through the gates.
    async fn round(&self, failed: &[Failed], draft: &mut Draft) -> (Vec<Said>, Vec<Failed>) {
        let judged = match self.draft(failed).await {
            Ok((name, drafted)) => {
                draft.model = name;
                let (passed, failed) = sort(drafted, self.offered, draft);
                self.judged(passed, failed).await
            }
            Err(error) => Err(error.to_string()),
        };
        judged.unwrap_or_else(|problem| {
            draft.problem = Some(problem);
            (Vec::new(), Vec::new())
        })
    }

    /// Takes away what does not follow by the configured network, if there is one.
    async fn judged(
        &self,
        passed: Vec<Passed>,
        mut failed: Vec<Failed>,
    ) -> Result<(Vec<Said>, Vec<Failed>), String> {
        let Some(judge) = self.writer.judge.clone().filter(|_| !passed.is_empty()) else {
            return Ok((passed.into_iter().map(|(_, said)| said).collect(), failed));
        };
        let pairs: Vec<_> =
            passed.iter().map(|(_, (say, quote))| (quote.text.clone(), say.clone())).collect();
        let follow = tokio::task::spawn_blocking(move || judge.follow(&pairs)).await;
        let follow = follow.map_err(|error| error.to_string())?.map_err(|it| it.to_string())?;
        let mut kept = Vec::new();
        for ((drafted, said), follows) in passed.into_iter().zip(follow) {
            if follows {
                kept.push(said);
            } else {
                failed.push((drafted, Fault::DoesNotFollow));
            }
        }
        Ok((kept, failed))
    }

    /// The model's name and what it drafted: an answer, or what failed written again.
    async fn draft(&self, failed: &[Failed]) -> Result<(String, Vec<Drafted>), ModelError> {
        let model = self.writer.model;
        if model.cites() {
            let citable = Citable::new(self.offered);
            let asked = cited::request(self.profile, self.question, failed);
            let answer = model.cite(asked, citable.sources()).await?;
            return Ok((answer.model, citable.read(&answer.parts)));
        }
        let sentences: Vec<String> = self.offered.iter().map(|quote| quote.text.clone()).collect();
        let asked = if failed.is_empty() {
            draft::request(self.profile, self.question, &sentences)
        } else {
            draft::repair(self.profile, self.question, &sentences, failed)
        };
        let completion = model.complete(asked).await?;
        Ok((completion.model, draft::read(&completion.text)))
    }
}

/// A sentence that passed, and the sentence of the corpus it rests on.
pub(super) type Said = (String, Quote);
/// A draft that passed the gates, and what is said of it.
type Passed = (Drafted, Said);
/// A draft that did not pass, and why.
type Failed = (Drafted, Fault);

/// Sends drafted sentences through the gates.
fn sort(drafted: Vec<Drafted>, offered: &[Quote], draft: &mut Draft) -> (Vec<Passed>, Vec<Failed>) {
    let (mut passed, mut failed) = (Vec::new(), Vec::new());
    for drafted in drafted {
        draft.drafted += 1;
        let say = gates::without_lead(&drafted.say);
        match supported(&say, &drafted.from, offered) {
            Ok(quote) => passed.push((drafted, (say, quote))),
            Err(fault) => failed.push((drafted, fault)),
        }
    }
    (passed, failed)
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
