//! Plain words for what the controlled language has no sentence for. They say what the logic says,
//! but nobody promises that they are read back as it.

use super::phrase::{best, listed, phrases, term_text, unnamed};
use super::{Style, finish, verbalise};
use crate::logic::{Clause, Formula, Literal, Term};

/// Clauses that speak of the same unnamed things, a sentence each.
pub(super) fn together(clauses: &[Clause], style: Style) -> String {
    let mut plain = Plain::default();
    let said = clauses.iter().map(|clause| match verbalise(clause, style) {
        Some(text) if clauses.len() == 1 => text,
        _ => finish(&plain.clause(clause)),
    });
    said.collect::<Vec<_>>().join(" ")
}

/// What things are called from their second mention on.
#[derive(Default)]
struct Plain {
    known: Vec<(Term, String)>,
}

impl Plain {
    fn clause(&mut self, clause: &Clause) -> String {
        match clause {
            Clause::Rule { head, body } if body.is_empty() => {
                let front = self.of_all(head);
                format!("{front}{}", self.fact(head))
            }
            Clause::Rule { head, body } => {
                let body = self.all(body, "and");
                format!("if {body} then {}", self.literal(head))
            }
            Clause::Choice { heads, body, exclusive } => {
                let either = if *exclusive { "either " } else { "" };
                let body = (!body.is_empty()).then(|| self.all(body, "and"));
                let heads = self.all(heads, "or");
                let choice = format!("{either}{heads}");
                body.map_or_else(|| choice.clone(), |body| format!("if {body} then {choice}"))
            }
            Clause::Never(body) => format!("it is not true that {}", self.all(body, "and")),
            Clause::Default { head, body, exceptions } => {
                let body = self.all(body, "and");
                let head = self.literal(head);
                let unless = (!exceptions.is_empty()).then(|| self.all(exceptions, "or"));
                let unless = unless.map(|it| format!(" unless {it}")).unwrap_or_default();
                format!("normally, if {body} then {head}{unless}")
            }
            Clause::Formula(formula) => self.formula(formula),
        }
    }

    /// What is said of everything begins with that, and with what there is for each.
    fn of_all(&mut self, literal: &Literal) -> String {
        let variables: Vec<u32> = literal.atom.variables().into_iter().collect();
        if variables.is_empty() {
            return String::new();
        }
        let names = self.quantified(&variables);
        let mut front = format!("for every {names}, ");
        for thing in &literal.atom.arguments {
            if let Term::Witness(name, _) = thing
                && self.name(thing).is_none()
            {
                let letter = self.letter();
                front.push_str(&format!("there is {} {letter} such that ", unnamed(name)));
                self.call(thing, &letter);
            }
        }
        front
    }

    /// Something said outright; the first word about an unnamed thing is that there is one.
    fn fact(&mut self, literal: &Literal) -> String {
        match literal.atom.arguments.as_slice() {
            [thing @ Term::Witness(..)] if literal.positive && self.name(thing).is_none() => {
                self.call(thing, "something");
                let said = self.literal(literal);
                let class = literal.atom.predicate.replace('_', " ");
                self.call(thing, &format!("that {class}"));
                match said.strip_prefix("something is ") {
                    Some(one) if one.starts_with("a ") || one.starts_with("an ") => {
                        format!("there is {one}")
                    }
                    Some(property) => {
                        self.call(thing, "that thing");
                        format!("there is something {property}")
                    }
                    None => said,
                }
            }
            _ => self.literal(literal),
        }
    }

    fn all(&mut self, literals: &[Literal], word: &str) -> String {
        let said: Vec<String> = literals.iter().map(|literal| self.literal(literal)).collect();
        said.join(&format!(" {word} "))
    }

    fn literal(&mut self, literal: &Literal) -> String {
        let terms: Vec<String> = literal.atom.arguments.iter().map(|it| self.term(it)).collect();
        let said = |literal: &Literal| phrases(literal, &terms).into_iter().nth(best(literal)?);
        if let Some(text) = said(literal) {
            return text;
        }
        let affirmed = Literal::holds(literal.atom.clone());
        match said(&affirmed).filter(|_| !literal.positive) {
            Some(text) => format!("it is not true that {text}"),
            None => {
                let verb = if literal.positive { "holds" } else { "does not hold" };
                let of = listed(&terms);
                let of = if of.is_empty() { of } else { format!(" of {of}") };
                format!("`{}` {verb}{of}", literal.atom.predicate.replace('_', " "))
            }
        }
    }

    fn term(&mut self, term: &Term) -> String {
        if let Term::Constant(name) = term {
            return term_text(term).unwrap_or_else(|| name.replace('_', " "));
        }
        if let Some(name) = self.name(term) {
            return name.to_owned();
        }
        let (now, later) = match term {
            Term::Witness(name, _) if !name.starts_with("something") => {
                let now = unnamed(name);
                let later = now.split_once(' ').map(|(_, noun)| format!("that {noun}"));
                let later = later.unwrap_or_else(|| "that thing".to_owned());
                (now, later)
            }
            Term::Witness(..) => ("something".to_owned(), "that thing".to_owned()),
            Term::Variable(_) | Term::Constant(_) => {
                let letter = self.letter();
                (format!("something {letter}"), letter)
            }
        };
        self.call(term, &later);
        now
    }

    fn name(&self, term: &Term) -> Option<&str> {
        self.known.iter().find(|(known, _)| known == term).map(|(_, name)| name.as_str())
    }

    fn call(&mut self, term: &Term, name: &str) {
        self.known.retain(|(known, _)| known != term);
        self.known.push((term.clone(), name.to_owned()));
    }

    /// A letter that nothing is called by.
    fn letter(&self) -> String {
        let is_letter = |name: &str| name.starts_with(['X', 'Y', 'Z', 'V', 'W']);
        let count = self.known.iter().filter(|(_, name)| is_letter(name)).count();
        let letter = ["X", "Y", "Z", "V", "W"][count % 5];
        if count < 5 { letter.to_owned() } else { format!("{letter}{}", count / 5) }
    }

    fn quantified(&mut self, variables: &[u32]) -> String {
        let names: Vec<String> = variables
            .iter()
            .map(|variable| {
                let letter = self.letter();
                self.call(&Term::Variable(*variable), &letter);
                letter
            })
            .collect();
        listed(&names)
    }

    fn formula(&mut self, formula: &Formula) -> String {
        match formula {
            Formula::Atom(atom) => self.literal(&Literal::holds(atom.clone())),
            Formula::Not(inner) => match &**inner {
                Formula::Atom(atom) => self.literal(&Literal::denies(atom.clone())),
                Formula::Some(variables, inner) => {
                    let names = self.quantified(variables);
                    format!("there is no {names} such that {}", self.formula(inner))
                }
                Formula::Not(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::One(_)
                | Formula::Implies(..)
                | Formula::Iff(..)
                | Formula::All(..)
                | Formula::Normally(..) => format!("it is not true that {}", self.part(inner)),
            },
            Formula::And(parts) => self.parts(parts, "and"),
            Formula::Or(parts) => self.parts(parts, "or"),
            Formula::One(parts) => {
                format!("exactly one of these is so: {}", self.parts(parts, "or"))
            }
            Formula::Implies(a, b) => {
                let condition = self.part(a);
                format!("if {condition} then {}", self.part(b))
            }
            Formula::Iff(a, b) => {
                let one = self.part(a);
                format!("{one} if and only if {}", self.part(b))
            }
            Formula::All(variables, inner) => {
                let names = self.quantified(variables);
                format!("for every {names}, {}", self.formula(inner))
            }
            Formula::Some(variables, inner) => {
                let names = self.quantified(variables);
                format!("there is {names} such that {}", self.formula(inner))
            }
            Formula::Normally(a, b, exceptions) => {
                let (condition, then) = (self.part(a), self.part(b));
                let unless = (!exceptions.is_empty()).then(|| self.parts(exceptions, "or"));
                let unless = unless.map(|it| format!(" unless {it}")).unwrap_or_default();
                format!("normally, if {condition} then {then}{unless}")
            }
        }
    }

    fn parts(&mut self, parts: &[Formula], word: &str) -> String {
        let said: Vec<String> = parts.iter().map(|part| self.part(part)).collect();
        said.join(&format!(" {word} "))
    }

    /// A part of a whole, marked off where it has parts itself.
    fn part(&mut self, formula: &Formula) -> String {
        let said = self.formula(formula);
        match formula {
            Formula::Or(_) => format!("either {said}"),
            Formula::And(parts) if parts.len() == 2 => format!("both {said}"),
            Formula::And(_)
            | Formula::Atom(_)
            | Formula::Not(_)
            | Formula::One(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Some(..)
            | Formula::Normally(..) => said,
        }
    }
}
