//! One question to a Supabase project's PostgREST, and what its answers mean.
//!
//! Calls block: whoever asks is on a thread that may wait.

use std::fmt;
use std::io;
use std::thread;
use std::time::Duration;

use models::http::{Answered, HttpError, Sent, Target};
use serde_json::Value;

/// A project, and the key that says as whom it is asked.
#[derive(Clone, PartialEq, Eq)]
pub struct Remote {
    url: String,
    key: String,
    timeout: Duration,
}

/// The key is a secret.
impl fmt::Debug for Remote {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Remote").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Why a project did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// The address cannot be used.
    #[error(
        "`{url}` is no address of a Supabase project, expected one such as https://NAME.supabase.co: {problem}"
    )]
    Address {
        /// As configured.
        url: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// There is no key to ask with.
    #[error(
        "there is no key for the Supabase project at `{url}`; set `SUPABASE_ANON_KEY`, or `avatar.supabase_key_file` to the file that has it"
    )]
    NoKey {
        /// The project that cannot be asked.
        url: String,
    },
    /// Nobody answers.
    #[error("the Supabase project at `{url}` cannot be reached: {reason}")]
    Unreachable {
        /// Where it was expected.
        url: String,
        /// What the system said.
        reason: String,
    },
    /// The answer did not come in time.
    #[error("the Supabase project at `{url}` did not answer within {seconds} s")]
    TimedOut {
        /// Where it was expected.
        url: String,
        /// The time that was given.
        seconds: u64,
    },
    /// The key is wrong or may not do this.
    #[error("the Supabase project at `{url}` refused the key with status {status}: {message}")]
    Denied {
        /// Who refused.
        url: String,
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
    },
    /// A table, a column or a function is missing.
    #[error(
        "the Supabase project at `{url}` is not set up for avatars: {message}; apply what `ensemble avatar schema` prints"
    )]
    Schema {
        /// Who said so.
        url: String,
        /// What is missing.
        message: String,
    },
    /// The question's vector does not fit the passages' vectors.
    #[error("the question's vector does not fit the passages: {0}")]
    Dimensions(String),
    /// The avatar's encoder is unknown here, and there is no search by words.
    #[error(
        "avatar `{avatar}` was embedded with `{encoder}`, which this program does not have, and the project cannot search by words; apply what `ensemble avatar schema` prints, or push the avatar again"
    )]
    Encoder {
        /// The avatar.
        avatar: String,
        /// What its vectors were made with.
        encoder: String,
    },
    /// The project said no for another reason.
    #[error("the Supabase project at `{url}` refused with status {status}: {message}")]
    Refused {
        /// Who refused.
        url: String,
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The answer is not of the expected form.
    #[error("what the Supabase project at `{url}` answered cannot be read: {problem}")]
    Malformed {
        /// Who answered.
        url: String,
        /// What does not fit.
        problem: String,
    },
}

impl RemoteError {
    /// Whether asking again may help.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::TimedOut { .. } => true,
            Self::Refused { status, .. } => [429, 502, 503, 504].contains(status),
            Self::Address { .. }
            | Self::NoKey { .. }
            | Self::Denied { .. }
            | Self::Schema { .. }
            | Self::Dimensions(_)
            | Self::Encoder { .. }
            | Self::Malformed { .. } => false,
        }
    }
}

impl Remote {
    /// The project at `url`, asked with `key`; no answer may take longer than `timeout`. Without a key it is
    /// never asked, and every question to it is an error.
    pub fn new(url: &str, key: &str, timeout: Duration) -> Self {
        Self { url: url.trim_end_matches('/').to_owned(), key: key.to_owned(), timeout }
    }

    /// Where the project is.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Reads rows.
    pub(super) fn get(&self, path: &str) -> Result<Value, RemoteError> {
        self.exchange(path, None, &[])
    }

    /// Calls a function.
    pub(super) fn call(&self, function: &str, arguments: &Value) -> Result<Value, RemoteError> {
        self.exchange(&format!("rpc/{function}"), Some(arguments), &[])
    }

    /// Adds rows; one whose id is there already stays as it is.
    pub(super) fn add(&self, table: &str, rows: &Value) -> Result<(), RemoteError> {
        let prefer = ("prefer", "resolution=ignore-duplicates,return=minimal".to_owned());
        self.exchange(&format!("{table}?on_conflict=id"), Some(rows), &[prefer]).map(|_| ())
    }

    pub(super) fn malformed(&self, problem: &dyn ToString) -> RemoteError {
        RemoteError::Malformed { url: self.url.clone(), problem: problem.to_string() }
    }

    fn exchange(
        &self,
        path: &str,
        body: Option<&Value>,
        further: &[(&'static str, String)],
    ) -> Result<Value, RemoteError> {
        if self.key.is_empty() {
            return Err(RemoteError::NoKey { url: self.url.clone() });
        }
        let target = Target { url: format!("{}/rest/v1/{path}", self.url), certificates: None };
        let mut headers =
            vec![("apikey", self.key.clone()), ("authorization", format!("Bearer {}", self.key))];
        headers.extend_from_slice(further);
        let sending = async {
            tokio::time::timeout(self.timeout, target.send(Sent { headers: &headers, body })).await
        };
        // A thread of its own, because the caller's may belong to a runtime that must not wait.
        let waited = thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
                io::Result::Ok(runtime.block_on(sending))
            });
            waiting.join()
        });
        let broken = |reason: String| RemoteError::Unreachable { url: self.url.clone(), reason };
        let waited = waited.map_err(|_| broken("the call failed".to_owned()))?;
        let seconds = self.timeout.as_secs();
        let answered = waited
            .map_err(|error| broken(error.to_string()))?
            .map_err(|_| RemoteError::TimedOut { url: self.url.clone(), seconds })?
            .map_err(|error| self.unsent(error))?;
        self.read(answered)
    }

    fn unsent(&self, error: HttpError) -> RemoteError {
        match error {
            HttpError::Address { problem, .. } => {
                RemoteError::Address { url: self.url.clone(), problem }
            }
            HttpError::Unreachable { reason, .. } => {
                RemoteError::Unreachable { url: self.url.clone(), reason }
            }
            long @ HttpError::TooLong { .. } => {
                RemoteError::Unreachable { url: self.url.clone(), reason: long.to_string() }
            }
        }
    }

    /// The body of an answer that says yes.
    fn read(&self, answered: Answered) -> Result<Value, RemoteError> {
        let Answered { status, body, .. } = answered;
        if (200..300).contains(&status) {
            return Ok(body);
        }
        let url = self.url.clone();
        let told = ["message", "msg", "error"].iter().find_map(|name| body.get(name)?.as_str());
        let brief = || body.to_string().chars().take(200).collect();
        let message = told.map_or_else(brief, str::to_owned);
        let code = body.get("code").and_then(Value::as_str).unwrap_or_default();
        Err(match code {
            // No such function, table or column: in the schema that PostgREST keeps, or in the database.
            "PGRST202" | "PGRST204" | "PGRST205" | "42P01" | "42703" | "42883" => {
                RemoteError::Schema { url, message }
            }
            "22000" => RemoteError::Dimensions(message),
            "23503" => {
                let message = format!("{message}; another push ended meanwhile, push again");
                RemoteError::Refused { url, status, message }
            }
            // PostgREST gives no reason where it does not know a table that is written to.
            _ if status == 404 => RemoteError::Schema { url, message },
            _ if status == 401 || status == 403 => RemoteError::Denied { url, status, message },
            _ => RemoteError::Refused { url, status, message },
        })
    }
}
