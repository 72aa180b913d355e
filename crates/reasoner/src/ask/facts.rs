//! Answers that facts give outright: where and when something is, what it is, how much of it.

use super::{Answer, Case, Found, Verdict};
use crate::english::closed;
use crate::english::morphology::plural;
use crate::logic::{Atom, Literal, Term};
use crate::narrative::Story;

impl Case<'_> {
    pub(super) fn place(&self, thing: &Term, before: Option<&Term>) -> Answer {
        if let Some(place) = before {
            let story = Story::tell(self.knowledge.statements());
            return match story.and_then(|story| story.before(thing, place)) {
                Some((term, sentences)) => Answer {
                    found: Found::Story,
                    bindings: vec![term],
                    sentences,
                    ..Answer::nothing(Verdict::Answers)
                },
                None => Answer::nothing(Verdict::Unknown),
            };
        }
        for (number, fact) in self.closure.facts() {
            let about = fact.positive
                && self.closure.holds(&fact.negated()).is_none()
                && fact.atom.arguments.len() == 2
                && fact.atom.arguments.first() == Some(thing);
            if about
                && ["in", "at", "on", "inside", "near", "located_in", "located_at", "located_on"]
                    .contains(&fact.atom.predicate.as_str())
            {
                return self.proved(
                    Verdict::Answers,
                    &[number],
                    vec![fact.atom.arguments[1].clone()],
                );
            }
        }
        self.place_at_rest(thing).unwrap_or_else(|| Answer::nothing(Verdict::Unknown))
    }

    /// The one place that is left where several were spoken of.
    fn place_at_rest(&self, thing: &Term) -> Option<Answer> {
        let told = self.knowledge.statements().iter().flat_map(|s| s.formula.atoms());
        let told = told.filter(|a| a.arguments.len() == 2 && a.arguments.first() == Some(thing));
        let places: std::collections::BTreeSet<&Atom> =
            told.filter(|a| ["in", "at"].contains(&a.predicate.as_str())).collect();
        places.into_iter().find_map(|atom| {
            let answer = self.at_rest(&crate::logic::Formula::Atom(atom.clone()))?;
            let place = atom.arguments.get(1)?.clone();
            let yes = answer.verdict == Verdict::Yes;
            yes.then(|| Answer { verdict: Verdict::Answers, bindings: vec![place], ..answer })
        })
    }

    /// How many there are where facts give an amount: `3_apples` on the table.
    pub(super) fn amount(&self, found: &[(Term, Vec<usize>)]) -> Option<Answer> {
        let asked = Term::Variable(self.question.meaning.asked?);
        let literals = Literal::all_of(&self.question.meaning.formula)?;
        let classes = literals.iter().filter(|l| l.atom.arguments.as_slice() == [asked.clone()]);
        let mut classes: Vec<&str> = classes.map(|l| l.atom.predicate.as_str()).collect();
        let noun = classes.pop()?;
        let kind = plural(&noun.replace('_', " ")).replace(' ', "_");
        let relations: Vec<&Literal> =
            literals.iter().filter(|l| l.atom.arguments.len() > 1).collect();
        let (relation, exists) = match relations.as_slice() {
            [one] => (one.atom.clone(), false),
            [] => (Atom::new("exists", vec![asked.clone()]), true),
            _ => return None,
        };
        let place = relation.arguments.iter().position(|term| *term == asked)?;
        let mut amounts: Vec<(usize, String, String)> = Vec::new();
        for (number, fact) in self.closure.facts().filter(|(_, f)| f.positive) {
            let mut arguments = fact.atom.arguments.clone();
            let Some(Term::Constant(amount)) = fact.atom.arguments.get(place) else { continue };
            if let Some(argument) = arguments.get_mut(place) {
                *argument = asked.clone();
            }
            let same = fact.atom.predicate == relation.predicate && arguments == relation.arguments;
            let counted = amount.strip_suffix(&kind).or_else(|| amount.strip_suffix(noun));
            if let Some(front) = counted.and_then(|c| c.strip_suffix('_'))
                && same
            {
                // `5_red_pens` are five pens, and five red pens.
                let exact = ["exactly_", "only_"].iter().find_map(|word| front.strip_prefix(word));
                let front = exact.unwrap_or(front);
                let (count, described) = front.split_once('_').unwrap_or((front, ""));
                let counted = count.parse::<usize>().is_ok() && !goes_on(described);
                let (count, described) = if counted { (count, described) } else { (front, "") };
                if classes.iter().all(|class| described.split('_').any(|word| word == *class)) {
                    amounts.push((number, amount.clone(), count.to_owned()));
                }
            }
        }
        // What is said to be exactly so many is all of them, and what is at least so many adds nothing.
        let exact = |(_, amount, _): &(usize, String, String)| {
            ["exactly_", "only_"].iter().any(|word| amount.starts_with(word))
        };
        let counted = |(.., count): &(usize, String, String)| count.parse::<usize>().is_ok();
        if amounts.iter().any(exact) {
            amounts.retain(exact);
        } else if amounts.iter().any(counted) {
            amounts.retain(counted);
        }
        if amounts.is_empty() {
            return None;
        }
        let facts: Vec<usize> = amounts.iter().map(|(number, ..)| *number).collect();
        let told = |term: &Term| matches!(term, Term::Constant(_)) && !exists;
        let others: Vec<Term> = found.iter().map(|(t, _)| t.clone()).filter(told).collect();
        let counts: Option<usize> =
            amounts.iter().map(|(.., count)| count.parse::<usize>().ok()).sum();
        let mut answer = self.proved(Verdict::Answers, &facts, others);
        answer.count = counts.map(|count| count + answer.bindings.len());
        answer.bindings.extend(amounts.iter().map(|(_, amount, _)| Term::constant(amount)));
        Some(answer)
    }

    /// The things that facts give to a question.
    pub(super) fn found_in(&self, given: &dyn Fn(&Literal) -> Option<Term>) -> Answer {
        let facts = self.closure.facts().filter(|(_, fact)| fact.positive);
        let found = facts.filter_map(|(number, fact)| Some((number, given(&fact)?)));
        let (numbers, things): (Vec<usize>, Vec<Term>) = found.unzip();
        if numbers.is_empty() {
            return Answer::nothing(Verdict::Unknown);
        }
        self.proved(Verdict::Answers, &numbers, things)
    }

    pub(super) fn classes(&self, thing: &Term) -> Answer {
        let about = self.closure.facts().filter(|(_, f)| {
            f.positive && f.atom.arguments.as_slice() == std::slice::from_ref(thing)
        });
        let (numbers, names): (Vec<usize>, Vec<Term>) =
            about.map(|(n, f)| (n, Term::constant(&f.atom.predicate))).unzip();
        if numbers.is_empty() {
            Answer::nothing(Verdict::Unknown)
        } else {
            self.proved(Verdict::Answers, &numbers, names)
        }
    }

    pub(super) fn property(&self, thing: &Term, kind: &str) -> Answer {
        let is_kind = |name: &str| ["color", "colour"].contains(&kind) && COLOURS.contains(&name);
        let coloured = |term: &Term| {
            let about = |f: &Literal| {
                f.positive
                    && f.atom.arguments.as_slice() == std::slice::from_ref(term)
                    && is_kind(&f.atom.predicate)
            };
            self.closure.facts().rev().find(|(_, fact)| about(fact)).map(|(number, _)| number)
        };
        if let Some(number) = coloured(thing) {
            let name = Term::constant(&self.closure.fact(number).atom.predicate);
            return self.proved(Verdict::Answers, &[number], vec![name]);
        }
        self.by_analogy(thing, &coloured)
    }

    /// The property of the last-mentioned thing of the same class.
    fn by_analogy(&self, thing: &Term, property: &dyn Fn(&Term) -> Option<usize>) -> Answer {
        let one_place = |f: &Literal| f.positive && f.atom.arguments.len() == 1;
        let classes: Vec<Literal> = self
            .closure
            .facts()
            .map(|(_, fact)| fact)
            .filter(|f| one_place(f) && f.atom.arguments.first() == Some(thing))
            .collect();
        for class in classes {
            let alike = self.closure.facts().rev().filter(|(_, f)| {
                f.positive
                    && f.atom.predicate == class.atom.predicate
                    && f.atom.arguments.first() != Some(thing)
            });
            for (member, fact) in alike {
                let Some(found) = fact.atom.arguments.first().and_then(property) else { continue };
                let name = Term::constant(&self.closure.fact(found).atom.predicate);
                let mut answer = self.proved(Verdict::Answers, &[member, found], vec![name]);
                answer.found = Found::Analogy;
                return answer;
            }
        }
        Answer::nothing(Verdict::Unknown)
    }
}

/// The time a fact gives to a thing.
pub(super) fn when(fact: &Literal, thing: &Term) -> Option<Term> {
    const TIMES: &[&str] = &[
        "morning",
        "afternoon",
        "evening",
        "night",
        "noon",
        "midnight",
        "spring",
        "summer",
        "autumn",
        "winter",
        "today",
        "tomorrow",
    ];
    let [first, Term::Constant(time)] = fact.atom.arguments.as_slice() else { return None };
    let last = fact.atom.predicate.rsplit('_').next()?;
    let timed = time.contains(|c: char| c.is_ascii_digit())
        || time.split('_').any(|word| {
            [TIMES, closed::MONTHS, closed::WEEKDAYS].iter().any(|words| words.contains(&word))
        });
    let at = ["on", "at", "in", "during", closed::EQUALS].contains(&last);
    (first == thing && timed && at).then(|| Term::Constant(time.clone()))
}

/// The time at which a fact says that something is done.
pub(super) fn when_done(fact: &Literal, done: &Atom) -> Option<Term> {
    let (front, _) = fact.atom.predicate.rsplit_once('_')?;
    let (time, others) = fact.atom.arguments.split_last()?;
    let about = fact.atom.arguments.first()?;
    let two = Literal {
        positive: true,
        atom: Atom::new(fact.atom.predicate.clone(), vec![about.clone(), time.clone()]),
    };
    let same = front == done.predicate && others == done.arguments.as_slice();
    when(&two, about).filter(|_| same)
}

/// The place where a fact says that something is done.
pub(super) fn where_done(fact: &Literal, done: &Atom) -> Option<Term> {
    let (front, last) = fact.atom.predicate.rsplit_once('_')?;
    let (place, others) = fact.atom.arguments.split_last()?;
    let at = ["in", "at", "on", "near", "inside", "under", "behind"].contains(&last);
    let same = front == done.predicate && others == done.arguments.as_slice();
    let time = when_done(fact, done).is_some();
    (at && same && !time).then(|| place.clone())
}

/// How much a fact says a thing is: `30 years` of `30 years old`.
pub(super) fn degree(fact: &Literal, thing: &Term, adjective: &str) -> Option<Term> {
    let amount = fact.atom.predicate.strip_suffix(adjective)?.strip_suffix('_')?;
    let counted = amount.starts_with(|c: char| c.is_ascii_digit());
    let about = fact.atom.arguments.as_slice() == std::slice::from_ref(thing);
    (counted && about).then(|| Term::constant(amount))
}

const COLOURS: &[&str] = &[
    "red", "green", "blue", "yellow", "white", "black", "gray", "grey", "pink", "purple", "orange",
    "brown", "violet", "gold", "silver",
];

/// Whether a number goes on after its first word: `3_6_million_people`, `2_dozen_eggs`.
fn goes_on(words: &str) -> bool {
    const MULTIPLES: &[&str] =
        &["dozen", "hundred", "thousand", "million", "billion", "trillion", "percent"];
    let multiple = |word: &str| {
        MULTIPLES.contains(&word) || word.starts_with(|letter: char| letter.is_ascii_digit())
    };
    words.split('_').any(multiple)
}
