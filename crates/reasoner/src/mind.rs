//! Strategies that ask a model: what is sent, how an answer is checked, what it cost.
//! Nothing a model says reaches a session unless the grammar or the engine accepts it.

mod structured;

use std::collections::BTreeMap;
use std::time::Duration;

use models::{Price, Request, SharedModel, Usage};

use crate::config::Limits;
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::trial;
use crate::notation::{self, Piece};
use crate::prompts::prompts;
use crate::strategy::{Method, Strategy};
use crate::tell;

/// The longest answer wanted, in tokens.
const MOST_TOKENS: u32 = 1024;

/// A model and what it costs.
#[derive(Clone)]
pub struct Mind {
    /// The model.
    pub model: SharedModel,
    /// What a million tokens cost.
    pub price: Price,
}

/// What asking took.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Spent {
    pub usage: Usage,
    pub calls: u32,
    pub cost_usd: f64,
    pub model: Option<String>,
    pub time: Duration,
}

impl Spent {
    /// Counts in what something else took.
    pub(crate) fn add(&mut self, more: Self) {
        self.usage.prompt_tokens += more.usage.prompt_tokens;
        self.usage.completion_tokens += more.usage.completion_tokens;
        self.calls += more.calls;
        self.cost_usd += more.cost_usd;
        self.model = more.model.or(self.model.take());
        self.time += more.time;
    }
}

/// What surrounds a text that a model is shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surroundings {
    pub lexicon: String,
    pub facts: String,
    pub ontology: String,
}

/// A conversation with a model about one text.
pub(crate) struct Asking<'a> {
    mind: &'a Mind,
    strategy: &'a Strategy,
    surroundings: &'a Surroundings,
    /// The longest answer that is taken, in bytes.
    most: usize,
    /// Why it is not asked any more.
    pub(crate) failed: Option<String>,
    pub(crate) spent: Spent,
}

impl<'a> Asking<'a> {
    /// Begins, if the strategy has the model it needs.
    pub(crate) fn begin(
        mind: Option<&'a Mind>,
        strategy: &'a Strategy,
        surroundings: &'a Surroundings,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let mind = mind.ok_or_else(|| {
            Refusal::Model(format!(
                "the strategy `{}` needs a model; set `reasoner.model_provider`, or use `CNL-1`",
                strategy.id
            ))
        })?;
        Ok(Self {
            mind,
            strategy,
            surroundings,
            most: limits.text_bytes,
            failed: None,
            spent: Spent::default(),
        })
    }

    async fn ask(&mut self, prompt: &str, text: &str, problem: &str) -> Result<String, Refusal> {
        let template = prompts().get(prompt).ok_or_else(|| Refusal::Coded {
            kind: kernel::ErrorKind::Internal,
            code: "PROMPT_TEMPLATE_NOT_FOUND",
            message: format!("there is no prompt `{prompt}`"),
        })?;
        let values: BTreeMap<String, String> = [
            ("naturalLanguageText", text),
            ("naturalLanguageQuestion", text),
            ("problem", problem),
            ("lexiconSummary", &self.surroundings.lexicon),
            ("existingFacts", &self.surroundings.facts),
            ("ontologyRules", &self.surroundings.ontology),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        let mut user =
            template.fill(&values).map_err(|unfilled| Refusal::Defect(unfilled.to_string()))?;
        if !problem.is_empty() && !template.user.contains("{{problem}}") {
            user.push_str(&format!("\n\nYour last answer could not be used: {problem}"));
        }
        let system = template.system.clone();
        let request = Request { system, user, max_tokens: MOST_TOKENS };
        let answered = self.mind.model.complete(request).await;
        self.spent.calls += 1;
        let completion = answered.map_err(|error| Refusal::Model(error.to_string()))?;
        self.spent.usage.prompt_tokens += completion.usage.prompt_tokens;
        self.spent.usage.completion_tokens += completion.usage.completion_tokens;
        self.spent.cost_usd = self.mind.price.of(self.spent.usage);
        self.spent.model = Some(completion.model);
        tell::refuse_over("bytes of the model's answer", completion.text.len(), self.most)?;
        Ok(bare(&completion.text))
    }

    /// A sentence in controlled English that the grammar reads and that says what the original says;
    /// nothing if the model has none. One that says something else goes back once.
    pub(crate) async fn rewrite(
        &mut self,
        text: &str,
        problem: &str,
        scratch: &Knowledge,
    ) -> Result<Option<String>, Refusal> {
        let prompt = self.strategy.assert_prompt.clone().unwrap_or_default();
        let mut problem = problem.to_owned();
        let mut unfaithful = false;
        for _ in 0..self.strategy.rounds {
            let answer = self.ask(&prompt, text, &problem).await?;
            if answer == "NOTHING" {
                return Ok(None);
            }
            let (outcomes, _) = tell::read_english(scratch.clone_mentioned(), &answer);
            match outcomes.iter().find(|outcome| outcome.status != "parsed") {
                None if !outcomes.is_empty() => match english::fidelity::check(text, &answer) {
                    Ok(()) => return Ok(Some(answer)),
                    Err(_) if unfaithful => return Ok(None),
                    Err(why) => {
                        unfaithful = true;
                        problem = format!("the answer does not say the same: {why}");
                    }
                },
                None => problem = "the answer holds no sentence".to_owned(),
                Some(outcome) => problem = tell::not_understood(outcome),
            }
        }
        Ok(None)
    }

    /// Clauses that the engine takes.
    pub(crate) async fn clauses(
        &mut self,
        text: &str,
        limits: &Limits,
    ) -> Result<Vec<Piece>, Refusal> {
        let prompt = self.strategy.assert_prompt.clone().unwrap_or_default();
        let mut problem = String::new();
        let mut last = Refusal::Model("the model gave nothing".to_owned());
        for _ in 0..self.strategy.rounds {
            let answer = self.ask(&prompt, text, &problem).await?;
            match self.read_clauses(&answer, limits) {
                Ok(pieces) => return Ok(pieces),
                Err(refusal) => {
                    problem = refusal.to_string();
                    last = refusal;
                }
            }
        }
        Err(last)
    }

    fn read_clauses(&self, answer: &str, limits: &Limits) -> Result<Vec<Piece>, Refusal> {
        let text = match self.strategy.method {
            Method::Structured => structured::clauses(answer)?,
            Method::Direct | Method::Grammar | Method::Rewrite => answer.to_owned(),
        };
        let generated = |error: notation::NotProlog| Refusal::Coded {
            kind: kernel::ErrorKind::InvalidInput,
            code: "INVALID_GENERATED_PROLOG",
            message: format!("the model's clauses cannot be read: {error}"),
        };
        let pieces = notation::read(&text).map_err(generated)?;
        trial(&pieces, limits)?;
        Ok(pieces)
    }

    /// A question that a session can be asked: controlled English, or a goal.
    pub(crate) async fn question(
        &mut self,
        text: &str,
        problem: &str,
    ) -> Result<Option<String>, Refusal> {
        let prompt = self.strategy.query_prompt.clone().unwrap_or_default();
        let answer = self.ask(&prompt, text, problem).await?;
        if answer == "NOTHING" {
            return Ok(None);
        }
        Ok(Some(match self.strategy.method {
            Method::Structured | Method::Direct => {
                format!("?- {}", answer.trim_start_matches("?-").trim().trim_end_matches('.'))
            }
            Method::Grammar | Method::Rewrite => answer,
        }))
    }
}

/// The answer without the fence models like to put around it.
fn bare(answer: &str) -> String {
    let text = answer.trim();
    let Some(inner) = text.strip_prefix("```") else { return text.to_owned() };
    let inner = inner.split_once('\n').map_or(inner, |(_, rest)| rest);
    inner.trim_end_matches("```").trim().to_owned()
}
