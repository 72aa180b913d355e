//! Edits of client files under random content: nothing is lost, nothing else changes.

use std::collections::BTreeMap;

use ensemble::clients::Format;
use proptest::prelude::*;
use serde_json::{Value, json};

const SECTION: &str = "servers";
const NAME: &str = "ensemble";

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}",
        "[ -~]{0,20}",
        "[a-z#: \n\"'{}-]{0,20}",
        Just("ensemble:".to_owned()),
        Just("first\nservers:\n  ensemble: no\n".to_owned()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,6}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn entries() -> impl Strategy<Value = BTreeMap<String, Value>> {
    let entry = prop::collection::btree_map("[a-z]{1,6}", value(), 1..4)
        .prop_map(|map| Value::Object(map.into_iter().collect()));
    prop::collection::btree_map("[a-z]{1,6}", entry, 0..4)
}

/// A file of the format with these entries, and something before and after them.
fn file(format: Format, entries: &BTreeMap<String, Value>) -> String {
    let whole =
        json!({ "above": 1, "servers": entries, "z_below": { "servers": { "ensemble": 2 } } });
    match format {
        Format::Json => serde_json::to_string_pretty(&whole).unwrap(),
        Format::Yaml => serde_saphyr::to_string(&whole).unwrap(),
        Format::Toml => {
            let start = "above = 1 # one\n".to_owned();
            let text = entries.iter().fold(start, |text, (name, value)| {
                format.set(&text, SECTION, name, value).unwrap()
            });
            format!("{text}\n[z_below.servers.ensemble]\nnumber = 2\n")
        }
    }
}

fn check(
    format: Format,
    entries: &BTreeMap<String, Value>,
    new: &Value,
) -> Result<(), TestCaseError> {
    let old = file(format, entries);
    let set = match format.set(&old, SECTION, NAME, new) {
        Ok(set) => set,
        // YAML in which blank lines carry meaning may be refused: a line editor cannot be sure.
        Err(error) => {
            prop_assert!(format == Format::Yaml, "{error} in\n{old}");
            return Ok(());
        }
    };
    let found = format.get(&set, SECTION, NAME).unwrap();
    prop_assert_eq!(found.as_ref(), Some(new), "\n{}", set);
    prop_assert_eq!(&format.set(&set, SECTION, NAME, new).unwrap(), &set);
    let removed = format.remove(&set, SECTION, NAME).unwrap();
    prop_assert_eq!(format.get(&removed, SECTION, NAME).unwrap(), None);
    for (name, value) in entries.iter().filter(|(name, _)| *name != NAME) {
        for text in [&set, &removed] {
            prop_assert_eq!(&format.get(text, SECTION, name).unwrap(), &Some(value.clone()));
        }
    }
    for text in [&set, &removed] {
        let below = format.get(text, "z_below", "servers").unwrap();
        prop_assert!(below.is_some_and(|below| below.get("ensemble").is_some()));
    }
    Ok(())
}

fn entry() -> Value {
    json!({ "command": "/opt/ensemble/bin/ensemble", "args": ["serve", "--stdio"], "on": true })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_files_keep_everything_else(entries in entries()) {
        check(Format::Json, &entries, &entry())?;
    }

    #[test]
    fn toml_files_keep_everything_else(entries in entries()) {
        check(Format::Toml, &entries, &entry())?;
    }

    #[test]
    fn yaml_files_keep_everything_else(entries in entries()) {
        check(Format::Yaml, &entries, &entry())?;
    }

    #[test]
    fn no_text_makes_an_editor_panic(text in text(), more in "[ -~\n]{0,60}") {
        let text = format!("{more}\nservers:\n{text}{more}");
        for format in [Format::Json, Format::Toml, Format::Yaml] {
            if let Ok(set) = format.set(&text, SECTION, NAME, &entry()) {
                prop_assert_eq!(format.get(&set, SECTION, NAME).unwrap(), Some(entry()));
            }
        }
    }
}
