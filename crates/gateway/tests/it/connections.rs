//! Connections that come and never ask for anything: they keep nobody out.

use std::net::SocketAddr;
use std::time::Duration;

use gateway::config::Limits;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{Client, Http};
use crate::house::{House, TOKEN};

const HEADER: &str = "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n";

const ASKED: &str = "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n";

async fn sent(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // One that was put out already cannot be written to, which is as well.
    drop(stream.write_all(text.as_bytes()).await);
    stream
}

/// What the server says until it closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut said));
    drop(read.await.unwrap());
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_and_slow_connections_keep_nobody_out() {
    let house = House::with(Limits { connections: 16, ..Limits::default() }).await;
    let mut early = Client::websocket(&house).await;
    early.open("2025-11-25").await;
    let slow = format!("{HEADER}authorization: Bearer {TOKEN}\r\ncontent-length: 100\r\n\r\n{{");
    let mut held = Vec::new();
    for round in 0..200 {
        held.push(match round % 4 {
            0 => sent(house.http, "").await,
            1 => sent(house.http, HEADER).await,
            2 => sent(house.http, &slow).await,
            _ => sent(house.tcp, "").await,
        });
        if round % 20 == 0 {
            assert_eq!(Http::exchange(&house, "GET", "/healthz", &[], "").await.status, 200);
        }
    }
    for mut client in [Client::unix(&house).await, Client::tcp(&house).await] {
        client.open("2025-11-25").await;
        assert!(client.request("ping", json!({})).await["result"].is_object());
    }
    let mut socket = Client::websocket(&house).await;
    socket.open("2025-11-25").await;
    assert!(early.request("ping", json!({})).await["result"].is_object(), "it was served");
    let metrics = Http::exchange(&house, "GET", "/metrics", &[], "").await.body;
    assert!(metrics.contains("reason=\"evicted\""), "{metrics}");
    drop(held);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_all_are_served_one_more_is_turned_away_and_the_owner_is_not() {
    let house = House::with(Limits { connections: 2, ..Limits::default() }).await;
    let mut served = [Client::websocket(&house).await, Client::tcp(&house).await];
    for client in &mut served {
        client.open("2025-11-25").await;
    }
    assert_eq!(rest(&mut sent(house.http, "").await).await, "");
    let mut owner = Client::unix(&house).await;
    owner.open("2025-11-25").await;
    for client in &mut served {
        assert!(client.request("ping", json!({})).await["result"].is_object());
    }
    let [socket, _tcp] = served;
    drop(socket);
    let mut tries = 0;
    while !rest(&mut sent(house.http, ASKED).await).await.contains("200") {
        tries += 1;
        assert!(tries < 1000, "the place is free again");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_header_and_a_body_have_their_time() {
    let short = Duration::from_millis(100);
    let house =
        House::with(Limits { header_time: short, body_time: short, ..Limits::default() }).await;
    assert_eq!(rest(&mut sent(house.http, HEADER).await).await, "");
    let slow = format!("{HEADER}authorization: Bearer {TOKEN}\r\ncontent-length: 100\r\n\r\n{{");
    let said = rest(&mut sent(house.http, &slow).await).await;
    assert!(said.starts_with("HTTP/1.1 408") && said.contains("limits.body_seconds"), "{said}");
}
