//! The quick run: every server answers every call rightly on every wire; no figure is judged.

use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::json;

use crate::child::Server;
use crate::client::Client;
use crate::plan::{Kind, Wire};
use crate::table::{Table, print};

const SLICE: Duration = Duration::from_millis(100);

/// Calls on every wire and prints how many answers were right.
pub(crate) fn run(wires: &[Wire]) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for wire in wires {
        for kind in Kind::ALL {
            let what = || format!("the {} server on {}", kind.name(), wire.name());
            rows.push(check(kind, *wire).with_context(what)?);
        }
    }
    let head = ["wire", "server", "right answers"].map(str::to_owned).to_vec();
    print(&Table { title: "Every answer was right".to_owned(), head, rows })
}

fn check(kind: Kind, wire: Wire) -> anyhow::Result<Vec<String>> {
    let mut server = Server::start(kind, wire)?;
    let mut client = Client::connect(kind, &mut server)?;
    let sum = client.call("add", &json!({ "a": 2, "b": 3 }))?;
    ensure!(sum == json!({ "sum": 5 }), "2 + 3 was answered with {sum}");
    let mut made = 1;
    for load in wire.loads() {
        let (sample, events) = client.run(*load, SLICE)?;
        ensure!(sample.calls > 0, "no call was answered under {load}");
        made += sample.calls;
        if kind.journals() {
            ensure!(events == made, "{made} calls were made and {events} are in the journal");
        }
        made += 1;
    }
    Ok(vec![wire.name().to_owned(), kind.name().to_owned(), made.to_string()])
}
