//! The bot's tables: how far it has read, which session a chat uses, which messages stand where.

use store::sql::{Row, params};
use store::{Reader, SqlError, Tx};

use crate::db::column;
use crate::error::Refusal;

const OFFSET: &str = "offset";

/// The number of the next update to be acted on; 0 before the first.
pub(super) fn offset(reader: &Reader<'_>) -> Result<i64, Refusal> {
    let sql = "SELECT value FROM orchestrator_telegram_mark WHERE name = $1";
    Ok(reader.query_one(sql, params![OFFSET], |row| column(row, 0))?.unwrap_or(0))
}

/// Notes that everything before `next` was acted on; says whether that is new.
pub(super) fn advance(tx: &mut Tx<'_>, next: i64) -> Result<bool, Refusal> {
    let changed = tx.execute(
        "INSERT INTO orchestrator_telegram_mark (name, value) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            WHERE orchestrator_telegram_mark.value < excluded.value",
        params![OFFSET, next],
    )?;
    Ok(changed == 1)
}

/// The session that the texts of a chat go to.
pub(super) fn active(reader: &Reader<'_>, chat: i64) -> Result<Option<String>, Refusal> {
    let sql = "SELECT session_id FROM orchestrator_telegram_chat WHERE chat_id = $1";
    Ok(reader.query_one(sql, params![chat], |row| column(row, 0))?)
}

pub(super) fn set_active(tx: &mut Tx<'_>, chat: i64, session: &str) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_telegram_chat (chat_id, session_id) VALUES ($1, $2)
            ON CONFLICT (chat_id) DO UPDATE SET session_id = excluded.session_id",
        params![chat, session],
    )?;
    Ok(())
}

/// A message that stands in a chat, or is to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Post {
    pub(super) chat: i64,
    /// What it is about.
    pub(super) subject: Subject,
    /// What its buttons carry.
    pub(super) nonce: String,
    pub(super) message: Option<i64>,
    /// What it says now.
    pub(super) shown: String,
}

/// What a message is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// A question to a person.
    Approval(String),
    /// A job.
    Job(String),
}

impl Subject {
    fn text(&self) -> String {
        match self {
            Self::Approval(id) => format!("approval/{id}"),
            Self::Job(id) => format!("job/{id}"),
        }
    }

    fn read(text: &str) -> Self {
        match text.split_once('/') {
            Some(("approval", id)) => Self::Approval(id.to_owned()),
            Some((_, id)) => Self::Job(id.to_owned()),
            None => Self::Job(text.to_owned()),
        }
    }
}

const COLUMNS: &str = "SELECT chat_id, subject, nonce, message_id, shown
    FROM orchestrator_telegram_post";

fn post(row: &Row<'_>) -> Result<Post, SqlError> {
    Ok(Post {
        chat: column(row, 0)?,
        subject: Subject::read(&column::<String>(row, 1)?),
        nonce: column(row, 2)?,
        message: column(row, 3)?,
        shown: column(row, 4)?,
    })
}

/// Every message that may have to change.
pub(super) fn open(reader: &Reader<'_>) -> Result<Vec<Post>, Refusal> {
    let sql = format!("{COLUMNS} WHERE NOT settled ORDER BY chat_id, subject");
    Ok(reader.query(&sql, [], post)?)
}

/// The message whose buttons carry this.
pub(super) fn of_nonce(reader: &Reader<'_>, nonce: &str) -> Result<Option<Post>, Refusal> {
    let sql = format!("{COLUMNS} WHERE nonce = $1");
    Ok(reader.query_one(&sql, params![nonce], post)?)
}

/// Plans a message; nothing happens if there is one about the same in the chat.
pub(super) fn plan(
    tx: &mut Tx<'_>,
    chat: i64,
    subject: &Subject,
    nonce: &str,
) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_telegram_post (chat_id, subject, nonce, shown, settled)
            VALUES ($1, $2, $3, '', FALSE) ON CONFLICT (chat_id, subject) DO NOTHING",
        params![chat, subject.text(), nonce],
    )?;
    Ok(())
}

/// Writes down what stands in the chat now, and whether it will stay.
pub(super) fn note(tx: &mut Tx<'_>, post: &Post, settled: bool) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_telegram_post SET message_id = $1, shown = $2, settled = $3
            WHERE chat_id = $4 AND subject = $5",
        params![post.message, post.shown, settled, post.chat, post.subject.text()],
    )?;
    Ok(())
}
