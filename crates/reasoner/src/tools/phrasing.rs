//! From what people wrote to what a session takes: as it is, or with a model's help.

use std::sync::Arc;

use kernel::Call;

use super::computed;
use super::session::lexicon;
use crate::error::Refusal;
use crate::live::Live;
use crate::mind::{Asking, Spent, Surroundings};
use crate::notation::{self, Piece};
use crate::state::Reasoner;
use crate::strategy::{Method, Strategy};
use crate::tell;

/// Statements ready to be taken in.
pub(super) enum Phrased {
    /// As they were written.
    Text(String),
    /// Sentence by sentence: as it was written, and what stands for it.
    Items(Vec<(String, String)>),
    /// As clauses.
    Clauses(Vec<Piece>),
}

fn surroundings(live: &Live) -> Surroundings {
    let mut facts = live.facts();
    if facts.len() > 8000 {
        facts.truncate(facts.char_indices().take_while(|(at, _)| *at < 8000).count());
    }
    let rules = live.ontologies.items.iter().flat_map(|(_, pieces)| pieces);
    let ontology = rules.map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("\n");
    Surroundings { lexicon: lexicon(live), facts, ontology }
}

/// Puts statements the way the strategy takes them in.
pub(super) async fn statements(
    reasoner: &Arc<Reasoner>,
    call: &Call,
    session: &str,
    strategy: &str,
    text: String,
) -> Result<(Phrased, Spent), Refusal> {
    let strategy = reasoner.strategies.get(strategy).cloned();
    let Some(strategy) = strategy.filter(|it| it.method != Method::Grammar) else {
        return Ok((Phrased::Text(text), Spent::default()));
    };
    if notation::is_prolog(&text) {
        return Ok((Phrased::Text(text), Spent::default()));
    }
    let live = reasoner.read(&call.principal.id, session).await?;
    let (around, scratch) = (surroundings(&live), live.knowledge.clone_mentioned());
    drop(live);
    let mut asking = Asking::begin(reasoner.mind.as_ref(), &strategy, &around)?;
    if strategy.method != Method::Rewrite {
        let pieces = asking.clauses(&text, &reasoner.config.limits).await?;
        return Ok((Phrased::Clauses(pieces), asking.spent));
    }
    let read = scratch.clone_mentioned();
    let (outcomes, _) = computed(move || Ok(tell::read_english(read, &text))).await?;
    let mut items = Vec::new();
    for outcome in outcomes {
        let rewritten = if outcome.status == "parsed" {
            None
        } else {
            let problem = tell::not_understood(&outcome);
            asking.rewrite(&outcome.text, &problem, &scratch).await?
        };
        items.push((outcome.text.clone(), rewritten.unwrap_or(outcome.text)));
    }
    Ok((Phrased::Items(items), asking.spent))
}

/// A question and the ways to put it that were tried.
pub(super) struct Questions<'r> {
    reasoner: &'r Reasoner,
    strategy: Strategy,
    original: String,
    current: String,
    around: Surroundings,
    rounds: u32,
    pub(super) spent: Spent,
}

impl<'r> Questions<'r> {
    /// The question as it was asked.
    pub(super) fn new(
        reasoner: &'r Reasoner,
        strategy: &str,
        text: String,
    ) -> Result<Self, Refusal> {
        let found = reasoner.strategies.get(strategy).cloned();
        let strategy = found.ok_or_else(|| Refusal::NoStrategy(strategy.to_owned()))?;
        Ok(Self {
            reasoner,
            rounds: strategy.rounds,
            strategy,
            original: text.clone(),
            current: text,
            around: Surroundings::default(),
            spent: Spent::default(),
        })
    }

    pub(super) fn text(&self) -> String {
        self.current.clone()
    }

    /// Keeps what a model would have to know.
    pub(super) fn surround(&mut self, live: &Live) {
        if self.strategy.method != Method::Grammar {
            self.around = surroundings(live);
        }
    }

    /// Puts the question another way after it was not understood, or gives up.
    pub(super) async fn again(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        let not_understood = matches!(refusal, Refusal::NotUnderstood(_) | Refusal::Engine(_));
        if self.strategy.method == Method::Grammar || !not_understood || self.rounds == 0 {
            return Err(refusal);
        }
        let first = self.rounds == self.strategy.rounds;
        self.rounds -= 1;
        // What the grammar said is no fault of a model that has not been asked yet.
        let told = self.strategy.method == Method::Rewrite || !first;
        let problem = if told { refusal.to_string() } else { String::new() };
        let mut asking = Asking::begin(self.reasoner.mind.as_ref(), &self.strategy, &self.around)?;
        let put = asking.question(&self.original, &problem).await?;
        let spent = asking.spent;
        self.spent.usage.prompt_tokens += spent.usage.prompt_tokens;
        self.spent.usage.completion_tokens += spent.usage.completion_tokens;
        self.spent.calls += spent.calls;
        self.spent.cost_usd += spent.cost_usd;
        self.spent.model = spent.model;
        match put {
            Some(text) => {
                self.current = text;
                Ok(())
            }
            None => Err(refusal),
        }
    }
}
