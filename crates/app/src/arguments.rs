//! The command line as types: what every command takes and how it reaches the configuration.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};

use crate::commands::{
    approvals, audit, avatar, backup, completions, config, demo, doctor, evidence, install, jobs,
    man, models, prolog, reasoner, theater, token, version,
};
use crate::config::{Listen, LogFormat, ServiceName, Setting};
use crate::exit;

/// Actors, coding jobs, cited answers and proofs over the Model Context Protocol.
#[derive(Debug, Parser)]
#[command(name = "ensemble", version, after_help = exit::table(), propagate_version = true)]
pub struct Cli {
    /// What every command takes.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

const EVERYWHERE: &str = "Options of every command";

/// What every command takes.
#[derive(Debug, Clone, Default, Args)]
pub struct GlobalArgs {
    /// Folder that holds everything the house keeps
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Configuration file [default: ensemble.toml in the data folder]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// Print one JSON envelope instead of text
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub json: bool,
    /// Form of the log on standard error
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FORM")]
    pub log_format: Option<LogFormat>,
    /// Which log lines: a level, or directives such as `info,gateway=debug`
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FILTER")]
    pub log_filter: Option<String>,
}

impl GlobalArgs {
    /// The settings these flags make.
    pub fn settings(&self) -> Vec<Setting> {
        let format = self.log_format.map(|format| match format {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        });
        let format = format.map(|format| Setting::flag("--log-format", "log.format", format));
        let filter = self.log_filter.as_deref();
        let filter = filter.map(|filter| Setting::flag("--log-filter", "log.filter", filter));
        format.into_iter().chain(filter).collect()
    }
}

/// Every command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Call one tool of a running server, or in this process
    Call(CallArgs),
    /// Answer what jobs ask a person, one exact command at a time
    Approvals(approvals::ApprovalsArgs),
    /// Make avatars, add writings to them and ask them
    Avatar(avatar::AvatarArgs),
    /// Check, follow or export the journal
    Audit(audit::AuditArgs),
    /// Copy the data folder, its journal checked, to a new folder
    Backup(backup::BackupArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Show the configuration and its reference
    Config(config::ConfigArgs),
    /// Print the link that opens the web console of the running server, token included
    Console,
    /// Remove what `serve --demo` made
    Demo(demo::DemoArgs),
    /// Look for what is wrong with this installation and say how to fix it
    Doctor(doctor::DoctorArgs),
    /// Make one page about something that happened, with the proof that the journal holds it
    Evidence(evidence::EvidenceArgs),
    /// Tell a client about the house
    Install(install::InstallArgs),
    /// List the orchestrator's jobs
    Jobs(jobs::JobsArgs),
    /// Print the manual page, or write all of them to a folder
    Man(man::ManArgs),
    /// List, pull and verify the encoders that avatars may use
    Models(models::ModelsArgs),
    /// Ask goals over a Prolog program, one after another
    Prolog(prolog::PrologArgs),
    /// Measure the reasoner by its curricula
    Reasoner(reasoner::ReasonerArgs),
    /// Make a data folder from a backup and check its journal
    Restore(backup::RestoreArgs),
    /// Run the house, or some of its services
    Serve(ServeArgs),
    /// Say whether a server runs and how its services are
    Status(StatusArgs),
    /// Run actors, talk to them, look into their history
    Theater(theater::TheaterArgs),
    /// Make, list and revoke tokens
    Token(token::TokenArgs),
    /// Take the house out of a client's file again
    Uninstall(install::UninstallArgs),
    /// Say which version this is
    Version(version::VersionArgs),
}

/// Run the house, or some of its services.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct ServeArgs {
    /// Service to run; repeat for several [default: all]
    #[arg(long = "service", value_name = "NAME")]
    pub services: Vec<ServiceName>,
    /// Speak over standard input and output, and end with it
    #[arg(long)]
    pub stdio: bool,
    /// Address of Streamable HTTP and WebSocket, or `off`
    #[arg(long, value_name = "ADDR")]
    pub http: Option<Listen>,
    /// Address of the raw TCP transport, or `off`
    #[arg(long, value_name = "ADDR")]
    pub tcp: Option<Listen>,
    /// Path of the Unix socket, or `off`
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub unix: Option<PathBuf>,
    /// Folder that holds the orchestrator's projects
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub root: Option<PathBuf>,
    /// Host name that requests may carry besides loopback names; repeat for several
    #[arg(long = "allowed-host", value_name = "HOST")]
    pub allowed_hosts: Vec<String>,
    /// Origin of web pages that may call; repeat for several
    #[arg(long = "allowed-origin", value_name = "ORIGIN")]
    pub allowed_origins: Vec<String>,
    /// Ask nobody for a token; loopback only
    #[arg(long)]
    pub open: bool,
    /// Fill a new data folder with one thing to try in each service [default folder: ensemble-demo
    /// beside the usual one]
    #[arg(long, conflicts_with = "stdio")]
    pub demo: bool,
    /// The one avatar to serve; set by `avatar-mcp-server`, not by a flag.
    #[arg(skip)]
    pub avatar: Option<String>,
    /// Whether programs on this machine reach the reasoner's socket without a token; set by `mcr`.
    #[arg(skip)]
    pub mcr: bool,
}

impl ServeArgs {
    /// The settings these flags make.
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings = Vec::new();
        let mut list = |flag: &str, key: &str, items: Vec<&str>| {
            if !items.is_empty() {
                settings.push(Setting::flag(flag, key, items));
            }
        };
        let names = self.services.iter().map(|service| service.name()).collect();
        list("--service", "services.enabled", names);
        let hosts = self.allowed_hosts.iter().map(String::as_str).collect();
        list("--allowed-host", "server.allowed_hosts", hosts);
        let origins = self.allowed_origins.iter().map(String::as_str).collect();
        list("--allowed-origin", "server.allowed_origins", origins);
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let texts = [
            ("--http", "server.http", self.http.map(|http| http.to_string())),
            ("--tcp", "server.tcp", self.tcp.map(|tcp| tcp.to_string())),
            ("--unix", "server.unix", self.unix.as_ref().map(path)),
            ("--root", "orchestrator.root", self.root.as_ref().map(path)),
        ];
        for (flag, key, text) in texts {
            settings.extend(text.map(|text| Setting::flag(flag, key, text)));
        }
        settings
    }
}

/// Call one tool of a running server, or in this process.
#[derive(Debug, Clone, Args)]
pub struct CallArgs {
    /// The tool's name
    pub tool: String,
    /// Its arguments as a JSON object; `-` reads them from standard input
    #[arg(value_name = "JSON", default_value = "{}")]
    pub input: String,
    /// Server to call [default: the one this configuration starts]
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,
    /// File with the token for `--url` [default: the local token]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,
    /// Run the tool in this process, without a server
    #[arg(long, conflicts_with = "url")]
    pub in_process: bool,
}

/// Say whether a server runs and how its services are.
#[derive(Debug, Clone, Args)]
pub struct StatusArgs {
    /// Server to ask [default: the one this configuration starts]
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub url: Option<String>,
}
