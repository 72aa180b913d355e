//! From what people wrote to what a session takes: as it is, or with a model's help.

use super::session::lexicon;
use super::{Cost, computed};
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::Live;
use crate::mind::{Asking, Spent, Surroundings};
use crate::notation::{self, Piece};
use crate::state::Reasoner;
use crate::strategy::{Method, Strategy};
use crate::tell::{self, Item, Outcome};

/// Statements ready to be taken in.
pub(super) enum Phrased {
    /// As they were written.
    Text(String),
    /// Sentence by sentence.
    Items(Vec<Item>),
    /// As clauses a model wrote for a text.
    Clauses(String, Vec<Piece>),
}

impl Phrased {
    /// Why a model could not help, if one was to and could not.
    pub(super) fn problem(&self) -> Option<String> {
        match self {
            Self::Items(items) => items.iter().find_map(|item| item.problem.clone()),
            Self::Text(_) | Self::Clauses(..) => None,
        }
    }
}

/// What statements are read against.
#[derive(Debug, Clone, Copy)]
pub(super) enum Against<'a> {
    /// A session of a principal.
    Session(&'a str, &'a str),
    /// Nothing that was said before.
    Nothing,
}

impl Against<'_> {
    async fn surroundings(self, reasoner: &Reasoner) -> Result<(Surroundings, Knowledge), Refusal> {
        let Self::Session(principal, id) = self else {
            return Ok((Surroundings::default(), Knowledge::new()));
        };
        let live = reasoner.read(principal, id).await?;
        Ok((surroundings(&live), live.knowledge.clone_mentioned()))
    }
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

/// A failure, counted as a use of the strategy, with what was spent on it.
pub(super) fn in_vain(
    reasoner: &Reasoner,
    strategy: &str,
    refusal: Refusal,
    spent: &Spent,
) -> Refusal {
    let about_reading = refusal.is_not_understood()
        || matches!(refusal, Refusal::Ambiguous(_) | Refusal::Strict(_) | Refusal::Model(_));
    if about_reading || spent.calls > 0 {
        reasoner.used(strategy, false, spent);
    }
    if spent.calls == 0 { refusal } else { refusal.with("cost", &Cost::of(spent)) }
}

/// Puts statements the way the strategy takes them in; what that took is known even if it failed.
pub(super) async fn statements(
    reasoner: &Reasoner,
    strategy: &str,
    against: Against<'_>,
    text: String,
) -> (Result<Phrased, Refusal>, Spent) {
    let mut spent = Spent::default();
    let found = reasoner.strategies.get(strategy).filter(|it| it.method != Method::Grammar);
    let phrased = match found {
        Some(strategy) if !notation::is_prolog(&text) => {
            with_model(reasoner, strategy, against, text, &mut spent).await
        }
        Some(_) | None => Ok(Phrased::Text(text)),
    };
    (phrased, spent)
}

async fn with_model(
    reasoner: &Reasoner,
    strategy: &Strategy,
    against: Against<'_>,
    text: String,
    spent: &mut Spent,
) -> Result<Phrased, Refusal> {
    let (around, scratch) = against.surroundings(reasoner).await?;
    let limits = &reasoner.config.limits;
    let begun = Asking::begin(reasoner.mind.as_ref(), strategy, &around, limits);
    if strategy.method != Method::Rewrite {
        let mut asking = begun?;
        let pieces = asking.clauses(&text, limits).await;
        *spent = asking.spent;
        return Ok(Phrased::Clauses(text, pieces?));
    }
    let read = scratch.clone_mentioned();
    let (outcomes, _) = computed(move || Ok(tell::read_english(read, &text))).await?;
    let mut rewriting = Rewriting { asking: begun, scratch };
    let mut items = Vec::new();
    for outcome in outcomes {
        items.push(rewriting.item(outcome).await);
    }
    if let Ok(asking) = rewriting.asking {
        *spent = asking.spent;
    }
    Ok(Phrased::Items(items))
}

/// Sentences that are rewritten one after another.
struct Rewriting<'a> {
    asking: Result<Asking<'a>, Refusal>,
    scratch: Knowledge,
}

impl Rewriting<'_> {
    /// Only what the grammar has no reading for goes to a model: among several readings it would
    /// have to guess.
    async fn item(&mut self, outcome: Outcome) -> Item {
        let mut item = Item { original: outcome.text.clone(), rewritten: None, problem: None };
        if !outcome.is_rejected() {
            return item;
        }
        let problem = tell::not_understood(&outcome);
        match &mut self.asking {
            Ok(asking) if asking.failed.is_none() => {
                match asking.rewrite(&outcome.text, &problem, &self.scratch).await {
                    Ok(rewritten) => item.rewritten = rewritten,
                    Err(refusal) => asking.failed = Some(refusal.to_string()),
                }
                item.problem = asking.failed.clone();
            }
            Ok(asking) => item.problem = asking.failed.clone(),
            Err(refusal) => item.problem = Some(refusal.to_string()),
        }
        item
    }
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

    /// Whether a model writes the goal; a question in Prolog is one already.
    pub(super) fn is_put_by_a_model(&self) -> bool {
        let writes = matches!(self.strategy.method, Method::Structured | Method::Direct);
        let goal = self.original.trim_start().starts_with("?-");
        writes && !goal && !notation::is_prolog(&self.original)
    }

    /// Puts the question the way the strategy does before it is first read.
    pub(super) async fn open(&mut self) -> Result<(), Refusal> {
        if self.put("").await? {
            return Ok(());
        }
        let question = &self.original;
        Err(Refusal::NotUnderstood(format!("the model finds no question in \"{question}\"")))
    }

    /// Puts the question another way after it was not understood, or gives up.
    pub(super) async fn again(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        let may_help = match self.strategy.method {
            Method::Grammar => false,
            Method::Rewrite => refusal.is_not_understood(),
            Method::Structured | Method::Direct => {
                self.is_put_by_a_model()
                    && (refusal.is_not_understood() || matches!(refusal, Refusal::Engine(_)))
            }
        };
        if may_help && self.rounds > 0 && self.put(&refusal.to_string()).await? {
            return Ok(());
        }
        Err(refusal)
    }

    async fn put(&mut self, problem: &str) -> Result<bool, Refusal> {
        self.rounds = self.rounds.saturating_sub(1);
        let (mind, limits) = (self.reasoner.mind.as_ref(), &self.reasoner.config.limits);
        let mut asking = Asking::begin(mind, &self.strategy, &self.around, limits)?;
        let put = asking.question(&self.original, problem).await;
        self.spent.add(asking.spent);
        let Some(text) = put? else { return Ok(false) };
        // A question in other words that asks something else is not asked.
        if self.strategy.method == Method::Rewrite
            && english::fidelity::check(&self.original, &text).is_err()
        {
            return Ok(false);
        }
        self.current = text;
        Ok(true)
    }
}
