//! Edits of YAML files by whole lines, so that comments and layout stay.
//!
//! Only block mappings are edited, and no edit is believed: the result is parsed again and must
//! mean exactly the old content with that one entry set or gone, or the file is refused.

use std::ops::Range;

use serde_json::{Map, Value};

use super::EditError;

pub(super) fn get(text: &str, section: &str, name: &str) -> Result<Option<Value>, EditError> {
    Ok(entries(&parse(text)?, section)?.and_then(|entries| entries.get(name).cloned()))
}

pub(super) fn set(
    text: &str,
    section: &str,
    name: &str,
    value: &Value,
) -> Result<String, EditError> {
    let before = parse(text)?;
    let present = entries(&before, section)?.is_some_and(|entries| !entries.is_empty());
    let mut lines = Lines::of(text);
    match lines.find(0..lines.count(), "", section) {
        None => {
            lines.end_last();
            let at = lines.count();
            lines.replace(at..at, &format!("{section}:\n{}", block("  ", name, value)));
        }
        Some(range) if present => {
            let (inside, indent) = lines.inside(&range, section)?;
            let place = lines.find(inside.clone(), &indent, name);
            lines.end_last();
            lines.replace(place.unwrap_or(inside.end..inside.end), &block(&indent, name, value));
        }
        Some(range) => {
            lines.end_last();
            lines.set_head(range.start, &format!("{section}:"));
            let below = range.start + 1;
            lines.replace(below..below, &block("  ", name, value));
        }
    }
    let mut wanted = before;
    let slot = wanted.entry(section).or_insert(Value::Null);
    if slot.is_null() {
        *slot = Value::Object(Map::new());
    }
    if let Value::Object(entries) = slot {
        entries.insert(name.to_owned(), value.clone());
    }
    lines.checked(&wanted, section)
}

pub(super) fn remove(text: &str, section: &str, name: &str) -> Result<String, EditError> {
    let mut wanted = parse(text)?;
    if entries(&wanted, section)?.is_none_or(|entries| !entries.contains_key(name)) {
        return Ok(text.to_owned());
    }
    let form = || EditError::Form(section.to_owned());
    let mut lines = Lines::of(text);
    let range = lines.find(0..lines.count(), "", section).ok_or_else(form)?;
    let (inside, indent) = lines.inside(&range, section)?;
    let place = lines.find(inside, &indent, name).ok_or_else(form)?;
    lines.replace(place, "");
    if let Some(Value::Object(entries)) = wanted.get_mut(section) {
        entries.remove(name);
        if entries.is_empty() {
            // A key without a value means null; an empty mapping has to say so.
            lines.set_head(range.start, &format!("{section}: {{}}"));
        }
    }
    lines.checked(&wanted, section)
}

fn parse(text: &str) -> Result<Map<String, Value>, EditError> {
    let value: Option<Value> = serde_saphyr::from_str(text).map_err(|error| {
        EditError::Syntax(error.to_string().lines().next().unwrap_or_default().to_owned())
    })?;
    match value {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(map)) => Ok(map),
        Some(_) => Err(EditError::Shape("the file".to_owned())),
    }
}

fn entries<'a>(
    root: &'a Map<String, Value>,
    section: &str,
) -> Result<Option<&'a Map<String, Value>>, EditError> {
    match root.get(section) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(entries)) => Ok(Some(entries)),
        Some(_) => Err(EditError::Shape(section.to_owned())),
    }
}

/// The file as lines, each with its own ending.
struct Lines(Vec<String>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.split_inclusive('\n').map(str::to_owned).collect())
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    /// The lines of `key` at exactly this indent, its nested lines included.
    fn find(&self, within: Range<usize>, indent: &str, key: &str) -> Option<Range<usize>> {
        let start = within.clone().find(|index| is_key(&self.0[*index], indent, key))?;
        let after = (start + 1..within.end).filter(|index| is_content(&self.0[*index]));
        let last =
            after.take_while(|index| depth(&self.0[*index]) > indent.len()).last().unwrap_or(start);
        Some(start..last + 1)
    }

    /// The lines below a section's head, and the indent of its entries.
    fn inside(
        &self,
        range: &Range<usize>,
        section: &str,
    ) -> Result<(Range<usize>, String), EditError> {
        let inside = range.start + 1..range.end;
        let first = inside.clone().find(|index| is_content(&self.0[*index]));
        let first = first.ok_or_else(|| EditError::Form(section.to_owned()))?;
        let line = &self.0[first];
        Ok((inside, line[..depth(line)].to_owned()))
    }

    /// Gives the last line an ending, so that something can follow it.
    fn end_last(&mut self) {
        if let Some(last) = self.0.last_mut()
            && !last.ends_with('\n')
        {
            last.push('\n');
        }
    }

    /// Rewrites a section's first line and keeps the comment behind it.
    fn set_head(&mut self, index: usize, head: &str) {
        let line = &mut self.0[index];
        let comment = line.find(" #").map_or("\n", |at| &line[at..]);
        *line = format!("{head}{comment}");
    }

    fn replace(&mut self, range: Range<usize>, text: &str) {
        self.0.splice(range, Self::of(text).0);
    }

    fn checked(self, wanted: &Map<String, Value>, section: &str) -> Result<String, EditError> {
        let text = self.0.concat();
        if parse(&text).ok().as_ref() == Some(wanted) {
            Ok(text)
        } else {
            Err(EditError::Form(section.to_owned()))
        }
    }
}

fn is_key(line: &str, indent: &str, key: &str) -> bool {
    let Some(rest) = line.strip_prefix(indent) else { return false };
    [key.to_owned(), format!("\"{key}\""), format!("'{key}'")].iter().any(|spelled| {
        rest.strip_prefix(spelled.as_str()).is_some_and(|rest| {
            rest.trim_end() == ":" || rest.starts_with(": ") || rest.starts_with(":\t")
        })
    })
}

fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// One entry as indented lines; strings are quoted as JSON, which YAML reads the same way.
fn block(indent: &str, name: &str, value: &Value) -> String {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            let inner = format!("{indent}  ");
            let lines: String =
                entries.iter().map(|(key, value)| block(&inner, key, value)).collect();
            format!("{indent}{name}:\n{lines}")
        }
        Value::Array(items) if !items.is_empty() => {
            let lines: String = items.iter().map(|item| format!("{indent}  - {item}\n")).collect();
            format!("{indent}{name}:\n{lines}")
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => format!("{indent}{name}: {value}\n"),
    }
}
