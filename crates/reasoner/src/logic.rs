//! The logic that sentences mean: terms, literals, formulas and clauses.
//! It knows neither English nor any solver.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A thing spoken of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Term {
    /// Any thing, bound by a quantifier or by the clause it stands in.
    Variable(u32),
    /// A named thing, in lower snake case.
    Constant(String),
    /// The thing a statement says exists, given the things it depends on.
    Witness(String, Vec<Term>),
}

impl Term {
    /// A constant by name.
    pub fn constant(name: &str) -> Self {
        Self::Constant(name.to_owned())
    }

    /// Whether no variable occurs in it.
    pub fn is_ground(&self) -> bool {
        match self {
            Self::Variable(_) => false,
            Self::Constant(_) => true,
            Self::Witness(_, arguments) => arguments.iter().all(Self::is_ground),
        }
    }

    /// Replaces variables.
    pub fn map(&self, replace: &dyn Fn(u32) -> Self) -> Self {
        match self {
            Self::Variable(variable) => replace(*variable),
            Self::Constant(_) => self.clone(),
            Self::Witness(name, arguments) => {
                Self::Witness(name.clone(), arguments.iter().map(|t| t.map(replace)).collect())
            }
        }
    }

    fn collect(&self, found: &mut BTreeSet<u32>) {
        match self {
            Self::Variable(variable) => {
                found.insert(*variable);
            }
            Self::Constant(_) => {}
            Self::Witness(_, arguments) => arguments.iter().for_each(|t| t.collect(found)),
        }
    }
}

/// A predicate applied to things.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Atom {
    /// The predicate's name, in lower snake case.
    pub predicate: String,
    /// What it is said of.
    pub arguments: Vec<Term>,
}

impl Atom {
    /// An atom.
    pub fn new(predicate: impl Into<String>, arguments: Vec<Term>) -> Self {
        Self { predicate: predicate.into(), arguments }
    }

    /// Replaces variables.
    pub fn map(&self, replace: &dyn Fn(u32) -> Term) -> Self {
        Self::new(self.predicate.clone(), self.arguments.iter().map(|t| t.map(replace)).collect())
    }

    /// The variables in it.
    pub fn variables(&self) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        self.arguments.iter().for_each(|t| t.collect(&mut found));
        found
    }
}

/// An atom or its strong negation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Literal {
    /// False for the strong negation.
    pub positive: bool,
    /// What is said or denied.
    pub atom: Atom,
}

impl Literal {
    /// The atom itself.
    pub fn holds(atom: Atom) -> Self {
        Self { positive: true, atom }
    }

    /// Its strong negation.
    pub fn denies(atom: Atom) -> Self {
        Self { positive: false, atom }
    }

    /// The opposite literal.
    pub fn negated(&self) -> Self {
        Self { positive: !self.positive, atom: self.atom.clone() }
    }

    /// Replaces variables.
    pub fn map(&self, replace: &dyn Fn(u32) -> Term) -> Self {
        Self { positive: self.positive, atom: self.atom.map(replace) }
    }
}

/// A first-order formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Formula {
    /// An atom.
    Atom(Atom),
    /// It is not so.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// At least one of them.
    Or(Vec<Formula>),
    /// Exactly one of them.
    One(Vec<Formula>),
    /// If the first then the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For all.
    All(Vec<u32>, Box<Formula>),
    /// There is.
    Some(Vec<u32>, Box<Formula>),
    /// If the first then normally the second, unless one of the exceptions.
    Normally(Box<Formula>, Box<Formula>, Vec<Formula>),
}

impl Formula {
    /// Denies it, without stacking denials.
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            other @ Self::Atom(_)
            | other @ Self::And(_)
            | other @ Self::Or(_)
            | other @ Self::One(_)
            | other @ Self::Implies(..)
            | other @ Self::Iff(..)
            | other @ Self::All(..)
            | other @ Self::Some(..)
            | other @ Self::Normally(..) => Self::Not(Box::new(other)),
        }
    }

    /// Joins, without a wrapper around a single part.
    pub fn and(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Self::And(inner) => flat.extend(inner),
                other @ Self::Atom(_)
                | other @ Self::Not(_)
                | other @ Self::Or(_)
                | other @ Self::One(_)
                | other @ Self::Implies(..)
                | other @ Self::Iff(..)
                | other @ Self::All(..)
                | other @ Self::Some(..)
                | other @ Self::Normally(..) => flat.push(other),
            }
        }
        Self::And(flat)
    }

    /// Every atom in it, in order.
    pub fn atoms(&self) -> Vec<&Atom> {
        let mut found = Vec::new();
        self.visit(&mut |atom| found.push(atom));
        found
    }

    fn visit<'a>(&'a self, each: &mut impl FnMut(&'a Atom)) {
        match self {
            Self::Atom(atom) => each(atom),
            Self::Not(inner) | Self::All(_, inner) | Self::Some(_, inner) => inner.visit(each),
            Self::And(parts) | Self::Or(parts) | Self::One(parts) => {
                parts.iter().for_each(|p| p.visit(each))
            }
            Self::Implies(a, b) | Self::Iff(a, b) => {
                a.visit(each);
                b.visit(each);
            }
            Self::Normally(a, b, exceptions) => {
                a.visit(each);
                b.visit(each);
                exceptions.iter().for_each(|p| p.visit(each));
            }
        }
    }

    /// Replaces free occurrences of variables (bound ones are expected to have other numbers).
    pub fn map(&self, replace: &dyn Fn(u32) -> Term) -> Self {
        self.map_atoms(&|atom| atom.map(replace))
    }

    /// Replaces every atom.
    pub fn map_atoms(&self, replace: &dyn Fn(&Atom) -> Atom) -> Self {
        let one = |f: &Self| Box::new(f.map_atoms(replace));
        let many = |parts: &[Self]| parts.iter().map(|p| p.map_atoms(replace)).collect();
        match self {
            Self::Atom(atom) => Self::Atom(replace(atom)),
            Self::Not(inner) => Self::Not(one(inner)),
            Self::And(parts) => Self::And(many(parts)),
            Self::Or(parts) => Self::Or(many(parts)),
            Self::One(parts) => Self::One(many(parts)),
            Self::Implies(a, b) => Self::Implies(one(a), one(b)),
            Self::Iff(a, b) => Self::Iff(one(a), one(b)),
            Self::All(variables, inner) => Self::All(variables.clone(), one(inner)),
            Self::Some(variables, inner) => Self::Some(variables.clone(), one(inner)),
            Self::Normally(a, b, exceptions) => Self::Normally(one(a), one(b), many(exceptions)),
        }
    }
}

/// One clause of a knowledge base; its variables are read as "for all".
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Clause {
    /// If all of the body then the head; a fact when the body is empty.
    Rule {
        /// What follows.
        head: Literal,
        /// From what.
        body: Vec<Literal>,
    },
    /// If all of the body then at least (or exactly) one of the heads.
    Choice {
        /// The alternatives.
        heads: Vec<Literal>,
        /// From what.
        body: Vec<Literal>,
        /// Not two of them at once.
        exclusive: bool,
    },
    /// Never all of these together.
    Never(Vec<Literal>),
    /// If all of the body then normally the head, unless an exception holds.
    Default {
        /// What normally follows.
        head: Literal,
        /// From what.
        body: Vec<Literal>,
        /// When it does not.
        exceptions: Vec<Literal>,
    },
    /// What only the classical solver can use.
    Formula(Formula),
}

impl Clause {
    /// Every atom in it.
    pub fn atoms(&self) -> Vec<&Atom> {
        let parts: Vec<&Literal> = match self {
            Self::Rule { head, body } => std::iter::once(head).chain(body).collect(),
            Self::Choice { heads, body, .. } => heads.iter().chain(body).collect(),
            Self::Never(body) => body.iter().collect(),
            Self::Default { head, body, exceptions } => {
                std::iter::once(head).chain(body).chain(exceptions).collect()
            }
            Self::Formula(formula) => return formula.atoms(),
        };
        parts.into_iter().map(|literal| &literal.atom).collect()
    }
}

impl Clause {
    /// Replaces every atom of a clause that is made of literals.
    pub fn map_atoms(&self, replace: &mut dyn FnMut(&Atom) -> Atom) -> Self {
        let mut one = |l: &Literal| Literal { positive: l.positive, atom: replace(&l.atom) };
        let mut many = |literals: &[Literal]| literals.iter().map(&mut one).collect::<Vec<_>>();
        match self {
            Self::Rule { head, body } => {
                let mut all = many(std::slice::from_ref(head));
                Self::Rule { head: all.pop().unwrap_or_else(|| head.clone()), body: many(body) }
            }
            Self::Choice { heads, body, exclusive } => {
                Self::Choice { heads: many(heads), body: many(body), exclusive: *exclusive }
            }
            Self::Never(body) => Self::Never(many(body)),
            Self::Default { head, body, exceptions } => {
                let mut all = many(std::slice::from_ref(head));
                Self::Default {
                    head: all.pop().unwrap_or_else(|| head.clone()),
                    body: many(body),
                    exceptions: many(exceptions),
                }
            }
            Self::Formula(_) => self.clone(),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(variable) => write!(f, "{}", variable_name(*variable)),
            Self::Constant(name) => f.write_str(&atom_text(name)),
            Self::Witness(name, arguments) if arguments.is_empty() => f.write_str(&atom_text(name)),
            Self::Witness(name, arguments) => {
                write!(f, "{}({})", atom_text(name), joined(arguments))
            }
        }
    }
}

fn variable_name(variable: u32) -> String {
    let letter = char::from(b'A' + u8::try_from((variable + 23) % 26).unwrap_or(0));
    match variable / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

fn atom_text(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain {
        name.to_owned()
    } else {
        let number = !name.is_empty()
            && name.len() < 18
            && name.chars().all(|c| c.is_ascii_digit())
            && (name == "0" || !name.starts_with('0'));
        if number {
            return name.to_owned();
        }
        format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}

fn joined<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&atom_text(&self.predicate))?;
        if self.arguments.is_empty() { Ok(()) } else { write!(f, "({})", joined(&self.arguments)) }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.positive { write!(f, "{}", self.atom) } else { write!(f, "-{}", self.atom) }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tail = |body: &[Literal]| {
            if body.is_empty() { String::new() } else { format!(" :- {}", joined(body)) }
        };
        match self {
            Self::Rule { head, body } => write!(f, "{head}{}.", tail(body)),
            Self::Choice { heads, body, exclusive } => {
                let mark = if *exclusive { " xor " } else { " ; " };
                let heads = heads.iter().map(Literal::to_string).collect::<Vec<_>>().join(mark);
                write!(f, "{heads}{}.", tail(body))
            }
            Self::Never(body) => write!(f, ":- {}.", joined(body)),
            Self::Default { head, body, exceptions } => {
                write!(f, "normally({head}){}", tail(body))?;
                if exceptions.is_empty() {
                    write!(f, ".")
                } else {
                    write!(f, " unless {}.", joined(exceptions))
                }
            }
            Self::Formula(formula) => write!(f, "{formula}."),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |parts: &[Self], mark: &str| {
            parts.iter().map(|p| format!("({p})")).collect::<Vec<_>>().join(mark)
        };
        let names = |variables: &[u32]| {
            variables.iter().map(|v| variable_name(*v)).collect::<Vec<_>>().join(",")
        };
        match self {
            Self::Atom(atom) => write!(f, "{atom}"),
            Self::Not(inner) => write!(f, "~({inner})"),
            Self::And(parts) => f.write_str(&list(parts, " & ")),
            Self::Or(parts) => f.write_str(&list(parts, " | ")),
            Self::One(parts) => f.write_str(&list(parts, " xor ")),
            Self::Implies(a, b) => write!(f, "({a}) => ({b})"),
            Self::Iff(a, b) => write!(f, "({a}) <=> ({b})"),
            Self::All(variables, inner) => write!(f, "all {}: {inner}", names(variables)),
            Self::Some(variables, inner) => write!(f, "some {}: {inner}", names(variables)),
            Self::Normally(a, b, exceptions) => {
                write!(f, "normally ({a}) => ({b})")?;
                if exceptions.is_empty() {
                    Ok(())
                } else {
                    write!(f, " unless {}", list(exceptions, " | "))
                }
            }
        }
    }
}
