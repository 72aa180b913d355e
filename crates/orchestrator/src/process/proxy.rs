//! The only way out from behind the wall: a proxy that knows names. Listed names are connected, about
//! others the gate is asked; addresses by number are names like any other, and not listed.

mod list;
mod request;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpStream, UnixStream};

use super::gate_client::{Answer, Asker};
use super::house::House;
use list::Hosts;
use request::{Head, Target};

pub(crate) use list::check_host;

const LONGEST_HEAD: usize = 64 * 1024;
const LONGEST_CONNECT: Duration = Duration::from_secs(30);

/// The proxy of one job.
pub(super) struct Proxy {
    hosts: Hosts,
}

impl Proxy {
    pub(super) fn new(hosts: &[String]) -> Self {
        Self { hosts: Hosts::new(hosts) }
    }

    /// Serves one connection from behind the wall.
    pub(super) async fn serve(
        &self,
        (mut stream, first): (UnixStream, Vec<u8>),
        house: &Arc<House>,
    ) -> std::io::Result<()> {
        let Some(head) = read_head(&mut stream, first).await? else {
            return refuse(&mut stream, "400 Bad Request", "this is no request to a proxy").await;
        };
        let Some(target) = head.target() else {
            return refuse(&mut stream, "400 Bad Request", "expected CONNECT or http://").await;
        };
        if let Err(reason) = self.may_reach(&target, house).await {
            return refuse(&mut stream, "403 Forbidden", &reason).await;
        }
        let mut remote = match self.connect(&target).await {
            Ok(remote) => remote,
            Err(reason) => return refuse(&mut stream, "502 Bad Gateway", &reason).await,
        };
        match head.forwarded() {
            Some(first) => remote.write_all(&first).await?,
            None => stream.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await?,
        }
        remote.write_all(head.rest()).await?;
        copy_bidirectional(&mut stream, &mut remote).await.map(drop)
    }

    async fn may_reach(&self, target: &Target, house: &Arc<House>) -> Result<(), String> {
        let input = json!({ "host": target.host, "port": target.port });
        if self.hosts.name(&target.host, target.port) {
            let (house, question) = (house.clone(), house.question(Asker::Connected, input));
            tokio::spawn(async move { house.ask(question).await });
            return Ok(());
        }
        match house.ask(house.question(Asker::Network, input)).await {
            Answer::Allow { .. } => Ok(()),
            Answer::Deny { reason } | Answer::Defer { reason } => {
                Err(format!("ensemble: {}:{} is not reached: {reason}", target.host, target.port))
            }
        }
    }

    async fn connect(&self, target: &Target) -> Result<TcpStream, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", target.host);
        let looked = tokio::net::lookup_host((target.host.as_str(), target.port)).await;
        let found: Vec<SocketAddr> = looked.map_err(|error| failed(&error))?.collect();
        let by_number = target.host.parse::<IpAddr>().is_ok() || target.host == "localhost";
        // A public name that leads to this machine is a trick.
        let meant: Vec<SocketAddr> =
            found.into_iter().filter(|it| by_number || !is_own(it.ip())).collect();
        if meant.is_empty() {
            return Err(failed(&"the name leads to this machine"));
        }
        let connecting = TcpStream::connect(meant.as_slice());
        match tokio::time::timeout(LONGEST_CONNECT, connecting).await {
            Ok(connected) => connected.map_err(|error| failed(&error)),
            Err(_) => Err(failed(&"no answer")),
        }
    }
}

fn is_own(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(it) => it.is_loopback() || it.is_link_local() || it.is_unspecified(),
        IpAddr::V6(it) => {
            it.is_loopback()
                || it.is_unspecified()
                || it.is_unicast_link_local()
                || it.to_ipv4_mapped().is_some_and(|it| is_own(IpAddr::V4(it)))
        }
    }
}

async fn read_head(stream: &mut UnixStream, first: Vec<u8>) -> std::io::Result<Option<Head>> {
    let mut bytes = first;
    let mut piece = [0; 4096];
    loop {
        if let Some(head) = Head::read(&bytes) {
            return Ok(Some(head));
        }
        let count = stream.read(&mut piece).await?;
        bytes.extend_from_slice(&piece[..count]);
        if count == 0 || bytes.len() > LONGEST_HEAD {
            return Ok(None);
        }
    }
}

async fn refuse(stream: &mut UnixStream, status: &str, reason: &str) -> std::io::Result<()> {
    let body = format!("{reason}\n");
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\
         x-ensemble-proxy: refused\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    stream.shutdown().await
}
