//! The decision to answer on corpora of other kinds: each is asked its own questions, and those of the
//! others, which it cannot answer.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use avatar::config::Limits;
use avatar::{Corpus, Profile, ingest};
use serde_json::Value;

use super::answers::{SIGNALS, ask, share, values};
use super::corpora::{Made, cranfield, make, scifact, xquad};
use super::retrieval::build;
use crate::Failed;
use crate::setup::Setup;

const HANDBOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/handbook");
/// Questions that were written while reading the books and the handbook, and some about other things.
const OF_WEALTH: &str = include_str!("questions/wealth.txt");
const OF_SENTIMENTS: &str = include_str!("questions/sentiments.txt");
const OF_HANDBOOK: &str = include_str!("questions/guide.txt");
const EVERYDAY: &str = include_str!("questions/everyday.txt");

/// A corpus, and what it is asked that it answers.
struct Topic {
    name: &'static str,
    made: Made,
    questions: Vec<String>,
    /// What it is asked that is near it and that it does not answer.
    open: Vec<String>,
}

/// The table.
pub(crate) fn table(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    let topics = topics(setup, folder)?;
    let mut text = format!("refused with {}, by corpus and questions\n", setup.name());
    for topic in &topics {
        let own = refused(&topic.made.corpus, &topic.questions)?;
        writeln!(text, "  {:<11} its own      {}", topic.name, share(own, topic.questions.len()))?;
        if !topic.open.is_empty() {
            let open = refused(&topic.made.corpus, &topic.open)?;
            writeln!(text, "  {:<11} its open     {}", "", share(open, topic.open.len()))?;
        }
        for (name, questions) in foreign(&topics, topic) {
            let refused = refused(&topic.made.corpus, &questions)?;
            writeln!(text, "  {:<11} of {name:<11} {}", "", share(refused, questions.len()))?;
        }
    }
    Ok(text)
}

/// The signals of every question of the table, as CSV, to fit the weights on.
pub(crate) fn signals(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    let topics = topics(setup, folder)?;
    let mut text = format!("{SIGNALS}\n");
    for topic in &topics {
        let own = (topic.name, topic.questions.clone());
        for (name, questions) in std::iter::once(own).chain(foreign(&topics, topic)) {
            for question in &questions {
                let answer = ask(&topic.made.corpus, question)?;
                writeln!(text, "{},{name},0,{}", topic.name, values(&answer))?;
            }
        }
    }
    Ok(text)
}

fn refused(corpus: &Corpus, questions: &[String]) -> Result<usize, Failed> {
    let mut refused = 0;
    for question in questions {
        refused += usize::from(ask(corpus, question)?.refusal.is_some());
    }
    Ok(refused)
}

/// The questions of the other corpora, and those about everyday things that no corpus has.
fn foreign<'a>(topics: &'a [Topic], own: &'a Topic) -> Vec<(&'static str, Vec<String>)> {
    let others = topics.iter().filter(|it| it.name != own.name);
    let others = others.map(|it| (it.name, [&it.questions[..], &it.open].concat()));
    others.chain([("everyday", lines(EVERYDAY))]).collect()
}

fn topics(setup: &Setup, folder: &Path) -> Result<Vec<Topic>, Failed> {
    let mut topics = Vec::new();
    for collection in [cranfield(folder)?, scifact(folder)?] {
        let made = build(setup, &collection)?;
        let is_open = |(id, _): &(String, String)| collection.open.contains(id);
        let (open, own): (Vec<_>, Vec<_>) = collection.queries.iter().cloned().partition(is_open);
        let [open, questions] =
            [open, own].map(|it| it.into_iter().map(|(_, query)| query).collect());
        topics.push(Topic { name: collection.name, made, questions, open });
    }
    topics.push(half(setup, folder, "XQuAD even", 0)?);
    topics.push(half(setup, folder, "XQuAD odd", 1)?);
    topics.push(wice(setup, folder)?);
    let books = folder.join("books");
    for (name, book, questions) in [
        ("Wealth", "se_adam-smith_the-wealth-of-nations", OF_WEALTH),
        ("Sentiments", "se_adam-smith_the-theory-of-moral-sentiments", OF_SENTIMENTS),
    ] {
        let made = shelf(setup, &profile(name), &books.join(book))?;
        topics.push(Topic { name, made, questions: lines(questions), open: Vec::new() });
    }
    let mut guide = profile("Handbook");
    guide.vector_store.chunk_size = 192;
    guide.vector_store.chunk_overlap = 0;
    let made = shelf(setup, &guide, Path::new(HANDBOOK))?;
    topics.push(Topic { name: "Handbook", made, questions: lines(OF_HANDBOOK), open: Vec::new() });
    Ok(topics)
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn profile(name: &str) -> Profile {
    Profile::new(&name.to_lowercase(), name, name)
}

/// Every second article of XQuAD with its questions.
fn half(setup: &Setup, folder: &Path, name: &'static str, rest: usize) -> Result<Topic, Failed> {
    let reading = xquad(folder)?;
    let here = |paragraph: usize| reading.articles[paragraph] % 2 == rest;
    let paragraphs = reading.paragraphs.iter().enumerate().filter(|(at, _)| here(*at));
    let named: Vec<_> =
        paragraphs.map(|(at, text)| (format!("paragraph-{at}"), text.as_str())).collect();
    let made = make(
        setup,
        &name.to_lowercase().replace(' ', "-"),
        named.iter().map(|(id, text)| (id.as_str(), "", *text)),
    )?;
    let asked = reading.questions.iter().filter(|asked| here(asked.paragraph));
    Ok(Topic {
        name,
        made,
        questions: asked.map(|it| it.question.clone()).collect(),
        open: Vec::new(),
    })
}

/// The pages that WiCE's claims cite, with the claims that people found supported there.
fn wice(setup: &Setup, folder: &Path) -> Result<Topic, Failed> {
    let text = fs::read_to_string(folder.join("grounding/wice_claim_dev.jsonl"))?;
    let rows: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pages = rows.iter().enumerate().map(|(at, row)| {
        let lines = row["evidence"].as_array().into_iter().flatten().map(string);
        (format!("page-{at}"), lines.collect::<Vec<_>>().join("\n"))
    });
    let pages: Vec<_> = pages.collect();
    let made =
        make(setup, "wice", pages.iter().map(|(id, text)| (id.as_str(), "", text.as_str())))?;
    let supported = rows.iter().filter(|row| row["label"] == "supported");
    let questions = supported.map(|row| string(&row["claim"])).collect();
    Ok(Topic { name: "WiCE", made, questions, open: Vec::new() })
}

/// A folder of files as an avatar.
fn shelf(setup: &Setup, profile: &Profile, folder: &Path) -> Result<Made, Failed> {
    let place = setup.place(profile)?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    ingest::add(&place.home, &files, &Limits::default(), &mut |_| {})?;
    Ok(Made { corpus: Corpus::open(&place.home)?, place })
}
