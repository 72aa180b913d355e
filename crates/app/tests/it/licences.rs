//! What the binary is made of: every dependency's licence is one that `deny.toml` allows.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use toml_edit::DocumentMut;

fn allowed() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
    let text: DocumentMut = fs::read_to_string(path).unwrap().parse().unwrap();
    let list = text["licenses"]["allow"].as_array().unwrap();
    list.iter().map(|licence| licence.as_str().unwrap().to_owned()).collect()
}

#[expect(clippy::disallowed_methods, reason = "cargo knows what the binary is made of")]
fn packages() -> Vec<Value> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--all-features", "--manifest-path"])
        .arg(manifest)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Whether one of the ways to read an SPDX expression uses allowed licences only.
fn fits(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let either = |part: &str| part.split(" OR ").any(|licence| allowed.contains(licence.trim()));
    plain.split(" AND ").all(either)
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let allowed = allowed();
    let refused: Vec<_> = packages()
        .iter()
        .filter(|package| !fits(package["license"].as_str().unwrap_or("none"), &allowed))
        .map(|package| format!("{} {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}
