//! The support gate against claims that people judged: balanced accuracy, and its signals as CSV.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use avatar::answer::{Support, support};
use serde_json::Value;

use crate::Failed;

/// A claim with what the gate says of it and what people said.
struct Judged {
    measured: Support,
    supported: bool,
}

/// The table of balanced accuracy.
pub(crate) fn table(folder: &Path) -> Result<String, Failed> {
    let mut text = String::from("support gate, balanced accuracy\n");
    for (name, judged) in [("WiCE dev", wice(folder)?), ("BEGIN dev", begin(folder)?)] {
        let right = |supported: bool| {
            let of: Vec<_> = judged.iter().filter(|it| it.supported == supported).collect();
            let right = of.iter().filter(|it| it.measured.holds() == supported).count();
            share(right, of.len())
        };
        let (yes, no) = (right(true), right(false));
        writeln!(
            text,
            "  {name:<12}{:.3}   supported kept {yes:.3}, unsupported dropped {no:.3}, {} claims",
            f64::midpoint(yes, no),
            judged.len()
        )?;
    }
    Ok(text)
}

/// The signals of every claim, to fit the weights on.
pub(crate) fn signals(folder: &Path) -> Result<String, Failed> {
    let mut text = String::from("set,supported,coverage,weakest,numbers,names\n");
    for (name, judged) in [("wice", wice(folder)?), ("begin", begin(folder)?)] {
        for Judged { measured, supported } in judged {
            let values: Vec<_> = measured.values().iter().map(f32::to_string).collect();
            writeln!(text, "{name},{},{}", u8::from(supported), values.join(","))?;
        }
    }
    Ok(text)
}

/// WiCE: a claim against all sentences of the page it cites; only full support counts.
fn wice(folder: &Path) -> Result<Vec<Judged>, Failed> {
    let text = fs::read_to_string(folder.join("grounding/wice_claim_dev.jsonl"))?;
    let mut judged = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let evidence: Vec<&str> =
            row["evidence"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let claim = row["claim"].as_str().ok_or("a claim is missing")?;
        let supported = row["label"] == "supported";
        judged.push(Judged { measured: support(claim, &evidence), supported });
    }
    Ok(judged)
}

/// BEGIN: a reply against the knowledge it was given.
fn begin(folder: &Path) -> Result<Vec<Judged>, Failed> {
    let text = fs::read_to_string(folder.join("grounding/begin_dev_wow.tsv"))?;
    let mut judged = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        if let [_, _, knowledge, _, reply, label] = fields[..] {
            let supported = label.starts_with("Fully");
            judged.push(Judged { measured: support(reply, &[knowledge]), supported });
        }
    }
    Ok(judged)
}

#[expect(clippy::cast_precision_loss, reason = "counts of a benchmark are small")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
