//! Principals are apart: no call, answer, resource or event of one shows or changes what is another's.
//!
//! Services say which keys name things that belong to somebody; this looks at arguments before a call
//! and at answers after it, whatever tool it was and whatever wire it came by.

use kernel::{Contents, Event, Owners, Principal, Service, Thing, Things, Tool, ToolError};
use serde_json::{Map, Value};

use crate::core::Core;

/// One principal among the things of one service.
pub(crate) struct Apart<'a> {
    owners: &'a Owners,
    things: &'a Things,
    principal: &'a Principal,
}

impl<'a> Apart<'a> {
    pub(crate) fn new(owners: &'a Owners, service: &'a Service, principal: &'a Principal) -> Self {
        Self { owners, things: &service.things, principal }
    }

    fn sees(&self, thing: &Thing) -> bool {
        self.owners.sees(self.principal, thing)
    }

    fn is_idle(&self) -> bool {
        self.things.kinds().is_empty() || self.principal.is_admin()
    }

    /// Refuses arguments that name what is another's, as if it were not there.
    pub(crate) fn check(&self, arguments: &Map<String, Value>) -> Result<(), ToolError> {
        if self.is_idle() {
            return Ok(());
        }
        for (key, id) in arguments.iter().filter_map(|(key, id)| Some((key, id.as_str()?))) {
            if self.things.named(key, id).is_some_and(|thing| !self.sees(&thing)) {
                return Err(absent(key, id));
            }
        }
        Ok(())
    }

    /// Gives the caller what the call made.
    pub(crate) async fn claim(&self, tool: &Tool, answer: &Value) -> Result<(), ToolError> {
        // What is nobody's is the admins'.
        if self.is_idle() {
            return Ok(());
        }
        for kind in self.things.kinds().iter().filter(|kind| kind.makers.contains(&tool.spec.name))
        {
            let made = find(answer, kind.key).and_then(|id| self.things.named(kind.key, id));
            if let Some(thing) = made {
                self.owners.claim(&thing, self.principal).await?;
            }
        }
        Ok(())
    }

    /// An answer without what is another's.
    pub(crate) fn sifted(&self, mut answer: Value) -> Result<Value, ToolError> {
        if self.is_idle() {
            return Ok(answer);
        }
        if let Some((key, id)) = self.foreign(&answer) {
            return Err(absent(&key, &id));
        }
        self.sift(&mut answer);
        Ok(answer)
    }

    /// What is in a resource without what is another's.
    pub(crate) fn sifted_contents(&self, contents: Contents) -> Result<Contents, ToolError> {
        if self.is_idle() {
            return Ok(contents);
        }
        match contents {
            Contents::Text { mime, text } if mime == "application/json" => {
                let value: Value = serde_json::from_str(&text)
                    .map_err(|error| ToolError::internal(error.to_string()))?;
                let text = self.sifted(value)?.to_string();
                Ok(Contents::Text { mime, text })
            }
            other @ (Contents::Text { .. } | Contents::Blob { .. }) => Ok(other),
        }
    }

    /// Whether what can be read at `uri` is for this principal.
    pub(crate) fn sees_uri(&self, uri: &str) -> bool {
        self.is_idle() || self.things.at(uri).is_none_or(|thing| self.sees(&thing))
    }

    /// A thing of another's that an object names.
    fn foreign(&self, value: &Value) -> Option<(String, String)> {
        let named = value.as_object()?.iter().filter_map(|(key, id)| Some((key, id.as_str()?)));
        named
            .filter(|(key, id)| self.things.named(key, id).is_some_and(|thing| !self.sees(&thing)))
            .map(|(key, id)| (key.clone(), id.to_owned()))
            .next()
    }

    fn sift(&self, value: &mut Value) {
        match value {
            Value::Array(items) => {
                items.retain(|item| self.foreign(item).is_none());
                items.iter_mut().for_each(|item| self.sift(item));
            }
            Value::Object(fields) => {
                for field in fields.values_mut() {
                    if self.foreign(field).is_some() {
                        *field = Value::Null;
                    }
                    self.sift(field);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

impl Core {
    /// Whether a principal may hear of an event.
    pub(crate) fn tells(&self, principal: &Principal, event: &Event) -> bool {
        let none = Things::none();
        let service = self.services.iter().find(|it| it.info.name == &*event.service);
        let things = service.map_or(&none, |service| &service.things);
        self.owners.sees_event(principal, event, things)
    }

    /// Whether a principal may read, or hear of changes at, `uri`.
    pub(crate) fn shows(&self, principal: &Principal, uri: &str) -> bool {
        let mut services = self.services.iter();
        services.all(|service| Apart::new(&self.owners, service, principal).sees_uri(uri))
    }
}

/// The first text under a key, however deep.
fn find<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    match value {
        Value::Object(fields) => fields
            .get(key)
            .and_then(Value::as_str)
            .or_else(|| fields.values().find_map(|field| find(field, key))),
        Value::Array(items) => items.iter().find_map(|item| find(item, key)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn absent(key: &str, id: &str) -> ToolError {
    ToolError::not_found(format!("`{key}` names `{id}`, which is not there"))
        .with_hint("what others made is seen when they share it")
}
