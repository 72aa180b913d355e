//! Telling a session something: what each sentence became, and what it contradicts.

use schemars::JsonSchema;
use serde::Serialize;

use crate::config::{Limits, OnContradiction};
use crate::english::meaning::Meaning;
use crate::english::read::{Reading, statement};
use crate::english::tokens::sentences;
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::{Contradiction, Live, News, contradiction_to_supersede};
use crate::lower;
use crate::notation::{self, Piece};
use crate::proof::Proof;
use crate::state::Plan;
use crate::verbalise::{Phrasebook, Style, explain, paraphrase};

/// What became of one sentence or clause.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    /// As it was told
    pub text: String,
    /// `parsed`, `ambiguous` or `rejected`
    pub status: &'static str,
    /// What a model was given and rewrote into this text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten_from: Option<String>,
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
        let pieces = notation::read(&ended(text))?;
        let mut book = Phrasebook::default();
        let outcomes = pieces.iter().map(|piece| clause_outcome(piece, &mut book)).collect();
        return Ok((outcomes, pieces.into_iter().map(|p| Some(News::Clause(p))).collect()));
    }
    Ok(read_english(live.knowledge.clone_mentioned(), text))
}

/// Reads several texts one after another, each standing for what was told as `original`.
pub(crate) fn read_items(
    live: &Live,
    items: &[(String, String)],
) -> (Vec<Outcome>, Vec<Option<News>>) {
    let mut scratch = live.knowledge.clone_mentioned();
    let (mut outcomes, mut news) = (Vec::new(), Vec::new());
    for (original, text) in items {
        let (more, found) = read_english(scratch.clone(), text);
        for one in found.iter().flatten() {
            if let News::Sentence(text, meaning) = one {
                scratch.add(text.clone(), (**meaning).clone());
            }
        }
        let rewritten = (original != text).then(|| original.clone());
        outcomes.extend(
            more.into_iter()
                .map(|outcome| Outcome { rewritten_from: rewritten.clone(), ..outcome }),
        );
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
    for sentence in sentences(text) {
        if sentence.asks {
            outcomes.push(asking(&sentence.text));
            news.push(None);
            continue;
        }
        let reading = statement(&sentence, scratch.discourse());
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

fn asking(text: &str) -> Outcome {
    Outcome {
        text: text.to_owned(),
        status: "rejected",
        reason: Some("it is a question; session.query answers it".to_owned()),
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
    let version = live.row.version + 1;
    for (outcome, news) in told.sentences.iter_mut().zip(news) {
        let Some(news) = news else { continue };
        let entry = live.add(news, &manner.strategy, &manner.author, version);
        outcome.label = Some(entry.row.label);
        outcome.clauses = entry.facts.clone();
        told.added.extend(entry.facts.iter().cloned());
    }
    if let Err(refusal) = live.prepare(limits).and_then(|()| live.engine_follows(first, limits)) {
        live.undo(undo, limits)?;
        return Err(refusal);
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
        (OnContradiction::Reject, false) => return refuse(live, undo, &told, limits),
    }
    Ok((Some(plan), told))
}

fn refuse<T>(
    live: &mut Live,
    undo: crate::live::Undo,
    told: &Told,
    limits: &Limits,
) -> Result<T, Refusal> {
    live.undo(undo, limits)?;
    let message = told.clashes.first().map(|clash| clash.message.clone()).unwrap_or_default();
    Err(Refusal::Contradiction(format!("nothing was taken in: {message}")))
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
    let steps = |proof: &Proof| explain(proof, &live.knowledge);
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
    let pattern = outcome.pattern.as_deref().unwrap_or_default();
    format!("\"{text}\" is not understood: {reason}; a pattern that is: {pattern}")
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
