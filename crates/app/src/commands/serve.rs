//! `serve`: runs the house until it is asked to stop, or bridges to one that runs already.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use avatar::Speaker;
use tokio::net::UnixStream;

use crate::arguments::ServeArgs;
use crate::avatars;
use crate::bridge;
use crate::config::{Config, Guests};
use crate::console;
use crate::context::Context;
use crate::data::DataDir;
use crate::demo::{self, Found};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::Listeners;
use crate::logging::{self, Surroundings};
use crate::runtime;
use crate::serving::{Door, Serving, asked_to_stop, existing_root, socket_path};

/// How long a start waits for a folder that is taken.
///
/// A server that was killed may leave a child that holds its locks until it has become another
/// program, and a server that starts owns the folder before it can be reached.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(20);

enum Begun {
    Serving(Box<Serving>),
    Joined { stream: UnixStream, socket: PathBuf },
}

/// Runs the command.
pub fn run(context: &Context, arguments: &ServeArgs) -> Result<Exit, Failure> {
    if let Some(root) = &arguments.root {
        // Before anything is made, for a root that is misspelt would be made with its data.
        existing_root(root)?;
    }
    let data = if arguments.demo { context.demo_data()? } else { context.own_data()? };
    // The settings of the demonstration must lie there before they are read.
    let found = arguments.demo.then(|| demo::claim(&data)).transpose()?;
    let loaded = context.load(&data, arguments.settings())?;
    let runtime = runtime::whole()?;
    let surroundings = Surroundings {
        settings: &loaded.settings,
        environment: &context.environment,
        runtime: runtime.handle(),
    };
    let log = logging::start(&loaded.config.log, &surroundings)?;
    data.prepare()?;
    let ended =
        runtime.block_on(serve(context, &data, &loaded.config, &Wanted { arguments, found }));
    log.finish();
    // A read of standard input cannot be interrupted; it must not keep the process alive.
    runtime.shutdown_background();
    ended
}

/// What is to be served, and for a demonstration what its folder held.
struct Wanted<'a> {
    arguments: &'a ServeArgs,
    found: Option<Found>,
}

/// Serves an avatar of a project from a folder for this run alone: the server that owns the data folder
/// may know another project, or none.
async fn serve_apart(
    context: &Context,
    data: &DataDir,
    config: &Config,
    wanted: &Wanted<'_>,
) -> Result<Exit, Failure> {
    let folder = tempfile::TempDir::new().map_err(|error| Failure::new(Exit::Data, error))?;
    let own = DataDir::locate(Some(folder.path()), &context.environment)?;
    let mut config = config.clone();
    config.avatar.found_from(data);
    serve(context, &own, &config, wanted).await
}

async fn serve(
    context: &Context,
    data: &DataDir,
    config: &Config,
    wanted: &Wanted<'_>,
) -> Result<Exit, Failure> {
    let arguments = wanted.arguments;
    let mut elsewhere = false;
    if let Some(id) = &arguments.avatar {
        let speaker = avatars::shelf(data, config, &context.environment)?
            .speaker(id)
            .map_err(|error| Failure::new(Exit::Config, error))?;
        elsewhere = matches!(speaker, Speaker::There(_));
    }
    let door = door(config, arguments);
    let begin = || Serving::start(data, config, &context.environment, door);
    let socket = arguments.stdio.then(|| socket_path(data, config)).flatten();
    let begun = match elsewhere {
        true => begin().await.map(|serving| Begun::Serving(Box::new(serving))),
        false => start_or_join(begin, socket).await,
    };
    let serving = match begun {
        Ok(Begun::Serving(serving)) => serving,
        Ok(Begun::Joined { stream, socket }) => {
            return bridge::run(stream, &socket, arguments).await.map(|()| Exit::Ok);
        }
        Err(failure) if elsewhere && failure.exit == Exit::DataInUse => {
            return Box::pin(serve_apart(context, data, config, wanted)).await;
        }
        Err(failure) => return Err(failure),
    };
    let listeners = match serving.listen(data, config, arguments).await {
        Ok(listeners) => listeners,
        Err(failure) => {
            serving.stop().await?;
            return Err(failure);
        }
    };
    if !arguments.stdio {
        let console = context.typed("console");
        context.output.raw(greeting(data, config, &listeners, (door, &console)).as_bytes())?;
    }
    if let Some(found) = wanted.found {
        if let Err(failure) = demonstrate(&serving, data, found).await {
            serving.stop().await?;
            return Err(failure);
        }
        context
            .output
            .raw(demo::guide(data.root(), link(data, config, &listeners).as_deref()).as_bytes())?;
    }
    notify(sd_notify::NotifyState::Ready);
    if arguments.stdio {
        tokio::select! {
            served = serving.stdio(arguments.avatar.as_deref()) => served?,
            asked = asked_to_stop() => asked?,
        }
    } else {
        asked_to_stop().await?;
    }
    notify(sd_notify::NotifyState::Stopping);
    serving.stop().await?;
    Ok(Exit::Ok)
}

/// Becomes the owner of the folder, or joins the owner at `socket`; insists for a while on either.
async fn start_or_join<F: Future<Output = Result<Serving, Failure>>>(
    begin: impl Fn() -> F,
    socket: Option<PathBuf>,
) -> Result<Begun, Failure> {
    let begun = Instant::now();
    loop {
        let mut refused = match begin().await {
            Ok(serving) => return Ok(Begun::Serving(Box::new(serving))),
            Err(failure) if failure.exit == Exit::DataInUse => failure,
            Err(failure) => return Err(failure),
        };
        if let Some(socket) = &socket {
            match bridge::connect(socket).await {
                Ok(stream) => return Ok(Begun::Joined { stream, socket: socket.clone() }),
                Err(failure) => refused = failure,
            }
        }
        if begun.elapsed() > PATIENCE {
            return Err(refused);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn demonstrate(serving: &Serving, data: &DataDir, found: Found) -> Result<(), Failure> {
    match found {
        Found::Fresh => demo::fill(serving, data).await,
        Found::Filled => Ok(()),
    }
}

/// The link to the console with its token, for a person who looks; what goes to a file has none.
fn link(data: &DataDir, config: &Config, listeners: &Listeners) -> Option<String> {
    let address = listeners.http.filter(|_| std::io::stdout().is_terminal())?;
    let token = std::fs::read_to_string(data.resolve(&config.server.token_file)).ok()?;
    Some(console::link(address, token.trim()))
}

fn door(config: &Config, arguments: &ServeArgs) -> Door {
    let guests = match config.reasoner.guests {
        Guests::Always => true,
        Guests::Mcr => arguments.mcr,
        Guests::Never => false,
    };
    match (arguments.open, guests) {
        (true, _) => Door::Open,
        (false, true) => Door::Guests,
        (false, false) => Door::Tokens,
    }
}

fn notify(state: sd_notify::NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::debug!(%error, "no supervisor was told");
    }
}

fn greeting(
    data: &DataDir,
    config: &Config,
    listeners: &Listeners,
    (door, console): (Door, &str),
) -> String {
    let mut text = format!("ensemble {} is serving\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: String| {
        text.push_str(&format!("  {name:<8}{value}\n"));
    };
    if let Some(http) = listeners.http {
        line("console", format!("http://{http}/ (`{console}` prints the way in)"));
        line("mcp", format!("http://{http}/mcp"));
        line("socket", format!("ws://{http}/mcp"));
    }
    if let Some(http) = listeners.http.filter(|_| door == Door::Guests) {
        line("mcr", format!("ws://{http}/ws (programs on this machine need no token)"));
    }
    if let Some(tcp) = listeners.tcp {
        line("tcp", tcp.to_string());
    }
    if let Some(theater) = listeners.theater {
        line("actors", theater.to_string());
    }
    if let Some(unix) = &listeners.unix {
        line("unix", unix.display().to_string());
    }
    match door {
        Door::Tokens | Door::Guests => {
            let file = data.resolve(&config.server.token_file);
            line("token", format!("in {}", file.display()));
        }
        Door::Open => line("token", "none is asked for (--open)".to_owned()),
    }
    line("data", data.root().display().to_string());
    text
}
