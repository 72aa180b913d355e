//! Noun phrases: names, pronouns, determiners, compounds and what follows a noun.

use super::super::chart::{Parse, Parses};
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::{noun_forms, unknown_noun};
use super::super::syntax::{Adjective, Determiner, Join, Nominal, Np};
use super::super::tokens::{Kind, Token};
use super::Grammar;
use super::adjective::is_participle;
use super::name::the_name;

/// A noun found at a position.
#[derive(Debug, Clone, PartialEq)]
struct Head {
    noun: Option<String>,
    people: Option<bool>,
    plural: bool,
}

impl Grammar<'_> {
    /// A noun phrase, possibly several joined.
    pub(crate) fn np(&self, at: usize) -> Parses<Np> {
        self.nps.at(at, 0, || {
            let mut found = self.joined(at, &|p| self.simple_np(p), &Np::Join);
            found.extend(self.names_in_a_row(at));
            for parse in &mut found {
                if let Np::Join(_, items) = &mut parse.value {
                    parse.cost += far(items);
                    share_determiner(items);
                    parse.cost += unlike(items);
                }
            }
            found
        })
    }

    /// `Ann, Bob, Tom`: three names or more need no `and`.
    fn names_in_a_row(&self, at: usize) -> Vec<Parse<Np>> {
        let mut names = Vec::new();
        let mut here = at;
        loop {
            let Some(name) = self.name(here).into_iter().next() else { return Vec::new() };
            names.push(name.value);
            if !self.is(name.end, ",") {
                let enough = names.len() > 2;
                return enough
                    .then(|| Parse::new(Np::Join(Join::And, names), name.end, 0))
                    .into_iter()
                    .collect();
            }
            here = name.end + 1;
        }
    }

    /// A noun phrase with nothing joined.
    pub(crate) fn simple_np(&self, at: usize) -> Parses<Np> {
        self.simple_nps.at(at, 0, || {
            if at >= self.len() {
                return Vec::new();
            }
            let mut found = self.name(at);
            found.extend(self.pronoun_np(at));
            found.extend(self.thing_words(at));
            found.extend(self.determined(at));
            let possessed: Vec<_> = found.iter().flat_map(|owner| self.possessed(owner)).collect();
            found.extend(possessed);
            found
        })
    }

    fn pronoun_np(&self, at: usize) -> Option<Parse<Np>> {
        if self.lower(at) == "⟨asked⟩" {
            self.note(at);
            return Some(Parse::new(Np::Asked, at + 1, 0));
        }
        if self.token(at).is_some_and(|t| t.text == "I" || t.lower == "me") {
            self.note(at);
            return Some(Parse::new(Np::Name(closed::SPEAKER.to_owned()), at + 1, 0));
        }
        let pronoun = closed::pronoun(self.lower(at))?;
        self.note(at);
        Some(Parse::new(Np::Pronoun(pronoun.to_owned()), at + 1, 0))
    }

    /// someone, everything, nobody, those who, ...
    fn thing_words(&self, at: usize) -> Vec<Parse<Np>> {
        let determiner = match self.lower(at) {
            "someone" | "somebody" | "something" => Determiner::Some,
            "everyone" | "everybody" | "everything" => Determiner::Every,
            "anyone" | "anybody" | "anything" => Determiner::Any,
            "nobody" | "nothing" => Determiner::No,
            "no" if self.is(at + 1, "one") => Determiner::No,
            "all" if self.is(at + 1, "who") => Determiner::Every,
            "those" if self.one_of(at + 1, &["who", "that", "which"]) => Determiner::Every,
            "one" if self.one_of(at + 1, MODALS) => Determiner::Any,
            _ => return Vec::new(),
        };
        self.note(at);
        let end = if self.lower(at) == "no" { at + 2 } else { at + 1 };
        let plural = ["those", "all"].contains(&self.lower(at));
        let people = Some(!self.lower(at).ends_with("thing"));
        let mut nominal = bare(determiner, Head { noun: None, people, plural });
        let mut found = Vec::new();
        if let Some((word, cost)) = self.adjective_word(end).filter(|_| !plural) {
            let mut described = nominal.clone();
            described.adjectives.push(plain(word));
            found.extend(self.with_modifiers(Parse::new(described, end + 1, cost + 1)));
        }
        nominal.plural = plural;
        if let Some(letter) =
            self.token(end).filter(|t| super::super::discourse::is_letter(&t.text) && !plural)
        {
            self.note(end);
            let mut lettered = nominal.clone();
            lettered.name = Some(letter.text.clone());
            found.push(Parse::new(lettered, end + 1, 0));
            found.push(Parse::new(nominal, end, 2));
            return found.into_iter().map(nominal_np).collect();
        }
        found.extend(self.with_modifiers(Parse::new(nominal, end, 0)));
        found.into_iter().map(nominal_np).collect()
    }

    fn determined(&self, at: usize) -> Vec<Parse<Np>> {
        let mut found = Vec::new();
        for (determiner, end, cost) in self.determiner(at) {
            let amount = matches!(determiner, Determiner::Amount(_));
            let single = ["every", "each", "a", "an"].contains(&self.lower(at));
            let one = single && end > at && !amount;
            let names = if determiner == Determiner::The { self.name(end) } else { Vec::new() };
            for nominal in
                self.nominal(end, &determiner).into_iter().filter(|n| !(one && n.value.plural))
            {
                let named = names.iter().any(|name| name.end == nominal.end);
                found.push(Parse::new(
                    Np::Nominal(Box::new(nominal.value)),
                    nominal.end,
                    nominal.cost + cost + u32::from(named),
                ));
            }
            found.extend(names.iter().map(the_name));
        }
        found
    }

    /// Adjectives, a noun and its modifiers.
    pub(crate) fn nominal(&self, at: usize, determiner: &Determiner) -> Vec<Parse<Nominal>> {
        let mut found = Vec::new();
        for described in self.described(at, 0) {
            let (adjectives, head) = described.value;
            if !fits(determiner, &head, &adjectives) {
                continue;
            }
            let opening = at == 0 && *determiner == Determiner::Bare && !head.plural;
            let named = self.token(at).is_some_and(Token::is_capital);
            let name_like = opening || (named && *determiner == Determiner::Bare && !head.plural);
            let title = name_like && at > 0;
            let mut nominal = bare(determiner.clone(), head);
            nominal.adjectives = adjectives;
            let all = self.with_modifiers(Parse::new(
                nominal,
                described.end,
                described.cost + u32::from(name_like),
            ));
            // `in Trouble at the Henhouse`: a title nobody marked, or a noun nobody can tell.
            found.extend(all.into_iter().filter(|n| !title || n.value.modifiers.is_empty()));
        }
        found
    }

    fn described(&self, at: usize, depth: u32) -> Vec<Parse<(Vec<Adjective>, Head)>> {
        let mut found: Vec<_> = self
            .compound(at)
            .into_iter()
            .map(|p| Parse::new((Vec::new(), p.value), p.end, p.cost))
            .collect();
        if depth > 4 {
            return found;
        }
        if depth == 0
            && let Some((_, end)) = self.superlative(at)
        {
            let words: Vec<String> = (at..end).map(|p| self.lower(p).to_owned()).collect();
            let only = |p: Parse<Head>| {
                let adjective = Adjective { words: words.clone(), governs: Vec::new() };
                Parse::new((vec![adjective], p.value), p.end, p.cost)
            };
            let known = self.adjective_word(at).is_some();
            found.extend(self.compound(end).into_iter().filter(|_| !known).map(only));
        }
        for words in self.graded(at) {
            let nounish = u32::from(words.value.len() == 1 && is_mostly_noun(&words.value[0]));
            let mut next = words.end;
            let doing = words.value.last().is_some_and(|word| word.ends_with("ing"));
            if doing && self.is(next, "and") {
                continue;
            }
            if self.starts_name(at, words.end) {
                continue;
            }
            if self.is(next, ",") || self.is(next, "and") {
                next += 1;
                if self.graded(next).is_empty() {
                    continue;
                }
            }
            for rest in self.described(next, depth + 1) {
                let (mut adjectives, head) = rest.value;
                if next > words.end && adjectives.is_empty() {
                    continue;
                }
                adjectives.insert(0, Adjective { words: words.value.clone(), governs: Vec::new() });
                found.push(Parse::new(
                    (adjectives, head),
                    rest.end,
                    rest.cost + words.cost + nounish,
                ));
            }
        }
        found
    }

    /// `Australian Idol competitors`: an adjective before an ordinary word with a capital.
    fn starts_name(&self, at: usize, end: usize) -> bool {
        let written = |at: usize| self.token(at).is_some_and(Token::is_capital);
        let ordinary = entry(self.lower(end)).is_some_and(|e| !e.capital && e.noun.is_some());
        let letters = self.token(end).is_some_and(|t| t.text.chars().all(char::is_alphabetic));
        end == at + 1 && written(at) && written(end) && ordinary && letters
    }

    /// One or more nouns, the last of which is the head.
    fn compound(&self, at: usize) -> Vec<Parse<Head>> {
        let mut found = Vec::new();
        let mut front: Vec<String> = Vec::new();
        let mut cost = 0;
        for end in at..(at + 6).min(self.len()) {
            for (lemma, plural, extra) in self.head_noun(end) {
                let thing = front.is_empty() && ["thing", "people"].contains(&lemma.as_str());
                // `a person living here` lives; it is no kind of living.
                let doing = lemma.ends_with("ing")
                    && front.last().is_some_and(|word| {
                        word == "person" || entry(word).is_some_and(|e| e.person)
                    });
                let extra = extra + u32::from(doing);
                let mut words = front.clone();
                words.push(lemma);
                let people = thing.then(|| words.first().is_some_and(|word| word == "people"));
                let noun = (!thing).then(|| words.join(" "));
                found.push(Parse::new(Head { noun, people, plural }, end + 1, cost + extra));
            }
            let Some((word, extra)) = self.noun_modifier(end) else { break };
            front.push(word);
            cost += extra;
        }
        found
    }

    fn head_noun(&self, at: usize) -> Vec<(String, bool, u32)> {
        let Some(token) = self.token(at) else { return Vec::new() };
        let word = token.lower.as_str();
        let being =
            at > 0 && ["being", "beings"].contains(&word) && self.adjective_word(at - 1).is_some();
        if token.kind != Kind::Word || (closed::is_closed(word) && !being) {
            return Vec::new();
        }
        if word == "people" {
            self.note(at);
            return vec![("people".to_owned(), true, 0)];
        }
        let rarely =
            entry(word).is_some_and(|e| !e.capital && e.noun < Some(2) && e.adjective >= Some(3));
        let introduced = at > 0 && DETERMINERS.contains(&self.lower(at - 1));
        let lot = word == "lot" && self.lower(at.saturating_sub(1)) == "a";
        let forms = noun_forms(word);
        let no_noun = ((rarely || is_verb_form(word)) && !introduced) || lot;
        let known = if no_noun { &[][..] } else { &forms[..] };
        let capital = at > 0 && token.text.starts_with(char::is_uppercase);
        let class = known.iter().any(|(lemma, _)| entry(lemma).is_some_and(|e| e.capital));
        let described = entry(word).is_some_and(|e| !e.capital && e.adjective > e.noun);
        let acted = entry(word).is_some_and(|e| e.verb.unwrap_or(0) >= e.noun.unwrap_or(0) + 4);
        let particle = acted || closed::PARTICLES.contains(&word);
        // `All Windows are ...`: a plural nobody writes like a name is hardly meant.
        let alone = at > 0 && ALL.contains(&self.lower(at - 1));
        let several =
            |(lemma, plural): &(String, bool)| *plural && !entry(lemma).is_some_and(|e| e.person);
        let name = capital && !class && alone && known.iter().any(several);
        let cost = u32::from(capital && !class)
            + u32::from(described)
            + 2 * u32::from(particle)
            + super::super::read::TOO_FAR * u32::from(name);
        let mut found: Vec<_> =
            known.iter().map(|(lemma, plural)| (lemma.clone(), *plural, cost)).collect();
        let open = !rarely
            && entry(word).is_none()
            && super::super::morphology::verb_forms(word).is_empty();
        if found.is_empty() && open && word.chars().all(|c| c.is_alphabetic() || c == '-') {
            let (lemma, plural) = unknown_noun(word);
            let called = introduced && !self.token(at + 1).is_some_and(Token::is_capital);
            if !capital || plural || called {
                found.push((lemma, plural, 1));
            }
        }
        if !found.is_empty() {
            self.note(at);
        }
        found
    }

    fn noun_modifier(&self, at: usize) -> Option<(String, u32)> {
        let token = self.token(at)?;
        let word = token.lower.as_str();
        if token.kind != Kind::Word || (closed::is_closed(word) && !(at > 0 && token.is_capital()))
        {
            return None;
        }
        if super::super::discourse::is_letter(&token.text) {
            return None;
        }
        let formed = word.rsplit_once('-').is_some_and(|(_, last)| is_participle(last));
        if at > 0 && token.is_capital() && !formed {
            let described = entry(word).is_some_and(|e| e.capital && e.adjective.is_some());
            return Some((word.to_owned(), u32::from(described)));
        }
        const PLURALS: &[&str] =
            &["sports", "arts", "sales", "savings", "customs", "goods", "news", "systems", "games"];
        if PLURALS.contains(&word) {
            return Some((word.to_owned(), 0));
        }
        let Some(known) = entry(word) else {
            let plain = word.chars().all(|c| c.is_alphabetic() || c == '-');
            let open = plain && super::super::morphology::verb_forms(word).is_empty();
            let singular = noun_forms(word).is_empty() && !unknown_noun(word).1;
            return (open && singular).then(|| (word.to_owned(), 1));
        };
        let singular = known.noun.is_some()
            && (!noun_forms(word).iter().any(|(_, plural)| *plural) || known.noun >= Some(3));
        let gerund = word.ends_with("ing") && known.noun.is_some();
        let adjective = known.adjective.is_some() && !is_mostly_noun(word);
        ((singular || gerund) && !is_verb_form(word))
            .then_some((word.to_owned(), u32::from(adjective)))
    }
}

/// Determiners of plurals.
const ALL: &[&str] = &["all", "no", "some", "most", "many"];

/// `one can swim`
const MODALS: &[&str] = &["can", "could", "must", "should", "may", "might", "will", "cannot"];

/// Words after which a noun may stand that elsewhere is rather a verb.
const DETERMINERS: &[&str] =
    &["a", "an", "the", "all", "every", "each", "no", "some", "any", "his", "her", "its", "their"];

/// A form of a common verb that the table also lists as a rare noun.
fn is_verb_form(word: &str) -> bool {
    let forms = noun_forms(word);
    let commonness = forms.iter().filter_map(|(lemma, _)| entry(lemma)?.noun).max();
    let common = |lemma: &str| entry(lemma).and_then(|e| e.verb) >= Some(5);
    let verbs = super::super::morphology::verb_forms(word);
    // An inflected form is a verb sooner than a base form is: `found`, but `a bear`.
    match commonness {
        Some(0) => verbs.iter().any(|(lemma, _)| common(lemma)),
        Some(1) => verbs.iter().any(|(lemma, _)| lemma != word && common(lemma)),
        _ => false,
    }
}

/// Before another noun the word is part of a compound rather than an adjective.
fn is_mostly_noun(word: &str) -> bool {
    let known = entry(word).unwrap_or_default();
    word != "kind" && known.noun.is_some_and(|noun| noun >= known.adjective.unwrap_or(0) + 2)
}

fn nominal_np(parse: Parse<Nominal>) -> Parse<Np> {
    Parse::new(Np::Nominal(Box::new(parse.value)), parse.end, parse.cost)
}

fn bare(determiner: Determiner, head: Head) -> Nominal {
    Nominal {
        determiner,
        adjectives: Vec::new(),
        noun: head.noun,
        people: head.people,
        name: None,
        plural: head.plural,
        modifiers: Vec::new(),
    }
}

fn plain(word: String) -> Adjective {
    Adjective { words: vec![word], governs: Vec::new() }
}

/// Whether the determiner may stand before this noun.
fn fits(determiner: &Determiner, head: &Head, adjectives: &[Adjective]) -> bool {
    match determiner {
        Determiner::A => !head.plural,
        Determiner::Bare => {
            head.noun.is_some() || head.plural && (!adjectives.is_empty() || head.noun.is_none())
        }
        Determiner::Every
        | Determiner::Any
        | Determiner::NotEvery
        | Determiner::No
        | Determiner::Some
        | Determiner::The
        | Determiner::Only
        | Determiner::Which
        | Determiner::Of(_)
        | Determiner::Amount(_) => true,
    }
}

/// `a village and parish`, `his job and subject`: the determiner holds for both.
fn share_determiner(items: &mut [Np]) {
    let Some(Np::Nominal(first)) = items.first() else { return };
    let determiner = first.determiner.clone();
    for item in items.iter_mut().skip(1) {
        let Np::Nominal(nominal) = item else { continue };
        let shares = match determiner {
            Determiner::A => !nominal.plural,
            Determiner::Bare | Determiner::Amount(_) | Determiner::Only | Determiner::Which => {
                false
            }
            Determiner::Every
            | Determiner::Any
            | Determiner::NotEvery
            | Determiner::No
            | Determiner::Some
            | Determiner::The
            | Determiner::Of(_) => true,
        };
        if shares && nominal.determiner == Determiner::Bare {
            nominal.determiner = determiner.clone();
        }
    }
}

/// `people with dogs and cats`: a bare noun belongs beside the nearest one.
fn far(items: &[Np]) -> u32 {
    let modified = |np: &Np| matches!(np, Np::Nominal(n) if !n.modifiers.is_empty());
    let bare = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare);
    u32::from(items.windows(2).any(|pair| modified(&pair[0]) && !bare(&pair[0]) && bare(&pair[1])))
}

/// Joined noun phrases are expected to be of one sort.
fn unlike(items: &[Np]) -> u32 {
    let sort = |np: &Np| match np {
        Np::Name(_) => 1,
        Np::Pronoun(_) | Np::Asked => 2,
        Np::Join(..) => 3,
        Np::Nominal(nominal) => match nominal.determiner {
            Determiner::Bare if nominal.plural => 4,
            Determiner::Bare => 1,
            Determiner::Every
            | Determiner::Any
            | Determiner::NotEvery
            | Determiner::No
            | Determiner::Some
            | Determiner::A
            | Determiner::The
            | Determiner::Only
            | Determiner::Which
            | Determiner::Of(_)
            | Determiner::Amount(_) => 5,
        },
    };
    // `Renaissance and Baroque music`: the last noun may belong to both.
    let tied = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && !n.plural && n.noun.as_deref().is_some_and(|noun| noun.contains(' ')));
    let named = matches!(items.first(), Some(Np::Name(name)) if !name.contains(' '));
    let tied = named && items.iter().skip(1).any(tied);
    let first = items.first().map(sort);
    super::super::read::TOO_FAR * u32::from(tied)
        + u32::from(items.iter().any(|item| Some(sort(item)) != first))
}

impl Join {
    /// The number a joined subject has.
    pub(crate) fn is_plural(self) -> bool {
        self == Self::And
    }
}
