//! Servers measured in turns: noise of the machine falls on all of them alike, and the figure that
//! counts is the median of each round's ratio.

use std::time::Duration;

use anyhow::bail;

use crate::child::{Memory, Server};
use crate::client::Client;
use crate::plan::{Kind, Load, Wire};
use crate::table::{Table, at_share, progress, quartiles};

/// How long is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rounds {
    pub(crate) count: usize,
    pub(crate) slice: Duration,
}

/// One server, its client, and what was seen of them under one load.
struct Contender {
    kind: Kind,
    server: Server,
    client: Client,
    /// Calls of tools so far, which a journal of calls must hold.
    made: u64,
    /// Where the measurement began: calls made and processor time used.
    begin: (u64, Duration),
    rates: Vec<f64>,
    latencies: Vec<u32>,
}

/// Measures every load of `wires`.
pub(crate) fn wires(wires: &[Wire], rounds: Rounds) -> anyhow::Result<Table> {
    let mut rows = Vec::new();
    for wire in wires {
        for load in wire.loads() {
            progress(&format!("{}, {load}", wire.name()));
            rows.push(row(*wire, *load, rounds)?);
        }
    }
    let mut head = vec!["wire".to_owned(), "load".to_owned()];
    let others = || Kind::ALL.into_iter().skip(1);
    head.extend(Kind::ALL.map(|kind| format!("{} calls/s", kind.name())));
    head.extend(others().map(|kind| format!("{} / bare (quartiles)", kind.name())));
    head.extend(Kind::ALL.map(|kind| format!("{} p50/p99 µs", kind.name())));
    head.extend(Kind::ALL.map(|kind| format!("{} cpu µs/call", kind.name())));
    head.extend(Kind::ALL.map(|kind| format!("{} MiB", kind.name())));
    let title = format!(
        "The same tool on every wire: medians of {} rounds of {} ms, servers in turns",
        rounds.count,
        rounds.slice.as_millis()
    );
    Ok(Table { title, head, rows })
}

fn row(wire: Wire, load: Load, rounds: Rounds) -> anyhow::Result<Vec<String>> {
    let mut contenders = Vec::new();
    for kind in Kind::ALL {
        contenders.push(Contender::start(kind, wire)?);
    }
    for contender in &mut contenders {
        contender.run(load, rounds.slice)?;
        contender.begin()?;
    }
    for round in 0..rounds.count {
        let count = contenders.len();
        for turn in 0..count {
            // Each server comes first, second and last equally often.
            contenders[(turn + round) % count].run(load, rounds.slice)?;
        }
    }
    let mut cells = vec![wire.name().to_owned(), load.to_string()];
    cells.extend(contenders.iter().map(Contender::rate));
    if let Some((bare, others)) = contenders.split_first() {
        cells.extend(others.iter().map(|other| other.ratio_to(bare)));
    }
    for contender in &mut contenders {
        cells.push(contender.latency());
    }
    for contender in &contenders {
        cells.push(contender.processor()?);
    }
    for contender in &contenders {
        let Memory { resident, .. } = contender.server.process.memory()?;
        cells.push(format!("{resident:.1}"));
    }
    Ok(cells)
}

impl Contender {
    fn start(kind: Kind, wire: Wire) -> anyhow::Result<Self> {
        let mut server = Server::start(kind, wire)?;
        let client = Client::connect(kind, &mut server)?;
        let (rates, latencies) = (Vec::new(), Vec::new());
        let begin = (0, Duration::ZERO);
        Ok(Self { kind, server, client, made: 0, begin, rates, latencies })
    }

    /// Forgets what came before, such as the warming up.
    fn begin(&mut self) -> anyhow::Result<()> {
        self.begin = (self.made, self.server.process.processor_time()?);
        self.rates.clear();
        self.latencies.clear();
        Ok(())
    }

    fn run(&mut self, load: Load, slice: Duration) -> anyhow::Result<()> {
        let (sample, events) = self.client.run(load, slice)?;
        self.made += sample.calls;
        if self.kind.journals() && events != self.made {
            bail!("{} calls were made and {events} are in the journal", self.made);
        }
        // The call of `settle` is written down as well, after it counted.
        self.made += 1;
        self.rates.push(sample.rate());
        self.latencies.extend(sample.latencies);
        Ok(())
    }

    fn rate(&self) -> String {
        let [_, median, _] = quartiles(&self.rates);
        format!("{median:.0}")
    }

    fn ratio_to(&self, bare: &Self) -> String {
        let ratios: Vec<_> = self.rates.iter().zip(&bare.rates).map(|(a, b)| a / b).collect();
        let [low, median, high] = quartiles(&ratios);
        format!("{median:.2} ({low:.2}-{high:.2})")
    }

    fn processor(&self) -> anyhow::Result<String> {
        let (calls, time) = self.begin;
        let used = self.server.process.processor_time()?.saturating_sub(time);
        Ok(format!("{:.1}", used.as_secs_f64() * 1e6 / (self.made - calls).max(1) as f64))
    }

    fn latency(&mut self) -> String {
        self.latencies.sort_unstable();
        let [p50, p99] =
            [0.5, 0.99].map(|share| f64::from(at_share(&self.latencies, share)) / 1000.0);
        format!("{p50:.0}/{p99:.0}")
    }
}
