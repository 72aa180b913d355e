//! Layers, origins and refusals of the configuration, through `ensemble config`.

use std::fs;

use serde_json::{Value, json};

use crate::program::Home;

const FILE: &str = ".local/share/ensemble/ensemble.toml";

fn setting<'a>(data: &'a Value, key: &str) -> &'a Value {
    let settings = data["settings"].as_array().unwrap();
    settings.iter().find(|setting| setting["key"] == key).unwrap()
}

/// Runs `config show` on a file and returns the one line it is refused with.
fn refusal(text: &str) -> String {
    let home = Home::new();
    home.write(FILE, text);
    let ran = home.run(&["config", "show"]);
    assert_eq!(ran.code, 6, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "");
    let line = ran.stderr.lines().next().unwrap();
    line.replace(&format!("{}/", home.path(".local/share/ensemble").display()), "")
}

#[test]
fn defaults_are_the_documented_ones() {
    let data = Home::new().json(&["config", "show"]);
    for (key, value) in [
        ("server.http", json!("127.0.0.1:7420")),
        ("server.tcp", json!("off")),
        ("server.unix", json!("ensemble.sock")),
        ("limits.body_bytes", json!(4 * 1024 * 1024)),
        ("limits.in_flight_per_connection", json!(64)),
        ("limits.sessions", json!(256)),
        ("limits.call_timeout_seconds", json!(30)),
        ("log.format", json!("text")),
        ("orchestrator.server.port", json!(3100)),
        ("orchestrator.runner.timeout_seconds", json!(3600)),
        ("orchestrator.approval.require_for_push", json!(true)),
        ("orchestrator.telegram.allowed_chat_ids", json!([])),
        ("reasoner.port", json!(8080)),
    ] {
        assert_eq!(setting(&data, key)["value"], value, "{key}");
        assert_eq!(setting(&data, key)["origin"]["from"], "default", "{key}");
    }
}

#[test]
fn each_layer_covers_the_one_before_and_says_so() {
    let home = Home::new();
    home.write(
        FILE,
        "# mine\n[limits]\nsessions = 10\nidle_seconds = 11\n\n[orchestrator.runner]\n\
         timeout_seconds = 12\nmax_concurrent_jobs = 13\n",
    );
    home.write(
        "projects/.televibe/config.yaml",
        "# theirs\nrunner:\n  timeout_seconds: 20\ntelegram:\n  allowed_chat_ids: [1, -2]\n",
    );
    let root = home.path("projects").display().to_string();
    let variables = [
        ("ENSEMBLE__ORCHESTRATOR__ROOT", root.as_str()),
        ("ENSEMBLE__LIMITS__IDLE_SECONDS", "30"),
        ("ENSEMBLE__AGGREGATE__EXCLUDE", "a_*, b_*"),
        ("ENSEMBLE__JOURNAL__CALLS", "on"),
        ("ENSEMBLE__LOG__FORMAT", "text"),
    ];
    let line = ["config", "show", "--json", "--log-format", "json"];
    let ran = home.run_with(&line, &variables);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let data = ran.envelope()["data"].clone();
    let yaml = home.path("projects/.televibe/config.yaml");
    for (key, value, origin) in [
        ("limits.sessions", json!(10), json!({"from": "file", "path": home.path(FILE), "line": 3})),
        (
            "limits.idle_seconds",
            json!(30),
            json!({"from": "variable", "name": "ENSEMBLE__LIMITS__IDLE_SECONDS"}),
        ),
        (
            "orchestrator.runner.timeout_seconds",
            json!(20),
            json!({"from": "file", "path": yaml, "line": 3}),
        ),
        (
            "orchestrator.runner.max_concurrent_jobs",
            json!(13),
            json!({"from": "file", "path": home.path(FILE), "line": 8}),
        ),
        (
            "orchestrator.telegram.allowed_chat_ids",
            json!([1, -2]),
            json!({"from": "file", "path": yaml, "line": 5}),
        ),
        ("log.format", json!("json"), json!({"from": "flag", "name": "--log-format"})),
    ] {
        assert_eq!(setting(&data, key)["value"], value, "{key}");
        assert_eq!(setting(&data, key)["origin"], origin, "{key}");
    }
    assert_eq!(setting(&data, "aggregate.exclude")["value"], json!(["a_*", "b_*"]));
    assert_eq!(setting(&data, "journal.calls")["value"], json!(true));
}

#[test]
fn wrong_files_are_refused_in_one_line_that_says_where() {
    for (text, expected) in [
        (
            "[limits]\nsesions = 3\n",
            "error: unknown key `limits.sesions` in ensemble.toml:2, did you mean `limits.sessions`?",
        ),
        (
            "\n[limit]\nsessions = 3\n",
            "error: unknown key `limit.sessions` in ensemble.toml:3, did you mean `limits.sessions`?",
        ),
        ("[zzz]\n", "error: unknown key `zzz` in ensemble.toml:1"),
        (
            "[limits]\nsessions = \"many\"\n",
            "error: `limits.sessions` in ensemble.toml:2: invalid type: string \"many\", expected u32",
        ),
        (
            "[limits]\nsessions = -1\n",
            "error: `limits.sessions` in ensemble.toml:2: invalid value: integer `-1`, expected u32",
        ),
        (
            "[limits]\nsessions = 0\n",
            "error: `limits.sessions` in ensemble.toml:2: must be at least 1",
        ),
        (
            "[server]\nhttp = \"somewhere\"\n",
            "error: `server.http` in ensemble.toml:2: `somewhere` is not an address, expected \
             `HOST:PORT` with a numeric host, `:PORT` or `off`",
        ),
        (
            "[server]\nhttp = \"0.0.0.0:80\"\n",
            "error: `server.http` in ensemble.toml:2: `0.0.0.0:80` is reachable from other machines; \
             name the hosts that may be asked for with `server.allowed_hosts` or `--allowed-host`",
        ),
        (
            "[server]\ntcp = \"0.0.0.0:80\"\n",
            "error: `server.tcp` in ensemble.toml:2: `0.0.0.0:80` is not a loopback address; \
             raw TCP has no encryption",
        ),
        (
            "[journal]\nkeyed = true\n",
            "error: `journal.keyed` in ensemble.toml:2: needs `journal.key_file`",
        ),
        (
            "[services]\nenabled = [\"theatre\"]\n",
            "error: `services.enabled` in ensemble.toml:2: unknown variant `theatre`, expected one of \
             `house`, `theater`, `orchestrator`, `avatar`, `reasoner`",
        ),
    ] {
        assert_eq!(refusal(text), expected);
    }
    let broken = refusal("[limits\nsessions = 1\n");
    assert!(broken.starts_with("error: `ensemble.toml` is not valid TOML: line 1: "), "{broken}");
}

#[test]
fn wrong_variables_are_named_as_they_were_written() {
    let home = Home::new();
    for (name, value, expected) in [
        (
            "ENSEMBLE__LIMITS__SESION",
            "3",
            "error: unknown key `ENSEMBLE__LIMITS__SESION` in ENSEMBLE__LIMITS__SESION, \
             did you mean `ENSEMBLE__LIMITS__SESSIONS`?",
        ),
        (
            "ENSEMBLE__LIMITS__SESSIONS",
            "3x",
            "error: `limits.sessions` in ENSEMBLE__LIMITS__SESSIONS: `3x` is not a whole number",
        ),
        (
            "ENSEMBLE__JOURNAL__CALLS",
            "maybe",
            "error: `journal.calls` in ENSEMBLE__JOURNAL__CALLS: `maybe` is not `true` or `false`",
        ),
    ] {
        let ran = home.run_with(&["config", "show"], &[(name, value)]);
        assert_eq!(ran.code, 6);
        assert_eq!(ran.stderr.lines().next().unwrap(), expected);
    }
}

#[test]
fn the_orchestrators_file_is_held_to_its_keys_too() {
    let home = Home::new();
    let variables = [("ENSEMBLE__ORCHESTRATOR__ROOT", ".")];
    home.write(".televibe/config.yaml", "runner:\n  timeout_second: 5\n");
    let ran = home.run_with(&["config", "show"], &variables);
    assert_eq!(ran.code, 6);
    let expected = "error: unknown key `orchestrator.runner.timeout_second` in \
                    ./.televibe/config.yaml:2, did you mean `orchestrator.runner.timeout_seconds`?";
    assert_eq!(ran.stderr.lines().next().unwrap(), expected);
    home.write(".televibe/config.yaml", "zzz: {}\n");
    let ran = home.run_with(&["config", "show"], &variables);
    assert_eq!(ran.code, 6);
    assert!(ran.stderr.contains("unknown key `orchestrator.zzz`"), "{}", ran.stderr);
    home.write(".televibe/config.yaml", "runner: [\n");
    let ran = home.run_with(&["config", "show"], &variables);
    assert_eq!(ran.code, 6);
    assert!(ran.stderr.contains("is not valid YAML"), "{}", ran.stderr);
}

#[test]
fn the_orchestrators_file_may_set_every_key_of_its_spec_or_none() {
    let home = Home::new();
    let variables = [("ENSEMBLE__ORCHESTRATOR__ROOT", ".")];
    for text in ["", "# nothing yet\n", "runner:\n"] {
        home.write(".televibe/config.yaml", text);
        let ran = home.run_with(&["config", "show"], &variables);
        assert_eq!(ran.code, 0, "{text:?}: {}", ran.stderr);
    }
    home.write(
        ".televibe/config.yaml",
        "server: { host: 127.0.0.2, port: 1 }\n\
         paths:\n  televibe_dir: a\n  workspaces_dir: b\n  state_db: c\n  logs_dir: d\n\
         defaults: { superclaude_profile: e, session_id_prefix: F, auto_backlog_sync: false }\n\
         runner: { claude_command: g, timeout_seconds: 2, max_concurrent_jobs: 4 }\n\
         approval:\n  require_for_writes: true\n  require_for_shell: false\n  \
         require_for_push: false\n  require_for_deploy: false\n\
         telegram: { enabled: false, bot_token_env: H, allowed_chat_ids: [5] }\n",
    );
    let ran = home.run_with(&["config", "show", "--json"], &variables);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let data = ran.envelope()["data"].clone();
    let of_file = data["settings"].as_array().unwrap().iter().filter(|setting| {
        setting["key"].as_str().unwrap().starts_with("orchestrator.")
            && setting["origin"]["from"] == "file"
    });
    assert_eq!(of_file.count(), 19);
}

#[test]
fn a_file_named_by_a_flag_must_exist() {
    let home = Home::new();
    let ran = home.run(&["config", "show", "--config", "missing.toml"]);
    assert_eq!(ran.code, 6);
    assert!(ran.stderr.contains("cannot read the configuration `missing.toml`"), "{}", ran.stderr);
    home.write("mine.toml", "[shutdown]\ngrace_seconds = 1\n");
    let data = home.json(&["config", "show", "--config", "mine.toml"]);
    assert_eq!(setting(&data, "shutdown.grace_seconds")["value"], 1);
}

#[test]
fn showing_the_configuration_makes_no_data_folder() {
    let home = Home::new();
    let ran = home.run(&["config", "show", "--origin"]);
    assert!(ran.stdout.contains("limits.sessions = 256"), "{}", ran.stdout);
    assert!(ran.stdout.contains("# default"), "{}", ran.stdout);
    assert!(!home.path(".local").exists());
}

/// The reference is part of the surface: a key that changes its name, default or meaning shows here.
#[test]
fn the_reference_of_keys_is_the_golden_one() {
    let printed = Home::new().run(&["config", "keys"]).stdout;
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/config_keys.txt");
    let expected = fs::read_to_string(golden).unwrap_or_default();
    if printed != expected {
        let fresh = concat!(env!("CARGO_TARGET_TMPDIR"), "/config_keys.txt");
        fs::write(fresh, &printed).unwrap();
        panic!("the keys differ from {golden}; what is printed now lies in {fresh}");
    }
}
