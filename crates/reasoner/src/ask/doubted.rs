//! What an answer hangs on beside the sentences: readings that were set aside, conditions left
//! open, and the usual taken for granted.

use std::collections::BTreeSet;

use super::{Answer, Bearing, Case, Found, MOST_IN_DOUBT, Presuming, Verdict};
use crate::classical::{self, Decision};
use crate::doubt::{Doubt, Open, doubts, granted, inclusive};
use crate::logic::{Clause, Formula, Literal, Term};

impl Case<'_> {
    /// Notes when a decided answer would be open if no `either ... or` that was told left out both.
    pub(super) fn doubting_either(&self, mut answer: Answer) -> Answer {
        let formula = &self.question.meaning.formula;
        let statements = self.knowledge.statements();
        let either = |number: &usize| {
            statements.get(*number).is_some_and(|s| inclusive(&s.formula) != s.formula)
        };
        if answer.verdict == Verdict::Unknown || !answer.sentences.iter().any(either) {
            return answer;
        }
        let Bearing { mut premises, cut } = self.bearing(formula);
        if cut.is_some() || premises.len() > MOST_IN_DOUBT {
            return answer;
        }
        for premise in premises.iter_mut().filter(|premise| premise.origin.is_some()) {
            premise.formula = inclusive(&premise.formula);
        }
        let holds = answer.verdict == Verdict::Yes;
        let same = match classical::decide(&premises, formula, self.limits()) {
            Decision::Entailed(_) => holds,
            Decision::Refuted(_) => !holds,
            Decision::Open if answer.presuming.is_some() => {
                let names = self.names(&premises, formula);
                let open = self.open(&premises, formula, &names);
                granted(&open).is_some_and(|granted| granted.holds == holds)
            }
            Decision::Open => false,
            Decision::Inconsistent(_) | Decision::TooLarge(_) => true,
        };
        if !same {
            answer.doubts.push(Doubt::NotBoth);
        }
        answer
    }

    /// The sentences about named things whose condition would decide the question if it held:
    /// who says of somebody what follows if something is so mostly thinks that it may be so.
    pub(super) fn conditions(
        &self,
        premises: &[classical::Premise],
        formula: &Formula,
    ) -> Vec<Doubt> {
        let mut found = Vec::new();
        let bearing: BTreeSet<usize> =
            premises.iter().filter_map(|premise| premise.origin).collect();
        let statements = self.knowledge.statements();
        for statement in bearing.iter().filter_map(|number| statements.get(*number)) {
            let Formula::Implies(such, _) = &statement.meaning.formula else { continue };
            let decides = |premises: &[classical::Premise]| {
                let decision = classical::decide(premises, formula, self.limits());
                matches!(decision, Decision::Entailed(_) | Decision::Refuted(_))
            };
            let condition = classical::Premise { formula: (**such).clone(), origin: None };
            let supposed: Vec<_> = premises.iter().cloned().chain([condition.clone()]).collect();
            // A condition that is the question itself says nothing new.
            if decides(&supposed) && !decides(&[condition]) {
                found.push(Doubt::Condition(statement.text.clone()));
            }
        }
        found
    }

    /// The sentences such as `an Olympian is a person who ...` that would decide the question if
    /// they told what the word means: whoever is such is one.
    pub(super) fn definitions(
        &self,
        premises: &[classical::Premise],
        question: &Formula,
    ) -> Vec<Doubt> {
        let statements = self.knowledge.statements();
        let origins: BTreeSet<usize> = premises.iter().filter_map(|it| it.origin).collect();
        let mut found = Vec::new();
        for number in origins {
            let Some(statement) = statements.get(number) else { continue };
            let Some(formula) = definition(&statement.text, &statement.meaning.formula) else {
                continue;
            };
            let back = classical::Premise { formula, origin: Some(number) };
            // What it says the usual way would make its class one that is concluded, not told.
            let others = premises.iter().filter(|premise| premise.origin != Some(number)).cloned();
            let defined: Vec<_> = others.chain([back]).collect();
            let names = self.names(&defined, question);
            if self.open(&defined, question, &names).is_decided_loosely() {
                found.push(Doubt::Definition(statement.text.clone()));
            }
        }
        found
    }

    /// Whether `a N` read as one of them would have another answer.
    pub(super) fn might_mean_one(&self, premises: &[classical::Premise], verdict: Verdict) -> bool {
        let meaning = &self.question.meaning;
        let Formula::All(variables, inner) = &meaning.formula else { return false };
        let (Formula::Implies(such, then), true) = (&**inner, meaning.generic) else {
            return false;
        };
        let both = Formula::and(vec![(**such).clone(), (**then).clone()]);
        let one = Formula::Some(variables.clone(), Box::new(both));
        match classical::decide(premises, &one, self.limits()) {
            Decision::Entailed(_) => true,
            Decision::Refuted(_) => verdict == Verdict::Unknown,
            Decision::Open | Decision::TooLarge(_) => verdict == Verdict::No,
            Decision::Inconsistent(_) => false,
        }
    }

    /// Notes what the question comes to when the usual is taken for granted; with `presume` that is
    /// the answer.
    pub(super) fn presuming(
        &self,
        premises: &[classical::Premise],
        answer: &mut Answer,
    ) -> Option<Answer> {
        let question = &self.question.meaning.formula;
        let names = self.names(premises, question);
        let granted = granted(&self.open(premises, question, &names))?;
        let verdict = if granted.holds { Verdict::Yes } else { Verdict::No };
        answer.presuming = Some(Presuming { verdict, taken: granted.taken });
        self.options.presume.then(|| Answer {
            verdict,
            found: Found::Classical,
            sentences: granted.sentences,
            ..answer.clone()
        })
    }

    /// The names among the things spoken of.
    fn names(&self, premises: &[classical::Premise], question: &Formula) -> BTreeSet<String> {
        let told = premises.iter().flat_map(|premise| premise.formula.atoms());
        let terms = told.chain(question.atoms()).flat_map(|atom| &atom.arguments);
        let asked = &self.question.meaning.names;
        let named = terms.filter_map(|term| match term {
            Term::Constant(name) => Some(name),
            Term::Variable(_) | Term::Witness(..) => None,
        });
        let named = named.filter(|name| asked.contains_key(*name) || self.knowledge.is_name(name));
        named.cloned().collect()
    }

    /// The words of the question that some sentence has.
    fn mentioned(&self, question: &Formula) -> BTreeSet<String> {
        let mut asked: BTreeSet<&str> =
            question.atoms().iter().map(|atom| atom.predicate.as_str()).collect();
        let mut found = BTreeSet::new();
        for sourced in self.program.iter().filter(|sourced| sourced.origin.is_some()) {
            if asked.is_empty() {
                break;
            }
            asked.retain(|name| {
                let said = says(&sourced.clause, name);
                if said {
                    found.insert((*name).to_owned());
                }
                !said
            });
        }
        found
    }

    fn open<'o>(
        &self,
        premises: &'o [classical::Premise],
        question: &'o Formula,
        names: &'o BTreeSet<String>,
    ) -> Open<'o> {
        let mentioned = self.mentioned(question);
        Open { premises, question, names, mentioned, limits: self.limits() }
    }

    pub(super) fn doubts(&self, premises: &[classical::Premise], question: &Formula) -> Vec<Doubt> {
        let names = self.names(premises, question);
        doubts(&self.open(premises, question, &names))
    }
}

/// What a sentence such as `an Olympian is a person who ...` says the other way round.
fn definition(text: &str, formula: &Formula) -> Option<Formula> {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let Formula::All(variables, inner) = formula else { return None };
    let Formula::Implies(word, such) = &**inner else { return None };
    let (such, others) = if let Formula::Some(others, such) = &**such {
        (such, others.as_slice())
    } else {
        (such, &[][..])
    };
    let Formula::And(parts) = &**such else { return None };
    let Formula::Atom(named) = &**word else { return None };
    let class =
        |part: &Formula| matches!(part, Formula::Atom(atom) if atom.arguments == named.arguments);
    let told = named.arguments.len() == 1 && parts.iter().any(class);
    (told && ["a", "an"].contains(&first.as_str())).then(|| {
        let back = Formula::Implies(such.clone(), word.clone());
        Formula::All([variables.as_slice(), others].concat(), Box::new(back))
    })
}

/// Whether a predicate occurs in a clause.
fn says(clause: &Clause, name: &str) -> bool {
    let among = |literals: &[Literal]| literals.iter().any(|l| l.atom.predicate == name);
    match clause {
        Clause::Rule { head, body } => head.atom.predicate == name || among(body),
        Clause::Choice { heads, body, .. } => among(heads) || among(body),
        Clause::Never(body) => among(body),
        Clause::Default { head, body, exceptions } => {
            head.atom.predicate == name || among(body) || among(exceptions)
        }
        Clause::Formula(formula) => formula.atoms().iter().any(|atom| atom.predicate == name),
    }
}
