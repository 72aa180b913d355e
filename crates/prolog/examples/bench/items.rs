//! One measurement of our engine in this process: CPU milliseconds and kilobytes of memory.

use prolog::{Budget, Error, Program, Session};
use std::fmt::Write;

/// What one item took.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Figures {
    pub(crate) cpu_ms: f64,
    /// Memory the item added, or its peak where that is the question.
    pub(crate) kilobytes: f64,
}

/// Runs an item by name; `goal@program` runs a goal of a program in the folder.
pub(crate) fn measure(folder: &str, name: &str) -> Result<Figures, String> {
    match name {
        "session" => sessions_of_21_clauses(),
        "load" => load_facts(),
        "lookup" => with_text(folder, "lookup", &facts(), "bench(100000)"),
        "closure" => with_text(folder, "closure", &edges(), "bench(50)"),
        "shared" => ten_thousand_sessions(),
        "anew" => after_one_fact(folder, Kept::Nothing),
        "followed" => after_one_fact(folder, Kept::Tables),
        _ => {
            let (goal, program) = name.split_once('@').ok_or("no such item")?;
            with_text(folder, program, "", goal)
        }
    }
}

/// `fact(Key, Value)` for 100,000 keys.
pub(crate) fn facts() -> String {
    (0..100_000).fold(String::new(), |mut text, key| {
        let _ = writeln!(text, "fact({key}, {}).", key * 7 % 1000);
        text
    })
}

/// A strongly connected graph of 2,000 nodes: a ring and one chord a node.
pub(crate) fn edges() -> String {
    (0..2_000).fold(String::new(), |mut text, node| {
        let _ = writeln!(text, "edge({node}, {}).", (node + 1) % 2_000);
        let _ = writeln!(text, "edge({node}, {}).", (node * 7 + 3) % 2_000);
        text
    })
}

fn with_text(folder: &str, program: &str, extra: &str, goal: &str) -> Result<Figures, String> {
    let path = format!("{folder}/programs/{program}.pl");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
    let mut session = Session::new(&Program::empty());
    session.consult(extra).map_err(told)?;
    session.consult(&text).map_err(told)?;
    let start = cpu_ms();
    let mut query = session.query(goal, Budget::unlimited()).map_err(told)?;
    let answer = query.next();
    let cpu_ms = cpu_ms() - start;
    match answer {
        Some(Ok(_)) => Ok(Figures { cpu_ms, kilobytes: memory("VmHWM:") }),
        Some(Err(error)) => Err(told(error)),
        None => Err("no answer".to_owned()),
    }
}

/// What a session has when a fact is added.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Nothing,
    Tables,
}

/// One fact more, then the reachable nodes again: CPU time of one such round, over 100.
fn after_one_fact(folder: &str, kept: Kept) -> Result<Figures, String> {
    const ROUNDS: u32 = 100;
    let path = format!("{folder}/programs/closure.pl");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
    let mut session = Session::new(&Program::empty());
    session.consult(":- dynamic(edge/2).").map_err(told)?;
    session.consult(&edges()).map_err(told)?;
    session.consult(&text).map_err(told)?;
    answers(&mut session, "path(0, Y)", 2_000)?;
    let mut spent = 0.0;
    for round in 0..ROUNDS {
        let fact = format!("edge({}, new{round})", round * 17);
        session.add(&fact, prolog::Origin::default()).map_err(told)?;
        if kept == Kept::Nothing {
            answers(&mut session, "abolish_all_tables", 1)?;
        }
        let start = cpu_ms();
        answers(&mut session, "path(0, Y)", 2_001 + round as usize)?;
        spent += cpu_ms() - start;
    }
    Ok(Figures { cpu_ms: spent / f64::from(ROUNDS), kilobytes: memory("VmHWM:") })
}

fn load_facts() -> Result<Figures, String> {
    let text = facts();
    let mut session = Session::new(&Program::empty());
    let (before, start) = (memory("VmRSS:"), cpu_ms());
    session.consult(&text).map_err(told)?;
    Ok(Figures { cpu_ms: cpu_ms() - start, kilobytes: memory("VmRSS:") - before })
}

/// A family tree of 21 clauses, as a small knowledge base would hold.
fn family() -> String {
    let mut text = String::new();
    for i in 0..9 {
        let _ = writeln!(text, "parent(person{i}, person{}).", i + 1);
        let _ = writeln!(text, "age(person{i}, {}).", 90 - 9 * i);
    }
    text.push_str(
        "ancestor(X, Y) :- parent(X, Y).\nancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).\n\
         older(X, Y) :- age(X, A), age(Y, B), A > B.\n",
    );
    text
}

/// Figures per session, over 5,000 sessions kept alive.
fn sessions_of_21_clauses() -> Result<Figures, String> {
    const COUNT: u32 = 5_000;
    let text = family();
    let library = Program::empty();
    let mut sessions = Vec::with_capacity(COUNT as usize);
    let mut warm = Session::new(&library);
    warm.consult(&text).map_err(told)?;
    let (before, start) = (memory("VmRSS:"), cpu_ms());
    for _ in 0..COUNT {
        let mut session = Session::new(&library);
        session.consult(&text).map_err(told)?;
        sessions.push(session);
    }
    let cpu_ms = (cpu_ms() - start) / f64::from(COUNT);
    let kilobytes = (memory("VmRSS:") - before) / f64::from(COUNT);
    answers(&mut sessions[COUNT as usize / 2], "ancestor(person0, X)", 9)?;
    Ok(Figures { cpu_ms, kilobytes })
}

/// 10,000 sessions, each with two facts of its own, over one ontology of 50,000 clauses.
fn ten_thousand_sessions() -> Result<Figures, String> {
    let mut text = String::new();
    for i in 0..25_000 {
        let _ = writeln!(text, "is_a(thing{i}, class{}).", i % 500);
        let _ = writeln!(text, "has(thing{i}, P) :- is_a(thing{i}, C), gives(C, P, {i}).");
    }
    let start = cpu_ms();
    let ontology = Program::parse(&text).map_err(told)?;
    let mut sessions = Vec::with_capacity(10_000);
    for i in 0..10_000 {
        let mut session = Session::new(&ontology);
        let own = format!("gives(class{}, own{i}, {}).\nowner({i}).\n", i % 500, i % 25_000);
        session.consult(&own).map_err(told)?;
        sessions.push(session);
    }
    let cpu_ms = cpu_ms() - start;
    drop(text);
    for i in [0, 4_321, 9_999] {
        answers(&mut sessions[i], &format!("has(thing{i}, own{i})"), 1)?;
    }
    Ok(Figures { cpu_ms, kilobytes: memory("VmRSS:") })
}

fn answers(session: &mut Session, goal: &str, expected: usize) -> Result<(), String> {
    let mut query = session.query(goal, Budget::default()).map_err(told)?;
    let mut count = 0;
    for answer in &mut query {
        answer.map_err(told)?;
        count += 1;
    }
    if count == expected { Ok(()) } else { Err(format!("{count} answers to `{goal}`")) }
}

#[expect(clippy::needless_pass_by_value, reason = "used as a function of `map_err`")]
fn told(error: Error) -> String {
    error.to_string()
}

/// CPU time of this process so far.
fn cpu_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e6
}

/// Kilobytes of resident memory, now or at the peak.
fn memory(field: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field)).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(f64::NAN)
}
