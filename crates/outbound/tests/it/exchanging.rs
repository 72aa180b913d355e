//! One exchange with a real listener that behaves, hangs up, or says too much. TLS is tested where it
//! is used: `models` and `theater` bring servers with certificates.

use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::Full;
use outbound::{OutboundError, Trust, exchange, is_private};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Answers one connection with `answer`, hangs up at once, and gives what it was asked.
async fn server(answer: &'static str) -> (String, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut heard = vec![0; 4096];
        let read = stream.read(&mut heard).await.unwrap();
        stream.write_all(answer.as_bytes()).await.unwrap();
        String::from_utf8_lossy(&heard[..read]).into_owned()
    });
    (address, asked)
}

fn get(url: &str) -> Request<Full<Bytes>> {
    Request::get(url).body(Full::default()).unwrap()
}

#[tokio::test]
async fn a_server_that_hangs_up_after_its_answer_is_heard() {
    for answer in [
        "HTTP/1.1 404 X\r\ncontent-length: 5\r\n\r\nhello",
        "HTTP/1.1 404 X\r\nconnection: close\r\n\r\nhello",
    ] {
        let (address, asked) = server(answer).await;
        let request = get(&format!("http://{address}/a/b?c=d"));
        let got = exchange(request, &Trust::default(), 100).await.unwrap();
        assert_eq!(got.status(), StatusCode::NOT_FOUND);
        assert_eq!(got.body(), "hello");
        let asked = asked.await.unwrap();
        assert!(asked.starts_with("GET /a/b?c=d HTTP/1.1\r\n"), "{asked}");
        assert!(asked.contains(&format!("host: {address}\r\n")), "{asked}");
    }
}

#[tokio::test]
async fn what_is_cut_off_too_long_or_no_http_is_an_error_without_the_address() {
    let cut = "HTTP/1.1 200 X\r\ncontent-length: 50\r\n\r\nhello";
    let long = "HTTP/1.1 200 X\r\ncontent-length: 11\r\n\r\nhello world";
    for answer in [cut, long, "welcome to port 25\r\n", ""] {
        let (address, _asked) = server(answer).await;
        let request = get(&format!("http://{address}/bot-secret/x"));
        let error = exchange(request, &Trust::default(), 10).await.unwrap_err().to_string();
        assert!(!error.contains("secret") && !error.contains(&address), "{error}");
    }
}

#[tokio::test]
async fn an_address_must_be_one() {
    for url in ["/path", "ftp://127.0.0.1/x", "*"] {
        let refused = exchange(get(url), &Trust::default(), 10).await.unwrap_err();
        assert!(matches!(refused, OutboundError::Address), "{url}: {refused}");
    }
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let refused = exchange(get(&format!("http://{address}/")), &Trust::default(), 10).await;
    assert!(matches!(refused, Err(OutboundError::Connect(_))));
}

#[test]
fn only_tls_and_this_machine_are_private() {
    for url in ["https://a.example/x", "http://localhost:1/", "http://127.0.0.1/", "http://[::1]:9"]
    {
        assert!(is_private(&url.parse().unwrap()), "{url}");
    }
    for url in ["http://a.example/", "http://10.0.0.1/", "ftp://localhost/", "/localhost"] {
        assert!(!is_private(&url.parse().unwrap()), "{url}");
    }
}
