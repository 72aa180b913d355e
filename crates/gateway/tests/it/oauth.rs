//! Tokens of an authorization server: which are accepted, what strangers are told, what scopes do.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use gateway::auth::ProtectedResource;
use gateway::config::Limits;
use gateway::oauth::{Expected, KeySetError, ResourceServer};
use kernel::{Scope, Scopes};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use crate::client::{Client, Http, initialize};
use crate::house::{House, TOKEN};

const ISSUER: &str = "https://login.example";
const AUDIENCE: &str = "https://house.example/mcp";
const JWKS: &str = include_str!("../fixtures/oauth/jwks.json");
const READER: &str = include_str!("../fixtures/oauth/reader.jwt");
const WRITER: &str = include_str!("../fixtures/oauth/writer.jwt");
const STRANGER: &str = include_str!("../fixtures/oauth/stranger.jwt");

/// Someone with a P-256 key of their own.
struct Signer {
    key: EcdsaKeyPair,
    random: SystemRandom,
}

impl Signer {
    fn new() -> Self {
        let random = SystemRandom::new();
        let how = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(how, &random).unwrap();
        Self { key: EcdsaKeyPair::from_pkcs8(how, document.as_ref(), &random).unwrap(), random }
    }

    fn jwk(&self, id: &str) -> Value {
        let point = self.key.public_key().as_ref();
        let (x, y) = (BASE64.encode(&point[1..33]), BASE64.encode(&point[33..]));
        json!({ "kty": "EC", "crv": "P-256", "kid": id, "use": "sig", "x": x, "y": y })
    }

    fn token(&self, header: &Value, claims: &Value) -> String {
        let message = unsigned(header, claims);
        let signature = self.key.sign(&self.random, message.as_bytes()).unwrap();
        format!("{message}.{}", BASE64.encode(signature))
    }

    fn es256(&self, claims: &Value) -> String {
        self.token(&json!({ "alg": "ES256", "kid": "one" }), claims)
    }
}

fn unsigned(header: &Value, claims: &Value) -> String {
    format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn claims(changed: &Value) -> Value {
    let mut claims = json!({
        "iss": ISSUER, "aud": AUDIENCE, "sub": "alice", "scope": "read", "exp": now() + 600,
    });
    for (name, value) in changed.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims
}

fn server(keys: &Value) -> Arc<ResourceServer> {
    let server = ResourceServer::new(&Expected {
        issuer: ISSUER.to_owned(),
        audience: AUDIENCE.to_owned(),
        leeway: Duration::from_secs(30),
    });
    server.replace_keys(&json!({ "keys": keys }).to_string()).unwrap();
    Arc::new(server)
}

#[test]
fn a_token_that_says_what_it_should_is_accepted() {
    let signer = Signer::new();
    let server = server(&json!([signer.jwk("one")]));
    let read: Scopes = [Scope::Read].into_iter().collect();
    let write: Scopes = [Scope::KbWrite, Scope::JobsRun].into_iter().collect();
    for (changed, scopes) in [
        (json!({}), read),
        (json!({ "aud": ["https://other.example", AUDIENCE] }), read),
        (json!({ "nbf": now() - 5 }), read),
        (json!({ "exp": now() - 5 }), read),
        (json!({ "scope": "openid kb:write  jobs:run" }), write),
        (json!({ "scope": null, "scp": ["kb:write", "jobs:run", "more"] }), write),
        (json!({ "scope": "openid" }), Scopes::default()),
    ] {
        let principal = server.verify(&signer.es256(&claims(&changed)));
        let principal = principal.unwrap_or_else(|reason| panic!("{changed}: {reason}"));
        assert_eq!((&*principal.id, principal.scopes), ("alice", scopes), "{changed}");
    }
}

#[test]
fn a_token_with_a_wrong_claim_is_refused() {
    let signer = Signer::new();
    let server = server(&json!([signer.jwk("one")]));
    for (changed, reason) in [
        (json!({ "aud": "https://other.example/mcp" }), "InvalidAudience"),
        (json!({ "aud": null }), "Missing required claim: aud"),
        (json!({ "iss": "https://evil.example" }), "InvalidIssuer"),
        (json!({ "iss": null }), "Missing required claim: iss"),
        (json!({ "exp": now() - 60 }), "ExpiredSignature"),
        (json!({ "exp": null }), "Missing required claim: exp"),
        (json!({ "exp": "soon" }), "Missing required claim: exp"),
        (json!({ "nbf": now() + 60 }), "ImmatureSignature"),
        (json!({ "sub": "" }), "the subject is empty"),
        (json!({ "sub": "a\nb" }), "control characters"),
        (json!({ "sub": "a".repeat(256) }), "over 255 bytes"),
        (json!({ "scope": 7 }), "JSON error"),
    ] {
        let refused = server.verify(&signer.es256(&claims(&changed))).unwrap_err().to_string();
        assert!(refused.contains(reason), "{changed}: {refused}");
    }
    assert!(server.verify(&signer.es256(&json!({ "sub": null }))).is_err());
}

#[test]
fn a_token_with_a_wrong_signature_is_refused() {
    let (signer, other) = (Signer::new(), Signer::new());
    let server = server(&json!([signer.jwk("one")]));
    let good = signer.es256(&claims(&json!({})));
    let (message, signature) = good.rsplit_once('.').unwrap();
    let (header, _) = message.split_once('.').unwrap();
    let other_claims = BASE64.encode(claims(&json!({ "scope": "admin" })).to_string());
    let none = unsigned(&json!({ "alg": "none" }), &claims(&json!({})));
    let shared = unsigned(&json!({ "alg": "HS256", "kid": "one" }), &claims(&json!({})));
    let critical = json!({ "alg": "ES256", "kid": "one", "crit": ["exp"] });
    for (token, reason) in [
        (other.es256(&claims(&json!({}))), "InvalidSignature"),
        (format!("{header}.{other_claims}.{signature}"), "InvalidSignature"),
        (format!("{message}.{}", BASE64.encode([0; 64])), "InvalidSignature"),
        (format!("{message}."), "InvalidSignature"),
        (format!("{none}."), "JSON error"),
        (format!("{none}.{signature}"), "JSON error"),
        (format!("{shared}.{signature}"), "no key of the key set fits"),
        (signer.token(&json!({ "alg": "RS256" }), &claims(&json!({}))), "no key of the key set"),
        (signer.token(&json!({ "alg": "ES256", "kid": "two" }), &claims(&json!({}))), "\"two\""),
        (signer.token(&critical, &claims(&json!({}))), "critical headers"),
        (message.to_owned(), "InvalidToken"),
        ("nonsense".to_owned(), "InvalidToken"),
        (String::new(), "InvalidToken"),
    ] {
        let refused = server.verify(&token).unwrap_err().to_string();
        assert!(refused.contains(reason), "{token}: {refused}");
    }
    assert!(server.verify(&good).is_ok());
}

#[test]
fn a_public_key_is_never_a_shared_secret() {
    let signer = Signer::new();
    let point = signer.key.public_key().as_ref();
    let secret = json!({ "kty": "oct", "kid": "one", "k": BASE64.encode(point) });
    let server = server(&json!([signer.jwk("one"), secret]));
    let message = unsigned(&json!({ "alg": "HS256", "kid": "one" }), &claims(&json!({})));
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, point);
    let signature = BASE64.encode(ring::hmac::sign(&key, message.as_bytes()));
    let refused = server.verify(&format!("{message}.{signature}")).unwrap_err().to_string();
    assert!(refused.contains("no key of the key set fits"), "{refused}");
}

#[test]
fn a_key_is_used_only_for_what_its_set_says() {
    let signer = Signer::new();
    let with = |name: &str, value: &str| {
        let mut jwk = signer.jwk("one");
        jwk[name] = json!(value);
        json!({ "keys": [jwk] }).to_string()
    };
    let server = server(&json!([signer.jwk("one")]));
    let token = signer.es256(&claims(&json!({})));
    for (name, value) in [("use", "enc"), ("alg", "ES384"), ("alg", "RSA-OAEP"), ("kty", "new")] {
        let refused = server.replace_keys(&with(name, value));
        assert!(matches!(refused, Err(KeySetError::NoneUsable)), "{name} {value}");
        assert!(server.verify(&token).is_ok(), "a bad set must not replace a good one");
    }
    assert!(matches!(server.replace_keys("{}"), Err(KeySetError::Syntax(_))));
    assert_eq!(server.replace_keys(&with("alg", "ES256")).unwrap(), 1);
    assert!(server.verify(&token).is_ok());
    server.replace_keys(&json!({ "keys": [Signer::new().jwk("one")] }).to_string()).unwrap();
    assert!(server.verify(&token).is_err(), "a key that left the set is trusted no more");
}

#[test]
fn rsa_and_edwards_keys_work_too() {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let pair = Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap();
    let x = BASE64.encode(pair.public_key());
    let server = server(&json!([{ "kty": "OKP", "crv": "Ed25519", "x": x }]));
    let message = unsigned(&json!({ "alg": "EdDSA" }), &claims(&json!({})));
    let token = format!("{message}.{}", BASE64.encode(pair.sign(message.as_bytes())));
    assert_eq!(&*server.verify(&token).unwrap().id, "alice");
    server.replace_keys(JWKS).unwrap();
    assert!(server.verify(&token).is_err());
    for (token, subject) in [(READER, "alice"), (WRITER, "bob"), (STRANGER, "carol")] {
        assert_eq!(&*server.verify(token.trim()).unwrap().id, subject);
    }
    let changed = READER.trim().replacen("eyJ", "eyI", 1);
    assert!(server.verify(&changed).is_err());
}

async fn house() -> House {
    let server = server(&json!([Signer::new().jwk("one")]));
    server.replace_keys(JWKS).unwrap();
    let resource = ProtectedResource::new(AUDIENCE, ISSUER).unwrap();
    House::guarded(Limits::default(), |auth| auth.with_verifier(server.verifier(), resource)).await
}

async fn post(house: &House, token: Option<&str>, method: &str, params: &Value) -> Http {
    let bearer = token.map(|token| format!("Bearer {}", token.trim()));
    let mut headers = vec![
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    if method != "initialize" {
        headers.push(("mcp-protocol-version", "2026-07-28"));
        headers.push(("mcp-method", method));
        headers.extend(params["name"].as_str().map(|name| ("mcp-name", name)));
    }
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    let mut params = params.clone();
    if method != "initialize" {
        params["_meta"] = crate::client::modern_meta("2026-07-28");
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    Http::exchange(house, "POST", "/mcp", &headers, body.to_string()).await
}

#[tokio::test]
async fn strangers_are_told_where_to_get_a_token() {
    let house = house().await;
    let url = "https://house.example/.well-known/oauth-protected-resource/mcp";
    for (token, status, words) in [
        (None, 401, vec!["scope=\"read\""]),
        (Some("nonsense"), 401, vec!["error=\"invalid_token\"", "scope=\"read\""]),
        (Some(STRANGER), 403, vec!["error=\"insufficient_scope\"", "scope=\"read\""]),
    ] {
        let answer = post(&house, token, "initialize", &initialize("2025-11-25")).await;
        assert_eq!(answer.status, status, "{}", answer.body);
        let challenge = answer.headers["www-authenticate"].to_str().unwrap();
        assert!(challenge.starts_with("Bearer "), "{challenge}");
        assert!(challenge.contains(&format!("resource_metadata=\"{url}\"")), "{challenge}");
        assert!(words.iter().all(|word| challenge.contains(word)), "{challenge}");
    }
}

#[tokio::test]
async fn the_metadata_names_the_resource_and_its_server() {
    let house = house().await;
    for path in ["", "/mcp", "/mcp/shelf", "/mcp/avatar/ada"] {
        let path = format!("/.well-known/oauth-protected-resource{path}");
        let answer = Http::exchange(&house, "GET", &path, &[], "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.headers["content-type"], "application/json");
        let told: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(told["resource"], AUDIENCE);
        assert_eq!(told["authorization_servers"], json!([ISSUER]));
        assert_eq!(told["bearer_methods_supported"], json!(["header"]));
        assert_eq!(told["scopes_supported"], json!(Scope::ALL.map(Scope::name)));
    }
    let path = "/.well-known/oauth-protected-resource";
    let other = Http::exchange(&house, "GET", &format!("{path}/other"), &[], "").await;
    assert_eq!(other.status, 404);
    let evil = Http::exchange(&house, "GET", path, &[("host", "evil.example")], "").await;
    assert_eq!(evil.status, 403);
    let plain = House::open().await;
    assert_eq!(Http::exchange(&plain, "GET", path, &[], "").await.status, 404);
}

#[tokio::test]
async fn scopes_of_a_foreign_token_hold_and_local_tokens_go_on() {
    let house = house().await;
    let put = json!({ "name": "put", "arguments": { "key": "a", "value": "b" } });
    let get = json!({ "name": "get", "arguments": { "key": "a" } });
    let refused = post(&house, Some(READER), "tools/call", &put).await;
    assert_eq!(refused.status, 200);
    assert!(refused.body.contains("INSUFFICIENT_SCOPE"), "{}", refused.body);
    assert!(refused.body.contains("`alice`"), "{}", refused.body);
    for token in [WRITER, TOKEN] {
        let done = &post(&house, Some(token), "tools/call", &put).await.messages()[0];
        assert_eq!(done["result"]["isError"], json!(false), "{done}");
    }
    let got = &post(&house, Some(READER), "tools/call", &get).await.messages()[0];
    assert_eq!(got["result"]["structuredContent"]["value"], "b", "{got}");
}

#[tokio::test]
async fn a_foreign_token_opens_tcp_as_well() {
    let house = house().await;
    let mut client = Client::tcp_without_token(&house).await;
    let params = json!({ "token": READER.trim() });
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "ensemble/auth", "params": params });
    client.send(&hello).await;
    assert_eq!(client.answer(0).await["result"], json!({}));
    client.open("2025-11-25").await;
    let put = json!({ "name": "put", "arguments": { "key": "a", "value": "b" } });
    let refused = client.request("tools/call", put).await;
    assert_eq!(refused["result"]["isError"], true, "{refused}");
}
