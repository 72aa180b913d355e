//! `ensemble doctor` on healthy and broken installations.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::program::Home;

fn check<'a>(envelope: &'a Value, name: &str) -> &'a Value {
    let checks = envelope["data"]["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn a_machine_that_never_ran_the_house_is_healthy() {
    let home = Home::new();
    let ran = home.run(&["doctor", "--json"]);
    let envelope = ran.envelope();
    assert_eq!(ran.code, 0, "{envelope:#}");
    for name in ["configuration", "data folder", "local token", "named tokens", "clock"] {
        assert_eq!(check(&envelope, name)["verdict"], "ok", "{name}");
    }
    // The search path is empty here, so what only some services need is a warning.
    assert_eq!(check(&envelope, "git")["verdict"], "warn");
    assert!(!home.path(".local").exists(), "a check changes nothing");
}

#[test]
fn what_is_open_to_others_is_reported_with_its_fix() {
    let home = Home::new();
    home.write(".local/share/ensemble/token", "ens_secret\n");
    let mode = |inside: &str, mode| {
        fs::set_permissions(home.path(inside), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(".local/share/ensemble", 0o755);
    mode(".local/share/ensemble/token", 0o644);
    let ran = home.run(&["doctor", "--json"]);
    assert_eq!(ran.code, 1);
    let envelope = ran.envelope();
    assert_eq!(envelope["ok"], false);
    assert_eq!(envelope["error"]["exit"], 1);
    assert_eq!(check(&envelope, "data folder")["verdict"], "warn");
    let token = check(&envelope, "local token");
    assert_eq!(token["verdict"], "fail");
    assert!(token["message"].as_str().unwrap().contains("mode 644"), "{token}");
    assert!(!ran.stdout.contains("ens_secret"));
}

#[test]
fn a_broken_configuration_and_a_taken_address_are_found() {
    let home = Home::new();
    home.write(".local/share/ensemble/ensemble.toml", "[limits]\nsesions = 1\n");
    let envelope = home.run(&["doctor", "--json"]).envelope();
    let configuration = check(&envelope, "configuration");
    assert_eq!(configuration["verdict"], "fail");
    assert!(configuration["message"].as_str().unwrap().contains("limits.sessions"));

    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    home.write(".local/share/ensemble/ensemble.toml", &format!("[server]\nhttp = \"{address}\"\n"));
    let envelope = home.run(&["doctor", "--json"]).envelope();
    let addresses = check(&envelope, "addresses");
    assert_eq!(addresses["verdict"], "warn");
    assert_eq!(addresses["message"], format!("{address} is taken"));
}

#[test]
fn a_client_that_starts_a_program_that_is_gone_is_found() {
    let home = Home::new();
    home.json(&["install", "cursor"]);
    let envelope = home.run(&["doctor", "--json"]).envelope();
    assert_eq!(check(&envelope, "clients")["message"], "Cursor");
    let moved = home.read(".cursor/mcp.json").replace("ensemble\"", "ensemble-gone\"");
    home.write(".cursor/mcp.json", &moved.replace("\"ensemble-gone\": {", "\"ensemble\": {"));
    let envelope = home.run(&["doctor", "--json"]).envelope();
    let clients = check(&envelope, "clients");
    assert_eq!(clients["verdict"], "fail", "{clients}");
    assert_eq!(clients["fix"], "ensemble install cursor");
}

#[test]
fn the_tool_says_what_the_command_says() {
    let home = Home::new();
    let names = |checks: &Value| {
        let checks = checks.as_array().unwrap().iter();
        checks.map(|check| check["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let command = home.run(&["doctor", "--json"]).envelope();
    let tool = home.json(&["call", "run_doctor", "{}"])["output"].clone();
    assert_eq!(names(&tool["checks"]), names(&command["data"]["checks"]));
    assert_eq!(tool["ok"], true, "{tool}");
}
