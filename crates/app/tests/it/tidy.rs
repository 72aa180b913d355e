//! The architecture as a test: who may know whom, where SQL and the protocol library may stand,
//! how files begin and how large they are.

mod functions;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, TableLike};

/// Worth a look.
const LONG_FILE: usize = 500;
/// Refused.
const TOO_LONG_FILE: usize = 800;
/// Worth a look; clippy refuses longer ones in code of this project's style.
const LONG_FUNCTION: usize = 80;

/// How statements of SQL begin inside a string of Rust.
const STATEMENTS: [&str; 10] = [
    "SELECT ",
    "INSERT INTO ",
    "INSERT OR ",
    "UPDATE ",
    "DELETE FROM ",
    "CREATE TABLE ",
    "CREATE INDEX ",
    "CREATE TRIGGER ",
    "ALTER TABLE ",
    "DROP TABLE ",
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Every file under `folder` with the ending, build results and what git ignores left out.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let skipped = name.starts_with("target") || name == "node_modules" || name == ".git";
            if !skipped {
                found.extend(files(&path, ending));
            }
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// Each Rust file of the crates with its path from the workspace's root.
fn sources() -> Vec<(String, String)> {
    let root = workspace();
    let read = |path: PathBuf| {
        let short = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        (short, fs::read_to_string(path).unwrap())
    };
    let sources: Vec<_> = files(&root.join("crates"), ".rs").into_iter().map(read).collect();
    assert!(sources.len() > 20, "the crates were not found from {}", root.display());
    sources
}

/// Every dependency of a manifest, those of tests, build scripts and single platforms included.
fn dependencies(manifest: &DocumentMut) -> Vec<(&str, &Item)> {
    let platforms = manifest.get("target").and_then(Item::as_table_like);
    let platforms = platforms.into_iter().flat_map(|table| table.iter().map(|(_, item)| item));
    let parts = std::iter::once(manifest.as_item()).chain(platforms);
    let sections = ["dependencies", "dev-dependencies", "build-dependencies"];
    let tables = parts.flat_map(|part| sections.map(|section| part.get(section)));
    let tables = tables.flatten().filter_map(Item::as_table_like);
    tables.flat_map(TableLike::iter).collect()
}

/// Who may depend on whom, as the table of ARCHITECTURE.md says it.
fn edges(page: &str) -> BTreeMap<&str, Vec<&str>> {
    let table = page.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2);
    let rows: Vec<Vec<&str>> = table
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 5, "ARCHITECTURE.md has no table of who may know whom");
    let all: Vec<&str> = rows.iter().flat_map(|row| row[0].split(", ")).collect();
    let mut edges = BTreeMap::new();
    for row in &rows {
        let allowed: Vec<&str> = match row[1] {
            "nothing of ours" => Vec::new(),
            "all" => all.clone(),
            named => named.split(", ").collect(),
        };
        for name in &allowed {
            assert!(all.contains(name), "the table allows `{name}`, which it has no row for");
        }
        edges.extend(row[0].split(", ").map(|name| (name, allowed.clone())));
    }
    edges
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

#[test]
fn crates_depend_only_on_whom_the_table_allows() {
    let root = workspace();
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let edges = edges(&page);
    let ours: Vec<&str> = edges.keys().copied().collect();
    let mut wrong = Vec::new();
    for manifest in files(&root.join("crates"), "Cargo.toml") {
        let name = manifest.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let Some(allowed) = edges.get(name.as_str()) else {
            wrong.push(format!("`{name}` is not in the table"));
            continue;
        };
        let document: DocumentMut = fs::read_to_string(&manifest).unwrap().parse().unwrap();
        for (dependency, item) in dependencies(&document) {
            if ours.contains(&dependency) && !allowed.contains(&dependency) {
                wrong.push(format!("`{name}` must not know `{dependency}`"));
            }
            if item.get("workspace").and_then(Item::as_bool) != Some(true) {
                wrong.push(format!("`{name}`: the version of `{dependency}` belongs to the root"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_file_says_first_what_it_is_for() {
    let silent: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(path, _)| path)
        .collect();
    assert!(silent.is_empty(), "no `//!` at the top: {silent:#?}");
}

#[test]
fn only_db_files_contain_sql() {
    let mut found = Vec::new();
    for (path, text) in sources() {
        let name = path.rsplit('/').next().unwrap_or_default();
        if name == "db.rs" || path.contains("/src/db/") || is_test(&path) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let stated = STATEMENTS.iter().any(|statement| {
                line.contains(&format!("\"{statement}")) || line.trim_start().starts_with(statement)
            });
            if stated {
                found.push(format!("{path}:{}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "SQL belongs into `db.rs` or its folder: {found:#?}");
}

#[test]
fn the_protocol_library_is_seen_in_one_folder_only() {
    let elsewhere: Vec<String> = sources()
        .into_iter()
        .filter(|(path, _)| {
            !path.starts_with("crates/gateway/src/mcp/")
                && path != "crates/gateway/src/mcp.rs"
                && !path.ends_with("tests/it/tidy.rs")
        })
        .filter(|(_, text)| text.contains("rmcp::") || text.contains("use rmcp"))
        .map(|(path, _)| path)
        .collect();
    assert!(elsewhere.is_empty(), "`rmcp` belongs into gateway/src/mcp: {elsewhere:#?}");
    let manifests = files(&workspace().join("crates"), "Cargo.toml");
    for manifest in manifests.iter().filter(|path| !path.ends_with("gateway/Cargo.toml")) {
        let text = fs::read_to_string(manifest).unwrap();
        assert!(!text.contains("rmcp"), "{} names `rmcp`", manifest.display());
    }
}

/// Paths of somebody's machine and hosts of somebody's package index have no place in the project.
#[test]
fn no_file_names_a_machine_or_a_registry() {
    // Put together here so that this file does not name what it forbids.
    let forbidden = [
        ["/", "work/"].concat(),
        ["/", "root/"].concat(),
        ["/", "tmp/"].concat(),
        ["index.", "crates.io"].concat(),
        ["registry.", "npmjs.org"].concat(),
        ["pypi.", "org/simple"].concat(),
    ];
    let root = workspace();
    let mut found = Vec::new();
    for ending in [".rs", ".toml", ".md", ".yml", ".yaml", "/run", ".json", ".js"] {
        for path in files(&root, ending.trim_start_matches('/')) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            for (number, line) in text.lines().enumerate() {
                if forbidden.iter().any(|word| line.contains(word.as_str())) {
                    found.push(format!("{}:{}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_file_is_too_long_and_the_long_ones_are_listed() {
    let (mut report, mut refused) = (Vec::new(), Vec::new());
    let mut sources = sources();
    sources.retain(|(path, _)| !path.contains("/golden/"));
    for (path, text) in &sources {
        let lines = text.lines().count();
        if lines > LONG_FILE {
            report.push(format!("{path}: {lines} lines"));
        }
        if lines > TOO_LONG_FILE {
            refused.push(format!("{path}: {lines} lines, at most {TOO_LONG_FILE}"));
        }
        for function in functions::longer_than(LONG_FUNCTION, text) {
            report.push(format!("{path}:{}: a function of {} lines", function.at, function.lines));
        }
    }
    let lines: usize = sources.iter().map(|(_, text)| text.lines().count()).sum();
    println!("{} files, {lines} lines", sources.len());
    println!("past {LONG_FILE} lines a file or {LONG_FUNCTION} a function: {report:#?}");
    assert!(refused.is_empty(), "{refused:#?}");
}
