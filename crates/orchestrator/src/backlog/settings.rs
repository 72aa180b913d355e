//! A backlog's own settings: which statuses there are and what they mean to us.

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The words of the specification for how far a task is.
pub(crate) const WORDS: [&str; 5] = ["todo", "in_progress", "blocked", "needs_review", "done"];

/// A backlog's settings, as far as they matter here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) statuses: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { statuses: ["To Do", "In Progress", "Done"].map(str::to_owned).to_vec() }
    }
}

#[derive(Debug, Default, Deserialize)]
struct File {
    #[serde(default)]
    statuses: Vec<String>,
    #[serde(default)]
    backlog_directory: Option<String>,
}

/// The folder a `backlog.config.yml` in the root of a repository names.
pub(super) fn named_folder(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let file: File = serde_saphyr::from_str(&text).ok()?;
    let named = file.backlog_directory.unwrap_or_else(|| "backlog".to_owned());
    let inside = !Path::new(&named).is_absolute() && !named.split('/').any(|part| part == "..");
    inside.then_some(named)
}

impl Settings {
    /// Reads the settings of a folder; what is missing has its default.
    pub(crate) fn of(folder: &Path) -> Self {
        let root = folder.parent().map(|root| root.join("backlog.config.yml"));
        let places = [Some(folder.join("config.yml")), Some(folder.join("config.yaml")), root];
        let text = places.into_iter().flatten().find_map(|path| fs::read_to_string(path).ok());
        let file: Option<File> = text.and_then(|text| serde_saphyr::from_str(&text).ok());
        match file {
            Some(file) if !file.statuses.is_empty() => Self { statuses: file.statuses },
            _ => Self::default(),
        }
    }

    /// What a status of a file means.
    pub(crate) fn meaning(&self, status: &str) -> &'static str {
        let place = self.statuses.iter().position(|it| it.eq_ignore_ascii_case(status));
        if let Some(word) = by_name(status) {
            return word;
        }
        match place {
            Some(0) => "todo",
            Some(last) if last + 1 == self.statuses.len() => "done",
            Some(_) => "in_progress",
            None => "todo",
        }
    }

    /// How a meaning, or a status given by its own name, is written into a file; none if this
    /// backlog has no status for it.
    pub(crate) fn written(&self, word: &str) -> Option<&str> {
        let same = |it: &&String| it.eq_ignore_ascii_case(word);
        let meant = |it: &&String| self.meaning(it) == word;
        self.statuses
            .iter()
            .find(same)
            .or_else(|| self.statuses.iter().find(meant))
            .map(String::as_str)
    }

    /// Every word a status can be asked for with.
    pub(crate) fn known(&self) -> String {
        let own = self.statuses.iter().map(String::as_str);
        WORDS.into_iter().chain(own).collect::<Vec<_>>().join(", ")
    }
}

fn by_name(status: &str) -> Option<&'static str> {
    let plain: String =
        status.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let has = |part: &str| plain.contains(part);
    match plain.as_str() {
        "todo" | "open" | "backlog" | "new" | "ready" => Some("todo"),
        "done" | "closed" | "complete" | "completed" => Some("done"),
        _ if has("progress") || has("doing") || has("wip") => Some("in_progress"),
        _ if has("block") || has("hold") => Some("blocked"),
        _ if has("review") => Some("needs_review"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_of_people_are_words_of_the_specification_and_back() {
        let usual = Settings::default();
        for (status, word) in [("To Do", "todo"), ("In Progress", "in_progress"), ("Done", "done")]
        {
            assert_eq!(usual.meaning(status), word);
            assert_eq!(usual.written(word), Some(status));
        }
        assert_eq!(usual.written("blocked"), None);
        let own = ["Idee", "Am Werk", "Code Review", "Fertig"].map(str::to_owned).to_vec();
        let own = Settings { statuses: own };
        assert_eq!(own.meaning("Idee"), "todo");
        assert_eq!(own.meaning("Am Werk"), "in_progress");
        assert_eq!(own.meaning("fertig"), "done");
        assert_eq!(own.written("needs_review"), Some("Code Review"));
        assert_eq!(own.written("am werk"), Some("Am Werk"));
    }
}
