//! News from the hub to a connected client, in either era.

use std::sync::Arc;
use std::time::Duration;

use kernel::Event;
use rmcp::RoleServer;
use rmcp::model::{
    LoggingLevel, LoggingMessageNotification, LoggingMessageNotificationParam,
    PromptListChangedNotification, ResourceListChangedNotification, ResourceUpdatedNotification,
    ResourceUpdatedNotificationParam, ServerNotification, ToolListChangedNotification,
};
use rmcp::service::{Peer, SubscriptionSink};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::hub::{Membership, News};

/// Sends a legacy client its news until it is gone.
pub(super) async fn pump(
    membership: Arc<Membership>,
    peer: Peer<RoleServer>,
    interval: Duration,
    gone: CancellationToken,
) {
    loop {
        let news = tokio::select! {
            news = membership.news() => news,
            () = gone.cancelled() => return,
        };
        for item in news {
            let sent = tokio::select! {
                sent = peer.send_notification(notification(item)) => sent,
                () = gone.cancelled() => return,
            };
            if sent.is_err() {
                return;
            }
        }
        tokio::time::sleep(interval).await;
    }
}

/// Sends one modern subscription its news until it is cancelled; says whether to go on.
pub(super) async fn send(sink: &SubscriptionSink, news: Vec<News>) -> bool {
    for item in news {
        if sink.send(notification(item)).await.is_err() {
            return false;
        }
    }
    true
}

fn notification(news: News) -> ServerNotification {
    match news {
        News::Updated(uri) => ServerNotification::ResourceUpdatedNotification(
            ResourceUpdatedNotification::new(ResourceUpdatedNotificationParam::new(uri)),
        ),
        News::ResourceList => ServerNotification::ResourceListChangedNotification(
            ResourceListChangedNotification::default(),
        ),
        News::ToolList => {
            ServerNotification::ToolListChangedNotification(ToolListChangedNotification::default())
        }
        News::PromptList => ServerNotification::PromptListChangedNotification(
            PromptListChangedNotification::default(),
        ),
        News::Announced(event) => message(LoggingLevel::Info, announcement(&event)),
        News::Skipped(count) => message(
            LoggingLevel::Warning,
            json!({
                "event": "events.skipped",
                "data": { "count": count, "hint": "read ensemble://events for what was missed" },
            }),
        ),
    }
}

fn announcement(event: &Event) -> serde_json::Value {
    json!({ "event": &*event.kind, "timestamp": event.at, "data": event.data, "seq": event.seq })
}

fn message(level: LoggingLevel, data: serde_json::Value) -> ServerNotification {
    let param = LoggingMessageNotificationParam::new(level, data).with_logger("ensemble");
    ServerNotification::LoggingMessageNotification(LoggingMessageNotification::new(param))
}
