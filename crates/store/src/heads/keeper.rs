//! The thread that signs heads and writes them down, so that no caller waits for it.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{HeadsConfig, HouseKey, SignedHead, read, sign};
use crate::log::Log;

/// At most one head in this time.
const PAUSE: Duration = Duration::from_millis(200);
/// Files elsewhere are synced at most this often.
const SYNC: Duration = Duration::from_secs(1);
/// Past this many heads every second one of a file is left out.
const MOST: usize = 8192;

/// Hands logs to the thread that signs their heads.
pub(crate) struct Keeper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    kept: u64,
    offered_at: Instant,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    next: Option<Log>,
    closed: bool,
}

impl Keeper {
    /// Opens the files, writes the head of `log`, whose events are on the disk, and starts the
    /// thread.
    pub(crate) fn start(config: &HeadsConfig, log: &Log) -> std::io::Result<Self> {
        let key = HouseKey::from_seed(&config.seed)
            .ok_or_else(|| std::io::Error::other("the house's key cannot be used"))?;
        let public = key.public();
        let inside = Place::open(&config.inside, &public)?;
        let outside = config.outside.iter().filter_map(|path| open_outside(path, &public));
        let outside = outside.collect();
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new() });
        let mut hand = Hand { key, inside, outside, synced_at: None, newest: None };
        hand.write(sign(&hand.key, log));
        hand.sync();
        let seen = shared.clone();
        let thread = std::thread::Builder::new()
            .name("head-keeper".to_owned())
            .spawn(move || hand.run(&seen))?;
        Ok(Self { shared, thread: Some(thread), kept: log.size(), offered_at: Instant::now() })
    }

    /// Whether events have gone without a head for so long that the next commit should be synced.
    pub(crate) fn is_due(&self, size: u64) -> bool {
        size > self.kept && self.offered_at.elapsed() >= SYNC
    }

    /// Hands over a log whose events are on the disk.
    pub(crate) fn offer(&mut self, log: &Log) {
        if log.size() <= self.kept {
            return;
        }
        (self.kept, self.offered_at) = (log.size(), Instant::now());
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner).next = Some(log.clone());
        self.shared.wake.notify_one();
    }
}

impl Drop for Keeper {
    /// Waits until the last head is written.
    fn drop(&mut self) {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.shared.wake.notify_one();
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the keeper of heads ended by a panic");
        }
    }
}

/// What the thread works with.
struct Hand {
    key: HouseKey,
    inside: Place,
    outside: Vec<Place>,
    synced_at: Option<Instant>,
    newest: Option<SignedHead>,
}

impl Hand {
    fn run(mut self, shared: &Shared) {
        loop {
            let mut state = shared.state.lock().unwrap_or_else(PoisonError::into_inner);
            while state.next.is_none() && !state.closed {
                // What was written and not yet synced is synced when the time has come.
                let left = self.newest.as_ref().map(|_| SYNC);
                state = wait(shared, state, left);
                if self.newest.is_some() && state.next.is_none() {
                    break;
                }
            }
            let (next, closed) = (state.next.take(), state.closed);
            drop(state);
            if let Some(log) = next {
                self.write(sign(&self.key, &log));
            }
            let due = self.synced_at.is_none_or(|at| at.elapsed() >= SYNC);
            if closed || due {
                self.sync();
            }
            if closed {
                return;
            }
            pause(shared);
        }
    }

    fn write(&mut self, head: SignedHead) {
        for place in &mut self.outside {
            place.append(&head);
        }
        self.newest = Some(head);
    }

    fn sync(&mut self) {
        let Some(head) = self.newest.take() else { return };
        let synced = self.outside.iter().filter(|place| place.sync()).count();
        self.synced_at = Some(Instant::now());
        if synced == self.outside.len() {
            self.inside.append(&head);
        }
    }
}

fn wait<'a>(
    shared: &'a Shared,
    state: std::sync::MutexGuard<'a, State>,
    left: Option<Duration>,
) -> std::sync::MutexGuard<'a, State> {
    match left {
        Some(left) => {
            shared.wake.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
        }
        None => shared.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
    }
}

/// Lets heads gather, unless the store is being closed.
fn pause(shared: &Shared) {
    let until = Instant::now() + PAUSE;
    let mut state = shared.state.lock().unwrap_or_else(PoisonError::into_inner);
    while !state.closed {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        state = wait(shared, state, Some(left));
    }
}

/// A place elsewhere may be out of reach for a while; the audit tells of it, the house goes on.
fn open_outside(path: &Path, key: &[u8; 32]) -> Option<Place> {
    let place = Place::open(path, key);
    if let Err(error) = &place {
        tracing::error!(path = %path.display(), %error, "no signed heads will be kept here");
    }
    place.ok()
}

/// One file of heads.
struct Place {
    path: PathBuf,
    file: File,
    key: [u8; 32],
    lines: usize,
    /// The size of the last head, none while there is no head.
    last: Option<u64>,
}

impl Place {
    fn open(path: &Path, key: &[u8; 32]) -> std::io::Result<Self> {
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        let heads = read(path, key)?.unwrap_or_default();
        let last = heads.iter().rev().find_map(|head| head.as_ref().ok());
        let last = last.map(|head| head.size);
        let file = append_to(path)?;
        // A line that a crash cut short must not swallow the next one.
        let torn = std::fs::read(path)?.last().is_some_and(|byte| *byte != b'\n');
        if torn {
            let whole: String =
                heads.iter().filter_map(|head| head.as_ref().ok().map(SignedHead::line)).collect();
            replace(path, &whole)?;
            let file = append_to(path)?;
            return Ok(Self { path: path.to_owned(), file, key: *key, lines: heads.len(), last });
        }
        Ok(Self { path: path.to_owned(), file, key: *key, lines: heads.len(), last })
    }

    fn append(&mut self, head: &SignedHead) {
        if self.last.is_some_and(|last| head.size <= last) {
            return;
        }
        let written = self.file.write_all(head.line().as_bytes());
        match written.and_then(|()| self.thin()) {
            Ok(()) => (self.lines, self.last) = (self.lines + 1, Some(head.size)),
            Err(error) => tracing::error!(path = %self.path.display(), %error, "head not kept"),
        }
    }

    fn sync(&self) -> bool {
        let synced = self.file.sync_data();
        if let Err(error) = &synced {
            tracing::error!(path = %self.path.display(), %error, "heads not synced");
        }
        synced.is_ok()
    }

    /// Leaves out every second head of a long file, never the last.
    fn thin(&mut self) -> std::io::Result<()> {
        if self.lines < MOST {
            return Ok(());
        }
        let heads = read(&self.path, &self.key)?.unwrap_or_default();
        let count = heads.len();
        let kept = heads.iter().enumerate().filter(|(index, _)| (count - index) % 2 == 1);
        let kept: Vec<String> =
            kept.filter_map(|(_, head)| head.as_ref().ok().map(SignedHead::line)).collect();
        replace(&self.path, &kept.concat())?;
        self.file = append_to(&self.path)?;
        self.lines = kept.len();
        Ok(())
    }
}

fn append_to(path: &Path) -> std::io::Result<File> {
    private(OpenOptions::new().create(true).append(true)).open(path)
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut file =
        private(OpenOptions::new().create(true).write(true).truncate(true)).open(&unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&unfinished, path)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
