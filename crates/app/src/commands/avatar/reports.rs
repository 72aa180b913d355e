//! What the `avatar` commands report.

use std::path::PathBuf;

use avatar::answer::{Answer, Refusal};
use avatar::ingest::{self, Added, IngestReport};
use avatar::{Corpus, Place, Shelf};
use serde::Serialize;

use crate::output::{Report, columns};

#[derive(Serialize)]
pub(super) struct Created {
    pub(super) id: String,
    pub(super) config: PathBuf,
}

impl Report for Created {
    fn text(&self) -> String {
        format!(
            "made avatar `{}`\n  config  {}\n  next    ensemble avatar add {} FILES…\n",
            self.id,
            self.config.display(),
            self.id
        )
    }
}

/// An avatar that is gone, or that was copied out or in.
#[derive(Serialize)]
pub(super) struct Whole {
    pub(super) id: String,
    /// What happened: `deleted`, `exported` or `imported`.
    pub(super) done: &'static str,
    /// The folder that was written or read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) folder: Option<PathBuf>,
}

impl Report for Whole {
    fn text(&self) -> String {
        let folder = self.folder.as_ref().map(|it| format!("  {}", it.display()));
        format!("{} avatar `{}`{}\n", self.done, self.id, folder.unwrap_or_default())
    }
}

#[derive(Serialize)]
pub(super) struct Ingested {
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) report: IngestReport,
}

impl Report for Ingested {
    fn text(&self) -> String {
        let report = &self.report;
        let mut text = String::new();
        for (verb, list) in [("added", &report.added), ("replaced", &report.replaced)] {
            list.iter().for_each(|added| text.push_str(&line(verb, added)));
        }
        for removed in &report.removed {
            text.push_str(&format!("removed    {removed}: its file is gone\n"));
        }
        if !report.unchanged.is_empty() {
            text.push_str(&format!("unchanged  {} files\n", report.unchanged.len()));
        }
        for refused in &report.refused {
            text.push_str(&format!("refused    {}: {}\n", refused.file.display(), refused.problem));
        }
        let (documents, words) = (report.documents, report.words);
        let passages = report.passages;
        text.push_str(&format!(
            "avatar `{}` now has {documents} documents, {words} words, {passages} passages\n",
            self.id
        ));
        text
    }
}

fn line(verb: &str, added: &Added) -> String {
    let pages = match added.pages {
        0 => String::new(),
        pages => format!("{pages} pages, "),
    };
    let mut text = format!("{verb:<11}{} ({pages}{} words)\n", added.title, added.words);
    for warning in &added.warnings {
        text.push_str(&format!("           note: {warning}\n"));
    }
    text
}

#[derive(Serialize)]
pub(super) struct Rebuilt {
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) rebuilt: ingest::Rebuilt,
}

impl Report for Rebuilt {
    fn text(&self) -> String {
        let ingest::Rebuilt { documents, damaged } = &self.rebuilt;
        let mut text =
            format!("made the index of `{}` again from {documents} documents\n", self.id);
        for file in damaged {
            text.push_str(&format!("left out   {file}: its text is damaged; add the file again\n"));
        }
        text
    }
}

#[derive(Serialize)]
pub(super) struct Removed {
    pub(super) id: String,
    pub(super) removed: Vec<String>,
}

impl Report for Removed {
    fn text(&self) -> String {
        format!("removed {} from `{}`\n", self.removed.join(", "), self.id)
    }
}

/// Rows under a head, as people and programs read them.
#[derive(Serialize)]
pub(super) struct Listed {
    #[serde(skip)]
    head: Vec<&'static str>,
    items: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    id: String,
    title: String,
    words: usize,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl Listed {
    pub(super) fn avatars(shelf: &Shelf) -> Self {
        let item = |id: String| match shelf.open(&id) {
            Ok(corpus) => Item {
                title: corpus.profile().name.clone(),
                words: corpus.words(),
                count: corpus.documents().len(),
                problem: None,
                id,
            },
            Err(error) => Item {
                id,
                title: String::new(),
                words: 0,
                count: 0,
                problem: Some(error.to_string()),
            },
        };
        let items = shelf.ids().into_iter().map(item).collect();
        Self { head: vec!["ID", "NAME", "WORDS", "DOCUMENTS"], items }
    }

    pub(super) fn works(corpus: &Corpus) -> Self {
        let items = corpus.documents().iter().map(|work| Item {
            id: work.id.clone(),
            title: work.title.clone(),
            words: work.words,
            count: work.pages.len(),
            problem: None,
        });
        Self { head: vec!["ID", "TITLE", "WORDS", "PAGES"], items: items.collect() }
    }
}

impl Report for Listed {
    fn text(&self) -> String {
        if self.items.is_empty() {
            return "nothing here yet\n".to_owned();
        }
        let head: Vec<String> = self.head.iter().map(|it| (*it).to_owned()).collect();
        let rows = self.items.iter().map(|item| {
            let title = item.problem.clone().unwrap_or_else(|| item.title.clone());
            vec![item.id.clone(), title, item.words.to_string(), item.count.to_string()]
        });
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        let rows: Vec<[String; 4]> =
            rows.into_iter().filter_map(|row| <[String; 4]>::try_from(row).ok()).collect();
        columns(&rows)
    }
}

#[derive(Serialize)]
pub(super) struct Answered {
    response: String,
    citations: Vec<Cited>,
    confidence: &'static str,
    mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_problem: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'static str>,
}

#[derive(Serialize)]
struct Cited {
    quote: String,
    #[serde(flatten)]
    place: Place,
}

impl From<Answer> for Answered {
    fn from(answer: Answer) -> Self {
        let mode = answer.mode();
        let cited = answer.quotes.into_iter().map(|it| Cited { quote: it.text, place: it.place });
        Self {
            response: answer.text,
            citations: cited.collect(),
            confidence: answer.confidence.name(),
            mode,
            model_problem: answer.draft.and_then(|draft| draft.problem),
            refusal: answer.refusal.map(Refusal::code),
        }
    }
}

impl Report for Answered {
    fn text(&self) -> String {
        let mut text = format!("{}\n\nconfidence: {}\n", self.response, self.confidence);
        if let Some(problem) = &self.model_problem {
            text.push_str(&format!("answered by quotation: {problem}\n"));
        }
        text
    }
}

#[derive(Serialize)]
pub(super) struct Pushed {
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) pushed: avatar::remote::Pushed,
}

impl Report for Pushed {
    fn text(&self) -> String {
        let pushed = &self.pushed;
        let readers = if pushed.public {
            "everybody with the project's public key; `--private` changes that"
        } else {
            "the service key alone; `--public` changes that"
        };
        format!(
            "pushed `{}`: {} works with {} passages\n  sent     {} passages; {} works were there already\n  read by  {readers}\n",
            self.id, pushed.documents, pushed.passages, pushed.sent, pushed.unchanged,
        )
    }
}

#[derive(Serialize)]
pub(super) struct Schema {
    pub(super) sql: &'static str,
}

impl Report for Schema {
    fn text(&self) -> String {
        self.sql.to_owned()
    }
}
