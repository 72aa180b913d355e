//! Runs generated programs through SWI-Prolog and through the engine and compares the outcomes.

#![expect(clippy::expect_used, reason = "what a test needs and does not find must stop it")]

use crate::{generate, harness};
use prolog::{Budget, Program};
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// What a batch of programs came to.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) programs: usize,
    pub(crate) goals: usize,
    /// Goals in which one side reached a limit, so that nothing can be said.
    pub(crate) unsettled: usize,
    /// Goals that differ as the standard allows; see [`explained`].
    pub(crate) explained: usize,
    /// Goals that build a cyclic term in SWI-Prolog, which the engine does not have.
    pub(crate) cyclic: usize,
    pub(crate) differences: Vec<String>,
}

impl Outcome {
    /// Adds the counts and differences of another batch.
    pub(crate) fn add(&mut self, other: Self) {
        self.programs += other.programs;
        self.goals += other.goals;
        self.unsettled += other.unsettled;
        self.explained += other.explained;
        self.cyclic += other.cyclic;
        self.differences.extend(other.differences);
    }

    pub(crate) fn summary(&self) -> String {
        format!(
            "{} programs, {} goals, {} different, {} explained, {} unsettled by a limit, {} cyclic",
            self.programs,
            self.goals,
            self.differences.len(),
            self.explained,
            self.unsettled,
            self.cyclic
        )
    }
}

/// Compares the programs of these seeds.
pub(crate) fn batch(seeds: Range<u64>) -> Outcome {
    let mut text = String::new();
    let mut outcome = Outcome::default();
    for seed in seeds.clone() {
        let _ = writeln!(text, "# seed {seed}\n{}", generate::paragraph(seed));
        outcome.programs += 1;
    }
    let file = std::env::temp_dir().join(format!(
        "prolog-differential-{}-{}.cases",
        std::process::id(),
        seeds.start
    ));
    std::fs::write(&file, &text).expect("a file for the oracle");
    let answers = oracle(&file);
    drop(std::fs::remove_file(&file));
    let cases = harness::parse("generated", &text);
    assert!(!answers.is_empty(), "the oracle answered nothing for seeds {seeds:?}");
    // A goal on which SWI-Prolog hangs takes the rest of its batch with it.
    outcome.unsettled += cases.len() - answers.len();
    outcome.goals += cases.len() - answers.len();
    let library = Program::empty();
    for (case, theirs) in cases.iter().zip(&answers) {
        outcome.goals += 1;
        if theirs.iter().any(|line| line == "!! cyclic") {
            outcome.cyclic += 1;
            continue;
        }
        let ours = harness::run(&library, &case.program, &case.goal, budget());
        // A program that catches everything may catch SWI-Prolog's own limit.
        let limits = ["!! limit", "!! inference_limit_exceeded"];
        let limited = |lines: &[String]| lines.iter().any(|line| limits.contains(&&**line));
        if limited(theirs) || limited(&ours) {
            outcome.unsettled += 1;
        } else if plain(&ours) == plain(theirs) {
            continue;
        } else if explained(&plain(&ours), &plain(theirs))
            || regrouped(case, &plain(&ours), &plain(theirs))
            || plain(&with_their_empty_list(&library, case)) == plain(theirs)
        {
            outcome.explained += 1;
        } else {
            outcome.differences.push(describe(case, theirs, &ours, &text));
        }
    }
    outcome
}

fn budget() -> Budget {
    Budget { inferences: 3_000_000, wall: Some(Duration::from_secs(5)), ..Budget::default() }
}

/// SWI-Prolog's outcome of every case of a file.
fn oracle(file: &Path) -> Vec<Vec<String>> {
    let output = swipl("answers", &[file.to_owned()]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut answers = Vec::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        if line == "--" {
            answers.push(std::mem::take(&mut lines));
        } else {
            lines.push(line.to_owned());
        }
    }
    answers
}

/// Runs the oracle; a missing `swipl` is a failure that says so.
#[expect(clippy::disallowed_methods, reason = "the oracle is a process, started by tests only")]
pub(crate) fn swipl(mode: &str, files: &[PathBuf]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/oracle.pl");
    Command::new("swipl")
        .arg("--version")
        .output()
        .expect("`swipl` is missing: install SWI-Prolog 9 (Debian package `swi-prolog-nox`)");
    Command::new("timeout")
        .args(["300", "swipl", script, mode])
        .args(files)
        .stdin(Stdio::null())
        .output()
        .expect("`timeout` starts `swipl`")
}

/// Whether two outcomes differ only in what the tables call deliberate: the name of the type that
/// text must have, for the same culprit.
fn explained(ours: &[String], theirs: &[String]) -> bool {
    let (Some((last, ours)), Some((other, theirs))) = (ours.split_last(), theirs.split_last())
    else {
        return false;
    };
    let culprit = |line: &str, kind: &str| {
        line.strip_prefix(&format!("! type_error({kind},")).map(str::to_owned)
    };
    let own = culprit(last, "atomic");
    ours == theirs
        && own.is_some()
        && ["text", "character_code"].iter().any(|kind| culprit(other, kind) == own)
}

/// Lists as values of the variables of generated programs, and as items of lists.
const LISTS: [&str; 7] = ["X=[", "Y=[", "Z=[", "U=[", "V=[", "[[", ",["];

/// Whether the groups of `bagof/3`, or the items of `setof/3`, come in another order because there
/// are lists among them: the list constructor is `'.'` here and `'[|]'` there.
fn regrouped(case: &harness::Case, ours: &[String], theirs: &[String]) -> bool {
    let groups = ["bagof(", "setof("];
    let grouped = groups.iter().any(|g| case.goal.contains(g) || case.program.contains(g));
    // The same answers with the same characters in them.
    let sorted = |lines: &[String]| {
        let mut lines: Vec<Vec<u8>> = lines.iter().map(|line| line.clone().into_bytes()).collect();
        lines.iter_mut().for_each(|line| line.sort_unstable());
        lines.sort();
        lines
    };
    grouped
        && ours.iter().all(|line| line.starts_with("= "))
        && ours.iter().any(|line| LISTS.iter().any(|list| line.contains(list)))
        && sorted(ours) == sorted(theirs)
}

/// Our outcome of a case if `[]` were no atom, as in SWI-Prolog: the type tests say so instead.
fn with_their_empty_list(library: &Program, case: &harness::Case) -> Vec<String> {
    let renamed = |text: &str| {
        let text = text.replace("callable(", "callable_there(");
        text.replace(" atom(", " atom_there(").replace("(atom(", "(atom_there(")
    };
    let program = format!(
        "{}\ncallable_there(T) :- T \\== [], callable(T).\natom_there(T) :- T \\== [], atom(T).\n",
        renamed(&case.program)
    );
    harness::run(library, &program, &renamed(&case.goal), budget())
}

/// The lines without the `+` that this SWI-Prolog writes in exponents.
fn plain(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| line.replace("e+", "e")).collect()
}

fn describe(case: &harness::Case, theirs: &[String], ours: &[String], text: &str) -> String {
    let line: usize = case.place.rsplit(':').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let seed = text.lines().take(line).filter_map(|l| l.strip_prefix("# seed ")).last();
    format!("seed {}: ? {}\n  swi  {theirs:?}\n  ours {ours:?}", seed.unwrap_or("?"), case.goal)
}
