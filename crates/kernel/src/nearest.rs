//! The known name a person most likely meant.

/// The candidate closest to `name`, if one is close enough to be worth naming.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_ascii_lowercase();
    known
        .into_iter()
        .map(|candidate| {
            (strsim::jaro_winkler(&wanted, &candidate.to_ascii_lowercase()), candidate)
        })
        .filter(|(score, _)| *score >= 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_slip_finds_its_name_and_nonsense_finds_none() {
        let known = ["list_events", "verify_audit", "start_actor"];
        assert_eq!(nearest("list_event", known), Some("list_events"));
        assert_eq!(nearest("startActor", known), Some("start_actor"));
        assert_eq!(nearest("zzz", known), None);
    }
}
