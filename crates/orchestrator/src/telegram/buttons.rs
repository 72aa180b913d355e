//! A person's answer by button: it counts for the very question under which it stands, in the chat
//! it was shown in, from a person who may decide, and once.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Principal, Scope};
use serde_json::{Value, json};

use super::Bot;
use super::db::{self, Subject};
use super::incoming::Press;
use crate::approvals::{self, Approval, State};
use crate::error::Refusal;

/// What a button stands for; the letter is what it carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Once,
    ForJob,
    Deny,
}

impl Choice {
    const ALL: [(Self, char, &'static str); 3] = [
        (Self::Once, 'y', "Allow once"),
        (Self::ForJob, 'j', "Allow for this job"),
        (Self::Deny, 'n', "Deny"),
    ];

    fn read(data: &str) -> Option<(Self, &str)> {
        let (letter, nonce) = data.split_once(':')?;
        let found = Self::ALL.into_iter().find(|(_, it, _)| letter.chars().eq([*it]))?;
        Some((found.0, nonce))
    }
}

/// The buttons of a question; where the command cannot be shown as a whole it can only be refused.
pub(super) fn keyboard(nonce: &str, whole: bool) -> Value {
    let buttons: Vec<Value> = Choice::ALL
        .into_iter()
        .filter(|(choice, _, _)| whole || *choice == Choice::Deny)
        .map(|(_, letter, text)| json!({ "text": text, "callback_data": format!("{letter}:{nonce}") }))
        .collect();
    json!({ "inline_keyboard": [buttons] })
}

impl Bot {
    pub(super) async fn pressed(self: &Arc<Self>, press: Press) {
        let who = self.principal(press.chat, press.user);
        if !who.scopes.allows(Scope::JobsApprove) {
            return self.reply(&press, "You may not decide here.").await;
        }
        match self.question(&press).await {
            Ok(Some((Choice::Deny, approval))) => self.deny(press, who, approval).await,
            Ok(Some((choice, approval))) => {
                let said = self.approve(choice, &who, &approval).await;
                self.reply(&press, &said).await;
            }
            Ok(None) => self.reply(&press, "This button is no longer good.").await,
            Err(error) => {
                tracing::error!(%error, "a press could not be looked up");
                self.reply(&press, "That did not work; try again.").await;
            }
        }
        self.news.notify_one();
    }

    /// The open question that a button stands under.
    async fn question(&self, press: &Press) -> Result<Option<(Choice, Approval)>, Refusal> {
        let Some((choice, nonce)) = Choice::read(&press.data) else { return Ok(None) };
        let (nonce, chat, message) = (nonce.to_owned(), press.chat, press.message);
        let found = self.orchestrator.store.read(move |reader| {
            let Some(post) = db::of_nonce(reader, &nonce)? else { return Ok(None) };
            // A message whose sending was cut off has no number yet; its button is still its own.
            let here = post.chat == chat && post.message.is_none_or(|it| it == message);
            let Subject::Approval(id) = post.subject else { return Ok(None) };
            let approval = approvals::db::get(reader, &id)?;
            Ok::<_, Refusal>(approval.filter(|it| here && it.state == State::Pending))
        });
        Ok(found.await?.map(|approval| (choice, approval)))
    }

    async fn approve(&self, choice: Choice, who: &Principal, approval: &Approval) -> String {
        let mut input = json!({ "job_id": approval.job_id, "approval_id": approval.approval_id });
        if choice == Choice::ForJob {
            input["scope"] = json!("job");
        }
        self.decided(who, "approve_job", input).await
    }

    /// Stopping an agent takes its time, and a press wants its answer at once.
    async fn deny(self: &Arc<Self>, press: Press, who: Principal, approval: Approval) {
        self.reply(&press, "Denied; the job is being stopped.").await;
        let bot = self.clone();
        self.orchestrator.tasks.spawn(async move {
            let input = json!({
                "job_id": approval.job_id,
                "approval_id": approval.approval_id,
                "reason": "refused in Telegram",
            });
            let said = bot.decided(&who, "deny_job", input).await;
            tracing::debug!(said, "a job was denied in Telegram");
            bot.news.notify_one();
        });
    }

    async fn decided(&self, who: &Principal, tool: &str, input: Value) -> String {
        match self.tool(who, tool, input).await {
            Ok(answer) => answer["message"].as_str().unwrap_or_default().to_owned(),
            Err(error) => error.message,
        }
    }

    /// The small note that ends the waiting of a pressed button.
    async fn reply(&self, press: &Press, text: &str) {
        let text: String = text.chars().take(190).collect();
        let params = json!({ "callback_query_id": press.id, "text": text });
        if let Err(error) = self.api.call("answerCallbackQuery", &params, Duration::ZERO).await {
            tracing::warn!(%error, "a press was not answered");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_button_carries_fits_and_comes_back() {
        let nonce = crate::identity::secret().unwrap();
        let keyboard = keyboard(&nonce, true);
        let row = keyboard["inline_keyboard"][0].as_array().unwrap();
        assert_eq!(row.len(), 3);
        for (button, (choice, _, _)) in row.iter().zip(Choice::ALL) {
            let data = button["callback_data"].as_str().unwrap();
            assert!(data.len() <= 64, "{data}");
            assert_eq!(Choice::read(data), Some((choice, nonce.as_str())));
        }
        for wrong in ["", "y", "yy:1", ":1", "x:1"] {
            assert_eq!(Choice::read(wrong), None, "{wrong}");
        }
        let short = super::keyboard(&nonce, false);
        assert_eq!(short["inline_keyboard"][0].as_array().unwrap().len(), 1);
    }
}
