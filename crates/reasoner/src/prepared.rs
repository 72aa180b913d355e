//! What follows from a session, kept between questions and carried on as sentences arrive.
//! It decides only whether what it keeps serves a question; deciding the question is `ask`.

use crate::english::question::{Asks, Question};
use crate::knowledge::{Knowledge, denied_outright, formula};
use crate::logic::{Clause, Formula, Literal};
use crate::postulates::Words;
use crate::program::reach::{Index, Told};
use crate::program::{Budget, Closure, OverBudget, Sourced, close};

/// A program with its closure, as far as they do not depend on a question.
#[derive(Debug)]
pub struct Prepared {
    program: Vec<Sourced>,
    closure: Closure,
    words: Words,
    index: Index,
    /// The meanings of words that are part of the program.
    meanings: Vec<Clause>,
    statements: usize,
}

impl Prepared {
    /// Runs everything a session was told; nothing for a story, whose state depends on what is
    /// asked.
    pub fn new(knowledge: &Knowledge, budget: Budget) -> Result<Option<Self>, OverBudget> {
        if knowledge.is_story() {
            return Ok(None);
        }
        let mut prepared = Self {
            program: Vec::new(),
            closure: Closure::default(),
            words: Words::default(),
            index: Index::default(),
            meanings: Vec::new(),
            statements: 0,
        };
        prepared.take_statements(knowledge);
        let rules = prepared.meanings_of(&prepared.words, knowledge);
        prepared.take_meanings(rules);
        prepared.closure = close(&prepared.program, &[], budget)?;
        Ok(Some(prepared))
    }

    /// Goes on with the statements since; says no when only a new preparation would be right.
    pub fn extend(&mut self, knowledge: &Knowledge, budget: Budget) -> Result<bool, OverBudget> {
        if knowledge.is_story() {
            return Ok(false);
        }
        let from = self.program.len();
        let news = self.take_statements(knowledge);
        let denied = |rule: &Clause| denied_outright(rule, &self.program[from..]);
        if self.meanings.iter().any(denied) {
            return Ok(false);
        }
        if news {
            let rules = self.meanings_of(&self.words, knowledge);
            if !self.meanings.iter().all(|rule| rules.contains(rule)) {
                return Ok(false);
            }
            self.take_meanings(rules);
        }
        self.closure.extend(&self.program, from, budget)
    }

    /// Says whether the words of the new statements may bring new rules along.
    fn take_statements(&mut self, knowledge: &Knowledge) -> bool {
        let mut news = false;
        for (number, statement) in knowledge.statements().iter().enumerate().skip(self.statements) {
            for clause in &statement.clauses {
                for atom in formula(clause).atoms() {
                    news |= !self.words.are_enough_for(atom);
                    self.words.take(atom);
                }
                self.take(clause.clone(), Some(number));
            }
        }
        self.statements = knowledge.statements().len();
        news
    }

    /// The rules that words bring along, without those that were denied.
    fn meanings_of(&self, words: &Words, knowledge: &Knowledge) -> Vec<Clause> {
        let mut rules = words.rules(&|constant| knowledge.is_name(constant));
        rules.retain(|rule| !denied_outright(rule, &self.program));
        rules
    }

    fn take_meanings(&mut self, rules: Vec<Clause>) {
        for clause in rules {
            if !self.meanings.contains(&clause) {
                self.meanings.push(clause.clone());
                self.take(clause, None);
            }
        }
    }

    fn take(&mut self, clause: Clause, origin: Option<usize>) {
        self.index.take(&clause, self.program.len());
        self.program.push(Sourced { clause, origin });
    }

    /// Whether the closure is what the question would get from a run of its own.
    pub fn serves(&self, knowledge: &Knowledge, question: &Question) -> bool {
        let formula = &question.meaning.formula;
        let holds = |atom| self.closure.holds(&Literal::holds(atom)).is_some();
        !matches!(question.asks, Asks::WhatIf(_))
            && !question.meaning.foretold
            && question.meaning.presupposed.iter().cloned().all(holds)
            && self.says_no_new_word(knowledge, formula)
            && (!self.closure.speaks_of_everything() || self.names_no_new_thing(formula))
    }

    fn says_no_new_word(&self, knowledge: &Knowledge, asked: &Formula) -> bool {
        let atoms = asked.atoms();
        if atoms.iter().all(|atom| self.words.are_enough_for(atom)) {
            return true;
        }
        let mut all = self.words.clone();
        atoms.iter().for_each(|atom| all.take(atom));
        self.meanings_of(&all, knowledge).len() == self.meanings.len()
    }

    fn names_no_new_thing(&self, asked: &Formula) -> bool {
        let terms = asked.atoms().into_iter().flat_map(|atom| &atom.arguments);
        terms.filter(|term| term.is_ground()).all(|term| self.closure.knows(term))
    }

    /// The clauses.
    pub fn program(&self) -> &[Sourced] {
        &self.program
    }

    /// What follows from them.
    pub fn closure(&self) -> &Closure {
        &self.closure
    }

    /// Where its clauses are found.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// The clauses that can have a say in a formula, in their order; nothing when there are more
    /// than `most`.
    pub fn reached(&self, asked: &Formula, most: usize) -> Option<Vec<&Sourced>> {
        let told = Told { program: &self.program, index: &self.index, closure: &self.closure };
        let reached = told.reached(asked, most);
        let mut clauses: Vec<usize> = reached.clauses.iter().map(|(at, _)| *at).collect();
        clauses.sort_unstable();
        reached.complete.then(|| clauses.into_iter().map(|at| &self.program[at]).collect())
    }
}
