//! Conditions and defaults: what holds if something else does, or normally.

use super::super::closed::SAME;
use super::super::discourse::mentioned;
use super::super::drs::{Condition as Said, Drs};
use super::super::syntax::{
    Complement, Condition, Determiner, Join, Nominal, Np, Sentence, Tense, Vp,
};
use super::shared::{comes_back_to, has_variables, known_people, said_again};
use super::{Builder, Outcome, Place, Refusal, tense};
use crate::logic::Term;

impl Builder<'_> {
    pub(super) fn conditional(
        &mut self,
        condition: Condition,
        first: &Sentence,
        second: &Sentence,
        drs: &mut Drs,
    ) -> Outcome {
        let depth = self.reach.len();
        let (mut such, mut a, mut b) = (Drs::default(), Drs::default(), Drs::default());
        let outer = std::mem::replace(&mut self.place, Place::Condition);
        if let Sentence::Clause(Np::Nominal(n), vp) = first
            && condition == Condition::Unless
            && is_one(n)
        {
            let variable = self.fresh();
            let term = Term::Variable(variable);
            such.variables.push(variable);
            self.mention(vec![term.clone()], n, true);
            self.restrict(n, &term, &mut such)?;
            self.predicated(vp, &term, &mut a)?;
        } else {
            self.sentence(first, &mut a)?;
        }
        self.place = Place::Consequence;
        match it_is_somebody(first, second) {
            Some(somebody) => self.sentence(&somebody, &mut b)?,
            None => self.sentence(second, &mut b)?,
        }
        self.place = outer;
        if condition == Condition::Unless {
            self.denied_within(&mut such, &mut a, &b)?;
        }
        self.forget(depth);
        let said = joined(condition, a, b);
        drs.conditions.push(within(such, said));
        Ok(())
    }

    /// `Unless a visitor has a ticket, the visitor cannot enter`: what the consequence comes back
    /// to is any such thing, the rest is denied to be there at all.
    fn denied_within(&self, such: &mut Drs, a: &mut Drs, b: &Drs) -> Outcome {
        let atoms = b.clone().formula();
        let said: Vec<u32> = atoms.atoms().iter().flat_map(|atom| atom.variables()).collect();
        if such.variables.iter().all(|v| !said.contains(v)) {
            let inner = std::mem::take(such);
            a.variables.splice(0..0, inner.variables);
            a.conditions.splice(0..0, inner.conditions);
        }
        let lettered = |v: &u32| {
            let term = Term::Variable(*v);
            self.reach.iter().any(|r| r.label.is_some() && r.terms.contains(&term))
        };
        let (letters, own): (Vec<u32>, Vec<u32>) = a.variables.iter().partition(|v| lettered(v));
        if own.iter().any(|v| said.contains(v)) {
            return Err(Refusal::Unsupported("what `unless` denies and the rest speaks of"));
        }
        such.variables.extend(letters);
        a.variables = own;
        Ok(())
    }

    pub(super) fn normally(
        &mut self,
        inner: &Sentence,
        exceptions: &[Np],
        drs: &mut Drs,
    ) -> Outcome {
        let mut whole = Drs::default();
        self.sentence(inner, &mut whole)?;
        let Some(Said::Implies(a, b)) = whole
            .conditions
            .pop()
            .filter(|_| whole.conditions.is_empty() && whole.variables.is_empty())
        else {
            return Err(Refusal::Unsupported("`normally` about a single thing"));
        };
        let [variable] = a.variables.as_slice() else {
            return Err(Refusal::Unsupported("`normally` about several things at once"));
        };
        let variable = Term::Variable(*variable);
        let mut except = Vec::new();
        let (names, classes): (Vec<&Np>, Vec<&Np>) =
            exceptions.iter().partition(|np| matches!(np, Np::Name(_)));
        for np in classes {
            let mut one = Drs::default();
            self.complement(&Complement::Np(np.clone()), &variable, &mut one)?;
            except.push(one);
        }
        drs.conditions.push(Said::Normally(a, b, except));
        for name in names {
            self.is_excepted(inner, name, drs)?;
        }
        Ok(())
    }

    /// `everyone except Tom likes pizza`: Tom does not; `nobody except Tom` does: Tom does.
    fn is_excepted(&mut self, inner: &Sentence, name: &Np, drs: &mut Drs) -> Outcome {
        let Sentence::Clause(subject, vp) = inner else {
            return Err(Refusal::Unsupported("a name as an exception to this"));
        };
        let own = Sentence::Clause(name.clone(), vp.clone());
        if matches!(subject, Np::Nominal(n) if n.determiner == Determiner::No) {
            return self.sentence(&own, drs);
        }
        self.negation(drs, &mut |b, drs| b.sentence(&own, drs))
    }

    /// `S if S`: what comes first may be what the condition speaks of.
    pub(super) fn provided(
        &mut self,
        condition: Condition,
        main: &Sentence,
        when: &Sentence,
        drs: &mut Drs,
    ) -> Outcome {
        if has_variables(main) && matches!(condition, Condition::If | Condition::Unless) {
            return self.conditional(condition, when, main, drs);
        }
        if let Sentence::Clause(Np::Nominal(nominal), vp) = main
            && speaks_of_all(nominal, vp)
        {
            return self.provided_of_all(condition, (nominal, vp), when, drs);
        }
        let named = matches!(main, Sentence::Clause(Np::Name(_) | Np::Pronoun(_), _));
        if named && happened(when) {
            return Err(Refusal::Unsure("whether this happened or is a rule"));
        }
        let depth = self.reach.len();
        let (mut a, mut b) = (Drs::default(), Drs::default());
        let outer = std::mem::replace(&mut self.place, Place::Consequence);
        self.sentence(main, &mut b)?;
        self.place = Place::Condition;
        self.sentence(when, &mut a)?;
        self.place = outer;
        self.forget(depth);
        let mentions = a
            .clone()
            .formula()
            .atoms()
            .iter()
            .flat_map(|x| x.variables())
            .any(|v| b.variables.contains(&v));
        if mentions {
            return Err(Refusal::Unsupported("a condition on what its consequence introduces"));
        }
        drs.conditions.push(joined(condition, a, b));
        Ok(())
    }

    fn provided_of_all(
        &mut self,
        condition: Condition,
        (nominal, vp): (&Nominal, &Vp),
        when: &Sentence,
        drs: &mut Drs,
    ) -> Outcome {
        let denied = nominal.determiner == Determiner::No;
        if denied && matches!(condition, Condition::OnlyIf | Condition::Iff) {
            return Err(Refusal::Unsupported("`no` with this condition"));
        }
        // `A technician is called when the alarm rings`: hardly every one.
        let one = nominal.determiner == Determiner::A && nominal.noun.is_some();
        if one && !comes_back_to(nominal.noun.as_deref(), when) {
            return Err(Refusal::Unsure("whether `a` means each of them or one"));
        }
        let depth = self.reach.len();
        let variable = self.fresh();
        let term = Term::Variable(variable);
        let mut such = Drs { variables: vec![variable], conditions: Vec::new() };
        self.mention(vec![term.clone()], nominal, true);
        self.restrict(nominal, &term, &mut such)?;
        let (shared, vp) = said_again(vp, when);
        let vp = &vp;
        for one in &shared {
            let variable = self.fresh();
            such.variables.push(variable);
            self.mention(vec![Term::Variable(variable)], one, false);
            self.restrict(one, &Term::Variable(variable), &mut such)?;
        }
        if known_people(when).iter().any(|noun| mentioned(noun, &self.reach).is_none()) {
            return Err(Refusal::Unsure("whether `the` means one of them or each"));
        }
        let outer = std::mem::replace(&mut self.place, Place::Condition);
        let (mut a, mut b) = (Drs::default(), Drs::default());
        self.sentence(when, &mut a)?;
        self.place = Place::Consequence;
        if denied {
            self.negation(&mut b, &mut |x, drs| x.predicated(vp, &term, drs))?;
        } else {
            self.predicated(vp, &term, &mut b)?;
        }
        self.place = outer;
        self.forget(depth);
        let inner = joined(condition, a, b);
        drs.conditions.push(within(such, inner));
        Ok(())
    }
}

/// `Ann was old when Bob came`
fn happened(sentence: &Sentence) -> bool {
    matches!(sentence, Sentence::Clause(Np::Name(_) | Np::Pronoun(_), vp) if tense(vp) == Tense::Past)
}

/// Whether the subject of a consequence stands for every such thing.
fn speaks_of_all(nominal: &Nominal, vp: &Vp) -> bool {
    if nominal.name.is_some() || tense(vp) == Tense::Past {
        return false;
    }
    match &nominal.determiner {
        Determiner::Every | Determiner::Any | Determiner::A | Determiner::No => true,
        Determiner::Bare => nominal.plural,
        Determiner::Some => nominal.noun.is_none() && !nominal.plural,
        Determiner::NotEvery
        | Determiner::The
        | Determiner::Only
        | Determiner::Which
        | Determiner::Of(_)
        | Determiner::Amount(_) => false,
    }
}

/// A condition and what depends on it.
fn joined(condition: Condition, a: Drs, b: Drs) -> Said {
    match condition {
        Condition::If => Said::Implies(a, b),
        Condition::Iff => Said::Iff(a, b),
        Condition::Unless => {
            Said::Implies(Drs { variables: Vec::new(), conditions: vec![Said::Not(a)] }, b)
        }
        Condition::OnlyIf => Said::Implies(b, a),
    }
}

/// Something said of all such things, in one box where a box within a box would say the same.
fn within(mut such: Drs, said: Said) -> Said {
    if such == Drs::default() {
        return said;
    }
    match said {
        Said::Implies(mut a, b) => {
            such.variables.append(&mut a.variables);
            such.conditions.append(&mut a.conditions);
            Said::Implies(such, b)
        }
        other @ Said::Atom(_)
        | other @ Said::Not(_)
        | other @ Said::Iff(..)
        | other @ Said::Or(_)
        | other @ Said::One(_)
        | other @ Said::Normally(..) => {
            Said::Implies(such, Drs { variables: Vec::new(), conditions: vec![other] })
        }
    }
}

/// `a visitor`, `someone`: one thing that the sentence brings in.
fn is_one(nominal: &Nominal) -> bool {
    let one = match nominal.determiner {
        Determiner::A | Determiner::Some | Determiner::Any => true,
        Determiner::Every
        | Determiner::NotEvery
        | Determiner::No
        | Determiner::The
        | Determiner::Only
        | Determiner::Which
        | Determiner::Bare
        | Determiner::Of(_)
        | Determiner::Amount(_) => false,
    };
    one && nominal.name.is_none()
}

/// `If anyone speaks Spanish, it is Carlos`: whoever does is Carlos.
fn it_is_somebody(first: &Sentence, second: &Sentence) -> Option<Sentence> {
    let person = |n: &Nominal| {
        n.people == Some(true) || n.noun.as_deref().is_some_and(|noun| noun == "person")
    };
    let Sentence::Clause(Np::Nominal(somebody), _) = first else { return None };
    let Sentence::Clause(Np::Pronoun(it), Vp::Be(complement)) = second else { return None };
    if it != "it" || !is_one(somebody) || !person(somebody) {
        return None;
    }
    let whoever = Np::Pronoun("they".to_owned());
    Some(Sentence::Clause(whoever, Vp::Be(same(complement)?)))
}

/// A name, or one of several, as what something is the same as.
fn same(complement: &Complement) -> Option<Complement> {
    match complement {
        Complement::Np(name @ Np::Name(_)) => Some(Complement::At(SAME.to_owned(), name.clone())),
        Complement::Join(join @ (Join::Or | Join::Either), parts) => {
            let parts: Option<Vec<Complement>> = parts.iter().map(same).collect();
            Some(Complement::Join(*join, parts?))
        }
        Complement::Not(inner) => Some(Complement::Not(Box::new(same(inner)?))),
        Complement::Adjective(_)
        | Complement::Np(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Act(_)
        | Complement::Under(..)
        | Complement::Join(..) => None,
    }
}
