//! The other engines, each as a process that prints its CPU milliseconds.

use std::path::Path;
use std::process::{Command, Stdio};

/// CPU milliseconds of a goal in `swipl -O`.
pub(crate) fn swi(folder: &str, goal: &str, files: &[String]) -> Result<f64, String> {
    let mut args = vec!["-O".to_owned(), format!("{folder}/measure.pl"), goal.to_owned()];
    args.extend_from_slice(files);
    number(&run("swipl", &args)?)
}

/// The same in tau-prolog, which `bench/prolog/run` installs below the target folder.
pub(crate) fn tau(folder: &str, goal: &str, files: &[String]) -> Result<f64, String> {
    let modules = format!("{folder}/../../target/bench-prolog");
    if !Path::new(&modules).join("node_modules/tau-prolog").exists() {
        return Err("tau-prolog is not installed".to_owned());
    }
    let modules = std::fs::canonicalize(modules).map_err(|error| error.to_string())?;
    let mut args =
        vec![format!("{folder}/tau.mjs"), modules.display().to_string(), goal.to_owned()];
    args.extend_from_slice(files);
    number(&run("node", &args)?)
}

/// Our own figures for an item: CPU milliseconds and kilobytes.
pub(crate) fn ours(folder: &str, item: &str) -> Result<(f64, f64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let args = [folder.to_owned(), "item".to_owned(), item.to_owned()];
    let text = run(&program.display().to_string(), &args)?;
    let (cpu, memory) = text.trim().split_once(' ').ok_or_else(|| text.clone())?;
    Ok((number(cpu)?, number(memory)?))
}

/// The version an engine tells, or why it does not.
pub(crate) fn version(program: &str) -> String {
    run(program, &["--version".to_owned()])
        .map_or_else(|_| "not installed".to_owned(), |text| text.trim().to_owned())
}

#[expect(clippy::disallowed_methods, reason = "a benchmark compares with other programs")]
fn run(program: &str, args: &[String]) -> Result<String, String> {
    let output = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("{program}: {}", text.trim())) }
}

fn number(text: &str) -> Result<f64, String> {
    text.trim().parse().map_err(|_| text.trim().to_owned())
}
