//! Formulas as Prolog terms, for what no clause can say.

use prolog::View;

use super::Names;
use crate::logic::{Formula, Term};

/// The term that stands for a formula.
pub(super) fn text(formula: &Formula) -> String {
    let many = |parts: &[Formula]| parts.iter().map(text).collect::<Vec<_>>().join(", ");
    let names = |variables: &[u32]| {
        let names = variables.iter().map(|variable| Term::Variable(*variable).to_string());
        names.collect::<Vec<_>>().join(", ")
    };
    match formula {
        Formula::Atom(atom) => atom.to_string(),
        Formula::Not(inner) => format!("not({})", text(inner)),
        Formula::And(parts) => format!("and([{}])", many(parts)),
        Formula::Or(parts) => format!("or([{}])", many(parts)),
        Formula::One(parts) => format!("one([{}])", many(parts)),
        Formula::Implies(a, b) => format!("if({}, {})", text(a), text(b)),
        Formula::Iff(a, b) => format!("iff({}, {})", text(a), text(b)),
        Formula::All(variables, inner) => format!("all([{}], {})", names(variables), text(inner)),
        Formula::Some(variables, inner) => format!("some([{}], {})", names(variables), text(inner)),
        Formula::Normally(a, b, exceptions) => {
            format!("normally({}, {}, [{}])", text(a), text(b), many(exceptions))
        }
    }
}

/// The formula a term stands for.
pub(super) fn read(names: &mut Names, term: &prolog::Term) -> Option<Formula> {
    if let View::Compound(name, parts) = term.view() {
        let name = name.to_owned();
        match (name.as_str(), parts.as_slice()) {
            ("not", [inner]) => return Some(Formula::Not(Box::new(read(names, inner)?))),
            ("and", [list]) => return Some(Formula::And(several(names, list)?)),
            ("or", [list]) => return Some(Formula::Or(several(names, list)?)),
            ("one", [list]) => return Some(Formula::One(several(names, list)?)),
            ("if", [a, b]) => {
                return Some(Formula::Implies(
                    Box::new(read(names, a)?),
                    Box::new(read(names, b)?),
                ));
            }
            ("iff", [a, b]) => {
                return Some(Formula::Iff(Box::new(read(names, a)?), Box::new(read(names, b)?)));
            }
            ("all", [list, inner]) => {
                let bound = variables(names, list)?;
                return Some(Formula::All(bound, Box::new(read(names, inner)?)));
            }
            ("some", [list, inner]) => {
                let bound = variables(names, list)?;
                return Some(Formula::Some(bound, Box::new(read(names, inner)?)));
            }
            ("normally", [a, b, list]) => {
                let (a, b) = (read(names, a)?, read(names, b)?);
                return Some(Formula::Normally(Box::new(a), Box::new(b), several(names, list)?));
            }
            _ => {}
        }
    }
    names.atom(term).map(Formula::Atom)
}

fn several(names: &mut Names, list: &prolog::Term) -> Option<Vec<Formula>> {
    list.items()?.iter().map(|item| read(names, item)).collect()
}

fn variables(names: &mut Names, list: &prolog::Term) -> Option<Vec<u32>> {
    let number = |item: &prolog::Term| match names.term(item)? {
        Term::Variable(number) => Some(number),
        Term::Constant(_) | Term::Witness(..) => None,
    };
    list.items()?.iter().map(number).collect()
}
