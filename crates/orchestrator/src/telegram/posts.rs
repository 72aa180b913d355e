//! The messages that stand in chats: one for each open question, one for each job that was begun
//! there. What they should say is read from the tables; where a chat says something else, it is sent
//! or edited, as often and as fast as Telegram allows, until it is right.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use store::Durability;
use tokio::time::Instant;

use super::buttons::keyboard;
use super::db::{self, Post, Subject};
use super::page::{Page, brief};
use super::wire::ApiError;
use super::{Bot, FIRST_WAIT, LONGEST_WAIT, retry_after};
use crate::approvals::{self, Approval, State};
use crate::error::Refusal;
use crate::identity;
use crate::jobs::{self, Job, Status, dollars};
use crate::sessions::{self, Session};

const TICK: Duration = Duration::from_millis(500);
/// No chat is sent more than one message in this time.
const PACE: Duration = Duration::from_secs(1);

/// When each chat and each message may be touched again.
#[derive(Default)]
struct Pace {
    chats: HashMap<i64, Hold>,
    edited: HashMap<(i64, String), Instant>,
    /// Questions that were handed to the chats.
    asked: HashSet<String>,
}

struct Hold {
    until: Instant,
    next: Duration,
}

/// What a message should say.
struct View {
    /// What stands for it, to be compared with what is shown.
    key: String,
    page: Page,
    keyboard: Option<Value>,
    /// Whether it will stay like this.
    last: bool,
}

impl Bot {
    /// Keeps the messages right until the orchestrator stops.
    pub(super) async fn post(self: Arc<Self>) {
        let mut pace = Pace::default();
        loop {
            if let Err(error) = self.bring_up_to_date(&mut pace).await {
                tracing::error!(%error, "the messages in Telegram could not be looked at");
            }
            tokio::select! {
                () = self.news.notified() => {}
                () = tokio::time::sleep(TICK) => {}
                () = self.stop().cancelled() => return,
            }
        }
    }

    async fn bring_up_to_date(&self, pace: &mut Pace) -> Result<(), Refusal> {
        self.ask_everywhere(pace).await?;
        let posts = self.orchestrator.store.read(db::open).await?;
        pace.edited.retain(|(chat, nonce), _| {
            posts.iter().any(|post| post.chat == *chat && post.nonce == *nonce)
        });
        for post in posts {
            if self.stop().is_cancelled() {
                return Ok(());
            }
            if pace.chats.get(&post.chat).is_some_and(|hold| hold.until > Instant::now()) {
                continue;
            }
            if let Some(view) = self.view(&post, pace).await? {
                self.show(post, view, pace).await?;
            }
        }
        Ok(())
    }

    /// Every open question is to stand in every chat that may use the bot.
    async fn ask_everywhere(&self, pace: &mut Pace) -> Result<(), Refusal> {
        let pending = self.orchestrator.store.read(approvals::db::pending).await?;
        pace.asked.retain(|id| pending.iter().any(|approval| approval.approval_id == *id));
        for approval in pending {
            if pace.asked.contains(&approval.approval_id) {
                continue;
            }
            let subject = Subject::Approval(approval.approval_id.clone());
            for chat in &self.config.chats {
                self.plan(*chat, subject.clone()).await?;
            }
            pace.asked.insert(approval.approval_id);
        }
        Ok(())
    }

    /// Makes sure that a chat gets a message about something.
    pub(super) async fn plan(&self, chat: i64, subject: Subject) -> Result<(), Refusal> {
        let nonce = identity::secret()?;
        let store = &self.orchestrator.store;
        store.write(Durability::Full, move |tx| db::plan(tx, chat, &subject, &nonce)).await?;
        Ok(())
    }

    /// What a message should say, if that is something else than it says.
    async fn view(&self, post: &Post, pace: &Pace) -> Result<Option<View>, Refusal> {
        let view = match &post.subject {
            Subject::Approval(id) => self.view_of_question(id, post).await?,
            Subject::Job(id) => self.view_of_job(id).await?,
        };
        let fresh = pace
            .edited
            .get(&(post.chat, post.nonce.clone()))
            .is_some_and(|at| at.elapsed() < self.config.edit_every);
        Ok(view.filter(|view| view.key != post.shown && (view.last || !fresh)))
    }

    async fn view_of_question(&self, id: &str, post: &Post) -> Result<Option<View>, Refusal> {
        let id = id.to_owned();
        let read = self.orchestrator.store.read(move |reader| {
            let Some(approval) = approvals::db::get(reader, &id)? else { return Ok(None) };
            let job = jobs::db::need(reader, &approval.job_id)?;
            let session = sessions::db::need(reader, &job.session_id)?;
            Ok::<_, Refusal>(Some((approval, job, session)))
        });
        let Some((approval, job, session)) = read.await? else { return Ok(None) };
        let key = match approval.state {
            State::Pending => format!("pending/{}", approval.approvers.len()),
            State::Approved | State::Used => "approved".to_owned(),
            State::Denied => "denied".to_owned(),
            State::Expired => "expired".to_owned(),
        };
        if key == post.shown {
            return Ok(None);
        }
        let page =
            head(&job, &session).text(" asks for ").bold(&approvals::listed(&approval.scopes));
        let last = approval.state != State::Pending;
        if last {
            let page =
                page.text("\n").pre(&brief(&approval.command, 300)).text(&verdict(&approval));
            return Ok(Some(View { key, page, keyboard: None, last }));
        }
        let whole = page.has_room_for(&approval.command);
        let mut page = if whole {
            page.text("\n").pre(&approval.command)
        } else {
            let note = "\nThe command is too long to be shown; allow it in a terminal.";
            page.text("\n").pre(&brief(&approval.command, 300)).text(note)
        };
        page = page.text("\nfor: ").text(&brief(&job.instruction, 200));
        for vote in &approval.approvers {
            page = page.text(&format!("\n{vote} agreed; one more person is needed"));
        }
        page = page.text(&self.collisions(&approval, &session).await);
        Ok(Some(View { key, page, keyboard: Some(keyboard(&post.nonce, whole)), last }))
    }

    /// A push may collide with what other sessions do; that is help, not a condition.
    async fn collisions(&self, approval: &Approval, session: &Session) -> String {
        if !approval.scopes.iter().any(|scope| scope.name().contains("push")) {
            return String::new();
        }
        let found = self.orchestrator.forecast(session).await.unwrap_or_else(|error| {
            tracing::warn!(session = %session.session_id, %error, "no forecast");
            Vec::new()
        });
        let line = |it: &crate::forecast::Conflict| {
            format!("\ncollides with {} in {}", it.session_id, brief(&it.files.join(", "), 200))
        };
        found.iter().map(line).collect()
    }

    async fn view_of_job(&self, id: &str) -> Result<Option<View>, Refusal> {
        let (job, place) = match self.orchestrator.job(id).await {
            Ok(found) => found,
            Err(Refusal::JobNotFound(_)) => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        let session = self.orchestrator.session(&job.session_id).await?;
        let mut page = head(&job, &session).text(": ").bold(job.status.name());
        if let Some(place) = place {
            page = page.text(&format!(" (place {place})"));
        }
        page = page.text("\n").text(&brief(&job.instruction, 200));
        if job.status == Status::Running
            && let Some(progress) = self.orchestrator.job_folder(id).progress()
        {
            page = page.text("\n").pre(&brief(&progress.last, 300));
        }
        page = ending(page, &job);
        Ok(Some(View {
            key: page.html().to_owned(),
            page,
            keyboard: None,
            last: job.status.is_end(),
        }))
    }

    async fn show(&self, mut post: Post, view: View, pace: &mut Pace) -> Result<(), Refusal> {
        let is_question = matches!(post.subject, Subject::Approval(_));
        if is_question && view.last && post.message.is_none() {
            // Answered elsewhere before it could be asked here.
            post.shown = view.key;
            return self.note(post, true).await;
        }
        let mut params = json!({
            "chat_id": post.chat,
            "text": view.page.html(),
            "parse_mode": "HTML",
            "link_preview_options": { "is_disabled": true },
        });
        if let Some(keyboard) = view.keyboard {
            params["reply_markup"] = keyboard;
        }
        let method = match post.message {
            Some(message) => {
                params["message_id"] = json!(message);
                "editMessageText"
            }
            None => "sendMessage",
        };
        let sent = tokio::select! {
            sent = self.api.call(method, &params, Duration::ZERO) => sent,
            () = self.stop().cancelled() => return Ok(()),
        };
        match sent {
            Ok(message) => {
                let until = Instant::now() + PACE.min(self.config.edit_every);
                pace.chats.insert(post.chat, Hold { until, next: FIRST_WAIT });
                pace.edited.insert((post.chat, post.nonce.clone()), Instant::now());
                post.message = post.message.or(message["message_id"].as_i64());
                post.shown = view.key;
                self.note(post, view.last).await
            }
            Err(error) => self.not_shown(post, (view.key, view.last), &error, pace).await,
        }
    }

    /// What is only late is tried again; what cannot be shown any more is settled.
    async fn not_shown(
        &self,
        mut post: Post,
        (key, last): (String, bool),
        error: &ApiError,
        pace: &mut Pace,
    ) -> Result<(), Refusal> {
        let description = match error {
            ApiError::Refused { code: 400 | 403, description, .. } => description.as_str(),
            ApiError::Refused { .. } | ApiError::Unreachable { .. } | ApiError::Garbage { .. } => {
                ""
            }
        };
        if description.contains("message is not modified") {
            post.shown = key;
            return self.note(post, last).await;
        }
        tracing::warn!(chat = post.chat, %error, "a message in Telegram is not right yet");
        if description.contains("bot was blocked") || description.contains("chat not found") {
            return self.note(post, true).await;
        }
        if description.contains("message to edit not found")
            || description.contains("can't be edited")
        {
            // A question that somebody deleted is asked again; anything else stays deleted.
            post.message = None;
            post.shown.clear();
            let settled = last || matches!(post.subject, Subject::Job(_));
            return self.note(post, settled).await;
        }
        let hold = pace.chats.remove(&post.chat);
        let next = hold.map_or(FIRST_WAIT, |hold| hold.next);
        let until = Instant::now() + retry_after(error).unwrap_or(next);
        pace.chats.insert(post.chat, Hold { until, next: (next * 2).min(LONGEST_WAIT) });
        Ok(())
    }

    async fn note(&self, post: Post, settled: bool) -> Result<(), Refusal> {
        let store = &self.orchestrator.store;
        store.write(Durability::Normal, move |tx| db::note(tx, &post, settled)).await?;
        Ok(())
    }
}

fn head(job: &Job, session: &Session) -> Page {
    let place = format!(" · {} · {}", job.project_id, session.branch);
    Page::default().bold(&session.session_id).text(&place)
}

fn verdict(approval: &Approval) -> String {
    match approval.state {
        State::Approved | State::Used => format!("\nallowed by {}", approval.approvers.join(", ")),
        State::Denied => format!("\ndenied: {}", approval.reason.as_deref().unwrap_or("no reason")),
        State::Expired => "\nno longer asked".to_owned(),
        State::Pending => String::new(),
    }
}

/// What came of a job.
fn ending(page: Page, job: &Job) -> Page {
    if !job.status.is_end() {
        return page;
    }
    let said = job.error.as_deref().or(job.result_summary.as_deref()).unwrap_or_default();
    let mut page = page.text("\n").text(&brief(said, 800));
    if !job.files_changed.is_empty() {
        page = page.text("\n").code(&brief(&job.files_changed.join(", "), 500));
    }
    if job.cost > 0 {
        page = page.text(&format!("\n{:.4} USD", dollars(job.cost)));
    }
    page
}
