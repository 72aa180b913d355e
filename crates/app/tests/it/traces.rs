//! What is told of a tool call outside its answer: a line in the log, a span at a collector.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::Home;

const TRACE: [u8; 16] = [
    0x4b, 0xf9, 0x2f, 0x35, 0x77, 0xb3, 0x4d, 0xa6, 0xa3, 0xce, 0x92, 0x9d, 0x0e, 0x0e, 0x47, 0x36,
];
const PARENT: [u8; 8] = [0x00, 0xf0, 0x67, 0xaa, 0x0b, 0xa9, 0x02, 0xb7];

fn traceparent() -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("00-{}-{}-01", hex(&TRACE), hex(&PARENT))
}

/// Opens a conversation on standard input, calls a tool well and badly, and ends the input.
fn call_twice(home: &Home, more: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
    let line = [&["serve", "--stdio"], more].concat();
    let mut command = home.command(&line);
    command.envs(variables.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let meta = json!({ "traceparent": traceparent() });
    let client = json!({ "name": "test", "version": "1" });
    let opening =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let good = json!({ "name": "list_events", "arguments": {}, "_meta": meta });
    let bad = json!({ "name": "list_events", "arguments": { "limit": "x" }, "_meta": meta });
    let mut text = String::new();
    for (id, method, params) in
        [(1, "initialize", opening), (2, "tools/call", good), (3, "tools/call", bad)]
    {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        text.push_str(&format!("{request}\n"));
        if id == 1 {
            text.push_str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        }
    }
    let mut input = child.stdin.take().unwrap();
    // A program that refused to start has closed its end already.
    drop(input.write_all(text.as_bytes()));
    drop(input);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let code = output.status.code().unwrap();
    assert!(code != 0 || answers.lines().count() >= 3, "{answers}{said}");
    (code, said)
}

#[test]
fn the_filter_can_ask_for_a_line_for_every_call() {
    let home = Home::new();
    let line = ["--log-format", "json", "--log-filter", "warn,gateway::call=debug"];
    let (code, said) = call_twice(&home, &line, &[]);
    assert_eq!(code, 0, "{said}");
    // The calls run side by side and may end in any order.
    let mut lines: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.sort_by_key(|line| line["span"]["jsonrpc.request.id"].to_string());
    let [good, bad] = &lines[..] else { panic!("{said}") };
    assert_eq!(good["target"], "gateway::call");
    assert_eq!(good["span"]["otel.name"], "tools/call list_events");
    assert_eq!(good["span"]["network.transport"], "pipe");
    assert_eq!(good["span"]["mcp.protocol.version"], "2025-11-25");
    assert!(good["fields"]["time.busy"].is_string(), "{good}");
    assert_eq!(bad["span"]["error.type"], "INVALID_INPUT");
    let (code, said) = call_twice(&home, &[], &[]);
    assert_eq!((code, said.as_str()), (0, ""));
}

#[cfg(not(feature = "otel"))]
#[test]
fn a_build_without_the_feature_says_so() {
    let home = Home::new();
    let asked = [("ENSEMBLE__LOG__TRACES", "otlp")];
    let (code, said) = call_twice(&home, &[], &asked);
    assert_eq!(code, 6, "{said}");
    assert!(said.contains("`log.traces` in ENSEMBLE__LOG__TRACES: this build lacks"), "{said}");
    let other = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")];
    assert_eq!(call_twice(&home, &[], &other), (0, String::new()));
}

#[cfg(feature = "otel")]
mod with_the_feature {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::time::Duration;

    use super::{PARENT, TRACE, call_twice};
    use crate::program::Home;

    /// A collector that takes one request.
    struct Collector(TcpListener);

    impl Collector {
        fn new() -> Self {
            Self(TcpListener::bind("127.0.0.1:0").unwrap())
        }

        fn url(&self) -> String {
            format!("http://{}", self.0.local_addr().unwrap())
        }

        fn receive(self) -> std::thread::JoinHandle<(String, Vec<u8>)> {
            std::thread::spawn(move || {
                let (mut stream, _) = self.0.accept().unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
                let (head, body) = read_request(&mut stream);
                let answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
                stream.write_all(answer.as_bytes()).unwrap();
                (head, body)
            })
        }
    }

    fn read_request(stream: &mut TcpStream) -> (String, Vec<u8>) {
        let mut bytes = Vec::new();
        let end = loop {
            let mut more = [0; 4096];
            let count = stream.read(&mut more).unwrap();
            assert!(count > 0, "the request broke off");
            bytes.extend_from_slice(&more[..count]);
            if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = bytes[end..].to_vec();
        let read = body.len();
        body.resize(length.parse().unwrap(), 0);
        stream.read_exact(&mut body[read..]).unwrap();
        (head, body)
    }

    fn has(body: &[u8], part: &[u8]) -> bool {
        body.windows(part.len()).any(|window| window == part)
    }

    /// A field of protobuf: its number, wire type 2, its length and its bytes.
    fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
        let mut field = vec![number << 3 | 2, u8::try_from(bytes.len()).unwrap()];
        field.extend_from_slice(bytes);
        field
    }

    /// A key and a text as an attribute has them.
    fn attribute(key: &str, value: &str) -> Vec<u8> {
        let value = field(1, value.as_bytes());
        [field(1, key.as_bytes()), field(2, &value)].concat()
    }

    #[test]
    fn spans_reach_the_collector_under_the_trace_of_the_caller() {
        let home = Home::new();
        let collector = Collector::new();
        let url = collector.url();
        let received = collector.receive();
        let variables = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-team=blue"),
            ("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test"),
        ];
        let (code, said) = call_twice(&home, &[], &variables);
        assert_eq!((code, said.as_str()), (0, ""));
        let (head, body) = received.join().unwrap();
        assert!(head.starts_with("post /v1/traces http/1.1\r\n"), "{head}");
        assert!(head.contains("content-type: application/x-protobuf"), "{head}");
        assert!(head.contains("x-team: blue"), "{head}");
        // The fields of a span: trace_id 1, parent_span_id 4, name 5, kind 6, status 15.
        for part in [field(1, &TRACE), field(4, &PARENT), field(5, b"tools/call list_events")] {
            assert!(has(&body, &part), "{part:x?} is not in {}", String::from_utf8_lossy(&body));
        }
        assert!(has(&body, &[6 << 3, 2]), "the kind is not server");
        assert!(has(&body, &[15 << 3 | 2, 2, 3 << 3, 2]), "no status is an error");
        for (key, value) in [
            ("service.name", "ensemble"),
            ("deployment.environment.name", "test"),
            ("mcp.method.name", "tools/call"),
            ("mcp.protocol.version", "2025-11-25"),
            ("gen_ai.operation.name", "execute_tool"),
            ("gen_ai.tool.name", "list_events"),
            ("jsonrpc.request.id", "2"),
            ("jsonrpc.request.id", "3"),
            ("network.transport", "pipe"),
            ("error.type", "INVALID_INPUT"),
        ] {
            let part = attribute(key, value);
            assert!(has(&body, &part), "{key}={value}: {}", String::from_utf8_lossy(&body));
        }
        assert!(!has(&body, b"otel.name"), "{}", String::from_utf8_lossy(&body));
    }

    #[test]
    fn nothing_is_sent_unless_asked_and_nothing_waits_for_a_collector_that_is_not_there() {
        let home = Home::new();
        let collector = Collector::new();
        let url = collector.url();
        collector.0.set_nonblocking(true).unwrap();
        for (name, value) in [
            ("ENSEMBLE__LOG__TRACES", "off"),
            ("OTEL_SDK_DISABLED", "true"),
            ("OTEL_TRACES_EXPORTER", "none"),
        ] {
            let variables = [("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()), (name, value)];
            assert_eq!(call_twice(&home, &[], &variables), (0, String::new()), "{name}");
            assert!(collector.0.accept().is_err(), "{name}");
        }
        drop(collector);
        let (code, said) = call_twice(&home, &[], &[("OTEL_EXPORTER_OTLP_ENDPOINT", &url)]);
        assert_eq!(code, 0, "{said}");
    }

    #[test]
    fn a_collector_that_cannot_be_spoken_to_is_refused() {
        let home = Home::new();
        for (name, value, words) in [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector.example", "not a URL such as"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "`grpc` is not `http/protobuf`"),
        ] {
            let variables = [("ENSEMBLE__LOG__TRACES", "otlp"), (name, value)];
            let (code, said) = call_twice(&home, &[], &variables);
            assert_eq!(code, 6, "{said}");
            assert!(said.contains(words) && said.contains(name), "{said}");
        }
    }
}
