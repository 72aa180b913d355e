//! Whose things are whose: what a principal made is its own, until it shares it.
//!
//! A service says once which of its things belong to somebody (`Things`): by which key arguments and
//! answers name them, where they are read, and which tools make them. `Owners` remembers who made
//! what. Whether somebody may see a thing or an event is decided here and nowhere else.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::{Event, Principal, Scope, ToolError};

/// A kind of thing that belongs to somebody.
#[derive(Debug, Clone)]
pub struct ThingKind {
    /// What it is called, also at the beginning of its stream in the journal, such as `actor`.
    pub name: &'static str,
    /// The key under which arguments and answers name one, such as `actor_id`.
    pub key: &'static str,
    /// The tools that make one and name it in their answer.
    pub makers: &'static [&'static str],
    /// What the URIs of what can be read of one begin with, before its id.
    pub places: &'static [&'static str],
    /// Who else may see every one of them.
    pub seen_with: Option<Scope>,
}

/// The kinds of things of one service that belong to somebody.
#[derive(Debug, Clone, Default)]
pub struct Things(Vec<ThingKind>);

impl Things {
    /// A service whose things belong to everybody, or that keeps principals apart itself.
    pub fn none() -> Self {
        Self::default()
    }

    /// Declares a kind.
    #[must_use]
    pub fn kind(mut self, kind: ThingKind) -> Self {
        self.0.push(kind);
        self
    }

    /// The kinds, in the order they were declared.
    pub fn kinds(&self) -> &[ThingKind] {
        &self.0
    }

    /// The thing that a value under `key` names.
    pub fn named(&self, key: &str, id: &str) -> Option<Thing> {
        let kind = self.0.iter().find(|kind| kind.key == key)?;
        Some(Thing { stream: format!("{}/{id}", kind.name), seen_with: kind.seen_with })
    }

    /// The thing that can be read at `uri`.
    pub fn at(&self, uri: &str) -> Option<Thing> {
        let found = self.0.iter().find_map(|kind| {
            let rest = kind.places.iter().find_map(|place| uri.strip_prefix(place))?;
            Some((kind, rest.split(['/', '?', '#']).next().unwrap_or_default()))
        });
        let (kind, id) = found?;
        Some(Thing { stream: format!("{}/{id}", kind.name), seen_with: kind.seen_with })
    }

    /// The thing that a stream of the journal is about.
    pub fn of_stream(&self, stream: &str) -> Option<Thing> {
        let (name, _) = stream.split_once('/')?;
        let kind = self.0.iter().find(|kind| kind.name == name)?;
        Some(Thing { stream: stream.to_owned(), seen_with: kind.seen_with })
    }
}

/// One thing, by the stream of the journal that tells its life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// Its stream, such as `actor/7f3a`.
    pub stream: String,
    /// Who else may see it.
    pub seen_with: Option<Scope>,
}

/// Who made a thing and who else may use it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Who made it.
    pub principal: String,
    /// Who may use it as if it were theirs.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub shared_with: BTreeSet<String>,
}

/// Writes down who owns a thing.
pub type KeepOwner =
    Arc<dyn Fn(String, Owner) -> BoxFuture<'static, Result<(), ToolError>> + Send + Sync>;

/// Who owns what.
pub struct Owners {
    known: RwLock<HashMap<String, Owner>>,
    keep: KeepOwner,
}

impl Owners {
    /// Those that are known, and how further ones are written down.
    pub fn new(known: impl IntoIterator<Item = (String, Owner)>, keep: KeepOwner) -> Arc<Self> {
        Arc::new(Self { known: RwLock::new(known.into_iter().collect()), keep })
    }

    /// Owners that last as long as the process.
    pub fn in_memory() -> Arc<Self> {
        Self::new([], Arc::new(|_, _| Box::pin(std::future::ready(Ok(())))))
    }

    /// Notes that `principal` made a thing; one that has an owner keeps it.
    pub async fn claim(&self, thing: &Thing, principal: &Principal) -> Result<(), ToolError> {
        match self.note(thing, principal) {
            Some(owner) => (self.keep)(thing.stream.clone(), owner).await,
            None => Ok(()),
        }
    }

    fn note(&self, thing: &Thing, principal: &Principal) -> Option<Owner> {
        let owner = Owner { principal: principal.id.to_string(), ..Owner::default() };
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.contains_key(&thing.stream) {
            return None;
        }
        known.insert(thing.stream.clone(), owner.clone());
        Some(owner)
    }

    /// Lets `other` use what belongs to `principal`.
    pub async fn share(
        &self,
        stream: &str,
        principal: &Principal,
        other: &str,
    ) -> Result<Owner, ToolError> {
        let shared = self.add(stream, principal, other);
        let owner = shared
            .ok_or_else(|| ToolError::not_found(format!("`{}` has no `{stream}`", principal.id)))?;
        (self.keep)(stream.to_owned(), owner.clone()).await?;
        Ok(owner)
    }

    fn add(&self, stream: &str, principal: &Principal, other: &str) -> Option<Owner> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let owner = known.get_mut(stream).filter(|owner| is_own(owner, principal))?;
        owner.shared_with.insert(other.to_owned());
        Some(owner.clone())
    }

    /// Whether `principal` may see and use a thing. One that nobody is known to own is the admins'.
    pub fn sees(&self, principal: &Principal, thing: &Thing) -> bool {
        let allowed = thing.seen_with.is_some_and(|scope| principal.scopes.allows(scope));
        allowed || principal.is_admin() || self.has(principal, &thing.stream)
    }

    /// Whether `principal` may see an event: its own, and what happens to its things.
    pub fn sees_event(&self, principal: &Principal, event: &Event, things: &Things) -> bool {
        if principal.is_admin() || event.principal == principal.id {
            return true;
        }
        match things.of_stream(&event.stream) {
            Some(thing) => self.sees(principal, &thing),
            None => self.has(principal, &event.stream),
        }
    }

    fn has(&self, principal: &Principal, stream: &str) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(stream).is_some_and(|owner| is_own(owner, principal))
    }
}

fn is_own(owner: &Owner, principal: &Principal) -> bool {
    principal.is_admin()
        || owner.principal == *principal.id
        || owner.shared_with.contains(&*principal.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scopes;

    fn things() -> Things {
        Things::none().kind(ThingKind {
            name: "actor",
            key: "actor_id",
            makers: &["start_actor"],
            places: &["theater://actor/", "theater://events/"],
            seen_with: Some(Scope::JobsApprove),
        })
    }

    fn who(id: &str, scope: Scope) -> Principal {
        Principal::new(id, [scope].into_iter().collect::<Scopes>())
    }

    #[test]
    fn a_thing_is_the_same_by_its_key_its_uri_and_its_stream() {
        let things = things();
        let thing = things.named("actor_id", "7").unwrap();
        assert_eq!(things.at("theater://actor/7/state"), Some(thing.clone()));
        assert_eq!(things.at("theater://events/7?after=3"), Some(thing.clone()));
        assert_eq!(things.of_stream("actor/7"), Some(thing));
        assert_eq!(things.named("job_id", "7"), None);
        assert_eq!(things.at("theater://actors"), None);
    }

    #[tokio::test]
    async fn what_one_made_others_see_only_when_it_is_shared() {
        let (owners, things) = (Owners::in_memory(), things());
        let thing = things.named("actor_id", "7").unwrap();
        let (ann, bob) = (who("ann", Scope::ActorsWrite), who("bob", Scope::ActorsWrite));
        assert!(!owners.sees(&ann, &thing), "nobody's");
        owners.claim(&thing, &ann).await.unwrap();
        owners.claim(&thing, &bob).await.unwrap();
        assert!(owners.sees(&ann, &thing) && !owners.sees(&bob, &thing));
        assert!(owners.sees(&who("eve", Scope::Admin), &thing));
        assert!(owners.sees(&who("eve", Scope::JobsApprove), &thing));
        assert!(owners.share("actor/7", &bob, "bob").await.is_err());
        owners.share("actor/7", &ann, "bob").await.unwrap();
        assert!(owners.sees(&bob, &thing));
    }
}
