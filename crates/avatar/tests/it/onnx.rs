//! A small network for pairs of texts, written byte by byte: it counts one word in the second text.

/// The number of `midnight` in BERT's uncased vocabulary.
pub(crate) const MIDNIGHT: u64 = 7090;

/// A network whose numbers are `steps` times how often the second text has a word, plus `starts`.
pub(crate) fn counting(word: u64, steps: &[f32], starts: &[f32]) -> Vec<u8> {
    let to_float = [text(1, "to"), count(3, 1), count(20, 2)].concat();
    let cast = |from: &str, to: &str| node("Cast", &[from], to, &bytes(5, &to_float));
    let graph = [
        node("Equal", &["input_ids", "word"], "same", &[]),
        cast("same", "sames"),
        cast("token_type_ids", "seconds"),
        node("Mul", &["sames", "seconds"], "hits", &[]),
        node("ReduceSum", &["hits", "axis"], "count", &[]),
        node("Mul", &["count", "steps"], "scaled", &[]),
        node("Add", &["scaled", "starts"], "logits", &[]),
        text(2, "counting"),
        integers("word", word),
        integers("axis", 1),
        floats("steps", steps),
        floats("starts", starts),
        bytes(11, &value("input_ids", 7)),
        bytes(11, &value("token_type_ids", 7)),
        bytes(12, &value("logits", 1)),
    ];
    [count(1, 8), bytes(8, &count(2, 17)), bytes(7, &graph.concat())].concat()
}

fn node(kind: &str, inputs: &[&str], output: &str, more: &[u8]) -> Vec<u8> {
    let inputs: Vec<u8> = inputs.iter().flat_map(|input| text(1, input)).collect();
    bytes(1, &[inputs, text(2, output), text(4, kind), more.to_vec()].concat())
}

fn integers(name: &str, value: u64) -> Vec<u8> {
    let tensor = [count(1, 1), count(2, 7), text(8, name), bytes(9, &value.to_le_bytes())];
    bytes(5, &tensor.concat())
}

fn floats(name: &str, row: &[f32]) -> Vec<u8> {
    let raw: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes()).collect();
    let shape = [count(1, 1), count(1, row.len() as u64)].concat();
    bytes(5, &[shape, count(2, 1), text(8, name), bytes(9, &raw)].concat())
}

fn value(name: &str, kind: u64) -> Vec<u8> {
    [text(1, name), bytes(2, &bytes(1, &count(1, kind)))].concat()
}

/// A field of a protocol buffer that holds bytes.
fn bytes(number: u64, inner: &[u8]) -> Vec<u8> {
    [varint(number << 3 | 2), varint(inner.len() as u64), inner.to_vec()].concat()
}

fn text(number: u64, inner: &str) -> Vec<u8> {
    bytes(number, inner.as_bytes())
}

fn count(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut found = Vec::new();
    while value >= 0x80 {
        found.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    found.push(value as u8);
    found
}
