//! The shape of an analysed sentence, as the grammar builds it and `meaning` reads it.
//! Only data: no words are looked up here.

use super::morphology::Form;

/// How parts are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Join {
    /// All of them.
    And,
    /// At least one.
    Or,
    /// Exactly one.
    Either,
    /// None of them.
    Neither,
}

/// How a sentence depends on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// `if A then B`
    If,
    /// `B only if A`
    OnlyIf,
    /// `B if and only if A`
    Iff,
    /// `B unless A`
    Unless,
}

/// A whole sentence.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Sentence {
    /// A subject and what is said of it.
    Clause(Np, Vp),
    /// There is such a thing.
    There(Np),
    /// Condition and consequence, in this order.
    If(Condition, Box<Sentence>, Box<Sentence>),
    /// The consequence first, then what it depends on.
    Provided(Condition, Box<Sentence>, Box<Sentence>),
    /// Several sentences.
    Join(Join, Vec<Sentence>),
    /// It is not so.
    Not(Box<Sentence>),
    /// Normally so, with exceptions.
    Normally(Box<Sentence>, Vec<Np>),
    /// A phrase of time or place before the sentence.
    Framed(Frame, Box<Sentence>),
    /// `there are five birds: a quail, an owl, ...`
    Listing(String, Vec<Np>),
}

/// What a sentence is set in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Frame {
    /// After what was said before.
    Then,
    /// A part of the day or an earlier day, the later the greater.
    Time(i32),
    /// Anywhere else.
    Place(String, Np),
}

/// Number as far as agreement needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// One.
    Singular,
    /// Several.
    Plural,
    /// Either will do.
    Any,
}

/// A noun phrase.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Np {
    /// A proper name or title, as written.
    Name(String),
    /// A personal pronoun, in its subject form.
    Pronoun(String),
    /// Determiner, adjectives, noun, modifiers.
    Nominal(Box<Nominal>),
    /// Several joined.
    Join(Join, Vec<Np>),
    /// What a question asks for.
    Asked,
}

/// How many or which.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Determiner {
    /// every, each, all
    Every,
    /// any
    Any,
    /// not every, not all
    NotEvery,
    /// no
    No,
    /// some, at least one
    Some,
    /// a, an
    A,
    /// the, this, that
    The,
    /// only
    Only,
    /// which, what, how many
    Which,
    /// none, with a plural or mass noun
    Bare,
    /// whose it is
    Of(Np),
    /// another amount, such as `more than 3`
    Amount(String),
}

/// A noun with everything around it; no noun means "thing".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Nominal {
    /// How many or which.
    pub determiner: Determiner,
    /// Adjectives before the noun.
    pub adjectives: Vec<Adjective>,
    /// The noun, compounds with spaces.
    pub noun: Option<String>,
    /// Without a noun: whether people (`someone`) or things (`something`) are meant.
    pub people: Option<bool>,
    /// A name beside the noun: `the film Dune`.
    pub name: Option<String>,
    /// Written in the plural.
    pub plural: bool,
    /// What follows the noun.
    pub modifiers: Vec<Modifier>,
}

/// An adjective with its adverbs and what it governs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Adjective {
    /// The words, adverbs first: `very spirited`.
    pub words: Vec<String>,
    /// `afraid of mice`: the governed phrases.
    pub governs: Vec<(String, Np)>,
}

/// What follows a noun.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// `of Bob`
    Of(Np),
    /// `in the park`, `dependent on X`, `older than X`, `owned by X`, `playing chess`
    Is(Complement),
    /// `who sleeps`
    That(Vp),
    /// `that Bob likes`
    ThatOther(Np, Vp),
}

/// What is said of a subject.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Vp {
    /// Several joined.
    Join(Join, Vec<Vp>),
    /// It is not so.
    Not(Box<Vp>),
    /// Under `can`, `wants to`, `enjoys`: the words, and the form of the verb under them.
    Under(String, Form, Box<Vp>),
    /// Normally so.
    Normally(Box<Vp>),
    /// Being something.
    Be(Complement),
    /// Doing something.
    Do(Box<Verb>),
}

/// What follows a form of `be`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Complement {
    /// `red`, `afraid of mice`
    Adjective(Adjective),
    /// `a human`
    Np(Np),
    /// `in the park`
    At(String, Np),
    /// `older than Bob`; less: `less old than Bob`
    Than(String, bool, Np),
    /// `as old as Bob`
    As(String, Np),
    /// `the second oldest`: adjective, place counted from the top, among which things
    Rank(String, u32, Option<Np>),
    /// `chased by Bob`, `chasing Bob`
    Act(Box<Verb>),
    /// `able to swim`
    Under(String, Form, Box<Vp>),
    /// Several joined.
    Join(Join, Vec<Complement>),
    /// It is not so.
    Not(Box<Complement>),
}

impl Verb {
    /// What it takes: its objects, and what follows its prepositions.
    pub fn takes(&self) -> impl Iterator<Item = &Np> {
        self.objects.iter().chain(self.phrases.iter().map(|(_, np)| np))
    }
}

impl Complement {
    /// The noun phrase, if it is one with a noun.
    pub fn nominal(&self) -> Option<&Nominal> {
        match self {
            Self::Np(Np::Nominal(nominal)) => Some(nominal),
            Self::Np(_)
            | Self::Adjective(_)
            | Self::At(..)
            | Self::Than(..)
            | Self::As(..)
            | Self::Rank(..)
            | Self::Act(_)
            | Self::Under(..)
            | Self::Join(..)
            | Self::Not(_) => None,
        }
    }
}

/// When something happens, as far as narratives need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tense {
    /// Now or always.
    Present,
    /// Going on.
    Progressive,
    /// Done.
    Past,
}

/// A verb with everything it takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Verb {
    /// The lemma, with its particle: `pick up`.
    pub lemma: String,
    /// The participle as written, when the subject undergoes it.
    pub passive: Option<String>,
    /// When.
    pub tense: Tense,
    /// Adverbs, in order.
    pub adverbs: Vec<String>,
    /// Direct and second objects.
    pub objects: Vec<Np>,
    /// Prepositional phrases.
    pub phrases: Vec<(String, Np)>,
}
