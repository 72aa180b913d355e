//! URI templates with path variables `{name}` and query variables `{?a,b}` (RFC 6570, levels 1 and 3
//! as far as resources use them).

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

/// The values a URI gives to its template's variables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, String>);

impl Params {
    /// The value of `name`, if the URI gave one.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The value of a variable that the template's path always has.
    pub fn path(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Sets a value.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// All values by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A template that is not written as it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("uri template `{template}`: {problem}")]
pub struct UriTemplateError {
    template: String,
    problem: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Literal(String),
    Variable(String),
}

/// A parsed template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    text: String,
    parts: Vec<Part>,
    query: Vec<String>,
}

impl UriTemplate {
    /// Reads a template.
    pub fn parse(text: &str) -> Result<Self, UriTemplateError> {
        let fail = |problem| UriTemplateError { template: text.to_owned(), problem };
        let mut template = Self { text: text.to_owned(), parts: Vec::new(), query: Vec::new() };
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (literal, after) = rest.split_at(open);
            if !literal.is_empty() {
                template.parts.push(Part::Literal(literal.to_owned()));
            }
            let close = after.find('}').ok_or_else(|| fail("`{` without `}`"))?;
            let (name, after_close) = (&after[1..close], &after[close + 1..]);
            if let Some(names) = name.strip_prefix('?') {
                if !after_close.is_empty() {
                    return Err(fail("the query must come last"));
                }
                template.query = names.split(',').map(str::to_owned).collect();
            } else if matches!(template.parts.last(), Some(Part::Variable(_))) {
                return Err(fail("two variables need something between them"));
            } else {
                template.parts.push(Part::Variable(name.to_owned()));
            }
            rest = after_close;
        }
        if !rest.is_empty() {
            template.parts.push(Part::Literal(rest.to_owned()));
        }
        let named = |name: &String| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        if !template.variables().all(named) {
            return Err(fail("a variable's name is letters, digits and `_`"));
        }
        Ok(template)
    }

    /// The template as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The names of its variables.
    pub fn variables(&self) -> impl Iterator<Item = &String> {
        let path = self.parts.iter().filter_map(|part| match part {
            Part::Variable(name) => Some(name),
            Part::Literal(_) => None,
        });
        path.chain(&self.query)
    }

    /// The variables' values if `uri` is one of this template's.
    pub fn matches(&self, uri: &str) -> Option<Params> {
        let (path, query) = match uri.split_once('?') {
            Some((path, query)) if !self.query.is_empty() => (path, query),
            Some(_) => return None,
            None => (uri, ""),
        };
        let mut params = Params::default();
        self.match_path(path, &mut params)?;
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            if !self.query.iter().any(|known| known == name) {
                return None;
            }
            params.insert(name, decode(&value.replace('+', " "))?);
        }
        Some(params)
    }

    fn match_path(&self, mut path: &str, params: &mut Params) -> Option<()> {
        let mut parts = self.parts.iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                Part::Literal(literal) => path = path.strip_prefix(literal.as_str())?,
                Part::Variable(name) => {
                    let end = match parts.peek() {
                        Some(Part::Literal(next)) => path.find(next.as_str())?,
                        Some(Part::Variable(_)) => return None,
                        None => path.len(),
                    };
                    let (value, rest) = path.split_at(end);
                    if value.is_empty() || value.contains('/') {
                        return None;
                    }
                    params.insert(name.as_str(), decode(value)?);
                    path = rest;
                }
            }
        }
        path.is_empty().then_some(())
    }
}

fn decode(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &str, uri: &str, expected: Option<&[(&str, &str)]>) {
        let found = UriTemplate::parse(template).unwrap().matches(uri);
        let found: Option<Vec<_>> = found.as_ref().map(|params| params.iter().collect());
        assert_eq!(found.as_deref(), expected, "{template} {uri}");
    }

    #[test]
    fn a_uri_matches_its_own_template_and_no_other() {
        check("a://x/{id}", "a://x/7", Some(&[("id", "7")]));
        check("a://x/{id}", "a://x/7/state", None);
        check("a://x/{id}/state", "a://x/7/state", Some(&[("id", "7")]));
        check("a://x/{id}", "a://x/", None);
        check("a://x/{id}", "a://x/a%20b", Some(&[("id", "a b")]));
        check("a://x/{n}/page/{p}", "a://x/1/page/2", Some(&[("n", "1"), ("p", "2")]));
        check("a://e{?after,limit}", "a://e", Some(&[]));
        check("a://e{?after,limit}", "a://e?limit=5", Some(&[("limit", "5")]));
        check("a://e{?after,limit}", "a://e?other=5", None);
        check("a://x/{id}", "a://x/7?q=1", None);
    }

    #[test]
    fn a_badly_written_template_says_what_is_wrong() {
        for bad in ["a://{x", "a://{x}{y}", "a://{?q}/more", "a://{}", "a://{a b}"] {
            assert!(UriTemplate::parse(bad).is_err(), "{bad}");
        }
    }
}
