//! What a reader of JSON complains about, in words for people: no names of types.

/// The path of the field a reader complained about, and what is wrong with it; the whole has no path.
pub(crate) fn complaint(path: &str, message: &str) -> (String, String) {
    let path = if path == "." { "" } else { path };
    let (said, place) = message.split_at(message.rfind(" at line ").unwrap_or(message.len()));
    if let Some(field) = said.strip_prefix("missing field `") {
        let field = field.trim_end_matches('`');
        let dot = if path.is_empty() { "" } else { "." };
        return (format!("{path}{dot}{field}"), "is missing".to_owned());
    }
    let type_ = said.strip_prefix("invalid type: ");
    let either = type_.or_else(|| said.strip_prefix("invalid value: "));
    let problem = match either.and_then(|it| it.rsplit_once(", expected ")) {
        Some((found, wanted)) => format!("is {}, expected {}", is(found), expected(wanted)),
        None if place.is_empty() => said.to_owned(),
        None => format!("is no JSON: {said}{place}"),
    };
    (path.to_owned(), problem)
}

/// The same as one sentence.
pub(crate) fn sentence(path: &str, message: &str) -> String {
    match complaint(path, message) {
        (field, problem) if field.is_empty() => problem,
        (field, problem) => format!("`{field}` {problem}"),
    }
}

fn is(found: &str) -> &str {
    match found {
        "sequence" => "a list",
        "map" => "an object",
        "unit value" => "null",
        other => {
            let kinds = ["string ", "integer ", "floating point ", "boolean "];
            kinds.iter().find_map(|kind| other.strip_prefix(kind)).unwrap_or(other)
        }
    }
}

fn expected(wanted: &str) -> &str {
    match wanted {
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number that is not too large",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0 that is not too large",
        "f32" | "f64" => "a number",
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if wanted.starts_with("struct ") => "an object",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_called_what_people_call_them() {
        for (message, said) in [
            ("missing field `type` at line 1 column 7", "`a.type` is missing"),
            (r#"invalid type: string "x", expected i64"#, r#"`a` is "x", expected a whole number"#),
            ("invalid value: integer `-1`, expected u32", "`a` is `-1`, expected a whole number"),
            (
                "invalid type: sequence, expected struct Profile",
                "`a` is a list, expected an object",
            ),
            ("EOF while parsing a value at line 2 column 0", "`a` is no JSON: EOF while"),
            ("is neither", "`a` is neither"),
        ] {
            let found = sentence("a", message);
            assert!(found.starts_with(said), "{found}");
        }
        assert_eq!(sentence(".", "missing field `id`"), "`id` is missing");
    }
}
