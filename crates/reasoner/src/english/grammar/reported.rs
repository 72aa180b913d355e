//! `told Ann that Ben is ill`: what somebody says, thinks or promises is not said to be so.

use super::super::lexicon::entry;
use super::super::morphology::verb_forms;
use super::super::syntax::Np;
use super::Grammar;

/// Verbs after which `that` opens what is said or thought.
const REPORTING: &str = "admit advise agree allege announce argue ask assert assume assure believe claim complain \
    conclude confess confirm convince declare deny doubt dream explain fear feel forget \
    guess hear hope imagine inform insist know mention notify persuade predict pretend \
    promise prove realize remember remind reply report say show suggest suppose suspect \
    swear teach tell think threaten vow warn wish worry write";

/// Those of them that take whom it is said to.
const TELLING: &str = "advise assure convince inform notify persuade promise remind show teach tell threaten \
    warn";

impl Grammar<'_> {
    /// Whether a verb of saying, perhaps with whom it is said to, stands before `that` and a clause.
    pub(super) fn is_reported(&self) -> bool {
        let says = |p: usize, verbs: &str| {
            let lemmas = verb_forms(self.lower(p));
            lemmas.iter().any(|(lemma, _)| verbs.split(' ').any(|verb| verb == lemma))
        };
        let thats = (2..self.len()).filter(|p| self.lower(*p) == "that");
        thats.into_iter().any(|that| {
            let clause = || self.sentence(that + 1).iter().any(|s| s.end > that + 2);
            let told = |verb| says(verb, TELLING) && self.is_told_to(verb + 1, that);
            (says(that - 1, REPORTING) || (1..that).any(told)) && clause()
        })
    }

    /// Whether a person is named from here to there.
    fn is_told_to(&self, at: usize, end: usize) -> bool {
        self.np(at).iter().filter(|np| np.end == end).any(|np| match &np.value {
            Np::Name(_) | Np::Pronoun(_) | Np::Join(..) => true,
            Np::Nominal(n) => {
                let head = n.noun.as_deref().map(|noun| noun.rsplit(' ').next().unwrap_or(noun));
                let person = head.and_then(entry).is_some_and(|e| e.person);
                n.modifiers.is_empty()
                    && (person || n.people == Some(true) || head == Some("person"))
            }
            Np::Asked => false,
        })
    }
}
