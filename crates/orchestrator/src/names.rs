//! Names that people choose: project ids, branches. Pure; a name that passes cannot be an option,
//! leave its folder or break a reference.

use crate::error::Refusal;

const LONGEST: usize = 200;

/// A project id made of a display name: lower case, digits and single hyphens.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    let slug = &slug[..slug.len().min(60)];
    if slug.is_empty() { "project".to_owned() } else { slug.trim_end_matches('-').to_owned() }
}

/// Refuses an id that is not made of lower-case letters, digits and inner hyphens.
pub(crate) fn check_project_id(id: &str) -> Result<(), Refusal> {
    let fine = !id.is_empty()
        && id.len() <= 60
        && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !id.starts_with('-')
        && !id.ends_with('-');
    if fine {
        return Ok(());
    }
    Err(Refusal::InvalidName {
        what: "project id",
        name: shown(id),
        why: "expected 1 to 60 lower-case letters, digits and inner hyphens".to_owned(),
    })
}

/// Refuses a branch that git would refuse, and some more that would be dangerous in a path.
pub(crate) fn check_branch(name: &str) -> Result<(), Refusal> {
    match branch_fault(name) {
        None => Ok(()),
        Some(why) => {
            let (what, name) = ("branch", shown(name));
            Err(Refusal::InvalidName { what, name, why: why.to_owned() })
        }
    }
}

fn branch_fault(name: &str) -> Option<&'static str> {
    let bad = |byte: u8| {
        byte <= b' '
            || byte == 0x7f
            || matches!(byte, b'~' | b'^' | b':' | b'?' | b'*' | b'[' | b'\\')
    };
    if name.is_empty() {
        return Some("it is empty");
    }
    if name.len() > LONGEST {
        return Some("it is longer than 200 bytes");
    }
    if name.starts_with('-') {
        return Some("it begins like an option");
    }
    if name == "HEAD" || name == "@" {
        return Some("git keeps this name for itself");
    }
    if name.bytes().any(bad) {
        return Some("it holds a space, a control character or one of ~^:?*[\\");
    }
    if name.contains("..") || name.contains("@{") || name.ends_with('.') {
        return Some("it holds `..`, `@{` or ends with a dot");
    }
    let part_fault = name.split('/').any(|part| {
        part.is_empty()
            || part.starts_with('.')
            || part.ends_with(".lock")
            || part.starts_with('-')
            || part.eq_ignore_ascii_case(".git")
    });
    part_fault
        .then_some("a part between slashes is empty, begins with `.` or `-`, or ends with .lock")
}

/// Names come from outside; what is repeated in a message is cut and made printable.
fn shown(name: &str) -> String {
    name.chars().take(80).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_options_traversal_or_no_references_are_refused() {
        for bad in [
            "", "-b", "--force", "../x", "a/../b", "a//b", "/a", "a/", ".hidden", "a/.git", "a b",
            "a\nb", "a~1", "a^", "a:b", "HEAD", "@", "a@{1}", "x.lock", "x.", "a\\b", "a/-x",
        ] {
            assert!(check_branch(bad).is_err(), "{bad:?}");
        }
        for good in ["main", "feature/login", "fix-1.2", "ünïcode", "a@b", "UPPER_case"] {
            assert!(check_branch(good).is_ok(), "{good:?}");
        }
        assert!(check_branch(&"x".repeat(201)).is_err());
    }

    #[test]
    fn a_slug_is_always_a_project_id() {
        for (name, expected) in [
            ("Project A", "project-a"),
            ("--x--", "x"),
            ("日本", "project"),
            ("my_repo.git", "my-repo-git"),
        ] {
            assert_eq!(slug(name), expected);
            assert!(check_project_id(&slug(name)).is_ok());
        }
        assert!(check_project_id("../x").is_err());
        assert!(check_project_id(&slug(&"a b".repeat(60))).is_ok());
    }
}
