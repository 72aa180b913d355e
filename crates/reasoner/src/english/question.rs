//! Questions: what is asked, and the formula that answers it.

mod compared;
mod fronted;
mod plain;

use super::discourse::Discourse;
use super::gender;
use super::grammar::Grammar;
use super::meaning::{Meaning, Refusal, meaning};
use super::read::{Reading, Rejection, choose, refused, statement};
use super::syntax::{Complement, Np, Sentence, Vp};
use super::tokens::{Kind, RawSentence, Token};
use crate::logic::{Atom, Formula, Term};

/// What a question asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asks {
    /// Whether it is so.
    Truth,
    /// Which things make it so.
    Which,
    /// Which of these is at the end of a scale; of all, when none are named.
    Most {
        /// The things to choose from.
        among: Vec<Term>,
    },
    /// How many things make it so.
    Count,
    /// Why it is so.
    Why,
    /// Whether it would be so under these assumptions.
    WhatIf(Vec<Formula>),
    /// Where a thing is, or was before it was at another place.
    Where {
        /// What is looked for.
        thing: Term,
        /// The later place.
        before: Option<Term>,
    },
    /// What a thing is: its classes.
    What(Term),
    /// Which property of a kind a thing has: `what colour is Bob`.
    Property {
        /// Whose property.
        thing: Term,
        /// Of which kind.
        kind: String,
    },
    /// When something is.
    When(Term),
    /// Where something is done, told by what is said without the place.
    WhereDone(Atom),
    /// When something is done, told by what is said without the time.
    WhenDone(Atom),
    /// How much of something a thing is: `how old is Bob`.
    Degree {
        /// What is asked about.
        thing: Term,
        /// The adjective.
        adjective: String,
    },
    /// How to get from one place to another.
    Path {
        /// Where it starts.
        from: Term,
        /// Where it ends.
        to: Term,
    },
}

/// A question understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What it asks.
    pub asks: Asks,
    /// The formula, with its variable free where one is asked for.
    pub meaning: Meaning,
}

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Understood {
    /// One reading.
    Question(Box<Question>),
    /// Not one reading.
    Not(Reading),
}

const GAP: &str = "⟨asked⟩";
const WHICH: &str = "⟨which⟩";

/// Reads a question; a statement counts as asking whether it is so.
pub fn question(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let to_come = |token: &Token| ["will", "would", "shall"].contains(&token.lower.as_str());
    match understand(sentence, discourse) {
        Understood::Question(mut question) if sentence.tokens.iter().any(to_come) => {
            question.meaning.foretold = true;
            Understood::Question(question)
        }
        Understood::Not(Reading::Rejected(why)) => {
            Understood::Not(Reading::Rejected(in_its_words(why, sentence, discourse)))
        }
        other @ Understood::Question(_) | other @ Understood::Not(_) => other,
    }
}

/// Why a question is not understood, by its own words where a mark stood for what it asks.
fn in_its_words(why: Rejection, sentence: &RawSentence, discourse: &Discourse) -> Rejection {
    let marked = |text: &str| text.contains(GAP) || text.contains(WHICH);
    if !marked(&why.word) && !marked(&why.reason) {
        return why;
    }
    match statement(sentence, discourse) {
        Reading::Rejected(plain) => plain,
        Reading::Parsed(_) | Reading::Ambiguous(_) => {
            let asking = sentence.tokens.first().map_or("", |token| token.text.as_str());
            let plain = |text: &str| text.replace(GAP, asking).replace(WHICH, asking);
            Rejection { word: plain(&why.word), reason: plain(&why.reason), ..why }
        }
    }
}

fn understand(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let sentence = &plain::plainly(sentence);
    let words: Vec<&str> = sentence.tokens.iter().map(|t| t.lower.as_str()).collect();
    if let Some(found) = fronted::fronted(sentence, discourse) {
        return found;
    }
    match words.as_slice() {
        ["who" | "what" | "which" | "how" | "where" | "why", ..] => {
            wh_question(sentence, &words, discourse)
        }
        ["when", word, ..] if sentence.asks && is_auxiliary(Some(word)) => {
            when_question(sentence, discourse)
        }
        ["whose", ..] => whose(sentence, discourse),
        ["suppose" | "assuming", ..] => what_if(sentence, discourse),
        ["if", ..] if sentence.asks => what_if(sentence, discourse),
        _ => truth(sentence, Asks::Truth, discourse),
    }
}

fn truth(sentence: &RawSentence, asks: Asks, discourse: &Discourse) -> Understood {
    let mut asked = sentence.clone();
    let first = asked.tokens.first().map_or("", |token| token.lower.as_str());
    if is_auxiliary(Some(&first)) {
        plain::ask_for_one(&mut asked.tokens);
    }
    let grammar = Grammar::new(&asked.tokens);
    let mut parses = grammar.yes_no();
    if parses.is_empty() {
        parses = grammar.statement();
    }
    wrap(asks, choose(sentence, &grammar, parses, discourse))
}

fn wrap(asks: Asks, reading: Reading) -> Understood {
    match reading {
        Reading::Parsed(meaning) => {
            Understood::Question(Box::new(Question { asks, meaning: *meaning }))
        }
        other @ Reading::Ambiguous(_) | other @ Reading::Rejected(_) => Understood::Not(other),
    }
}

/// `is Zeus mortal`, `is not Zeus mortal` after `why`
fn why(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let found = truth(sentence, Asks::Why, discourse);
    let denied = sentence.tokens.get(1).is_some_and(|token| token.lower == "not");
    if matches!(found, Understood::Question(_)) || !denied {
        return found;
    }
    let mut plain = sentence.clone();
    plain.tokens.remove(1);
    match truth(&plain, Asks::Why, discourse) {
        Understood::Question(mut question) => {
            question.meaning.formula = question.meaning.formula.negated();
            Understood::Question(question)
        }
        Understood::Not(_) => found,
    }
}

fn wh_question(sentence: &RawSentence, words: &[&str], discourse: &Discourse) -> Understood {
    if let Some(found) = compared::compared(sentence, discourse) {
        return found;
    }
    match words {
        ["why", ..] => why(&without(sentence, 1), discourse),
        ["where", be, ..] if is_be(be) => {
            match (where_question(sentence, discourse), where_done(sentence, discourse)) {
                (Understood::Not(_), Some(done)) => done,
                (found, _) => found,
            }
        }
        ["where", "do" | "does" | "did", ..]
            if let Some(found) = where_done(sentence, discourse) =>
        {
            found
        }
        ["where", "do" | "does" | "did", ..]
            if let Some(found) = where_each(sentence, discourse) =>
        {
            found
        }
        ["where", ..] => gapped(&without(sentence, 1), &["to", GAP], &Asks::Which, None, discourse),
        ["how", "many", .., "is" | "are" | "was" | "were", "there"] => {
            how_many_exist(sentence, discourse)
        }
        ["how", "many", ..] => match counted(&without_there(sentence), 2, Asks::Count, discourse) {
            Understood::Question(question) if !is_countable(&question.meaning) => {
                let why = Refusal::Unsure("whether each of them or all together are counted");
                Understood::Not(Reading::Rejected(refused(sentence, &why)))
            }
            other @ Understood::Question(_) | other @ Understood::Not(_) => other,
        },
        ["how", "much", "do" | "does" | "did", ..] => {
            gapped(&without(sentence, 2), &[GAP], &Asks::Which, None, discourse)
        }
        ["how", adjective, be, _, ..] if is_be(be) => {
            let adjective = (*adjective).to_owned();
            about_thing(sentence, 3, discourse, |thing| Asks::Degree { thing, adjective })
        }
        ["how", "do" | "does" | "can", _, "go" | "get" | "travel", ..] => path(sentence, discourse),
        ["which" | "what", ..] if let Some(when) = fronted::time(sentence, 1, discourse) => when,
        ["what", word, _, ..] if !is_auxiliary(Some(word)) => {
            match counted(sentence, 1, Asks::Which, discourse) {
                // `what eats the grass`
                not @ Understood::Not(_) => match subject_or_object(sentence, discourse) {
                    found @ Understood::Question(_) => found,
                    Understood::Not(_) => not,
                },
                found @ Understood::Question(_) => found,
            }
        }
        ["which", word, ..] if !is_auxiliary(Some(word)) => {
            counted(sentence, 1, Asks::Which, discourse)
        }
        ["who" | "what" | "which", ..] => subject_or_object(sentence, discourse),
        _ => Understood::Not(statement(sentence, discourse)),
    }
}

fn is_auxiliary(word: Option<&&str>) -> bool {
    const AUXILIARIES: &[&str] = &[
        "is", "are", "was", "were", "am", "do", "does", "did", "can", "could", "will", "would",
        "has", "have", "had", "must", "should", "may", "might",
    ];
    word.is_some_and(|word| AUXILIARIES.contains(word))
}

/// `who VP`, `what is Bob afraid of`, `who did Bob see`
fn subject_or_object(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let inverted =
        sentence.tokens.get(1).is_some_and(|t| ["do", "does", "did"].contains(&t.lower.as_str()));
    let mut as_subject = sentence.clone();
    as_subject.tokens[0] = gap(&sentence.tokens[0]);
    let denied = sentence.tokens.get(2).is_some_and(|token| token.lower == "not");
    if inverted && !denied {
        let who = sentence.tokens[0].lower == "who";
        let object = gapped(&without(sentence, 1), &[GAP], &Asks::Which, None, discourse);
        return match object {
            Understood::Question(question) if who && is_given(&question.meaning) => {
                gapped(&without(sentence, 1), &["to", GAP], &Asks::Which, None, discourse)
            }
            other @ Understood::Question(_) | other @ Understood::Not(_) => other,
        };
    }
    if plain::is_contracted(&sentence.tokens, 1)
        && let Some(found) = not_asked(sentence, discourse)
    {
        return found;
    }
    let subject = match statement(&as_subject, discourse) {
        Reading::Parsed(meaning) => Some(Question { asks: Asks::Which, meaning: *meaning }),
        Reading::Ambiguous(_) | Reading::Rejected(_) => None,
    };
    let same = |question: &Question| matches!(&question.meaning.formula, Formula::Atom(atom) if atom.predicate == "same_as");
    let plain = subject.as_ref().is_none_or(same);
    if let Some(found) = identity(sentence, discourse).filter(|_| plain) {
        return found;
    }
    let object = gapped(&without(sentence, 1), &[GAP], &Asks::Which, None, discourse);
    match (subject, object) {
        (Some(subject), Understood::Question(object))
            if object.meaning.cost < subject.meaning.cost =>
        {
            Understood::Question(object)
        }
        (Some(subject), _) => Understood::Question(Box::new(subject)),
        (None, object) => object,
    }
}

/// `whom did Ann give a book`: the one asked for is given nothing else.
fn is_given(meaning: &Meaning) -> bool {
    let asked = meaning.asked.map(Term::Variable);
    let given = |atom: &&Atom| match atom.arguments.as_slice() {
        [_, thing, receiver] => {
            Some(thing) == asked.as_ref()
                && atom.predicate.ends_with("_to")
                && !matches!(receiver, Term::Constant(name) if gender::is_given(name))
        }
        _ => false,
    };
    meaning.formula.atoms().iter().any(given)
}

/// `what doesn't Ann like`: of what it is denied.
fn not_asked(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    let mut plain = without(sentence, 1);
    plain.tokens.remove(1);
    match gapped(&plain, &[GAP], &Asks::Which, None, discourse) {
        Understood::Question(mut question) => {
            let Formula::Atom(_) = &question.meaning.formula else { return None };
            question.meaning.formula = question.meaning.formula.negated();
            Some(Understood::Question(question))
        }
        Understood::Not(_) => None,
    }
}

/// `who is Bob`, `what is a wumpus`
fn identity(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    if !is_be(&sentence.tokens.get(1)?.lower) {
        return None;
    }
    let (term, meaning) = term_of(&sentence.tokens[2..], discourse)?;
    Some(Understood::Question(Box::new(Question { asks: Asks::What(term), meaning })))
}

/// A question about one thing, named after so many words.
fn about_thing(
    sentence: &RawSentence,
    from: usize,
    discourse: &Discourse,
    asks: impl FnOnce(Term) -> Asks,
) -> Understood {
    match sentence.tokens.get(from..).and_then(|tokens| term_of(tokens, discourse)) {
        Some((thing, meaning)) => {
            Understood::Question(Box::new(Question { asks: asks(thing), meaning }))
        }
        None => Understood::Not(statement(sentence, discourse)),
    }
}

/// `when is the meeting`, `when was Bob born`, `when does the train leave`
fn when_question(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let be = sentence.tokens.get(1).is_some_and(|t| is_be(&t.lower));
    let thing = be.then(|| about_thing(sentence, 2, discourse, Asks::When));
    if let Some(found @ Understood::Question(_)) = thing {
        return found;
    }
    match truth(&without(sentence, 1), Asks::Truth, discourse) {
        Understood::Question(mut question) => {
            let Formula::Atom(atom) = &question.meaning.formula else {
                return Understood::Not(statement(sentence, discourse));
            };
            question.asks = Asks::WhenDone(atom.clone());
            Understood::Question(question)
        }
        not @ Understood::Not(_) => not,
    }
}

fn is_be(word: &str) -> bool {
    ["is", "are", "was", "were", "am"].contains(&word)
}

/// `whose mother is Ann`: Ann is the mother of whom?
fn whose(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let Some(be) = sentence.tokens.iter().position(|t| is_be(&t.lower)).filter(|at| *at > 1) else {
        return Understood::Not(statement(sentence, discourse));
    };
    let like = &sentence.tokens[0];
    let mut turned = sentence.clone();
    turned.tokens = sentence.tokens[be + 1..].to_vec();
    turned.tokens.push(sentence.tokens[be].clone());
    turned.tokens.push(marker(like, "the"));
    turned.tokens.extend(sentence.tokens[1..be].iter().cloned());
    turned.tokens.extend([marker(like, "of"), marker(like, GAP)]);
    wrap(Asks::Which, statement(&turned, discourse))
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
fn how_many_exist(sentence: &RawSentence, discourse: &Discourse) -> Understood {
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

/// `where does Bob work`; where somebody goes is asked for otherwise.
fn where_done(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    if is_going(sentence) {
        return None;
    }
    match truth(&without(sentence, 1), Asks::Truth, discourse) {
        Understood::Question(mut question) => {
            let Formula::Atom(atom) = &question.meaning.formula else { return None };
            question.asks = Asks::WhereDone(atom.clone());
            Some(Understood::Question(question))
        }
        Understood::Not(_) => None,
    }
}

/// `where do fish live`: the places in, on or at which each of them does.
fn where_each(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    if is_going(sentence) {
        return None;
    }
    let at = |word: &str| match gapped(
        &without(sentence, 1),
        &[word, GAP],
        &Asks::Which,
        None,
        discourse,
    ) {
        Understood::Question(question) => Some(question),
        Understood::Not(_) => None,
    };
    let mut found: Vec<Box<Question>> = ["in", "on", "at"].into_iter().filter_map(at).collect();
    let mut first = found.first()?.clone();
    found.retain(|question| question.meaning.asked == first.meaning.asked);
    first.meaning.formula =
        Formula::Or(found.into_iter().map(|question| question.meaning.formula).collect());
    Some(Understood::Question(first))
}

/// Where somebody goes is not where something is done.
fn is_going(sentence: &RawSentence) -> bool {
    const GOING: &[&str] = &["go", "travel", "move", "journey", "walk", "run", "come", "return"];
    sentence.tokens.iter().any(|token| GOING.contains(&token.lower.as_str()))
}

/// `which N VP`, `how many N does Bob own`, `what colour is Bob`
fn counted(sentence: &RawSentence, from: usize, asks: Asks, discourse: &Discourse) -> Understood {
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
        let forms = super::morphology::noun_forms(last);
        *last = forms
            .iter()
            .find(|(_, plural)| *plural)
            .map_or_else(|| super::morphology::unknown_noun(last).0, |(lemma, _)| lemma.clone());
    }
    words.join("_")
}

/// Tries the asked thing at every place after the subject.
fn gapped(
    sentence: &RawSentence,
    filler: &[&str],
    asks: &Asks,
    noun: Option<&str>,
    discourse: &Discourse,
) -> Understood {
    let Some(first) = sentence.tokens.first() else {
        return Understood::Not(statement(sentence, discourse));
    };
    let fillers: Vec<Token> = filler.iter().map(|word| marker(first, word)).collect();
    let mut last = None;
    for place in (2..=sentence.tokens.len()).rev() {
        let mut filled = sentence.clone();
        filled.tokens.splice(place..place, fillers.iter().cloned());
        match truth(&filled, asks.clone(), discourse) {
            Understood::Question(mut question) if question.meaning.asked.is_some() => {
                if let (Some(noun), Some(variable)) =
                    (noun.filter(|n| !GENERAL.contains(n)), question.meaning.asked)
                {
                    let class = Formula::Atom(Atom::new(noun, vec![Term::Variable(variable)]));
                    question.meaning.formula = Formula::and(vec![class, question.meaning.formula]);
                }
                return Understood::Question(question);
            }
            // No worse place for what is asked.
            several @ Understood::Not(Reading::Ambiguous(_)) => return several,
            other @ Understood::Question(_) | other @ Understood::Not(_) => {
                last = last.or(Some(other))
            }
        }
    }
    match last {
        Some(Understood::Not(reading)) => Understood::Not(reading),
        _ => Understood::Not(statement(sentence, discourse)),
    }
}

/// Nouns that restrict nothing.
const GENERAL: &[&str] = &["thing", "object", "item", "people", "person", "entity"];

fn where_question(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let rest = &sentence.tokens[2..];
    let split = rest.iter().position(|t| t.lower == "before");
    let (thing, before) = match split {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let place = before.map(|tokens| term_of(tokens, discourse));
    match (term_of(thing, discourse), place) {
        (Some((thing, meaning)), None) => Understood::Question(Box::new(Question {
            asks: Asks::Where { thing, before: None },
            meaning,
        })),
        (Some((thing, meaning)), Some(Some((place, _)))) => {
            Understood::Question(Box::new(Question {
                asks: Asks::Where { thing, before: Some(place) },
                meaning,
            }))
        }
        _ => Understood::Not(statement(sentence, discourse)),
    }
}

fn path(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let at = |word: &str| sentence.tokens.iter().position(|t| t.lower == word);
    let (Some(from), Some(to)) = (at("from"), at("to")) else {
        return Understood::Not(statement(sentence, discourse));
    };
    if from > to {
        return Understood::Not(statement(sentence, discourse));
    }
    let ends = (
        term_of(&sentence.tokens[from + 1..to], discourse),
        term_of(&sentence.tokens[to + 1..], discourse),
    );
    match ends {
        (Some((from, meaning)), Some((to, _))) => {
            Understood::Question(Box::new(Question { asks: Asks::Path { from, to }, meaning }))
        }
        _ => Understood::Not(statement(sentence, discourse)),
    }
}

/// `if S, is X red?`
fn what_if(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let Some(comma) = sentence.tokens.iter().rposition(|t| t.lower == ",") else {
        return truth(sentence, Asks::Truth, discourse);
    };
    let mut condition = sentence.clone();
    condition.tokens = sentence.tokens[1..comma].to_vec();
    let Reading::Parsed(assumed) = statement(&condition, discourse) else {
        return truth(sentence, Asks::Truth, discourse);
    };
    let asked = without(sentence, comma + 1);
    match truth(&asked, Asks::WhatIf(vec![assumed.formula]), discourse) {
        Understood::Not(_) => truth(sentence, Asks::Truth, discourse),
        found => found,
    }
}

/// The single thing a noun phrase means.
fn term_of(tokens: &[Token], discourse: &Discourse) -> Option<(Term, Meaning)> {
    let grammar = Grammar::new(tokens);
    let mut parses: Vec<_> =
        grammar.noun_phrases(0).into_iter().filter(|p| p.end == tokens.len()).collect();
    parses.sort_by_key(|p| p.cost);
    let np: Np = parses.into_iter().next()?.value;
    let probe = Sentence::Clause(
        np,
        Vp::Be(Complement::Adjective(super::syntax::Adjective {
            words: vec!["probed".to_owned()],
            governs: Vec::new(),
        })),
    );
    let found = meaning(&probe, discourse).ok()?;
    match &found.formula {
        Formula::Atom(atom) => Some((atom.arguments.first()?.clone(), found.clone())),
        Formula::Not(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::One(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::All(..)
        | Formula::Some(..)
        | Formula::Normally(..) => None,
    }
}

fn without(sentence: &RawSentence, count: usize) -> RawSentence {
    let mut rest = sentence.clone();
    rest.tokens.drain(..count);
    rest
}

fn gap(like: &Token) -> Token {
    marker(like, GAP)
}

fn marker(like: &Token, word: &str) -> Token {
    Token {
        text: word.to_owned(),
        lower: word.to_owned(),
        kind: Kind::Word,
        start: like.start,
        end: like.end,
    }
}
