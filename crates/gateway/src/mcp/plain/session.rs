//! A plain call of a tool that only reads, within a session of the older revisions.
//!
//! The protocol library keeps answers for clients that come back for them; what only reads can be
//! asked again, so it needs none of that. A session's calls can still be withdrawn by a notice.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::{HeaderMap, Method};
use kernel::Effect;
use rmcp::model::{JsonObject, RequestId};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use super::{CALL, METHOD, PlainCall, SESSION, VERSION, reads_both, single, spans_are_off};
use crate::registry::Endpoint;

const WITHDRAWN: &str = "notifications/cancelled";

/// The session that a request belongs to, if its head is one that a plain call may have.
pub(crate) fn session_of<'a>(method: &Method, headers: &'a HeaderMap) -> Option<&'a str> {
    let session = single(headers, &SESSION)?;
    let is_one = *method == Method::POST
        && revision(headers).is_some()
        && !headers.contains_key(&METHOD)
        && reads_both(headers)
        && spans_are_off();
    is_one.then_some(session)
}

/// The older revision the head names; the first ones named none.
fn revision(headers: &HeaderMap) -> Option<&'static str> {
    if !headers.contains_key(&VERSION) {
        return Some("");
    }
    match single(headers, &VERSION)? {
        "2025-03-26" => Some("2025-03-26"),
        "2025-06-18" => Some("2025-06-18"),
        "2025-11-25" => Some("2025-11-25"),
        _ => None,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    id: Option<RequestId>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    name: String,
    arguments: Option<JsonObject>,
    #[serde(rename = "_meta")]
    _meta: Option<Nothing>,
}

/// Clients that have nothing to say beside the call may send an empty object all the same.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
struct Withdrawn {
    #[serde(rename = "requestId")]
    id: RequestId,
}

type UnderWay = HashMap<(Box<str>, RequestId), CancellationToken>;

/// The calls under way in any session, so that they can be withdrawn.
#[derive(Default)]
pub(crate) struct SessionCalls(Mutex<UnderWay>);

impl SessionCalls {
    fn map(&self) -> MutexGuard<'_, UnderWay> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The call that `body` makes, if it is no more than a plain one. A notice that withdraws a call
    /// made here takes effect, and is left to the protocol library as everything else is.
    pub(crate) fn read(
        self: &Arc<Self>,
        session: &str,
        headers: &HeaderMap,
        endpoint: &Endpoint,
        body: &[u8],
    ) -> Option<(PlainCall, Noted)> {
        let body: Body<'_> = serde_json::from_slice(body).ok()?;
        if body.jsonrpc != "2.0" {
            return None;
        }
        let Some(id) = body.id else {
            if body.method == WITHDRAWN {
                self.withdraw(session, body.params);
            }
            return None;
        };
        if body.method != CALL {
            return None;
        }
        let Params { name, arguments, .. } = serde_json::from_str(body.params.get()).ok()?;
        let only_reads = endpoint.tool(&name)?.item.spec.effect == Effect::ReadOnly;
        let version = revision(headers)?;
        let cancel = CancellationToken::new();
        let arguments = arguments.unwrap_or_default();
        only_reads.then(|| {
            let noted = self.note(session, &id, &cancel);
            (PlainCall { id, name, arguments, about: None, version, cancel }, noted)
        })
    }

    fn withdraw(&self, session: &str, params: &RawValue) {
        let Ok(Withdrawn { id }) = serde_json::from_str(params.get()) else { return };
        if let Some(cancel) = self.map().remove(&(Box::from(session), id)) {
            cancel.cancel();
        }
    }

    fn note(self: &Arc<Self>, session: &str, id: &RequestId, cancel: &CancellationToken) -> Noted {
        let key = (Box::from(session), id.clone());
        self.map().insert(key.clone(), cancel.clone());
        Noted { calls: self.clone(), key }
    }
}

/// Keeps a call withdrawable until it is answered.
pub(crate) struct Noted {
    calls: Arc<SessionCalls>,
    key: (Box<str>, RequestId),
}

impl Drop for Noted {
    fn drop(&mut self) {
        self.calls.map().remove(&self.key);
    }
}
