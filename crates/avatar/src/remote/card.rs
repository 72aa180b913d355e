//! An avatar as its row in the table `avatars` describes it, and the works it has.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::corpus::Corpus;
use crate::profile::{DateRange, Profile, SystemPrompt};

use super::client::{Remote, RemoteError};

/// How many rows are read at once; projects answer with no more by default.
const ROWS: usize = 1000;

/// An avatar's row.
#[derive(Debug, Clone)]
pub(crate) struct Card {
    /// Who speaks.
    pub(crate) profile: Profile,
    /// What its vectors were made with.
    pub(crate) encoder: String,
    /// How many numbers its vectors have, as the row says.
    pub(crate) dimensions: Option<usize>,
    /// How many words its works have, if the row says.
    pub(crate) words: Option<usize>,
    /// How many passages it has, if the row says.
    pub(crate) passages: Option<usize>,
    /// Whether it answers.
    pub(crate) active: bool,
}

/// A work's row.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Work {
    /// The row's id.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: String,
    /// When it appeared.
    #[serde(default)]
    pub(crate) year: Option<i32>,
    /// Its id in the catalogue, if this program pushed it.
    #[serde(default)]
    pub(crate) source_id: Option<String>,
    /// How many words it has, if this program pushed it.
    #[serde(default)]
    pub(crate) words: Option<usize>,
    /// Its place in the list of works, from 1, if this program pushed it.
    #[serde(default)]
    pub(crate) number: Option<usize>,
    /// Whether it is whole.
    #[serde(default)]
    pub(crate) processed: Option<bool>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    name: String,
    description: Option<String>,
    expertise: Option<Vec<String>>,
    birth_year: Option<i32>,
    death_year: Option<i32>,
    corpus_description: Option<String>,
    corpus_date_start: Option<String>,
    corpus_date_end: Option<String>,
    system_prompt: Value,
    embedding_model: Option<String>,
    embedding_dimensions: Option<usize>,
    is_active: Option<bool>,
    config: Option<Value>,
    corpus_size: Option<usize>,
    chunk_count: Option<usize>,
}

impl Remote {
    /// The ids of all avatars that the key lets see.
    pub(crate) fn ids(&self) -> Result<Vec<String>, RemoteError> {
        #[derive(Deserialize)]
        struct Id {
            id: String,
        }
        let rows: Vec<Id> = self.rows("avatars?select=id&is_active=is.true&order=id")?;
        Ok(rows.into_iter().map(|row| row.id).collect())
    }

    /// Whether everybody may read an avatar; none where the project has no such avatar.
    pub(super) fn is_official(&self, id: &str) -> Result<Option<bool>, RemoteError> {
        #[derive(Deserialize)]
        struct Official {
            is_official: Option<bool>,
        }
        let rows: Vec<Official> =
            self.rows(&format!("avatars?select=is_official&id=eq.{id}&order=id"))?;
        Ok(rows.first().map(|row| row.is_official == Some(true)))
    }

    /// An avatar, unless the project has none of that id or the key does not let it be seen.
    pub(crate) fn card(&self, id: &str) -> Result<Option<Card>, RemoteError> {
        let rows: Vec<Row> = self.rows(&format!("avatars?select=*&id=eq.{id}&order=id"))?;
        rows.into_iter().next().map(|row| self.read_card(row)).transpose()
    }

    /// An avatar's works, whole or not.
    pub(crate) fn works(&self, id: &str) -> Result<Vec<Work>, RemoteError> {
        self.rows(&format!("avatar_documents?select=*&avatar_id=eq.{id}&order=created_at,id"))
    }

    /// All rows of a path that has a query with an order.
    pub(super) fn rows<T: for<'a> Deserialize<'a>>(
        &self,
        path: &str,
    ) -> Result<Vec<T>, RemoteError> {
        let mut all = Vec::new();
        loop {
            let page = self.get(&format!("{path}&limit={ROWS}&offset={}", all.len()))?;
            let page: Vec<T> =
                serde_json::from_value(page).map_err(|error| self.malformed(&error))?;
            let full = page.len() == ROWS;
            all.extend(page);
            if !full {
                return Ok(all);
            }
        }
    }

    fn read_card(&self, row: Row) -> Result<Card, RemoteError> {
        let profile = match &row.config {
            Some(config) => Profile::parse(&config.to_string()).map_err(|error| {
                self.malformed(&format!("the `config` of avatar `{}`: {error}", row.id))
            })?,
            None => profile(&row),
        };
        Ok(Card {
            profile,
            encoder: row.embedding_model.unwrap_or_default(),
            dimensions: row.embedding_dimensions.filter(|dimensions| *dimensions > 0),
            words: row.corpus_size,
            passages: row.chunk_count,
            active: row.is_active == Some(true),
        })
    }
}

/// The profile of an avatar that another program wrote.
fn profile(row: &Row) -> Profile {
    let mut profile =
        Profile::new(&row.id, &row.name, row.description.as_deref().unwrap_or_default());
    profile.expertise = row.expertise.clone().unwrap_or_default();
    profile.birth_year = row.birth_year;
    profile.death_year = row.death_year;
    profile.corpus.description = row.corpus_description.clone().unwrap_or_default();
    profile.corpus.date_range =
        Some(DateRange { start: row.corpus_date_start.clone(), end: row.corpus_date_end.clone() });
    if let Ok(prompt) = serde_json::from_value::<SystemPrompt>(row.system_prompt.clone()) {
        profile.system_prompt = prompt;
    }
    profile
}

/// An avatar's row as it is pushed; who may read it is left as it is unless it is said.
pub(super) fn row(corpus: &Corpus, public: Option<bool>) -> Value {
    let profile = corpus.profile();
    let range = profile.corpus.date_range.clone().unwrap_or_default();
    let sizes = &profile.vector_store;
    json!({
        "id": profile.id,
        "name": profile.name,
        "description": profile.description,
        "expertise": profile.expertise,
        "birth_year": profile.birth_year,
        "death_year": profile.death_year,
        "corpus_description": profile.corpus.description,
        "corpus_date_start": range.start.as_deref().map(|date| day(date, "01-01")),
        "corpus_date_end": range.end.as_deref().map(|date| day(date, "12-31")),
        "system_prompt": profile.system_prompt,
        "embedding_model": corpus.encoder(),
        "embedding_dimensions": corpus.index().vectors.dimensions(),
        "chunk_size": sizes.chunk_size,
        "chunk_overlap": sizes.chunk_overlap,
        "is_official": public,
        "config": profile,
        "corpus_size": corpus.words(),
        "chunk_count": corpus.passages(),
    })
}

/// A date where a year alone may be given.
fn day(date: &str, rest: &str) -> String {
    match date.matches('-').count() {
        0 => format!("{date}-{rest}"),
        1 => format!("{date}-01"),
        _ => date.to_owned(),
    }
}
