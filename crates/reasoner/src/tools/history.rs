//! The past of a session: versions, what changed between them, taking back, going another way.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Call, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session::{SessionData, made_up, make};
use super::{check_name, computed};
use crate::db::{self, EntryRow};
use crate::error::Refusal;
use crate::live::{ENGLISH, Live, News, Teller};
use crate::notation;
use crate::state::{Plan, Reasoner};

/// A version of a session, or the time it was current at.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected the number of a version or a time such as 2026-11-15T08:30:00Z"
)]
pub(super) enum AsOf {
    /// A version
    Version(u64),
    /// A time such as 2026-11-15T08:30:00Z
    Time(String),
}

impl AsOf {
    /// The version meant, and the time whose ontologies it rests on: a version's is when it came.
    async fn moment(
        &self,
        reasoner: &Reasoner,
        principal: &str,
        id: &str,
    ) -> Result<(u64, Timestamp), Refusal> {
        let (owner, name) = (principal.to_owned(), id.to_owned());
        let changes = reasoner
            .look_up(move |reader| match db::session(reader, &owner, &name)? {
                Some(row) => {
                    let changes = db::changes(reader, row.key, 0, usize::MAX >> 1)?;
                    Ok(Some((row.created_at, changes)))
                }
                None => Ok(None),
            })
            .await?;
        let (made, changes) = changes.ok_or_else(|| Refusal::NoSession(id.to_owned()))?;
        match self {
            Self::Version(version) => {
                let change = changes.iter().find(|(number, ..)| number == version);
                Ok((*version, change.map_or(made, |(.., at)| *at)))
            }
            Self::Time(text) => {
                let time: Timestamp =
                    text.parse().map_err(|error| Refusal::Invalid(format!("`asOf`: {error}")))?;
                let before = changes.iter().rev().find(|(.., at)| *at <= time);
                Ok((before.map_or(0, |(version, ..)| *version), time))
            }
        }
    }

    /// The session as it was.
    pub(super) async fn live(
        &self,
        reasoner: &Reasoner,
        principal: &str,
        id: &str,
    ) -> Result<Live, Refusal> {
        let (version, time) = self.moment(reasoner, principal, id).await?;
        let ontologies = reasoner.ontologies_at(principal, time).await?;
        reasoner.kept(principal, id, Some(version), ontologies).await
    }
}

/// What to copy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Fork {
    /// The session to copy
    session_id: String,
    /// The name of the copy; made up if not given
    new_session_id: Option<String>,
    /// The version or time to copy; the newest if not given
    as_of: Option<AsOf>,
}

/// The copy.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Forked {
    /// Whether it was done
    success: bool,
    /// The copy
    data: SessionData,
    /// The session it was copied from
    forked_from: String,
    /// At this version
    version: u64,
}

pub(super) async fn fork(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Fork,
) -> Result<Forked, Refusal> {
    let principal = call.principal.id.to_string();
    let id = match input.new_session_id {
        Some(id) => id,
        None => made_up()?,
    };
    check_name("session", &id)?;
    let (rows, made, version) = match &input.as_of {
        Some(as_of) => {
            let live = as_of.live(&reasoner, &principal, &input.session_id).await?;
            (rows(&live), (live.chosen(), live.row.strictness), live.row.version)
        }
        None => {
            let live = reasoner.read(&principal, &input.session_id).await?;
            (rows(&live), (live.chosen(), live.row.strictness), live.row.version)
        }
    };
    make(&reasoner, &principal, &id, made).await?;
    if !rows.is_empty() {
        let change = move |live: &mut Live| {
            let first = live.entries.len();
            live.adopt(rows)?;
            Ok((Some(Plan { action: "fork", first, removed: Vec::new(), rebuild: true }), ()))
        };
        reasoner.change(&principal, &id, change).await?;
    }
    let live = reasoner.read(&principal, &id).await?;
    let data = computed(move || Ok(SessionData::of(&live))).await?;
    Ok(Forked { success: true, data, forked_from: input.session_id, version })
}

fn rows(live: &Live) -> Vec<EntryRow> {
    live.entries.iter().map(|entry| entry.row.clone()).collect()
}

/// Which part of the past.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct History {
    /// The session
    session_id: String,
    /// Only changes after this version; with `to`, the older of two versions to compare
    #[serde(default)]
    from: u64,
    /// The newer of two versions to compare
    to: Option<u64>,
    /// At most this many changes (1 to 1000, 100 if not given)
    limit: Option<usize>,
}

/// The past of a session.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Past {
    /// Whether it was found
    success: bool,
    /// The changes, oldest first
    changes: Vec<ChangeData>,
    /// What differs between two versions, when `to` was given
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<Diff>,
    /// The newest version
    version: u64,
}

/// One change.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ChangeData {
    /// The version it led to
    version: u64,
    /// What was done
    action: String,
    /// By whom
    author: String,
    /// When
    at: String,
    /// The statements that came
    added: Vec<Labelled>,
    /// The statements that went
    removed: Vec<Labelled>,
}

/// What differs between two versions.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Diff {
    /// The older version
    from: u64,
    /// The newer version
    to: u64,
    /// What the newer has more
    added: Vec<Labelled>,
    /// What the older had more
    removed: Vec<Labelled>,
}

/// A statement with its number.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Labelled {
    /// Its number
    label: u64,
    /// As it was told
    text: String,
}

fn labelled<'a>(rows: impl Iterator<Item = &'a EntryRow>) -> Vec<Labelled> {
    rows.map(|row| Labelled { label: row.label, text: row.text.clone() }).collect()
}

fn held(row: &EntryRow, version: u64) -> bool {
    row.added <= version && row.removed.is_none_or(|at| at > version)
}

pub(super) async fn history(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: History,
) -> Result<Past, Refusal> {
    let limit = input.limit.unwrap_or(100);
    if !(1..=1000).contains(&limit) {
        return Err(Refusal::Invalid(format!("`limit` is {limit}, expected 1 to 1000")));
    }
    let (owner, id, from) = (call.principal.id.to_string(), input.session_id.clone(), input.from);
    let kept = reasoner
        .look_up(move |reader| match db::session(reader, &owner, &id)? {
            Some(row) => {
                let changes = db::changes(reader, row.key, from, limit)?;
                Ok(Some((row.version, changes, db::entries(reader, row.key)?)))
            }
            None => Ok(None),
        })
        .await?;
    let (version, changes, entries) = kept.ok_or(Refusal::NoSession(input.session_id))?;
    let wanted = [("from", Some(from)), ("to", input.to)];
    for (name, wanted) in wanted.into_iter().filter_map(|(name, it)| Some((name, it?))) {
        if wanted > version {
            let message = format!("`{name}` is {wanted}, but the newest version is {version}");
            return Err(Refusal::Invalid(message));
        }
    }
    let changes = changes.into_iter().map(|(version, action, author, at)| ChangeData {
        version,
        action,
        author,
        at: at.to_string(),
        added: labelled(entries.iter().filter(|row| row.added == version)),
        removed: labelled(entries.iter().filter(|row| row.removed == Some(version))),
    });
    let diff = input.to.map(|to| Diff {
        from,
        to,
        added: labelled(entries.iter().filter(|row| held(row, to) && !held(row, from))),
        removed: labelled(entries.iter().filter(|row| held(row, from) && !held(row, to))),
    });
    Ok(Past { success: true, changes: changes.collect(), diff, version })
}

/// What to take back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Retract {
    /// The session
    session_id: String,
    /// The numbers of statements
    #[serde(default)]
    labels: Vec<u64>,
    /// A statement as it was told, or a clause it makes
    text: Option<String>,
    /// Undo so many of the last changes instead
    #[serde(default)]
    undo: u64,
}

/// What was taken back.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Retracted {
    /// Whether it was done
    success: bool,
    /// What was done
    message: String,
    /// The statements that went
    removed: Vec<String>,
    /// The statements that came back
    restored: Vec<String>,
    /// The whole knowledge base as Prolog text
    full_knowledge_base: String,
    /// How many changes the session has seen
    version: u64,
}

pub(super) async fn retract(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Retract,
) -> Result<Retracted, Refusal> {
    let principal = call.principal.id.to_string();
    let named = !input.labels.is_empty() || input.text.is_some();
    match (named, input.undo > 0) {
        (true, true) => {
            let message = "`undo` goes back by changes, `labels` and `text` name statements; \
                           give one or the other";
            return Err(Refusal::Invalid(message.to_owned()));
        }
        (false, false) => {
            let message = "nothing to take back was named, expected `labels`, `text` or `undo`";
            return Err(Refusal::Invalid(message.to_owned()));
        }
        (true, false) | (false, true) => {}
    }
    let earlier = match input.undo {
        0 => None,
        undo => Some(before(&reasoner, &principal, &input.session_id, undo).await?),
    };
    let id = input.session_id.clone();
    let ((removed, restored), live) = reasoner
        .change(&principal, &id, move |live| match earlier {
            Some(earlier) => go_back(live, &earlier),
            None => take_back(live, &input),
        })
        .await?;
    let (gone, back) = (removed.len(), restored.len());
    Ok(Retracted {
        success: true,
        message: format!("{gone} statements were taken back, {back} hold again."),
        removed,
        restored,
        full_knowledge_base: live.facts(),
        version: live.row.version,
    })
}

type Outcome = Result<(Option<Plan>, (Vec<String>, Vec<String>)), Refusal>;

fn take_back(live: &mut Live, input: &Retract) -> Outcome {
    let wanted = |at: usize| {
        let entry = &live.entries[at];
        let said = input.text.as_deref().map(str::trim).is_some_and(|text| {
            entry.row.text.trim() == text
                || entry.told().trim() == text
                || entry.facts.iter().any(|fact| fact == text)
        });
        said || input.labels.contains(&entry.row.label)
    };
    let chosen: Vec<usize> = (0..live.entries.len()).filter(|at| wanted(*at)).collect();
    if chosen.is_empty() {
        let message = "no statement of the session has that number or text";
        return Err(Refusal::Invalid(message.to_owned()));
    }
    let removed = chosen.iter().map(|at| live.entries[*at].row.label).collect();
    let texts = chosen.iter().map(|at| live.entries[*at].row.text.clone()).collect();
    let plan = Plan { action: "retract", first: live.entries.len(), removed, rebuild: true };
    Ok((Some(plan), (texts, Vec::new())))
}

/// What held before the last changes.
async fn before(
    reasoner: &Reasoner,
    principal: &str,
    id: &str,
    undo: u64,
) -> Result<Vec<EntryRow>, Refusal> {
    let (owner, name) = (principal.to_owned(), id.to_owned());
    let kept = reasoner
        .look_up(move |reader| match db::session(reader, &owner, &name)? {
            Some(row) => {
                let changes = db::changes(reader, row.key, 0, usize::MAX >> 1)?;
                let undone = changes.iter().map(|(at, action, ..)| (*at, action == "undo"));
                Ok(Some((undone.collect::<Vec<_>>(), db::entries(reader, row.key)?)))
            }
            None => Ok(None),
        })
        .await?;
    let (changes, rows) = kept.ok_or_else(|| Refusal::NoSession(id.to_owned()))?;
    let standing = standing(&changes, &rows);
    let left = standing.len() - 1;
    let target = usize::try_from(undo).ok().and_then(|undo| left.checked_sub(undo));
    let Some(target) = target.map(|at| standing[at]) else {
        let message = format!("`undo` is {undo}, but `{id}` has {left} changes left to undo");
        return Err(Refusal::Invalid(message));
    };
    Ok(rows.into_iter().filter(|row| held(row, target)).collect())
}

/// The versions that can be gone back to, the present one last: what an undo took back is not
/// among them, so that a second one goes further instead of undoing the first.
fn standing(changes: &[(u64, bool)], rows: &[EntryRow]) -> Vec<u64> {
    let told = |version: u64| {
        let mut told: Vec<_> = rows
            .iter()
            .filter(|row| held(row, version))
            .map(|row| (&row.kind, &row.text))
            .collect();
        told.sort();
        told
    };
    let mut standing = vec![0];
    for (version, undone) in changes {
        if !*undone {
            standing.push(*version);
            continue;
        }
        while standing.len() > 1 {
            standing.pop();
            if standing.last().is_some_and(|before| told(*before) == told(*version)) {
                break;
            }
        }
        if let Some(last) = standing.last_mut() {
            *last = *version;
        }
    }
    standing
}

fn go_back(live: &mut Live, earlier: &[EntryRow]) -> Outcome {
    let then: BTreeSet<u64> = earlier.iter().map(|row| row.label).collect();
    let now: BTreeSet<u64> = live.entries.iter().map(|entry| entry.row.label).collect();
    let gone: Vec<&EntryRow> = live
        .entries
        .iter()
        .map(|entry| &entry.row)
        .filter(|row| !then.contains(&row.label))
        .collect();
    let removed: Vec<u64> = gone.iter().map(|row| row.label).collect();
    let texts: Vec<String> = gone.iter().map(|row| row.text.clone()).collect();
    let back: Vec<EntryRow> =
        earlier.iter().filter(|row| !now.contains(&row.label)).cloned().collect();
    if removed.is_empty() && back.is_empty() {
        return Ok((None, (Vec::new(), Vec::new())));
    }
    let restored = back.iter().map(|row| row.text.clone()).collect();
    let first = live.entries.len();
    live.retell(back)?;
    let plan = Plan { action: "undo", first, removed, rebuild: true };
    Ok((Some(plan), (texts, restored)))
}

impl Live {
    /// Takes over entries of another session, with their numbers.
    fn adopt(&mut self, rows: Vec<EntryRow>) -> Result<(), Refusal> {
        for row in rows {
            self.row.label = self.row.label.max(row.label);
            self.restore(row)?;
        }
        Ok(())
    }

    /// Tells again what was taken back, under new numbers but with its first author and time.
    fn retell(&mut self, rows: Vec<EntryRow>) -> Result<(), Refusal> {
        let version = self.row.version + 1;
        for row in rows {
            let news = if row.kind == ENGLISH {
                let meaning = serde_json::from_str(&row.content)
                    .map_err(|error| Refusal::Defect(error.to_string()))?;
                News::Sentence(row.text.clone(), meaning)
            } else {
                let mut pieces = notation::read_unchecked(&mut self.dialect(), &row.text);
                let Some(piece) = pieces.pop() else { continue };
                News::Clause(piece)
            };
            let (strategy, author) = (row.strategy.as_str(), row.author.as_str());
            let original = row.original.as_deref();
            self.add(news, Teller { strategy, author, version, original });
            if let Some(entry) = self.entries.last_mut() {
                entry.row.at = row.at;
            }
        }
        Ok(())
    }
}
