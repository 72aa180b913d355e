//! Inflection in both directions: from a form to its lemmas, from a lemma to a form.
//! It consults the word table only to prefer lemmas that exist.

use std::rc::Rc;

use super::lexicon::entry;
use super::recent::Recent;

/// The form a verb stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// `eat`
    Base,
    /// `eats`
    Third,
    /// `ate`
    Past,
    /// `eaten`
    Participle,
    /// `eating`
    Gerund,
}

/// Base, past and participle of verbs that do not add `-ed`.
static IRREGULAR_VERBS: &str = "arise arose arisen|awake awoke awoken|bear bore born|beat beat beaten|become became become|begin began begun|bend bent bent|bet bet bet|bind bound bound|bite bit bitten|bleed bled bled|blow blew blown|break broke broken|breed bred bred|bring brought brought|broadcast broadcast broadcast|build built built|burst burst burst|buy bought bought|catch caught caught|choose chose chosen|cling clung clung|come came come|cost cost cost|creep crept crept|cut cut cut|deal dealt dealt|dig dug dug|draw drew drawn|dream dreamt dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt|fight fought fought|find found found|flee fled fled|fling flung flung|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|get got got|give gave given|go went gone|grind ground ground|grow grew grown|hang hung hung|hear heard heard|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|kneel knelt knelt|know knew known|lay laid laid|lead led led|leave left left|lend lent lent|let let let|lie lay lain|light lit lit|lose lost lost|make made made|mean meant meant|meet met met|foresee foresaw foreseen|mislead misled misled|mistake mistook mistaken|misunderstand misunderstood misunderstood|outgrow outgrew outgrown|overcome overcame overcome|oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown|pay paid paid|prove proved proven|put put put|quit quit quit|read read read|rebuild rebuilt rebuilt|redo redid redone|remake remade remade|resell resold resold|retell retold retold|rethink rethought rethought|rewrite rewrote rewritten|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen|seek sought sought|sell sold sold|send sent sent|set set set|shake shook shaken|shed shed shed|shine shone shone|shoot shot shot|show showed shown|shrink shrank shrunk|shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|slide slid slid|speak spoke spoken|spend spent spent|spin spun spun|split split split|spread spread spread|spring sprang sprung|stand stood stood|steal stole stolen|stick stuck stuck|sting stung stung|strike struck struck|swear swore sworn|sweep swept swept|swim swam swum|swing swung swung|take took taken|teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|undergo underwent undergone|understand understood understood|uphold upheld upheld|withhold withheld withheld|withstand withstood withstood|undertake undertook undertaken|wake woke woken|wear wore worn|weave wove woven|weep wept wept|win won won|wind wound wound|withdraw withdrew withdrawn|write wrote written";

thread_local! {
    static NOUNS: Recent<Rc<[(String, bool)]>> = Recent::default();
    static VERBS: Recent<Rc<[(String, Form)]>> = Recent::default();
}

/// The lemmas a noun form may have, with whether it is plural.
pub fn noun_forms(word: &str) -> Rc<[(String, bool)]> {
    NOUNS.with(|known| known.get(word, || find_noun_forms(word).into()))
}

fn find_noun_forms(word: &str) -> Vec<(String, bool)> {
    let mut forms = Vec::new();
    let own = entry(word).unwrap_or_default();
    if own.noun.is_some() {
        forms.push((word.to_owned(), false));
        if INVARIANT.contains(&word) {
            forms.push((word.to_owned(), true));
        }
    }
    if let Some(lemma) = own.plural_of {
        forms.push((lemma.to_owned(), true));
        return usual(forms);
    }
    if word == "people" {
        forms.push(("person".to_owned(), true));
    }
    for lemma in plural_stems(word) {
        if entry(&lemma).is_some_and(|e| e.noun.is_some())
            && !forms.contains(&(lemma.clone(), true))
        {
            forms.push((in_ie(word, lemma), true));
            break;
        }
    }
    usual(forms)
}

/// `cookies` are of a `cookie`, not of a `cooky`, when that is written as often.
fn in_ie(word: &str, lemma: String) -> String {
    let common = |word: &str| entry(word).and_then(|e| e.noun);
    let other = word.strip_suffix('s').filter(|stem| stem.ends_with("ie"));
    match other.filter(|other| common(other).is_some() && common(other) >= common(&lemma)) {
        Some(other) => other.to_owned(),
        None => lemma,
    }
}

/// A word that is both a noun and the plural of another is the more common of the two.
fn usual(mut forms: Vec<(String, bool)>) -> Vec<(String, bool)> {
    if let [(own, false), (lemma, true)] = forms.as_slice()
        && own != lemma
        && lemma != "person"
    {
        let common = |word: &str| entry(word).and_then(|e| e.noun);
        let drop = usize::from(common(own) > common(lemma));
        forms.remove(drop);
    }
    forms
}

/// Nouns whose plural is the same word.
const INVARIANT: &[&str] = &[
    "sheep",
    "deer",
    "fish",
    "aircraft",
    "species",
    "series",
    "salmon",
    "bison",
    "moose",
    "offspring",
    "headquarters",
    "people",
    "cattle",
    "police",
    "chinese",
    "japanese",
    "spacecraft",
    "game",
    "carp",
    "goldfish",
    "trout",
    "swine",
    "shrimp",
    "clothes",
    "trousers",
    "pants",
    "jeans",
    "scissors",
    "glasses",
    "savings",
    "earnings",
];

/// The lemma and number of a word no table knows, standing where a noun must.
pub fn unknown_noun(word: &str) -> (String, bool) {
    if let Some(own) = word.strip_suffix('s').filter(|stem| IN_IE.contains(stem)) {
        return (own.to_owned(), true);
    }
    match plural_stems(word).into_iter().next() {
        Some(stem) if !word.ends_with("us") && !word.ends_with("is") => (stem, true),
        _ => (word.to_owned(), false),
    }
}

/// Nouns in `-ie` that the table lacks; of other words in `-ies` the singular ends in `-y`.
const IN_IE: &[&str] = &[
    "barbie",
    "bestie",
    "cutie",
    "goodie",
    "homie",
    "hoodie",
    "kiddie",
    "newbie",
    "onesie",
    "selfie",
    "walkie-talkie",
];

fn plural_stems(word: &str) -> Vec<String> {
    let mut stems = Vec::new();
    if let Some(stem) = word.strip_suffix("ies").filter(|s| s.len() > 1) {
        stems.push(format!("{stem}y"));
    }
    let sibilant = ["ses", "xes", "zes", "ches", "shes"].iter().any(|s| word.ends_with(s));
    if sibilant || word.ends_with("oes") {
        stems.push(word[..word.len() - 2].to_owned());
    }
    if let Some(stem) = word.strip_suffix("men") {
        stems.push(format!("{stem}man"));
    }
    if let Some(stem) = word.strip_suffix('s').filter(|s| s.len() > 1 && !s.ends_with('s')) {
        stems.push(stem.to_owned());
    }
    stems
}

/// The plural of a noun; of a compound, of its last word.
pub fn plural(lemma: &str) -> String {
    if let Some((front, last)) = lemma.rsplit_once([' ', '-']) {
        let separator = &lemma[front.len()..=front.len()];
        return format!("{front}{separator}{}", plural(last));
    }
    if INVARIANT.contains(&lemma) {
        return lemma.to_owned();
    }
    if let Some(form) = IRREGULAR_PLURALS.iter().find(|(l, _)| *l == lemma) {
        return form.1.to_owned();
    }
    if let Some(stem) = lemma
        .strip_suffix("man")
        .filter(|s| !["hu", "ger", "ro", "otto", "sha", "talis"].contains(s))
    {
        return format!("{stem}men");
    }
    add_s(lemma)
}

const IRREGULAR_PLURALS: &[(&str, &str)] = &[
    ("person", "people"),
    ("child", "children"),
    ("mouse", "mice"),
    ("louse", "lice"),
    ("goose", "geese"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("ox", "oxen"),
    ("wolf", "wolves"),
    ("leaf", "leaves"),
    ("life", "lives"),
    ("knife", "knives"),
    ("wife", "wives"),
    ("half", "halves"),
    ("shelf", "shelves"),
    ("thief", "thieves"),
    ("calf", "calves"),
    ("loaf", "loaves"),
    ("elf", "elves"),
    ("self", "selves"),
    ("criterion", "criteria"),
    ("phenomenon", "phenomena"),
    ("analysis", "analyses"),
    ("crisis", "crises"),
    ("basis", "bases"),
    ("cactus", "cacti"),
    ("alumnus", "alumni"),
];

fn add_s(word: &str) -> String {
    let before_y =
        word.strip_suffix('y').filter(|s| !s.ends_with(['a', 'e', 'o', 'u']) && !s.is_empty());
    if let Some(stem) = before_y {
        return format!("{stem}ies");
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|s| word.ends_with(s))
        || ["potato", "tomato", "hero", "echo", "go", "do"].contains(&word)
    {
        return format!("{word}es");
    }
    format!("{word}s")
}

/// The verb lemmas a form may belong to, and in which form.
pub fn verb_forms(word: &str) -> Rc<[(String, Form)]> {
    VERBS.with(|known| known.get(word, || find_verb_forms(word).into()))
}

fn find_verb_forms(word: &str) -> Vec<(String, Form)> {
    for prefix in ["co-", "re-", "pre-"] {
        if let Some(rest) = word.strip_prefix(prefix) {
            let forms = find_verb_forms(rest).into_iter();
            return forms.map(|(lemma, form)| (format!("{prefix}{lemma}"), form)).collect();
        }
    }
    let mut forms = Vec::new();
    let mut add = |lemma: &str, form| {
        let found = (lemma.to_owned(), form);
        if !forms.contains(&found) {
            forms.push(found);
        }
    };
    for (base, past, participle) in irregular() {
        if word == past {
            add(base, Form::Past);
        }
        if word == participle {
            add(base, Form::Participle);
        }
    }
    if is_verb(word) {
        add(word, Form::Base);
    }
    if let Some(lemma) = third_stem(word) {
        add(&lemma, Form::Third);
    }
    for (suffix, targets) in
        [("ed", &[Form::Past, Form::Participle][..]), ("ing", &[Form::Gerund][..])]
    {
        let Some(stem) = word.strip_suffix(suffix) else { continue };
        let Some(lemma) = suffix_lemma(stem, suffix) else { continue };
        let regular =
            suffix == "ing" || !irregular().any(|(base, past, _)| base == lemma && past != word);
        if regular {
            targets.iter().for_each(|form| add(&lemma, *form));
        }
    }
    forms
}

fn irregular() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    IRREGULAR_VERBS.split('|').filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?, words.next()?))
    })
}

fn is_verb(word: &str) -> bool {
    entry(word).is_some_and(|e| e.verb.is_some())
}

fn third_stem(word: &str) -> Option<String> {
    plural_stems(word).into_iter().find(|stem| is_verb(stem) && add_s(stem) == word)
}

fn suffix_lemma(stem: &str, suffix: &str) -> Option<String> {
    let mut candidates = Vec::new();
    if let Some(short) = stem.strip_suffix('i').filter(|_| suffix == "ed") {
        candidates.push(format!("{short}y"));
    }
    if let Some(short) = stem.strip_suffix('y').filter(|_| suffix == "ing") {
        candidates.push(format!("{short}ie"));
    }
    let bytes = stem.as_bytes();
    let doubled = bytes.len() > 2 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    if doubled {
        candidates.push(stem[..stem.len() - 1].to_owned());
    }
    candidates.push(stem.to_owned());
    candidates.push(format!("{stem}e"));
    let known: Vec<String> = candidates.into_iter().filter(|c| is_verb(c)).collect();
    known.into_iter().max_by_key(|lemma| (commonness(lemma), inflects_back(lemma, stem, suffix)))
}

fn commonness(lemma: &str) -> u8 {
    entry(lemma).and_then(|e| e.verb).unwrap_or(0)
}

fn inflects_back(lemma: &str, stem: &str, suffix: &str) -> bool {
    let form = if suffix == "ed" { past(lemma) } else { gerund(lemma) };
    form == format!("{stem}{suffix}")
}

/// `eats`
pub fn third(lemma: &str) -> String {
    match lemma {
        "have" => "has".to_owned(),
        "be" => "is".to_owned(),
        _ => add_s(lemma),
    }
}

/// `ate`
pub fn past(lemma: &str) -> String {
    match irregular().find(|(base, ..)| *base == lemma) {
        Some((_, past, _)) => past.to_owned(),
        None => add_ed(lemma),
    }
}

/// `eaten`
pub fn participle(lemma: &str) -> String {
    match irregular().find(|(base, ..)| *base == lemma) {
        Some((.., participle)) => participle.to_owned(),
        None if lemma == "have" => "had".to_owned(),
        None => add_ed(lemma),
    }
}

fn add_ed(lemma: &str) -> String {
    if lemma.ends_with('e') {
        return format!("{lemma}d");
    }
    if let Some(stem) = lemma.strip_suffix('y').filter(|s| !s.ends_with(['a', 'e', 'o', 'u'])) {
        return format!("{stem}ied");
    }
    format!("{}ed", double_last(lemma))
}

/// `eating`
pub fn gerund(lemma: &str) -> String {
    if let Some(stem) = lemma.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    let silent = lemma.strip_suffix('e').filter(|s| !s.ends_with(['e', 'o', 'y']) && s.len() > 1);
    match silent {
        Some(stem) => format!("{stem}ing"),
        None => format!("{}ing", double_last(lemma)),
    }
}

/// One-syllable verbs in consonant-vowel-consonant double their last letter.
fn double_last(lemma: &str) -> String {
    let letters: Vec<char> = lemma.chars().collect();
    let vowel = |c: char| "aeiou".contains(c);
    let syllables = letters.windows(2).filter(|w| vowel(w[0]) && !vowel(w[1])).count();
    let closed = letters.len() >= 3 && {
        let [a, b, c] =
            [letters[letters.len() - 3], letters[letters.len() - 2], letters[letters.len() - 1]];
        !vowel(a) && vowel(b) && !vowel(c) && !"wxy".contains(c)
    };
    match letters.last() {
        Some(last) if closed && syllables == 1 => format!("{lemma}{last}"),
        _ => lemma.to_owned(),
    }
}

/// The adjective behind `older` or `oldest`, given the suffix.
pub fn graded_adjective(word: &str, suffix: &str) -> Option<String> {
    let irregular = match (word, suffix) {
        ("better", "er") | ("best", "est") => Some("good"),
        ("worse", "er") | ("worst", "est") => Some("bad"),
        ("farther" | "further", "er") | ("farthest" | "furthest", "est") => Some("far"),
        _ => None,
    };
    if let Some(adjective) = irregular {
        return Some(adjective.to_owned());
    }
    let stem = word.strip_suffix(suffix)?;
    let mut candidates = vec![stem.to_owned(), format!("{stem}e")];
    if let Some(short) = stem.strip_suffix('i') {
        candidates.insert(0, format!("{short}y"));
    }
    let bytes = stem.as_bytes();
    if bytes.len() > 2 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] {
        candidates.push(stem[..stem.len() - 1].to_owned());
    }
    candidates.into_iter().find(|c| entry(c).is_some_and(|e| e.adjective.is_some()))
}

/// `older` or `more expensive`; with `est`, `oldest` or `most expensive`.
pub fn graded(adjective: &str, suffix: &str) -> String {
    let irregular = match (adjective, suffix) {
        ("good", "er") => Some("better"),
        ("good", "est") => Some("best"),
        ("bad", "er") => Some("worse"),
        ("bad", "est") => Some("worst"),
        _ => None,
    };
    if let Some(form) = irregular {
        return form.to_owned();
    }
    let candidates = if let Some(stem) = adjective.strip_suffix('y') {
        format!("{stem}i{suffix}")
    } else if let Some(stem) = adjective.strip_suffix('e') {
        format!("{stem}{suffix}")
    } else {
        format!("{}{suffix}", double_last(adjective))
    };
    let vowel = |c: char| "aeiouy".contains(c);
    let letters: Vec<char> = adjective.chars().collect();
    // Vowels in a row sound as one: `cheap` is short.
    let vowels = letters
        .iter()
        .enumerate()
        .filter(|(at, c)| vowel(**c) && (*at == 0 || !vowel(letters[at - 1])))
        .count();
    let short = vowels <= 1 || (vowels == 2 && adjective.ends_with(['y', 'e']));
    if short && graded_adjective(&candidates, suffix).as_deref() == Some(adjective) {
        return candidates;
    }
    format!("{} {adjective}", if suffix == "er" { "more" } else { "most" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_go_both_ways() {
        for (lemma, form) in [
            ("wolf", "wolves"),
            ("mouse", "mice"),
            ("box", "boxes"),
            ("city", "cities"),
            ("human", "humans"),
            ("person", "people"),
            ("woman", "women"),
            ("sheep", "sheep"),
        ] {
            assert_eq!(plural(lemma), form);
            assert!(
                noun_forms(form).contains(&(lemma.to_owned(), true)),
                "{form}: {:?}",
                noun_forms(form)
            );
        }
        assert_eq!(unknown_noun("wumpuses"), ("wumpus".to_owned(), true));
        assert_eq!(unknown_noun("wumpus"), ("wumpus".to_owned(), false));
        assert_eq!(unknown_noun("zorks"), ("zork".to_owned(), true));
    }

    #[test]
    fn verbs_go_both_ways() {
        for (lemma, form, kind) in [
            ("chase", "chases", Form::Third),
            ("fly", "flies", Form::Third),
            ("go", "went", Form::Past),
            ("travel", "travelled", Form::Past),
            ("journey", "journeyed", Form::Past),
            ("grab", "grabbed", Form::Past),
            ("carry", "carrying", Form::Gerund),
            ("write", "written", Form::Participle),
            ("produce", "produced", Form::Participle),
            ("live", "living", Form::Gerund),
            ("visit", "visited", Form::Past),
        ] {
            assert!(
                verb_forms(form).contains(&(lemma.to_owned(), kind)),
                "{form}: {:?}",
                verb_forms(form)
            );
        }
        assert_eq!(participle("stop"), "stopped");
        assert_eq!(gerund("chase"), "chasing");
        assert_eq!(gerund("visit"), "visiting");
    }

    #[test]
    fn adjectives_are_graded() {
        assert_eq!(graded_adjective("older", "er").as_deref(), Some("old"));
        assert_eq!(graded_adjective("biggest", "est").as_deref(), Some("big"));
        assert_eq!(graded_adjective("happier", "er").as_deref(), Some("happy"));
        assert_eq!(graded("expensive", "er"), "more expensive");
        assert_eq!(graded("big", "est"), "biggest");
    }
}
