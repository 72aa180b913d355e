//! What actors ask their host for: each thing only when it is declared and permitted, and every
//! answer the same again in a replay.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::scene::{Scene, manifest};

/// Programs are found where this process finds them.
#[expect(clippy::disallowed_methods, reason = "only the environment knows where `sh` is")]
fn search_path() -> Option<String> {
    std::env::var("PATH").ok()
}

/// The clerk's manifest: everything it imports, with settings for files.
fn clerk(filesystem: &str) -> String {
    let plain = ["http-client", "store", "timing"];
    let plain = plain.map(|kind| format!("[[handlers]]\ntype = '{kind}'\n")).join("");
    manifest(
        "clerk",
        &format!(
            "{plain}[[handlers]]\ntype = 'environment'\nallowed_vars = ['SHOWN']\n\
             [[handlers]]\ntype = 'filesystem'\n{filesystem}\n"
        ),
    )
}

async fn replays(scene: &Scene, id: &str) {
    let replayed = scene.theater.replay(id).await.unwrap();
    assert!(replayed.difference.is_none(), "{replayed:?}");
    assert_eq!(replayed.events, scene.events(id).await.len() as u64);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_actor_has_the_files_of_its_own_folder_and_no_others() {
    let scene = Scene::open().await;
    scene.stage("clerk");
    let id = scene.start(&clerk("new_dir = true")).await;
    for (asked, told) in [
        ("wnotes.txt\nfirst line", "ok"),
        ("rnotes.txt", "first line"),
        ("r/notes.txt", "first line"),
        ("l/", "notes.txt"),
        ("xnotes.txt", "yes"),
        ("xother.txt", "no"),
        ("dnotes.txt", "ok"),
        ("xnotes.txt", "no"),
    ] {
        assert_eq!(scene.ask(&id, asked).await.unwrap(), told, "{asked}");
    }
    let own = scene.path().join("theater/files").join(&id);
    std::fs::write(scene.path().join("secret"), "secret").unwrap();
    std::os::unix::fs::symlink(scene.path(), own.join("out")).unwrap();
    std::os::unix::fs::symlink(scene.path().join("unborn"), own.join("later")).unwrap();
    for asked in ["r../secret", "rout/secret", "wout/made\nx", "wlater\nx", "dout/secret", "l.."] {
        let told = scene.ask(&id, asked).await.unwrap();
        assert!(told.contains("leads out"), "{asked}: {told}");
    }
    assert!(!scene.path().join("unborn").exists());
    assert!(scene.ask(&id, "csh").await.unwrap().contains("allowed_commands"));
    replays(&scene, &id).await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_lent_and_a_command_runs_only_where_the_house_says_so() {
    let scene = Scene::open_with(|config| {
        config.files = vec![config.folder.join("lent")];
        config.programs = vec!["pwd".to_owned()];
        config.search_path = search_path();
    })
    .await;
    scene.stage("clerk");
    let lent = scene.path().join("theater/lent");
    std::fs::create_dir_all(&lent).unwrap();
    std::fs::write(lent.join("a.txt"), "hello").unwrap();
    let settings = |folder: &std::path::Path, commands: &str| {
        clerk(&format!("path = '{}'\nallowed_commands = [{commands}]", folder.display()))
    };
    let id = scene.start(&settings(&lent, "'pwd', 'sh'")).await;
    assert_eq!(scene.ask(&id, "ra.txt").await.unwrap(), "hello");
    let folder = std::fs::canonicalize(&lent).unwrap();
    assert_eq!(scene.ask(&id, "cpwd").await.unwrap(), format!("{}\n", folder.display()));
    assert!(scene.ask(&id, "csh").await.unwrap().contains("theater.programs"));
    assert!(scene.ask(&id, "cls").await.unwrap().contains("allowed_commands"));
    let other = scene.start(&settings(scene.path(), "")).await;
    assert!(scene.ask(&other, "rtest.db").await.unwrap().contains("theater.files"));
    let policy = "[permission_policy.file_system]\ntype = 'restrict'\n\
         config = { read = true, write = false, execute = false }\n";
    let narrow = scene.start(&format!("{}{policy}", settings(&lent, "'pwd'"))).await;
    assert_eq!(scene.ask(&narrow, "ra.txt").await.unwrap(), "hello");
    for asked in ["wa.txt\nx", "da.txt", "cpwd"] {
        assert!(scene.ask(&narrow, asked).await.unwrap().contains("permissions"), "{asked}");
    }
    replays(&scene, &id).await;
    scene.close().await;
}

/// Answers one request with `body`, whatever it is.
fn answer_once(listener: TcpListener, body: Vec<u8>) {
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        let mut part = [0; 1024];
        while !request.windows(4).any(|it| it == b"\r\n\r\n") {
            let read = stream.read(&mut part).unwrap();
            request.extend_from_slice(&part[..read]);
        }
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&body).unwrap();
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn the_web_is_reached_where_it_is_allowed_and_answers_are_kept() {
    let scene = Scene::open_with(|config| config.web_hosts = vec!["127.0.0.1".to_owned()]).await;
    scene.stage("clerk");
    let id = scene.start(&clerk("new_dir = true")).await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    answer_once(listener, b"from the web".to_vec());
    assert_eq!(scene.ask(&id, &format!("hhttp://{address}/x?y")).await.unwrap(), "from the web");
    for (asked, told) in [
        ("hhttp://localhost:1/", "theater.web_hosts"),
        ("hftp://127.0.0.1/", "no URL"),
        ("hnonsense", "no URL"),
    ] {
        let answer = scene.ask(&id, asked).await.unwrap();
        assert!(answer.contains(told), "{asked}: {answer}");
    }
    // The one that answered is gone; only the record can have the answer now.
    replays(&scene, &id).await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    scene.stage("counter");
    answer_once(listener, manifest("counter", "").into_bytes());
    let counter = scene.start(&format!("http://{address}/counter.toml")).await;
    assert_eq!(scene.ask(&counter, "2").await.unwrap(), "2");
    scene.close().await;
}

const CERTIFICATES: [&[u8]; 3] = [
    include_bytes!("../../../models/tests/it/certificates/authority.pem"),
    include_bytes!("../../../models/tests/it/certificates/server.pem"),
    include_bytes!("../../../models/tests/it/certificates/server.key"),
];

/// Answers every connection that trusts it; gives its URL.
async fn secret_server() -> String {
    let [_, chain, key] = CERTIFICATES;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(chain).collect();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain.unwrap(), PrivateKeyDer::from_pem_slice(key).unwrap())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = tokio::net::TcpListener::bind(("localhost", 0)).await.unwrap();
    let url = format!("https://localhost:{}/", listener.local_addr().unwrap().port());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut heard = Vec::new();
            while !heard.ends_with(b"\r\n\r\n") {
                stream.read_buf(&mut heard).await.unwrap();
            }
            stream.write_all(b"HTTP/1.1 200 X\r\ncontent-length: 6\r\n\r\nsecret").await.unwrap();
            stream.shutdown().await.unwrap();
        }
    });
    url
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_is_reached_over_tls_if_its_certificate_is_vouched_for() {
    let url = secret_server().await;
    for (trusted, told) in [(Some(CERTIFICATES[0]), "secret"), (None, "certificate")] {
        let scene = Scene::open_with(|config| {
            config.web_hosts = vec!["localhost".to_owned()];
            config.web_certificates = trusted.map(Into::into);
        });
        let scene = scene.await;
        scene.stage("clerk");
        let id = scene.start(&clerk("new_dir = true")).await;
        let answer = scene.ask(&id, &format!("h{url}")).await.unwrap();
        assert!(answer.contains(told), "{answer}");
        replays(&scene, &id).await;
        scene.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn content_variables_sleep_and_the_own_chain_are_given_and_replayed() {
    let scene = Scene::open_with(|config| {
        for name in ["SHOWN", "HIDDEN"] {
            config.environment.insert(name.to_owned(), "value".to_owned());
        }
    })
    .await;
    scene.stage("clerk");
    let id = scene.start(&clerk("new_dir = true")).await;
    let hash = scene.ask(&id, "psome content").await.unwrap();
    assert_eq!(hash, "94e66df8cd09d410c62d9e0dc59d3a884e458e05");
    assert_eq!(scene.ask(&id, &format!("g{hash}")).await.unwrap(), "some content");
    assert!(scene.ask(&id, "g../../test.db").await.unwrap().contains("hash"));
    assert_eq!(scene.ask(&id, "vSHOWN").await.unwrap(), "value");
    assert_eq!(scene.ask(&id, "vHIDDEN").await.unwrap(), "no");
    assert_eq!(scene.ask(&id, "z").await.unwrap(), "ok");
    let before = scene.events(&id).await.len();
    let seen = json!({ "actor_id": id, "data": crate::scene::base64("n") });
    let seen = scene.call("request_message", seen).await.unwrap();
    let seen = STANDARD.decode(seen["data"].as_str().unwrap()).unwrap().len();
    assert!((before..before + 3).contains(&seen), "{before} events, {seen} seen");
    replays(&scene, &id).await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_runs_beside_its_actor_and_what_it_says_are_messages() {
    let allow = |config: &mut theater::TheaterConfig| {
        config.programs = vec!["sh".to_owned()];
        config.search_path = search_path();
    };
    let scene = Scene::open_with(allow).await;
    let process = "[[handlers]]\ntype = 'process'\nmax_processes = 1\n";
    let id = scene.start_guest("runner", process).await;
    let script = "s echo one; echo two >&2; read line; echo \"got $line\"; exit 3";
    assert_eq!(scene.ask(&id, script).await.unwrap(), "\0");
    assert!(scene.ask(&id, "s true").await.unwrap().contains("1 processes already"));
    said(&scene, &id, |state| state.contains("oone") && state.contains("etwo")).await;
    scene.ask(&id, "wline\n").await.unwrap();
    let state = said(&scene, &id, |state| state.ends_with('x')).await;
    assert!(state.contains("ogot line"), "{state}");
    assert_eq!(scene.ask(&id, "s sleep 1000").await.unwrap(), "\0");
    scene.ask(&id, "k").await.unwrap();
    said(&scene, &id, |state| state.matches('x').count() == 2).await;
    replays(&scene, &id).await;
    scene.close().await;
    let scene = Scene::open().await;
    let id = scene.start_guest("runner", process).await;
    assert!(scene.ask(&id, "s true").await.unwrap().contains("theater.programs"));
    scene.close().await;
}

/// Waits until the runner's state is as `wanted`.
async fn said(scene: &Scene, id: &str, wanted: impl Fn(&str) -> bool) -> String {
    loop {
        let state = scene.ask(id, "?").await.unwrap();
        if wanted(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_that_knows_only_wasi_runs_and_replays() {
    let scene = Scene::open().await;
    let id = scene.start_guest("stranger", "").await;
    let input = json!({ "actor_id": id, "data": crate::scene::base64("printed") });
    let first = scene.call("request_message", input.clone()).await.unwrap();
    let second = scene.call("request_message", input).await.unwrap();
    assert_ne!(first["data"], second["data"]);
    let events = scene.events(&id).await;
    let printed = events.iter().find(|it| it["type"] == "wasi:io/streams/write").unwrap();
    assert_eq!(printed["data"]["input"], json!([1, "printed"]));
    for kind in ["wasi:clocks/wall-clock/now", "wasi:random/random/get-random-bytes"] {
        assert!(events.iter().any(|event| event["type"] == kind), "{kind}");
    }
    let error = scene.ask(&id, "network").await.unwrap_err();
    assert!(error.message.contains("wasi:sockets/instance-network"), "{error}");
    replays(&scene, &id).await;
    scene.close().await;
}

/// One exchange of plain HTTP: the status and the body.
fn exchange(port: u64, head: &str, body: &str) -> (u16, String) {
    let mut stream =
        std::net::TcpStream::connect(("127.0.0.1", u16::try_from(port).unwrap())).unwrap();
    let length = body.len();
    write!(
        stream,
        "{head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_actor_serves_the_web_and_its_server_is_there_again_after_a_restart() {
    let scene = Scene::open().await;
    let id = scene.start_guest("innkeeper", "[[handlers]]\ntype = 'http-framework'\n").await;
    let events = scene.events(&id).await;
    let kind = "theater:simple/http-framework/start-server";
    let started = events.iter().find(|event| event["type"] == kind).unwrap();
    let port = started["data"]["output"]["Ok"].as_u64().unwrap();
    for (head, body, expected) in [
        ("GET /echo/hello?x=1", "", (201, "/echo/hello?x=1".to_owned())),
        ("POST /echo/hello", "a body", (201, "a body".to_owned())),
        ("GET /private", "", (403, "refused\n".to_owned())),
        ("GET /nothing", "", (404, "there is nothing at `/nothing`\n".to_owned())),
        ("PUT /echo/x", "", (405, "`PUT` is not taken here\n".to_owned())),
    ] {
        let (asked, said) = (head.to_owned(), body.to_owned());
        let answer = tokio::task::spawn_blocking(move || exchange(port, &asked, &said)).await;
        assert_eq!(answer.unwrap(), expected, "{head}");
    }
    assert!(scene.ask(&id, "?").await.unwrap().contains("WebSockets"));
    replays(&scene, &id).await;
    let folder = scene.close().await;
    assert!(std::net::TcpStream::connect(("127.0.0.1", u16::try_from(port).unwrap())).is_err());
    let scene = Scene::open_in(folder, |_| {}).await;
    let again = tokio::task::spawn_blocking(move || exchange(port, "GET /echo/again", "")).await;
    assert_eq!(again.unwrap(), (201, "/echo/again".to_owned()));
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    scene.close().await;
}
