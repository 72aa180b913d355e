//! Deciding questions: by the program, by the map it draws, or classically; with the evidence.

mod bearing;
mod disputed;
mod doubted;
mod extreme;
mod facts;
mod foretold;
mod which;

use crate::classical::{self, Cut, Decision, Limits};
use crate::doubt::Doubt;
use crate::english::question::{Asks, Question, Understood, question};
use crate::english::read::Reading;
use crate::english::tokens::sentences;
use crate::ensemble::{self, Strictness};
use crate::knowledge::Knowledge;
use crate::logic::{Formula, Literal, Term};
use crate::lower;
use crate::prepared::Prepared;
use crate::program::{Budget, Closure, OverBudget, Sourced, close};
use crate::proof::Proof;
use crate::space::{Map, is_position};
use bearing::{Bearing, over};

/// What a question comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// Nothing said decides it.
    Unknown,
    /// The things asked for are in the bindings.
    Answers,
}

/// Which way an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Rules run forward.
    Program,
    /// Positions on a grid.
    Map,
    /// The order of events.
    Story,
    /// All models of the sentences agree.
    Classical,
    /// Others of the same class are alike.
    Analogy,
    /// Not at all.
    Nowhere,
}

/// An answer with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it comes to.
    pub verdict: Verdict,
    /// Which way it was found.
    pub found: Found,
    /// The things asked for, the latest first where time matters.
    pub bindings: Vec<Term>,
    /// How many, when that was asked.
    pub count: Option<usize>,
    /// Proofs, when the program found it.
    pub proofs: Vec<Proof>,
    /// The numbers of the sentences it rests on.
    pub sentences: Vec<usize>,
    /// Directions, when a way was asked for.
    pub directions: Vec<&'static str>,
    /// Sentences that cannot hold together, when that was noticed.
    pub conflict: Vec<usize>,
    /// What an open answer may hang on besides what was said: words, and classes not told.
    pub doubts: Vec<Doubt>,
    /// What an open question comes to when the usual is taken for granted.
    pub presuming: Option<Presuming>,
    /// The limit that ended the search, when one did.
    pub cut: Option<Cut>,
}

/// An answer that rests on more than was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presuming {
    /// What it comes to.
    pub verdict: Verdict,
    /// What is taken for granted.
    pub taken: Vec<Doubt>,
}

/// How to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Decide classically what the program leaves open.
    pub classical: bool,
    /// Take for granted what nobody says: names are members of the one kind that all general
    /// sentences are about, forms of one word mean the same.
    pub presume: bool,
    /// Look whether an open answer hangs on the words used.
    pub doubts: bool,
    /// What the program may derive.
    pub budget: Budget,
    /// How far grounding may go.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            classical: true,
            presume: false,
            doubts: false,
            budget: Budget::default(),
            limits: Limits::default(),
        }
    }
}

/// A second look at more sentences than this would take longer than the answer.
const MOST_IN_DOUBT: usize = 600;

/// Why a question has no answer at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// It was not understood, or in more than one way.
    #[error("the question is not understood in exactly one way")]
    NotUnderstood(Box<Reading>),
    /// It holds no sentence.
    #[error("the question is empty")]
    Empty,
    /// The rules derive too much.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
}

/// Answers a question in English.
pub fn ask(knowledge: &Knowledge, text: &str, options: Options) -> Result<Answer, AskError> {
    match understand(knowledge, text).ok_or(AskError::Empty)? {
        Understood::Question(question) => decide(knowledge, &question, options),
        Understood::Not(reading) => Err(AskError::NotUnderstood(Box::new(reading))),
    }
}

/// What the last sentence of a text asks, in the English of the session.
pub fn understand(knowledge: &Knowledge, text: &str) -> Option<Understood> {
    match knowledge.strictness() {
        Strictness::Strict => ensemble::question(text, knowledge.discourse()),
        Strictness::Checked => {
            let sentence = sentences(text).into_iter().next_back()?;
            Some(question(&sentence, knowledge.discourse()))
        }
    }
}

/// Answers a question already understood.
pub fn decide(
    knowledge: &Knowledge,
    question: &Question,
    options: Options,
) -> Result<Answer, AskError> {
    if let Asks::WhatIf(assumptions) = &question.asks {
        let mut supposed = knowledge.clone();
        for assumption in assumptions {
            let mut meaning = question.meaning.clone();
            meaning.formula = assumption.clone();
            supposed.add("(assumed)".to_owned(), meaning);
        }
        let plain = Question { asks: Asks::Truth, meaning: question.meaning.clone() };
        return decide(&supposed, &plain, options);
    }
    match foretold::as_told(knowledge, question) {
        Some(told) => match decide_anew(knowledge, &told, options)? {
            open if open.verdict == Verdict::Unknown => decide_anew(knowledge, question, options),
            decided => Ok(decided),
        },
        None => decide_anew(knowledge, question, options),
    }
}

/// Answers a question already understood from what is kept of the session, where that serves it.
pub fn decide_prepared(
    knowledge: &Knowledge,
    prepared: Option<&Prepared>,
    question: &Question,
    options: Options,
) -> Result<Answer, AskError> {
    match prepared.filter(|prepared| !options.presume && prepared.serves(knowledge, question)) {
        Some(prepared) => {
            let case = Case {
                knowledge,
                question,
                program: prepared.program(),
                closure: prepared.closure(),
                prepared: Some(prepared),
                options,
            };
            case.decided()
        }
        None => decide(knowledge, question, options),
    }
}

fn decide_anew(
    knowledge: &Knowledge,
    question: &Question,
    options: Options,
) -> Result<Answer, AskError> {
    let mut program = knowledge.program(&question.meaning.formula);
    for atom in &question.meaning.presupposed {
        let clauses = lower::clauses(&Formula::Atom(atom.clone()), "q");
        program.extend(clauses.into_iter().map(|clause| Sourced { clause, origin: None }));
    }
    if question.meaning.foretold {
        let rules = foretold::rules(&program, &question.meaning.formula);
        program.extend(rules.into_iter().map(|clause| Sourced { clause, origin: None }));
    }
    if options.presume {
        let facts = knowledge.presumed(&question.meaning);
        program.extend(facts.into_iter().map(|clause| Sourced { clause, origin: None }));
    }
    let mentioned: Vec<Term> =
        question.meaning.formula.atoms().iter().flat_map(|a| a.arguments.clone()).collect();
    let closure = close(&program, &mentioned, options.budget)?;
    let (program, closure) = (&program[..], &closure);
    Case { knowledge, question, program, closure, prepared: None, options }.decided()
}

struct Case<'a> {
    knowledge: &'a Knowledge,
    question: &'a Question,
    program: &'a [Sourced],
    closure: &'a Closure,
    prepared: Option<&'a Prepared>,
    options: Options,
}

impl Case<'_> {
    /// The answer; what a limit left open is not told as unknown.
    fn decided(&self) -> Result<Answer, AskError> {
        let answer = self.answer();
        let open = answer.verdict == Verdict::Unknown && answer.conflict.is_empty();
        match answer.cut.filter(|_| open) {
            Some(cut) => Err(over(cut).into()),
            None => Ok(answer),
        }
    }

    fn answer(&self) -> Answer {
        match &self.question.asks {
            Asks::Truth | Asks::Why | Asks::WhatIf(_) => self.truth(),
            Asks::Which => self.which(),
            Asks::Most { among } => self.most(among),
            Asks::Count => self.count(),
            Asks::Where { thing, before } => self.place(thing, before.as_ref()),
            Asks::What(thing) => self.classes(thing),
            Asks::Property { thing, kind } => self.property(thing, kind),
            Asks::Path { from, to } => self.path(from, to),
            Asks::When(thing) => self.found_in(&|fact| facts::when(fact, thing)),
            Asks::WhereDone(done) => self.found_in(&|fact| facts::where_done(fact, done)),
            Asks::WhenDone(done) => self.found_in(&|fact| facts::when_done(fact, done)),
            Asks::Degree { thing, adjective } => {
                self.found_in(&|fact| facts::degree(fact, thing, adjective))
            }
        }
    }

    fn truth(&self) -> Answer {
        let answer = self.truth_as_read();
        if self.options.doubts { self.doubting_either(answer) } else { answer }
    }

    fn truth_as_read(&self) -> Answer {
        let formula = &self.question.meaning.formula;
        let (value, used) = self.value(formula);
        if let Some(value) = value {
            let verdict = if value { Verdict::Yes } else { Verdict::No };
            let answer = self.proved(verdict, &used, Vec::new());
            return self.undisputed(answer, &used, formula);
        }
        if let Formula::Atom(atom) = formula
            && is_position(&atom.predicate)
            && let Some((holds, facts)) = Map::of(self.closure).holds(atom)
        {
            let verdict = if holds { Verdict::Yes } else { Verdict::No };
            let mut answer = self.proved(verdict, &facts, Vec::new());
            answer.found = Found::Map;
            return answer;
        }
        if let Some(answer) = self.is_extreme().or_else(|| self.at_rest(formula)) {
            return answer;
        }
        if self.options.classical {
            self.classically(formula)
        } else {
            Answer::nothing(Verdict::Unknown)
        }
    }

    /// What follows from where things were said to be, if nothing moved.
    fn at_rest(&self, formula: &Formula) -> Option<Answer> {
        let program = self.knowledge.program_at_rest(formula).filter(|_| self.options.classical)?;
        let premises = self.knowledge.premises(program.iter(), formula);
        let (verdict, sentences) = match classical::decide(&premises, formula, self.limits()) {
            Decision::Entailed(sentences) => (Verdict::Yes, sentences),
            Decision::Refuted(sentences) => (Verdict::No, sentences),
            Decision::Open | Decision::TooLarge(_) | Decision::Inconsistent(_) => return None,
        };
        Some(Answer { found: Found::Classical, sentences, ..Answer::nothing(verdict) })
    }

    fn classically(&self, formula: &Formula) -> Answer {
        let mut answer = Answer::nothing(Verdict::Unknown);
        let Bearing { premises, cut } = self.bearing(formula);
        answer.cut = cut;
        let (verdict, sentences) = match classical::decide(&premises, formula, self.limits()) {
            Decision::Entailed(sentences) => (Verdict::Yes, sentences),
            Decision::Refuted(sentences) => {
                if self.options.doubts && self.might_mean_one(&premises, Verdict::No) {
                    answer.doubts.push(Doubt::OneOrEach);
                }
                (Verdict::No, sentences)
            }
            Decision::Inconsistent(sentences) => {
                answer.conflict = sentences;
                return answer;
            }
            open @ (Decision::Open | Decision::TooLarge(_)) => {
                if let Decision::TooLarge(cut) = open {
                    answer.cut = Some(cut);
                }
                answer.conflict = self.noted(formula);
                if !answer.conflict.is_empty() {
                    return answer;
                }
                let premises = self.all_or(premises, formula);
                if self.options.doubts && premises.len() <= MOST_IN_DOUBT {
                    if let Some(presumed) = self.presuming(&premises, &mut answer) {
                        return presumed;
                    }
                    answer.doubts = self.doubts(&premises, formula);
                    answer.doubts.extend(self.conditions(&premises, formula));
                    if answer.doubts.is_empty() {
                        answer.doubts = self.definitions(&premises, formula);
                    }
                    if self.might_mean_one(&premises, Verdict::Unknown) {
                        answer.doubts.push(Doubt::OneOrEach);
                    }
                }
                return answer;
            }
        };
        Answer { verdict, found: Found::Classical, sentences, ..answer }
    }

    /// The value of a formula in the closure, with the facts that decide it.
    fn value(&self, formula: &Formula) -> (Option<bool>, Vec<usize>) {
        match formula {
            Formula::Atom(_) | Formula::Some(..) => self.instance(formula),
            Formula::Not(inner) => {
                let (value, used) = self.value(inner);
                (value.map(|v| !v), used)
            }
            Formula::And(parts) => self.joined(parts, false),
            Formula::Or(parts) => self.joined(parts, true),
            Formula::One(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Normally(..) => (None, Vec::new()),
        }
    }

    /// One part decides when it has the deciding value; all of them when they have the other.
    fn joined(&self, parts: &[Formula], deciding: bool) -> (Option<bool>, Vec<usize>) {
        let values: Vec<_> = parts.iter().map(|part| self.value(part)).collect();
        if let Some((_, used)) = values.iter().find(|(value, _)| *value == Some(deciding)) {
            return (Some(deciding), used.clone());
        }
        let all = values.iter().all(|(value, _)| *value == Some(!deciding));
        if all {
            (Some(!deciding), values.into_iter().flat_map(|(_, used)| used).collect())
        } else {
            (None, Vec::new())
        }
    }

    fn instance(&self, formula: &Formula) -> (Option<bool>, Vec<usize>) {
        let Some(literals) = Literal::all_of(formula) else { return (None, Vec::new()) };
        if let Some((_, used)) = self.closure.matches(&literals).into_iter().next() {
            return (Some(true), used);
        }
        match literals.as_slice() {
            [literal] => match self.closure.holds(&literal.negated()) {
                Some(fact) => (Some(false), vec![fact]),
                None => (None, Vec::new()),
            },
            _ => (None, Vec::new()),
        }
    }

    fn path(&self, from: &Term, to: &Term) -> Answer {
        match Map::of(self.closure).directions(from, to) {
            Some((directions, facts)) => {
                let mut answer = self.proved(Verdict::Answers, &facts, Vec::new());
                answer.directions = directions;
                answer.found = Found::Map;
                answer
            }
            None => Answer::nothing(Verdict::Unknown),
        }
    }

    fn proved(&self, verdict: Verdict, facts: &[usize], bindings: Vec<Term>) -> Answer {
        let proofs: Vec<Proof> =
            facts.iter().map(|fact| Proof::of(self.closure, *fact, self.program)).collect();
        let sentences = proofs.iter().flat_map(Proof::sentences).collect();
        tidy(Answer {
            found: Found::Program,
            bindings,
            proofs,
            sentences,
            ..Answer::nothing(verdict)
        })
    }
}

fn tidy(mut answer: Answer) -> Answer {
    answer.sentences.sort_unstable();
    answer.sentences.dedup();
    answer
}

impl Answer {
    /// A verdict that rests on nothing yet.
    pub(crate) fn nothing(verdict: Verdict) -> Self {
        Self {
            verdict,
            found: Found::Nowhere,
            bindings: Vec::new(),
            count: None,
            proofs: Vec::new(),
            sentences: Vec::new(),
            directions: Vec::new(),
            conflict: Vec::new(),
            doubts: Vec::new(),
            presuming: None,
            cut: None,
        }
    }
}

/// The formula a question or statement comes to in this session.
pub fn formula_of(knowledge: &Knowledge, text: &str) -> Option<Formula> {
    match understand(knowledge, text)? {
        Understood::Question(question) => Some(question.meaning.formula),
        Understood::Not(_) => None,
    }
}
