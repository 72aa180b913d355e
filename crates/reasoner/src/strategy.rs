//! The ways to read English: each a small document, ours built in, others from a folder.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::folder;
use crate::prompts::prompts;

/// How a strategy reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// By the grammar alone.
    Grammar,
    /// By the grammar; a model rewrites what it rejects.
    Rewrite,
    /// A model writes statements as JSON.
    Structured,
    /// A model writes clauses.
    Direct,
}

/// One way to read English.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Strategy {
    /// Its name in calls.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
    /// How it reads.
    pub method: Method,
    /// The prompt for statements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assert_prompt: Option<String>,
    /// The prompt for questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_prompt: Option<String>,
    /// How often a model is asked at most for one text.
    #[serde(default = "once")]
    pub rounds: u32,
}

fn once() -> u32 {
    1
}

/// Every strategy there is, and what could not be read.
#[derive(Debug, Clone)]
pub struct Strategies {
    items: Vec<Strategy>,
    /// Files that were skipped, each with the reason.
    pub problems: Vec<String>,
}

const OURS: [&str; 4] = [
    include_str!("../strategies/CNL-1.json"),
    include_str!("../strategies/CNL-LLM-1.json"),
    include_str!("../strategies/SIR-R1.json"),
    include_str!("../strategies/Direct-S1.json"),
];

impl Default for Strategies {
    fn default() -> Self {
        let items = OURS.iter().filter_map(|text| read(text).ok()).collect();
        Self { items, problems: Vec::new() }
    }
}

impl Strategies {
    /// Ours, and those in the files `strategies/*.json` of a folder; what cannot be read is named
    /// and skipped.
    pub fn with_folder(folder: &Path) -> Self {
        let mut strategies = Self::default();
        let paths = folder::files(folder, "strategies", "json");
        let paths = paths.unwrap_or_else(|error| {
            let shown = folder.display();
            strategies.skip(format!("the folder `{shown}` cannot be read: {error}"));
            Vec::new()
        });
        for path in paths {
            if let Err(reason) = strategies.take(&path) {
                strategies.skip(format!("`{}` was skipped: {reason}", path.display()));
            }
        }
        strategies
    }

    fn skip(&mut self, problem: String) {
        tracing::warn!("{problem}");
        self.problems.push(problem);
    }

    fn take(&mut self, path: &Path) -> Result<(), String> {
        let text = folder::text(path).map_err(|error| error.to_string())?;
        let strategy = read(&text)?;
        if self.get(&strategy.id).is_some() {
            return Err(format!("there is already a strategy `{}`", strategy.id));
        }
        self.items.push(strategy);
        Ok(())
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Strategy> {
        self.items.iter()
    }

    /// One of them; the original's names of single operations mean the strategy they belong to.
    pub fn get(&self, id: &str) -> Option<&Strategy> {
        let base = id.strip_suffix("-Assert").or_else(|| id.strip_suffix("-Query")).unwrap_or(id);
        let named = |wanted: &str| self.items.iter().find(|strategy| strategy.id == wanted);
        named(id).or_else(|| named(base))
    }
}

fn read(text: &str) -> Result<Strategy, String> {
    let strategy: Strategy = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.:".contains(c);
    if !(1..=128).contains(&strategy.id.len()) || !strategy.id.chars().all(plain) {
        let id = &strategy.id;
        return Err(format!(
            "`id` is `{id}`, expected 1 to 128 letters, digits, `_`, `-`, `.` or `:`"
        ));
    }
    let named = [&strategy.assert_prompt, &strategy.query_prompt];
    for name in named.into_iter().flatten() {
        if !prompts().contains_key(name) {
            return Err(format!("there is no prompt `{name}`"));
        }
    }
    let needs = strategy.method != Method::Grammar;
    if needs && (strategy.assert_prompt.is_none() || strategy.query_prompt.is_none()) {
        return Err("a strategy with a model needs `assertPrompt` and `queryPrompt`".to_owned());
    }
    if !(1..=10).contains(&strategy.rounds) {
        return Err(format!("`rounds` is {}, expected 1 to 10", strategy.rounds));
    }
    Ok(strategy)
}

impl Strategy {
    /// What tells this version of the strategy from others.
    pub fn hash(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_are_whole_and_a_bad_file_is_named_and_skipped() {
        let ours: Vec<String> = Strategies::default().iter().map(|it| it.id.clone()).collect();
        assert_eq!(ours, ["CNL-1", "CNL-LLM-1", "SIR-R1", "Direct-S1"]);
        assert_eq!(Strategies::default().get("SIR-R1-Assert").unwrap().id, "SIR-R1");
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("strategies");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("a.json"), "{").unwrap();
        let good = r#"{"id":"Mine","name":"Mine","description":"d","method":"direct",
                       "assertPrompt":"NL_TO_LOGIC","queryPrompt":"NL_TO_QUERY"}"#;
        std::fs::write(folder.join("b.json"), good).unwrap();
        std::fs::write(folder.join("c.json"), good.replace("NL_TO_LOGIC", "NONE")).unwrap();
        std::fs::write(folder.join("d.json"), good.replace("\"Mine\"", "\"\"")).unwrap();
        let read = Strategies::with_folder(home.path());
        assert!(read.get("Mine").is_some() && read.get("").is_none());
        assert_eq!(read.problems.len(), 3, "{:?}", read.problems);
    }

    #[test]
    fn a_folder_that_is_not_there_is_named_and_one_without_strategies_is_none() {
        let home = tempfile::tempdir().unwrap();
        assert!(Strategies::with_folder(home.path()).problems.is_empty());
        let read = Strategies::with_folder(&home.path().join("gone"));
        assert!(read.problems[0].contains("gone"), "{:?}", read.problems);
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_not_read() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("strategies");
        std::fs::create_dir(&folder).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.join("zero.json")).unwrap();
        std::fs::File::create(folder.join("long.json")).unwrap().set_len(1 << 33).unwrap();
        let read = Strategies::with_folder(home.path());
        assert!(read.problems[0].contains("bytes"), "{:?}", read.problems);
        assert!(read.problems[1].contains("regular"), "{:?}", read.problems);
    }
}
