//! Functions in the text of a formatted Rust file, measured by their indentation.

/// One function.
pub(super) struct Function {
    /// The line it begins at, counted from 1.
    pub(super) at: usize,
    /// How many lines it has.
    pub(super) lines: usize,
}

/// The functions with more lines than `limit`; the file must be formatted by `rustfmt`.
pub(super) fn longer_than(limit: usize, text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| starts_function(line));
    let measured = starts.filter_map(|(start, line)| {
        let indent = &line[..line.len() - line.trim_start().len()];
        let close = format!("{indent}}}");
        let end = lines[start..].iter().position(|line| *line == close)?;
        Some(Function { at: start + 1, lines: end + 1 })
    });
    measured.filter(|function| function.lines > limit).collect()
}

fn starts_function(line: &str) -> bool {
    let mut words = line.trim_start();
    for word in ["pub ", "pub(crate) ", "pub(super) ", "const ", "async "] {
        words = words.strip_prefix(word).unwrap_or(words);
    }
    words.starts_with("fn ") && !line.trim_end().ends_with([';', '}'])
}

#[test]
fn a_function_is_as_long_as_from_its_name_to_its_brace() {
    let text = "impl X {\n    pub async fn long(\n        a: u8,\n    ) -> u8 {\n        a\n    }\n\n    fn short() {}\n}\n";
    let found = longer_than(4, text);
    assert_eq!((found.len(), found[0].at, found[0].lines), (1, 2, 5));
    assert!(longer_than(5, text).is_empty());
}
