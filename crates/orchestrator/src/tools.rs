//! The table of tools: each declared once, in the order of the specification.

mod approval;
mod job;
mod project;
mod pull_request;
mod review;
mod session;
mod task;
pub(crate) mod view;

use std::sync::Arc;
use std::time::Duration;

use kernel::{Scope, ToolTable, ToolTableBuilder, read, write};

use crate::Orchestrator;

pub(crate) use approval::pending;

/// Git may have much to copy; stopping an agent takes its grace.
const LONG: Duration = Duration::from_secs(300);

type Builder = ToolTableBuilder<Orchestrator>;

/// The table.
pub(crate) fn table(orchestrator: &Arc<Orchestrator>) -> ToolTable {
    let sections = [projects, sessions, forecasts, tasks, jobs, approvals];
    let empty = ToolTable::of(orchestrator);
    sections.into_iter().fold(empty, |table, section| section(table)).done()
}

fn projects(table: Builder) -> Builder {
    table
        .add(read("list_projects", "List all registered projects"), project::list_projects)
        .add(read("get_project", "Get details for a specific project"), project::get_project)
        .add(
            write("register_project", Scope::JobsRun, "Register an existing git repository")
                .timeout(LONG),
            project::register_project,
        )
        .add(
            write(
                "trust_project",
                Scope::JobsApprove,
                "Say whether agents may follow what a repository tells them: CLAUDE.md, AGENTS.md, \
                 its skills, commands, subagents and MCP servers",
            )
            .idempotent(),
            project::trust_project,
        )
        .add(
            write("scan_projects", Scope::JobsRun, "Register every repository below the root")
                .idempotent()
                .timeout(LONG),
            project::scan_projects,
        )
}

fn sessions(table: Builder) -> Builder {
    table
        .add(
            read("list_sessions", "List open sessions, by project or state if asked"),
            session::list_sessions,
        )
        .add(
            write("create_session", Scope::JobsRun, "Create a session with a git worktree")
                .timeout(LONG),
            session::create_session,
        )
        .add(
            read("get_session", "Get a session with its current job, tasks and summaries"),
            session::get_session,
        )
        .add(
            write(
                "close_session",
                Scope::JobsRun,
                "Close a session and set its worktree aside, whole, until `undo_close` or \
                 `discard_session`; uncommitted work is refused without `force`",
            )
            .destructive()
            .timeout(LONG),
            session::close_session,
        )
        .add(
            write("undo_close", Scope::JobsRun, "Bring a closed session back with its work")
                .timeout(LONG),
            session::undo_close,
        )
        .add(
            write(
                "discard_session",
                Scope::JobsApprove,
                "Remove for good what is kept of a closed session: its files, its index and commits \
                 in its submodules; its branch and rescue refs stay",
            )
            .destructive()
            .timeout(LONG),
            session::discard_session,
        )
}

/// Looking at what sessions did, and handing it on.
fn forecasts(table: Builder) -> Builder {
    table
        .add(
            read("get_session_diff", "Show what a session changed, committed or not"),
            session::get_session_diff,
        )
        .add(
            read(
                "forecast_conflicts",
                "Name the sessions a session would collide with, uncommitted work included",
            ),
            session::forecast_conflicts,
        )
        .add(
            write(
                "review_session",
                Scope::JobsRun,
                "Send remarks on lines of a session's work to its agent as the next instruction",
            ),
            review::review_session,
        )
        .add(
            write(
                "create_pull_request",
                Scope::JobsApprove,
                "Open a pull request for a session's branch with the program `gh`; the branch must \
                 have been pushed",
            )
            .open_world()
            .timeout(LONG),
            pull_request::create_pull_request,
        )
}

fn tasks(table: Builder) -> Builder {
    table
        .add(read("list_project_tasks", "List tasks for a project"), task::list_project_tasks)
        .add(
            read("get_next_tasks", "Get the tasks that can be begun, the most urgent first"),
            task::get_next_tasks,
        )
        .add(
            write("claim_task", Scope::JobsRun, "Assign a task to a session").idempotent(),
            task::claim_task,
        )
        .add(
            write("update_task_status", Scope::JobsRun, "Update task status").idempotent(),
            task::update_task_status,
        )
        .add(
            write("sync_backlog", Scope::JobsRun, "Sync tasks from Backlog.md files").idempotent(),
            task::sync_backlog,
        )
}

fn jobs(table: Builder) -> Builder {
    table
        .add(
            write("run_instruction", Scope::JobsRun, "Queue an instruction for an agent"),
            job::run_instruction,
        )
        .add(read("get_job", "Get a job's details and status"), job::get_job)
        .add(read("list_jobs", "List jobs, newest first"), job::list_jobs)
        .add(
            write("cancel_job", Scope::JobsRun, "Cancel a queued or running job")
                .destructive()
                .timeout(LONG),
            job::cancel_job,
        )
        .add(read("get_job_logs", "Get what a job's agent printed"), job::get_job_logs)
}

fn approvals(table: Builder) -> Builder {
    table
        .add(
            read("list_pending_approvals", "List all jobs waiting for approval"),
            approval::list_pending_approvals,
        )
        .add(
            write(
                "approve_job",
                Scope::JobsApprove,
                "Approve the exact command a job waits to run; `scope` limits the approval to one \
                 scope, or with `job` allows the same scopes for the rest of the job",
            )
            .open_world(),
            approval::approve_job,
        )
        .add(
            write("deny_job", Scope::JobsApprove, "Deny what a job waits for and cancel the job")
                .destructive()
                .timeout(LONG),
            approval::deny_job,
        )
}
