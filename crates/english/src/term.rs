//! Terms that the grammar writes meanings with: functions, boxes of conditions, and their reduction.
//! It knows neither words nor rules; what a reduced box says is `drs`.

use std::collections::HashMap;
use std::sync::Arc;

/// A term; two that differ only in the numbers of their variables mean the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A variable or a discourse referent.
    Variable(u32),
    /// The one place that a relative clause or question leaves open.
    Gap,
    /// A word of the lexicon, a name or a number.
    Symbol(Arc<str>),
    /// The meaning of the n-th part of a rule, before it is put in.
    Part(usize),
    /// The value of a feature of a rule, before it is put in.
    Value(Arc<str>),
    /// Two symbols made one, `book` and `of` to `book_of`.
    Joined(Arc<Term>, Arc<Term>),
    /// A function.
    Function(u32, Arc<Term>),
    /// A function that takes what fills the gap.
    Filled(Arc<Term>),
    /// A function and what it is given.
    Apply(Arc<Term>, Arc<Term>),
    /// New referents and what holds of them.
    Box(Vec<u32>, Vec<Condition>),
    /// Two boxes as one, the first being read first.
    Merge(Arc<Term>, Arc<Term>),
}

/// What a box says: a word of the fixed vocabulary of conditions with its terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// Which condition.
    pub name: Arc<str>,
    /// What it is said of.
    pub terms: Vec<Term>,
}

/// Reduction went on for too long: a rule of the grammar is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a meaning takes more than {0} steps to put together")]
pub struct TooDeep(pub u32);

/// The most steps that one sentence's meaning may take.
const MOST_STEPS: u32 = 200_000;

/// Gives out numbers for variables and counts the steps of one sentence.
#[derive(Debug, Default)]
pub struct Reducer {
    next: u32,
    steps: u32,
}

impl Reducer {
    /// Reduces a term as far as it goes.
    pub fn reduce(&mut self, term: &Term) -> Result<Term, TooDeep> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(TooDeep(MOST_STEPS));
        }
        Ok(match term {
            Term::Variable(_) | Term::Gap | Term::Symbol(_) | Term::Part(_) | Term::Value(_) => {
                term.clone()
            }
            Term::Joined(a, b) => joined(self.reduce(a)?, self.reduce(b)?),
            Term::Function(variable, body) => {
                Term::Function(*variable, Arc::new(self.reduce(body)?))
            }
            Term::Filled(body) => {
                let variable = self.fresh();
                let body = filled(body, variable);
                self.reduce(&Term::Function(variable, Arc::new(body)))?
            }
            Term::Apply(function, argument) => {
                let function = self.reduce(function)?;
                if let Term::Function(variable, body) = &function {
                    let put = self.substitute(body, *variable, argument);
                    self.reduce(&put)?
                } else {
                    Term::Apply(Arc::new(function), Arc::new(self.reduce(argument)?))
                }
            }
            Term::Box(referents, conditions) => {
                let conditions: Result<Vec<Condition>, TooDeep> =
                    conditions.iter().map(|condition| self.condition(condition)).collect();
                Term::Box(referents.clone(), conditions?)
            }
            Term::Merge(a, b) => match (self.reduce(a)?, self.reduce(b)?) {
                (Term::Box(mut referents, mut conditions), Term::Box(more, also)) => {
                    referents.extend(more);
                    conditions.extend(also);
                    Term::Box(referents, conditions)
                }
                (a, b) => Term::Merge(Arc::new(a), Arc::new(b)),
            },
        })
    }

    fn condition(&mut self, condition: &Condition) -> Result<Condition, TooDeep> {
        let terms: Result<Vec<Term>, TooDeep> =
            condition.terms.iter().map(|term| self.reduce(term)).collect();
        Ok(Condition { name: condition.name.clone(), terms: terms? })
    }

    /// A number that no variable of the sentence has.
    pub fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// The same term with variables of its own.
    pub fn renamed(&mut self, term: &Term) -> Term {
        let mut names = HashMap::new();
        self.declare(term, &mut names);
        if names.is_empty() { term.clone() } else { rename(term, &names) }
    }

    fn declare(&mut self, term: &Term, names: &mut HashMap<u32, u32>) {
        match term {
            Term::Function(variable, body) => {
                names.insert(*variable, self.fresh());
                self.declare(body, names);
            }
            Term::Filled(body) => self.declare(body, names),
            Term::Joined(a, b) | Term::Apply(a, b) | Term::Merge(a, b) => {
                self.declare(a, names);
                self.declare(b, names);
            }
            Term::Box(referents, conditions) => {
                for referent in referents {
                    names.insert(*referent, self.fresh());
                }
                for term in conditions.iter().flat_map(|condition| &condition.terms) {
                    self.declare(term, names);
                }
            }
            Term::Variable(_) | Term::Gap | Term::Symbol(_) | Term::Part(_) | Term::Value(_) => {}
        }
    }

    /// Puts an argument in the place of a variable, each time with variables of its own.
    fn substitute(&mut self, body: &Term, variable: u32, argument: &Term) -> Term {
        match body {
            Term::Variable(other) if *other == variable => self.renamed(argument),
            Term::Variable(_) | Term::Gap | Term::Symbol(_) | Term::Part(_) | Term::Value(_) => {
                body.clone()
            }
            Term::Function(own, inner) => {
                Term::Function(*own, Arc::new(self.substitute(inner, variable, argument)))
            }
            Term::Filled(inner) => {
                Term::Filled(Arc::new(self.substitute(inner, variable, argument)))
            }
            Term::Joined(a, b) => self.both(a, b, (variable, argument), Term::Joined),
            Term::Apply(a, b) => self.both(a, b, (variable, argument), Term::Apply),
            Term::Merge(a, b) => self.both(a, b, (variable, argument), Term::Merge),
            Term::Box(referents, conditions) => {
                let put = |condition: &Condition| Condition {
                    name: condition.name.clone(),
                    terms: condition
                        .terms
                        .iter()
                        .map(|term| self.substitute(term, variable, argument))
                        .collect(),
                };
                Term::Box(referents.clone(), conditions.iter().map(put).collect())
            }
        }
    }

    fn both(
        &mut self,
        a: &Term,
        b: &Term,
        (variable, argument): (u32, &Term),
        make: fn(Arc<Term>, Arc<Term>) -> Term,
    ) -> Term {
        let a = self.substitute(a, variable, argument);
        let b = self.substitute(b, variable, argument);
        make(Arc::new(a), Arc::new(b))
    }
}

fn joined(a: Term, b: Term) -> Term {
    match (&a, &b) {
        (Term::Symbol(front), Term::Symbol(back)) => {
            Term::Symbol(Arc::from(format!("{front}_{back}")))
        }
        _ => Term::Joined(Arc::new(a), Arc::new(b)),
    }
}

/// The body of a function that takes what fills the gap; a gap of an inner function is its own.
fn filled(body: &Term, variable: u32) -> Term {
    map(body, &|term| {
        if let Term::Filled(_) = term {
            return Some(term.clone());
        }
        (*term == Term::Gap).then_some(Term::Variable(variable))
    })
}

fn rename(term: &Term, names: &HashMap<u32, u32>) -> Term {
    let of = |variable: &u32| names.get(variable).copied().unwrap_or(*variable);
    map(term, &|term| {
        if let Term::Variable(variable) = term {
            return Some(Term::Variable(of(variable)));
        }
        if let Term::Function(variable, body) = term {
            return Some(Term::Function(of(variable), Arc::new(rename(body, names))));
        }
        let Term::Box(referents, conditions) = term else { return None };
        let put = |condition: &Condition| Condition {
            name: condition.name.clone(),
            terms: condition.terms.iter().map(|term| rename(term, names)).collect(),
        };
        let referents = referents.iter().map(of).collect();
        Some(Term::Box(referents, conditions.iter().map(put).collect()))
    })
}

/// Rebuilds a term; where `replace` gives something, that stands for the whole subterm.
pub fn map(term: &Term, replace: &dyn Fn(&Term) -> Option<Term>) -> Term {
    if let Some(other) = replace(term) {
        return other;
    }
    let inner = |term: &Arc<Term>| Arc::new(map(term, replace));
    match term {
        Term::Variable(_) | Term::Gap | Term::Symbol(_) | Term::Part(_) | Term::Value(_) => {
            term.clone()
        }
        Term::Joined(a, b) => Term::Joined(inner(a), inner(b)),
        Term::Apply(a, b) => Term::Apply(inner(a), inner(b)),
        Term::Merge(a, b) => Term::Merge(inner(a), inner(b)),
        Term::Function(variable, body) => Term::Function(*variable, inner(body)),
        Term::Filled(body) => Term::Filled(inner(body)),
        Term::Box(referents, conditions) => {
            let put = |condition: &Condition| Condition {
                name: condition.name.clone(),
                terms: condition.terms.iter().map(|term| map(term, replace)).collect(),
            };
            Term::Box(referents.clone(), conditions.iter().map(put).collect())
        }
    }
}

/// The term with its variables numbered in the order of appearance, so that equal ones are equal.
pub fn canonical(term: &Term) -> Term {
    let mut names = HashMap::new();
    number(term, &mut names);
    rename(term, &names)
}

fn number(term: &Term, names: &mut HashMap<u32, u32>) {
    let mut see = |variable: u32| {
        let next = u32::try_from(names.len()).unwrap_or(u32::MAX) + 1_000_000;
        names.entry(variable).or_insert(next);
    };
    match term {
        Term::Variable(variable) => see(*variable),
        Term::Function(variable, body) => {
            see(*variable);
            number(body, names);
        }
        Term::Filled(body) => number(body, names),
        Term::Joined(a, b) | Term::Apply(a, b) | Term::Merge(a, b) => {
            number(a, names);
            number(b, names);
        }
        Term::Box(referents, conditions) => {
            referents.iter().for_each(|referent| see(*referent));
            for term in conditions.iter().flat_map(|condition| &condition.terms) {
                number(term, names);
            }
        }
        Term::Gap | Term::Symbol(_) | Term::Part(_) | Term::Value(_) => {}
    }
}
