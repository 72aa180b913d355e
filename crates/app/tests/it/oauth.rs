//! Tokens of an authorization server at the real program, or a clear word where it was built without.

#[cfg(not(feature = "oauth"))]
use crate::program::Home;

const SECTION: &str = "[oauth]\nissuer = \"https://login.example\"\n\
                       audience = \"https://house.example/mcp\"\n";
const CONFIG: &str = ".local/share/ensemble/ensemble.toml";

#[cfg(not(feature = "oauth"))]
#[test]
fn a_build_without_the_feature_says_so() {
    let home = Home::new();
    home.write(CONFIG, &format!("{SECTION}jwks_file = \"jwks.json\"\n"));
    for command in ["serve", "status"] {
        let ran = home.run(&[command]);
        assert_eq!(ran.code, 6, "{}", ran.stderr);
        assert!(ran.stderr.contains("`oauth.audience` in "), "{}", ran.stderr);
        assert!(ran.stderr.contains("lacks the feature `oauth`"), "{}", ran.stderr);
    }
    home.write(CONFIG, "");
    let ran = home.run_with(&["config", "show"], &[("ENSEMBLE__OAUTH__LEEWAY_SECONDS", "5")]);
    assert_eq!(ran.code, 6, "{}", ran.stderr);
    assert!(ran.stderr.contains("ENSEMBLE__OAUTH__LEEWAY_SECONDS"), "{}", ran.stderr);
}

#[cfg(feature = "oauth")]
mod with_the_feature {
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use super::{CONFIG, SECTION};
    use crate::program::Home;
    use crate::serving::{Served, get, serve};

    const KEYS: &str = ".local/share/ensemble/jwks.json";

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../gateway/tests/fixtures/oauth").join(name)
    }

    fn keys() -> String {
        fs::read_to_string(fixture("jwks.json")).unwrap()
    }

    /// How `call` ends with a token of the fixtures.
    fn call(home: &Home, served: &Served, token: &str) -> i32 {
        let (url, file) = (served.said("mcp"), fixture(token));
        let line = ["call", "list_events", "--url", &url, "--token-file", file.to_str().unwrap()];
        home.run(&line).code
    }

    fn comes_to(code: i32, ask: impl Fn() -> i32) -> bool {
        (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            ask() == code
        })
    }

    #[test]
    fn tokens_of_the_configured_server_are_accepted_beside_local_ones() {
        let home = Home::new();
        home.write(CONFIG, &format!("{SECTION}jwks_file = \"jwks.json\"\n"));
        let missing = home.run(&["serve", "--http", "127.0.0.1:0"]);
        assert_eq!(missing.code, 6, "{}", missing.stderr);
        assert!(missing.stderr.contains("jwks.json"), "{}", missing.stderr);
        home.write(KEYS, &keys());
        let served = serve(&home, &[]);
        let told = get(&served.address(), "/.well-known/oauth-protected-resource/mcp");
        assert!(told.contains("\"resource\":\"https://house.example/mcp\""), "{told}");
        assert_eq!(call(&home, &served, "reader.jwt"), 0);
        assert_eq!(call(&home, &served, "stranger.jwt"), 3);
        assert_eq!(home.run(&["call", "list_events", "--url", &served.said("mcp")]).code, 0);
        let events = home.json(&["call", "list_events", "--url", &served.said("mcp")]);
        assert_eq!(events["output"]["head"], 1);
    }

    #[test]
    fn the_key_file_is_read_again_when_it_changes() {
        let home = Home::new();
        home.write(CONFIG, &format!("{SECTION}jwks_file = \"jwks.json\"\n"));
        home.write(KEYS, &keys());
        let served = serve(&home, &[]);
        assert_eq!(call(&home, &served, "reader.jwt"), 0);
        fs::remove_file(home.path(KEYS)).unwrap();
        assert!(comes_to(3, || call(&home, &served, "reader.jwt")), "the key was still trusted");
        home.write(KEYS, &keys());
        assert!(comes_to(0, || call(&home, &served, "reader.jwt")), "the key was not read again");
    }

    #[test]
    fn keys_are_fetched_from_a_server_on_this_machine() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/keys", listener.local_addr().unwrap());
        let home = Home::new();
        home.write(CONFIG, &format!("{SECTION}jwks_url = \"{url}\"\n"));
        let served = serve(&home, &[]);
        assert_eq!(call(&home, &served, "reader.jwt"), 3);
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 4096];
        let count = stream.read(&mut request).unwrap();
        let request = String::from_utf8_lossy(&request[..count]).into_owned();
        assert!(request.starts_with("GET /keys HTTP/1.1\r\n"), "{request}");
        let keys = keys();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", keys.len());
        stream.write_all(format!("{head}{keys}").as_bytes()).unwrap();
        assert!(comes_to(0, || call(&home, &served, "writer.jwt")), "the keys were not taken");
    }
}
