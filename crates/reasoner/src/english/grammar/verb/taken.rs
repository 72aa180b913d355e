//! What a verb takes after it: particles, objects, phrases, adverbs and other actions.

use super::super::super::chart::Parse;
use super::super::super::closed;
use super::super::super::lexicon::{entry, is_person};
use super::super::super::morphology::{Form, graded_adjective, third, verb_forms};
use super::super::super::read::UNSURE;
use super::super::super::syntax::{Determiner, Modifier, Nominal, Np, Verb, Vp};
use super::super::super::tokens::{Kind, Token};
use super::super::{Grammar, Mode};
use super::goes_first;

impl Grammar<'_> {
    /// Particle, objects, phrases, adverbs and actions after a verb.
    pub(crate) fn verb_rest(&self, at: usize, verb: Verb) -> Vec<Parse<Vp>> {
        let mut starts = vec![Parse::new(verb, at, 0)];
        // `sign in at the desk`: nothing but another phrase follows.
        let in_or_on = self.one_of(at, &["in", "on"])
            && (self.preposition(at + 1).is_some() || at + 1 == self.len());
        // `sold over 500 copies`: more than so many.
        let counts =
            self.is(at, "over") && self.token(at + 1).is_some_and(|t| t.kind == Kind::Number);
        let particle = self.one_of(at, closed::PARTICLES) && !counts || in_or_on;
        if particle && self.fixed_phrase(at).is_none() {
            let mut with = starts[0].clone();
            with.value.lemma = format!("{} {}", with.value.lemma, self.lower(at));
            with.end += 1;
            starts.push(with);
        }
        starts.extend(self.counted_as(&starts[0]));
        starts.extend(self.made(&starts[0]));
        let undergoes = starts[0].value.lemma == "get" && self.is_participle(at);
        if closed::LINKING.contains(&starts[0].value.lemma.as_str())
            && starts[0].value.passive.is_none()
            && !undergoes
        {
            let graded = self.graded(at).into_iter().filter(|_| !self.is(at, "home"));
            // `grows organic vegetables`: the adjective belongs to the noun.
            for words in graded.filter(|words| self.compound(words.end).is_empty()) {
                let mut linked = starts[0].clone();
                linked.value.lemma = format!("{} {}", linked.value.lemma, words.value.join(" "));
                linked.end = words.end;
                linked.cost += words.cost;
                starts.push(linked);
            }
        }
        let becomes = starts.first().and_then(|start| self.becomes(start));
        let mut found = Vec::new();
        for start in becomes.map_or(starts, |become_one| vec![become_one]) {
            found.extend(self.actions(&start));
            let mut heads = vec![start.clone()];
            let given = closed::TWO_OBJECTS.contains(&start.value.lemma.as_str());
            if start.value.passive.is_none() || given {
                heads.extend(self.with_objects(&start));
            }
            for head in heads {
                self.tails(head, &mut found);
            }
        }
        found
    }

    fn with_objects(&self, start: &Parse<Verb>) -> Vec<Parse<Verb>> {
        let mut found = Vec::new();
        let alone = closed::INTRANSITIVE.contains(&start.value.lemma.as_str());
        if alone || self.place(start.end, &start.value).is_some() {
            return found;
        }
        let gerund = closed::WITH_GERUND.contains(&start.value.lemma.as_str())
            && verb_forms(self.lower(start.end)).iter().any(|(_, form)| *form == Form::Gerund);
        // `goes home`, `trains every day`: where and how often, not what.
        let home =
            self.is(start.end, "home") && closed::ALONE.contains(&start.value.lemma.as_str());
        let often = self.one_of(start.end, &["every", "each"]) && self.adverb(start.end).is_some();
        if home || often || self.fixed_phrase(start.end).is_some() {
            return found;
        }
        for np in self.np(start.end).iter() {
            let mut verb = start.value.clone();
            verb.objects.push(np.value.clone());
            let caused = self.is_caused(&start.value.lemma, np);
            // `teaches Mark French`: no Mark of that name.
            let taught = closed::TWO_OBJECTS.contains(&start.value.lemma.as_str())
                && matches!(&np.value, Np::Name(name) if name.contains(' '))
                && self.is_origin(np.end - 1);
            let unsure = UNSURE * u32::from(caused || taught);
            // `slow down the car`, `help slow the car`: the first word belongs to the verb.
            let particle = self.one_of(start.end, closed::PARTICLES)
                || start.value.lemma == "help" && self.is_base_verb(start.end);
            let starts = matches!(&np.value, Np::Nominal(n) if n.determiner == Determiner::Bare);
            let cost =
                start.cost + np.cost + u32::from(gerund) + unsure + u32::from(particle && starts);
            let one = Parse::new(verb, np.end, cost);
            if self.one_of(np.end, closed::PARTICLES) && !one.value.lemma.contains(' ') {
                let mut with = one.clone();
                with.value.lemma = format!("{} {}", with.value.lemma, self.lower(np.end));
                with.end += 1;
                found.push(with);
            }
            if closed::TWO_OBJECTS.contains(&one.value.lemma.as_str()) {
                // `costs 20 euros`: the number counts what follows.
                // `taught 20 students a year ago`, `buys 3 apples a day`
                let ago = self.one_of(one.end, &["a", "an"])
                    && ["ago", "later", "earlier"].contains(&self.lower(one.end + 2));
                let timed = ago
                    || self.adverb(one.end).is_some()
                    || self.for_each_period(one.end).is_some();
                // `pays a lower deposit`: what could describe the next noun is no thing by itself.
                let described = matches!(np.value, Np::Nominal(_))
                    && (self.adjective_word(one.end - 1).is_some()
                        || graded_adjective(self.lower(one.end - 1), "er").is_some())
                    && !self.compound(one.end).is_empty();
                // `sells Dutch cheese`: Dutch is what the cheese is.
                let described = described || self.is_origin(one.end - 1);
                // `wrote The Salt Road`: a title.
                let titled = start.end > 0
                    && self.token(start.end).is_some_and(Token::is_capital)
                    && self.one_of(start.end, &["the", "a", "an"]);
                // `was given a gift card`: whoever undergoes it is the other one.
                let undergone = one.value.passive.is_some();
                let timed = timed || described || titled || undergone;
                for second in self.np(one.end).iter().filter(|_| !timed && !is_number(&np.value)) {
                    let mut verb = one.value.clone();
                    verb.objects.push(second.value.clone());
                    let gives =
                        !["pay", "buy", "order", "cost"].contains(&one.value.lemma.as_str());
                    let one_noun = !gives && makes_one_noun(&np.value, &second.value);
                    let one_noun = u32::from(one_noun);
                    found.push(Parse::new(verb, second.end, one.cost + second.cost + one_noun));
                }
            }
            found.push(one);
        }
        found
    }

    fn actions(&self, start: &Parse<Verb>) -> Vec<Parse<Vp>> {
        let mut found = Vec::new();
        let front = action_prefix(&start.value);
        let lemma = start.value.lemma.as_str();
        if lemma == "help" && start.value.passive.is_none() {
            for vp in self.vp(start.end, Mode::Base).iter() {
                let inner = Box::new(vp.value.clone());
                found.push(Parse::new(
                    Vp::Under(front.clone(), Form::Base, inner),
                    vp.end,
                    start.cost + vp.cost,
                ));
            }
        }
        let infinitive = start.value.passive.is_some() || closed::WITH_INFINITIVE.contains(&lemma);
        // `exposed to direct sunlight`
        let described = start.value.passive.is_some()
            && self.adjective_word(start.end + 1).is_some()
            && !self.compound(start.end + 2).is_empty();
        if infinitive && self.is(start.end, "to") && !described {
            for vp in self.vp(start.end + 1, Mode::Base).iter() {
                let prefix = format!("{front}_to");
                found.push(Parse::new(
                    Vp::Under(prefix, Form::Base, Box::new(vp.value.clone())),
                    vp.end,
                    start.cost + vp.cost,
                ));
            }
        }
        if start.value.passive.is_none()
            && closed::WITH_GERUND.contains(&lemma)
            && start.end < self.len()
        {
            for vp in self.vp(start.end, Mode::Gerund).iter() {
                found.push(Parse::new(
                    Vp::Under(front.clone(), Form::Gerund, Box::new(vp.value.clone())),
                    vp.end,
                    start.cost + vp.cost,
                ));
            }
        }
        found
    }

    fn tails(&self, head: Parse<Verb>, found: &mut Vec<Parse<Vp>>) {
        let mut open = vec![head];
        while let Some(parse) = open.pop() {
            found.push(parse.with(Vp::Do(Box::new(parse.value.clone()))));
            let verb = &parse.value;
            if verb.phrases.len() + verb.adverbs.len() >= 4 {
                continue;
            }
            for phrase in self.prepositional(parse.end) {
                if phrase.value.0 == "of" && !(verb.objects.is_empty() && verb.phrases.is_empty()) {
                    continue;
                }
                let mut longer = verb.clone();
                let described = phrase.value.0 == "about" && !verb.objects.is_empty();
                let cost = phrase_cost(verb) * u32::from(!names_agent(verb, &phrase.value.0))
                    + 2 * u32::from(described)
                    + 2 * u32::from(belongs_to_object(verb, &phrase.value));
                let torn = self.is_told_of_either(verb, &phrase.value.1, (parse.end, phrase.end));
                let cost = cost + UNSURE * u32::from(torn);
                longer.phrases.push(phrase.value);
                open.push(Parse::new(longer, phrase.end, parse.cost + phrase.cost + cost));
            }
            open.extend(self.more_than(&parse));
            if let Some((adverb, end)) = self
                .adverb(parse.end)
                .or_else(|| self.place(parse.end, verb))
                .or_else(|| self.degree_adverb(parse.end))
            {
                let mut longer = verb.clone();
                let before = goes_first(&adverb) && self.may_be_verb(end);
                if !adverb.is_empty() {
                    longer.adverbs.push(adverb);
                }
                // `people who travel often sing`: whether they often travel or often sing.
                open.push(Parse::new(longer, end, parse.cost + UNSURE * u32::from(before)));
            }
        }
    }

    /// `Dutch`: a capital word that says where something is from.
    fn is_origin(&self, at: usize) -> bool {
        let capital = self.token(at).is_some_and(Token::is_capital);
        capital && entry(self.lower(at)).is_some_and(|e| e.capital && e.adjective.is_some())
    }

    /// `saw a film at the cinema that was old`: the clause may describe the object as well.
    fn is_told_of_either(&self, verb: &Verb, np: &Np, (from, end): (usize, usize)) -> bool {
        let (Some(Np::Nominal(object)), Np::Nominal(last)) = (verb.objects.last(), np) else {
            return false;
        };
        let open = match object.determiner {
            Determiner::A | Determiner::Some | Determiner::No | Determiner::Every => true,
            Determiner::Any | Determiner::Amount(_) | Determiner::NotEvery => true,
            Determiner::Bare => object.plural,
            Determiner::The | Determiner::Of(_) | Determiner::Only | Determiner::Which => false,
        };
        let clause =
            matches!(last.modifiers.last(), Some(Modifier::That(_) | Modifier::ThatOther(..)));
        let told = |m: &Modifier| matches!(m, Modifier::That(_) | Modifier::ThatOther(..));
        let described = object.name.is_some() || object.modifiers.iter().any(told);
        let Some(mark) = (from + 2..end).find(|p| self.one_of(*p, &["who", "that", "which"]))
        else {
            return false;
        };
        if !open || !clause || described {
            return false;
        }
        let person =
            |n: &Nominal| n.people.or_else(|| n.noun.as_deref().map(is_person)).unwrap_or_default();
        let sort = match (self.is(mark, "who"), person(object), person(last)) {
            (true, of_person, _) => of_person,
            (false, of_person, for_person) => !of_person || for_person,
        };
        let receives = closed::TWO_OBJECTS.contains(&verb.lemma.as_str()) && self.is(from, "to");
        let number = object.plural == last.plural || !self.shows_number(mark + 1);
        sort && number && !receives
    }

    /// Whether a verb at this position goes with one number only.
    fn shows_number(&self, at: usize) -> bool {
        let shown = |(_, form): &(String, Form)| matches!(form, Form::Base | Form::Third);
        self.one_of(at, &["is", "are", "was", "were", "has", "have", "does", "do"])
            || verb_forms(self.lower(at)).iter().any(shown)
    }

    /// `likes tea more than coffee`
    fn more_than(&self, parse: &Parse<Verb>) -> Vec<Parse<Verb>> {
        const COMPARED: &[(&[&str], &str)] = &[
            (&["more", "than"], "more_than"),
            (&["less", "than"], "less_than"),
            (&["better", "than"], "better_than"),
        ];
        let compared = COMPARED.iter().find_map(|(words, name)| {
            self.words(parse.end, words).map(|end| ((*name).to_owned(), end))
        });
        let compared = compared.filter(|_| parse.value.objects.len() == 1);
        let Some((name, end)) = compared.or_else(|| self.more_so(parse)) else {
            return Vec::new();
        };
        let counts =
            |np: &Np| matches!(np, Np::Nominal(n) if matches!(n.determiner, Determiner::Amount(_)));
        // `has more dogs than cats`: what she has, and not who has them.
        let of_things = name.split('_').count() > 2;
        let somebody = |np: &Np| match np {
            Np::Name(_) | Np::Pronoun(_) | Np::Asked => true,
            Np::Nominal(n) => matches!(n.determiner, Determiner::The | Determiner::Of(_)),
            Np::Join(..) => false,
        };
        let others = self.simple_np(end);
        let others = others.iter().filter(|np| !counts(&np.value) && !is_number(&np.value));
        let others = others.filter(|np| !of_things || somebody(&np.value));
        others
            .map(|np| {
                let mut verb = parse.value.clone();
                verb.phrases.push((name.clone(), np.value.clone()));
                Parse::new(verb, np.end, parse.cost + np.cost)
            })
            .collect()
    }

    /// `runs faster than Bob`, `earns more than Bob`
    fn more_so(&self, parse: &Parse<Verb>) -> Option<(String, usize)> {
        let word = self.lower(parse.end);
        let more = ["more", "less"].contains(&word) || graded_adjective(word, "er").is_some();
        let alone = parse.value.objects.is_empty() && parse.value.passive.is_none();
        // `has more money than Bob`
        let much = alone && ["more", "less", "fewer"].contains(&word);
        let heads = if much { self.compound(parse.end + 1) } else { Vec::new() };
        if let Some(head) = heads.iter().find(|head| self.is(head.end, "than")) {
            let words: Vec<&str> = (parse.end..head.end).map(|at| self.lower(at)).collect();
            return Some((format!("{}_than", words.join("_")), head.end + 1));
        }
        let compares = alone && more && self.is(parse.end + 1, "than");
        compares.then(|| {
            self.note(parse.end);
            (format!("{word}_than"), parse.end + 2)
        })
    }

    /// `very efficiently`
    fn degree_adverb(&self, at: usize) -> Option<(String, usize)> {
        let degree = self.one_of(at, &["very", "quite", "extremely", "so"]);
        let (adverb, end) = self.adverb(at + 1).filter(|_| degree)?;
        adverb.ends_with("ly").then(|| (format!("{}_{adverb}", self.lower(at)), end))
    }

    /// `is considered dangerous`: one description, and nothing that is so for sure.
    fn counted_as(&self, start: &Parse<Verb>) -> Vec<Parse<Verb>> {
        let lemma = start.value.lemma.as_str();
        let Some(done) = start.value.passive.as_ref() else { return Vec::new() };
        if !["consider", "deem", "think", "believe", "find", "declare", "rate"].contains(&lemma) {
            return Vec::new();
        }
        let graded = self.graded(start.end).into_iter();
        graded
            .map(|words| {
                let mut verb = start.value.clone();
                verb.passive = Some(format!("{done}_{}", words.value.join("_")));
                Parse::new(verb, words.end, start.cost + words.cost)
            })
            .collect()
    }

    /// `was elected mayor`: one description of what was done.
    fn made(&self, start: &Parse<Verb>) -> Vec<Parse<Verb>> {
        let Some(done) = start.value.passive.as_ref() else { return Vec::new() };
        if !closed::MADE.contains(&start.value.lemma.as_str()) {
            return Vec::new();
        }
        let from =
            if self.one_of(start.end, &["a", "an", "the"]) { start.end + 1 } else { start.end };
        let role = |n: &Nominal| {
            !n.plural && n.modifiers.is_empty() && n.name.is_none() && n.noun.is_some()
        };
        let nominals = self.nominal(from, &Determiner::Bare).into_iter();
        nominals
            .filter(|n| role(&n.value))
            .map(|n| {
                let mut verb = start.value.clone();
                let adjectives = n.value.adjectives.iter().flat_map(|a| a.words.clone());
                let words: Vec<String> = adjectives.chain(n.value.noun).collect();
                verb.passive = Some(format!("{done}_{}", words.join("_").replace(' ', "_")));
                Parse::new(verb, n.end, start.cost + n.cost)
            })
            .collect()
    }

    /// `makes dough rise`: what is brought about is no kind of rise.
    fn is_caused(&self, lemma: &str, np: &Parse<Np>) -> bool {
        let Np::Nominal(nominal) = &np.value else { return false };
        let compound = nominal.noun.as_deref().is_some_and(|noun| noun.contains(' '));
        let last = entry(self.lower(np.end - 1)).unwrap_or_default();
        let acts = ["make", "let", "see", "hear", "watch", "help"].contains(&lemma)
            && self.is_base_verb(np.end - 1);
        let turned = ["turn", "paint", "make", "keep", "dye", "leave", "find"].contains(&lemma)
            && last.adjective.is_some()
            && last.adjective.unwrap_or(0) + 2 >= last.noun.unwrap_or(0);
        compound && !nominal.plural && nominal.modifiers.is_empty() && (acts || turned)
    }

    /// `becomes a doctor`: what it becomes is no other thing.
    fn becomes(&self, start: &Parse<Verb>) -> Option<Parse<Verb>> {
        let plain = start.value.lemma == "become" && start.value.passive.is_none();
        if !plain || !self.one_of(start.end, &["a", "an"]) {
            return None;
        }
        let nominals = self.nominal(start.end + 1, &Determiner::A).into_iter();
        let mut nominals: Vec<_> =
            nominals.filter(|n| n.value.modifiers.is_empty() && n.value.name.is_none()).collect();
        nominals.sort_by_key(|n| (std::cmp::Reverse(n.end), n.cost));
        let one = nominals.into_iter().next()?;
        let mut verb = start.value.clone();
        let adjectives = one.value.adjectives.iter().flat_map(|a| a.words.clone());
        let words: Vec<String> = adjectives.chain(one.value.noun).collect();
        verb.lemma = format!("become {}", words.join(" "));
        Some(Parse::new(verb, one.end, start.cost + one.cost))
    }

    /// `finished second`, `placed third-to-last`
    fn place(&self, at: usize, verb: &Verb) -> Option<(String, usize)> {
        let word = self.lower(at);
        let ordinal =
            closed::ordinal(word).is_some() || word == "last" || word.ends_with("-to-last");
        let place = ordinal
            && verb.objects.is_empty()
            && ["finish", "place", "come", "end", "rank", "arrive"].contains(&verb.lemma.as_str());
        place.then(|| {
            self.note(at);
            (word.replace('-', "_"), at + 1)
        })
    }
}

/// `pays the water bill`: a bare noun after a thing is rather what the thing is part of.
fn makes_one_noun(first: &Np, second: &Np) -> bool {
    let thing = match first {
        Np::Nominal(n) => n.noun.as_deref().is_some_and(|noun| !is_person(noun)),
        Np::Name(name) => name.starts_with(|c: char| c.is_ascii_digit()),
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    };
    let bare = matches!(second, Np::Nominal(n)
        if n.determiner == Determiner::Bare && !n.plural && n.adjectives.is_empty());
    thing && bare
}

fn is_number(np: &Np) -> bool {
    matches!(np, Np::Name(name) if name.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')))
}

/// A second phrase prefers the noun before it, and so does any phrase after a light verb's object.
fn phrase_cost(verb: &Verb) -> u32 {
    let full = |np: Option<&Np>| matches!(np, Some(Np::Nominal(n)) if n.determiner != Determiner::Bare || n.plural);
    let after_phrase = full(verb.phrases.last().map(|(_, np)| np));
    let light = closed::LIGHT.contains(&verb.lemma.as_str()) && full(verb.objects.last());
    if after_phrase || light { 2 } else { 0 }
}

/// `awarded to novelists by the city`: who awards it, but `based on a novel by Ann`.
fn names_agent(verb: &Verb, preposition: &str) -> bool {
    const WORKS: &[&str] = &[
        "album",
        "article",
        "book",
        "building",
        "comic",
        "design",
        "drawing",
        "essay",
        "film",
        "game",
        "idea",
        "letter",
        "movie",
        "musical",
        "novel",
        "novella",
        "opera",
        "painting",
        "photograph",
        "picture",
        "play",
        "poem",
        "report",
        "sculpture",
        "series",
        "show",
        "single",
        "song",
        "speech",
        "story",
        "symphony",
        "theory",
        "work",
    ];
    let work = |np: &Np| {
        matches!(np, Np::Nominal(n) if n.noun.as_deref().is_some_and(|noun| {
            WORKS.contains(&noun.rsplit(' ').next().unwrap_or(noun))
        }))
    };
    let named = verb.phrases.iter().any(|(by, _)| by == "by");
    preposition == "by"
        && verb.passive.is_some()
        && !named
        && !verb.phrases.last().is_some_and(|(_, np)| work(np))
}

/// `help people with problems`, `enjoy a vacation to Italy`: the phrase describes the object.
fn belongs_to_object(verb: &Verb, (preposition, np): &(String, Np)) -> bool {
    let Some(Np::Nominal(object)) = verb.objects.last() else { return false };
    let noun = object.noun.as_deref().map(|noun| noun.rsplit(' ').next().unwrap_or(noun));
    let thing =
        matches!(np, Np::Nominal(n) if n.noun.as_deref().and_then(entry).is_none_or(|e| !e.person));
    let name = matches!(np, Np::Name(name) if !name.starts_with(|c: char| c.is_ascii_digit()));
    // `visited every museum in Paris`: which ones, unless that is where they are put.
    let which = matches!(
        object.determiner,
        Determiner::Every | Determiner::No | Determiner::NotEvery | Determiner::Any
    ) && !closed::PLACING.contains(&verb.lemma.as_str());
    match preposition.as_str() {
        "in" | "on" | "at" | "near" | "under" | "behind" => which,
        "with" => which || noun.is_none() && object.people == Some(true) && thing,
        "to" => noun
            .is_some_and(|noun| ["vacation", "trip", "visit", "journey", "flight"].contains(&noun)),
        // `read a book by Ann`, `met a man from Spain`
        "by" => verb.passive.is_none() && name,
        "from" => name && (which || noun.and_then(entry).is_some_and(|e| e.person)),
        _ => false,
    }
}

fn action_prefix(verb: &Verb) -> String {
    let lemma = verb.lemma.replace(' ', "_");
    match &verb.passive {
        Some(participle) => participle.clone(),
        None => match lemma.split_once('_') {
            Some((first, rest)) => format!("{}_{rest}", third(first)),
            None => third(&lemma),
        },
    }
}
