//! Determiners: how many or which things a noun phrase speaks of, with amounts and owners.

use super::super::chart::Parse;
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::{Form, graded_adjective, verb_forms};
use super::super::syntax::{Determiner, Modifier, Np};
use super::super::tokens::Kind;
use super::Grammar;

impl Grammar<'_> {
    /// The determiners that may stand here, none among them, and where they end.
    pub(super) fn determiner(&self, at: usize) -> Vec<(Determiner, usize, u32)> {
        let mut found = vec![(Determiner::Bare, at, 0)];
        let word = self.lower(at);
        let simple = match word {
            "every" | "each" | "all" => Some(Determiner::Every),
            "any" => Some(Determiner::Any),
            "no" => Some(Determiner::No),
            "some" => Some(Determiner::Some),
            "a" | "an" => Some(Determiner::A),
            "the" | "this" | "that" | "these" | "those" => Some(Determiner::The),
            "only" => Some(Determiner::Only),
            "⟨which⟩" => Some(Determiner::Which),
            "another" => Some(Determiner::Amount("another".to_owned())),
            _ => None,
        };
        if let Some(determiner) = simple {
            self.note(at);
            let end = match word {
                "all" if self.is(at + 1, "the") => at + 2,
                // `only the Nile`: the one thing of that name, not a kind.
                "only" if self.is(at + 1, "the") && !self.is_capital(at + 2) => at + 2,
                "all" if self.is(at + 1, "of") && self.is(at + 2, "the") => at + 3,
                "some" if self.is(at + 1, "of") && self.is(at + 2, "the") => at + 3,
                "each" if self.is(at + 1, "of") && self.is(at + 2, "the") => at + 3,
                _ => at + 1,
            };
            found.push((determiner, end, 0));
        }
        if self.is(at, "not") && self.one_of(at + 1, &["all", "every"]) {
            found.push((Determiner::NotEvery, at + 2, 0));
        }
        let none = self.words(at, &["none", "of", "the"]);
        if let Some(end) = none.or_else(|| self.words(at, &["neither", "of", "the"])) {
            found.push((Determiner::No, end, 0));
        }
        // `neither dog barks`
        if self.is(at, "neither") && !self.is(at + 1, "of") {
            found.push((Determiner::No, at + 1, 0));
        }
        if self.is(at, "one") && self.is(at + 1, "of") && self.is(at + 2, "the") {
            found.push((Determiner::Some, at + 3, 0));
        }
        if at > 0 && self.is_capital(at) {
            return found;
        }
        if self.one_of(at, &["my", "our"]) {
            let one = self.lower(at) == "my";
            let owner = if one { closed::SPEAKER } else { closed::SPEAKERS };
            let owner = Np::Name(owner.to_owned());
            let end = if self.is(at + 1, "own") { at + 2 } else { at + 1 };
            found.push((Determiner::Of(owner), end, 0));
        }
        if let Some(owner) = closed::possessive(word) {
            self.note(at);
            let end = if self.is(at + 1, "own") { at + 2 } else { at + 1 };
            found.push((Determiner::Of(Np::Pronoun(owner.to_owned())), end, 0));
        }
        found.extend(self.amount(at));
        found
    }

    /// How many of what somebody has, and where the owner begins: `all of the`, `some of Ann's`.
    pub(super) fn owned_from(&self, at: usize) -> Option<(Determiner, usize)> {
        let determiner = match self.lower(at) {
            "all" | "each" => Determiner::Every,
            "some" | "one" => Determiner::Some,
            "none" | "neither" => Determiner::No,
            _ => return None,
        };
        if self.is(at + 1, "of") {
            return Some((determiner, at + 2));
        }
        let owner = self.is(at + 1, "the")
            || closed::possessive(self.lower(at + 1)).is_some()
            || self.one_of(at + 1, &["my", "our"])
            || self.is_capital(at + 1) && self.is(at + 2, "'s");
        (self.lower(at) == "all" && owner).then_some((determiner, at + 1))
    }

    /// `all of the school's teachers`, `some of his friends`
    pub(super) fn all_owned(&self, at: usize) -> Vec<Parse<Np>> {
        let Some((determiner, from)) = self.owned_from(at) else { return Vec::new() };
        let mut found = Vec::new();
        for np in self.simple_np(from).iter() {
            let Np::Nominal(nominal) = &np.value else { continue };
            let Determiner::Of(owner) = &nominal.determiner else { continue };
            // `one of the world's leading designers`: leading among whom cannot be told.
            let most = nominal.noun.as_deref().and_then(|noun| noun.split(' ').next());
            let placed =
                matches!(nominal.adjectives.as_slice(), [one] if ranks_by_itself(&one.words));
            let ranked = determiner == Determiner::Some
                && (!nominal.adjectives.is_empty() && !placed
                    || most.is_some_and(|word| graded_adjective(word, "est").is_some()));
            if !nominal.plural || nominal.name.is_some() || ranked {
                continue;
            }
            let mut all = nominal.clone();
            all.modifiers.insert(0, Modifier::Of(owner.clone()));
            all.determiner = determiner.clone();
            // `each of Ann's friends is`: one by one.
            all.plural = placed || !["each", "one"].contains(&self.lower(at));
            found.push(np.with(Np::Nominal(all)));
        }
        found
    }

    /// `at least one`, `more than 1 million`, `five`, `many`, `a lot of`
    fn amount(&self, at: usize) -> Option<(Determiner, usize, u32)> {
        const FRONTS: &[(&[&str], &str)] = &[
            (&["at", "least"], "at_least_"),
            (&["at", "most"], "at_most_"),
            (&["more", "than"], "more_than_"),
            (&["less", "than"], "less_than_"),
            (&["fewer", "than"], "fewer_than_"),
            (&["exactly"], "exactly_"),
            (&["over"], "more_than_"),
            (&["only"], "only_"),
            (&["about"], "about_"),
            (&["around"], "about_"),
            (&["approximately"], "about_"),
            (&["roughly"], "about_"),
            (&["nearly"], "nearly_"),
            (&["almost"], "nearly_"),
        ];
        const LOOSE: &[(&[&str], &str)] = &[
            (&["a", "lot", "of"], "many"),
            (&["lots", "of"], "many"),
            (&["many"], "many"),
            (&["several"], "several"),
            (&["much"], "much"),
            (&["enough"], "enough"),
            (&["other"], "other"),
            (&["more"], "more"),
            (&["both"], "both"),
            (&["few"], "few"),
        ];
        let front =
            FRONTS.iter().find_map(|(words, name)| self.words(at, words).map(|end| (*name, end)));
        let front = front.filter(|_| !self.tells_topic(at));
        let (prefix, from) = front.unwrap_or(("", at));
        let Some((count, mut end)) = self.count(from) else {
            let loose =
                LOOSE.iter().find_map(|(words, name)| Some((*name, self.words(at, words)?)));
            return loose.map(|(name, end)| (Determiner::Amount(name.to_owned()), end, 0));
        };
        let mut count = count;
        while self.one_of(end, &["hundred", "thousand", "million", "billion"]) {
            count = format!("{count}_{}", self.lower(end));
            end += 1;
        }
        // `two to four eggs`
        if let Some((most, after)) = self.count(end + 1).filter(|_| self.is(end, "to")) {
            count = format!("{count}_to_{most}");
            end = after;
        }
        let determiner = match (prefix, count.as_str()) {
            ("" | "at_least_", "1") => Determiner::Some,
            ("less_than_" | "fewer_than_", "1") => Determiner::No,
            ("more_than_", "0") => Determiner::Some,
            _ => Determiner::Amount(format!("{prefix}{count}")),
        };
        Some((determiner, end, 0))
    }

    /// `writes about two cities`, `a book about 50 women`: what it is about, not how many.
    pub(super) fn tells_topic(&self, at: usize) -> bool {
        const SAYING: &[&str] = &[
            "ask", "care", "complain", "dream", "forget", "hear", "know", "learn", "read", "sing",
            "speak", "talk", "teach", "tell", "think", "worry", "write",
        ];
        let Some(before) = at.checked_sub(1).map(|p| self.lower(p)) else { return false };
        let says = |(lemma, _): &(String, Form)| SAYING.contains(&lemma.as_str());
        let forms = verb_forms(before);
        let has = ["has", "have", "had"].contains(&before);
        let number = self.token(at + 1).is_some_and(|t| t.kind == Kind::Number);
        self.one_of(at, &["about", "around"])
            && (!number || forms.is_empty() && !has || forms.iter().any(says))
    }

    fn count(&self, at: usize) -> Option<(String, usize)> {
        let token = self.token(at)?;
        let value = match token.kind {
            Kind::Number => token.lower.clone(),
            Kind::Word => closed::number_word(&token.lower)?.to_string(),
            Kind::Quote | Kind::Mark => return None,
        };
        self.note(at);
        Some((value, at + 1))
    }
}

/// `one of the town's oldest mills`, `most popular`: where it stands among them is one word.
fn ranks_by_itself(words: &[String]) -> bool {
    match words {
        [one] => {
            graded_adjective(one, "est").is_some()
                && entry(one).is_none_or(|e| e.adjective.is_none())
        }
        [first, _] => first == "most",
        _ => false,
    }
}
