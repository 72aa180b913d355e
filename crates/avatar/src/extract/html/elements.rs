//! What an element is for: whether it is seen, whether it is a note's mark or a page's number.
//!
//! Knows tags and their attributes; what becomes of the text is the reader's business.

use super::{attribute, decoded};

/// How far the end of a mark's element is looked for.
const MARK: usize = 400;

/// Kinds of sections that are about the edition and not by its author.
const OF_THE_EDITION: [&str; 12] = [
    "imprint",
    "copyright-page",
    "colophon",
    "cover",
    "titlepage",
    "halftitlepage",
    "toc",
    "landmarks",
    "page-list",
    "doc-colophon",
    "doc-cover",
    "doc-toc",
];

/// Elements that have no content and no end.
const VOID: [&str; 10] = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"];

/// A tag's kinds: what it says of its part in the book.
fn kinds(inside: &str) -> String {
    let kind = |name| attribute(inside, name).unwrap_or_default();
    format!("{} {} ", kind("epub:type"), kind("role")).to_lowercase()
}

/// Whether an element's content is not shown, or is no part of what the author wrote.
pub(super) fn is_unseen(name: &str, inside: &str) -> bool {
    if VOID.contains(&name) || inside.ends_with('/') {
        return false;
    }
    let style = attribute(inside, "style").unwrap_or_default().to_lowercase();
    let style: String = style.chars().filter(|letter| !letter.is_whitespace()).collect();
    let sections = ["section", "div", "body", "article", "header", "footer"];
    name == "nav"
        || has_flag(inside, "hidden")
        || style.contains("display:none")
        || style.contains("visibility:hidden")
        || sections.contains(&name)
            && kinds(inside).split_whitespace().any(|kind| OF_THE_EDITION.contains(&kind))
}

/// Whether a tag has an attribute, with or without a value.
fn has_flag(inside: &str, flag: &str) -> bool {
    let mut outside = inside.split(['"', '\'']).step_by(2);
    outside.any(|part| part.split_whitespace().any(|word| word.split('=').next() == Some(flag)))
}

/// The end of a note's mark, such as `<a epub:type="noteref">1</a>` or `<sup><a href="#n1">1</a></sup>`.
pub(super) fn after_note_mark(name: &str, inside: &str, rest: &str) -> Option<usize> {
    if !["a", "sup"].contains(&name) || inside.ends_with('/') {
        return None;
    }
    let (content, after) = element(near(rest), name)?;
    let content = &rest[..content];
    let kinds = kinds(inside);
    let class = attribute(inside, "class").unwrap_or_default().to_lowercase();
    let said = ["noteref", "biblioref", "backlink"].iter().any(|kind| kinds.contains(kind))
        || class.split_whitespace().any(|it| ["noteref", "fnanchor", "footnote-ref"].contains(&it));
    let link = match name {
        "a" => attribute(inside, "href").unwrap_or_default(),
        _ => content.split("<a").nth(1).and_then(|it| attribute(it, "href")).unwrap_or_default(),
    };
    let target = link.split_once('#').map(|(_, target)| target.to_lowercase());
    let target = target.unwrap_or_default();
    let raised = name == "sup" || content.contains("<sup");
    let to_note = ["note", "fn", "cite", "ftn"].iter().any(|it| target.contains(it));
    let is = said || !target.is_empty() && (raised || to_note);
    (is && is_mark(&words(content))).then_some(after)
}

/// Whether a link's words are a note's mark: a number, a letter, asterisks and the like.
fn is_mark(words: &str) -> bool {
    let bare = words.trim().trim_matches(['[', ']', '(', ')', '.', '^', '\u{2060}', '\u{fe0e}']);
    let signs = |letter: char| "*†‡§‖¶#↩↑^".contains(letter);
    let short = bare.chars().count() <= 4;
    let letters = bare.chars().count() == 1 && bare.chars().all(char::is_alphanumeric);
    short && (letters || bare.bytes().all(|it| it.is_ascii_digit()) || bare.chars().all(signs))
        || bare.chars().all(|letter| "ivxlc".contains(letter)) && bare.len() <= 7
}

/// A page's beginning: what it is called, and where the words that only say so end.
pub(super) struct Turn {
    pub(super) label: Option<String>,
    pub(super) after: Option<usize>,
}

/// Whether a tag begins a printed page: an EPUB page break or a `pagenum` of scanned books.
pub(super) fn turn(name: &str, inside: &str, rest: &str) -> Option<Turn> {
    let class = attribute(inside, "class").unwrap_or_default().to_lowercase();
    let id = attribute(inside, "id").or_else(|| attribute(inside, "name")).unwrap_or_default();
    let named = ["pagenum", "pageno", "page-number", "pagenumber"];
    let breaks = kinds(inside).contains("pagebreak")
        || class.split_whitespace().any(|it| named.contains(&it));
    let numbered_id = id.strip_prefix("Page_").or_else(|| id.strip_prefix("page_"));
    if !breaks && numbered_id.is_none() {
        return None;
    }
    let open = !inside.ends_with('/') && !VOID.contains(&name);
    let content = element(near(rest), name).filter(|_| open);
    let words = content.map(|(content, _)| words(&rest[..content])).unwrap_or_default();
    let shown = page_number(&words);
    // What only says the page's number is no part of the text.
    let after = content.map(|(_, after)| after).filter(|_| shown.is_some());
    let said = || attribute(inside, "title").or_else(|| attribute(inside, "aria-label"));
    let label = match breaks {
        true => said().or_else(|| shown.clone()).or_else(|| Some(numbered(&id).to_owned())),
        false => numbered_id.map(str::to_owned),
    };
    let label = label.map(|label| page_number(&label).unwrap_or(label).trim().to_owned());
    Some(Turn { label: label.filter(|it| !it.is_empty() && it.len() <= 16), after })
}

/// The number in words that say nothing else: `[Pg 12]`, `{xii}`, `Page 12`.
fn page_number(words: &str) -> Option<String> {
    let bare = words.trim().trim_matches(['[', ']', '{', '}', '(', ')', '|', '-', '–', '—', ' ']);
    let lower = bare.to_lowercase();
    let names = ["page", "pg.", "pg", "p."];
    let rest = names.iter().find_map(|name| lower.strip_prefix(name)).unwrap_or(&lower).trim();
    let figures = rest.len() <= 5 && rest.bytes().all(|byte| byte.is_ascii_digit());
    let numerals = rest.len() <= 8 && rest.bytes().all(|byte| b"ivxlcdm".contains(&byte));
    let from = bare.len().checked_sub(rest.len())?;
    (!rest.is_empty() && (figures || numerals)).then(|| bare.get(from..).unwrap_or(rest).to_owned())
}

fn numbered(id: &str) -> &str {
    let number = id.rsplit(['_', '-']).next().unwrap_or_default();
    let trimmed = number.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    if trimmed.is_empty() { number } else { trimmed }
}

/// The words of a short stretch of markup. Only its tags are taken out, so that what is nested costs
/// no more than what is not.
fn words(markup: &str) -> String {
    let mut found = String::new();
    let mut rest = markup;
    while let Some((text, tag)) = rest.split_once('<') {
        found.push_str(text);
        rest = tag.split_once('>').map_or("", |(_, rest)| rest);
    }
    found.push_str(rest);
    decoded(&found)
}

fn near(rest: &str) -> &str {
    &rest[..rest.floor_char_boundary(MARK)]
}

/// Where the content of an element that was just opened ends, and where what follows it begins.
pub(super) fn element(text: &str, name: &str) -> Option<(usize, usize)> {
    let (mut depth, mut from) = (0_usize, 0);
    loop {
        let at = from + text[from..].find('<')?;
        let tag = &text[at + 1..];
        let (closes, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
        let same = tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        let more = |letter: char| letter.is_ascii_alphanumeric() || "-:".contains(letter);
        from = at + 1;
        if !same || tag[name.len()..].starts_with(more) {
            continue;
        }
        let end = at + super::tag_end(&text[at..])?;
        from = end + 1;
        match (closes, depth) {
            (true, 0) => return Some((at, from)),
            (true, _) => depth -= 1,
            (false, _) if text[..end].ends_with('/') => {}
            (false, _) => depth += 1,
        }
    }
}
