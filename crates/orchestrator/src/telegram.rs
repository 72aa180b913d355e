//! The Telegram bot: the same tools by chat, and a person's answers by button.
//!
//! It asks the Bot API for news and acts on each piece once; what it has to tell is worked out from
//! the tables, so that a message that could not be sent is sent later and none is lost. It knows the
//! tools as any other client does.

mod answers;
mod buttons;
mod commands;
mod db;
mod incoming;
mod page;
mod posts;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use kernel::{Call, Principal, Scope, Scopes, ToolError, ToolTable};
use serde_json::{Map, Value, json};
use store::Durability;
use tokio_util::sync::CancellationToken;

use crate::Orchestrator;
use crate::config::TelegramConfig;
use crate::error::Refusal;
use crate::tools;

use incoming::{Message, Update};
use page::Page;
use wire::{Api, ApiError};

/// How long the bot waits before it tries again what failed, at first and at most.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How often an answer to a command is tried; questions to people are tried for as long as they are open.
const TRIES: u32 = 5;

/// The bot.
pub(crate) struct Bot {
    orchestrator: Arc<Orchestrator>,
    config: TelegramConfig,
    tools: ToolTable,
    api: Api,
    /// Something new is to be shown.
    news: tokio::sync::Notify,
}

impl Bot {
    /// Lets the bot run until the orchestrator stops.
    pub(crate) fn start(
        orchestrator: &Arc<Orchestrator>,
        config: &TelegramConfig,
    ) -> Result<(), Refusal> {
        if config.chats.is_empty() {
            tracing::warn!(
                "`telegram.allowed_chat_ids` is empty: no chat may use the bot; write to it to learn \
                 the number of yours"
            );
        }
        let bot = Arc::new(Self {
            orchestrator: orchestrator.clone(),
            config: config.clone(),
            tools: tools::table(orchestrator),
            api: Api::new(config)?,
            news: tokio::sync::Notify::new(),
        });
        orchestrator.tasks.spawn(bot.clone().listen());
        orchestrator.tasks.spawn(bot.post());
        Ok(())
    }

    fn stop(&self) -> &CancellationToken {
        &self.orchestrator.stop
    }

    /// Waits, unless the orchestrator stops; says whether to go on.
    async fn pause(&self, time: Duration) -> bool {
        tokio::select! {
            () = tokio::time::sleep(time) => true,
            () = self.stop().cancelled() => false,
        }
    }

    /// Asks for news until the orchestrator stops.
    async fn listen(self: Arc<Self>) {
        self.introduce().await;
        let mut wait = FIRST_WAIT;
        loop {
            let asked = tokio::select! {
                asked = self.updates() => asked,
                () = self.stop().cancelled() => return,
            };
            match asked {
                Ok(updates) => {
                    wait = FIRST_WAIT;
                    let mut usable = updates.is_empty();
                    for update in updates {
                        usable |= self.take(&update).await;
                    }
                    // What cannot even be numbered would come again at once.
                    if !usable && !self.pause(FIRST_WAIT).await {
                        return;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "no news from Telegram");
                    let pause = retry_after(&error).unwrap_or(wait);
                    wait = (wait * 2).min(LONGEST_WAIT);
                    if !self.pause(pause).await {
                        return;
                    }
                }
            }
        }
    }

    /// A webhook would keep the news from us; the list of commands is for people's comfort.
    async fn introduce(&self) {
        let list: Vec<Value> = commands::HELP
            .iter()
            .map(|(name, _, what)| json!({ "command": name, "description": what }))
            .collect();
        for (method, params) in [
            ("deleteWebhook", json!({ "drop_pending_updates": false })),
            ("setMyCommands", json!({ "commands": list })),
        ] {
            let called = tokio::select! {
                called = self.api.call(method, &params, Duration::ZERO) => called,
                () = self.stop().cancelled() => return,
            };
            if let Err(error) = called {
                tracing::warn!(%error, "the bot could not introduce itself");
            }
        }
    }

    async fn updates(&self) -> Result<Vec<Value>, ApiError> {
        let offset = self.orchestrator.store.read(db::offset).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the bot does not know where it was");
            0
        });
        let params = json!({
            "offset": offset,
            "timeout": self.config.poll.as_secs(),
            "allowed_updates": ["message", "callback_query"],
        });
        let answer = self.api.call("getUpdates", &params, self.config.poll).await?;
        if let Value::Array(updates) = answer {
            return Ok(updates);
        }
        Err(ApiError::Garbage { method: "getUpdates", status: 200 })
    }

    /// Notes the number of an update and acts on it; what was noted is never acted on again.
    async fn take(self: &Arc<Self>, update: &Value) -> bool {
        let Some(number) = update["update_id"].as_i64() else { return false };
        let noted = self
            .orchestrator
            .store
            .write(Durability::Normal, move |tx| db::advance(tx, number.saturating_add(1)));
        match noted.await {
            Ok(true) => {}
            Ok(false) => return true,
            Err(error) => {
                tracing::error!(%error, "news from Telegram could not be noted and are left alone");
                return false;
            }
        }
        match incoming::read(update) {
            Some(Update::Message(message)) => self.hear(message).await,
            Some(Update::Press(press)) => self.pressed(press).await,
            None => tracing::debug!(number, "an update was not understood"),
        }
        true
    }

    async fn hear(self: &Arc<Self>, message: Message) {
        let who = self.principal(message.chat, message.user);
        if !who.scopes.allows(Scope::Read) {
            let text = format!("This chat ({}) may not use the bot.", message.chat);
            return self.say(message.chat, &Page::plain(&text)).await;
        }
        let Some(text) = &message.text else {
            let text = "Only texts are read here, and nothing was done. Write it as a text.";
            return self.say(message.chat, &Page::plain(text)).await;
        };
        let command = commands::parse(text);
        if !command.is_slow() {
            return self.answer(message.chat, &who, command).await;
        }
        let bot = self.clone();
        self.orchestrator.tasks.spawn(async move { bot.answer(message.chat, &who, command).await });
    }

    /// What somebody may do in a chat: to decide takes a person who is named, wherever they write.
    fn principal(&self, chat: i64, user: i64) -> Principal {
        let TelegramConfig { chats, users, .. } = &self.config;
        let scopes: Scopes = if !chats.contains(&chat) {
            Scopes::default()
        } else if users.contains(&user) || chats.contains(&user) {
            [Scope::Read, Scope::JobsRun, Scope::JobsApprove].into_iter().collect()
        } else {
            [Scope::Read, Scope::JobsRun].into_iter().collect()
        };
        Principal::new(format!("telegram:{user}"), scopes)
    }

    /// Calls a tool as anybody else would.
    async fn tool(&self, who: &Principal, name: &str, input: Value) -> Result<Value, ToolError> {
        let needed = self.tools.get(name).map(|tool| tool.spec.scope);
        if let Some(scope) = needed.filter(|scope| !who.scopes.allows(*scope)) {
            let words = format!("you may not do this here: it needs `{scope}`");
            let hint = "see `telegram.allowed_chat_ids` and `telegram.allowed_user_ids`";
            return Err(ToolError::denied(words).with_hint(hint));
        }
        let input = if let Value::Object(input) = input { input } else { Map::new() };
        self.tools.call(name, Call::new(who.clone()), input).await
    }

    /// Sends an answer to a command; it is tried a few times and then given up.
    async fn say(&self, chat: i64, page: &Page) {
        let params = json!({
            "chat_id": chat,
            "text": page.html(),
            "parse_mode": "HTML",
            "link_preview_options": { "is_disabled": true },
        });
        let mut wait = FIRST_WAIT;
        for _ in 0..TRIES {
            let sent = self.api.call("sendMessage", &params, Duration::ZERO).await;
            let Err(error) = sent else { return };
            tracing::warn!(%error, "an answer was not sent");
            if matches!(&error, ApiError::Refused { retry_after: None, code, .. } if *code < 500) {
                return;
            }
            let pause = retry_after(&error).unwrap_or(wait);
            wait *= 2;
            if !self.pause(pause).await {
                return;
            }
        }
    }
}

/// How long the server asks to be left alone.
fn retry_after(error: &ApiError) -> Option<Duration> {
    match error {
        ApiError::Refused { retry_after, .. } => *retry_after,
        ApiError::Unreachable { .. } | ApiError::Garbage { .. } => None,
    }
}
