//! One task file: what its front matter and sections say.

use std::collections::BTreeMap;

use serde_json::Value;

/// A task as its file has it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TaskFile {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) status: String,
    pub(crate) assignee: Vec<String>,
    pub(crate) labels: Vec<String>,
    pub(crate) milestone: Option<String>,
    pub(crate) dependencies: Vec<String>,
    pub(crate) parent: Option<String>,
    pub(crate) priority: Option<String>,
    pub(crate) ordinal: Option<f64>,
    pub(crate) description: String,
    pub(crate) criteria: Vec<String>,
}

/// The parts of a file, which put together are the file.
pub(super) struct Parts<'a> {
    pub(super) opening: &'a str,
    pub(super) front: &'a str,
    pub(super) closing: &'a str,
    pub(super) body: &'a str,
}

/// Takes a file apart; none if it has no front matter.
pub(super) fn split(text: &str) -> Option<Parts<'_>> {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let first = text[mark..].split_inclusive('\n').next()?;
    if first.trim_end() != "---" || !first.ends_with('\n') {
        return None;
    }
    let (opening, rest) = text.split_at(mark + first.len());
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            let (front, after) = rest.split_at(at);
            let (closing, body) = after.split_at(line.len());
            return Some(Parts { opening, front, closing, body });
        }
        at += line.len();
    }
    None
}

impl TaskFile {
    /// Reads a file's text; the error says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let parts = split(text).ok_or("it has no front matter between `---` lines")?;
        let Parts { front, body, .. } = parts;
        let keys: BTreeMap<String, Value> = serde_saphyr::from_str(front)
            .map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned())?;
        let text = |name: &str| keys.get(name).and_then(scalar).filter(|text| !text.is_empty());
        let list = |name: &str| keys.get(name).map(items).unwrap_or_default();
        Ok(Self {
            id: text("id").ok_or("it has no `id`")?.to_uppercase(),
            title: text("title").unwrap_or_default(),
            status: text("status").unwrap_or_default(),
            assignee: list("assignee"),
            labels: list("labels"),
            milestone: text("milestone"),
            dependencies: list("dependencies").iter().map(|id| id.to_uppercase()).collect(),
            parent: text("parent_task_id").map(|id| id.to_uppercase()),
            priority: text("priority").map(|word| word.to_lowercase()),
            ordinal: keys.get("ordinal").and_then(Value::as_f64),
            description: section(body, "DESCRIPTION"),
            criteria: criteria(body),
        })
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Older files have one name where newer ones have a list.
fn items(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().filter_map(scalar).collect(),
        one @ (Value::String(_) | Value::Number(_) | Value::Bool(_)) => {
            scalar(one).filter(|text| !text.is_empty()).into_iter().collect()
        }
        Value::Null | Value::Object(_) => Vec::new(),
    }
}

fn section(body: &str, name: &str) -> String {
    let begin = format!("<!-- SECTION:{name}:BEGIN -->");
    let end = format!("<!-- SECTION:{name}:END -->");
    let inside = body.split_once(&begin).and_then(|(_, rest)| rest.split_once(&end));
    inside.map(|(text, _)| text.trim().to_owned()).unwrap_or_default()
}

fn criteria(body: &str) -> Vec<String> {
    let inside = body
        .split_once("<!-- AC:BEGIN -->")
        .and_then(|(_, rest)| rest.split_once("<!-- AC:END -->"));
    let Some((lines, _)) = inside else { return Vec::new() };
    lines.lines().map(str::trim).filter(|line| line.starts_with("- [")).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "---\nid: task-1\ntitle: 'Auth: \"login\"'\nstatus: In Progress # soon\n\
        assignee:\n  - '@sara'\nlabels: []\nmilestone: m-0\ndependencies:\n  - task-2\n\
        priority: High\nordinal: 1000\n---\n\n## Description\n\n\
        <!-- SECTION:DESCRIPTION:BEGIN -->\nDo it\n<!-- SECTION:DESCRIPTION:END -->\n\n\
        ## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [ ] #1 Works\n- [x] #2 Fast\n<!-- AC:END -->\n";

    #[test]
    fn every_field_of_a_file_is_read() {
        let task = TaskFile::parse(TASK).unwrap();
        assert_eq!((task.id.as_str(), task.status.as_str()), ("TASK-1", "In Progress"));
        assert_eq!(task.title, "Auth: \"login\"");
        assert_eq!(task.assignee, ["@sara"]);
        assert_eq!(task.dependencies, ["TASK-2"]);
        assert_eq!((task.priority.as_deref(), task.ordinal), (Some("high"), Some(1000.0)));
        assert_eq!(task.description, "Do it");
        assert_eq!(task.criteria, ["- [ ] #1 Works", "- [x] #2 Fast"]);
        let old = TaskFile::parse("---\r\nid: T-1\r\nassignee: '@a'\r\n---\r\n").unwrap();
        assert_eq!(old.assignee, ["@a"]);
    }

    #[test]
    fn a_broken_file_says_what_is_wrong() {
        for bad in ["", "no front", "---\nid: 1\n", "---\n: [\n---\n", "---\ntitle: x\n---\n"] {
            assert!(TaskFile::parse(bad).is_err(), "{bad:?}");
        }
    }
}
