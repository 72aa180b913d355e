//! Rules people write: `allow|ask|deny [project=ID] [session=ID] GLOB`; the first that fits the whole
//! text of a command, of a push (`push URL REF`) or of a connection (`connect HOST:PORT`) counts.

use globset::{GlobBuilder, GlobMatcher};

use crate::error::Refusal;

/// What a rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Allow,
    Ask,
    Deny,
}

/// Where a call is made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) project_id: &'a str,
    pub(crate) session_id: &'a str,
}

/// One rule.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    action: Action,
    project: Option<String>,
    session: Option<String>,
    glob: GlobMatcher,
}

impl Rule {
    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        let wrong = |why: String| Refusal::InvalidName { what: "rule", name: text.to_owned(), why };
        let form = "expected `allow|ask|deny [project=ID] [session=ID] PATTERN`";
        let (action, mut rest) =
            text.trim().split_once(' ').ok_or_else(|| wrong(form.to_owned()))?;
        let action = match action {
            "allow" => Action::Allow,
            "ask" => Action::Ask,
            "deny" => Action::Deny,
            _ => return Err(wrong(form.to_owned())),
        };
        let (mut project, mut session) = (None, None);
        while let Some((word, more)) = rest.trim_start().split_once(' ') {
            match word.split_once('=') {
                Some(("project", id)) => project = Some(id.to_owned()),
                Some(("session", id)) => session = Some(id.to_owned()),
                _ => break,
            }
            rest = more;
        }
        let glob = GlobBuilder::new(rest.trim()).literal_separator(false).build();
        let glob = glob.map_err(|error| wrong(error.to_string()))?.compile_matcher();
        Ok(Self { action, project, session, glob })
    }

    fn fits(&self, place: Place<'_>, part: &str) -> bool {
        self.project.as_deref().is_none_or(|id| id == place.project_id)
            && self.session.as_deref().is_none_or(|id| id == place.session_id)
            && self.glob.is_match(part)
    }
}

/// What the first rule that fits says.
pub(super) fn first(rules: &[Rule], place: Place<'_>, part: &str) -> Option<Action> {
    rules.iter().find(|rule| rule.fits(place, part)).map(|rule| rule.action)
}
