//! `/events`: what the services announce, as a stream that can be taken up again at any number.
//!
//! `?after=N`, or the `Last-Event-ID` a browser sends by itself, says where to go on; without either
//! the stream begins now. `?service=NAME` leaves the others out.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::sse::{Event as Frame, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use http::StatusCode;
use kernel::{Event, FeedError, Follower, Principal, Scope};
use serde_json::json;

use super::gate::{refuse, until_ended};
use super::{Http, accept};
use crate::auth::Admitted;
use crate::core::Core;

const PATH: &str = "events";

/// Where to begin and what to leave out.
#[derive(Debug, Default, PartialEq, Eq)]
struct Wanted {
    after: Option<u64>,
    service: Option<String>,
}

impl Wanted {
    fn parse(query: &str) -> Result<Self, String> {
        let mut wanted = Self::default();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("after", number)) => match number.parse() {
                    Ok(number) => wanted.after = Some(number),
                    Err(_) => return Err(format!("`after` is `{number}`, expected a number")),
                },
                Some(("service", name)) => wanted.service = Some(name.to_owned()),
                _ => return Err(format!("`{pair}` is not known, expected `after` or `service`")),
            }
        }
        Ok(wanted)
    }
}

pub(super) async fn serve(State(http): State<Arc<Http>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let Admitted { principal, lease } = match http.admit(PATH, &parts).await {
        Ok(admitted) => admitted,
        Err(response) => return *response,
    };
    if !principal.scopes.allows(Scope::Read) {
        return refuse(StatusCode::FORBIDDEN, "the stream needs the scope `read`");
    }
    let wanted = match Wanted::parse(parts.uri.query().unwrap_or_default()) {
        Ok(wanted) => wanted,
        Err(message) => return refuse(StatusCode::BAD_REQUEST, &message),
    };
    let last = parts.headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let after = last.and_then(|text| text.parse().ok()).or(wanted.after);
    let core = http.core.clone();
    let follower = core.feed.follow(after.unwrap_or_else(|| core.head()));
    let reading = Reading { core, principal, follower, service: wanted.service };
    let response = Sse::new(frames(reading)).keep_alive(KeepAlive::default()).into_response();
    accept::until_sent(until_ended(response, lease), accept::served(&parts))
}

struct Reading {
    core: Arc<Core>,
    principal: Principal,
    follower: Follower,
    service: Option<String>,
}

fn frames(reading: Reading) -> impl Stream<Item = Result<Frame, Infallible>> {
    stream::unfold(reading, |mut reading| async move {
        let frame = reading.next().await?;
        Some((Ok(frame), reading))
    })
}

impl Reading {
    async fn next(&mut self) -> Option<Frame> {
        loop {
            let event = tokio::select! {
                event = self.follower.next() => event,
                () = self.core.stop.cancelled() => return None,
            };
            match event {
                Ok(event) if self.wants(&event) => return Some(frame(&event)),
                Ok(_) => {}
                Err(FeedError::Archived { sealed }) => {
                    self.follower = self.core.feed.follow(sealed);
                }
                Err(FeedError::Closed | FeedError::History(_)) => return None,
            }
        }
    }

    fn wants(&self, event: &Event) -> bool {
        self.service.as_deref().is_none_or(|service| service == &*event.service)
            && self.core.is_announced(event)
            && self.core.tells(&self.principal, event)
    }
}

fn frame(event: &Event) -> Frame {
    let said = json!({
        "event": &*event.kind, "timestamp": event.at, "data": event.data, "seq": event.seq,
    });
    Frame::default().id(event.seq.to_string()).event(&*event.kind).data(said.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_says_where_to_begin_and_what_is_wrong_with_it() {
        let wanted = Wanted { after: Some(7), service: Some("theater".to_owned()) };
        assert_eq!(Wanted::parse("after=7&service=theater"), Ok(wanted));
        assert_eq!(Wanted::parse(""), Ok(Wanted::default()));
        assert!(Wanted::parse("after=x").unwrap_err().contains("a number"));
        assert!(Wanted::parse("from=7").unwrap_err().contains("`after`"));
    }
}
