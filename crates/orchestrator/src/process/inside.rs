//! The first process behind the wall: it takes away what the wall cannot (system calls, endless
//! processes), leads the way to the house's proxy, and starts the agent.

mod filter;

use std::ffi::OsString;
use std::io::Read;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use tokio::io::{AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, UnixStream};
use tokio::process::Command;

use super::house::PROXY;
use crate::sandbox::{PROXY_PORT, SOCKET};

const COUNT_EVERY: Duration = Duration::from_millis(250);

/// Starts the agent: `PROCESSES COMMAND...`. The agent is asked to end when standard input ends.
pub(super) fn run(words: &[OsString]) -> Result<ExitCode, String> {
    let [processes, program, arguments @ ..] = words else {
        return Err("expected the number of processes and a command".to_owned());
    };
    let most = processes.to_str().and_then(|text| text.parse().ok());
    let most: u64 = most.ok_or("the number of processes is no number")?;
    limit_processes(most)?;
    filter::apply()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    let code = runtime.block_on(attend(command, &program.to_string_lossy(), most))?;
    // The reader of standard input may still wait.
    runtime.shutdown_background();
    Ok(ExitCode::from(code))
}

fn limit_processes(most: u64) -> Result<(), String> {
    let now = getrlimit(Resource::Nproc);
    let most = now.maximum.map_or(most, |maximum| maximum.min(most));
    let limit = Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Nproc, limit).map_err(|error| error.to_string())
}

async fn attend(mut command: Command, shown: &str, most: u64) -> Result<u8, String> {
    // Bound before the agent begins, so that its first connection finds it.
    let listener = TcpListener::bind(("127.0.0.1", PROXY_PORT)).await;
    let listener = listener.map_err(|error| format!("the way to the proxy: {error}"))?;
    let mut child = command.spawn().map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    let pid = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    std::thread::spawn(move || end_with_input(pid));
    let mut count = tokio::time::interval(COUNT_EVERY);
    loop {
        tokio::select! {
            _ = count.tick() => {
                // The system's limit does not hold for the first user of a machine. When this process
                // ends, so does everything behind the wall.
                if processes() > most {
                    return Err(format!("the job has more than {most} processes and is ended"));
                }
            }
            ended = child.wait() => {
                let status = ended.map_err(|error| error.to_string())?;
                let code = status.code().and_then(|code| u8::try_from(code).ok());
                return Ok(code.unwrap_or(1));
            }
            accepted = listener.accept() => {
                if let Ok((mut stream, _)) = accepted {
                    tokio::spawn(async move {
                        if let Err(error) = lead(&mut stream).await {
                            tracing::debug!(%error, "a connection behind the wall was cut off");
                        }
                    });
                }
            }
        }
    }
}

fn processes() -> u64 {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter(|it| it.file_name().to_string_lossy().parse::<u32>().is_ok());
    u64::try_from(numbers.count()).unwrap_or(u64::MAX)
}

async fn lead(stream: &mut tokio::net::TcpStream) -> std::io::Result<()> {
    let mut house = UnixStream::connect(SOCKET).await?;
    house.write_all(format!("{PROXY}\n").as_bytes()).await?;
    copy_bidirectional(stream, &mut house).await.map(drop)
}

/// The keeper holds the other end: when it lets go, or is gone, the agent is asked to end.
fn end_with_input(pid: Option<Pid>) {
    let mut rest = Vec::new();
    if let Err(error) = std::io::stdin().read_to_end(&mut rest) {
        tracing::debug!(%error, "the keeper's pipe broke");
    }
    if let Some(pid) = pid
        && let Err(error) = kill_process(pid, Signal::TERM)
    {
        tracing::debug!(%error, "the agent could not be asked to end");
    }
}
