//! The specs' own programs as ways to start `serve`: what their arguments mean here.

use std::ffi::{OsStr, OsString};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueHint};

use crate::arguments::{GlobalArgs, ServeArgs};
use crate::config::{Config, Listen, ServiceName};
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;

/// What a starter asks for: the global flags and the arguments of `serve`.
#[derive(Debug, Clone)]
pub struct Start {
    /// The flags every command takes.
    pub global: GlobalArgs,
    /// What to serve and where.
    pub serve: ServeArgs,
    /// The address to take from the configuration when no flag names a transport.
    pub default_address: Option<fn(&Config) -> String>,
}

impl Start {
    /// The arguments of `serve`, with the address the configuration names where no flag does.
    pub fn arguments(&self, context: &Context) -> Result<ServeArgs, Failure> {
        let mut arguments = self.serve.clone();
        if let Some(address) = self.default_address {
            let loaded = context.load(&context.data()?, arguments.settings())?;
            let address = address(&loaded.config);
            let listen = address.parse::<Listen>();
            arguments.http = Some(listen.map_err(|error| Failure::new(Exit::Config, error))?);
        }
        Ok(arguments)
    }
}

type Read = fn(Vec<OsString>) -> Result<Start, clap::Error>;

/// How to read a line that begins with the name of one of these programs; `None` for any other.
pub fn called(program: &OsStr) -> Option<Read> {
    match Path::new(program).file_name()?.to_str()? {
        "avatar-mcp-server" => Some(avatar_mcp_server),
        "mcr" => Some(mcr),
        "televibecode" => Some(televibecode),
        "theater-mcp" => Some(theater_mcp),
        _ => None,
    }
}

/// Actors in a sandbox, over standard input and output or a TCP socket.
#[derive(Debug, Parser)]
#[command(name = "theater-mcp", version)]
struct TheaterMcp {
    #[command(flatten)]
    global: GlobalArgs,
    /// Listen on a TCP socket instead of standard input and output
    #[arg(long, value_name = "ADDR")]
    tcp: Option<Listen>,
}

/// Coding agents on real repositories.
#[derive(Debug, Parser)]
#[command(name = "televibecode", version)]
struct Televibecode {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: TelevibecodeCommand,
}

#[derive(Debug, Subcommand)]
enum TelevibecodeCommand {
    /// Run the orchestrator
    Serve(TelevibecodeServe),
}

#[derive(Debug, Args)]
struct TelevibecodeServe {
    /// Folder that holds the projects
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    root: PathBuf,
    /// Speak over standard input and output instead of listening
    #[arg(long)]
    stdio: bool,
}

/// One person's writings, over standard input and output.
#[derive(Debug, Parser)]
#[command(name = "avatar-mcp-server", version)]
struct AvatarMcpServer {
    #[command(flatten)]
    global: GlobalArgs,
    /// The avatar's id
    #[arg(long, value_name = "ID")]
    avatar: String,
}

/// Facts, rules and proofs over a WebSocket.
#[derive(Debug, Parser)]
#[command(name = "mcr", version)]
struct Mcr {
    #[command(flatten)]
    global: GlobalArgs,
    /// Port on this machine [default: `reasoner.port`]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
}

/// `theater-mcp [--tcp ADDR]`: standard input and output unless a socket is named.
fn theater_mcp(arguments: Vec<OsString>) -> Result<Start, clap::Error> {
    let TheaterMcp { global, tcp } = TheaterMcp::try_parse_from(arguments)?;
    let serve = ServeArgs {
        stdio: tcp.is_none(),
        http: Some(Listen::OFF),
        tcp,
        ..of(ServiceName::Theater)
    };
    Ok(Start { global, serve, default_address: None })
}

/// `televibecode serve --root DIR`: HTTP at the address of the root's `config.yaml`.
fn televibecode(arguments: Vec<OsString>) -> Result<Start, clap::Error> {
    let Televibecode { mut global, command } = Televibecode::try_parse_from(arguments)?;
    let TelevibecodeCommand::Serve(TelevibecodeServe { root, stdio }) = command;
    // Everything the orchestrator knows of a root stays with it.
    global.data.get_or_insert_with(|| DataDir::of_projects(&root));
    let http = stdio.then_some(Listen::OFF);
    let serve = ServeArgs { root: Some(root), stdio, http, ..of(ServiceName::Orchestrator) };
    let address: fn(&Config) -> String = orchestrator_address;
    Ok(Start { global, serve, default_address: (!stdio).then_some(address) })
}

/// `avatar-mcp-server --avatar ID`: standard input and output.
fn avatar_mcp_server(arguments: Vec<OsString>) -> Result<Start, clap::Error> {
    let AvatarMcpServer { global, avatar } = AvatarMcpServer::try_parse_from(arguments)?;
    let serve = ServeArgs {
        stdio: true,
        http: Some(Listen::OFF),
        avatar: Some(avatar),
        ..of(ServiceName::Avatar)
    };
    Ok(Start { global, serve, default_address: None })
}

/// `mcr [--port PORT]`: WebSocket and HTTP at the reasoner's port.
fn mcr(arguments: Vec<OsString>) -> Result<Start, clap::Error> {
    let Mcr { global, port } = Mcr::try_parse_from(arguments)?;
    let http = port.map(Listen::loopback);
    let serve = ServeArgs { http, mcr: true, ..of(ServiceName::Reasoner) };
    let address: fn(&Config) -> String = |config| format!("127.0.0.1:{}", config.reasoner.port);
    Ok(Start { global, serve, default_address: port.is_none().then_some(address) })
}

/// An IPv6 host needs its brackets; a name is left for the address itself to refuse.
fn orchestrator_address(config: &Config) -> String {
    let server = &config.orchestrator.server;
    match server.host.parse() {
        Ok(host) => SocketAddr::new(host, server.port).to_string(),
        Err(_) => format!("{}:{}", server.host, server.port),
    }
}

fn of(service: ServiceName) -> ServeArgs {
    ServeArgs { services: vec![service], ..ServeArgs::default() }
}
