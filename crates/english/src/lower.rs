//! From resolved boxes to formulas: events become predicates named by their verb and prepositions.
//! What was marked by a modal verb or put in the past keeps that in its name.

use crate::drs::{Drs, Event, Said};
use crate::lexicon::is_marked;
use crate::logic::{Formula, Thing};
use crate::morphology::{gerund, past, third};

/// Whether a box is told, or stands in a condition, a denial or a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It is told.
    Told,
    /// It is looked for.
    Sought,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Told => Self::Sought,
            Self::Sought => Self::Told,
        }
    }
}

/// Makes formulas of boxes.
#[derive(Debug)]
pub struct Lowering {
    marks: Vec<(String, Thing)>,
    next: u32,
}

impl Default for Lowering {
    fn default() -> Self {
        // Far from the numbers of parsing.
        Self { marks: Vec::new(), next: 5_000_000 }
    }
}

impl Lowering {
    /// The formula of a box.
    pub fn formula(&mut self, drs: &Drs, side: Side) -> Formula {
        let (referents, body) = self.parts(drs, side);
        Formula::some(referents, body)
    }

    fn parts(&mut self, drs: &Drs, side: Side) -> (Vec<u32>, Formula) {
        let drs = identified(drs.clone());
        let parts = drs.said.iter().map(|said| self.said(said, side)).collect();
        (drs.referents, Formula::and(parts))
    }

    fn said(&mut self, said: &Said, side: Side) -> Formula {
        match said {
            Said::Noun(noun, thing, _) => self.plain(noun, &[thing]),
            Said::Adjective(adjective, thing) => self.plain(adjective, &[thing]),
            Said::Relation(relation, a, b) => self.plain(relation, &[a, b]),
            Said::Same(a, b) => self.plain("same_as", &[a, b]),
            Said::Event(event) => self.event(event),
            Said::Not(inner) => negated(self.formula(inner, side.other())),
            Said::If(a, b) => self.implies(a, b, side),
            Said::Iff(a, b) => {
                let (a, b) = (self.formula(a, Side::Sought), self.formula(b, Side::Sought));
                Formula::Iff(Box::new(a), Box::new(b))
            }
            Said::Or(boxes) => Formula::Or(self.options(boxes, side)),
            Said::One(boxes) => Formula::One(self.options(boxes, side)),
            Said::Normally(a, b, unless) => {
                let (variables, given) = self.parts(a, Side::Sought);
                let then = self.formula(b, side);
                let unless = unless.as_ref().map(|u| Box::new(self.formula(u, Side::Sought)));
                Formula::Normally(variables, Box::new(given), Box::new(then), unless)
            }
            Said::Any(which, what) if side == Side::Told => self.implies(which, what, side),
            Said::Any(which, what) => self.formula(&joined(which, what), side),
            Said::Definite(which, what) => self.definite(which, what, side),
            Said::Marked(mark, who, inner) => {
                self.marks.push((mark.clone(), who.clone()));
                let formula = self.formula(inner, side);
                self.marks.pop();
                formula
            }
            Said::The(_) | Said::Pronoun(..) | Said::Name(_) | Said::Taken(..) => {
                Formula::And(Vec::new())
            }
        }
    }

    fn options(&mut self, boxes: &[Drs], side: Side) -> Vec<Formula> {
        let mut found = Vec::new();
        for one in boxes {
            let option = self.formula(one, side);
            if let Formula::Or(inner) = option {
                found.extend(inner);
            } else {
                found.push(option);
            }
        }
        found
    }

    fn implies(&mut self, a: &Drs, b: &Drs, side: Side) -> Formula {
        let (variables, given) = self.parts(a, side.other());
        let then = self.formula(b, side);
        let inner =
            if given.is_empty() { then } else { Formula::Implies(Box::new(given), Box::new(then)) };
        Formula::all(variables, inner)
    }

    /// What is told of the one thing that fits a description is told of whatever fits it; where the
    /// description speaks of nothing but named things, there is such a thing.
    fn definite(&mut self, which: &Drs, what: &Drs, side: Side) -> Formula {
        let says = |said: &&Said| !matches!(said, Said::Name(_) | Said::Taken(..));
        let said: Vec<&Said> = what.said.iter().filter(says).collect();
        if let ([referent], [Said::Same(a, b)]) = (which.referents.as_slice(), said.as_slice())
            && what.referents.is_empty()
        {
            let own = Thing::Variable(*referent);
            let other = if *a == own { b } else { a };
            let mut which = which.clone();
            which.replace(*referent, other);
            return self.formula(&which, side);
        }
        if side == Side::Sought {
            return self.formula(&joined(which, what), side);
        }
        let (variables, given) = self.parts(which, Side::Sought);
        let then = self.formula(what, side);
        let rule = Formula::all(
            variables.clone(),
            Formula::Implies(Box::new(given.clone()), Box::new(then)),
        );
        let free = given
            .atoms()
            .into_iter()
            .flat_map(|(_, things)| things)
            .any(|thing| matches!(thing, Thing::Variable(v) if !variables.contains(v)));
        if free {
            return rule;
        }
        let mut there = which.clone();
        for referent in which.referents.clone() {
            self.next += 1;
            let next = self.next;
            there.replace(referent, &Thing::Variable(next));
            there.referents.push(next);
        }
        Formula::and(vec![rule, self.formula(&there, side)])
    }

    /// A noun, adjective or relation, with the marks of what it is said of.
    fn plain(&self, name: &str, things: &[&Thing]) -> Formula {
        let mut full = String::new();
        for (mark, who) in &self.marks {
            if things.first() == Some(&who) {
                full.push_str(&inflected(mark));
                full.push_str(if mark == "was" { "_" } else { "_be_" });
            }
        }
        full.push_str(name);
        Formula::Atom(full, things.iter().map(|thing| (*thing).clone()).collect())
    }

    fn event(&self, event: &Event) -> Formula {
        let mut things: Vec<Thing> = event.subject.iter().chain(&event.object).cloned().collect();
        let mut roles = event.roles.clone();
        roles.sort();
        things.extend(roles.iter().map(|(_, thing)| thing.clone()));
        let marks: Vec<&String> = self
            .marks
            .iter()
            .filter(|(_, who)| things.contains(who))
            .map(|(mark, _)| mark)
            .collect();
        let mut words: Vec<String> = event.manner.clone();
        words.extend(marks.iter().map(|mark| inflected(mark)));
        match (&event.verb, &event.state) {
            (Some(verb), _) => words.push(match marks.last().map(|mark| mark.as_str()) {
                Some("was") => gerund(verb),
                Some(_) => verb.clone(),
                None if event.past && is_marked(verb, "state") => past(verb),
                None => third(verb),
            }),
            (None, Some(state)) => {
                if event.past {
                    words.push("was".to_owned());
                } else if marks.last().is_some_and(|mark| mark.as_str() != "was") {
                    words.push("be".to_owned());
                }
                words.push(state.clone());
            }
            (None, None) => {}
        }
        words.extend(roles.into_iter().map(|(preposition, _)| preposition));
        Formula::Atom(words.join("_"), things)
    }
}

/// `want_to` says `wants_to`; modal verbs stay.
fn inflected(mark: &str) -> String {
    match mark.strip_suffix("_to") {
        Some(verb) => format!("{}_to", third(verb)),
        None => mark.to_owned(),
    }
}

/// Two boxes as one.
fn joined(a: &Drs, b: &Drs) -> Drs {
    let mut both = a.clone();
    both.referents.extend(&b.referents);
    both.said.extend(b.said.iter().cloned());
    both
}

fn negated(formula: Formula) -> Formula {
    if let Formula::Not(inner) = formula { *inner } else { Formula::Not(Box::new(formula)) }
}

/// A new referent that is said to be something else is that.
fn identified(mut drs: Drs) -> Drs {
    loop {
        let new = |a: &Thing, b: &Thing| is_new(&drs, a) || is_new(&drs, b);
        let found = drs.said.iter().position(|said| matches!(said, Said::Same(a, b) if new(a, b)));
        let Some(place) = found else { return drs };
        let Said::Same(a, b) = drs.said.remove(place) else { return drs };
        match (&a, &b) {
            (Thing::Variable(new), other) if is_new(&drs, &a) => drs.replace(*new, other),
            (other, Thing::Variable(new)) => drs.replace(*new, other),
            _ => {}
        }
    }
}

fn is_new(drs: &Drs, thing: &Thing) -> bool {
    matches!(thing, Thing::Variable(variable) if drs.referents.contains(variable))
}
