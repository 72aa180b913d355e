//! The page as people see it: one file, no network, readable without scripts.

use std::fmt::Write;

use store::Proof;

use super::{BEGIN, END, Evidence, Form, Section, Statement};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The whole page; the same evidence always gives the same bytes.
pub fn html(evidence: &Evidence, statement: &Statement) -> String {
    // A `<` only stands inside strings, where its escape means the same.
    let json = serde_json::to_string(evidence).unwrap_or_default().replace('<', "\\u003c");
    let mut page = String::new();
    let title = escaped(&statement.title);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
    page.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n"));
    page.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n");
    page.push_str(&format!("<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"));
    page.push_str(&format!("<header>\n<h1>{title}</h1>\n"));
    let about = format!(
        "{} {}, made {} for {}",
        statement.kind, statement.id, statement.made_at, statement.asked_by
    );
    page.push_str(&format!("<p id=\"about\">{}</p>\n</header>\n<main>\n", escaped(&about)));
    for section in &statement.sections {
        page.push_str(&set(section));
    }
    page.push_str("</main>\n<section id=\"record\">\n<h2>The record</h2>\n<ol>\n");
    for proof in &evidence.proofs {
        page.push_str(&format!("<li>{}</li>\n", escaped(&line(proof))));
    }
    page.push_str("</ol>\n");
    if let Some(proof) = evidence.proofs.last() {
        let head = &proof.head;
        let text = format!(
            "Among {} events under the root {}, signed {} by the house with the key {}",
            head.size, head.root, head.at, evidence.key
        );
        page.push_str(&format!("<p class=\"letters\">{}</p>\n", escaped(&text)));
    }
    page.push_str("<p><button id=\"check\" type=\"button\">Check this page</button></p>\n");
    page.push_str("<ul id=\"result\" aria-live=\"polite\"></ul>\n</section>\n");
    page.push_str(&format!("{BEGIN}{json}{END}\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"));
    page
}

fn set(section: &Section) -> String {
    let mut text = format!("<section>\n<h2>{}</h2>\n", escaped(&section.title));
    let tag = match section.form {
        Form::Text => "p",
        Form::Code => "pre",
    };
    for line in &section.lines {
        text.push_str(&format!("<{tag}>{}</{tag}>\n", escaped(line)));
    }
    text.push_str("</section>\n");
    text
}

fn line(proof: &Proof) -> String {
    let event = &proof.event;
    format!("event {}, {}, {} by {}", event.seq, event.at, event.kind, event.principal)
}

fn escaped(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The text with everything that cannot be seen, or that turns what can be seen around, spelled out.
pub fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, letter| {
        if is_hidden(letter) {
            // Writing to a String cannot fail.
            write!(shown, "\\u{{{:x}}}", u32::from(letter)).ok();
        } else {
            shown.push(letter);
        }
        shown
    })
}

/// Control and format characters; line ends and tabs are what they look like.
fn is_hidden(letter: char) -> bool {
    let hidden = [
        0x00..=0x08,
        0x0b..=0x1f,
        0x7f..=0x9f,
        0xad..=0xad,
        0x61c..=0x61c,
        0x180e..=0x180e,
        0x200b..=0x200f,
        0x2028..=0x202e,
        0x2060..=0x206f,
        0xfeff..=0xfeff,
        0xfff9..=0xfffb,
        0xe0000..=0xe007f,
    ];
    hidden.iter().any(|range: &std::ops::RangeInclusive<u32>| range.contains(&u32::from(letter)))
}
