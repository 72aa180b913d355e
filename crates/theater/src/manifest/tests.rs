//! Manifests in every spelling, and those that are refused.

use super::*;
use crate::config::ActorLimits;

fn read(text: &str) -> Result<Manifest, ManifestError> {
    Manifest::read(text, &ActorLimits::default())
}

#[test]
fn the_three_spellings_read_as_the_same_manifest() {
    let second = read(
        "name = 'a'\nversion = '1'\ncomponent = 'a.wasm'\ninit_state = 's.json'\n\
         [[handlers]]\ntype = 'runtime'\nconfig = {}\n\
         [[handlers]]\ntype = 'timing'\nconfig = { max_sleep_duration = 5 }\n",
    );
    let first = read(
        "name = 'a'\nversion = '1'\ncomponent_path = 'a.wasm'\ninit_state = 's.json'\n\
         [[handlers]]\ntype = 'runtime'\n[[handlers]]\ntype = 'timing'\n\
         config = { max_sleep_duration = 5 }\n[logging]\nlevel = 'info'\n",
    );
    let third = read(
        "name = 'a'\nversion = '1'\npackage = 'a.wasm'\ninitial_state = 's.json'\n\
         [[handler]]\ntype = 'runtime'\n[[handler]]\ntype = 'timing'\nmax_sleep_duration = 5\n",
    );
    assert!(second.is_ok());
    assert_eq!(first, second);
    assert_eq!(third, second);
}

#[test]
fn a_manifest_that_cannot_be_used_says_which_key_is_wrong() {
    let base = "name = 'a'\ncomponent = 'a.wasm'\n";
    for (text, told) in [
        ("name = ", "not valid TOML"),
        ("component = 'a.wasm'", "`name`: is missing"),
        ("name = 'a'", "`component`: is missing"),
        ("name = 1\ncomponent = 'a'", "`name`: is integer"),
        ("name = 'a'\ncomponent = 'a'\npackage = 'b'", "`package`: means the same as `component`"),
        (&format!("{base}[[handlers]]\ntype = 'telepathy'"), "`telepathy` is unknown"),
        (&format!("{base}[[handlers]]\ntype = 'tcp'"), "Pack actors"),
        (&format!("{base}[[handlers]]\nname = 'x'"), "`type`"),
        (&format!("{base}[[handlers]]\ntype = 'timing'\nconfig = {{ naps = 1 }}"), "naps"),
        (&format!("{base}[[handlers]]\ntype = 'runtime'\n[[handlers]]\ntype = 'runtime'"), "twice"),
        (&format!("{base}[limits]\nmemory = 0"), "limits.memory"),
        (&format!("{base}[limits]\nspeed = 9"), "speed"),
        (&format!("{base}[supervision]\nrestart = 'sometimes'"), "sometimes"),
        (&format!("{base}[permission_policy]\nflying = {{ type = 'inherit' }}"), "flying"),
        (&format!("{base}[permission_policy]\nstore = {{ type = 'maybe' }}"), "disallow"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(told), "{text}\n{error}");
    }
}

#[test]
fn text_is_told_from_the_name_of_a_manifest() {
    for text in ["name = 'a'", "a = 1\nb = 2", "[x]\n"] {
        assert!(Manifest::is_content(text), "{text}");
    }
    for name in ["actors/counter.toml", "/a=b/c.toml", "store://s/label", "https://x/y?a=1"] {
        assert!(!Manifest::is_content(name), "{name}");
    }
}

#[test]
fn a_child_never_gets_more_than_its_parent_has() {
    let policy = |text: &str| {
        let text = format!("name = 'a'\ncomponent = 'a'\n[permission_policy]\n{text}");
        read(&text).unwrap().permissions
    };
    let parent = policy(
        "random = { type = 'restrict', config = { max_bytes = 10, allow_crypto_secure = false } }\n\
         store = { type = 'disallow' }",
    );
    let child = policy(
        "random = { type = 'restrict', config = { max_bytes = 99, allow_crypto_secure = true } }\n\
         store = { type = 'inherit' }",
    );
    let both = child.within(&parent);
    assert_eq!(*both.of(HandlerKind::Store), Capability::Disallow);
    let Capability::Restrict(random) = both.of(HandlerKind::Random) else {
        panic!("expected a restriction")
    };
    assert_eq!(random["max_bytes"].as_integer(), Some(10));
    assert_eq!(random["allow_crypto_secure"].as_bool(), Some(false));
    assert_eq!(*both.of(HandlerKind::Timing), Capability::Inherit);
}
