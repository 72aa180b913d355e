//! The gates a drafted sentence passes before anybody reads it: it says its source word for word.
//!
//! Leaving words out can turn a sentence round as well as bringing some in, and no list knows all
//! the words that do: a bracket limits, a semicolon takes back. So a draft chooses sentences and
//! their order, and changes nothing in them but the words that lead in.
//!
//! Everything here is decided by the sentence and the one source sentence it names; no model and
//! no corpus is asked.

use crate::words::squeezed;

use super::support::support;
use super::tokens::{Token, tokens};

/// Words that lead into a sentence and say nothing, with a comma after them.
const LEADING: [&[&str]; 9] = [
    &["however"],
    &["moreover"],
    &["furthermore"],
    &["therefore"],
    &["consequently"],
    &["indeed"],
    &["in", "fact"],
    &["in", "addition"],
    &["of", "course"],
];

/// Beginnings that only say that somebody wrote something; they are taken off.
const LEADS: [&str; 14] = [
    "as i wrote, ",
    "as i noted, ",
    "as i explained, ",
    "as i discussed, ",
    "i wrote that ",
    "i noted that ",
    "i explained that ",
    "the author writes that ",
    "the author notes that ",
    "according to the text, ",
    "according to the handbook, ",
    "the text says that ",
    "the writings say that ",
    "the handbook says that ",
];

/// Why a drafted sentence is not said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It names no sentence of those it was given.
    #[error("it names no source")]
    NoSource,
    /// It says nothing.
    #[error("it says nothing")]
    Empty,
    /// A quotation in it is not in its source.
    #[error("the quotation `{0}` is not in the source")]
    Quotation(String),
    /// A number in it is not in its source.
    #[error("the number `{0}` is not in the source")]
    Number(String),
    /// A name in it is not in its source.
    #[error("the name `{0}` is not in the source")]
    Name(String),
    /// Another word in it is not in its source.
    #[error("the word `{0}` is not in the source")]
    Word(String),
    /// A word was left out that may turn the meaning.
    #[error("the word `{0}` of the source is left out, which may turn its meaning")]
    LeftOut(String),
    /// The words stand in another order.
    #[error("the words stand in another order than in the source")]
    Order,
    /// A mark beside a word was changed.
    #[error("the marks beside `{0}` are not those of the source")]
    Marks(String),
    /// Too little of it is in the source.
    #[error("the source does not support it")]
    Unsupported,
    /// The configured network says that it does not follow.
    #[error("it does not follow from the source")]
    DoesNotFollow,
}

/// Checks a drafted sentence against one sentence of the corpus.
pub fn check(sentence: &str, source: &str) -> Result<(), Fault> {
    let (said, written) = (tokens(sentence), tokens(source));
    if said.is_empty() {
        return Err(Fault::Empty);
    }
    quotations(sentence, source)?;
    nothing_new(&said, &written)?;
    word_for_word(&said, &written)?;
    if support(sentence, &[source]).holds() { Ok(()) } else { Err(Fault::Unsupported) }
}

/// A drafted sentence without the words that only say that somebody wrote it.
pub(crate) fn without_lead(sentence: &str) -> String {
    let sentence = sentence.trim();
    let folded = sentence.to_ascii_lowercase();
    let lead = LEADS.iter().find(|lead| folded.starts_with(**lead));
    let rest = sentence.get(lead.map_or(0, |lead| lead.len())..).unwrap_or_default();
    let mut letters = rest.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn quotations(sentence: &str, source: &str) -> Result<(), Fault> {
    let source = format!(" {} ", squeezed(source));
    let straight = sentence.replace(['“', '”', '«', '»'], "\"");
    for quotation in straight.split('"').skip(1).step_by(2) {
        if !source.contains(&format!(" {} ", squeezed(quotation))) {
            return Err(Fault::Quotation(quotation.to_owned()));
        }
    }
    Ok(())
}

fn nothing_new(said: &[Token<'_>], written: &[Token<'_>]) -> Result<(), Fault> {
    let new = |(at, word): &(usize, &Token<'_>)| !written.iter().any(|it| word.is(it, *at == 0));
    let Some((at, new)) = said.iter().enumerate().find(new) else {
        return Ok(());
    };
    let word = new.written.to_owned();
    Err(if word.bytes().any(|byte| byte.is_ascii_digit()) {
        Fault::Number(word)
    } else if at > 0 && word.starts_with(char::is_uppercase) {
        Fault::Name(word)
    } else {
        Fault::Word(word)
    })
}

/// Compares a draft with its source, whose leading words may be left out.
fn word_for_word(said: &[Token<'_>], written: &[Token<'_>]) -> Result<(), Fault> {
    let led = lead(written);
    match same(said, written) {
        Err(fault) if led > 0 => same(said, &written[led..]).map_err(|_| fault),
        compared => compared,
    }
}

fn same(said: &[Token<'_>], written: &[Token<'_>]) -> Result<(), Fault> {
    let pairs = said.iter().zip(written);
    let equal = pairs.clone().enumerate();
    let equal = equal.take_while(|(at, (word, source))| word.is(source, *at == 0)).count();
    if equal < said.len().max(written.len()) {
        let left_out = written.get(equal).filter(|_| is_within(said, written));
        return Err(left_out.map_or(Fault::Order, |it| Fault::LeftOut(it.written.to_owned())));
    }
    let last = said.len() - 1;
    let kept = |(at, (word, source)): &(usize, (&Token<'_>, &Token<'_>))| {
        let stop = |marks: &str| marks.trim_end_matches('.').to_owned();
        let after =
            word.after == source.after || *at == last && stop(&word.after) == stop(&source.after);
        after && word.before == source.before && (word.quoted || !source.quoted)
    };
    let changed = pairs.enumerate().find(|pair| !kept(pair));
    changed.map_or(Ok(()), |(_, (_, source))| Err(Fault::Marks(source.written.to_owned())))
}

/// How many words only lead in: `However,` and the like.
fn lead(tokens: &[Token<'_>]) -> usize {
    let is = |lead: &&&[&str]| {
        let words = tokens.iter().map(|it| it.plain.to_lowercase()).take(lead.len());
        words.eq(lead.iter().copied()) && tokens[lead.len() - 1].after == ","
    };
    LEADING.iter().find(is).map_or(0, |lead| lead.len())
}

/// Whether the words stand in the source in the same order, with others between them.
fn is_within(said: &[Token<'_>], written: &[Token<'_>]) -> bool {
    let mut rest = written.iter();
    said.iter().enumerate().all(|(at, word)| rest.any(|source| word.is(source, at == 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "In 1483 the herders of Törbel wrote such rules down, and Zurich did not fine anybody.";

    #[test]
    fn a_sentence_says_its_source() {
        let source = "However, the herders’ rules (and strict ones) were written down in 1483.";
        for fine in [
            source,
            "The herders' rules (and strict ones) were written down in 1483",
            "As I wrote, the “herders' rules” (and strict ones) were written down in 1483.",
        ] {
            assert_eq!(check(&without_lead(fine), source), Ok(()), "{fine}");
        }
        let shorter = "The herders' rules were written down in 1483.";
        assert_eq!(check(shorter, source), Err(Fault::LeftOut("However".into())));
    }

    #[test]
    fn each_kind_of_lie_is_named() {
        for (lie, fault) in [
            ("", Fault::Empty),
            ("In 1484 the herders of Törbel did not write rules.", Fault::Number("1484".into())),
            ("The herders of Geneva wrote no rules.", Fault::Name("Geneva".into())),
            ("The herders burned rules.", Fault::Word("burned".into())),
            ("The herders wrote “rules of stone” down.", Fault::Quotation("rules of stone".into())),
            ("In 1483 the herders wrote such rules down.", Fault::LeftOut("of".into())),
            ("Zurich did not fine the herders.", Fault::Order),
            (
                "In 1483, the herders of Törbel wrote such rules down, and Zurich did not fine anybody.",
                Fault::Marks("1483".into()),
            ),
        ] {
            assert_eq!(check(lie, SOURCE), Err(fault), "{lie}");
        }
    }

    #[test]
    fn signs_and_questions_stay() {
        assert!(check("The loss was 5 crowns.", "The loss was −5 crowns.").is_err());
        assert!(check("A king ruled.", "An ex-king ruled.").is_err());
        assert_eq!(
            check("Did the king die.", "Did the king die?"),
            Err(Fault::Marks("die".into()))
        );
        assert_eq!(check("Did the king die?", "Did the king die?"), Ok(()));
    }

    /// What a draft says by leaving words out, and the source does not say.
    #[test]
    fn no_lie_is_told_by_leaving_out() {
        for (source, lie) in LIES {
            assert!(check(lie, source).is_err(), "{source} => {lie}");
        }
    }

    const LIES: &[(&str, &str)] = &[
        (
            "The son of the king of Marle was hanged in the square.",
            "The king of Marle was hanged in the square.",
        ),
        (
            "The smith who killed Hector Ramsay was drowned in the pond.",
            "Hector Ramsay was drowned in the pond.",
        ),
        ("If the dam of Oakton breaks, the lower village floods.", "The lower village floods."),
        (
            "Bishop Orme denied that the canons of Selby stole the grain.",
            "The canons of Selby stole the grain.",
        ),
        ("The report that Lady Vane died in Bath is untrue.", "Lady Vane died in Bath."),
        (
            "It is a vulgar error that salt cures the fever of Lorne.",
            "Salt cures the fever of Lorne.",
        ),
        ("The tower of Ghent has five thousand steps.", "The tower of Ghent has five steps."),
        (
            "The treasury of Elphin held three million crowns.",
            "The treasury of Elphin held three crowns.",
        ),
        (
            "Doctor Pym claimed that the comet of Tyre caused the plague.",
            "The comet of Tyre caused the plague.",
        ),
        (
            "Before the fire, the abbey of Yarrow had ten bells.",
            "The abbey of Yarrow had ten bells.",
        ),
        ("The wine of Cadiz is better than the wine of Porto.", "The wine of Porto is better."),
        ("Some merchants of Lucca cheated the customs.", "Merchants of Lucca cheated the customs."),
        ("Hardly any ship of Genoa carried a surgeon.", "Any ship of Genoa carried a surgeon."),
        (
            "The duke hoped that Captain Rudd would win the battle of Corbie.",
            "Captain Rudd would win the battle of Corbie.",
        ),
        ("Far from poisoning the well, Agnes Holt cleaned it.", "Agnes Holt poisoning the well."),
        ("Judge Moss acquitted Peter Quill of murder.", "Peter Quill of murder."),
        (
            "The law forbids the weavers of Arras to export wool.",
            "The weavers of Arras export wool.",
        ),
        ("Rosa Bell pretended to be the heir of Castile.", "Rosa Bell to be the heir of Castile."),
        (
            "The council of Trent refused to pay the masons of Lodi.",
            "The council of Trent pay the masons of Lodi.",
        ),
        ("Unless it rains, the harvest of Alby fails.", "The harvest of Alby fails."),
        ("The story goes that Queen Isolde drank poison.", "Queen Isolde drank poison."),
        ("The rebels failed to burn the bridge of Avon.", "The rebels burn the bridge of Avon."),
        ("Tom Gray almost won the race of Epsom.", "Tom Gray won the race of Epsom."),
        ("Neither the mayor nor the clerk of Ware took bribes.", "The clerk of Ware took bribes."),
        ("The population of Brill fell from 900 to 400.", "The population of Brill fell to 900."),
        ("Wages in Kent rose by twelve and in Essex fell by nine.", "Wages in Essex rose by nine."),
        ("John Ardley sold the farm to Mary Coote.", "Mary Coote sold the farm."),
        ("The cure of Dr. Wick is said to heal gout.", "The cure of Dr. Wick heal gout."),
        ("The mines of Falun are exhausted or flooded.", "The mines of Falun are exhausted."),
        (
            "Without a licence the brewers of Bruges cannot sell beer.",
            "The brewers of Bruges sell beer.",
        ),
        ("A false rumour said the bank of Siena had failed.", "The bank of Siena had failed."),
        ("Few of the monks of Cluny could read.", "The monks of Cluny could read."),
        (
            "The physician advised against bathing in the lake of Thun.",
            "The physician advised bathing in the lake of Thun.",
        ),
        ("Imagine that the emperor of Cathay wore rags.", "The emperor of Cathay wore rags."),
        ("The king killed at Marle was tall.", "The king was killed at Marle."),
        ("A few monks of Cluny could read.", "Few monks of Cluny could read."),
        ("Did the abbot of Cluny sell the bells?", "The abbot of Cluny did sell the bells."),
        ("Two rumours went round: the king was dead, and the queen fled.", "The queen fled."),
        ("In Homer the king dies; the queen flees.", "The queen flees."),
        ("The king died, and the queen fled, as the liars tell.", "The king died."),
        ("The king, who killed Tom, Dick, and Harry, died.", "The king, Dick, and Harry, died."),
        ("The king, who was mad, died, and the queen fled.", "The king and the queen fled."),
        ("The port of Dover, which silted up, was closed.", "The port of Dover."),
        ("Every guard, who sleeps at his post, is hanged.", "Every guard is hanged."),
        ("No rule, which nobody wrote down, was kept.", "No rule was kept."),
        ("The serum of Oslo cures rabies (in mice).", "The serum of Oslo cures rabies."),
        (
            "Entry to the tower of Bergen is free (Mondays).",
            "Entry to the tower of Bergen is free.",
        ),
        (
            "The siege of Ulm lasted nine weeks (recte three).",
            "The siege of Ulm lasted nine weeks.",
        ),
        (
            "Everyone in Delft (the Catholics aside) swore the oath.",
            "Everyone in Delft swore the oath.",
        ),
        (
            "All merchants of Hull pay the tax; Quakers are exempt.",
            "All merchants of Hull pay the tax.",
        ),
        ("The bell of Riga is gold; gilded, rather.", "The bell of Riga is gold."),
        ("Touch the idol of Rethra, and you die.", "Touch the idol of Rethra."),
        (
            "The heir of Gram is Anna, the daughter of Bodil, the miller's wife.",
            "The heir of Gram is Anna, the miller's wife.",
        ),
        ("The lamp of Lund needs 5 mW.", "The lamp of Lund needs 5 MW."),
        ("He gave US soldiers bread.", "He gave us soldiers bread."),
        ("The abbot of Ely owns 12 farms.", "The abbot of Ely owns 12 farms?"),
        ("The abbot of Ely owns 12 farms.", "The abbot of Ely owns 12 farms 🙃."),
        ("The earth is flat; thus spoke the fool.", "The earth is flat."),
        ("The mill has one wheel of oak.", "The mill has one."),
        ("The king died (or so the monks of Ely believed).", "The king died."),
        ("The bridge will fall, unless it is mended, in May.", "The bridge will fall in May."),
        ("Tom was seen in Dover or in Calais.", "Tom was seen in Dover."),
        (
            "The king, a ghost by then, signed the law, and the clerk read it.",
            "The king and the clerk read it.",
        ),
    ];
}
