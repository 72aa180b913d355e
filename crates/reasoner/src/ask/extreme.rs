//! The tallest, the cheapest: read off what was compared or measured, where nobody named it.
//! Only a thing that is known to surpass every other one that was compared is the answer.

use std::collections::BTreeSet;

use super::{Answer, Case, Verdict};
use crate::english::morphology::{graded, graded_adjective};
use crate::logic::{Atom, Formula, Literal, Term};
use crate::postulates::OPPOSITES;

/// What is asked for: the end of a scale, and the class it is looked for in.
struct Extreme {
    adjective: String,
    classes: Vec<String>,
}

impl Case<'_> {
    /// The thing at the end of a scale, when the question asks for one.
    pub(super) fn extreme(&self, among: &[Term]) -> Option<Answer> {
        // In an enumerated set every member counts, compared or not.
        let asked =
            Term::Variable(self.question.meaning.asked.filter(|_| !self.knowledge.lists())?);
        let extreme = extreme(&self.question.meaning.formula, &asked)?;
        let (winner, facts) = self.winner(&extreme, among)?;
        Some(self.proved(Verdict::Answers, &facts, vec![winner]))
    }

    /// Whether a thing is at the end of a scale, when the question asks that.
    pub(super) fn is_extreme(&self) -> Option<Answer> {
        let Formula::Atom(atom) = &self.question.meaning.formula else { return None };
        if self.knowledge.lists() {
            return None;
        }
        if let [one, other] = atom.arguments.as_slice() {
            return self.surpasses(&atom.predicate, one, other);
        }
        let [thing] = atom.arguments.as_slice() else { return None };
        let extreme = extreme(&self.question.meaning.formula, thing)?;
        let Some((winner, facts)) = self.winner(&extreme, &[]) else {
            let above = self.comparisons(&extreme).into_iter().find(|(_, b, _)| b == thing)?;
            return Some(self.proved(Verdict::No, &above.2, Vec::new()));
        };
        let verdict = if winner == *thing { Verdict::Yes } else { Verdict::No };
        Some(self.proved(verdict, &facts, Vec::new()))
    }

    /// Whether one thing is more of something than another, by their measures.
    fn surpasses(&self, predicate: &str, one: &Term, other: &Term) -> Option<Answer> {
        let adjective = graded_adjective(predicate.strip_suffix("_than")?, "er")?;
        let greater = self.comparisons(&Extreme { adjective, classes: Vec::new() });
        let between = |a: &Term, b: &Term| greater.iter().find(|(x, y, _)| x == a && y == b);
        let (verdict, (.., facts)) = match (between(one, other), between(other, one)) {
            (Some(found), None) => (Verdict::Yes, found),
            (None, Some(found)) => (Verdict::No, found),
            _ => return None,
        };
        Some(self.proved(verdict, facts, Vec::new()))
    }

    /// The one thing that surpasses all others that were compared, and the facts that say so.
    fn winner(&self, extreme: &Extreme, among: &[Term]) -> Option<(Term, Vec<usize>)> {
        let greater = self.comparisons(extreme);
        let related = self.related(extreme);
        let mut named: BTreeSet<&Term> = greater.iter().flat_map(|(a, b, _)| [a, b]).collect();
        named.extend(&related);
        let fits = |term: &&&Term| {
            let class = |class: &String| {
                let is = Literal::holds(Atom::new(class.clone(), vec![(**term).clone()]));
                self.closure.holds(&is).is_some()
            };
            extreme.classes.iter().all(class) && (among.is_empty() || among.contains(term))
        };
        let candidates: Vec<&Term> = named.iter().filter(fits).copied().collect();
        if candidates.len() < 2 || among.iter().any(|term| !candidates.contains(&term)) {
            return None;
        }
        let surpasses = |one: &Term, other: &Term| {
            greater.iter().find(|(a, b, _)| a == one && b == other).map(|(.., facts)| facts.clone())
        };
        let mut winners = candidates.iter().filter_map(|one| {
            let others = candidates.iter().filter(|other| *other != one);
            let facts: Option<Vec<Vec<usize>>> =
                others.map(|other| surpasses(one, other)).collect();
            Some(((*one).clone(), facts?.concat()))
        });
        winners.next()
    }

    /// What else counts: things said to be as much of it or not more of it than another, and all
    /// that are known to be of the class.
    fn related(&self, extreme: &Extreme) -> Vec<Term> {
        let mut scale = vec![extreme.adjective.clone()];
        scale.extend(opposites(&extreme.adjective).map(str::to_owned));
        let words: Vec<String> = scale.iter().map(|word| than(word)).collect();
        let as_much: Vec<String> =
            scale.iter().map(|word| format!("as_{}_as", word.replace(' ', "_"))).collect();
        let mut found = Vec::new();
        for (_, fact) in self.closure.facts() {
            let (name, arguments) = (&fact.atom.predicate, &fact.atom.arguments);
            let compared = !fact.positive && words.contains(name) || as_much.contains(name);
            let of_class = fact.positive && arguments.len() == 1 && extreme.classes.contains(name);
            if compared || of_class {
                found.extend(arguments.iter().filter(|t| matches!(t, Term::Constant(_))).cloned());
            }
        }
        found
    }

    /// Who surpasses whom, by comparisons and by measures in one unit.
    fn comparisons(&self, extreme: &Extreme) -> Vec<(Term, Term, Vec<usize>)> {
        let forward = than(&extreme.adjective);
        let backward: Vec<String> = opposites(&extreme.adjective).map(than).collect();
        let mut found = Vec::new();
        let mut measured: Vec<(Term, f64, String, usize)> = Vec::new();
        for (number, fact) in self.closure.facts().filter(|(_, f)| f.positive) {
            if let [a, b] = fact.atom.arguments.as_slice() {
                if fact.atom.predicate == forward {
                    found.push((a.clone(), b.clone(), vec![number]));
                } else if backward.contains(&fact.atom.predicate) {
                    found.push((b.clone(), a.clone(), vec![number]));
                }
            }
            if let Some((thing, value, unit)) = measure(&fact.atom, &extreme.adjective) {
                measured.push((thing, value, unit, number));
            }
        }
        for (one, more, unit, first) in &measured {
            for (other, less, other_unit, second) in &measured {
                if unit == other_unit && more > less {
                    found.push((one.clone(), other.clone(), vec![*first, *second]));
                }
            }
        }
        found
    }

    /// The answer to a question for things, or the thing at the end of a scale.
    pub(super) fn most(&self, among: &[Term]) -> Answer {
        self.extreme(among).unwrap_or_else(|| Answer::nothing(Verdict::Unknown))
    }
}

fn than(adjective: &str) -> String {
    format!("{}_than", graded(adjective, "er").replace(' ', "_"))
}

fn opposites(adjective: &str) -> impl Iterator<Item = &'static str> {
    OPPOSITES.iter().filter_map(move |(low, high)| match adjective {
        one if one == *low => Some(*high),
        one if one == *high => Some(*low),
        _ => None,
    })
}

/// `fastest(X)` with `car(X)`, `fastest_car(X)`
fn extreme(formula: &Formula, thing: &Term) -> Option<Extreme> {
    let literals = Literal::all_of(formula)?;
    let mut classes = Vec::new();
    let mut adjective = None;
    for literal in &literals {
        if !literal.positive || literal.atom.arguments.as_slice() != std::slice::from_ref(thing) {
            return None;
        }
        match superlative(&literal.atom.predicate) {
            Some((found, rest)) if adjective.is_none() => {
                adjective = Some(found);
                classes.extend(rest);
            }
            _ => classes.push(literal.atom.predicate.clone()),
        }
    }
    classes.retain(|class| class != "person");
    adjective.map(|adjective| Extreme { adjective, classes })
}

/// The adjective of a superlative and the noun after it.
fn superlative(predicate: &str) -> Option<(String, Option<String>)> {
    let (first, rest) = match predicate.split_once('_') {
        Some((first, rest)) => (first, Some(rest)),
        None => (predicate, None),
    };
    if first == "most" {
        let (adjective, noun) = match rest?.split_once('_') {
            Some((adjective, noun)) => (adjective, Some(noun.to_owned())),
            None => (rest?, None),
        };
        return Some((adjective.to_owned(), noun));
    }
    Some((graded_adjective(first, "est")?, rest.map(str::to_owned)))
}

/// How much of an adjective a fact gives to a thing; less of its opposite is more of it.
fn measure(atom: &Atom, adjective: &str) -> Option<(Term, f64, String)> {
    const MEASURING: &[(&str, &str)] = &[("costs", "expensive"), ("weighs", "heavy")];
    let signed = |scale: &str| {
        let same = scale == adjective;
        let reverse = opposites(adjective).any(|opposite| opposite == scale);
        (same || reverse).then_some(if same { 1.0 } else { -1.0 })
    };
    let (thing, amount, scale) = match atom.arguments.as_slice() {
        [thing] => {
            let (amount, scale) = atom.predicate.rsplit_once('_')?;
            (thing, amount, scale)
        }
        [thing, Term::Constant(amount)] => {
            let scale = MEASURING.iter().find(|(verb, _)| *verb == atom.predicate)?.1;
            (thing, amount.as_str(), scale)
        }
        _ => return None,
    };
    let (number, unit) = number_and_unit(amount)?;
    Some((thing.clone(), signed(scale)? * number, unit))
}

/// `1_80_meters` as 1.8 and `meters`
fn number_and_unit(amount: &str) -> Option<(f64, String)> {
    let digits = |part: &&str| part.chars().all(|c| c.is_ascii_digit());
    let numbers: Vec<&str> = amount.split('_').take_while(digits).collect();
    let unit: Vec<&str> = amount.split('_').skip_while(digits).collect();
    Some((numbers.join(".").parse().ok()?, unit.join("_"))).filter(|(_, unit)| !unit.is_empty())
}
