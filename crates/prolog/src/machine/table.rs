//! Calls of tabled predicates: generators, waiting goals, completion, negation.

use super::throw::STUB_TABLE_ANSWER;
use super::{FRAME, Machine, Res, Retry};
use crate::atoms;
use crate::boxes;
use crate::builtins::Flow;
use crate::cell::{self, Cell, HDR};
use crate::db::Db;
use crate::flat;
use crate::incremental;
use crate::tables::{Answers, Round, Suspension, UNDEFINED_BIT};
use std::sync::Arc;

/// Whether the caller wants the goal or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Positive,
    Negative,
}

/// How far up the caller of a table is looked for.
const MAX_FRAMES: usize = 64;

impl Machine {
    /// Calls a tabled predicate with its arguments in the registers.
    pub(crate) fn table_call(&mut self, db: &mut Db, slot: u32, sign: Sign) -> Res<Flow> {
        let arity = db.pred(slot).arity;
        let proof = db.pred(slot).proof;
        let keyed = if proof { arity - 1 } else { arity };
        let mut key = Vec::new();
        let mut variables = Vec::new();
        let room = self.room();
        if !flat::flatten_many(&self.heap, &self.x[..keyed], room, (&mut key, &mut variables)) {
            return Err(self.over());
        }
        if proof {
            variables.push(self.x[keyed]);
        }
        if let Some(id) = self.tables.find(slot, &key) {
            self.note_reader(id);
            if !self.tables.table(id).complete {
                return self.call_active(id, &variables, sign);
            }
            if self.is_valid(db, id) {
                return Ok(self.return_answers(id, &variables, sign, proof));
            }
            self.tables.drop_table(id);
        }
        let id = self.tables.create((slot, keyed), &key, db.changes);
        self.note_reader(id);
        self.push_choice(Retry::Generator(id), 0);
        self.saved.extend_from_slice(&variables);
        if let Some(choice) = self.choices.last_mut() {
            choice.key = u64::from(sign == Sign::Negative);
            choice.slot = slot;
        }
        self.run_generator(db, id, &variables)
    }

    /// Notes which table the present call of a table is made for.
    fn note_reader(&mut self, id: u32) {
        let mut e = self.e;
        for _ in 0..MAX_FRAMES {
            if e == 0 {
                return;
            }
            if self.stack[e + 1] == 0 {
                let reader = cell::small_value(self.stack[e + FRAME]) as u32;
                self.tables.table_mut(id).readers.insert(reader);
                return;
            }
            e = self.stack[e] as usize;
        }
        self.tables.table_mut(id).read_by_others = true;
    }

    /// Starts the clauses of a tabled goal whose arguments are in the registers.
    fn run_generator(&mut self, db: &mut Db, id: u32, variables: &[Cell]) -> Res<Flow> {
        let slot = self.tables.table(id).slot;
        let arity = db.pred(slot).arity;
        self.undefined = false;
        // A frame that returns nowhere marks where a continuation ends.
        self.cp = 0;
        self.allocate(variables.len() + 1)?;
        self.cp = STUB_TABLE_ANSWER;
        let at = self.e + FRAME;
        self.stack[at] = cell::small(i64::from(id));
        self.stack[at + 1..=at + variables.len()].copy_from_slice(variables);
        self.b0 = self.choices.len();
        match self.first_clause(db, db.pred(slot), slot, arity) {
            Some(address) => Ok(Flow::Goto(address)),
            None => Ok(Flow::Fail),
        }
    }

    /// The clauses of a tabled goal have succeeded: its frame is current.
    pub(crate) fn table_answer(&mut self, db: &Db) -> Res<()> {
        let at = self.e + FRAME;
        let id = cell::small_value(self.stack[at]) as u32;
        let size = (self.stack[self.e + 2] & 0xffff_ffff) as usize;
        let proof = db.pred(self.tables.table(id).slot).proof;
        let values = size - 1 - usize::from(proof);
        let mut words = Vec::new();
        let mut ignored = Vec::new();
        let room = self.room();
        let roots = &self.stack[at + 1..at + 1 + values];
        if !flat::flatten_many(&self.heap, roots, room, (&mut words, &mut ignored)) {
            return Err(self.over());
        }
        let known = self.tables.table(id).answers.len();
        let undefined = self.undefined;
        if self.tables.table_mut(id).answers.add(&words, undefined) {
            self.tables.words += words.len() + 4;
            if proof {
                self.keep_proof(id, known, self.stack[at + 1 + values], &words)?;
            }
            self.tables.queue(id);
        }
        Ok(())
    }

    /// Keeps the first derivation of an answer, or the one that made it true.
    fn keep_proof(&mut self, id: u32, known: usize, proof: Cell, words: &[Cell]) -> Res<()> {
        let Some(flat) = flat::flatten(&self.heap, proof, self.room()) else {
            return Err(self.over());
        };
        self.tables.words += flat.len();
        let answers = &mut self.tables.table_mut(id).answers;
        let position = answers.position(words).unwrap_or(known as u32) as usize;
        if position < answers.proofs.len() {
            answers.proofs[position] = flat.into();
        } else {
            answers.proofs.push(flat.into());
        }
        Ok(())
    }

    /// A call of a goal that is being evaluated: wait for its answers.
    fn call_active(&mut self, id: u32, variables: &[Cell], sign: Sign) -> Res<Flow> {
        let component = self.tables.table(id).component;
        self.tables.merge_down_to(component);
        if sign == Sign::Negative {
            return Ok(self.assume(id, component));
        }
        self.suspend(id, variables)?;
        Ok(Flow::Fail)
    }

    /// Negation of a goal of the same component: decided by the last estimate of the other kind.
    fn assume(&mut self, id: u32, component: usize) -> Flow {
        let found = &mut self.tables.components[component];
        found.negation = true;
        let round = found.round;
        let table = self.tables.table(id);
        let holds = match round {
            Round::Discovery => false,
            Round::Lower => table.upper.as_ref().is_some_and(|upper| upper.len() == 0),
            Round::Upper => table.lower.as_ref().is_none_or(|lower| !lower.has_true()),
        };
        if holds { Flow::True } else { Flow::Fail }
    }

    /// Copies the continuation up to the generator's frame into the table.
    fn suspend(&mut self, id: u32, variables: &[Cell]) -> Res<()> {
        let mut roots = variables.to_vec();
        let mut frames = Vec::new();
        let mut levels = Vec::new();
        let mut e = self.e;
        loop {
            let size = (self.stack[e + 2] & 0xffff_ffff) as usize;
            frames.push((self.stack[e + 1], size));
            for y in &self.stack[e + FRAME..e + FRAME + size] {
                if cell::tag(*y) == HDR {
                    levels.push(roots.len() - variables.len());
                    roots.push(cell::small(0));
                } else {
                    roots.push(*y);
                }
            }
            if self.stack[e + 1] == 0 {
                break;
            }
            e = self.stack[e] as usize;
        }
        let mut words = Vec::new();
        let mut ignored = Vec::new();
        if !flat::flatten_many(&self.heap, &roots, self.room(), (&mut words, &mut ignored)) {
            return Err(self.over());
        }
        self.tables.words += words.len();
        let suspension = Suspension {
            words,
            variables: variables.len(),
            frames,
            levels,
            cp: self.cp,
            undefined: self.undefined,
            seen: 0,
        };
        let table = self.tables.table_mut(id);
        table.seen.push(suspension.seen);
        table.waiting.push(Arc::new(suspension));
        self.tables.queue(id);
        Ok(())
    }

    /// Goes on after a choice point of a table was reached again.
    pub(crate) fn table_retry(&mut self, db: &mut Db, retry: Retry) -> Res<Flow> {
        let level = self.choices.len() - 1;
        match retry {
            Retry::Answers(id) => {
                let choice = self.choices[level];
                let variables = self.saved[choice.args()..].to_vec();
                let next = choice.next as u32;
                let last = next as usize + 1 >= self.tables.table(id).answers.len();
                if last {
                    self.cut_to(level);
                } else {
                    self.choices[level].next += 1;
                }
                Ok(self.unify_answer(id, next, &variables, choice.key == 1))
            }
            Retry::Consumer(id) => self.deliver(id, level),
            Retry::Generator(_)
            | Retry::Clause
            | Retry::Code
            | Retry::Builtin(_)
            | Retry::Catch
            | Retry::Dead
            | Retry::Cleanup
            | Retry::Bottom => self.generator_exhausted(db, level),
        }
    }

    /// Feeds the next answer to the goal rebuilt above this choice point.
    fn deliver(&mut self, id: u32, level: usize) -> Res<Flow> {
        let choice = self.choices[level];
        let waiting = choice.slot as usize;
        let table = self.tables.table_mut(id);
        let seen = table.seen.get(waiting).copied().unwrap_or(usize::MAX);
        let Some(entry) = table.answers.log.get(seen).copied() else {
            self.cut_to(level);
            return Ok(Flow::Fail);
        };
        table.seen[waiting] = seen + 1;
        let suspension = table.waiting[waiting].clone();
        self.burn()?;
        self.e = choice.e as usize;
        self.undefined = suspension.undefined || entry & UNDEFINED_BIT != 0;
        let variables = self.saved[choice.args()..].to_vec();
        let undefined = self.undefined;
        let proof = choice.key == 1;
        let flow = self.unify_answer(id, entry & !UNDEFINED_BIT, &variables, proof);
        self.undefined = undefined;
        if flow == Flow::Fail {
            return Ok(Flow::Fail);
        }
        self.cp = suspension.cp;
        Ok(Flow::Goto(suspension.cp))
    }

    /// Unifies the variables of a goal with an answer.
    fn unify_answer(&mut self, id: u32, answer: u32, variables: &[Cell], proof: bool) -> Flow {
        let count = variables.len() - usize::from(proof);
        let answers = &self.tables.tables[id as usize].answers;
        let words = answers.get(answer);
        let undefined = answers.is_undefined(answer);
        let base = self.heap.len();
        let copied = words.iter().any(|word| cell::is_pointer(*word));
        if copied {
            flat::relocate_into(&mut self.heap, words);
        }
        for (i, variable) in variables[..count].iter().enumerate() {
            let value = if copied {
                self.heap[base + i]
            } else {
                self.tables.tables[id as usize].answers.get(answer)[i]
            };
            if !self.unify(*variable, value) {
                return Flow::Fail;
            }
        }
        self.undefined |= undefined;
        if proof {
            let args = [cell::small(i64::from(id)), cell::small(i64::from(answer))];
            let node = boxes::compound(&mut self.heap, atoms::PROOF_TABLED, &args);
            if !self.unify(variables[count], node) {
                return Flow::Fail;
            }
        }
        Flow::True
    }

    /// Returns the answers of a complete table, or decides its negation.
    fn return_answers(&mut self, id: u32, variables: &[Cell], sign: Sign, proof: bool) -> Flow {
        let answers = &self.tables.table(id).answers;
        let count = answers.len();
        if sign == Sign::Negative {
            if answers.has_true() {
                return Flow::Fail;
            }
            self.undefined |= count > 0;
            return Flow::True;
        }
        if count == 0 {
            return Flow::Fail;
        }
        if count > 1 {
            self.push_choice(Retry::Answers(id), 0);
            self.saved.extend_from_slice(variables);
            if let Some(choice) = self.choices.last_mut() {
                choice.next = 1;
                choice.key = u64::from(proof);
            }
        }
        self.unify_answer(id, 0, variables, proof)
    }

    /// All work started under a generator is done for now.
    fn generator_exhausted(&mut self, db: &mut Db, level: usize) -> Res<Flow> {
        let choice = self.choices[level];
        let Retry::Generator(id) = choice.retry else { return Ok(Flow::Fail) };
        let component = self.tables.table(id).component;
        let sign = if choice.key == 1 { Sign::Negative } else { Sign::Positive };
        let proof = db.pred(choice.slot).proof;
        if self.tables.components[component].leader != id {
            // Part of a larger component: wait like any other caller.
            let variables = self.saved[choice.args()..].to_vec();
            self.cut_to(level);
            if sign == Sign::Negative {
                return Ok(self.assume(id, component));
            }
            self.suspend(id, &variables)?;
            return Ok(Flow::Fail);
        }
        if let Some(next) = self.tables.components[component].activate.pop() {
            return self.activate(db, next);
        }
        if let Some((table, waiting)) = self.tables.next_delivery() {
            return self.resume(db, table, waiting);
        }
        if self.tables.components[component].negation && !self.next_round(component) {
            return Ok(Flow::Fail);
        }
        if self.tables.components.len() > component + 1 {
            self.tables.merge_down_to(component);
        }
        let Some(done) = self.tables.components.pop() else { return Ok(Flow::Fail) };
        for id in done.tables {
            let table = self.tables.table_mut(id);
            table.complete = true;
            table.waiting = Vec::new();
            table.seen = Vec::new();
            table.lower = None;
            table.upper = None;
        }
        let variables = self.saved[choice.args()..].to_vec();
        self.cut_to(level);
        Ok(self.return_answers(id, &variables, sign, proof))
    }

    /// Runs the clauses of a goal of the component again.
    fn activate(&mut self, db: &mut Db, id: u32) -> Res<Flow> {
        let goal = self.tables.table(id).goal.clone();
        let slot = self.tables.table(id).slot;
        let proof = db.pred(slot).proof;
        let keyed = db.pred(slot).arity - usize::from(proof);
        let base = self.heap.len();
        flat::relocate_into(&mut self.heap, &goal);
        for i in 0..keyed {
            self.x[i] = self.heap[base + i];
        }
        let mut key = Vec::new();
        let mut variables = Vec::new();
        flat::flatten_many(&self.heap, &self.x[..keyed], self.room(), (&mut key, &mut variables));
        if proof {
            self.x[keyed] = self.fresh();
            variables.push(self.x[keyed]);
        }
        self.run_generator(db, id, &variables)
    }

    /// Rebuilds the frames of a waiting goal and feeds it.
    fn resume(&mut self, db: &Db, id: u32, waiting: usize) -> Res<Flow> {
        let suspension = self.tables.table(id).waiting[waiting].clone();
        self.check_cells(suspension.words.len())?;
        let base = self.heap.len();
        flat::relocate_into(&mut self.heap, &suspension.words);
        let mut value = base + suspension.variables;
        let mut values: Vec<usize> = Vec::with_capacity(suspension.frames.len());
        for (_, size) in &suspension.frames {
            values.push(value);
            value += size;
        }
        let level = cell::level(self.choices.len() + 1);
        for (position, (cp, size)) in suspension.frames.iter().enumerate().rev() {
            self.cp = *cp;
            self.allocate(*size)?;
            let at = self.e + FRAME;
            for i in 0..*size {
                self.stack[at + i] = self.heap[values[position] + i];
            }
            let first = values[position] - base - suspension.variables;
            for y in suspension.levels.iter().filter(|y| (first..first + size).contains(y)) {
                self.stack[at + y - first] = level;
            }
        }
        self.push_choice(Retry::Consumer(id), 0);
        let end = base + suspension.variables;
        let variables = self.heap[base..end].to_vec();
        self.saved.extend_from_slice(&variables);
        let proof = db.pred(self.tables.table(id).slot).proof;
        if let Some(choice) = self.choices.last_mut() {
            choice.slot = waiting as u32;
            choice.key = u64::from(proof);
        }
        Ok(Flow::Fail)
    }

    /// Prepares the next estimate of a component with negation through itself; true when the
    /// estimates have met and the answers stand.
    fn next_round(&mut self, component: usize) -> bool {
        let tables = self.tables.components[component].tables.clone();
        let sizes = self.tables.components[component].sizes;
        let round = self.tables.components[component].round;
        let total: usize =
            tables.iter().map(|id| true_count(&self.tables.table(*id).answers)).sum();
        match round {
            Round::Discovery => {}
            Round::Lower => {
                let settled = sizes == (tables.len(), total + 1);
                for id in &tables {
                    let table = self.tables.table_mut(*id);
                    table.lower = Some(std::mem::take(&mut table.answers));
                }
                self.tables.components[component].sizes = (tables.len(), total + 1);
                if settled {
                    self.settle_estimates(&tables);
                    return true;
                }
            }
            Round::Upper => {
                for id in &tables {
                    let table = self.tables.table_mut(*id);
                    table.upper = Some(std::mem::take(&mut table.answers));
                }
            }
        }
        for id in &tables {
            let table = self.tables.table_mut(*id);
            table.answers = Answers::default();
            table.waiting.clear();
            table.seen.clear();
            table.queued_off();
        }
        let found = &mut self.tables.components[component];
        found.round = if round == Round::Lower { Round::Upper } else { Round::Lower };
        found.agenda.clear();
        found.activate = tables;
        false
    }

    /// True is what the underestimate has, undefined what only the overestimate has.
    fn settle_estimates(&mut self, tables: &[u32]) {
        for id in tables {
            let table = self.tables.table_mut(*id);
            let lower = table.lower.take().unwrap_or_default();
            let upper = table.upper.take().unwrap_or_default();
            let mut merged = lower;
            for answer in 0..upper.len() as u32 {
                let words = upper.get(answer).to_vec();
                if merged.position(&words).is_none() {
                    merged.add(&words, true);
                    if !upper.proofs.is_empty() {
                        merged.proofs.push(upper.proofs[answer as usize].clone());
                    }
                }
            }
            table.answers = merged;
        }
    }
}

fn true_count(answers: &Answers) -> usize {
    (0..answers.len() as u32).filter(|id| !answers.is_undefined(*id)).count()
}

/// `'$tabled_not'(Goal)`: negation of one tabled goal; `'$not'/1` tries it first.
pub(crate) fn naf(m: &mut Machine, db: &mut Db) -> Res<Flow> {
    let goal = m.arg(0, 0);
    if let Some((name, arity, inner)) = crate::builtins::head_parts(db, &m.heap, goal)
        && let Some(slot) = db.find_slot(name, arity)
        && db.pred(slot).tabled
        && arity <= crate::compile::MAX_REGISTERS
    {
        super::calls::load_goal(m, inner);
        return m.table_call(db, slot, Sign::Negative);
    }
    let name = db.atoms.intern("$plain_not");
    Ok(Flow::Exec(crate::compile::Linker::slot(db, name, 1)))
}

impl Machine {
    /// Runs the rules that carry the changes of facts since `stamp` over to the tables.
    pub(crate) fn follow_changes(&mut self, db: &mut Db, stamp: u64) -> Res<bool> {
        let delta = incremental::delta(db, stamp);
        let removed = self.facts(db, &delta.removed)?;
        let added = self.facts(db, &delta.added)?;
        let name = db.atoms.intern("$maintain");
        let goal = boxes::compound(&mut self.heap, name, &[removed, added]);
        self.begin(&[], goal);
        self.solve_once(db, goal)
    }

    /// The heads of facts as a list.
    fn facts(&mut self, db: &Db, codes: &[u64]) -> Res<Cell> {
        let mut heads = Vec::with_capacity(codes.len());
        for code in codes {
            let term = self.unflatten(db.stored(*code).term)?;
            heads.push(self.heap[cell::addr(term) + 1]);
        }
        self.list(&heads, cell::atom(atoms::NIL))
    }

    /// Whether nothing a complete table rests on has changed; if so it counts as up to date.
    fn is_valid(&mut self, db: &Db, id: u32) -> bool {
        let table = self.tables.table_mut(id);
        if table.changes == db.changes {
            return true;
        }
        if db.changed_since(table.slot, table.changes) {
            return false;
        }
        table.changes = db.changes;
        true
    }
}
