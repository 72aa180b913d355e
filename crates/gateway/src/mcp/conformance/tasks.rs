//! Tools whose work goes on after the call was answered, and what a client does with such a task.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::future::join;
use kernel::{Call, Scope, ToolTableBuilder, read, write};
use rmcp::ErrorData;
use rmcp::model::{
    CallToolResult, ClientCapabilities, ContentBlock, CreateTaskResult, GetTaskResult,
    InputResponses,
};
use rmcp::task_manager::{TaskContext, TaskExit, TaskManager, TaskOptions};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::Shared;
use super::exchange::{Nothing, Told, answer, current, missing, say};
use super::rounds::{form, name_given, question};

/// The tasks of every connection; a request finds the handler of its own, and no other state.
static TASKS: LazyLock<TaskManager> = LazyLock::new(TaskManager::new);

const LONGEST: Duration = Duration::from_secs(120);

#[derive(Deserialize, JsonSchema)]
struct Greet {
    /// Whom to greet.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Compute {
    /// How long it takes.
    seconds: u64,
    /// What to call it in the answer.
    label: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Delete {
    /// The file that would be deleted.
    filename: String,
}

/// What `tasks/get` answers.
pub(in crate::mcp) fn get(id: &str) -> Result<GetTaskResult, ErrorData> {
    TASKS.get_task(id).map(GetTaskResult::new)
}

/// Hands over what the client answered to a task's questions.
pub(in crate::mcp) fn update(id: &str, responses: InputResponses) -> Result<(), ErrorData> {
    TASKS.update_task(id, responses)
}

/// Asks a task to stop.
pub(in crate::mcp) fn cancel(id: &str) -> Result<(), ErrorData> {
    TASKS.cancel_task(id)
}

pub(super) fn declare(table: ToolTableBuilder<Shared>) -> ToolTableBuilder<Shared> {
    table
        .add(read("greet", "Greets at once, never as a task"), |_, _, input: Greet| async move {
            say(format!("Hello, {}!", input.name))
        })
        .add(read("slow_compute", "Takes its time; a task where the client knows them"), compute)
        .add(read("failing_job", "A task that fails as a tool does"), |_, _, _: Nothing| async {
            start(|task| Box::pin(fail(task)))
        })
        .add(
            read("protocol_error_job", "A task that fails as a server does"),
            |_, _, _: Nothing| async { start(|_| Box::pin(std::future::ready(Err(broken())))) },
        )
        .add(
            write("confirm_delete", Scope::Read, "A task that asks before it goes on"),
            |_, _, input: Delete| async move {
                start(move |task| Box::pin(confirm(task, input.filename)))
            },
        )
        .add(read("multi_input", "A task that asks two things at once"), |_, _, _: Nothing| async {
            start(|task| Box::pin(ask_both(task)))
        })
        .add(
            read("test_tool_with_task", "Asks first, then goes on as a task"),
            |_, _, _: Nothing| async { ask_then_start() },
        )
}

fn client_knows_tasks() -> Result<bool, kernel::ToolError> {
    Ok(current()?.capabilities.supports_tasks())
}

fn start<F>(work: F) -> Told
where
    F: FnOnce(TaskContext) -> rmcp::task_manager::TaskFuture,
{
    if !client_knows_tasks()? {
        return missing(ClientCapabilities::builder().enable_tasks().build());
    }
    let options = TaskOptions::new().with_poll_interval_ms(200);
    answer(CreateTaskResult::new(TASKS.spawn(options, work)))
}

fn done(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

async fn compute(_: Arc<Shared>, call: Call, input: Compute) -> Told {
    let time = Duration::from_secs(input.seconds).min(LONGEST);
    let text = format!("Computed {}", input.label.as_deref().unwrap_or("nothing"));
    if client_knows_tasks()? {
        return start(move |task| Box::pin(compute_as_task(task, time, text)));
    }
    tokio::select! {
        () = tokio::time::sleep(time) => say(text),
        () = call.cancel.cancelled() => say("Stopped"),
    }
}

async fn compute_as_task(
    task: TaskContext,
    time: Duration,
    text: String,
) -> Result<CallToolResult, TaskExit> {
    tokio::select! {
        () = tokio::time::sleep(time) => Ok(done(text)),
        () = task.cancelled() => Err(TaskExit::Cancelled),
    }
}

async fn fail(task: TaskContext) -> Result<CallToolResult, TaskExit> {
    tokio::select! {
        () = tokio::time::sleep(Duration::from_millis(500)) => {}
        () = task.cancelled() => return Err(TaskExit::Cancelled),
    }
    Ok(CallToolResult::error(vec![ContentBlock::text("The job failed, as it always does")]))
}

fn broken() -> TaskExit {
    TaskExit::Error(ErrorData::internal_error("the server broke while it worked", None))
}

async fn ask(task: &TaskContext, key: &str, text: &str) -> Result<Value, TaskExit> {
    let form = form(text, "confirm", "boolean")
        .map_err(|error| TaskExit::Error(ErrorData::internal_error(error.message, None)))?;
    task.request_input(key, form).await
}

async fn confirm(task: TaskContext, filename: String) -> Result<CallToolResult, TaskExit> {
    let reply = ask(&task, "confirm", &format!("Delete {filename}?")).await?;
    let confirmed = reply.pointer("/content/confirm").and_then(Value::as_bool).unwrap_or(false);
    let verb = if confirmed { "Would delete" } else { "Kept" };
    Ok(done(format!("{verb} {filename}")))
}

async fn ask_both(task: TaskContext) -> Result<CallToolResult, TaskExit> {
    let first = ask(&task, "first", "Is the first one right?");
    let second = ask(&task, "second", "Is the second one right?");
    let (first, second) = join(first, second).await;
    Ok(done(format!("Both answered: {} and {}", first?, second?)))
}

fn ask_then_start() -> Told {
    if !client_knows_tasks()? {
        return missing(ClientCapabilities::builder().enable_tasks().build());
    }
    match name_given(&*current()?, "user_name").map(str::to_owned) {
        None => answer(question("user_name", form("What is your name?", "name", "string")?)),
        Some(name) => start(move |task| {
            let text = format!("Hello, {name}, from a task");
            Box::pin(compute_as_task(task, Duration::from_millis(200), text))
        }),
    }
}
