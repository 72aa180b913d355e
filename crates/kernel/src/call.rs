//! What a handler knows of the call it serves; it cannot tell which wire the call came by.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::work::Work;
use crate::{Principal, ToolError};

/// The W3C trace a call belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceContext {
    /// The `traceparent` value.
    pub traceparent: String,
    /// The `tracestate` value, if one came.
    pub tracestate: Option<String>,
}

/// How serious a log line is, in the words of syslog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Details for the one who looks for a defect.
    Debug,
    /// What is going on.
    Info,
    /// Something a person may want to look at.
    Warning,
    /// Something failed.
    Error,
}

/// A line a tool sends to its caller while it works.
#[derive(Debug, Clone)]
pub struct LogLine {
    /// How serious it is.
    pub level: LogLevel,
    /// What it says.
    pub message: String,
}

/// A report of how far a long call has come.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// How much is done.
    pub done: f64,
    /// How much there is, where that is known.
    pub total: Option<f64>,
    /// What is being done, for a person.
    pub message: Option<String>,
}

type ProgressSender = Arc<dyn Fn(Progress) + Send + Sync>;
type LogSender = Arc<dyn Fn(LogLine) + Send + Sync>;

/// One call: who makes it, how to report on it, when to give up.
#[derive(Clone)]
pub struct Call {
    /// Who makes it.
    pub principal: Principal,
    /// Fires when the caller withdraws the call, vanishes, or the deadline passes.
    pub cancel: CancellationToken,
    /// What stops the work behind it; the gateway does so as soon as nobody waits any more.
    pub work: Work,
    /// The trace it belongs to.
    pub trace: Option<TraceContext>,
    progress: Option<ProgressSender>,
    log: Option<LogSender>,
    place: Option<CancellationToken>,
}

impl Call {
    /// A call by `principal` with no deadline and nobody listening to its progress.
    pub fn new(principal: Principal) -> Self {
        Self {
            principal,
            cancel: CancellationToken::new(),
            work: Work::default(),
            trace: None,
            progress: None,
            log: None,
            place: None,
        }
    }

    /// Sets what withdraws the call.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: CancellationToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Sets when the call is given up.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.work = self.work.until(Instant::now().checked_add(time));
        self
    }

    /// Sets the trace it belongs to.
    #[must_use]
    pub fn traced(mut self, trace: Option<TraceContext>) -> Self {
        self.trace = trace;
        self
    }

    /// Sets its place in line, which is over when `place` is cancelled.
    #[must_use]
    pub fn in_line(mut self, place: Option<CancellationToken>) -> Self {
        self.place = place;
        self
    }

    /// Lets the calls behind this one go on, because what is left of it changes their order no more.
    pub fn let_go(&self) {
        if let Some(place) = &self.place {
            place.cancel();
        }
    }

    /// Sets who is told of its progress; the sender must not block.
    #[must_use]
    pub fn reporting(mut self, sender: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(sender));
        self
    }

    /// Sets who is sent its log lines; the sender must not block.
    #[must_use]
    pub fn logging(mut self, sender: impl Fn(LogLine) + Send + Sync + 'static) -> Self {
        self.log = Some(Arc::new(sender));
        self
    }

    /// Tells the caller how far the call has come.
    pub fn report(&self, done: f64, total: Option<f64>, message: Option<String>) {
        if let Some(sender) = &self.progress {
            sender(Progress { done, total, message });
        }
    }

    /// Sends the caller a log line.
    pub fn log(&self, level: LogLevel, message: impl Into<String>) {
        if let Some(sender) = &self.log {
            sender(LogLine { level, message: message.into() });
        }
    }

    /// An error if the call was withdrawn or its deadline passed: for loops to ask now and then.
    pub fn check(&self) -> Result<(), ToolError> {
        if self.cancel.is_cancelled() {
            self.work.stop();
        }
        Ok(self.work.check()?)
    }
}
