//! Who hears of which knowledge base: a connection follows every session it has named.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use kernel::{Call, Contents, Event, FeedError, Touch};
use serde_json::Value;

use super::{Speaker, frame};
use crate::mcp::FrameSink;

/// The sessions a connection has named, the latest last.
pub(super) struct Watched {
    names: Mutex<VecDeque<String>>,
    most: usize,
}

impl Watched {
    pub(super) fn new(most: usize) -> Self {
        Self { names: Mutex::default(), most: most.max(1) }
    }

    fn names(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, session: &str) {
        let mut names = self.names();
        if names.iter().any(|name| name == session) {
            return;
        }
        if names.len() >= self.most {
            names.pop_front();
        }
        names.push_back(session.to_owned());
    }

    pub(super) fn remove(&self, session: &str) {
        self.names().retain(|name| name != session);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names().is_empty()
    }

    fn contains(&self, session: &str) -> bool {
        self.names().iter().any(|name| name == session)
    }
}

/// Something that changed in a session.
struct News {
    session: String,
    /// Where its knowledge base is read.
    uri: String,
    facts: Option<Vec<Value>>,
}

/// Tells the connection of changes until it ends.
pub(super) async fn follow<S: FrameSink>(speaker: Arc<Speaker<S>>) {
    let mut follower = speaker.core.feed.follow(speaker.core.metrics.head());
    loop {
        let next = tokio::select! {
            next = follower.next() => next,
            () = speaker.ended.cancelled() => return,
        };
        let mut news = match next {
            Ok(event) => match news(&speaker, &event) {
                Some(news) => news,
                None => continue,
            },
            Err(FeedError::Archived { sealed }) => {
                follower = speaker.core.feed.follow(sealed);
                continue;
            }
            Err(FeedError::Closed | FeedError::History(_)) => return,
        };
        // The answer to the call that made the change goes out first.
        let named = kernel::named_thing("sessionId", &Value::String(news.session.clone()));
        let turn = speaker.lines().join(speaker.service(), vec![named]);
        tokio::select! {
            () = turn.wait() => {}
            () = speaker.ended.cancelled() => return,
        }
        let mut others = Vec::new();
        while let Some(Ok(event)) = follower.next().now_or_never() {
            match self::news(&speaker, &event) {
                Some(more) if more.session == news.session => news.join(more),
                Some(other) => others.push(other),
                None => {}
            }
        }
        tell(&speaker, news).await;
        drop(turn);
        for other in others {
            tell(&speaker, other).await;
        }
    }
}

impl News {
    /// Changes that came faster than they were told are told together.
    fn join(&mut self, later: Self) {
        match (&mut self.facts, later.facts) {
            (Some(facts), Some(more)) => facts.extend(more),
            (facts, _) => *facts = None,
        }
    }
}

fn news<S>(speaker: &Speaker<S>, event: &Event) -> Option<News> {
    let ours = speaker.endpoint.services.iter().any(|it| it.info.name == &*event.service);
    if !ours || *event.kind != *"kb.updated" || event.principal != speaker.principal.id {
        return None;
    }
    let data: Value = serde_json::from_str(event.data.get()).ok()?;
    // Who made a copy has its facts in the answer, and nobody else can have named it yet.
    if data["action"] == *"fork" {
        return None;
    }
    let session = data["sessionId"].as_str()?.to_owned();
    let uri = event.touches.iter().find_map(|touch| match touch {
        Touch::Resource(uri) if uri.ends_with("/kb") => Some(uri.clone()),
        Touch::Resource(_) | Touch::ResourceList | Touch::ToolList | Touch::PromptList => None,
    })?;
    let facts = data["newFacts"].as_array().cloned();
    speaker.watched.contains(&session).then_some(News { session, uri, facts })
}

async fn tell<S: FrameSink>(speaker: &Speaker<S>, news: News) {
    let Some(service) = speaker.endpoint.owner_of(&news.uri) else { return };
    let call = Call::new(speaker.principal.clone());
    match service.resources.read(&news.uri, call).await {
        Some(Ok(Contents::Text { text, .. })) => {
            let facts = news.facts.as_deref();
            speaker.say(&frame::updated(&news.session, facts, &text, &speaker.correlation)).await;
        }
        // A session deleted since has nothing left to tell.
        Some(Ok(Contents::Blob { .. }) | Err(_)) | None => speaker.watched.remove(&news.session),
    }
}
