//! EPUB: the chapters in the order of the spine, printed pages from page breaks or the page list.

use std::collections::{HashMap, HashSet};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::zip::Zip;
use super::{ExtractError, Extracted, TextWriter, html};

/// Reads an EPUB.
pub(super) fn extract(bytes: &[u8]) -> Result<Extracted, ExtractError> {
    let mut zip = Zip::open(bytes)?;
    if zip.has("META-INF/encryption.xml") && zip.has("META-INF/rights.xml") {
        return Err(ExtractError::Encrypted);
    }
    let container =
        zip.text("META-INF/container.xml")?.ok_or_else(|| missing("META-INF/container.xml"))?;
    let package_path = first_attribute(&container, "rootfile", "full-path")
        .ok_or_else(|| missing("a root file"))?;
    let package = zip.text(&package_path)?.ok_or_else(|| missing(&package_path))?;
    let package = Package::read(&package);
    let folder = package_path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut writer = TextWriter::default();
    writer.title(&package.title);
    package.creators.iter().for_each(|name| writer.author(name));
    writer.date(&package.date);
    let pages = page_list(&mut zip, &package, folder)?;
    let mut seen = HashSet::new();
    // A chapter stands in the spine once; one that is named again is no more to read.
    for id in package.spine.iter().filter(|id| seen.insert(id.as_str())) {
        let Some((href, _)) = package.items.get(id) else { continue };
        let path = joined(folder, href);
        let Some(text) = zip.text(&path)? else { continue };
        html::write_marked(&text, &mut writer, pages.get(&path));
    }
    Ok(writer.done())
}

fn missing(what: &str) -> ExtractError {
    ExtractError::Broken(format!("`{what}` is missing in it"))
}

/// For each chapter's path, the printed page that an anchor begins.
type PageAnchors = HashMap<String, HashMap<String, String>>;

#[derive(Default)]
struct Package {
    title: String,
    creators: Vec<String>,
    date: String,
    items: HashMap<String, (String, String)>,
    spine: Vec<String>,
}

/// What an element says of a book.
#[derive(Debug, Clone, Copy)]
enum About {
    Title,
    Creator,
    Date,
    Else,
}

impl Package {
    fn read(text: &str) -> Self {
        let mut package = Self::default();
        let mut reader = Reader::from_str(text);
        let mut within = About::Else;
        loop {
            match reader.read_event() {
                Ok(Event::Start(tag) | Event::Empty(tag)) => {
                    within = package.about(&tag);
                    package.tag(&tag);
                }
                Ok(Event::Text(words)) => package.say(within, &words),
                Ok(Event::GeneralRef(name)) => {
                    package.say(within, &html::decoded(&format!("&{};", &*name)));
                }
                Ok(Event::End(_)) => within = About::Else,
                Ok(Event::Eof) | Err(_) => return package,
                Ok(_) => {}
            }
        }
    }

    /// What the words inside an element say of the book; of several titles and dates the first counts.
    fn about(&mut self, tag: &BytesStart<'_>) -> About {
        match tag.local_name().as_ref() {
            "title" if self.title.is_empty() => About::Title,
            "creator" => {
                self.creators.push(String::new());
                About::Creator
            }
            "date" if self.date.is_empty() => About::Date,
            _ => About::Else,
        }
    }

    fn say(&mut self, about: About, words: &str) {
        match about {
            About::Title => self.title.push_str(words),
            About::Date => self.date.push_str(words),
            About::Creator => {
                if let Some(name) = self.creators.last_mut() {
                    name.push_str(words);
                }
            }
            About::Else => {}
        }
    }

    fn tag(&mut self, tag: &BytesStart<'_>) {
        let get = |name: &str| attribute(tag, name);
        match tag.local_name().as_ref() {
            "item" => {
                if let (Some(id), Some(href)) = (get("id"), get("href")) {
                    self.items.insert(id, (href, get("properties").unwrap_or_default()));
                }
            }
            "itemref" if get("linear").as_deref() != Some("no") => self.spine.extend(get("idref")),
            _ => {}
        }
    }
}

/// The page list of the navigation document or of the older table of contents.
fn page_list(
    zip: &mut Zip<'_>,
    package: &Package,
    folder: &str,
) -> Result<PageAnchors, ExtractError> {
    let mut found = PageAnchors::new();
    let navigation = package.items.values().find(|(href, properties)| {
        properties.split(' ').any(|it| it == "nav") || href.ends_with(".ncx")
    });
    let Some((href, _)) = navigation else { return Ok(found) };
    let path = joined(folder, href);
    let Some(text) = zip.text(&path)? else { return Ok(found) };
    let base = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut enter = |href: &str, label: &str| {
        let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
        let file = joined(base, file);
        found.entry(file).or_default().insert(anchor.to_owned(), label.trim().to_owned());
    };
    let start = text.find("page-list").or_else(|| text.find("<pageList"));
    let Some(start) = start else { return Ok(found) };
    let mut reader = Reader::from_str(&text[text[..start].rfind('<').unwrap_or(start)..]);
    reader.config_mut().check_end_names = false;
    let (mut href, mut label) = (None, String::new());
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => match tag.local_name().as_ref() {
                "a" => {
                    href = attribute(&tag, "href");
                    label.clear();
                }
                "content" => {
                    if let Some(target) = attribute(&tag, "src") {
                        enter(&target, &label);
                    }
                }
                "pageTarget" => label.clear(),
                _ => {}
            },
            Ok(Event::Text(words)) => label.push_str(&words),
            Ok(Event::End(tag)) => match tag.local_name().as_ref() {
                "a" => {
                    if let Some(target) = href.take() {
                        enter(&target, &label);
                    }
                }
                "nav" | "pageList" => return Ok(found),
                _ => {}
            },
            Ok(Event::Eof) | Err(_) => return Ok(found),
            Ok(_) => {}
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|it| it.key.local_name().as_ref() == name)?;
    Some(html::plain(&found.value))
}

fn first_attribute(text: &str, tag: &str, name: &str) -> Option<String> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(found) | Event::Empty(found)) if found.local_name().as_ref() == tag => {
                return attribute(&found, name);
            }
            Ok(Event::Eof) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// A path inside the archive from the folder it is named in.
fn joined(folder: &str, href: &str) -> String {
    let href = href.split('#').next().unwrap_or_default().replace("%20", " ");
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in href.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
