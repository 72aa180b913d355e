//! Telling a session something: what each sentence became, and what it contradicts.

use schemars::JsonSchema;
use serde::Serialize;

use crate::config::{Limits, OnContradiction};
use crate::english::meaning::Meaning;
use crate::english::read::{Reading, statement};
use crate::english::tokens::sentences;
use crate::ensemble::{self, Strictness};
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::{Contradiction, Live, News, Ran, Teller, Undo, contradiction_to_supersede};
use crate::lower;
use crate::notation::{self, Piece};
use crate::proof::Proof;
use crate::state::Plan;
use crate::verbalise::{Phrasebook, Style, explain_by, paraphrase};

/// What became of one sentence or clause.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    /// As it was told
    pub text: String,
    /// `parsed`, `ambiguous`, `rejected`, or `contradicting` where it was left out for that
    pub status: &'static str,
    /// What a model was given and rewrote into this text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten_from: Option<String>,
    /// Why a model could not rewrite it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_error: Option<String>,
    /// What was understood, said back
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paraphrase: Option<String>,
    /// The clauses it makes
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The meanings an ambiguous sentence could have
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The first word of a rejected sentence that was not understood
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// Why it was rejected
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The nearest pattern that would be understood
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// Sentences near a rejected one that are understood; each was tried
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Its number in the session, to retract it by
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<u64>,
}

/// Two things that cannot both be so.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Clash {
    /// In one sentence
    pub message: String,
    /// What is concluded now and what it denies
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<String>,
    /// The statements in conflict, as they were told
    pub statements: Vec<String>,
    /// The proof of each side, step by step
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proofs: Vec<String>,
}

/// What a telling came to.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Each sentence's outcome, in order.
    pub sentences: Vec<Outcome>,
    /// The clauses that were added.
    pub added: Vec<String>,
    /// What does not go together.
    pub clashes: Vec<Clash>,
    /// What was taken back for it.
    pub superseded: Vec<String>,
    /// What its directives did.
    pub ran: Ran,
}

/// How to take something in.
#[derive(Debug, Clone)]
pub(crate) struct Manner {
    /// The strategy that reads it.
    pub strategy: String,
    /// Who tells it.
    pub author: String,
    /// All or nothing.
    pub strict: bool,
    /// What becomes of a contradiction.
    pub on_contradiction: OnContradiction,
    /// What the history calls it.
    pub action: &'static str,
}

/// Reads a text against what a session has mentioned; nothing is taken in yet.
pub(crate) fn read(live: &Live, text: &str) -> Result<(Vec<Outcome>, Vec<Option<News>>), Refusal> {
    if notation::is_prolog(text) {
        let pieces = notation::read_in(&mut live.dialect(), &ended(text))?;
        let mut book = Phrasebook::default();
        let outcomes = pieces.iter().map(|piece| clause_outcome(piece, &mut book)).collect();
        return Ok((outcomes, pieces.into_iter().map(|p| Some(News::Clause(p))).collect()));
    }
    Ok(read_english(live.knowledge.clone_mentioned(), text))
}

/// A sentence as people wrote it, and what became of it.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    /// As it was written.
    pub original: String,
    /// What stands for it, where a model put it into other words.
    pub rewritten: Option<String>,
    /// Why a model could not.
    pub problem: Option<String>,
}

/// Reads several texts one after another, each standing for what was told.
pub(crate) fn read_items(
    mut scratch: Knowledge,
    items: &[Item],
) -> (Vec<Outcome>, Vec<Option<News>>) {
    let (mut outcomes, mut news) = (Vec::new(), Vec::new());
    for Item { original, rewritten, problem } in items {
        let text = rewritten.as_ref().unwrap_or(original);
        let (more, found) = read_english(scratch.clone(), text);
        for one in found.iter().flatten() {
            if let News::Sentence(text, meaning) = one {
                scratch.add(text.clone(), (**meaning).clone());
            }
        }
        let from = rewritten.as_ref().map(|_| original.clone());
        outcomes.extend(more.into_iter().map(|outcome| Outcome {
            rewritten_from: from.clone(),
            model_error: problem.clone(),
            ..outcome
        }));
        news.extend(found);
    }
    (outcomes, news)
}

/// A single clause may come without its full stop.
fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

/// Reads sentences one after another, each knowing what the ones before mentioned.
pub(crate) fn read_english(
    mut scratch: Knowledge,
    text: &str,
) -> (Vec<Outcome>, Vec<Option<News>>) {
    let (mut outcomes, mut news) = (Vec::new(), Vec::new());
    if scratch.strictness() == Strictness::Strict {
        return read_strictly(scratch, text);
    }
    for sentence in sentences(text) {
        if sentence.asks {
            outcomes.push(asking(&sentence.text));
            news.push(None);
            continue;
        }
        let reading = statement(&sentence, scratch.discourse());
        outcomes.push(helped(sentence_outcome(&sentence.text, &reading), &scratch));
        news.push(match reading {
            Reading::Parsed(meaning) => {
                scratch.add(sentence.text.clone(), (*meaning).clone());
                Some(News::Sentence(sentence.text, meaning))
            }
            Reading::Ambiguous(_) | Reading::Rejected(_) => None,
        });
    }
    (outcomes, news)
}

/// A refusal of free English with sentences near it that are understood.
fn helped(mut outcome: Outcome, knowledge: &Knowledge) -> Outcome {
    if outcome.is_rejected() {
        let discourse = knowledge.discourse();
        let parsed = |text: &str| {
            let all = sentences(text);
            let read = |one| matches!(statement(one, discourse), Reading::Parsed(_));
            !all.is_empty() && all.iter().all(read)
        };
        outcome.suggestions = ensemble::offers(&outcome.text, discourse, &parsed);
    }
    outcome
}

/// The same in Ensemble English.
fn read_strictly(mut scratch: Knowledge, text: &str) -> (Vec<Outcome>, Vec<Option<News>>) {
    let (mut outcomes, mut news) = (Vec::new(), Vec::new());
    for sentence in english::tokens::sentences(text) {
        if sentence.asks {
            outcomes.push(asking(&sentence.text));
            news.push(None);
            continue;
        }
        let reading = ensemble::statement(&sentence, scratch.discourse());
        outcomes.push(sentence_outcome(&sentence.text, &reading));
        news.push(match reading {
            Reading::Parsed(meaning) => {
                scratch.add(sentence.text.clone(), (*meaning).clone());
                Some(News::Sentence(sentence.text, meaning))
            }
            Reading::Ambiguous(_) | Reading::Rejected(_) => None,
        });
    }
    (outcomes, news)
}

const A_QUESTION: &str = "it is a question; session.query answers it";

impl Outcome {
    /// Whether it is a statement that the grammar has no reading for.
    pub(crate) fn is_rejected(&self) -> bool {
        self.status == "rejected" && self.reason.as_deref() != Some(A_QUESTION)
    }
}

fn asking(text: &str) -> Outcome {
    Outcome {
        text: text.to_owned(),
        status: "rejected",
        reason: Some(A_QUESTION.to_owned()),
        pattern: Some("NAME is a NOUN.".to_owned()),
        ..Outcome::default()
    }
}

fn clause_outcome(piece: &Piece, book: &mut Phrasebook) -> Outcome {
    let said = book.paraphrase(&piece.logic);
    Outcome {
        text: piece.text.clone(),
        status: "parsed",
        paraphrase: (!said.is_empty()).then_some(said),
        clauses: vec![piece.text.clone()],
        ..Outcome::default()
    }
}

fn sentence_outcome(text: &str, reading: &Reading) -> Outcome {
    let outcome = Outcome { text: text.to_owned(), ..Outcome::default() };
    match reading {
        Reading::Parsed(meaning) => {
            let clauses = lower::clauses(&meaning.formula, "x");
            let said = paraphrase(&clauses, Style::Conversational);
            Outcome { status: "parsed", paraphrase: Some(said), ..outcome }
        }
        Reading::Ambiguous(meanings) => {
            let readings = meanings.iter().map(in_words).collect();
            Outcome { status: "ambiguous", readings, ..outcome }
        }
        Reading::Rejected(why) => Outcome {
            status: "rejected",
            word: Some(why.word.clone()).filter(|word| !word.is_empty()),
            reason: Some(why.reason.clone()),
            pattern: Some(why.pattern.clone()),
            suggestions: why.offers.clone(),
            ..outcome
        },
    }
}

fn in_words(meaning: &Meaning) -> String {
    paraphrase(&lower::clauses(&meaning.formula, "x"), Style::Formal)
}

/// Takes in what was read, or says why not; the plan is what must be written down.
pub(crate) fn take_in(
    live: &mut Live,
    outcomes: Vec<Outcome>,
    news: Vec<Option<News>>,
    manner: &Manner,
    limits: &Limits,
) -> Result<(Option<Plan>, Told), Refusal> {
    let mut told = Told { sentences: outcomes, ..Told::default() };
    if manner.strict
        && let Some(first) = told.sentences.iter().find(|outcome| outcome.status != "parsed")
    {
        return Err(Refusal::Strict(not_understood(first)));
    }
    let taken = news.iter().flatten().count();
    if taken == 0 {
        return Ok((None, told));
    }
    refuse_over("statements", live.entries.len() + taken, limits.statements)?;
    let (undo, first) = (live.begin(), live.entries.len());
    let first_statement = live.knowledge.statements().len();
    let spare = (manner.on_contradiction == OnContradiction::Reject && !manner.strict && taken > 1)
        .then(|| (told.sentences.clone(), news.clone()));
    add(live, &mut told, news, manner);
    match follow(live, first, limits) {
        Ok(ran) => told.ran = ran,
        Err(refusal) => {
            live.undo(undo, limits)?;
            return Err(refusal);
        }
    }
    let found = live.contradictions(first_statement);
    told.clashes = found.iter().map(|one| clash(live, one)).collect();
    let mut plan = Plan { action: manner.action, first, removed: Vec::new(), rebuild: false };
    match (manner.on_contradiction, found.is_empty()) {
        (_, true) | (OnContradiction::Warn, false) => {}
        (OnContradiction::Supersede, false) => match supersede(live, &found, first_statement) {
            Some((labels, texts)) => (plan.removed, told.superseded) = (labels, texts),
            None => return refuse(live, undo, &told, limits),
        },
        (OnContradiction::Reject, false) => match spare {
            None => return refuse(live, undo, &told, limits),
            Some((outcomes, news)) => {
                live.undo(undo, limits)?;
                told = one_by_one(live, outcomes, news, manner, limits)?;
                if told.added.is_empty() {
                    return Err(contradicted(&told));
                }
            }
        },
    }
    Ok((Some(plan), told))
}

/// Adds what was read, in memory, and notes what it became.
fn add(live: &mut Live, told: &mut Told, news: Vec<Option<News>>, manner: &Manner) {
    let version = live.row.version + 1;
    for (outcome, news) in told.sentences.iter_mut().zip(news) {
        let Some(news) = news else { continue };
        let original = outcome.rewritten_from.as_deref();
        let (strategy, author) = (manner.strategy.as_str(), manner.author.as_str());
        let entry = live.add(news, Teller { strategy, author, version, original });
        outcome.label = Some(entry.row.label);
        outcome.clauses = entry.facts.clone();
        told.added.extend(entry.facts.iter().cloned());
    }
}

/// Works out what follows from the entries from `first` on.
fn follow(live: &mut Live, first: usize, limits: &Limits) -> Result<Ran, Refusal> {
    live.prepare(limits)?;
    live.engine_follows(first, limits)
}

/// Takes in one sentence after another and leaves out those that contradict what is known by then.
fn one_by_one(
    live: &mut Live,
    outcomes: Vec<Outcome>,
    news: Vec<Option<News>>,
    manner: &Manner,
    limits: &Limits,
) -> Result<Told, Refusal> {
    let mut all = Told::default();
    let start = live.begin();
    for (outcome, news) in outcomes.into_iter().zip(news) {
        let (undo, first) = (live.begin(), live.entries.len());
        let statement = live.knowledge.statements().len();
        let left_out = Outcome { status: "contradicting", paraphrase: None, ..outcome.clone() };
        let mut told = Told { sentences: vec![outcome], ..Told::default() };
        add(live, &mut told, vec![news], manner);
        if let Err(refusal) = follow(live, first, limits) {
            live.undo(start, limits)?;
            return Err(refusal);
        }
        let found = live.contradictions(statement);
        if !found.is_empty() {
            all.clashes.extend(found.iter().map(|one| clash(live, one)));
            live.undo(undo, limits)?;
            all.sentences.push(left_out);
            continue;
        }
        all.sentences.append(&mut told.sentences);
        all.added.append(&mut told.added);
    }
    Ok(all)
}

/// Everything in a session that does not go together.
pub(crate) fn clashes(live: &Live) -> Vec<Clash> {
    live.contradictions(0).iter().map(|one| clash(live, one)).collect()
}

fn refuse<T>(live: &mut Live, undo: Undo, told: &Told, limits: &Limits) -> Result<T, Refusal> {
    live.undo(undo, limits)?;
    Err(contradicted(told))
}

fn contradicted(told: &Told) -> Refusal {
    let message = told.clashes.first().map(|clash| clash.message.clone()).unwrap_or_default();
    let refusal = Refusal::Contradiction(format!("nothing was taken in: {message}"));
    refusal.with("contradictions", &told.clashes)
}

fn supersede(
    live: &Live,
    found: &[Contradiction],
    first: usize,
) -> Option<(Vec<u64>, Vec<String>)> {
    let mut old: Vec<(u64, String)> = Vec::new();
    for one in found {
        let number = contradiction_to_supersede(one, &live.knowledge, first)?;
        let entry = live.entry(number)?;
        old.push((entry.row.label, entry.row.text.clone()));
    }
    old.sort();
    old.dedup();
    Some(old.into_iter().unzip())
}

fn clash(live: &Live, contradiction: &Contradiction) -> Clash {
    let text = |number: &usize| live.knowledge.statements()[*number].text.clone();
    let mut numbers: Vec<usize> = contradiction.statements.concat();
    numbers.sort_unstable();
    numbers.dedup();
    let statements: Vec<String> = numbers.iter().map(text).collect();
    let quoted: Vec<String> = statements.iter().map(|text| format!("\"{text}\"")).collect();
    let message = format!("{} cannot hold together", quoted.join(" and "));
    let who = |statement: usize| live.who_said(statement);
    let steps = |proof: &Proof| explain_by(proof, &live.knowledge, &who);
    let sides = contradiction.sides.iter().flat_map(|(now, before)| [now, before]);
    let sides = sides.map(|literal| format!("{literal}.")).collect();
    Clash { message, sides, statements, proofs: contradiction.proofs.iter().map(steps).collect() }
}

/// One line about a sentence that was not understood.
pub(crate) fn not_understood(outcome: &Outcome) -> String {
    let text = &outcome.text;
    if outcome.status == "ambiguous" {
        let readings = outcome.readings.join(" / ");
        return format!("\"{text}\" can be read in several ways: {readings}");
    }
    let reason = outcome.reason.as_deref().unwrap_or("it is not understood");
    let near = match outcome.suggestions.first() {
        Some(sentence) => format!("near it, this is: \"{sentence}\""),
        None => format!("a pattern that is: {}", outcome.pattern.as_deref().unwrap_or_default()),
    };
    format!("\"{text}\" is not understood: {reason}; {near}")
}

/// Refuses more than a limit.
pub(crate) fn refuse_over(what: &str, count: usize, most: usize) -> Result<(), Refusal> {
    if count <= most {
        return Ok(());
    }
    let limit = match what {
        "statements" => "reasoner.max_statements",
        "sessions" => "reasoner.max_sessions",
        "ontologies" => "reasoner.max_ontologies",
        _ => "reasoner.max_text_bytes",
    };
    Err(Refusal::Limit { what: format!("{count} {what}"), limit, most })
}
