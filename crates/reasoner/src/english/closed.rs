//! The closed classes: determiners, pronouns, prepositions, auxiliaries and other words of grammar.
//! A word listed here is never an ordinary noun, verb or name.

/// Words that never stand for a noun, a verb, an adjective or a name of their own.
pub const CLOSED: &[&str] = &[
    "yesterday",
    "today",
    "tomorrow",
    "tonight",
    "a",
    "an",
    "the",
    "this",
    "that",
    "these",
    "those",
    "every",
    "each",
    "all",
    "any",
    "no",
    "some",
    "none",
    "and",
    "or",
    "but",
    "nor",
    "either",
    "neither",
    "both",
    "if",
    "then",
    "unless",
    "only",
    "not",
    "never",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "am",
    "do",
    "does",
    "did",
    "has",
    "have",
    "had",
    "having",
    "will",
    "would",
    "can",
    "could",
    "must",
    "should",
    "may",
    "might",
    "shall",
    "he",
    "she",
    "it",
    "they",
    "him",
    "her",
    "them",
    "his",
    "hers",
    "its",
    "their",
    "theirs",
    "i",
    "we",
    "you",
    "me",
    "us",
    "my",
    "our",
    "your",
    "yours",
    "ours",
    "who",
    "whom",
    "whose",
    "which",
    "what",
    "where",
    "when",
    "why",
    "how",
    "there",
    "of",
    "in",
    "on",
    "at",
    "to",
    "from",
    "with",
    "without",
    "by",
    "for",
    "into",
    "onto",
    "about",
    "than",
    "as",
    "'s",
    "someone",
    "somebody",
    "something",
    "anyone",
    "anybody",
    "anything",
    "everyone",
    "everybody",
    "everything",
    "nobody",
    "nothing",
    "himself",
    "herself",
    "itself",
    "themselves",
    "because",
    "while",
    "so",
    "whenever",
    "though",
    "although",
    "whether",
    "however",
    "also",
    "too",
    "else",
    "per",
    "via",
    "upon",
    "such",
    "other",
    "another",
    "since",
    "until",
    "among",
    "between",
    "during",
    "through",
    "against",
    "toward",
    "towards",
    "within",
    "inside",
    "outside",
    "above",
    "below",
    "under",
    "over",
    "behind",
    "beside",
    "beneath",
    "near",
    "across",
    "after",
    "before",
    "along",
    "around",
    "except",
    "like",
    "most",
    "many",
    "much",
    "few",
    "several",
    "more",
    "less",
    "least",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "let",
    "ourselves",
    "yourself",
    "myself",
    "yet",
    "hence",
    "thus",
    "whereas",
    "even",
    "just",
    "ever",
    "somewhere",
    "anywhere",
    "nowhere",
    "everywhere",
];

/// Single-word prepositions.
pub const PREPOSITIONS: &[&str] = &[
    "of",
    "in",
    "on",
    "at",
    "to",
    "from",
    "with",
    "without",
    "by",
    "for",
    "into",
    "onto",
    "about",
    "as",
    "during",
    "through",
    "against",
    "toward",
    "towards",
    "within",
    "inside",
    "outside",
    "above",
    "below",
    "under",
    "over",
    "behind",
    "beside",
    "beneath",
    "near",
    "across",
    "after",
    "before",
    "along",
    "around",
    "between",
    "among",
    "upon",
    "like",
    "via",
    "since",
    "until",
    "off",
    "past",
    "beyond",
    "per",
    "throughout",
    "underneath",
    "amid",
    "despite",
];

/// Prepositions of several words and the single name they go by.
pub const LONG_PREPOSITIONS: &[(&[&str], &str)] = &[
    (&["to", "the", "left", "of"], "left_of"),
    (&["to", "the", "right", "of"], "right_of"),
    (&["in", "front", "of"], "in_front_of"),
    (&["on", "top", "of"], "on_top_of"),
    (&["because", "of"], "because_of"),
    (&["instead", "of"], "instead_of"),
    (&["outside", "of"], "outside"),
    (&["inside", "of"], "inside"),
    (&["out", "of"], "out_of"),
    (&["next", "to"], "next_to"),
    (&["close", "to"], "close_to"),
    (&["due", "to"], "due_to"),
    (&["according", "to"], "according_to"),
    (&["left", "of"], "left_of"),
    (&["right", "of"], "right_of"),
    (&["north", "of"], "north_of"),
    (&["southeast", "of"], "southeast_of"),
    (&["southwest", "of"], "southwest_of"),
    (&["northeast", "of"], "northeast_of"),
    (&["northwest", "of"], "northwest_of"),
    (&["south", "of"], "south_of"),
    (&["east", "of"], "east_of"),
    (&["west", "of"], "west_of"),
    (&["to", "the", "north", "of"], "north_of"),
    (&["to", "the", "south", "of"], "south_of"),
    (&["to", "the", "east", "of"], "east_of"),
    (&["to", "the", "west", "of"], "west_of"),
];

/// `each other`, `one another`: the others of those spoken of.
pub const EACH_OTHER: &str = "each other";

/// Words before a comparison that tell by how much.
pub const MUCH: &[&str] = &["much", "far", "slightly", "considerably", "significantly"];

/// The same after `a`.
pub const A_BIT: &[&str] = &["bit", "lot", "little"];

/// Words after which `to` opens an action.
pub const PERMITTED: &[&str] = &["able", "allowed", "forbidden", "permitted", "required", "unable"];

/// Words that complete a verb without governing anything.
pub const PARTICLES: &[&str] = &[
    "up", "down", "off", "out", "away", "back", "together", "apart", "forward", "over", "around",
    "along",
];

/// Verbs that take two objects.
pub const TWO_OBJECTS: &[&str] = &[
    "give", "hand", "pass", "send", "show", "teach", "tell", "offer", "sell", "buy", "lend",
    "bring", "award", "cost", "owe", "pay", "grant", "promise", "read", "feed", "ask", "serve",
    "reward", "throw", "write",
];

/// Verbs that make somebody something: `elected mayor`.
pub const MADE: &[&str] = &[
    "elect", "appoint", "name", "crown", "proclaim", "nominate", "ordain", "vote", "declare", "dub",
];

/// The relation between two names of one thing.
pub const SAME: &str = "same_as";

/// How a thing and its value are related: `the price is 5 euros`.
pub const EQUALS: &str = "equals";

/// Verbs that take no object.
pub const INTRANSITIVE: &[&str] =
    &["live", "exist", "die", "sleep", "arrive", "happen", "rain", "stay", "lie", "rise"];

/// Verbs that hardly ever take an object, so that none is shared with the verb after them.
pub const ALONE: &[&str] = &[
    "live",
    "exist",
    "die",
    "sleep",
    "arrive",
    "happen",
    "rain",
    "stay",
    "walk",
    "run",
    "swim",
    "go",
    "come",
    "laugh",
    "cry",
    "smile",
    "bark",
    "yell",
    "shout",
    "scream",
    "work",
    "sit",
    "stand",
    "rest",
    "jump",
    "dance",
    "talk",
    "wait",
    "travel",
    "wake",
    "rise",
    "fall",
    "bleed",
    "breathe",
    "shine",
    "howl",
    "purr",
    "meow",
    "sing",
    "snore",
    "study",
    "fly",
    "bloom",
    "vote",
    "pray",
    "hike",
    "jog",
    "glow",
    "float",
    "hibernate",
    "migrate",
    "bleat",
    "growl",
    "hop",
];

/// Verbs whose object keeps a following phrase to itself.
pub const LIGHT: &[&str] =
    &["have", "own", "be", "like", "love", "need", "want", "possess", "know"];

/// Verbs that say where their object goes or stays.
pub const PLACING: &[&str] = &[
    "put", "place", "leave", "keep", "set", "hang", "lay", "store", "hide", "park", "plant",
    "bury", "drop", "throw", "carry", "bring", "take", "send", "move", "pack", "pour", "drive",
    "lock", "meet",
];

/// Adverbs that add nothing the logic keeps.
pub const EMPTY_ADVERBS: &[&str] = &[
    "also",
    "too",
    "ever",
    "actually",
    "currently",
    "really",
    "just",
    "even",
    "indeed",
    "now",
    "still",
    "already",
];

/// Adverbs that make a sentence a default.
pub const NORMALLY: &[&str] = &["normally", "usually", "typically", "generally", "ordinarily"];

/// `there` and `here` as adverbs.
pub const THERE: &str = "there";

/// `a kind of fruit`: nouns by which what is one of a kind is said to be it.
pub const KINDS: &[&str] = &["kind", "type", "sort", "form", "variety", "species", "breed"];

/// Verbs that take a verb in `-ing`.
pub const WITH_GERUND: &[&str] = &[
    "enjoy",
    "love",
    "like",
    "hate",
    "prefer",
    "start",
    "stop",
    "keep",
    "avoid",
    "finish",
    "consider",
    "begin",
    "continue",
    "risk",
    "quit",
    "go",
    "dislike",
    "mind",
    "recommend",
    "require",
];

/// Verbs that take `to` with a verb.
pub const WITH_INFINITIVE: &[&str] = &[
    "want",
    "need",
    "love",
    "like",
    "hope",
    "plan",
    "try",
    "decide",
    "prefer",
    "choose",
    "have",
    "aim",
    "learn",
    "start",
    "begin",
    "continue",
    "agree",
    "expect",
    "refuse",
    "promise",
    "fail",
    "manage",
    "tend",
    "seem",
    "appear",
    "intend",
    "wish",
    "afford",
    "hate",
    "help",
    "get",
    "strive",
    "study",
    "offer",
    "attempt",
    "desire",
    "threaten",
    "struggle",
    "volunteer",
    "forget",
    "remember",
];

/// Verbs that link their subject to an adjective.
pub const LINKING: &[&str] = &[
    "become", "get", "feel", "look", "seem", "remain", "stay", "appear", "sound", "taste", "smell",
    "grow", "turn", "go", "keep",
];

/// The months of the year.
pub const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The days of the week.
pub const WEEKDAYS: &[&str] =
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Degree words before an adjective.
pub const DEGREES: &[&str] = &[
    "very",
    "quite",
    "extremely",
    "too",
    "so",
    "rather",
    "fairly",
    "really",
    "especially",
    "more",
    "most",
    "less",
];

/// The subject form of a pronoun.
pub fn pronoun(word: &str) -> Option<&'static str> {
    Some(match word {
        "he" | "him" => "he",
        "she" | "her" => "she",
        "it" => "it",
        "they" | "them" => "they",
        "himself" | "herself" | "itself" | "themselves" => "self",
        "you" => "you",
        _ => return None,
    })
}

/// Who `I` is.
pub const SPEAKER: &str = "the user";

/// `we`: the speaker and the others.
pub const SPEAKERS: &str = "we";

/// The subject form of a possessive pronoun.
pub fn possessive(word: &str) -> Option<&'static str> {
    Some(match word {
        "his" => "he",
        "her" => "she",
        "its" => "it",
        "their" => "they",
        "your" => "you",
        _ => return None,
    })
}

/// The value of a number written as a word.
pub fn number_word(word: &str) -> Option<u32> {
    const WORDS: &[&str] = &[
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: &[&str] =
        &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let below = |word: &str| WORDS.iter().position(|w| *w == word);
    let tens = |word: &str| TENS.iter().position(|w| *w == word).map(|n| 10 * (n + 2));
    let value = match word.split_once('-') {
        Some((front, last)) => tens(front)? + below(last).filter(|n| (1..10).contains(n))?,
        None => below(word).or_else(|| tens(word))?,
    };
    u32::try_from(value).ok()
}

/// The value of an ordinal.
pub fn ordinal(word: &str) -> Option<u32> {
    const WORDS: &[&str] = &[
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    WORDS.iter().position(|w| *w == word).and_then(|n| u32::try_from(n + 1).ok())
}

/// Whether the word belongs to grammar.
pub fn is_closed(word: &str) -> bool {
    CLOSED.contains(&word)
}
