//! JSON-RPC as the client writes and checks it.

use std::io::Write;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::plan::SUM;

/// The handshake of the newest revision that has one.
pub(crate) const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
pub(super) const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

const META: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}"#;

/// Whether a request says by itself which revision it speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    Legacy,
    Modern,
}

/// Writes the call of `add` with number `id`.
pub(super) fn write_add(into: &mut Vec<u8>, id: u64, era: Era) {
    let meta = if era == Era::Modern { META } else { "" };
    let rest = SUM - id % SUM;
    // Writing to memory cannot fail.
    drop(write!(
        into,
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"add","arguments":{{"a":{},"b":{rest}}}{meta}}}}}"#,
        id % SUM,
    ));
}

/// Any request, as text.
pub(crate) fn request(id: u64, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// The call of `tool` with the params of its era.
pub(super) fn tool_call(id: u64, tool: &str, arguments: &Value, era: Era) -> String {
    let meta = if era == Era::Modern { META } else { "" };
    let name = json!(tool);
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":{name},"arguments":{arguments}{meta}}}}}"#
    )
}

/// The number of the call of `add` that `frame` answers; an error if the answer is wrong.
pub(super) fn added(frame: &[u8]) -> anyhow::Result<u64> {
    const PREFIX: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":";
    const SUFFIX: &[u8] = b"\"structuredContent\":{\"sum\":1000000007}";
    let wrong = || format!("a wrong answer: {}", String::from_utf8_lossy(frame));
    let rest = frame.strip_prefix(PREFIX).with_context(wrong)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !rest.windows(SUFFIX.len()).any(|window| window == SUFFIX) {
        bail!(wrong());
    }
    Ok(std::str::from_utf8(&rest[..digits])?.parse()?)
}

/// An answer, read whole.
pub(crate) struct Reply {
    pub(crate) id: Option<u64>,
    pub(crate) result: Result<Value, Value>,
}

impl Reply {
    pub(crate) fn read(frame: &[u8]) -> anyhow::Result<Self> {
        let mut value: Value = serde_json::from_slice(frame)
            .with_context(|| format!("not JSON: {}", String::from_utf8_lossy(frame)))?;
        let id = value["id"].as_u64();
        let result = match value.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(value),
        };
        Ok(Self { id, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_sum_is_an_answer() {
        let answer = |sum: u64| {
            format!(
                r#"{{"jsonrpc":"2.0","id":17,"result":{{"content":[],"structuredContent":{{"sum":{sum}}},"isError":false}}}}"#
            )
        };
        assert_eq!(added(answer(SUM).as_bytes()).unwrap(), 17);
        assert!(added(answer(SUM + 1).as_bytes()).is_err());
        assert!(added(br#"{"jsonrpc":"2.0","id":17,"error":{}}"#).is_err());
    }

    #[test]
    fn a_call_is_valid_json_in_both_eras() {
        for era in [Era::Legacy, Era::Modern] {
            let mut text = Vec::new();
            write_add(&mut text, 3, era);
            let call: Value = serde_json::from_slice(&text).unwrap();
            let arguments = &call["params"]["arguments"];
            assert_eq!(arguments["a"].as_u64().zip(arguments["b"].as_u64()), Some((3, SUM - 3)));
            assert_eq!(call["params"].get("_meta").is_some(), era == Era::Modern);
        }
    }
}
