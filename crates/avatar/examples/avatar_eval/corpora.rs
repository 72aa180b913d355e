//! The data sets as avatars, questions and judgements.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use avatar::config::Limits;
use avatar::{Corpus, Profile, ingest};
use serde_json::Value;

use crate::Failed;
use crate::setup::{Place, Setup};

/// A judged collection: documents, queries, and which documents fit which query.
pub(crate) struct Collection {
    pub(crate) name: &'static str,
    pub(crate) documents: Vec<(String, String, String)>,
    pub(crate) queries: Vec<(String, String)>,
    pub(crate) relevant: BTreeMap<String, BTreeSet<String>>,
    /// The queries of which people found that no document says anything.
    pub(crate) open: BTreeSet<String>,
}

/// A question with its answer and the paragraph that has it.
pub(crate) struct Asked {
    pub(crate) question: String,
    pub(crate) answer: String,
    pub(crate) paragraph: usize,
}

/// Paragraphs, and questions about them.
pub(crate) struct Reading {
    pub(crate) paragraphs: Vec<String>,
    /// For each paragraph the number of its article.
    pub(crate) articles: Vec<usize>,
    pub(crate) questions: Vec<Asked>,
}

/// An open avatar and where it lies.
pub(crate) struct Made {
    pub(crate) corpus: Corpus,
    pub(crate) place: Place,
}

/// Makes an avatar of documents given as id, title and text.
pub(crate) fn make<'a>(
    setup: &Setup,
    id: &str,
    documents: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
) -> Result<Made, Failed> {
    let place = setup.place(&Profile::new(id, id, id))?;
    let paths = place.write(documents)?;
    ingest::add(&place.home, &paths, &Limits::default(), &mut |_| {})?;
    Ok(Made { corpus: Corpus::open(&place.home)?, place })
}

/// The Cranfield collection.
pub(crate) fn cranfield(folder: &Path) -> Result<Collection, Failed> {
    let folder = folder.join("retrieval/cranfield");
    let read = |name: &str| {
        fs::read(folder.join(name))
            .map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
    };
    let records = |text: &str| -> Vec<String> {
        format!("\n{text}").split("\n.I ").skip(1).map(str::to_owned).collect()
    };
    let body = |record: &str| {
        record.split_once("\n.W\n").map(|(_, body)| body.trim().to_owned()).unwrap_or_default()
    };
    let found = records(&read("cran.all.1400")?);
    let documents = found.iter().map(|record| {
        let id = record.lines().next().unwrap_or_default().trim().to_owned();
        (id, String::new(), body(record))
    });
    let documents = documents.filter(|(_, _, text)| !text.is_empty()).collect();
    let queries = records(&read("cran.qry")?);
    let queries =
        queries.iter().enumerate().map(|(at, record)| ((at + 1).to_string(), body(record)));
    let mut relevant: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in read("cranqrel.correct")?.lines() {
        let fields: Vec<_> = line.split_whitespace().collect();
        if let [query, _, document, _] = fields[..] {
            relevant.entry(query.to_owned()).or_default().insert(document.to_owned());
        }
    }
    let (queries, open) = (queries.collect(), BTreeSet::new());
    Ok(Collection { name: "Cranfield", documents, queries, relevant, open })
}

/// SciFact with its training claims; a claim's documents are those it cites.
pub(crate) fn scifact(folder: &Path) -> Result<Collection, Failed> {
    let folder = folder.join("retrieval/scifact");
    let rows = |name: &str| fs::read_to_string(folder.join(name)).map(|text| csv(&text));
    let plain = |list: &str| list.replace(['[', ']', '\'', '"'], " ");
    let documents = rows("corpus.csv")?.into_iter().skip(1);
    let documents = documents.map(|row| (row[0].clone(), row[1].clone(), plain(&row[2]))).collect();
    let mut queries = BTreeMap::new();
    let mut relevant: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut open = BTreeSet::new();
    for row in rows("claims_train.csv")?.into_iter().skip(1) {
        queries.insert(row[0].clone(), row[1].clone());
        if row[3].is_empty() {
            open.insert(row[0].clone());
        }
        let cited = plain(&row[5]);
        relevant
            .entry(row[0].clone())
            .or_default()
            .extend(cited.split_whitespace().map(str::to_owned));
    }
    let queries = queries.into_iter().collect();
    Ok(Collection { name: "SciFact", documents, queries, relevant, open })
}

/// XQuAD's English half.
pub(crate) fn xquad(folder: &Path) -> Result<Reading, Failed> {
    let text = fs::read_to_string(folder.join("grounding/xquad-en-dev.json"))?;
    let data: Value = serde_json::from_str(&text)?;
    let mut reading =
        Reading { paragraphs: Vec::new(), articles: Vec::new(), questions: Vec::new() };
    let articles = list(&data["data"]).enumerate();
    for (article, paragraph) in
        articles.flat_map(|(at, article)| list(&article["paragraphs"]).map(move |it| (at, it)))
    {
        for asked in list(&paragraph["qas"]) {
            reading.questions.push(Asked {
                question: string(&asked["question"]),
                answer: string(&asked["answers"][0]["text"]),
                paragraph: reading.paragraphs.len(),
            });
        }
        reading.paragraphs.push(string(&paragraph["context"]));
        reading.articles.push(article);
    }
    Ok(reading)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Rows of comma-separated values; quoted fields may hold commas and line ends.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                field.push('"');
                letters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            '\r' if !quoted => {}
            _ => field.push(letter),
        }
    }
    rows
}
