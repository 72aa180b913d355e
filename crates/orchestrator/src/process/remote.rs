//! Git's remote helper behind the wall: it offers `connect` and pipes to the keeper, which pipes to
//! the house. It has nothing to reach a remote with.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

use serde_json::json;

use super::gate_client::{Address, Answer, Asker};

/// Runs the helper: `NAME URL`, as git starts it.
pub(super) fn run(
    words: &[OsString],
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<ExitCode, String> {
    let url = words.get(1).and_then(|word| word.to_str()).ok_or("git named no URL")?;
    let address = Address::of(environment)?;
    let text = |error: std::io::Error| error.to_string();
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout());
    loop {
        let line = line(&mut input).map_err(text)?;
        match line.split_once(' ') {
            _ if line.is_empty() => return Ok(ExitCode::SUCCESS),
            _ if line == "capabilities" => {
                output.write_all(b"connect\n\n").and_then(|()| output.flush()).map_err(text)?;
            }
            Some(("connect", service)) => {
                let stream = open(&address, service, url)?;
                output.write_all(b"\n").and_then(|()| output.flush()).map_err(text)?;
                drop(input);
                return pipe(stream).map_err(text);
            }
            _ => return Err(format!("git asked for `{line}`, only `connect` is offered")),
        }
    }
}

/// One line, read byte by byte: what follows it belongs to the stream.
fn line(input: &mut impl BufRead) -> std::io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while input.read(&mut byte)? == 1 && byte[0] != b'\n' {
        line.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

fn open(address: &Address, service: &str, url: &str) -> Result<BufReader<UnixStream>, String> {
    let text = |error: std::io::Error| error.to_string();
    let mut stream = UnixStream::connect(&address.socket).map_err(text)?;
    let question = address.question(Asker::Git, service, "", json!({ "url": url }));
    let mut line = serde_json::to_vec(&question).map_err(|error| error.to_string())?;
    line.push(b'\n');
    stream.write_all(&line).map_err(text)?;
    let mut reader = BufReader::new(stream);
    let mut answer = String::new();
    reader.read_line(&mut answer).map_err(text)?;
    match serde_json::from_str(&answer) {
        Ok(Answer::Allow { .. }) => Ok(reader),
        Ok(Answer::Deny { reason } | Answer::Defer { reason }) => {
            Err(format!("ensemble: {reason}"))
        }
        Err(_) => Err("ensemble: the house did not answer".to_owned()),
    }
}

fn pipe(mut from: BufReader<UnixStream>) -> std::io::Result<ExitCode> {
    let mut to = from.get_ref().try_clone()?;
    std::thread::spawn(move || {
        let copied = std::io::copy(&mut std::io::stdin(), &mut to);
        if let Err(error) = copied.and_then(|_| to.shutdown(Shutdown::Write)) {
            tracing::debug!(%error, "git ended in the middle");
        }
    });
    let mut output = std::io::stdout();
    let mut bytes = [0; 64 * 1024];
    loop {
        let count = from.read(&mut bytes)?;
        if count == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        output.write_all(&bytes[..count])?;
        output.flush()?;
    }
}
