//! Settings from a TOML file, each with its line.

use std::fs;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;
use toml_edit::{Document, Item, TableLike};

use super::error::ConfigError;
use super::keys::keys;
use super::layers::{Origin, Setting};

/// Every setting in the file.
pub(super) fn read(path: &Path) -> Result<Vec<Setting>, ConfigError> {
    let text = fs::read_to_string(path)
        .map_err(|cause| ConfigError::Unreadable { path: path.to_owned(), cause })?;
    let document = Document::parse(text.as_str()).map_err(|error| ConfigError::Syntax {
        path: path.to_owned(),
        format: "TOML",
        message: one_line(&error, &text),
    })?;
    let mut file = File { path, text: &text, settings: Vec::new() };
    file.table("", document.as_table());
    Ok(file.settings)
}

struct File<'a> {
    path: &'a Path,
    text: &'a str,
    settings: Vec<Setting>,
}

impl File<'_> {
    fn table(&mut self, section: &str, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            let key =
                if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") };
            match item.as_table_like() {
                Some(inner) if !inner.is_empty() || is_section(&key) => self.table(&key, inner),
                _ => {
                    let span = table.key(name).and_then(toml_edit::Key::span);
                    let line = span.or_else(|| item.span()).map(|span| self.line(&span));
                    let origin = Origin::File { path: self.path.to_owned(), line };
                    self.settings.push(Setting { key, value: value(item), origin });
                }
            }
        }
    }

    fn line(&self, span: &Range<usize>) -> usize {
        line_at(self.text, span.start)
    }
}

fn is_section(key: &str) -> bool {
    let inside = format!("{key}.");
    keys().keys().any(|known| known.starts_with(&inside))
}

fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

fn one_line(error: &toml_edit::TomlError, text: &str) -> String {
    let message = error.message().replace('\n', ", ");
    match error.span() {
        Some(span) => format!("line {}: {message}", line_at(text, span.start)),
        None => message,
    }
}

fn value(item: &Item) -> Value {
    match item {
        Item::Value(value) => plain(value),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| object(table)).collect(),
        Item::Table(table) => object(table),
        Item::None => Value::Null,
    }
}

fn plain(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::from(text.value().as_str()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        toml_edit::Value::Float(number) => Value::from(*number.value()),
        toml_edit::Value::Boolean(flag) => Value::from(*flag.value()),
        toml_edit::Value::Datetime(time) => Value::from(time.value().to_string()),
        toml_edit::Value::Array(items) => items.iter().map(plain).collect(),
        toml_edit::Value::InlineTable(table) => object(table),
    }
}

fn object(table: &dyn TableLike) -> Value {
    table.iter().map(|(name, item)| (name.to_owned(), value(item))).collect()
}
