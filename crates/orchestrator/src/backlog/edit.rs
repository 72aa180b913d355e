//! Changing a few keys of a task file and nothing else: every other byte stays as it was.

use super::file::{Parts, split};

/// A new value for a key of the front matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// One text.
    Text(&'static str, String),
    /// One text, always in quotes, as dates are written.
    Quoted(&'static str, String),
    /// Several texts, one a line.
    List(&'static str, Vec<String>),
}

impl Change {
    fn key(&self) -> &'static str {
        match self {
            Self::Text(key, _) | Self::Quoted(key, _) | Self::List(key, _) => key,
        }
    }

    fn lines(&self, end: &str) -> String {
        match self {
            Self::Text(key, text) => format!("{key}: {}{end}", scalar(text)),
            Self::Quoted(key, text) => format!("{key}: {}{end}", quoted(text)),
            Self::List(key, items) if items.is_empty() => format!("{key}: []{end}"),
            Self::List(key, items) => {
                let items = items.iter().map(|item| format!("  - {}{end}", scalar(item)));
                format!("{key}:{end}{}", items.collect::<String>())
            }
        }
    }
}

/// The text with the changes made; none if it has no front matter.
pub(crate) fn apply(text: &str, changes: &[Change]) -> Option<String> {
    let Parts { opening, front, closing, body } = split(text)?;
    let end = if front.contains("\r\n") { "\r\n" } else { "\n" };
    let mut front = front.to_owned();
    for change in changes {
        front = replace(&front, change, end);
    }
    Some(format!("{opening}{front}{closing}{body}"))
}

fn replace(front: &str, change: &Change, end: &str) -> String {
    let mut result = String::with_capacity(front.len() + 64);
    let mut lines = front.split_inclusive('\n').peekable();
    let mut done = false;
    while let Some(line) = lines.next() {
        let is_key = line.strip_prefix(change.key()).is_some_and(|rest| rest.starts_with(':'));
        if !is_key {
            result.push_str(line);
            continue;
        }
        // What belongs to the old value is indented, or an item of its list.
        while lines
            .next_if(|next| next.starts_with([' ', '\t']) || next.starts_with("- "))
            .is_some()
        {}
        if !done {
            result.push_str(&change.lines(end));
            done = true;
        }
    }
    if !done {
        if !result.is_empty() && !result.ends_with('\n') {
            result.push_str(end);
        }
        result.push_str(&change.lines(end));
    }
    result
}

fn scalar(text: &str) -> String {
    let plain = !text.is_empty()
        && text.starts_with(|c: char| c.is_alphabetic())
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '/' | '.'))
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
        );
    if plain { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "---\nid: TASK-1\nstatus: To Do   # when?\nassignee:\n  - '@a'\n  - '@b'\n\
        custom: kept\nlabels: []\n---\n\nstatus: not this one\n---\nassignee: nor this\n";

    #[test]
    fn only_the_named_keys_change() {
        let changes = [
            Change::Text("status", "In Progress".to_owned()),
            Change::List("assignee", vec!["@claude-S1".to_owned()]),
            Change::Quoted("updated_date", "2026-11-15 10:00".to_owned()),
        ];
        let expected = "---\nid: TASK-1\nstatus: In Progress\nassignee:\n  - '@claude-S1'\n\
            custom: kept\nlabels: []\nupdated_date: '2026-11-15 10:00'\n---\n\nstatus: not this one\n\
            ---\nassignee: nor this\n";
        assert_eq!(apply(TASK, &changes).unwrap(), expected);
        assert_eq!(apply(TASK, &[]).unwrap(), TASK);
        let twice = apply(&apply(TASK, &changes).unwrap(), &changes).unwrap();
        assert_eq!(twice, expected);
        assert!(apply("no front matter", &changes).is_none());
    }

    #[test]
    fn line_ends_stay_and_odd_texts_are_quoted() {
        let change = [Change::Text("status", "it's: odd".to_owned())];
        let text = apply("---\r\nid: x\r\nstatus: y\r\n---\r\nbody", &change).unwrap();
        assert_eq!(text, "---\r\nid: x\r\nstatus: 'it''s: odd'\r\n---\r\nbody");
        assert_eq!(scalar("yes"), "'yes'");
        assert_eq!(scalar("1"), "'1'");
    }
}
