//! Programs that run beside actors: what they say reaches their actor as messages, and they end
//! with it. They do not outlive the theater.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use kernel::Timestamp;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use super::Stage;
use super::writing::Accepting;
use crate::ActorId;
use crate::engine::{GuestCall, Stream};
use crate::host::{Wish, code, end};
use crate::lock::lock;

/// How long a program waits before it tries again to tell an actor whose mailbox is full.
const PATIENCE: Duration = Duration::from_millis(5);

/// How an output is cut into messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// As it comes, at most so many bytes.
    Raw(usize),
    /// By lines of at most so many bytes.
    Lines(usize),
    /// In pieces of so many bytes; the last one may be shorter.
    Pieces(usize),
}

/// What an actor is told of a program it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) exit_code: Option<i32>,
    pub(crate) started_ms: u64,
}

struct Process {
    system_id: Pid,
    stdin: Mutex<Option<ChildStdin>>,
    started_ms: u64,
    ended: Mutex<Option<i32>>,
}

/// The programs of all actors.
#[derive(Default)]
pub(crate) struct Processes {
    all: Mutex<HashMap<(ActorId, u64), Arc<Process>>>,
    attendants: Mutex<Vec<JoinHandle<()>>>,
    next: AtomicU64,
}

impl Processes {
    /// How many programs of an actor run.
    fn running(&self, actor: ActorId) -> usize {
        let all = lock(&self.all);
        let own = all.iter().filter(|((owner, _), _)| *owner == actor);
        own.filter(|(_, process)| lock(&process.ended).is_none()).count()
    }

    fn get(&self, actor: ActorId, number: u64) -> Result<Arc<Process>, String> {
        let found = lock(&self.all).get(&(actor, number)).cloned();
        found.ok_or_else(|| format!("there is no process {number} of this actor"))
    }

    /// Hands `data` to a program's standard input.
    pub(crate) fn write(&self, actor: ActorId, number: u64, data: &[u8]) -> Result<(), String> {
        let process = self.get(actor, number)?;
        let mut stdin = lock(&process.stdin);
        let pipe = stdin.as_mut().ok_or_else(|| format!("process {number} has ended"))?;
        pipe.write_all(data).and_then(|()| pipe.flush()).map_err(|error| error.to_string())
    }

    /// How a program is.
    pub(crate) fn condition(&self, actor: ActorId, number: u64) -> Result<Condition, String> {
        let process = self.get(actor, number)?;
        let exit_code = *lock(&process.ended);
        Ok(Condition { exit_code, started_ms: process.started_ms })
    }

    /// Sends a program and what it started a signal.
    pub(crate) fn signal(&self, actor: ActorId, number: u64, signal: Signal) -> Result<(), String> {
        let process = self.get(actor, number)?;
        // While this is held the program is not reaped, so its number is not another's.
        let ended = lock(&process.ended);
        if ended.is_some() {
            return Err(format!("process {number} has ended"));
        }
        rustix::process::kill_process_group(process.system_id, signal)
            .map_err(|error| error.to_string())
    }

    /// Ends the programs of an actor, or of all.
    pub(super) fn end(&self, of: Option<ActorId>) {
        let own: Vec<_> = {
            let mut all = lock(&self.all);
            let keys: Vec<_> = all.keys().copied().collect();
            let gone = keys.into_iter().filter(|(actor, _)| of.is_none_or(|of| of == *actor));
            gone.filter_map(|key| all.remove(&key)).collect()
        };
        for process in own {
            let ended = lock(&process.ended);
            if ended.is_none() {
                // It may have ended by itself just now.
                rustix::process::kill_process_group(process.system_id, Signal::KILL).ok();
            }
        }
    }

    /// Ends all programs and waits for whoever attends to them.
    pub(super) fn close(&self) {
        self.end(None);
        for attendant in std::mem::take(&mut *lock(&self.attendants)) {
            if attendant.join().is_err() {
                tracing::error!("attending to an actor's program panicked");
            }
        }
    }
}

impl Stage {
    /// Starts a program for an actor, which runs at most `most` at once; gives its number.
    pub(crate) fn spawn(
        &self,
        actor: ActorId,
        wish: &Wish,
        cuts: [Cut; 2],
        most: usize,
    ) -> Result<u64, String> {
        if self.processes.running(actor) >= most {
            return Err(format!("the actor runs {most} processes already"));
        }
        let stage = self.me().ok_or("no theater")?;
        let mut command = wish.command(self)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let told = |error: std::io::Error| format!("`{}`: {error}", wish.program);
        let mut child = command.spawn().map_err(told)?;
        let system_id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let process = Arc::new(Process {
            system_id: system_id.ok_or("the system gave no process number")?,
            stdin: Mutex::new(child.stdin.take()),
            started_ms: u64::try_from(Timestamp::now().0 / 1000).unwrap_or_default(),
            ended: Mutex::default(),
        });
        let number = self.processes.next.fetch_add(1, Ordering::Relaxed) + 1;
        lock(&self.processes.all).insert((actor, number), process.clone());
        let attended = Attended { stage, actor, number, process };
        let attendant = thread::Builder::new()
            .name("theater-process".to_owned())
            .spawn(move || attended.attend(child, cuts))
            .map_err(|error| error.to_string())?;
        let mut attendants = lock(&self.processes.attendants);
        attendants.retain(|attendant| !attendant.is_finished());
        attendants.push(attendant);
        Ok(number)
    }
}

/// A program with whom it belongs to.
struct Attended {
    stage: Arc<Stage>,
    actor: ActorId,
    number: u64,
    process: Arc<Process>,
}

impl Attended {
    fn attend(&self, mut child: Child, [out, err]: [Cut; 2]) {
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        thread::scope(|scope| {
            scope.spawn(|| stdout.map(|pipe| self.listen(pipe, Stream::Out, out)));
            scope.spawn(|| stderr.map(|pipe| self.listen(pipe, Stream::Err, err)));
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            let waited = rustix::process::waitid(WaitId::Pid(self.process.system_id), options);
            if let Err(error) = waited {
                tracing::error!(%error, actor = %self.actor, "a program cannot be waited for");
            }
            // What it left behind would hold its outputs open.
            end(&child);
        });
        let exit_code = {
            let mut ended = lock(&self.process.ended);
            let exit_code = child.wait().map_or(-1, code);
            *ended = Some(exit_code);
            exit_code
        };
        drop(lock(&self.process.stdin).take());
        self.tell(GuestCall::ProcessExit(self.number, exit_code));
    }

    fn listen(&self, pipe: impl Read, stream: Stream, cut: Cut) {
        let mut pipe = BufReader::new(pipe);
        let mut piece = Vec::new();
        loop {
            piece.clear();
            let read = match cut {
                Cut::Raw(most) => {
                    piece.resize(most.max(1), 0);
                    let read = pipe.read(&mut piece);
                    piece.truncate(*read.as_ref().unwrap_or(&0));
                    read
                }
                Cut::Lines(most) => (&mut pipe).take(most as u64).read_until(b'\n', &mut piece),
                Cut::Pieces(size) => (&mut pipe).take(size.max(1) as u64).read_to_end(&mut piece),
            };
            if !matches!(read, Ok(1..)) {
                return;
            }
            if matches!(cut, Cut::Lines(_)) && piece.last() == Some(&b'\n') {
                piece.pop();
            }
            self.tell(GuestCall::ProcessOutput(self.number, stream, piece.as_slice().into()));
        }
    }

    /// Hands a message to the actor, waiting for room; nothing once the actor is gone.
    fn tell(&self, call: GuestCall) {
        loop {
            let Ok(actor) = self.stage.actor(self.actor) else { return };
            if self.stage.is_closing() || !actor.status().is_alive() {
                return;
            }
            if actor.mailbox.has_room(0) {
                if let Err(error) = self.stage.accept(Accepting::new(actor, call, None)) {
                    tracing::error!(%error, actor = %self.actor, "a program's output is lost");
                }
                return;
            }
            thread::sleep(PATIENCE);
        }
    }
}
