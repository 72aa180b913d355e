//! Verb phrases: auxiliaries, `be` with its complements, verbs with everything they take.

use super::super::chart::{Parse, Parses};
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::{Form, graded_adjective, verb_forms};
use super::super::read::UNSURE;
use super::super::syntax::{Complement, Determiner, Join, Np, Tense, Verb, Vp};
use super::{Grammar, Mode};

impl Grammar<'_> {
    /// A verb phrase, possibly several joined.
    pub(crate) fn vp(&self, at: usize, mode: Mode) -> Parses<Vp> {
        self.vps.at(at, mode as u8, || {
            let item = |p| self.simple_vp(p, mode);
            let mut found = self.joined(at, &item, &Vp::Join);
            for parse in &mut found {
                parse.cost += u32::from(turns_active(&parse.value));
                parse.cost += 3 * u32::from(turns_past(&parse.value));
            }
            found
        })
    }

    /// A verb phrase with nothing joined above its auxiliary.
    pub(crate) fn simple_vp(&self, at: usize, mode: Mode) -> Parses<Vp> {
        self.simple_vps.at(at, mode as u8, || {
            if at >= self.len() {
                return Vec::new();
            }
            let mut found = self.negated_vp(at, mode);
            found.extend(self.adverb_vp(at, mode));
            found.extend(self.be_vp(at, mode));
            found.extend(self.auxiliary_vp(at, mode));
            found.extend(self.main_vp(at, mode));
            found
        })
    }

    fn negated_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let from = match (self.is(at, "never"), self.words(at, &["no", "longer"])) {
            (true, _) => at + 1,
            (_, Some(end)) => end,
            _ if self.is(at, "not")
                && matches!(mode, Mode::Base | Mode::Participle | Mode::Gerund) =>
            {
                at + 1
            }
            _ => return Vec::new(),
        };
        self.simple_vp(from, mode)
            .iter()
            .map(|vp| vp.with(Vp::Not(Box::new(vp.value.clone()))))
            .collect()
    }

    fn adverb_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        if self.one_of(at, closed::NORMALLY) {
            return self
                .simple_vp(at + 1, mode)
                .iter()
                .map(|vp| vp.with(Vp::Normally(Box::new(vp.value.clone()))))
                .collect();
        }
        let Some((adverb, end)) = self.adverb(at).filter(|(adverb, _)| !adverb.contains('_'))
        else {
            return Vec::new();
        };
        let inner = self.simple_vp(end, mode);
        let late = u32::from(!adverb.is_empty() && !goes_first(&adverb));
        inner
            .iter()
            .filter_map(|vp| add_adverb(&vp.value, &adverb).map(|value| vp.with(value).plus(late)))
            .collect()
    }

    fn be_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let forms: &[&str] = match mode {
            Mode::Singular => &["is", "was", "'s", "am"],
            Mode::Plural => &["are", "were"],
            Mode::Base => &["be"],
            Mode::Participle => &["been"],
            Mode::Gerund => &["being"],
        };
        // `china's growth`: after an ordinary noun it says whose, not what.
        let owning = self.lower(at) == "'s" && {
            let before = at.checked_sub(1).map_or("", |p| self.lower(p));
            let bare = !self.head_noun(at + 1).is_empty() && self.graded(at + 1).is_empty();
            let named = at.checked_sub(1).is_some_and(|p| self.is_capital(p));
            !closed::is_closed(before) && (!named || bare)
        };
        if owning || !self.one_of(at, forms) {
            return Vec::new();
        }
        let past = self.one_of(at, &["was", "were"]);
        let found = self.after_be(at + 1, mode).into_iter();
        found
            .map(|vp| if past { Parse::new(undergone(vp.value), vp.end, vp.cost) } else { vp })
            .collect()
    }

    /// What follows a form of `be`; also used after the subject of a question.
    pub(crate) fn after_be(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let mut at = at;
        let mut normally = false;
        while let Some((_, end)) = self.adverb(at).filter(|(adverb, end)| {
            adverb.is_empty() && *end < self.len() && self.lower(at) != "even"
        }) {
            at = end;
        }
        if self.one_of(at, closed::NORMALLY) {
            normally = true;
            at += 1;
        }
        let denied = self
            .one_of(at, &["not", "never"])
            .then_some(at + 1)
            .or_else(|| self.words(at, &["no", "longer"]));
        let mut from = denied.unwrap_or(at);
        if self.one_of(from, closed::NORMALLY) {
            normally = true;
            from += 1;
        }
        let plural_name =
            |c: &Complement| mode == Mode::Plural && matches!(c, Complement::Np(Np::Name(_)));
        let complements = self.complement(from);
        let mut found: Vec<Parse<Vp>> = complements
            .iter()
            .map(|c| c.with(Vp::Be(c.value.clone())).plus(2 * u32::from(plural_name(&c.value))))
            .collect();
        found.extend(self.mixed(from, mode));
        if mode == Mode::Plural && self.is(from, "both") {
            // `Ann and Bob are both tall`
            found.extend(self.complement(from + 1).iter().map(|c| c.with(Vp::Be(c.value.clone()))));
        }
        if denied.is_some() {
            let both = self.is(from, "both");
            let apart = found.iter().filter(|_| !both);
            let apart: Vec<_> =
                apart.filter_map(|p| Some(p.with(denied_apart(&p.value)?))).collect();
            found = found
                .into_iter()
                .filter(|p| !denies_again(&p.value))
                .map(|p| Parse::new(Vp::Not(Box::new(p.value)), p.end, p.cost))
                .collect();
            found.extend(apart);
        }
        if normally {
            found = found
                .into_iter()
                .map(|p| Parse::new(Vp::Normally(Box::new(p.value)), p.end, p.cost))
                .collect();
        }
        found
    }

    fn auxiliary_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let word = self.lower(at);
        let finite = matches!(mode, Mode::Singular | Mode::Plural);
        let fits = match word {
            "has" | "does" => mode == Mode::Singular,
            "do" => mode == Mode::Plural,
            "have" => matches!(mode, Mode::Plural | Mode::Base),
            "had" | "did" | "will" | "would" | "shall" | "can" | "could" | "must" | "should"
            | "may" | "might" => finite,
            _ => false,
        };
        if !fits {
            return Vec::new();
        }
        self.note(at);
        let denied = self.one_of(at + 1, &["not", "never"]);
        let from = if denied { at + 2 } else { at + 1 };
        let inner_mode =
            if ["has", "have", "had"].contains(&word) { Mode::Participle } else { Mode::Base };
        if ["do", "does", "did"].contains(&word) && !denied {
            return Vec::new();
        }
        let mut found = Vec::new();
        for vp in self.simple_vp(from, inner_mode).iter() {
            let past = matches!(word, "has" | "have" | "had" | "did");
            let value = if past { in_past(vp.value.clone()) } else { vp.value.clone() };
            found.push(vp.with(wrap_modal(word, denied, value)));
        }
        if inner_mode == Mode::Base && !denied {
            let joined = self.vp(from, Mode::Base);
            found.extend(
                joined
                    .iter()
                    .filter(|vp| matches!(vp.value, Vp::Join(..)))
                    .map(|vp| vp.with(wrap_modal(word, denied, vp.value.clone()))),
            );
        }
        if denied {
            let joined = self.vp(from, inner_mode);
            found.extend(
                joined
                    .iter()
                    .filter(|vp| matches!(vp.value, Vp::Join(..)))
                    .map(|vp| vp.with(wrap_modal(word, denied, vp.value.clone()))),
            );
        }
        found
    }

    fn main_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let word = self.lower(at);
        let token_is_name = at > 0 && self.token(at).is_none_or(|t| t.is_capital());
        let noun_rather = verb_forms(word).iter().all(|(lemma, _)| is_mostly_noun(lemma));
        if token_is_name
            || word == "people"
            || (noun_rather && support_forms(word).is_empty() && !self.does_it(at))
            || (closed::is_closed(word) && word != "like" && support_forms(word).is_empty())
        {
            return Vec::new();
        }
        let mut found = Vec::new();
        let forms = verb_forms(word);
        let passive =
            self.lower(at + 1) == "by" && forms.iter().any(|(_, f)| *f == Form::Participle);
        for (lemma, form) in forms.iter().cloned().chain(support_forms(word)) {
            if form == Form::Past && passive {
                continue;
            }
            let tense = match (mode, form) {
                (Mode::Singular, Form::Third) | (Mode::Plural | Mode::Base, Form::Base) => {
                    Tense::Present
                }
                (Mode::Singular | Mode::Plural, Form::Past)
                | (Mode::Participle, Form::Participle) => Tense::Past,
                (Mode::Gerund, Form::Gerund) => Tense::Progressive,
                _ => continue,
            };
            self.note(at);
            let rare = matches!(form, Form::Base | Form::Third) && is_rather_noun(word, &lemma);
            let itself = word != lemma && entry(word).is_some_and(|e| e.noun.is_some());
            let verb = Verb {
                lemma,
                passive: None,
                tense,
                adverbs: Vec::new(),
                objects: Vec::new(),
                phrases: Vec::new(),
            };
            if verb.lemma == "get" {
                found.extend(self.gets_done(at + 1, tense));
            }
            let rest = self.verb_rest(at + 1, verb).into_iter();
            found.extend(rest.map(|vp| vp.plus(u32::from(rare) + 2 * u32::from(rare && itself))));
        }
        found
    }

    /// `gets awarded`: the same as `is awarded`.
    fn gets_done(&self, at: usize, tense: Tense) -> Vec<Parse<Vp>> {
        let passive = |c: &Complement| matches!(c, Complement::Act(verb) if verb.passive.is_some());
        let done = self.act(at).into_iter().filter(|c| passive(&c.value));
        let as_told = |vp: Vp| if tense == Tense::Past { undergone(vp) } else { vp };
        done.map(|c| Parse::new(as_told(Vp::Be(c.value)), c.end, c.cost)).collect()
    }

    /// Particle, objects, phrases, adverbs and actions after a verb.
    pub(crate) fn verb_rest(&self, at: usize, verb: Verb) -> Vec<Parse<Vp>> {
        let mut starts = vec![Parse::new(verb, at, 0)];
        // `sign in at the desk`: nothing but another phrase follows.
        let in_or_on = self.one_of(at, &["in", "on"])
            && (self.preposition(at + 1).is_some() || at + 1 == self.len());
        let particle = self.one_of(at, closed::PARTICLES) || in_or_on;
        if particle && self.fixed_phrase(at).is_none() {
            let mut with = starts[0].clone();
            with.value.lemma = format!("{} {}", with.value.lemma, self.lower(at));
            with.end += 1;
            starts.push(with);
        }
        starts.extend(self.counted_as(&starts[0]));
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
            let cost = start.cost + np.cost + u32::from(gerund) + UNSURE * u32::from(caused);
            let one = Parse::new(verb, np.end, cost);
            if self.one_of(np.end, closed::PARTICLES) && !one.value.lemma.contains(' ') {
                let mut with = one.clone();
                with.value.lemma = format!("{} {}", with.value.lemma, self.lower(np.end));
                with.end += 1;
                found.push(with);
            }
            if closed::TWO_OBJECTS.contains(&one.value.lemma.as_str()) {
                // `costs 20 euros`: the number counts what follows.
                let timed = self.adverb(one.end).is_some();
                // `pays a lower deposit`: what could describe the next noun is no thing by itself.
                let described = matches!(np.value, Np::Nominal(_))
                    && (self.adjective_word(one.end - 1).is_some()
                        || graded_adjective(self.lower(one.end - 1), "er").is_some())
                    && !self.compound(one.end).is_empty();
                let timed = timed || described;
                for second in self.np(one.end).iter().filter(|_| !timed && !is_number(&np.value)) {
                    let mut verb = one.value.clone();
                    verb.objects.push(second.value.clone());
                    found.push(Parse::new(verb, second.end, one.cost + second.cost));
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
                let cost = phrase_cost(verb)
                    + 2 * u32::from(described)
                    + 2 * u32::from(belongs_to_object(verb, &phrase.value));
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
        let Some((name, end)) = compared.filter(|_| parse.value.objects.len() == 1) else {
            return Vec::new();
        };
        let counts =
            |np: &Np| matches!(np, Np::Nominal(n) if matches!(n.determiner, Determiner::Amount(_)));
        let others = self.simple_np(end);
        let others = others.iter().filter(|np| !counts(&np.value) && !is_number(&np.value));
        others
            .map(|np| {
                let mut verb = parse.value.clone();
                verb.phrases.push((name.clone(), np.value.clone()));
                Parse::new(verb, np.end, parse.cost + np.cost)
            })
            .collect()
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

    /// `hosts a party`: a word that is mostly a noun, in a verb's form and with an object.
    fn does_it(&self, at: usize) -> bool {
        const OPENINGS: &[&str] =
            &["a", "an", "the", "his", "her", "its", "their", "my", "this", "every", "no"];
        let formed = verb_forms(self.lower(at)).iter().any(|(_, form)| *form != Form::Base);
        formed && at > 0 && OPENINGS.contains(&self.lower(at + 1))
    }

    fn is_participle(&self, at: usize) -> bool {
        verb_forms(self.lower(at)).iter().any(|(_, form)| *form == Form::Participle)
    }

    /// Whether the word may be the verb of a clause.
    fn may_be_verb(&self, at: usize) -> bool {
        let forms = verb_forms(self.lower(at));
        let finite =
            |(_, form): &(String, Form)| matches!(form, Form::Base | Form::Third | Form::Past);
        at < self.len() && !closed::is_closed(self.lower(at)) && forms.iter().any(finite)
    }

    /// Whether a verb phrase of its own begins here.
    pub(super) fn is_finite_verb(&self, at: usize) -> bool {
        const AUXILIARIES: &[&str] = &[
            "is", "was", "has", "had", "does", "did", "can", "could", "will", "would", "must",
            "should", "may", "might",
        ];
        self.may_be_verb(at) || AUXILIARIES.contains(&self.lower(at))
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

/// `is liked by Ann and used in China`: what follows a passive is rather a passive too.
fn turns_active(vp: &Vp) -> bool {
    let Vp::Join(Join::And, parts) = vp else { return false };
    let passive = |vp: &Vp| matches!(vp, Vp::Be(Complement::Act(verb)) if verb.passive.is_some() && verb.tense != Tense::Past);
    let active = |vp: &Vp| matches!(vp, Vp::Do(verb) if verb.tense == Tense::Past && verb.objects.is_empty());
    parts.windows(2).any(|pair| passive(&pair[0]) && active(&pair[1]))
}

/// `has a bill and webbed feet`: what was done hardly comes after what is so.
fn turns_past(vp: &Vp) -> bool {
    let Vp::Join(Join::And, parts) = vp else { return false };
    let tense = |vp: &Vp| match vp {
        Vp::Do(verb) if verb.passive.is_none() => Some(verb.tense),
        Vp::Do(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => None,
    };
    let pair = [Some(Tense::Present), Some(Tense::Past)];
    parts.windows(2).any(|two| [tense(&two[0]), tense(&two[1])] == pair)
}

/// `not tall and not rich` denies each.
fn denies_again(vp: &Vp) -> bool {
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return false };
    parts.iter().skip(1).any(|part| matches!(part, Complement::Not(_)))
}

/// `not tall and rich` may deny only what comes first; `not both tall and rich` cannot.
fn denied_apart(vp: &Vp) -> Option<Vp> {
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return None };
    let (first, rest) = parts.split_first()?;
    let mut all = vec![Vp::Not(Box::new(Vp::Be(first.clone())))];
    all.extend(rest.iter().cloned().map(Vp::Be));
    Some(Vp::Join(Join::And, all))
}

fn is_number(np: &Np) -> bool {
    matches!(np, Np::Name(name) if name.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')))
}

/// Whether an object could still be added: for `that Bob likes`.
pub(crate) fn lacks_object(vp: &Vp) -> bool {
    match vp {
        Vp::Do(verb) => verb.objects.is_empty() && verb.passive.is_none(),
        Vp::Be(Complement::Act(verb)) => verb.objects.is_empty() && verb.passive.is_none(),
        Vp::Not(inner) | Vp::Under(_, _, inner) => lacks_object(inner),
        Vp::Join(..) | Vp::Be(_) | Vp::Normally(_) => false,
    }
}

/// A second phrase prefers the noun before it, and so does any phrase after a light verb's object.
fn phrase_cost(verb: &Verb) -> u32 {
    let full = |np: Option<&Np>| matches!(np, Some(Np::Nominal(n)) if n.determiner != Determiner::Bare || n.plural);
    let after_phrase = full(verb.phrases.last().map(|(_, np)| np));
    let light = closed::LIGHT.contains(&verb.lemma.as_str()) && full(verb.objects.last());
    if after_phrase || light { 2 } else { 0 }
}

/// `help people with problems`, `enjoy a vacation to Italy`: the phrase describes the object.
fn belongs_to_object(verb: &Verb, (preposition, np): &(String, Np)) -> bool {
    let Some(Np::Nominal(object)) = verb.objects.last() else { return false };
    let noun = object.noun.as_deref().map(|noun| noun.rsplit(' ').next().unwrap_or(noun));
    let thing =
        matches!(np, Np::Nominal(n) if n.noun.as_deref().and_then(entry).is_none_or(|e| !e.person));
    match preposition.as_str() {
        "with" => noun.is_none() && object.people == Some(true) && thing,
        "to" => noun
            .is_some_and(|noun| ["vacation", "trip", "visit", "journey", "flight"].contains(&noun)),
        _ => false,
    }
}

pub(crate) fn support_forms(word: &str) -> Vec<(String, Form)> {
    let one = |lemma: &str, form| vec![(lemma.to_owned(), form)];
    match word {
        "has" => one("have", Form::Third),
        "have" => one("have", Form::Base),
        "had" => vec![("have".to_owned(), Form::Past), ("have".to_owned(), Form::Participle)],
        "having" => one("have", Form::Gerund),
        "does" => one("do", Form::Third),
        "do" => one("do", Form::Base),
        "did" => one("do", Form::Past),
        "done" => one("do", Form::Participle),
        "doing" => one("do", Form::Gerund),
        _ => Vec::new(),
    }
}

/// Adverbs that stand before their verb rather than after it.
fn goes_first(adverb: &str) -> bool {
    adverb.ends_with("ly")
        || ["often", "always", "sometimes", "rarely", "seldom", "never"].contains(&adverb)
}

/// A noun or adjective that is much more common than the verb; a form that is a noun itself, such
/// as `clothes`.
fn is_rather_noun(word: &str, lemma: &str) -> bool {
    let noun = |word: &str| entry(word).and_then(|e| e.noun).unwrap_or(0);
    let adjective = entry(lemma).and_then(|e| e.adjective).unwrap_or(0);
    let verb = entry(lemma).and_then(|e| e.verb).unwrap_or(0);
    noun(lemma) >= verb + 3 || adjective >= verb + 3 || (word != lemma && noun(word) >= verb + 3)
}

/// A common noun that the table also lists as a rare verb.
fn is_mostly_noun(lemma: &str) -> bool {
    entry(lemma).is_some_and(|e| e.verb == Some(0) && e.noun >= Some(4))
}

fn action_prefix(verb: &Verb) -> String {
    let lemma = verb.lemma.replace(' ', "_");
    match &verb.passive {
        Some(participle) => participle.clone(),
        None => match lemma.split_once('_') {
            Some((first, rest)) => format!("{}_{rest}", super::super::morphology::third(first)),
            None => super::super::morphology::third(&lemma),
        },
    }
}

fn wrap_modal(word: &str, denied: bool, vp: Vp) -> Vp {
    let plain =
        ["has", "have", "had", "do", "does", "did", "will", "would", "shall"].contains(&word);
    // Who must not do something has to leave it; who need not is free to do it.
    if word == "must" && denied {
        return Vp::Under("must_not".to_owned(), Form::Base, Box::new(vp));
    }
    let vp = if plain { vp } else { Vp::Under(word.to_owned(), Form::Base, Box::new(vp)) };
    if denied { Vp::Not(Box::new(vp)) } else { vp }
}

/// `was built`: what is undergone happened once.
fn undergone(vp: Vp) -> Vp {
    match vp {
        Vp::Be(Complement::Act(mut verb)) => {
            verb.tense = Tense::Past;
            Vp::Be(Complement::Act(verb))
        }
        Vp::Not(inner) => Vp::Not(Box::new(undergone(*inner))),
        other @ Vp::Join(..)
        | other @ Vp::Under(..)
        | other @ Vp::Normally(_)
        | other @ Vp::Be(_)
        | other @ Vp::Do(_) => other,
    }
}

fn in_past(vp: Vp) -> Vp {
    match vp {
        Vp::Do(mut verb) => {
            verb.tense = Tense::Past;
            Vp::Do(verb)
        }
        other @ Vp::Join(..)
        | other @ Vp::Not(_)
        | other @ Vp::Under(..)
        | other @ Vp::Normally(_)
        | other @ Vp::Be(_) => other,
    }
}

fn add_adverb(vp: &Vp, adverb: &str) -> Option<Vp> {
    if adverb.is_empty() {
        return Some(vp.clone());
    }
    match vp {
        Vp::Do(verb) => {
            let mut verb = verb.clone();
            verb.adverbs.insert(0, adverb.to_owned());
            Some(Vp::Do(verb))
        }
        Vp::Under(prefix, form, inner) => {
            Some(Vp::Under(format!("{adverb}_{prefix}"), *form, inner.clone()))
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Be(_) | Vp::Normally(_) => None,
    }
}
