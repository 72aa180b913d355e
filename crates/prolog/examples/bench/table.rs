//! The table: which items, what is expected of each, and how the engines compare.

use crate::{items, others};

/// A goal that all engines run; tau-prolog runs `tau` rounds of it.
struct Goal {
    title: &'static str,
    item: &'static str,
    goal: &'static str,
    files: &'static [&'static str],
    tau: Option<(&'static str, f64)>,
    /// SWI's time divided by ours must be at least this.
    wanted: f64,
}

const GOALS: &[Goal] = &[
    Goal {
        title: "naive reverse, 20,000 rounds",
        item: "bench(20000)@nrev",
        goal: "bench(20000)",
        files: &["nrev"],
        tau: Some(("bench(20)", 1000.0)),
        wanted: 0.8,
    },
    Goal {
        title: "8 queens, all, 50 rounds",
        item: "bench(8, 50)@queens",
        goal: "bench(8, 50)",
        files: &["queens"],
        tau: Some(("bench(8)", 50.0)),
        wanted: 1.0,
    },
    Goal {
        title: "10 queens, all, 5 rounds",
        item: "bench(10, 5)@queens",
        goal: "bench(10, 5)",
        files: &["queens"],
        tau: None,
        wanted: 1.0,
    },
    Goal {
        title: "zebra, 300 rounds",
        item: "bench(300)@zebra",
        goal: "bench(300)",
        files: &["zebra"],
        tau: Some(("bench(1)", 300.0)),
        wanted: 1.0,
    },
    Goal {
        title: "100,000 facts loaded",
        item: "load",
        goal: "load",
        files: &["@facts"],
        tau: None,
        wanted: 8.0,
    },
    Goal {
        title: "100,000 first-argument lookups",
        item: "lookup",
        goal: "bench(100000)",
        files: &["@facts", "lookup"],
        tau: None,
        wanted: 1.0,
    },
    Goal {
        title: "tabled closure, 2,000 nodes",
        item: "closure",
        goal: "bench(50)",
        files: &["@edges", "closure"],
        tau: None,
        wanted: 1.0,
    },
];

/// Measures everything and prints it.
#[expect(clippy::print_stdout, reason = "a command's report")]
pub(crate) fn print(folder: &str) {
    println!("swipl: {}", others::version("swipl"));
    println!("scryer-prolog: {}", others::version("scryer-prolog"));
    println!("(Scryer is measured by hand: it takes about half an hour to build)");
    println!("CPU ms; a ratio is the other engine's time divided by ours\n");
    println!("| what | ours | SWI -O | SWI/ours | wanted | tau | tau/ours |");
    println!("|---|---|---|---|---|---|---|");
    for goal in GOALS {
        println!("{}", row(folder, goal));
    }
    println!("\n| what | figure | wanted |");
    println!("|---|---|---|");
    for line in [
        single(folder, "new session, 21 clauses", "session", &|cpu, kb| {
            (format!("{:.1} µs, {kb:.1} KB", cpu * 1000.0), "50 µs, 10 KB")
        }),
        single(folder, "10,000 sessions over 50,000 shared clauses", "shared", &|cpu, kb| {
            (format!("{:.1} MB, {cpu:.0} ms", kb / 1024.0), "200 MB")
        }),
        single(folder, "1,000,000-step loop", "bench(loop, 1000000)@steps", &|cpu, kb| {
            (format!("{cpu:.0} ms, peak {:.1} MB", kb / 1024.0), "bounded")
        }),
        single(folder, "10,000,000-step loop", "bench(loop, 10000000)@steps", &|cpu, kb| {
            (format!("{cpu:.0} ms, peak {:.1} MB", kb / 1024.0), "the same peak")
        }),
        single(folder, "tabled closure after one new fact, computed anew", "anew", &|cpu, _| {
            (format!("{cpu:.2} ms"), "")
        }),
        single(folder, "the same, the kept table followed", "followed", &|cpu, _| {
            (format!("{cpu:.2} ms"), "less")
        }),
        single(folder, "1,000,000-deep recursion", "bench(deep, 1000000)@steps", &|cpu, kb| {
            (format!("{cpu:.0} ms, peak {:.1} MB", kb / 1024.0), "bounded")
        }),
    ] {
        println!("{line}");
    }
    println!();
}

fn row(folder: &str, goal: &Goal) -> String {
    let files = match goal.files.iter().map(|name| file(folder, name)).collect() {
        Ok(files) => files,
        Err(error) => return format!("| {} | {error} |", goal.title),
    };
    let files: Vec<String> = files;
    let ours = others::ours(folder, goal.item).map(|(cpu, _)| cpu);
    let swi = others::swi(folder, goal.goal, &files);
    let tau = match goal.tau {
        Some((text, factor)) => others::tau(folder, text, &files).map(|cpu| cpu * factor),
        None => Err("-".to_owned()),
    };
    format!(
        "| {} | {} | {} | {} | {} | {} | {} |",
        goal.title,
        shown(&ours),
        shown(&swi),
        ratio(&swi, &ours),
        goal.wanted,
        shown(&tau),
        ratio(&tau, &ours)
    )
}

/// The path of a program, or of a generated one.
fn file(folder: &str, name: &str) -> Result<String, String> {
    let Some(generated) = name.strip_prefix('@') else {
        return Ok(format!("{folder}/programs/{name}.pl"));
    };
    let text = if generated == "facts" { items::facts() } else { items::edges() };
    let path = std::env::temp_dir().join(format!("bench-prolog-{generated}.pl"));
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path.display().to_string())
}

fn single(
    folder: &str,
    title: &str,
    item: &str,
    show: &dyn Fn(f64, f64) -> (String, &'static str),
) -> String {
    match others::ours(folder, item) {
        Ok((cpu, memory)) => {
            let (figure, wanted) = show(cpu, memory);
            format!("| {title} | {figure} | {wanted} |")
        }
        Err(error) => format!("| {title} | {error} | |"),
    }
}

fn shown(time: &Result<f64, String>) -> String {
    match time {
        Ok(ms) => format!("{ms:.1}"),
        Err(error) => error.clone(),
    }
}

fn ratio(other: &Result<f64, String>, ours: &Result<f64, String>) -> String {
    match (other, ours) {
        (Ok(other), Ok(ours)) => format!("{:.2}", other / ours),
        _ => "-".to_owned(),
    }
}
