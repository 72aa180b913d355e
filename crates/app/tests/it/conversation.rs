//! A conversation with the real program over its standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::program::Home;

/// A program that is spoken to; it ends when its input does.
pub(crate) struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
    meta: Option<Value>,
    pub(crate) heard: Vec<Value>,
}

impl Conversation {
    pub(crate) fn start(home: &Home, arguments: &[&str]) -> Self {
        Self::with(home.command(arguments))
    }

    pub(crate) fn with(mut command: std::process::Command) -> Self {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let input = child.stdin.take();
        Self { child, input, output, next: 0, meta: None, heard: Vec::new() }
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{message}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the program hung up");
        serde_json::from_str(&line).unwrap()
    }

    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        let mut params = params.clone();
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let id = self.next;
        self.send(&json!({"jsonrpc":"2.0","id":id,"method":method,"params":params}));
        id
    }

    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.heard.push(message);
        }
    }

    pub(crate) fn notification(&mut self, method: &str) -> Value {
        if let Some(at) = self.heard.iter().position(|message| message["method"] == method) {
            return self.heard.remove(at);
        }
        loop {
            let message = self.receive();
            if message["method"] == method {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Opens the conversation in the way `version` asks for.
    pub(crate) fn open(&mut self, version: &str) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        if version == "2026-07-28" {
            self.meta = Some(json!({
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": client,
            }));
            return self.request("server/discover", &json!({}));
        }
        let params =
            json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
        let opened = self.request("initialize", &params);
        self.send(&json!({"jsonrpc":"2.0","method":"notifications/initialized"}));
        opened
    }

    /// Ends the program as a crash would, without a word.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends the input and waits for the program to end by itself.
    pub(crate) fn end(mut self) -> i32 {
        drop(self.input.take());
        self.child.wait().unwrap().code().unwrap()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        drop(self.input.take());
        if self.child.try_wait().unwrap().is_none() {
            self.child.kill().unwrap();
            self.child.wait().unwrap();
        }
    }
}
