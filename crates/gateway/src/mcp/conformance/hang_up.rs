//! A way for a fixture to end the response it is being answered on, as a server does that makes its
//! clients come back for the rest.

use axum::body::Body;
use futures_util::StreamExt;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use tokio_util::sync::CancellationToken;

/// Ends one HTTP response before its time.
#[derive(Clone, Default)]
pub(crate) struct HangUp(CancellationToken);

impl HangUp {
    /// The one that came with a request, if that came by HTTP.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        context.extensions.get::<http::request::Parts>()?.extensions.get::<Self>().cloned()
    }

    pub(super) fn now(&self) {
        self.0.cancel();
    }

    /// Lets an event stream end when this is asked for; other responses stay as they are.
    pub(crate) fn ends(self, response: Response<Body>) -> Response<Body> {
        let events = HeaderValue::from_static("text/event-stream");
        if response.headers().get(CONTENT_TYPE) != Some(&events) {
            return response;
        }
        response.map(|body| {
            let until = self.0.cancelled_owned();
            Body::from_stream(body.into_data_stream().take_until(Box::pin(until)))
        })
    }
}
