//! The catalogue `corpus/sources.json`: what is known of each work beside its text.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The catalogue.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sources {
    /// The avatar's id.
    #[serde(default)]
    pub avatar: String,
    /// What the writings are.
    #[serde(default)]
    pub corpus_description: String,
    /// The day of the last change, such as `2026-11-15`.
    #[serde(default)]
    pub last_updated: String,
    /// The works.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// Keys this program does not use.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A work.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Source {
    /// Its id; a file of that name, without its ending, is this work.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who wrote it.
    #[serde(default)]
    pub authors: Vec<String>,
    /// When it appeared.
    #[serde(default)]
    pub year: Option<i32>,
    /// What kind of work it is.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Its file, where the name is not the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Keys this program carries along: url, licence, topics and others.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The file that a document was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Where it lies.
    pub place: String,
    /// The title it gives itself, or what its name reads.
    pub title: String,
    /// Which of this program's ways of reading files it was read in.
    #[serde(default)]
    pub reading: u32,
}

/// The work that a file belongs to, among those that may be meant: the one whose path is most like
/// the file's, else the one whose id is the file's name.
pub(crate) fn of_file<'a>(meant: &[&'a Source], path: &str) -> Option<&'a Source> {
    let alike = |source: &Source| source.path.as_deref().map_or(0, |it| shared_end(it, path));
    // Of works that are equally alike the first one is meant.
    let best = meant.iter().rev().max_by_key(|it| alike(it)).filter(|it| alike(it) > 0);
    let by_name = || {
        let name = stem(file_name(path));
        let sibling =
            |it: &Source| it.path.as_deref().is_some_and(|it| stem(file_name(it)) == name);
        meant.iter().find(|it| it.id == name && !sibling(it))
    };
    best.or_else(by_name).copied()
}

/// How many names two paths share at their ends.
fn shared_end(left: &str, right: &str) -> usize {
    let pairs = left.rsplit('/').zip(right.rsplit('/'));
    pairs.take_while(|(left, right)| left == right).count()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A file's name without its ending.
pub(crate) fn stem(file_name: &str) -> &str {
    match file_name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file_name,
    }
}
