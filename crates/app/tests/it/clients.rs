//! What `install` and `uninstall` do to the files of every client.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use ensemble::clients::{CLIENTS, Client, Entry, Reach, backup_path, plan_install, plan_uninstall};
use ensemble::environment::{Environment, Platform};

use crate::program::Home;

/// A settings file with other servers and comments, as its client's users have it.
fn existing(client: &str) -> &'static str {
    match client {
        "claude-code" => include_str!("../golden/clients/claude-code.existing"),
        "claude-desktop" => include_str!("../golden/clients/claude-desktop.existing"),
        "codex" => include_str!("../golden/clients/codex.existing"),
        "cursor" => include_str!("../golden/clients/cursor.existing"),
        "gemini" => include_str!("../golden/clients/gemini.existing"),
        "goose" => include_str!("../golden/clients/goose.existing"),
        "vscode" => include_str!("../golden/clients/vscode.existing"),
        "windsurf" => include_str!("../golden/clients/windsurf.existing"),
        "zed" => include_str!("../golden/clients/zed.existing"),
        other => panic!("no example for `{other}`"),
    }
}

fn entry(reach: &str) -> Entry {
    let reach = match reach {
        "program" => Reach::Program {
            command: "/opt/ensemble/bin/ensemble".to_owned(),
            arguments: ["serve", "--stdio"].map(str::to_owned).to_vec(),
        },
        _ => Reach::Url {
            url: "http://127.0.0.1:7420/mcp".to_owned(),
            token: "ens_secret".to_owned(),
        },
    };
    Entry { name: "ensemble".to_owned(), reach }
}

/// Compares with the golden file, or says where what came out instead lies.
fn golden(name: &str, text: &str) -> Result<(), String> {
    let path = format!("{}/tests/golden/clients/{name}", env!("CARGO_MANIFEST_DIR"));
    if fs::read_to_string(&path).is_ok_and(|expected| expected == text) {
        return Ok(());
    }
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/clients");
    fs::create_dir_all(folder).unwrap();
    fs::write(format!("{folder}/{name}"), text).unwrap();
    Err(format!("{name} differs; what came out lies in {folder}"))
}

fn each(check: impl Fn(&Client, &Home) -> Result<(), String>) {
    let failed: Vec<String> =
        CLIENTS.iter().filter_map(|client| check(client, &Home::new()).err()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn a_fresh_file_holds_the_entry_and_uninstall_takes_the_file_away() {
    each(|client, home| {
        let mut differences = Vec::new();
        for reach in ["program", "url"] {
            let file = home.path("fresh/settings");
            let change = plan_install(client, &file, &entry(reach)).unwrap();
            assert_eq!(change.apply().unwrap(), None, "nothing to back up");
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
            let text = home.read("fresh/settings");
            differences.extend(golden(&format!("{}.fresh-{reach}", client.name), &text).err());

            assert!(plan_install(client, &file, &entry(reach)).unwrap().is_empty());
            plan_uninstall(client, &file, "ensemble").unwrap().apply().unwrap();
            assert!(!file.exists(), "{}", client.name);
        }
        if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
    });
}

#[test]
fn other_servers_and_comments_stay_and_uninstall_restores_every_byte() {
    each(|client, home| {
        let old = existing(client.name);
        home.write("settings", old);
        let file = home.path("settings");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let change = plan_install(client, &file, &entry("program")).unwrap();
        assert_eq!(change.apply().unwrap(), Some(backup_path(&file)));
        assert_eq!(fs::read_to_string(backup_path(&file)).unwrap(), old);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        let new = home.read("settings");

        let again = plan_install(client, &file, &entry("program")).unwrap();
        assert!(again.is_empty() && again.diff().is_empty());
        assert_eq!(again.apply().unwrap(), None);

        plan_uninstall(client, &file, "ensemble").unwrap().apply().unwrap();
        assert_eq!(home.read("settings"), old, "{}", client.name);
        assert!(!backup_path(&file).exists());
        golden(&format!("{}.merged", client.name), &new)
    });
}

#[test]
fn changing_the_entry_touches_nothing_else() {
    each(|client, home| {
        let file = home.path("settings");
        home.write("settings", existing(client.name));
        plan_install(client, &file, &entry("url")).unwrap().apply().unwrap();
        plan_install(client, &file, &entry("program")).unwrap().apply().unwrap();
        golden(&format!("{}.merged", client.name), &home.read("settings"))
    });
}

#[test]
fn without_its_backup_only_the_entry_goes() {
    each(|client, home| {
        let file = home.path("settings");
        home.write("settings", existing(client.name));
        plan_install(client, &file, &entry("program")).unwrap().apply().unwrap();
        fs::remove_file(backup_path(&file)).unwrap();
        let added = "# added later\n";
        if client.name == "codex" || client.name == "goose" {
            home.write("settings", &format!("{added}{}", home.read("settings")));
        }
        plan_uninstall(client, &file, "ensemble").unwrap().apply().unwrap();
        let left = home.read("settings");
        let left = left.strip_prefix(added).unwrap_or(&left);
        golden(&format!("{}.removed", client.name), left)
    });
}

#[test]
fn a_file_that_does_not_parse_is_left_alone() {
    each(|client, home| {
        for broken in ["{ \"mcpServers\": ", "key: [1\n]: {", "[1, 2]", "\"just text\""] {
            home.write("settings", broken);
            let file = home.path("settings");
            let install = plan_install(client, &file, &entry("program")).map(|_| ());
            let uninstall = plan_uninstall(client, &file, "ensemble").map(|_| ());
            for outcome in [install, uninstall] {
                let message = outcome.expect_err(client.name).to_string();
                assert!(message.contains("was left alone"), "{message}");
            }
            assert_eq!(home.read("settings"), broken);
            assert!(!backup_path(&file).exists());
        }
        Ok(())
    });
}

#[test]
fn a_section_of_another_shape_is_left_alone() {
    each(|client, home| {
        let section = client.section;
        let text = match client.name {
            "codex" => format!("{section} = 3\n"),
            "goose" => format!("{section}: 3\n"),
            _ => format!("{{ \"{section}\": 3 }}"),
        };
        home.write("settings", &text);
        let error = plan_install(client, &home.path("settings"), &entry("program")).unwrap_err();
        assert!(error.to_string().contains("is not a table of entries"), "{error}");
        Ok(())
    });
}

#[test]
fn goose_sections_in_every_block_form_are_edited_and_flow_forms_refused() {
    let goose = CLIENTS.iter().find(|client| client.name == "goose").unwrap();
    let home = Home::new();
    for text in [
        "",
        "# only a comment\n",
        "extensions:\n",
        "extensions: # mine\n",
        "extensions: {}\n",
        "extensions: {} # mine\n",
        "extensions:\n    developer:\n        enabled: true\n",
        "extensions:\n  developer:\n    enabled: true",
        "extensions:\n  developer:\n    enabled: true\n\n# next\nGOOSE_MODE: auto\n",
        "extensions:\n  \"ensemble\":\n    enabled: false\n    # why\n  other:\n    enabled: true\n",
    ] {
        home.write("settings", text);
        let file = home.path("settings");
        let change = plan_install(goose, &file, &entry("program")).unwrap();
        change.apply().unwrap();
        let new = home.read("settings");
        for comment in text.lines().filter_map(|line| line.find("# ").map(|at| &line[at..])) {
            assert!(comment == "# why" || new.contains(comment), "{text:?} became {new:?}");
        }
        plan_uninstall(goose, &file, "ensemble").unwrap().apply().unwrap();
        let same = home.path("settings").exists().then(|| home.read("settings"));
        assert_eq!(same.unwrap_or_default(), text);
    }
    home.write("settings", "extensions: { developer: { enabled: true } }\n");
    let error = plan_install(goose, &home.path("settings"), &entry("program")).unwrap_err();
    assert!(error.to_string().contains("cannot be edited in place"), "{error}");
}

#[test]
fn every_client_has_its_file_on_every_platform() {
    let of = |platform| {
        let variables = [
            ("HOME", "/home/ada"),
            ("USERPROFILE", "C:/Users/ada"),
            ("APPDATA", "C:/Users/ada/AppData/Roaming"),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let environment = Environment::new(platform, "ensemble", variables);
        let line = |client: &Client| {
            format!("{}: {}\n", client.name, client.file(&environment).unwrap().display())
        };
        CLIENTS.iter().map(line).collect::<String>()
    };
    let printed = format!(
        "linux\n{}\nmacos\n{}\nwindows\n{}",
        of(Platform::Linux),
        of(Platform::MacOs),
        of(Platform::Windows)
    );
    golden("paths", &printed).unwrap();
}

#[test]
fn the_commands_plan_write_and_take_back() {
    let home = Home::new();
    home.write(".cursor/mcp.json", existing("cursor"));
    let planned = home.run(&["install", "cursor", "--url", "--dry-run"]);
    assert_eq!(planned.code, 0, "{}", planned.stderr);
    assert!(planned.stdout.contains("+    \"ensemble\": {"), "{}", planned.stdout);
    assert!(planned.stdout.contains("Bearer (the local token)"), "{}", planned.stdout);
    assert_eq!(home.read(".cursor/mcp.json"), existing("cursor"));

    let done = home.json(&["install", "cursor", "--url"]);
    assert_eq!(done["action"], "installed");
    let token = home.read(".local/share/ensemble/token");
    assert!(home.read(".cursor/mcp.json").contains(token.trim()));
    assert!(!done["diff"].as_str().unwrap().contains(token.trim()));
    assert_eq!(home.json(&["install", "cursor", "--url"])["action"], "unchanged");
    let theater = home.json(&["install", "cursor", "--service", "theater"]);
    assert_eq!(theater["name"], "ensemble-theater");
    assert_eq!(home.json(&["uninstall", "cursor", "--service", "theater"])["action"], "removed");
    assert_eq!(home.json(&["uninstall", "cursor"])["action"], "removed");
    assert_eq!(home.json(&["uninstall", "cursor"])["action"], "unchanged");
    let ran = home.run(&["install", "emacs"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("claude-code"), "{}", ran.stderr);
}

#[test]
fn a_program_entry_carries_whole_paths() {
    let home = Home::new();
    let ran = home.run(&["install", "zed", "--print", "--data", "here", "--service", "reasoner"]);
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let entry = &value["context_servers"]["ensemble-reasoner"];
    assert_eq!(entry["command"], env!("CARGO_BIN_EXE_ensemble"));
    let data = home.path("here");
    let data = fs::canonicalize(data.parent().unwrap()).unwrap().join("here");
    let expected = serde_json::json!(["serve", "--stdio", "--data", data, "--service", "reasoner"]);
    assert_eq!(entry["args"], expected);
    assert!(!home.path(".config").exists());
}
