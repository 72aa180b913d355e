//! What a `config.json` must hold beside its form: dates that are dates, addresses that are addresses.

use serde_json::Value;

use super::{
    CatalogueEntry, DateRange, McpBlock, Profile, ProfileError, TOOLS, VectorStore, is_id,
};

/// What kinds of work a catalogue has.
const KINDS: [&str; 9] =
    ["book", "paper", "speech", "interview", "article", "letter", "textbook", "guide", "lecture"];

type Checked = Result<(), ProfileError>;

/// Checks everything a profile says.
pub(super) fn check(profile: &Profile) -> Checked {
    if !is_id(&profile.id) {
        let id = &profile.id;
        return wrong("id", format!("is `{id}`, expected lower-case letters, digits and `-`"));
    }
    if profile.name.trim().is_empty() {
        return wrong("name", "is empty");
    }
    if let (Some(birth), Some(death)) = (profile.birth_year, profile.death_year)
        && birth > death
    {
        return wrong("deathYear", format!("is {death}, before `birthYear`, which is {birth}"));
    }
    profile.corpus.date_range.as_ref().map_or(Ok(()), range)?;
    for (at, entry) in profile.corpus.sources.iter().enumerate() {
        work(&format!("corpus.sources[{at}]"), entry)?;
    }
    store(&profile.vector_store)?;
    block("mcp", profile.mcp.as_ref())?;
    block("mcpServer", profile.mcp_server.as_ref())
}

fn wrong(field: &str, problem: impl Into<String>) -> Checked {
    Err(ProfileError { field: field.to_owned(), problem: problem.into() })
}

fn range(range: &DateRange) -> Checked {
    let mut days = Vec::new();
    for (name, date) in [("start", &range.start), ("end", &range.end)] {
        let Some(date) = date else { continue };
        let Some(span) = span(date) else {
            let problem = format!("is `{date}`, expected a date such as `1990-12-31`, or a year");
            return wrong(&format!("corpus.dateRange.{name}"), problem);
        };
        days.push((date, span));
    }
    match days.as_slice() {
        [(start, (first, _)), (end, (_, last))] if first > last => {
            wrong("corpus.dateRange", format!("starts with `{start}`, after its end `{end}`"))
        }
        _ => Ok(()),
    }
}

type Day = (i32, u32, u32);

/// The first and the last day of a date, a month or a year.
fn span(date: &str) -> Option<(Day, Day)> {
    let parts: Vec<&str> = date.split('-').collect();
    let year = i32::try_from(digits(parts.first()?, 4)?).ok()?;
    let month = |part| digits(part, 2).filter(|month| (1..=12).contains(month));
    match parts.as_slice() {
        [_] => Some(((year, 1, 1), (year, 12, 31))),
        [_, part] => {
            let month = month(part)?;
            Some(((year, month, 1), (year, month, days_of(year, month))))
        }
        [_, part, day] => {
            let month = month(part)?;
            let day = digits(day, 2).filter(|day| (1..=days_of(year, month)).contains(day))?;
            Some(((year, month, day), (year, month, day)))
        }
        _ => None,
    }
}

fn digits(part: &str, length: usize) -> Option<u32> {
    let fits = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    part.parse().ok().filter(|_| fits)
}

fn days_of(year: i32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn work(path: &str, entry: &CatalogueEntry) -> Checked {
    if entry.title.trim().is_empty() {
        return wrong(&format!("{path}.title"), "is empty");
    }
    if !KINDS.contains(&entry.kind.as_str()) {
        let problem = format!("is `{}`, expected one of {}", entry.kind, KINDS.join(", "));
        return wrong(&format!("{path}.type"), problem);
    }
    for name in ["url", "archiveUrl"] {
        let field = format!("{path}.{name}");
        match entry.other.get(name) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => address(&field, text)?,
            Some(other) => return wrong(&field, format!("is `{other}`, expected an address")),
        }
    }
    Ok(())
}

/// An address names how it is reached; one that is left empty is none.
fn address(field: &str, text: &str) -> Checked {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it))
    };
    let is_rest = |rest: &str| {
        let rest = rest.strip_prefix("//").unwrap_or(rest);
        !rest.is_empty() && !rest.chars().any(|it| it.is_whitespace() || it.is_control())
    };
    let parts = text.split_once(':');
    if text.is_empty() || parts.is_some_and(|(scheme, rest)| is_scheme(scheme) && is_rest(rest)) {
        return Ok(());
    }
    wrong(field, format!("is `{text}`, expected an address such as https://example.org/work"))
}

fn store(store: &VectorStore) -> Checked {
    if !(32..=8192).contains(&store.chunk_size) {
        let problem = format!("is {}, expected 32 to 8192", store.chunk_size);
        return wrong("vectorStore.chunkSize", problem);
    }
    if store.chunk_overlap >= store.chunk_size {
        let problem = format!("is {}, expected less than `chunkSize`", store.chunk_overlap);
        return wrong("vectorStore.chunkOverlap", problem);
    }
    Ok(())
}

fn block(name: &str, block: Option<&McpBlock>) -> Checked {
    let Some(block) = block else { return Ok(()) };
    let mut tools = block.tools.iter().flatten();
    if let Some(unknown) = tools.find(|tool| !TOOLS.contains(&tool.as_str())) {
        let problem = format!("`{unknown}` is no tool; expected some of {}", TOOLS.join(", "));
        return wrong(&format!("{name}.tools"), problem);
    }
    address(&format!("{name}.url"), block.url.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_day_a_month_or_a_year() {
        for good in ["1990", "1990-12", "1990-12-31", "2000-02-29"] {
            assert!(span(good).is_some(), "{good}");
        }
        for bad in
            ["yesterday", "", "19", "1990-13", "1990-02-30", "1900-02-29", "1990-1-1", "-384"]
        {
            assert!(span(bad).is_none(), "{bad}");
        }
        assert!(span("1990-12-31-1").is_none());
    }
}
