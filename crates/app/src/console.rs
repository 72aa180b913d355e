//! The web console: a few files built from `console/`, served as they are.
//!
//! The page itself tells nothing and needs no token; all it shows comes from the endpoints that
//! every client calls. It knows no service and no data.

use std::future::ready;

use axum::Router;
use axum::body::Bytes;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

/// Scripts, styles and calls of this server only; no frames, no forms sent anywhere, no markup
/// made from text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'; require-trusted-types-for 'script'; \
                      trusted-types 'none'";

struct Asset {
    path: &'static str,
    mime: &'static str,
    bytes: &'static [u8],
}

static ASSETS: [Asset; 5] = [
    Asset {
        path: "/",
        mime: "text/html; charset=utf-8",
        bytes: include_bytes!("../../../console/dist/index.html"),
    },
    Asset {
        path: "/console/app.js",
        mime: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../../../console/dist/app.js"),
    },
    Asset {
        path: "/console/app.css",
        mime: "text/css; charset=utf-8",
        bytes: include_bytes!("../../../console/dist/app.css"),
    },
    Asset {
        path: "/console/icon.svg",
        mime: "image/svg+xml",
        bytes: include_bytes!("../../../console/dist/icon.svg"),
    },
    Asset {
        path: "/console/licences.txt",
        mime: "text/plain; charset=utf-8",
        bytes: include_bytes!("../../../console/dist/licences.txt"),
    },
];

/// The routes of the console.
pub fn routes() -> Router {
    ASSETS.iter().fold(Router::new(), |router, asset| {
        // Two builds never share a tag, so a browser asks once and keeps what has not changed.
        let tag = format!("\"{}\"", &blake3::hash(asset.bytes).to_hex()[..16]);
        router.route(asset.path, get(move |asked: HeaderMap| ready(answer(asset, &tag, &asked))))
    })
}

/// The link that opens the console; the fragment stays in the browser.
pub fn link(address: std::net::SocketAddr, token: &str) -> String {
    format!("http://{address}/#token={token}")
}

fn answer(asset: &'static Asset, tag: &str, asked: &HeaderMap) -> Response {
    let mut headers = HeaderMap::new();
    let fixed: [(HeaderName, &'static str); 7] = [
        (CONTENT_TYPE, asset.mime),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    headers.extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    let known = asked.get(IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(ETAG, tag);
    }
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Bytes::from_static(asset.bytes)).into_response()
}
