//! Checks a [`Proof`] against a clause list, step by step. Shares no code with the solver: it has
//! its own matching, unification and arithmetic over [`Term`], and searches for nothing.

mod evaluate;
mod terms;

use crate::{ClauseId, ClauseInfo, Proof, ProofNode, Step, Term, View};
use std::collections::HashMap;
use terms::{Bindings, identity, is_ground, matches, unifiable};

/// What a proof rests on, once every step has been checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checked {
    /// Steps that follow from a clause.
    pub clauses: usize,
    /// Built-ins that were worked out again.
    pub evaluated: usize,
    /// Built-ins whose result was taken on trust.
    pub trusted: usize,
    /// Negations that hold because no clause could apply.
    pub refuted: usize,
    /// Negations (and conditions that failed) taken on trust, since checking them means searching.
    pub assumed: usize,
}

/// Why a proof is refused; the number is the index of the step.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A child or the root is not an earlier step.
    #[error("step `{0}` refers to no earlier step")]
    Order(usize),
    /// The clause named does not exist.
    #[error("step `{0}` uses clause `{1}`, which is not in the program")]
    NoClause(usize, ClauseId),
    /// Clause, goal, bindings and children do not fit together.
    #[error("step `{0}` does not follow from clause `{1}`")]
    NotAnInstance(usize, ClauseId),
    /// The recorded origin is not the clause's.
    #[error("step `{0}` names the wrong origin of clause `{1}`")]
    Origin(usize, ClauseId),
    /// A built-in that is false, has children, or is a predicate of the program.
    #[error("step `{0}` is no true built-in")]
    Builtin(usize),
    /// A negation of something a fact of the program makes true, or no negation at all.
    #[error("step `{0}` is no negation that can hold")]
    Negation(usize),
    /// The children do not prove the control construct.
    #[error("the children of step `{0}` do not prove it")]
    Control(usize),
    /// The step is undefined in the well-founded model, so it proves nothing.
    #[error("step `{0}` is undefined")]
    Undefined(usize),
}

/// Checks every step of a proof against the clauses.
///
/// # Errors
/// The first step that does not hold.
pub fn check(proof: &Proof, clauses: &[ClauseInfo]) -> Result<Checked, Fault> {
    let mut by_predicate: HashMap<(&str, usize), Vec<&ClauseInfo>> = HashMap::new();
    for clause in clauses {
        let key = (clause.head.name().unwrap_or_default(), clause.head.arity());
        by_predicate.entry(key).or_default().push(clause);
    }
    let checker = Checker {
        nodes: &proof.nodes,
        by_id: clauses.iter().map(|clause| (clause.id, clause)).collect(),
        by_predicate,
    };
    let mut checked = Checked::default();
    if proof.root >= proof.nodes.len() {
        return Err(Fault::Order(proof.root));
    }
    for index in 0..proof.nodes.len() {
        checker.step(index, &mut checked)?;
    }
    Ok(checked)
}

struct Checker<'p> {
    nodes: &'p [ProofNode],
    by_id: HashMap<ClauseId, &'p ClauseInfo>,
    by_predicate: HashMap<(&'p str, usize), Vec<&'p ClauseInfo>>,
}

impl Checker<'_> {
    fn step(&self, index: usize, checked: &mut Checked) -> Result<(), Fault> {
        let node = &self.nodes[index];
        if node.children.iter().any(|child| *child >= index) {
            return Err(Fault::Order(index));
        }
        match &node.step {
            Step::Clause { id, origin, .. } => {
                let clause = *self.by_id.get(id).ok_or(Fault::NoClause(index, *id))?;
                if clause.origin != *origin {
                    return Err(Fault::Origin(index, *id));
                }
                self.instance(node, clause, checked).ok_or(Fault::NotAnInstance(index, *id))
            }
            Step::Builtin => self.builtin(node, checked).ok_or(Fault::Builtin(index)),
            Step::NotProvable => self.negation(node, checked).ok_or(Fault::Negation(index)),
            Step::Control => self.control(node, checked).ok_or(Fault::Control(index)),
            Step::Undefined => Err(Fault::Undefined(index)),
        }
    }

    fn instance(&self, node: &ProofNode, clause: &ClauseInfo, checked: &mut Checked) -> Option<()> {
        let Step::Clause { bindings, .. } = &node.step else { return None };
        let mut start = State::new(clause.body.clone());
        if !matches(&clause.head, &node.goal, &mut start.theta) {
            return None;
        }
        let end = self.proved(start, &node.children)?;
        checked.clauses += 1;
        checked.assumed += end.assumed;
        let agree = |(name, value): &(String, Term)| end.theta.get(name).is_none_or(|v| v == value);
        bindings.iter().all(agree).then_some(())
    }

    fn control(&self, node: &ProofNode, checked: &mut Checked) -> Option<()> {
        alternatives(&node.goal)?.iter().find_map(|way| {
            let mut start = State { theta: identity(&node.goal), ..State::default() };
            start.take(way);
            let end = self.proved(start, &node.children)?;
            checked.assumed += end.assumed;
            Some(())
        })
    }

    /// Follows the children through the goals, trying each way of a control construct in turn.
    fn proved(&self, start: State, children: &[usize]) -> Option<State> {
        let mut pending = vec![start];
        'next: while let Some(mut state) = pending.pop() {
            while let Some(goal) = state.goals.pop() {
                let child = children.get(state.used).map(|index| &self.nodes[*index].goal);
                let ways = alternatives(&goal).unwrap_or_default();
                let direct =
                    child.filter(|child| is_variable(&goal) || same_predicate(child, &goal));
                for way in ways.iter().skip(usize::from(direct.is_none())).rev() {
                    let mut other = state.clone();
                    other.take(way);
                    pending.push(other);
                }
                match (direct, ways.first()) {
                    (Some(child), _) if matches(&goal, child, &mut state.theta) => state.used += 1,
                    (None, Some(way)) => state.take(way),
                    _ => continue 'next,
                }
            }
            if state.used == children.len() {
                return Some(state);
            }
        }
        None
    }

    fn builtin(&self, node: &ProofNode, checked: &mut Checked) -> Option<()> {
        let name = node.goal.name()?;
        if self.by_predicate.contains_key(&(name, node.goal.arity())) {
            return None;
        }
        match evaluate::evaluate(&node.goal) {
            Some(true) => checked.evaluated += 1,
            Some(false) => return None,
            None => checked.trusted += 1,
        }
        Some(())
    }

    fn negation(&self, node: &ProofNode, checked: &mut Checked) -> Option<()> {
        let negated = (node.goal.arity() == 1 && matches!(node.goal.name(), Some("\\+" | "not")))
            .then(|| node.goal.arg(0))??;
        let key = (negated.name()?, negated.arity());
        let Some(clauses) = self.by_predicate.get(&key) else {
            checked.assumed += 1;
            return Some(());
        };
        let mut open = false;
        for clause in clauses {
            if unifiable(&clause.head, &negated) {
                if clause.body.name() == Some("true") && is_ground(&negated) {
                    return None;
                }
                open = true;
            }
        }
        *(if open { &mut checked.assumed } else { &mut checked.refuted }) += 1;
        Some(())
    }
}

/// How far the children have been followed.
#[derive(Clone, Default)]
struct State {
    /// Goals still to prove, the next one last.
    goals: Vec<Term>,
    used: usize,
    theta: Bindings,
    assumed: usize,
}

impl State {
    fn new(goal: Term) -> Self {
        Self { goals: vec![goal], ..Self::default() }
    }

    fn take(&mut self, way: &Way) {
        self.goals.extend(way.goals.iter().rev().cloned());
        self.assumed += usize::from(way.assumes);
    }
}

fn is_variable(term: &Term) -> bool {
    matches!(term.view(), View::Var(_))
}

fn same_predicate(left: &Term, right: &Term) -> bool {
    left.arity() == right.arity() && left.name() == right.name()
}

/// One way to prove a control construct.
struct Way {
    goals: Vec<Term>,
    /// Whether it also needs a condition to fail.
    assumes: bool,
}

/// The ways to prove a control construct, or nothing if the goal is none.
fn alternatives(goal: &Term) -> Option<Vec<Way>> {
    let way = |goals: &[&Term]| Way {
        goals: goals.iter().map(|g| (*g).clone()).collect(),
        assumes: false,
    };
    let (a, b) = (goal.arg(0), goal.arg(1));
    Some(match (goal.name()?, goal.arity(), a, b) {
        ("true" | "!", 0, ..) => vec![way(&[])],
        (",", 2, Some(a), Some(b)) | ("->" | "*->", 2, Some(a), Some(b)) => vec![way(&[&a, &b])],
        (";" | "|", 2, Some(a), Some(b)) => {
            let conditional = a.arity() == 2 && matches!(a.name(), Some("->" | "*->"));
            vec![way(&[&a]), Way { goals: vec![b], assumes: conditional }]
        }
        ("call" | "once", 1, Some(a), _) => vec![way(&[&a])],
        ("ignore", 1, Some(a), _) => vec![way(&[&a]), Way { goals: vec![], assumes: true }],
        ("catch", 3, Some(a), _) => vec![way(&[&a])],
        ("call", _, Some(a), _) => {
            let mut args: Vec<Term> = (0..a.arity()).filter_map(|i| a.arg(i)).collect();
            args.extend((1..goal.arity()).filter_map(|i| goal.arg(i)));
            vec![way(&[&Term::compound(a.name()?, &args)])]
        }
        _ => return None,
    })
}
