//! What words mean beyond a sentence: opposites, orders, and phrases that can be dropped.
//! Rules are made only for predicates that occur, and say nothing about particular things.

mod adjuncts;
mod kinds;
mod quantities;

use std::collections::BTreeSet;

use crate::logic::{Atom, Clause, Literal, Term};

/// Relations and their converses.
const CONVERSES: &[(&str, &str)] = &[
    ("north_of", "south_of"),
    ("east_of", "west_of"),
    ("left_of", "right_of"),
    ("northeast_of", "southwest_of"),
    ("northwest_of", "southeast_of"),
    ("above", "below"),
    ("over", "under"),
    ("in_front_of", "behind"),
    ("before", "after"),
    ("parent_of", "child_of"),
    ("husband_of", "wife_of"),
    ("finishes_above", "finishes_below"),
    ("fits_in", "bigger_than"),
    ("fits_inside", "bigger_than"),
];

/// Two ways to say the same.
const SYNONYMS: &[(&str, &str)] = &[
    ("located_in", "in"),
    ("situated_in", "in"),
    ("located_at", "at"),
    ("located_on", "on"),
    ("situated_on", "on"),
    ("within", "in"),
    ("inside", "in"),
];

/// What one word says, the other says too.
const ENTAILED: &[(&str, &str)] = &[("dies", "dead")];

/// Adverbs that take something away from what their verb says.
const DENYING: &[&str] = &[
    "allegedly",
    "barely",
    "falsely",
    "formerly",
    "hardly",
    "nearly",
    "only",
    "possibly",
    "potentially",
    "previously",
    "probably",
    "rarely",
    "reportedly",
    "scarcely",
    "seldom",
    "supposedly",
    "virtually",
];

/// Nouns that `of` makes no relation of.
const NO_RELATION: &[&str] = &["kind", "lot", "one", "sort", "type"];

/// Adjectives that grade one scale from opposite ends.
pub(crate) const OPPOSITES: &[(&str, &str)] = &[
    ("new", "old"),
    ("young", "old"),
    ("cheap", "expensive"),
    ("small", "big"),
    ("small", "large"),
    ("short", "tall"),
    ("short", "long"),
    ("slow", "fast"),
    ("light", "heavy"),
    ("weak", "strong"),
    ("early", "late"),
    ("low", "high"),
    ("near", "far"),
    ("poor", "rich"),
    ("narrow", "wide"),
    ("thin", "thick"),
    ("cold", "hot"),
    ("easy", "hard"),
    ("easy", "difficult"),
    ("bad", "good"),
];

/// What is somewhere in a place is in whatever that place is in.
const PLACED: &[&str] = &[
    "in",
    "located_in",
    "situated_in",
    "lives_in",
    "resides_in",
    "works_in",
    "born_in",
    "found_in",
    "built_in",
];

/// The rules the words of these atoms bring along; `is_name` tells names from kinds.
pub fn rules<'a>(
    atoms: impl Iterator<Item = &'a Atom>,
    is_name: &dyn Fn(&str) -> bool,
) -> Vec<Clause> {
    let mut words = Words::default();
    atoms.for_each(|atom| words.take(atom));
    words.rules(is_name)
}

/// The words of atoms, as far as rules depend on them.
#[derive(Debug, Clone, Default)]
pub struct Words {
    vocabulary: BTreeSet<(String, usize)>,
    kinds: kinds::Kinds,
    quantities: quantities::Quantities,
}

impl Words {
    /// Adds the words of one more atom.
    pub fn take(&mut self, atom: &Atom) {
        let arity = atom.arguments.len();
        self.vocabulary.insert((atom.predicate.clone(), arity));
        self.vocabulary.extend(compared_plainly(&atom.predicate, arity).map(|plain| (plain, 2)));
        self.kinds.take(atom);
        self.quantities.take(atom);
    }

    /// Whether the rules stay as they are when `atom` is added.
    pub fn are_enough_for(&self, atom: &Atom) -> bool {
        let word = (atom.predicate.clone(), atom.arguments.len());
        self.vocabulary.contains(&word)
            && self.kinds.are_enough_for(atom)
            && self.quantities.are_enough_for(atom)
    }

    /// The rules these words bring along; `is_name` tells names from kinds.
    pub fn rules(&self, is_name: &dyn Fn(&str) -> bool) -> Vec<Clause> {
        let vocabulary: Vec<_> = self.vocabulary.iter().cloned().collect();
        let mut found = of_words(&vocabulary);
        found.extend(self.kinds.rules(is_name, false));
        found.extend(self.quantities.rules(&vocabulary));
        found
    }
}

/// Whether a predicate says in what place something is.
pub(crate) fn is_placed(predicate: &str) -> bool {
    PLACED.contains(&predicate) || SYNONYMS.iter().any(|(long, _)| *long == predicate)
}

/// The links between kinds and members that would hold if every verb were about members.
pub(crate) fn loose_kinds<'a>(
    atoms: impl Iterator<Item = &'a Atom>,
    is_name: &dyn Fn(&str) -> bool,
) -> Vec<Clause> {
    let mut kinds = kinds::Kinds::default();
    atoms.for_each(|atom| kinds.take(atom));
    kinds.rules(is_name, true)
}

fn of_words(vocabulary: &[(String, usize)]) -> Vec<Clause> {
    let sized = |name: &str| vocabulary.iter().any(|(n, _)| n == name);
    let fits = sized("fits_in") || sized("fits_inside");
    let known = |name: &str, arity: usize| {
        (fits && name == "bigger_than")
            || vocabulary.binary_search_by(|(n, a)| (n.as_str(), *a).cmp(&(name, arity))).is_ok()
    };
    let mut found = Vec::new();
    for (a, b) in converses() {
        if known(&a, 2) && known(&b, 2) {
            found.push(rule(atom(&a, &[0, 1]), &[atom(&b, &[1, 0])]));
            found.push(rule(atom(&b, &[0, 1]), &[atom(&a, &[1, 0])]));
        }
    }
    if fits && !sized("bigger_than") {
        found.push(rule(
            atom("bigger_than", &[0, 2]),
            &[atom("bigger_than", &[0, 1]), atom("bigger_than", &[1, 2])],
        ));
    }
    for (long, short) in SYNONYMS {
        if known(long, 2) && known(short, 2) {
            found.push(rule(atom(short, &[0, 1]), &[atom(long, &[0, 1])]));
            found.push(rule(atom(long, &[0, 1]), &[atom(short, &[0, 1])]));
        }
    }
    if known("person", 1) {
        let people = vocabulary.iter().filter(|(name, arity)| *arity == 1 && names_people(name));
        found.extend(people.map(|(name, _)| rule(atom("person", &[0]), &[atom(name, &[0])])));
    }
    for placed in PLACED {
        let inner = if known("in", 2) { "in" } else { "located_in" };
        if known(placed, 2) && known(inner, 2) {
            found.push(rule(atom(placed, &[0, 2]), &[atom(placed, &[0, 1]), atom(inner, &[1, 2])]));
        }
    }
    for (name, arity) in vocabulary {
        if *arity == 2 && name.ends_with("_than") {
            found.push(rule(atom(name, &[0, 2]), &[atom(name, &[0, 1]), atom(name, &[1, 2])]));
        }
        found.extend(rather_than(name, *arity));
        if *arity == 2
            && (name.ends_with("_than") || CONVERSES.iter().any(|(a, b)| a == name || b == name))
        {
            found.push(never_both_ways(name));
        }
        found.extend(shorter(name, *arity, &known));
        found.extend(adjuncts::dropped(name, *arity, &known));
        found.extend(less_closely(name, *arity, &known));
        found.extend(older_by(name, *arity));
        found.extend(had(name, *arity, &known));
        found.extend(as_agent(name, *arity, &known));
        found.extend(head_noun(name, *arity, &known));
        found.extend(opposed(name, *arity, &known));
        found.extend(permitted(name, *arity, &known));
    }
    if known("same_as", 2) {
        found.extend(alike(vocabulary));
    }
    for (one, other) in ENTAILED {
        if known(one, 1) && known(other, 1) {
            found.push(rule(atom(other, &[0]), &[atom(one, &[0])]));
        }
    }
    for (low, high) in OPPOSITES {
        if known(low, 1) && known(high, 1) {
            found.push(never(atom(low, &[0]), atom(high, &[0])));
        }
    }
    found
}

/// What one must not do one neither must nor may do; what is before is not after.
fn opposed(name: &str, arity: usize, known: &dyn Fn(&str, usize) -> bool) -> Vec<Clause> {
    let duties = name.strip_prefix("must_not_").into_iter();
    let duties = duties.flat_map(|rest| [format!("must_{rest}"), format!("may_{rest}")]);
    let times = name.strip_suffix("_before").filter(|_| arity == 2);
    let times = times.map(|front| format!("{front}_after"));
    let all: Vec<u32> = (0..u32::try_from(arity).unwrap_or(0)).collect();
    let others = duties.chain(times).filter(|other| known(other, arity));
    others.map(|other| never(atom(name, &all), atom(&other, &all))).collect()
}

/// What one must do one may do.
fn permitted(name: &str, arity: usize, known: &dyn Fn(&str, usize) -> bool) -> Option<Clause> {
    let rest = name.strip_prefix("must_").filter(|rest| !rest.starts_with("not_"))?;
    let may = format!("may_{rest}");
    let all: Vec<u32> = (0..u32::try_from(arity).ok()?).collect();
    known(&may, arity).then(|| rule(atom(&may, &all), &[atom(name, &all)]))
}

fn never(a: Atom, b: Atom) -> Clause {
    Clause::Never(vec![Literal::holds(a), Literal::holds(b)])
}

/// A sea eel is an eel: what a compound is called after, it is.
fn head_noun(name: &str, arity: usize, known: &dyn Fn(&str, usize) -> bool) -> Option<Clause> {
    use crate::english::{
        closed::is_closed, compounds::is_part, lexicon::entry, meaning::changes_noun,
    };
    let (front, rest) = name.split_once('_').filter(|_| arity == 1)?;
    let compound = |word: &str| {
        let noun = entry(word).is_none_or(|e| e.noun.is_some() || e.capital);
        (noun || is_part(name, word)) && !is_closed(word) && !changes_noun(word)
    };
    let words: Vec<&str> = name.split('_').collect();
    // `self-proclaimed`
    let changed = words.windows(2).any(|pair| changes_noun(&pair.join("-")));
    if !words.iter().all(|word| compound(word)) || changed || front == "non" || seems(front) {
        return None;
    }
    if known(rest, 1) {
        return Some(rule(atom(rest, &[0]), &[atom(name, &[0])]));
    }
    let shorter = head_noun(rest, arity, known)?;
    match shorter {
        Clause::Rule { head, .. } => Some(rule(head.atom, &[atom(name, &[0])])),
        Clause::Choice { .. } | Clause::Never(_) | Clause::Default { .. } | Clause::Formula(_) => {
            None
        }
    }
}

/// `looks_ill`: who looks so need not be so.
fn seems(verb: &str) -> bool {
    ["appears", "feels", "looks", "seems", "smells", "sounds", "tastes"].contains(&verb)
}

/// Whether a class is one of people: `student`, `tennis_player`.
pub(crate) fn names_people(class: &str) -> bool {
    let head = class.rsplit('_').next().unwrap_or(class);
    let known = crate::english::lexicon::entry(head).unwrap_or_default();
    class != "person" && known.person && known.noun >= known.adjective
}

fn converses() -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> =
        CONVERSES.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    for (low, high) in OPPOSITES {
        let name = |adjective: &str| {
            format!(
                "{}_than",
                crate::english::morphology::graded(adjective, "er").replace(' ', "_")
            )
        };
        pairs.push((name(low), name(high)));
    }
    pairs
}

/// `p(x, y)` excludes `p(y, x)`.
fn never_both_ways(name: &str) -> Clause {
    let body = vec![Literal::holds(atom(name, &[0, 1]))];
    Clause::Rule { head: Literal::denies(atom(name, &[1, 0])), body }
}

/// Who likes tea more than coffee does not like coffee more than tea.
fn rather_than(name: &str, arity: usize) -> Option<Clause> {
    let body = vec![Literal::holds(atom(name, &[0, 1, 2]))];
    (arity == 3 && name.ends_with("_than"))
        .then(|| Clause::Rule { head: Literal::denies(atom(name, &[0, 2, 1])), body })
}

/// `lives_in(x, y)` gives `lives(x)`; `citizen_of(x, y)` gives `citizen(x)`.
fn shorter(name: &str, arity: usize, known: &dyn Fn(&str, usize) -> bool) -> Option<Clause> {
    let (front, last) = name.rsplit_once('_')?;
    let droppable = crate::english::closed::PREPOSITIONS.contains(&last)
        && !["like", "without"].contains(&last);
    if !droppable
        || arity < 2
        || !known(front, arity - 1)
        || crate::english::closed::PREPOSITIONS.contains(&front)
    {
        return None;
    }
    let all: Vec<u32> = (0..u32::try_from(arity).ok()?).collect();
    Some(rule(atom(front, &all[..arity - 1]), &[atom(name, &all)]))
}

/// What is said of a thing is said of what is the same.
fn alike(vocabulary: &[(String, usize)]) -> Vec<Clause> {
    let same = atom("same_as", &[0, 1]);
    let mut found = vec![
        rule(atom("same_as", &[1, 0]), std::slice::from_ref(&same)),
        rule(atom("same_as", &[0, 2]), &[same.clone(), atom("same_as", &[1, 2])]),
    ];
    for (name, arity) in vocabulary.iter().filter(|(name, _)| name != "same_as") {
        let all: Vec<u32> = (2..2 + u32::try_from(*arity).unwrap_or(0)).collect();
        for place in 0..*arity {
            let with = |variable: u32| {
                let mut variables = all.clone();
                variables[place] = variable;
                atom(name, &variables)
            };
            found.push(rule(with(1), &[with(0), same.clone()]));
        }
    }
    found
}

/// Who catches balls easily catches balls.
fn less_closely(name: &str, arity: usize, known: &dyn Fn(&str, usize) -> bool) -> Option<Clause> {
    use crate::english::lexicon::entry;
    let manner = |word: &str| {
        word.ends_with("ly")
            && !DENYING.contains(&word)
            && entry(word).is_some_and(|e| e.adverb.is_some() && e.noun.is_none())
    };
    let words: Vec<&str> = name.split('_').collect();
    let kept: Vec<&str> = words.iter().copied().filter(|word| !manner(word)).collect();
    let plain = kept.join("_");
    if kept.len() == words.len() || kept.is_empty() || !known(&plain, arity) {
        return None;
    }
    let all: Vec<u32> = (0..u32::try_from(arity).ok()?).collect();
    Some(rule(atom(&plain, &all), &[atom(name, &all)]))
}

/// Who is three years older than Ann, or much older, is older than Ann.
fn compared_plainly(name: &str, arity: usize) -> Option<String> {
    use crate::english::closed::{A_BIT, MUCH};
    let words: Vec<&str> = name.split('_').collect();
    let from = match words.as_slice() {
        [much, _, ..] if MUCH.contains(much) => 1,
        ["a", bit, _, ..] if A_BIT.contains(bit) => 2,
        [count, _, _, ..] if count.starts_with(|c: char| c.is_ascii_digit()) => {
            words.iter().position(|word| is_comparative(word))?
        }
        _ => return None,
    };
    let compares = is_comparative(words.get(from)?) && words.last() == Some(&"than") && arity == 2;
    compares.then(|| words[from..].join("_"))
}

fn older_by(name: &str, arity: usize) -> Option<Clause> {
    let plain = compared_plainly(name, arity)?;
    Some(rule(atom(&plain, &[0, 1]), &[atom(name, &[0, 1])]))
}

fn is_comparative(word: &str) -> bool {
    word == "more" || crate::english::morphology::graded_adjective(word, "er").is_some()
}

/// Ann has whoever is the mother of Ann, and the child that Ann has is the child of Ann.
fn had(name: &str, arity: usize, known: &dyn Fn(&str, usize) -> bool) -> Vec<Clause> {
    let Some(noun) = name.strip_suffix("_of").filter(|_| arity == 2 && known("has", 2)) else {
        return Vec::new();
    };
    let head = noun.rsplit('_').next().unwrap_or(noun);
    let position = CONVERSES.iter().any(|(a, b)| *a == name || *b == name);
    let entry = crate::english::lexicon::entry(head).unwrap_or_default();
    let relation = entry.noun.is_some()
        && entry.noun >= entry.adjective
        && !position
        && !NO_RELATION.contains(&head);
    if !relation {
        return Vec::new();
    }
    let mut found = vec![rule(atom("has", &[1, 0]), &[atom(name, &[0, 1])])];
    if known(noun, 1) {
        found.push(rule(atom(name, &[0, 1]), &[atom("has", &[1, 0]), atom(noun, &[0])]));
    }
    found
}

/// A chess player plays chess.
fn as_agent(name: &str, arity: usize, known: &dyn Fn(&str, usize) -> bool) -> Option<Clause> {
    let game = name.strip_suffix("_player").filter(|_| arity == 1 && known("plays", 2))?;
    let plays = Atom::new("plays", vec![Term::Variable(0), Term::constant(game)]);
    Some(rule(plays, &[atom(name, &[0])]))
}

fn atom(name: &str, variables: &[u32]) -> Atom {
    Atom::new(name, variables.iter().map(|v| Term::Variable(*v)).collect())
}

fn rule(head: Atom, body: &[Atom]) -> Clause {
    Clause::Rule {
        head: Literal::holds(head),
        body: body.iter().cloned().map(Literal::holds).collect(),
    }
}
