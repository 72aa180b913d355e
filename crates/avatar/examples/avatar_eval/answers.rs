//! Usefulness and refusal: questions with their paragraph, without it, and about something else.

use std::fmt::Write;
use std::path::Path;

use avatar::answer::{self, Answer};
use avatar::config::Limits;
use avatar::{Corpus, ingest};

use super::corpora::{Asked, Made, Reading, cranfield, make, scifact, xquad};
use crate::Failed;
use crate::setup::Setup;

/// The table.
pub(crate) fn table(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    let reading = xquad(folder)?;
    let whole = avatar_of(setup, &reading)?;
    let (mut held, mut refused, mut sure, mut sure_right) = (0, 0, 0, 0);
    let (mut doubted, mut doubted_right) = (0, 0);
    for asked in &reading.questions {
        let answer = ask(&whole.corpus, &asked.question)?;
        let right = holds(&answer, asked);
        held += usize::from(right);
        refused += usize::from(answer.refusal.is_some());
        if answer.confidence == answer::Confidence::High {
            sure += 1;
            sure_right += usize::from(right);
        }
        if is_doubted(&answer) {
            doubted += 1;
            doubted_right += usize::from(right);
        }
    }
    let all = reading.questions.len();
    let mut text = format!("answers with {}, XQuAD English\n", setup.name());
    writeln!(text, "  gold answer in the cited sentences     {}", share(held, all))?;
    writeln!(text, "  answerable, wrongly refused            {}", share(refused, all))?;
    writeln!(
        text,
        "  high confidence, and then right        {} {}",
        share(sure, all),
        share(sure_right, sure)
    )?;
    writeln!(
        text,
        "  low confidence, and yet right          {} {}",
        share(doubted, all),
        share(doubted_right, doubted)
    )?;
    let (mut without, mut without_doubted) = (0, 0);
    each_without(&whole, &reading, |answer| {
        without += usize::from(answer.refusal.is_some());
        without_doubted += usize::from(is_doubted(&answer));
    })?;
    writeln!(text, "  own paragraph removed, refused         {}", share(without, all))?;
    writeln!(text, "  own paragraph removed, low confidence  {}", share(without_doubted, all))?;
    let mut exact = 0;
    let mut quotes = 0;
    for asked in &reading.questions {
        for quote in ask(&whole.corpus, &asked.question)?.quotes {
            let work = &whole.corpus.documents()[quote.place.source_number - 1];
            quotes += 1;
            exact += usize::from(
                whole.corpus.text(work)?.get(quote.place.start..quote.place.end)
                    == Some(quote.text.as_str()),
            );
        }
    }
    writeln!(text, "  quotes that are byte spans             {}", share(exact, quotes))?;
    for other in [cranfield(folder)?, scifact(folder)?] {
        let mut refused = 0;
        for (_, query) in &other.queries {
            refused += usize::from(ask(&whole.corpus, query)?.refusal.is_some());
        }
        writeln!(
            text,
            "  off topic ({}), refused         {}",
            other.name,
            share(refused, other.queries.len())
        )?;
    }
    Ok(text)
}

/// The signals of every question with and without its paragraph, as CSV, to fit the weights on.
pub(crate) fn signals(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    let reading = xquad(folder)?;
    let mut text = format!("{SIGNALS}\n");
    let mut row = |kind: &str, right: bool, answer: &Answer| {
        writeln!(text, "XQuAD,{kind},{},{}", u8::from(right), values(answer))
    };
    let whole = avatar_of(setup, &reading)?;
    for asked in &reading.questions {
        let answer = ask(&whole.corpus, &asked.question)?;
        row("XQuAD", holds(&answer, asked), &answer)?;
    }
    let mut answers = Vec::new();
    each_without(&whole, &reading, |answer| answers.push(answer))?;
    for answer in &answers {
        row("without", false, answer)?;
    }
    Ok(text)
}

/// The names of the signals' columns.
pub(crate) const SIGNALS: &str = "corpus,questions,right,coverage,own,cosine,words,fits,around,akin,\
akin_own,told,rare,english,coverage_again,cosine_again,about,size,shared,carried,sought";

/// The signals of an answer as columns.
pub(crate) fn values(answer: &Answer) -> String {
    let (answered, topic) = (answer.signals.of_answer(), answer.signals.of_topic());
    let carried = [answer.signals.carried, answer.signals.sought];
    let values: Vec<_> =
        answered.iter().chain(&topic).chain(&carried).map(f32::to_string).collect();
    values.join(",")
}

/// Asks every question of a paragraph while that paragraph is not there.
fn each_without(
    made: &Made,
    reading: &Reading,
    mut take: impl FnMut(Answer),
) -> Result<(), Failed> {
    let home = &made.place.home;
    for number in 0..reading.paragraphs.len() {
        let id = name(number);
        ingest::remove(home, std::slice::from_ref(&id))?;
        let corpus = Corpus::open(home)?;
        for asked in reading.questions.iter().filter(|asked| asked.paragraph == number) {
            take(ask(&corpus, &asked.question)?);
        }
        ingest::add(home, &[made.place.file(&id)], &Limits::default(), &mut |_| {})?;
    }
    Ok(())
}

fn avatar_of(setup: &Setup, reading: &Reading) -> Result<Made, Failed> {
    let names: Vec<String> = (0..reading.paragraphs.len()).map(name).collect();
    let paragraphs = names.iter().zip(&reading.paragraphs);
    make(setup, "xquad", paragraphs.map(|(name, text)| (name.as_str(), "", text.as_str())))
}

fn name(paragraph: usize) -> String {
    format!("paragraph-{paragraph}")
}

pub(crate) fn ask(corpus: &Corpus, question: &str) -> Result<Answer, Failed> {
    Ok(answer::answer(corpus, &answer::Asked { question, ..answer::Asked::default() })?)
}

/// Whether an answer is quoted with low confidence.
pub(crate) fn is_doubted(answer: &Answer) -> bool {
    answer.refusal.is_none() && answer.confidence == answer::Confidence::Low
}

fn holds(answer: &Answer, asked: &Asked) -> bool {
    let wanted = asked.answer.to_lowercase();
    answer.quotes.iter().any(|quote| quote.text.to_lowercase().contains(&wanted))
}

#[expect(clippy::cast_precision_loss, reason = "counts of a benchmark are small")]
pub(crate) fn share(part: usize, whole: usize) -> String {
    format!("{:>6.1} % of {whole}", 100.0 * part as f64 / whole.max(1) as f64)
}
