//! What each command does, by the tools that everybody uses, and what it says.

use kernel::{Principal, ToolError};
use serde_json::{Value, json};
use store::Durability;

use super::Bot;
use super::commands::{Change, Command, HELP, Look};
use super::db::{self, Subject};
use super::page::{Page, brief};
use crate::error::Refusal;
use crate::process::outcome::{Dialect, Reading};

const TAIL: usize = 200;
const TAIL_CHARACTERS: usize = 3000;
const DIFF_CHARACTERS: usize = 3000;
/// So many digits of a job's id are shown and enough to name it.
const SHORT: usize = 8;

impl Bot {
    /// Does what was asked and says what came of it.
    pub(super) async fn answer(&self, chat: i64, who: &Principal, command: Command) {
        let page = match self.carry_out(chat, who, command).await {
            Ok(page) => page,
            Err(error) => {
                let page = Page::plain("✗ ").text(&error.message);
                error.hint.map_or(page.clone(), |hint| page.text("\n").text(&hint))
            }
        };
        if !page.is_empty() {
            self.say(chat, &page).await;
        }
    }

    async fn carry_out(
        &self,
        chat: i64,
        who: &Principal,
        command: Command,
    ) -> Result<Page, ToolError> {
        match command {
            Command::Look(look) => self.look(chat, who, look).await,
            Command::Change(change) => self.change(chat, who, change).await,
            Command::Help => Ok(help()),
            Command::Incomplete { name } => Ok(Page::plain("Write ").code(&usage(name))),
            Command::Unknown { name } => {
                Ok(Page::plain(&format!("There is no /{name}; /help names every command.")))
            }
        }
    }

    async fn look(&self, chat: i64, who: &Principal, look: Look) -> Result<Page, ToolError> {
        match look {
            Look::Projects => Ok(projects(&self.tool(who, "list_projects", json!({})).await?)),
            Look::Sessions => {
                let found = self.tool(who, "list_sessions", json!({})).await?;
                Ok(sessions(&found, self.active(chat).await?.as_deref()))
            }
            Look::Jobs => Ok(jobs(&self.tool(who, "list_jobs", json!({})).await?)),
            Look::Approvals => {
                let found = self.tool(who, "list_pending_approvals", json!({})).await?;
                Ok(approvals(&found))
            }
            Look::Status { session } => {
                let id = self.session_of(chat, session).await?;
                Ok(status(&self.tool(who, "get_session", json!({ "session_id": id })).await?))
            }
            Look::Tail { job } => self.tail(chat, who, job).await,
            Look::Diff { session } => {
                let id = self.session_of(chat, session).await?;
                let found = self.tool(who, "get_session_diff", json!({ "session_id": id })).await?;
                Ok(diff(&found))
            }
            Look::Tasks { project } => self.tasks(chat, who, ("list_project_tasks", project)).await,
            Look::Next { project } => self.tasks(chat, who, ("get_next_tasks", project)).await,
        }
    }

    async fn change(&self, chat: i64, who: &Principal, change: Change) -> Result<Page, ToolError> {
        let answer = match change {
            Change::New { project, branch } => {
                let input = json!({ "project_id": project, "branch": branch });
                let made = self.tool(who, "create_session", input).await?;
                let id = text(&made["session"], "session_id");
                self.set_active(chat, id).await?;
                return Ok(Page::default().bold(id).text(": ").text(text(&made, "message")));
            }
            Change::Use { session } => {
                self.tool(who, "get_session", json!({ "session_id": session })).await?;
                self.set_active(chat, &session).await?;
                return Ok(Page::plain("Texts go to ").bold(&session).text(" now."));
            }
            Change::Run { text } => return self.run(chat, who, &text).await,
            Change::Claim { task } => {
                let session = self.session_of(chat, None).await?;
                let input = json!({ "task_id": task, "session_id": session });
                self.tool(who, "claim_task", input).await?
            }
            Change::Cancel { job } => return self.cancel(chat, who, job).await,
            Change::Close { session, force } => {
                let id = self.session_of(chat, session).await?;
                let input = json!({ "session_id": id, "force": force });
                self.tool(who, "close_session", input).await?
            }
        };
        let page = Page::plain(answer["message"].as_str().unwrap_or("Done"));
        let kept = answer["rescue_refs"].as_array().into_iter().flatten().filter_map(Value::as_str);
        Ok(kept.fold(page, |page, reference| page.text("\nkept: ").code(reference)))
    }

    /// The message about the job itself is the answer.
    async fn run(&self, chat: i64, who: &Principal, wish: &str) -> Result<Page, ToolError> {
        let session = self.session_of(chat, None).await?;
        let input = json!({ "session_id": session, "instruction": wish, "raw_input": wish });
        let queued = self.tool(who, "run_instruction", input).await?;
        self.plan(chat, Subject::Job(text(&queued["job"], "job_id").to_owned())).await?;
        self.news.notify_one();
        Ok(Page::default())
    }

    async fn cancel(
        &self,
        chat: i64,
        who: &Principal,
        job: Option<String>,
    ) -> Result<Page, ToolError> {
        let open = ["running", "waiting_approval", "queued"];
        let id = self.job_of(chat, who, job, &open).await?;
        let input = json!({ "job_id": id, "reason": "asked for in Telegram" });
        let stopped = self.tool(who, "cancel_job", input).await?;
        let page = Page::plain("Job ").code(short(&id)).text(" is ");
        Ok(page.text(text(&stopped["job"], "status")))
    }

    async fn tail(
        &self,
        chat: i64,
        who: &Principal,
        job: Option<String>,
    ) -> Result<Page, ToolError> {
        let id = self.job_of(chat, who, job, &[]).await?;
        let log = self.tool(who, "get_job_logs", json!({ "job_id": id, "tail": TAIL })).await?;
        let mut reading = Reading::new(Dialect::StreamJson);
        let lines = log["content"].as_str().unwrap_or_default().lines();
        let said: Vec<String> = lines.filter_map(|line| reading.line(line)).collect();
        let said = said.join("\n");
        let from = said.char_indices().rev().nth(TAIL_CHARACTERS).map_or(0, |(at, _)| at);
        if said.is_empty() {
            return Ok(Page::plain("Job ").code(short(&id)).text(" has said nothing."));
        }
        Ok(Page::plain("Job ").code(short(&id)).text("\n").pre(&said[from..]))
    }

    async fn tasks(
        &self,
        chat: i64,
        who: &Principal,
        (tool, project): (&str, Option<String>),
    ) -> Result<Page, ToolError> {
        let project = match project {
            Some(project) => project,
            None => {
                let id = self.session_of(chat, None).await?;
                self.orchestrator.session(&id).await?.project_id
            }
        };
        let found = self.tool(who, tool, json!({ "project_id": project })).await?;
        let line = |task: &Value| {
            let page = Page::default().code(text(task, "task_id")).text(" ");
            let more = format!("{} ({})", brief(text(task, "title"), 100), text(task, "status"));
            page.text(&more)
        };
        Ok(listed(&found["tasks"], "No tasks.", line))
    }

    async fn active(&self, chat: i64) -> Result<Option<String>, Refusal> {
        self.orchestrator.store.read(move |reader| db::active(reader, chat)).await
    }

    async fn set_active(&self, chat: i64, session: &str) -> Result<(), Refusal> {
        let session = session.to_owned();
        let store = &self.orchestrator.store;
        store.write(Durability::Normal, move |tx| db::set_active(tx, chat, &session)).await?;
        Ok(())
    }

    /// The session that was named, or the one the chat uses.
    async fn session_of(&self, chat: i64, named: Option<String>) -> Result<String, ToolError> {
        if let Some(session) = named {
            return Ok(session);
        }
        self.active(chat).await?.ok_or_else(|| {
            ToolError::invalid_input("no session is chosen in this chat")
                .with_hint("/sessions lists them, /use chooses one, /new makes one")
        })
    }

    /// The job whose id begins as named, or the newest of the chat's session.
    async fn job_of(
        &self,
        chat: i64,
        who: &Principal,
        named: Option<String>,
        statuses: &[&str],
    ) -> Result<String, ToolError> {
        let mut input = json!({ "limit": 1000 });
        if named.is_none() {
            input["session_id"] = json!(self.session_of(chat, None).await?);
        }
        if named.is_none() && !statuses.is_empty() {
            input["status"] = json!(statuses);
        }
        let found = self.tool(who, "list_jobs", input).await?;
        let ids = found["jobs"].as_array().into_iter().flatten().map(|job| text(job, "job_id"));
        let Some(named) = named else {
            let newest = ids.into_iter().next().map(str::to_owned);
            return newest.ok_or_else(|| ToolError::not_found("there is no such job"));
        };
        let mut fitting = ids.filter(|id| id.starts_with(&named));
        match (fitting.next(), fitting.next()) {
            (Some(id), None) => Ok(id.to_owned()),
            (Some(_), Some(_)) => {
                Err(ToolError::invalid_input(format!("`{named}` fits several jobs")))
            }
            _ => Err(ToolError::not_found(format!("there is no job `{named}`"))),
        }
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}

fn usage(name: &str) -> String {
    let words = HELP.iter().find(|(it, _, _)| *it == name).map_or("", |(_, words, _)| words);
    format!("/{name} {words}")
}

/// The commits and the beginning of the patch, and how much of it is left out.
fn diff(found: &Value) -> Page {
    let patch = text(found, "diff");
    if patch.is_empty() {
        return Page::plain("Nothing is changed.");
    }
    let end = patch.char_indices().nth(DIFF_CHARACTERS).map_or(patch.len(), |(at, _)| at);
    let mut page = Page::default();
    for commit in found["commits"].as_array().into_iter().flatten() {
        let id: String = text(commit, "commit").chars().take(SHORT).collect();
        page = page.code(&id).text(" ").text(&brief(text(commit, "subject"), 100)).text("\n");
    }
    let files = found["files_changed"].as_array().map_or(0, Vec::len);
    let page = page.text(&format!("{files} files\n")).pre(&patch[..end]);
    if end == patch.len() && found["truncated"] != true {
        return page;
    }
    page.text("\n… and more, which the console and `get_session_diff` show")
}

fn help() -> Page {
    let start = Page::plain("Any text is an instruction for the chosen session.");
    HELP.iter().fold(start, |page, (name, words, what)| {
        page.text(format!("\n/{name} {words}").trim_end()).text(" - ").text(what)
    })
}

/// The items of a list, a line each.
fn listed(items: &Value, none: &str, line: impl Fn(&Value) -> Page) -> Page {
    let items = items.as_array().map(Vec::as_slice).unwrap_or_default();
    if items.is_empty() {
        return Page::plain(none);
    }
    items.iter().enumerate().fold(Page::default(), |page, (index, item)| {
        let page = if index == 0 { page } else { page.text("\n") };
        page.then(&line(item))
    })
}

fn projects(found: &Value) -> Page {
    listed(&found["projects"], "No projects yet.", |project| {
        let open = project["active_sessions"].as_u64().unwrap_or(0);
        Page::default().bold(text(project, "project_id")).text(&format!(" ({open} open sessions)"))
    })
}

fn sessions(found: &Value, active: Option<&str>) -> Page {
    listed(&found["sessions"], "No sessions; /new makes one.", |session| {
        let id = text(session, "session_id");
        let mark = if active == Some(id) { "→ " } else { "" };
        let more = ["project_id", "branch", "state"].map(|key| text(session, key)).join(" · ");
        Page::plain(mark).bold(id).text(" ").text(&more)
    })
}

fn jobs(found: &Value) -> Page {
    listed(&found["jobs"], "No jobs.", |job| {
        let about = format!(" {} {}: ", text(job, "session_id"), text(job, "status"));
        let page = Page::default().code(short(text(job, "job_id"))).text(&about);
        page.text(&brief(text(job, "instruction"), 80))
    })
}

fn approvals(found: &Value) -> Page {
    listed(&found["pending"], "Nothing waits for you.", |question| {
        let about = format!(" asks for {}\n", text(question, "approval_scope"));
        let page = Page::default().bold(text(question, "session_id")).text(&about);
        page.code(&brief(text(question, "command"), 300))
    })
}

fn status(found: &Value) -> Page {
    let session = &found["session"];
    let more = ["project_id", "branch", "state"].map(|key| text(session, key)).join(" · ");
    let mut page = Page::default().bold(text(session, "session_id")).text(" ").text(&more);
    for (label, said) in [
        ("blocked: ", text(session, "blocked_reason")),
        ("last: ", text(session, "last_summary")),
        ("now: ", text(&found["current_job"], "instruction")),
    ] {
        if !said.is_empty() {
            page = page.text("\n").text(label).text(&brief(said, 300));
        }
    }
    page.text(&format!("\n{} in the queue", found["queued_jobs"].as_u64().unwrap_or(0)))
}
