//! Settings from a TOML file, each with its line.

use std::fs;
use std::ops::Range;
use std::path::Path;

use toml_edit::{Document, TableLike};

use super::error::ConfigError;
use super::keys::is_section;
use super::layers::{Origin, Setting};
use crate::toml_json;

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
                    self.settings.push(Setting { key, value: toml_json::value(item), origin });
                }
            }
        }
    }

    fn line(&self, span: &Range<usize>) -> usize {
        line_at(self.text, span.start)
    }
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
