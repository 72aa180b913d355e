//! The command line as a whole: help, codes, envelopes, scripts and manual.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::program::Home;

#[test]
fn the_version_is_printed_in_both_forms() {
    let home = Home::new();
    let version = env!("CARGO_PKG_VERSION");
    assert!(home.run(&["version"]).stdout.starts_with(&format!("ensemble {version} (")));
    assert_eq!(home.run(&["--version"]).stdout, format!("ensemble {version}\n"));
    let ran = home.run(&["version", "--json"]);
    assert_eq!(ran.envelope()["command"], "version");
    assert_eq!(ran.envelope()["data"]["version"], version);
}

#[test]
fn help_names_every_exit_code() {
    let help = Home::new().run(&["--help"]);
    assert_eq!(help.code, 0);
    for code in 0..=9 {
        assert!(help.stdout.contains(&format!("\n  {code}  ")), "{}", help.stdout);
    }
}

#[test]
fn a_wrong_line_is_a_usage_error_that_names_the_right_word() {
    let home = Home::new();
    let ran = home.run(&["docter"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("doctor"), "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
    assert_eq!(home.run(&["version", "--no-such-flag"]).code, 2);
    assert_eq!(home.run(&[]).code, 2);
}

#[test]
fn a_failure_in_json_is_an_envelope_with_the_same_code() {
    let home = Home::new();
    let ran = home.run(&["config", "show", "--config", "missing.toml", "--json"]);
    assert_eq!(ran.code, 6);
    assert_eq!(ran.stderr, "");
    let envelope = ran.envelope();
    assert_eq!(envelope["ok"], false);
    assert_eq!(envelope["command"], "config show");
    assert_eq!(envelope["error"]["exit"], 6);
    assert_eq!(envelope["error"]["kind"], "config");
    assert!(envelope["error"]["hint"].is_string());
}

#[test]
fn a_data_folder_that_cannot_be_made_is_refused_with_a_fix() {
    let home = Home::new();
    home.write("file", "");
    let ran = home.run(&["--data", "file/inside", "token", "new", "phone"]);
    assert_eq!(ran.code, 7);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(
        lines[0].starts_with("error: data folder `file/inside` cannot be created: "),
        "{lines:?}"
    );
    assert_eq!(lines[1], "  fix: name a folder you own with `--data DIR`");
    let ran = home.run_with(&["token", "list"], &[("HOME", "")]);
    assert_eq!(ran.code, 7);
    assert!(ran.stderr.contains("neither `XDG_DATA_HOME` nor `HOME` is set"), "{}", ran.stderr);
}

#[test]
fn the_data_folder_follows_xdg_and_is_private() {
    let home = Home::new();
    let elsewhere = home.path("elsewhere");
    let variables = [("XDG_DATA_HOME", elsewhere.to_str().unwrap())];
    assert_eq!(home.run_with(&["token", "new", "phone"], &variables).code, 0);
    let folder = fs::metadata(home.path("elsewhere/ensemble")).unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);
}

#[test]
fn every_shell_gets_a_script() {
    let home = Home::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = home.run(&["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains("uninstall"), "{shell}");
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let home = Home::new();
    assert!(home.run(&["man"]).stdout.contains(".TH ensemble 1"));
    let files = home.json(&["man", "--dir", "pages"])["files"].clone();
    let files = files.as_array().unwrap();
    for page in ["ensemble.1", "ensemble-token-new.1", "ensemble-config-show.1"] {
        assert!(files.iter().any(|file| file == &format!("pages/{page}")), "{files:?}");
        assert!(home.read(&format!("pages/{page}")).contains("SYNOPSIS"));
    }
}
