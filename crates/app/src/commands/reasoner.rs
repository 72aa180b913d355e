//! `reasoner eval`: runs curricula and records what came of each case.

use clap::{Args, Subcommand, ValueHint};
use reasoner::Reasoner;
use reasoner::curriculum::{Curriculum, curricula, load};
use reasoner::evaluate::Run;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use store::Store;

use crate::config::Config;
use crate::context::Context;
use crate::data::DataDir;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Report, columns};
use crate::runtime;
use crate::serving;
use crate::storage::{self, MissingKey};

/// The arguments of `reasoner`.
#[derive(Debug, Args)]
pub struct ReasonerArgs {
    #[command(subcommand)]
    command: ReasonerCommand,
}

#[derive(Debug, Subcommand)]
enum ReasonerCommand {
    /// Run a curriculum and record its results
    Eval(EvalArgs),
}

#[derive(Debug, Args)]
struct EvalArgs {
    /// The name of a curriculum, `all`, or a file
    #[arg(value_name = "CURRICULUM", value_hint = ValueHint::AnyPath)]
    curriculum: String,
}

impl ReasonerArgs {
    /// The command's name in the JSON envelope.
    pub fn name(&self) -> &'static str {
        match self.command {
            ReasonerCommand::Eval(_) => "reasoner eval",
        }
    }
}

/// What to do while a server has the store.
const BESIDE: &str = "stop the server to record the results in its leaderboard, or give a folder \
                      of its own with `--data` to measure beside it";

/// What the runs came to.
#[derive(Debug, Serialize)]
struct Evaluated {
    strategy: String,
    curricula: Vec<Tally>,
    wrong: Vec<Wrong>,
}

#[derive(Debug, Serialize)]
struct Tally {
    curriculum: String,
    cases: usize,
    right: usize,
    mean_ms: f64,
}

#[derive(Debug, Serialize)]
struct Wrong {
    case: String,
    found: String,
    expected: String,
}

impl Report for Evaluated {
    fn text(&self) -> String {
        let mut rows = vec![["curriculum", "cases", "right", "mean ms"].map(str::to_owned)];
        rows.extend(self.curricula.iter().map(|tally| {
            [
                tally.curriculum.clone(),
                tally.cases.to_string(),
                tally.right.to_string(),
                format!("{:.2}", tally.mean_ms),
            ]
        }));
        let mut text = format!("strategy {}\n{}", self.strategy, columns(&rows));
        for wrong in &self.wrong {
            text.push_str(&format!(
                "{}: came to `{}`, expected `{}`\n",
                wrong.case, wrong.found, wrong.expected
            ));
        }
        text
    }
}

/// Runs the command; a case that came out wrong makes it fail.
pub fn run(context: &Context, arguments: &ReasonerArgs) -> Result<Exit, Failure> {
    let ReasonerCommand::Eval(arguments) = &arguments.command;
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new())?;
    let chosen = chosen(&arguments.curriculum, &loaded.config)?;
    data.prepare()?;
    let runtime = runtime::small()?;
    let evaluated =
        runtime.block_on(evaluate(&data, &loaded.config, &context.environment, &chosen))?;
    context.output.report(&evaluated)?;
    Ok(if evaluated.wrong.is_empty() { Exit::Ok } else { Exit::Failure })
}

fn chosen(name: &str, config: &Config) -> Result<Vec<Curriculum>, Failure> {
    let fail = |error: String| Failure::new(Exit::Usage, error);
    if Path::new(name).is_file() {
        return Ok(vec![load(Path::new(name)).map_err(|error| fail(error.to_string()))?]);
    }
    let mut found = Vec::new();
    for curriculum in curricula(config.reasoner.folder.as_deref()) {
        let curriculum = curriculum.map_err(|error| fail(error.to_string()))?;
        if name == "all" || curriculum.id == name {
            found.push(curriculum);
        }
    }
    if found.is_empty() {
        return Err(fail(format!("there is no curriculum or file `{name}`")));
    }
    Ok(found)
}

async fn evaluate(
    data: &DataDir,
    config: &Config,
    environment: &Environment,
    chosen: &[Curriculum],
) -> Result<Evaluated, Failure> {
    let store_config = storage::store_config(data, config, environment, MissingKey::Make)?;
    let store = Store::open(store_config).map_err(|error| {
        let failure = storage::refused(error);
        if failure.exit == Exit::DataInUse { failure.hint(BESIDE) } else { failure }
    })?;
    let state = serving::reasoner_state(&store, config, None);
    let evaluated = run_all(&state, chosen).await;
    let lost = store.close().await;
    if lost > 0 {
        return Err(Failure::new(Exit::Data, format!("{lost} events could not be written")));
    }
    evaluated
}

async fn run_all(state: &Arc<Reasoner>, chosen: &[Curriculum]) -> Result<Evaluated, Failure> {
    let fail = |error: String| Failure::new(Exit::Failure, error);
    let strategy = state.strategies.get("CNL-1").cloned();
    let strategy = strategy.ok_or_else(|| fail("there is no strategy `CNL-1`".to_owned()))?;
    let mut evaluated =
        Evaluated { strategy: strategy.id.clone(), curricula: Vec::new(), wrong: Vec::new() };
    for curriculum in chosen {
        let runs = state.evaluate(curriculum, &strategy).await;
        let runs = runs.map_err(|refusal| fail(refusal.to_string()))?;
        evaluated.curricula.push(tally(&curriculum.id, &runs));
        let wrong = runs.into_iter().filter(|run| !run.right).map(|run| Wrong {
            case: run.example,
            found: run.found,
            expected: run.expected,
        });
        evaluated.wrong.extend(wrong);
    }
    Ok(evaluated)
}

#[expect(clippy::cast_precision_loss, reason = "a mean is shown to people")]
fn tally(id: &str, runs: &[Run]) -> Tally {
    let micros: u64 = runs.iter().map(|run| run.micros).sum();
    Tally {
        curriculum: id.to_owned(),
        cases: runs.len(),
        right: runs.iter().filter(|run| run.right).count(),
        mean_ms: micros as f64 / 1000.0 / runs.len().max(1) as f64,
    }
}
