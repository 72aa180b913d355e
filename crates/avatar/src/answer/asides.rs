//! What a sentence can do without: parts that can be seen, by the marks around them, to stand
//! aside, and that hold no word which turns what is said elsewhere.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::words::Terms;

use super::tokens::Token;

/// A part that holds one of these stays: they deny, doubt or limit what stands elsewhere, or put it
/// into somebody's mouth.
const TURNING: &str = "abolish absurd according acquit admit advise against agree allege allegedly almost announce \
annul answer apparently appear argue ask assert assume avoid ban barely before believe billion \
boast but call cancel cannot cease cent cite claim conclude conjecture consider contradict \
contrary could cry declare deem deny despite disprove doubt dozen dream end error except exclaim \
fable fail fake false falsely fancy fear few fewer fiction fool foolish forbid forge former \
formerly guess half hardly hear hoax hope hundred hypothesis if imagine imply impossible \
improbable incorrect infer insist intend invent invention ironic irony joke lack legend less \
lest liar lie likely little longer longing mad maintain may maybe mean merely might million \
mistake mistaken mock myth nearly neither never no nobody none nonsense nor not nothing novel \
nowhere only opinion opposite or ought parody partly percent perhaps plan poem possibly preach \
predict pretend prevent probably promise propose provided quote rarely refuse refute regard \
reject remark repeal reply report revoke ridiculous rumor rumour satire say scarcely seem seldom \
should so some sometimes speak stop story such suggest suppose supposedly suspect swear tale \
teach tell theory think thousand threaten thus till unless unlikely until untrue usually view \
vision want when whether wish without would write wrong wrongly";
/// Other forms of these that do not share their stem.
const FORMS: &str = "said spoke spoken taught told thought wrote written forbade forbidden swore sworn dreamt meant heard \
denied denies lying lied fallacy fictional arent cant couldnt didnt doesnt dont hadnt hasnt \
havent isnt mustnt neednt shouldnt wasnt werent wont wouldnt";
/// Words that make a shorter description say more, not less.
const UNIVERSAL: [&str; 10] = [
    "all",
    "any",
    "anybody",
    "anyone",
    "anything",
    "each",
    "every",
    "everybody",
    "everyone",
    "most",
];
/// Words that lead into a sentence and say nothing, with a comma after them.
const LEADING: [&[&str]; 15] = [
    &["however"],
    &["moreover"],
    &["furthermore"],
    &["therefore"],
    &["thus"],
    &["hence"],
    &["indeed"],
    &["also"],
    &["finally"],
    &["consequently"],
    &["in", "fact"],
    &["in", "addition"],
    &["for", "example"],
    &["for", "instance"],
    &["of", "course"],
];
/// Words that begin a part which tells more about what stands before a comma.
const TELLING_MORE: [&str; 8] = ["which", "who", "whose", "whom", "where", "a", "an", "the"];
/// Words that begin a last part after a comma.
const GOING_ON: [&str; 9] =
    ["and", "while", "whereas", "although", "though", "because", "since", "yet", "so"];
/// The longest apposition, in words.
const LONGEST_APPOSITION: usize = 6;
/// How many words are a statement at the least.
const LEAST_STATEMENT: usize = 3;

/// The stretches of a sentence that may be left out, each by itself.
pub(super) fn asides(tokens: &[Token<'_>]) -> Vec<Range<usize>> {
    let lead = lead(tokens);
    let mut found = brackets(tokens);
    found.extend(between_commas(tokens, lead));
    found.extend(tails(tokens, lead));
    found.retain(|range| range.start < range.end && !turns(&tokens[range.clone()]));
    found.extend((lead > 0).then_some(0..lead));
    found
}

/// Whether a stretch holds a word that turns what stands elsewhere, or a part of a quotation.
fn turns(tokens: &[Token<'_>]) -> bool {
    static STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let mut stemmer = Terms::new();
        let listed = TURNING.split_whitespace().chain(FORMS.split_whitespace());
        listed.map(|word| stemmer.of(word).to_owned()).collect()
    });
    let mut stemmer = Terms::new();
    tokens.iter().any(|token| {
        let plain = token.folded.replace('\'', "");
        token.quoted || plain.split('-').any(|word| STEMS.contains(stemmer.of(word)))
    })
}

/// How many words only lead in: `However,` and the like, or a first `and`.
fn lead(tokens: &[Token<'_>]) -> usize {
    let is = |lead: &&[&str]| {
        let words = tokens.iter().map(|it| it.folded.as_str()).take(lead.len());
        words.eq(lead.iter().copied()) && tokens[lead.len() - 1].after == ","
    };
    let bare = tokens.first().is_some_and(|it| it.folded == "and" && it.after.is_empty());
    LEADING.iter().find(|lead| is(lead)).map_or(usize::from(bare), |lead| lead.len())
}

fn brackets(tokens: &[Token<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open = None;
    for (at, token) in tokens.iter().enumerate() {
        if token.before.contains(['(', '[']) {
            open = Some(at);
        }
        if token.after.contains([')', ']'])
            && let Some(start) = open.take()
            && start > 0
        {
            found.push(start..at + 1);
        }
    }
    found
}

/// A relative clause or an apposition between the only two commas of a sentence.
fn between_commas(tokens: &[Token<'_>], lead: usize) -> Option<Range<usize>> {
    let commas = commas(tokens, lead);
    let &[first, second] = commas.as_slice() else { return None };
    let inside = &tokens[first + 1..=second];
    let begins = inside.first().map(|it| it.folded.as_str()).unwrap_or_default();
    let goes_on = tokens.get(second + 1).map(|it| it.folded.as_str()).unwrap_or("and");
    let universal =
        tokens.iter().any(|it| UNIVERSAL.contains(&it.folded.as_str()) || is_denial(&it.folded));
    let named = first > 0 && tokens[first].written.starts_with(char::is_uppercase);
    let apposition = named && inside.len() <= LONGEST_APPOSITION;
    let tells = TELLING_MORE.contains(&begins)
        && (begins.starts_with("wh") || apposition)
        && !GOING_ON.contains(&goes_on)
        && !["or", "nor", "but"].contains(&goes_on)
        && !inside.iter().any(|it| it.after.contains([';', ':', '—']));
    (tells && !universal).then_some(first + 1..second + 1)
}

fn is_denial(folded: &str) -> bool {
    ["no", "not", "none", "never", "nobody", "nothing", "neither", "nor", "only", "few", "without"]
        .contains(&folded)
        || folded.ends_with("n't")
}

/// The last part of a sentence, behind a semicolon or behind its only comma.
fn tails(tokens: &[Token<'_>], lead: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let commas = commas(tokens, lead);
    for (at, token) in tokens.iter().enumerate().skip(lead + LEAST_STATEMENT - 1) {
        let Some(next) = tokens.get(at + 1) else { break };
        let next = next.folded.as_str();
        let after_comma = commas.last() == Some(&at)
            && (GOING_ON.contains(&next) && commas.len() == 1
                || TELLING_MORE.contains(&next) && next.starts_with("wh"));
        if token.after == ";" || after_comma && token.after == "," {
            found.push(at + 1..tokens.len());
        }
    }
    found
}

/// The words with a comma after them, but for one that ends a lead.
fn commas(tokens: &[Token<'_>], lead: usize) -> Vec<usize> {
    let with = tokens.iter().enumerate().skip(lead).filter(|(_, token)| token.after.contains(','));
    with.map(|(at, _)| at).collect()
}
