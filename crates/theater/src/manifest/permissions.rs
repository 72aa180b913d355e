//! What an actor may use at most, and how a parent's permissions narrow those of its children.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::{HandlerKind, ManifestError};

/// What an actor may do with one kind of handler.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Capability {
    /// Whatever its parent may.
    #[default]
    Inherit,
    /// Nothing.
    Disallow,
    /// What the table allows, and never more than its parent may.
    Restrict(Table),
}

/// What an actor may use, kind by kind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Permissions(BTreeMap<HandlerKind, Capability>);

fn policy_key(kind: HandlerKind) -> String {
    if kind == HandlerKind::Filesystem {
        return "file_system".to_owned();
    }
    kind.name().replace('-', "_")
}

impl Permissions {
    /// Reads the table `permission_policy`.
    pub(super) fn read(policy: Option<&Value>) -> Result<Self, ManifestError> {
        let mut permissions = Self::default();
        let table = match policy {
            None => return Ok(permissions),
            Some(Value::Table(table)) => table,
            Some(_) => return Err(ManifestError::key("permission_policy", "expected a table")),
        };
        for (key, value) in table {
            let name = format!("permission_policy.{key}");
            let kind = HandlerKind::ALL.into_iter().find(|kind| policy_key(*kind) == *key);
            let kind = kind.ok_or_else(|| ManifestError::key(&name, "is no capability"))?;
            permissions.0.insert(kind, capability(&name, value)?);
        }
        Ok(permissions)
    }

    /// What is said about one kind.
    pub fn of(&self, kind: HandlerKind) -> &Capability {
        self.0.get(&kind).unwrap_or(&Capability::Inherit)
    }

    /// These permissions within those of a parent: never more than either allows.
    #[must_use]
    pub fn within(&self, parent: &Self) -> Self {
        let narrowed = HandlerKind::ALL.into_iter().map(|kind| {
            let narrow = match (parent.of(kind), self.of(kind)) {
                (Capability::Disallow, _) | (_, Capability::Disallow) => Capability::Disallow,
                (above, Capability::Inherit) => above.clone(),
                (Capability::Inherit, own) => own.clone(),
                (Capability::Restrict(above), Capability::Restrict(own)) => {
                    Capability::Restrict(narrowest(above, own))
                }
            };
            (kind, narrow)
        });
        Self(narrowed.collect())
    }
}

fn capability(name: &str, value: &Value) -> Result<Capability, ManifestError> {
    let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
    match (kind, value.get("config")) {
        ("inherit", None) => Ok(Capability::Inherit),
        ("disallow", None) => Ok(Capability::Disallow),
        ("restrict", Some(Value::Table(config))) => Ok(Capability::Restrict(config.clone())),
        ("restrict", _) => Err(ManifestError::key(name, "`restrict` needs a table `config`")),
        _ => {
            let problem = "expected `type` to be `inherit`, `disallow` or `restrict`";
            Err(ManifestError::key(name, problem))
        }
    }
}

/// Field by field the narrower of two restrictions: a field that only one sets holds, two lists meet
/// (denials join), two numbers give the smaller (least times the larger), two switches must both be
/// on.
pub(crate) fn narrowest(above: &Table, own: &Table) -> Table {
    let mut result = above.clone();
    for (key, value) in own {
        let narrow = match (result.get(key), value) {
            (Some(Value::Array(above)), Value::Array(own)) if key.starts_with("denied") => {
                let mut all = above.clone();
                all.extend(own.iter().filter(|item| !above.contains(item)).cloned());
                Value::Array(all)
            }
            (Some(Value::Array(above)), Value::Array(own)) => {
                Value::Array(own.iter().filter(|item| above.contains(item)).cloned().collect())
            }
            (Some(Value::Integer(above)), Value::Integer(own)) if key.starts_with("min_") => {
                Value::Integer(*above.max(own))
            }
            (Some(Value::Integer(above)), Value::Integer(own)) => Value::Integer(*above.min(own)),
            (Some(Value::Boolean(above)), Value::Boolean(own)) => Value::Boolean(*above && *own),
            (_, own) => own.clone(),
        };
        result.insert(key.clone(), narrow);
    }
    result
}
