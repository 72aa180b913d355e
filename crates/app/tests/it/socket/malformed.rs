//! Frames no client should send, by chance that can be repeated.

use serde_json::{Value, json};

/// A small, fixed source of chance, so that a failing run can be repeated.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % below.max(1)
    }

    fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.next(items.len())]
    }
}

/// A frame that cannot be served as it is meant.
pub(crate) fn frame(chance: &mut Chance) -> String {
    match chance.next(8) {
        0 => noise(chance),
        1 => cut(chance),
        2 => json!({ "type": word(chance), "messageId": value(chance, 0) }).to_string(),
        3 => json!({ "action": word(chance), "messageId": "m", "payload": value(chance, 0) })
            .to_string(),
        4 => "[".repeat(chance.next(400) + 1),
        5 => json!({ "jsonrpc": word(chance), "id": 7, "method": value(chance, 3) }).to_string(),
        _ => invoke(chance),
    }
}

fn invoke(chance: &mut Chance) -> String {
    let tools = [
        "session.create",
        "session.get",
        "session.assert",
        "session.assert_rules",
        "session.set_kb",
        "session.query",
        "session.explainQuery",
        "session.retract",
        "ontology.update",
        "ontology.get",
        "translate.nlToRules",
        "translate.rulesToNl",
        "strategy.setActive",
        "utility.debugFormatPrompt",
        "no.such",
        "",
        ".",
        "session",
    ];
    let tool = chance.pick(&tools);
    let mut input = json!({ "sessionId": value(chance, 2) });
    for name in ["naturalLanguageText", "naturalLanguageQuestion", "rules", "kbContent", "name"] {
        if chance.next(3) == 0 {
            input[name] = value(chance, 2);
        }
    }
    let payload = match chance.next(6) {
        0 => value(chance, 0),
        1 => json!({ "tool_name": value(chance, 2), "input": input }),
        2 => json!({ "tool_name": tool, "input": value(chance, 2) }),
        _ => json!({ "tool_name": tool, "input": input }),
    };
    json!({ "type": "tool_invoke", "messageId": value(chance, 3), "payload": payload }).to_string()
}

fn word(chance: &mut Chance) -> String {
    let words =
        ["tool_invoke", "mcp.invoke_tool", "mcp.request_tool", "2.0", "", "kb_updated", "ping"];
    chance.pick(&words).to_owned()
}

/// Texts a parser may stumble over.
const TEXTS: [&str; 14] = [
    "",
    " ",
    "p(",
    "p(X) :- p(X), p(X).",
    ":- p.",
    "'",
    "\"",
    "Every",
    "\u{0}",
    "\u{202e}x",
    "a. b. c. d. e.",
    "If if if then then.",
    "0'",
    "p :- \\+ \\+ \\+ q.",
];

fn value(chance: &mut Chance, depth: usize) -> Value {
    match chance.next(if depth > 3 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(chance.next(2) == 0),
        2 => json!(chance.next(100_000)),
        3 => json!(-1.5e300),
        4 => json!(chance.pick(&TEXTS)),
        5 => json!(noise(chance)),
        6 => json!([value(chance, depth + 1), value(chance, depth + 1)]),
        _ => json!({ "x": value(chance, depth + 1), "": value(chance, depth + 1) }),
    }
}

fn noise(chance: &mut Chance) -> String {
    let length = chance.next(60);
    let letters = ['{', '}', '"', ':', ',', 'a', '\\', '0', '.', '\u{e9}', '\u{1f600}', ' ', '('];
    (0..length).map(|_| letters[chance.next(letters.len())]).collect()
}

/// A good frame that ends too early.
fn cut(chance: &mut Chance) -> String {
    let whole = r#"{"type":"tool_invoke","messageId":"1","payload":{"tool_name":"session.create","input":{}}}"#;
    whole[..chance.next(whole.len())].to_owned()
}
