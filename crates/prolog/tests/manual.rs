//! Holds `BUILTINS.md`, part of the crate's documentation, to what the engine really has.

fn expected() -> String {
    let mut text = String::from(
        "# Predicates\n\nEverything a program can call. Names that start with `$` are internal and not listed.\n\n\
         ## Built in\n\n| predicate | what it does |\n|---|---|\n",
    );
    let mut rows = prolog::builtins();
    rows.sort_unstable();
    for (name, arity, doc) in rows {
        let name = name.replace('|', "\\|");
        text.push_str(&format!("| `{name}/{arity}` | {doc} |\n"));
    }
    text.push_str("\n## Written in Prolog\n\n");
    let names: Vec<String> =
        prolog::library().into_iter().map(|(name, arity)| format!("`{name}/{arity}`")).collect();
    text.push_str(&names.join(", "));
    text.push('\n');
    text
}

#[test]
fn the_documented_predicates_are_the_ones_there_are() {
    let documented = include_str!("../BUILTINS.md");
    assert!(documented == expected(), "BUILTINS.md should read:\n{}", expected());
}

#[test]
fn nothing_reaches_outside() {
    let forbidden =
        ["open", "close", "shell", "see", "tell", "consult", "exec", "getenv", "load_files"];
    let all: Vec<String> = prolog::builtins()
        .into_iter()
        .map(|(name, _, _)| name.to_owned())
        .chain(prolog::library().into_iter().map(|(name, _)| name))
        .collect();
    for name in forbidden {
        assert!(!all.iter().any(|own| own == name), "`{name}` should not exist");
    }
}
