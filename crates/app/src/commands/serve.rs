//! `serve`: runs the house until it is asked to stop, or bridges to one that runs already.

use avatar::Speaker;

use crate::arguments::ServeArgs;
use crate::avatars;
use crate::bridge;
use crate::config::{Config, Guests};
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::Listeners;
use crate::logging::{self, Surroundings};
use crate::runtime;
use crate::serving::{Door, Serving, asked_to_stop, socket_path};

/// Runs the command.
pub fn run(context: &Context, arguments: &ServeArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let loaded = context.load(&data, arguments.settings())?;
    let runtime = runtime::whole()?;
    let surroundings = Surroundings {
        settings: &loaded.settings,
        environment: &context.environment,
        runtime: runtime.handle(),
    };
    let log = logging::start(&loaded.config.log, &surroundings)?;
    data.prepare()?;
    let ended = runtime.block_on(serve(context, &data, &loaded.config, arguments));
    log.finish();
    // A read of standard input cannot be interrupted; it must not keep the process alive.
    runtime.shutdown_background();
    ended
}

/// Serves an avatar of a project from a folder for this run alone: the server that owns the data folder
/// may know another project, or none.
async fn serve_apart(
    context: &Context,
    data: &DataDir,
    config: &Config,
    arguments: &ServeArgs,
) -> Result<Exit, Failure> {
    let folder = tempfile::TempDir::new().map_err(|error| Failure::new(Exit::Data, error))?;
    let own = DataDir::locate(Some(folder.path()), &context.environment)?;
    let mut config = config.clone();
    config.avatar.found_from(data);
    serve(context, &own, &config, arguments).await
}

async fn serve(
    context: &Context,
    data: &DataDir,
    config: &Config,
    arguments: &ServeArgs,
) -> Result<Exit, Failure> {
    let mut elsewhere = false;
    if let Some(id) = &arguments.avatar {
        let speaker = avatars::shelf(data, config, &context.environment)?
            .speaker(id)
            .map_err(|error| Failure::new(Exit::Config, error))?;
        elsewhere = matches!(speaker, Speaker::There(_));
    }
    let door = door(config, arguments);
    let serving = match Serving::start(data, config, &context.environment, door).await {
        Ok(serving) => serving,
        Err(failure) if elsewhere && failure.exit == Exit::DataInUse => {
            return Box::pin(serve_apart(context, data, config, arguments)).await;
        }
        Err(failure) if arguments.stdio && failure.exit == Exit::DataInUse => {
            let Some(path) = socket_path(data, config) else { return Err(failure) };
            return bridge::run(&path, arguments).await.map(|()| Exit::Ok);
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
        context.output.raw(greeting(data, config, &listeners, door).as_bytes())?;
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

fn greeting(data: &DataDir, config: &Config, listeners: &Listeners, door: Door) -> String {
    let mut text = format!("ensemble {} is serving\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: String| {
        text.push_str(&format!("  {name:<8}{value}\n"));
    };
    if let Some(http) = listeners.http {
        line("console", format!("http://{http}/ (`ensemble console` prints the way in)"));
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
