//! The web console as a browser meets it: the page without a token, and the link that brings one.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::program::Home;
use crate::serving::{get, serve};

/// Asks with headers of one's own.
fn ask(address: &str, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn header(response: &str, name: &str) -> String {
    let line = response.lines().find(|line| line.to_ascii_lowercase().starts_with(name));
    let line = line.unwrap_or_else(|| panic!("{name} in {response}"));
    line.split_once(':').unwrap().1.trim().to_owned()
}

#[test]
fn the_page_is_served_without_a_token_under_a_strict_policy() {
    let home = Home::new();
    let served = serve(&home, &[]);
    for path in ["/", "/console/app.js", "/console/app.css", "/console/icon.svg"] {
        let answer = get(&served.address(), path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        let policy = header(&answer, "content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff");
    }
    let page = get(&served.address(), "/");
    for path in ["/console/app.js", "/console/app.css"] {
        assert!(page.contains(path), "the page names {path}");
    }
    assert!(!page.contains("<script>") && !page.contains("style=\""), "nothing is inline");
    assert!(get(&served.address(), "/console/nothing").starts_with("HTTP/1.1 404"));
}

#[test]
fn an_unchanged_file_is_not_sent_again() {
    let home = Home::new();
    let served = serve(&home, &[]);
    let address = served.address();
    let tag = header(&get(&address, "/console/app.js"), "etag");
    let again = format!("Host: {address}\r\nIf-None-Match: {tag}\r\n");
    let answer = ask(&address, "/console/app.js", &again);
    assert!(answer.starts_with("HTTP/1.1 304"), "{answer}");
    let other = format!("Host: {address}\r\nIf-None-Match: \"other\"\r\n");
    assert!(ask(&address, "/console/app.js", &other).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_page_under_a_foreign_name_or_origin_is_refused() {
    let home = Home::new();
    let served = serve(&home, &[]);
    let address = served.address();
    let named = ask(&address, "/", "Host: evil.example\r\n");
    assert!(named.starts_with("HTTP/1.1 403") && named.contains("--allowed-host"), "{named}");
    let origin = format!("Host: {address}\r\nOrigin: http://evil.example\r\n");
    assert!(ask(&address, "/console/app.js", &origin).starts_with("HTTP/1.1 403"));
}

#[test]
fn the_link_brings_the_token_and_the_greeting_does_not() {
    let home = Home::new();
    let nobody = home.run(&["console"]);
    assert_eq!(nobody.code, 4, "{}", nobody.stderr);
    assert!(nobody.stderr.contains("ensemble serve"), "{}", nobody.stderr);
    let served = serve(&home, &[]);
    let token = home.read(".local/share/ensemble/token");
    let greeted = served.said("console");
    assert!(greeted.starts_with(&format!("http://{}/", served.address())), "{greeted}");
    assert!(!greeted.contains(token.trim()), "a log must not hold the token");
    let link = home.json(&["console"])["url"].clone();
    assert_eq!(link, format!("http://{}/#token={}", served.address(), token.trim()));
    assert_eq!(home.run(&["console"]).stdout.trim(), link);
}

#[test]
fn a_server_without_http_has_no_console() {
    let home = Home::new();
    let (_running, mut stdout) = home.start(&["serve", "--http", "off"]);
    let mut greeting = [0; 256];
    let length = stdout.read(&mut greeting).unwrap();
    assert!(length > 0);
    let refused = home.run(&["console"]);
    assert_eq!(refused.code, 4, "{}", refused.stderr);
    assert!(refused.stderr.contains("--http"), "{}", refused.stderr);
}
