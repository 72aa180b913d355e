//! What somebody no longer has: losing, eating, selling and giving away end having.
//! It looks at what was told and in which order, and knows nothing of places.

use super::TAKES;
use crate::english::lexicon::entry;
use crate::english::morphology::noun_forms;
use crate::knowledge::Statement;
use crate::logic::{Atom, Clause, Formula, Literal, Term};
use crate::program::Sourced;

const ENDS: &[&str] = &[
    "discards",
    "donates",
    "donates_to",
    "drinks",
    "drops",
    "eats",
    "eats_up",
    "gives_away",
    "gives_to",
    "hands_to",
    "loses",
    "passes_to",
    "sells",
    "sells_to",
    "spends",
    "throws_away",
];

const HAVING: &[&str] = &["carries", "has", "holds", "owns", "possesses"];

/// Those that name who has it from then on.
const PASSES: &[&str] = &["donates_to", "gives_to", "hands_to", "passes_to", "sells_to"];

/// Ways of getting something again.
const GETS: &[&str] = &["buys", "buys_back", "finds", "gets_back", "receives", "steals", "wins"];

/// Something that somebody had until a sentence told otherwise.
#[derive(Debug)]
pub(crate) struct Ended {
    owner: Term,
    thing: Term,
    sentence: usize,
    /// How much is left, where amounts were told.
    left: Option<Term>,
    /// Who has it from then on.
    receiver: Option<Term>,
    again: bool,
}

/// Whether a sentence tells that somebody no longer has something.
pub(crate) fn ends(statement: &Statement) -> bool {
    statement.meaning.event && told(statement).any(|atom| ENDS.contains(&atom.predicate.as_str()))
}

/// What was had and then lost, in order.
pub(crate) fn ended(statements: &[Statement]) -> Vec<Ended> {
    let mut found: Vec<Ended> = Vec::new();
    for (number, statement) in statements.iter().enumerate() {
        for atom in told(statement) {
            let [owner, thing, ..] = atom.arguments.as_slice() else { continue };
            let name = atom.predicate.as_str();
            if statement.meaning.event && ENDS.contains(&name) && !is_somebody(thing) {
                let left = left_of(owner, thing, &statements[..number], &found);
                let (thing, left) =
                    left.map_or_else(|| (thing.clone(), None), |(had, left)| (had, Some(left)));
                let receiver = receiver_of(atom).cloned();
                let owner = owner.clone();
                found.push(Ended { owner, thing, sentence: number, left, receiver, again: false });
            } else if let Some((taker, thing)) = taken(atom) {
                let same = |e: &&mut Ended| e.owner == *taker && e.thing == *thing;
                found.iter_mut().filter(same).for_each(|ended| ended.again = true);
            }
            if let Some(receiver) = receiver_of(atom) {
                let same = |e: &&mut Ended| e.owner == *receiver && e.thing == *thing;
                found.iter_mut().filter(same).for_each(|ended| ended.again = true);
            }
        }
    }
    found
}

/// Whether a clause of a sentence tells of having what was lost later, or takes it for granted:
/// `Tom lost his key`.
pub(crate) fn covers(ended: &[Ended], sentence: usize, clause: &Clause) -> bool {
    let Clause::Rule { head, body } = clause else { return false };
    let [one, other] = head.atom.arguments.as_slice() else { return false };
    let name = head.atom.predicate.as_str();
    let over = |owner: &Term, thing: &Term, until: usize| {
        ended.iter().any(|e| e.sentence >= until && e.owner == *owner && e.thing == *thing)
    };
    let had = HAVING.contains(&name) && over(one, other, sentence + 1);
    let owned = name.ends_with("_of") && over(other, one, sentence);
    body.is_empty() && head.positive && (had || owned)
}

/// What is no longer so, what is left, and who has it now.
pub(crate) fn facts(ended: &[Ended]) -> Vec<Sourced> {
    let mut found = Vec::new();
    for (index, one) in ended.iter().enumerate() {
        let mut say = |positive, owner: &Term, thing: &Term| {
            let atom = Atom::new("has", vec![owner.clone(), thing.clone()]);
            let clause = Clause::Rule { head: Literal { positive, atom }, body: Vec::new() };
            found.push(Sourced { clause, origin: Some(one.sentence) });
        };
        let later = &ended[index + 1..];
        if !later.iter().any(|e| e.owner == one.owner && e.thing == one.thing) {
            say(one.again, &one.owner, &one.thing);
        }
        let lost = |e: &Ended| one.receiver.as_ref() == Some(&e.owner) && e.thing == one.thing;
        if let Some(receiver) = one.receiver.as_ref().filter(|_| !later.iter().any(lost)) {
            say(true, receiver, &one.thing);
        }
        let spent = |e: &Ended| e.owner == one.owner && one.left.as_ref() == Some(&e.thing);
        if let Some(left) = one.left.as_ref().filter(|_| !later.iter().any(spent)) {
            say(true, &one.owner, left);
        }
    }
    found
}

/// Whether a thing is a relative or a friend, whom nobody stops having: `Ann lost her brother`.
fn is_somebody(thing: &Term) -> bool {
    let (Term::Constant(name) | Term::Witness(name, _)) = thing else { return false };
    let name = name.strip_prefix("the_").unwrap_or(name);
    let noun = name.split("_of_").next().unwrap_or(name);
    let noun = noun.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    entry(noun).is_some_and(|e| e.person)
}

/// The facts a sentence tells.
fn told(statement: &Statement) -> impl Iterator<Item = &Atom> {
    let formula = &statement.formula;
    let parts =
        if let Formula::And(parts) = formula { parts } else { std::slice::from_ref(formula) };
    parts.iter().filter_map(|part| if let Formula::Atom(atom) = part { Some(atom) } else { None })
}

fn receiver_of(atom: &Atom) -> Option<&Term> {
    let [_, _, receiver] = atom.arguments.as_slice() else { return None };
    PASSES.contains(&atom.predicate.as_str()).then_some(receiver)
}

/// Who has something from now on.
fn taken(atom: &Atom) -> Option<(&Term, &Term)> {
    let name = atom.predicate.as_str();
    let [taker, thing] = atom.arguments.as_slice() else { return None };
    [HAVING, GETS, TAKES].iter().any(|list| list.contains(&name)).then_some((taker, thing))
}

/// `Ann has 5 apples. She ate 2 apples.`: what she had, and what is left of it.
fn left_of(
    owner: &Term,
    spent: &Term,
    before: &[Statement],
    ended: &[Ended],
) -> Option<(Term, Term)> {
    let (less, noun) = amount(spent)?;
    let had = |thing: &Term| amount(thing).filter(|(_, of)| *of == noun).map(|(count, _)| count);
    let left = ended.iter().rev().filter(|e| e.owner == *owner).filter_map(|e| e.left.as_ref());
    let told = before.iter().rev().flat_map(told).filter_map(|atom| {
        let (taker, thing) = taken(atom).filter(|_| HAVING.contains(&atom.predicate.as_str()))?;
        (taker == owner).then_some(thing)
    });
    let thing = left.chain(told).find(|thing| had(thing).is_some())?;
    let count = had(thing)?.checked_sub(less).filter(|count| *count > 0)?;
    let words = match (count, noun_forms(&noun).first()) {
        (1, Some((lemma, _))) => lemma.clone(),
        _ => noun.clone(),
    };
    Some((thing.clone(), Term::Constant(format!("{count}_{words}"))))
}

/// So many of what: `5_apples`.
fn amount(thing: &Term) -> Option<(u32, String)> {
    let Term::Constant(name) = thing else { return None };
    let (count, noun) = name.split_once('_')?;
    let singular = noun_forms(noun).first().map(|(lemma, _)| lemma.clone());
    let many = count.parse().ok()?;
    let noun = if many == 1 { crate::english::morphology::plural(noun) } else { noun.to_owned() };
    singular.map(|_| (many, noun))
}
