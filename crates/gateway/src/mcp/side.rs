//! What a tool says to its caller while it works: progress and log lines, in order, before the
//! answer.

use std::sync::{Arc, Mutex, PoisonError};

use kernel::{LogLine, Progress};
use rmcp::RoleServer;
use rmcp::model::{
    LoggingLevel, LoggingMessageNotification, LoggingMessageNotificationParam,
    ProgressNotification, ProgressNotificationParam, ProgressToken, ServerNotification,
};
use rmcp::service::Peer;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::convert;

/// Lines that may wait for a slow reader before further ones are left out.
const WAITING: usize = 256;

/// The way beside the answer; it costs nothing until it is used.
pub(super) struct Side {
    peer: Peer<RoleServer>,
    progress_token: Option<ProgressToken>,
    log_level: Option<LoggingLevel>,
    running: Mutex<Option<Running>>,
}

struct Running {
    queue: mpsc::Sender<ServerNotification>,
    forwarder: JoinHandle<()>,
}

impl Side {
    pub(super) fn new(
        peer: Peer<RoleServer>,
        progress_token: Option<ProgressToken>,
        log_level: Option<LoggingLevel>,
    ) -> Arc<Self> {
        Arc::new(Self { peer, progress_token, log_level, running: Mutex::new(None) })
    }

    pub(super) fn progress(&self, progress: Progress) {
        let Some(token) = self.progress_token.clone() else { return };
        let mut param = ProgressNotificationParam::new(token, progress.done);
        param.total = progress.total;
        param.message = progress.message;
        self.send(ServerNotification::ProgressNotification(ProgressNotification::new(param)));
    }

    pub(super) fn log(&self, line: LogLine) {
        let level = convert::level(line.level);
        let wanted = self.log_level.is_some_and(|least| rank(level) >= rank(least));
        if wanted {
            let param = LoggingMessageNotificationParam::new(level, line.message.into());
            let notification = LoggingMessageNotification::new(param);
            self.send(ServerNotification::LoggingMessageNotification(notification));
        }
    }

    fn send(&self, notification: ServerNotification) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let running = running.get_or_insert_with(|| start(self.peer.clone()));
        if running.queue.try_send(notification).is_err() {
            tracing::debug!("a slow caller missed a progress or log line");
        }
    }

    /// Waits until everything said has gone out.
    pub(super) async fn finish(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Running { queue, forwarder }) = running else { return };
        drop(queue);
        if let Err(error) = forwarder.await {
            tracing::debug!(%error, "the forwarder of progress ended early");
        }
    }
}

fn start(peer: Peer<RoleServer>) -> Running {
    let (queue, mut waiting) = mpsc::channel(WAITING);
    let forwarder = tokio::spawn(async move {
        while let Some(notification) = waiting.recv().await {
            if peer.send_notification(notification).await.is_err() {
                return;
            }
        }
    });
    Running { queue, forwarder }
}

/// The order of severity, least first.
pub(super) fn rank(level: LoggingLevel) -> u8 {
    level as u8
}
