//! Requests and answers of the web as guests have them.

use wasmtime::component::{ComponentType, Lift, Lower};

use crate::web::{Answered, Asked};

/// A request.
#[derive(ComponentType, Lift, Lower)]
#[component(record)]
pub(crate) struct HttpRequest {
    method: String,
    uri: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

/// An answer.
#[derive(ComponentType, Lift, Lower)]
#[component(record)]
pub(crate) struct HttpResponse {
    status: u16,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

/// Whether a request goes on, and how it then reads.
#[derive(ComponentType, Lift)]
#[component(record)]
pub(crate) struct MiddlewareResult {
    pub(crate) proceed: bool,
    pub(crate) request: HttpRequest,
}

impl From<HttpRequest> for Asked {
    fn from(request: HttpRequest) -> Self {
        let HttpRequest { method, uri, headers, body } = request;
        Self { method, uri, headers, body: body.unwrap_or_default() }
    }
}

impl From<&Asked> for HttpRequest {
    fn from(asked: &Asked) -> Self {
        let Asked { method, uri, headers, body } = asked.clone();
        Self { method, uri, headers, body: (!body.is_empty()).then_some(body) }
    }
}

impl From<HttpResponse> for Answered {
    fn from(response: HttpResponse) -> Self {
        let HttpResponse { status, headers, body } = response;
        Self { status, headers, body: body.unwrap_or_default() }
    }
}

impl From<Answered> for HttpResponse {
    fn from(answered: Answered) -> Self {
        let Answered { status, headers, body } = answered;
        Self { status, headers, body: Some(body) }
    }
}
