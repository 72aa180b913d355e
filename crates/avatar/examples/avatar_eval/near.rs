//! Near misses: small texts about things that are named, asked what they say of them and what they do not.
//!
//! Half of the texts were fitted on; of the others only the figures are looked at.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use avatar::answer::{Answer, Confidence};
use avatar::config::Limits;
use avatar::{Corpus, Profile, ingest};

use super::answers::{ask, is_doubted, share};
use crate::Failed;
use crate::setup::Setup;

/// A text: whose it is, what it says, and what it is asked.
struct Text {
    name: &'static str,
    text: &'static str,
    questions: &'static str,
}

const FITTED: [Text; 3] = [
    text("Karsin", include_str!("near/bridge.txt"), include_str!("near/bridge.questions")),
    text("Ann Carter", include_str!("near/ann.txt"), include_str!("near/ann.questions")),
    text("Tomas Reid", include_str!("near/workshop.txt"), include_str!("near/workshop.questions")),
];
const HELD_OUT: [Text; 3] = [
    text(
        "Magnus Olsen",
        include_str!("near/lighthouse.txt"),
        include_str!("near/lighthouse.questions"),
    ),
    text(
        "Dunmore",
        include_str!("near/observatory.txt"),
        include_str!("near/observatory.questions"),
    ),
    text("Rosalind", include_str!("near/steamer.txt"), include_str!("near/steamer.questions")),
];

const fn text(name: &'static str, text: &'static str, questions: &'static str) -> Text {
    Text { name, text, questions }
}

/// What became of the questions of some texts.
#[derive(Default)]
struct Counts {
    answerable: usize,
    right: usize,
    doubted: usize,
    refused: usize,
    open: usize,
    open_sure: usize,
    open_answered: usize,
    open_refused: usize,
}

/// The table.
pub(crate) fn table(setup: &Setup, _: &Path) -> Result<String, Failed> {
    let mut text = format!("near misses with {}\n", setup.name());
    for (name, texts) in [("fitted on", &FITTED), ("held out", &HELD_OUT)] {
        let mut counts = Counts::default();
        for it in texts {
            each(setup, it, |_, gold, answer| counts.add(gold, &answer))?;
        }
        counts.write(name, &mut text)?;
    }
    Ok(text)
}

/// The texts that are fitted on, question by question.
pub(crate) fn listed(setup: &Setup, _: &Path) -> Result<String, Failed> {
    let mut text = String::new();
    for it in &FITTED {
        each(setup, it, |asked, gold, answer| {
            let how = answer.refusal.map_or(answer.confidence.name(), |_| "refused");
            let right = if gold.is_some_and(|gold| holds(&answer, gold)) { "right" } else { "" };
            let kind = if gold.is_some() { '+' } else { '-' };
            let best = answer.quotes.first().map_or("", |quote| quote.text.as_str());
            text.push_str(&format!(
                "{kind} {how:<8} {right:<6} {:.2} {asked}  {best}\n",
                answer.signals.carried
            ));
        })?;
    }
    Ok(text)
}

impl Counts {
    fn add(&mut self, gold: Option<&str>, answer: &Answer) {
        let refused = usize::from(answer.refusal.is_some());
        if let Some(gold) = gold {
            self.answerable += 1;
            self.right += usize::from(holds(answer, gold));
            self.doubted += usize::from(is_doubted(answer));
            self.refused += refused;
        } else {
            self.open += 1;
            self.open_sure += usize::from(answer.confidence == Confidence::High);
            self.open_answered += usize::from(answer.confidence != Confidence::Low);
            self.open_refused += refused;
        }
    }

    fn write(&self, name: &str, text: &mut String) -> std::fmt::Result {
        let rows = [
            ("answerable, gold answer cited", self.right, self.answerable),
            ("answerable, low confidence", self.doubted, self.answerable),
            ("answerable, wrongly refused", self.refused, self.answerable),
            ("not answerable, high confidence", self.open_sure, self.open),
            ("not answerable, high or medium", self.open_answered, self.open),
            ("not answerable, refused", self.open_refused, self.open),
        ];
        for (what, part, whole) in rows {
            writeln!(text, "  {name:<10} {what:<33} {}", share(part, whole))?;
        }
        Ok(())
    }
}

fn holds(answer: &Answer, gold: &str) -> bool {
    answer.quotes.iter().any(|quote| quote.text.contains(gold))
}

/// Asks a text its questions: those it answers with a part of the answer, and the others.
fn each(
    setup: &Setup,
    text: &Text,
    mut take: impl FnMut(&str, Option<&str>, Answer),
) -> Result<(), Failed> {
    let id = text.name.to_lowercase().replace(' ', "-");
    let place = setup.passing().place(&Profile::new(&id, text.name, "A small text"))?;
    let file = place.files.join(format!("{id}.md"));
    fs::write(&file, text.text)?;
    ingest::add(&place.home, &[file], &Limits::default(), &mut |_| {})?;
    let corpus = Corpus::open(&place.home)?;
    for line in text.questions.lines() {
        let (question, gold) = match line.split_once(" | ") {
            Some((question, gold)) => (question, Some(gold)),
            None => (line, None),
        };
        let question = question.get(2..).unwrap_or_default();
        take(question, gold, ask(&corpus, question)?);
    }
    Ok(())
}
