//! The specs' own programs: what their arguments mean for `serve`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;

use ensemble::arguments::ServeArgs;
use ensemble::config::{Config, Listen, ServiceName};
use ensemble::starters::{Start, called};

fn read(text: &str) -> Result<Start, clap::Error> {
    let line: Vec<_> = text.split(' ').map(OsString::from).collect();
    called(&line[0]).unwrap()(line)
}

fn address(start: &Start) -> Option<String> {
    start.default_address.map(|address| address(&Config::default()))
}

#[test]
fn theater_mcp_speaks_over_pipes_unless_a_socket_is_named() {
    let piped = read("theater-mcp").unwrap();
    let expected = ServeArgs {
        services: vec![ServiceName::Theater],
        stdio: true,
        http: Some(Listen::OFF),
        ..ServeArgs::default()
    };
    assert_eq!(piped.serve, expected);
    assert_eq!(address(&piped), None);
    let socket = read("theater-mcp --tcp 127.0.0.1:9000").unwrap().serve;
    assert!(!socket.stdio);
    assert_eq!(socket.tcp, Some("127.0.0.1:9000".parse().unwrap()));
    assert_eq!(socket.http, Some(Listen::OFF));
}

#[test]
fn televibecode_serves_its_root_at_its_own_address() {
    let start = read("televibecode serve --root projects --data kept").unwrap();
    assert_eq!(start.serve.root, Some(PathBuf::from("projects")));
    assert_eq!(start.serve.services, [ServiceName::Orchestrator]);
    assert_eq!(start.global.data, Some(PathBuf::from("kept")));
    assert_eq!(address(&start).as_deref(), Some("127.0.0.1:3100"));
    let mut config = Config::default();
    config.orchestrator.server.host = "::1".to_owned();
    assert_eq!(start.default_address.map(|address| address(&config)).unwrap(), "[::1]:3100");
    assert!(read("televibecode serve").is_err());
    assert!(read("televibecode").is_err());
}

#[test]
fn avatar_mcp_server_serves_one_avatar_over_pipes() {
    let start = read("avatar-mcp-server --avatar elinor-ostrom").unwrap();
    assert_eq!(start.serve.avatar.as_deref(), Some("elinor-ostrom"));
    assert_eq!(start.serve.services, [ServiceName::Avatar]);
    assert!(start.serve.stdio);
    assert!(read("avatar-mcp-server").is_err());
}

#[test]
fn mcr_listens_on_the_reasoners_port() {
    let start = read("mcr").unwrap();
    assert_eq!(start.serve.services, [ServiceName::Reasoner]);
    assert_eq!(address(&start).as_deref(), Some("127.0.0.1:8080"));
    let named = read("mcr --port 9090").unwrap();
    assert_eq!(named.serve.http, Some(Listen::loopback(9090)));
    assert_eq!(address(&named), None);
}

#[test]
fn flags_of_serve_become_settings_with_their_origin() {
    let arguments = ServeArgs {
        services: vec![ServiceName::House, ServiceName::Theater],
        http: Some(Listen::OFF),
        root: Some(PathBuf::from("projects")),
        allowed_hosts: vec!["house.example".to_owned()],
        ..ServeArgs::default()
    };
    let settings: Vec<String> = arguments
        .settings()
        .iter()
        .map(|setting| format!("{} {} = {}", setting.origin, setting.key, setting.value))
        .collect();
    assert_eq!(
        settings,
        [
            "--service services.enabled = [\"house\",\"theater\"]",
            "--allowed-host server.allowed_hosts = [\"house.example\"]",
            "--http server.http = \"off\"",
            "--root orchestrator.root = \"projects\"",
        ]
    );
}

#[test]
fn a_program_goes_by_the_name_it_is_started_under() {
    assert!(read("/usr/local/bin/mcr --port 9090").is_ok());
    for other in ["ensemble", "/usr/bin/ensemble", "mcr-old", "..", ""] {
        assert!(called(OsStr::new(other)).is_none(), "{other}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the program must lie alone in its folder")]
fn without_ensemble_beside_it_a_program_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("mcr");
    std::fs::copy(env!("CARGO_BIN_EXE_mcr"), &alone).unwrap();
    let ended = Command::new(&alone).output().unwrap();
    assert!(!ended.status.success());
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains("`mcr` needs it beside itself"), "{said}");
}
