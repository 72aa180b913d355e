//! From a question to the reply people see: a verdict, words, bindings and the evidence.

mod chain;
mod engine;
mod evidence;
mod follows;
mod goal;
mod suppose;
mod tree;
mod why;
mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::ask::{self, Answer, AskError, Found, Verdict};
use crate::config::Limits;
use crate::doubt::Doubt;
use crate::english::discourse::Discourse;
use crate::english::meaning::Meaning;
use crate::english::question::{Asks, Question, Understood, question};
use crate::english::read::Reading;
use crate::english::tokens::RawSentence;
use crate::error::Refusal;
use crate::live::Live;
use crate::logic::{Literal, Term};
use crate::lower;
use crate::missing::missing;
use crate::notation;
use crate::proof::Proof;
use crate::verbalise::{Style, paraphrase};

pub(crate) use evidence::{Evidence, Node};

/// What a question came to, for people and for programs.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Reply {
    /// In words
    pub answer: String,
    /// `yes`, `no`, `unknown` or `answers`
    pub verdict: &'static str,
    /// The things asked for, one object of variables for each
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bindings: Vec<BTreeMap<String, String>>,
    /// How many, when that was asked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// Set when there are more answers than `reasoner.max_answers` lets be listed
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// The statements the answer rests on, in the words they were told
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Sets of facts of which any one would make it so, when it is unknown; the opposite of it,
    /// when it was asked why it is not so
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Vec<String>>,
    /// Statements that cannot hold together, when that was noticed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict: Vec<String>,
    /// What was supposed for this question only
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supposed: Vec<String>,
    /// What the answer may hang on besides what was said, in words
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// What an unknown answer would be if the usual were taken for granted
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presuming: Option<Presuming>,
    /// What the goal wrote
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// Which way it was decided
    #[serde(rename = "decidedBy")]
    pub decided_by: &'static str,
    /// The same question in Prolog
    #[serde(skip)]
    pub query: String,
    /// Proof trees
    #[serde(skip)]
    pub proof: Vec<Node>,
    /// The proof in words
    #[serde(skip)]
    pub explanation: Option<String>,
    /// Whether the explanation is what was asked for
    #[serde(skip)]
    pub explains: bool,
    /// What the engine spent
    #[serde(skip)]
    pub spent: Option<Value>,
}

/// An answer that would rest on more than was said.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Presuming {
    /// `yes` or `no`
    pub verdict: &'static str,
    /// What is taken for granted, in words
    pub taken: Vec<String>,
}

/// How to put it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wish {
    /// Conversational or formal.
    pub style: Style,
    /// Whether the proof is wanted.
    pub trace: bool,
}

/// Answers a question in English or Prolog.
pub(crate) fn reply(
    live: &Live,
    text: &str,
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    let goal = text.trim().strip_prefix("?-").map(str::trim);
    if let Some(goal) = goal.or_else(|| notation::is_prolog(text).then_some(text.trim())) {
        return engine::answer(live, goal.trim_end_matches('.'), wish, limits);
    }
    if let Some(supposed) = suppose::supposed(live, text, limits)? {
        return supposed.reply(live, text, wish, limits);
    }
    decided(live, &understand(live, text)?, text, wish, limits)
}

/// Answers a question that is understood.
fn decided(
    live: &Live,
    question: &Question,
    text: &str,
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    if question.asks == Asks::Why {
        let wish = Wish { trace: true, ..wish };
        let reply = whether(live, question, text, wish, limits)?;
        return Ok(why::because(live, question, reply, wish.style));
    }
    whether(live, question, text, wish, limits)
}

fn whether(
    live: &Live,
    question: &Question,
    text: &str,
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    if live.overflows() {
        return engine::alone(live, question, wish, limits);
    }
    let decided =
        ask::decide_prepared(&live.knowledge, live.prepared.as_ref(), question, limits.options());
    let answer = decided.map_err(|error| refused(error, text))?;
    if (answer.verdict == Verdict::Unknown || answer.count == Some(0))
        && answer.conflict.is_empty()
        && live.goes_beyond_logic()
        && let Some(reply) = engine::ask(live, question, wish, limits)?
    {
        return Ok(reply);
    }
    Ok(compose(live, question, &answer, wish, limits))
}

/// How a question is understood.
#[derive(Debug)]
pub(crate) struct Explained {
    /// In words.
    pub text: String,
    /// As a Prolog goal.
    pub goal: String,
}

/// Says how a question is understood and what could answer it, without asking it.
pub(crate) fn explained(live: &Live, text: &str, limits: &Limits) -> Result<Explained, Refusal> {
    let bare = text.trim().trim_start_matches("?-").trim().trim_end_matches('.');
    if text.trim_start().starts_with("?-") || notation::is_prolog(text) {
        let goal = bare.to_owned();
        let text = format!("It is asked whether the goal `{goal}` can be proved.");
        return Ok(Explained { text, goal });
    }
    match suppose::supposed(live, text, limits)? {
        Some(supposed) => Ok(supposed.explained()),
        None => Ok(Explained::of(live, &understand(live, text)?)),
    }
}

impl Explained {
    fn of(live: &Live, question: &Question) -> Self {
        let goal = goal_of(question);
        Self { text: words::interpretation(live, question, &goal), goal }
    }
}

/// What a question asks, or why it is not understood.
pub(crate) fn understand(live: &Live, text: &str) -> Result<Question, Refusal> {
    match ask::understand(&live.knowledge, text) {
        Some(Understood::Question(question)) => Ok(*question),
        Some(Understood::Not(reading)) => Err(not_one(&reading, text)),
        None => Err(Refusal::Empty("naturalLanguageQuestion")),
    }
}

fn understood(
    sentence: &RawSentence,
    discourse: &Discourse,
    text: &str,
) -> Result<Question, Refusal> {
    match question(sentence, discourse) {
        Understood::Question(question) => Ok(*question),
        Understood::Not(reading) => Err(not_one(&reading, text)),
    }
}

fn refused(error: AskError, text: &str) -> Refusal {
    match error {
        AskError::NotUnderstood(reading) => not_one(&reading, text),
        AskError::Empty => Refusal::Empty("naturalLanguageQuestion"),
        AskError::OverBudget(over) => over.into(),
    }
}

fn not_one(reading: &Reading, text: &str) -> Refusal {
    match reading {
        Reading::Rejected(why) => {
            let near = match why.offers.first() {
                Some(sentence) => format!("near it, this is: \"{sentence}\""),
                None => format!("a pattern that is: {}", why.pattern),
            };
            let message = format!("\"{text}\" is not understood: {}; {near}", why.reason);
            let refusal = Refusal::NotUnderstood(message);
            if why.offers.is_empty() { refusal } else { refusal.with("suggestions", &why.offers) }
        }
        Reading::Ambiguous(meanings) => {
            let said = |meaning: &Meaning| {
                paraphrase(&lower::clauses(&meaning.formula, "x"), Style::Formal)
            };
            let readings = meanings.iter().map(said).collect::<Vec<_>>().join(" / ");
            Refusal::Ambiguous(format!("\"{text}\" can be read in several ways: {readings}"))
        }
        Reading::Parsed(_) => Refusal::NotUnderstood(format!("\"{text}\" is not a question")),
    }
}

fn compose(
    live: &Live,
    question: &Question,
    answer: &Answer,
    wish: Wish,
    limits: &Limits,
) -> Reply {
    let literal = Literal::of(&question.meaning.formula);
    let open = answer.verdict == Verdict::Unknown && answer.conflict.is_empty();
    let literal = literal.filter(|_| open);
    let missing = literal.map(|literal| lacking(live, &literal)).unwrap_or_default();
    let missing: Vec<Vec<String>> =
        missing.iter().map(|set| words::facts(live, set, wish.style)).collect();
    let listed = listed(answer, limits.answers);
    let truncated = listed.is_some();
    let heard = heard(live, listed.as_ref().unwrap_or(answer));
    let answer = heard.as_ref().or(listed.as_ref()).unwrap_or(answer);
    let bindings = answer.bindings.iter();
    let bindings: Vec<_> =
        bindings.map(|term| BTreeMap::from([(variable(question), term.to_string())])).collect();
    let mut text = words::sentence(live, question, answer, &missing, wish.style);
    if truncated {
        text.push_str(&words::cut(limits.answers));
    }
    let conflict = answer.conflict.iter().map(|number| words::quoted(live, *number)).collect();
    Reply {
        answer: text,
        verdict: verdict(answer.verdict),
        bindings,
        count: answer.count,
        truncated,
        evidence: answer.sentences.iter().map(|number| Evidence::of(live, *number)).collect(),
        missing,
        conflict,
        supposed: Vec::new(),
        doubts: answer.doubts.iter().map(words::doubt).collect(),
        presuming: answer.presuming.as_ref().map(|presuming| Presuming {
            verdict: verdict(presuming.verdict),
            taken: presuming.taken.iter().map(words::granted).collect(),
        }),
        output: String::new(),
        decided_by: found(answer.found),
        query: goal_of(question),
        proof: if wish.trace { evidence::trees(live, answer) } else { Vec::new() },
        explanation: wish.trace.then(|| words::explanation(live, answer)),
        explains: false,
        spent: None,
    }
}

/// The answer with no more things than may be listed, if it has more: the proofs and statements of
/// the others go with them.
fn listed(answer: &Answer, most: usize) -> Option<Answer> {
    if answer.bindings.len() <= most {
        return None;
    }
    let mut listed = answer.clone();
    listed.bindings.truncate(most);
    // Each thing has as many proofs as the question has parts.
    let (proofs, things) = (listed.proofs.len(), answer.bindings.len());
    if proofs > 0 && proofs.is_multiple_of(things) {
        listed.proofs.truncate(proofs / things * most);
        listed.sentences = listed.proofs.iter().flat_map(Proof::sentences).collect();
        listed.sentences.sort_unstable();
        listed.sentences.dedup();
    }
    Some(listed)
}

/// The answer without doubts about words that only clauses beyond logic have, if it has such.
fn heard(live: &Live, answer: &Answer) -> Option<Answer> {
    let told = |doubt: &Doubt| matches!(doubt, Doubt::Unmentioned(word) if live.mentions(word));
    if !live.goes_beyond_logic() || !answer.doubts.iter().any(told) {
        return None;
    }
    let mut plain = answer.clone();
    plain.doubts.retain(|doubt| !told(doubt));
    Some(plain)
}

/// What would have to hold for something to be so.
fn lacking(live: &Live, literal: &Literal) -> Vec<Vec<Literal>> {
    match live.prepared.as_ref() {
        Some(prepared) if literal.atom.arguments.iter().all(Term::is_ground) => {
            missing(prepared.closure(), literal)
        }
        _ => Vec::new(),
    }
}

fn variable(question: &Question) -> String {
    Term::Variable(question.meaning.asked.unwrap_or(0)).to_string()
}

/// The question as a Prolog goal, or as a formula where no goal says it.
pub(crate) fn goal_of(question: &Question) -> String {
    match Literal::all_of(&question.meaning.formula) {
        Some(literals) => literals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        None => question.meaning.formula.to_string(),
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Yes => "yes",
        Verdict::No => "no",
        Verdict::Unknown => "unknown",
        Verdict::Answers => "answers",
    }
}

fn found(found: Found) -> &'static str {
    match found {
        Found::Program => "rules",
        Found::Map => "map",
        Found::Story => "story",
        Found::Classical => "classical",
        Found::Analogy => "analogy",
        Found::Nowhere => "nothing",
    }
}
