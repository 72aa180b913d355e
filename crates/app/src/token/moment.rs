//! When a token ends, as people write it.

use kernel::Timestamp;

/// A moment, or a span from now; else what was expected.
pub fn moment(text: &str) -> Result<Timestamp, String> {
    if let Ok(time) = text.parse() {
        return Ok(time);
    }
    let seconds = text.char_indices().last().and_then(|(at, unit)| {
        let unit = match unit {
            'd' => 86_400,
            'h' => 3_600,
            'm' => 60,
            _ => return None,
        };
        text[..at].parse::<u32>().ok().map(|count| i64::from(count) * unit)
    });
    seconds.map(|seconds| Timestamp(Timestamp::now().0 + seconds * 1_000_000)).ok_or_else(|| {
        "expected a time such as 2030-01-31T00:00:00Z or a span such as 90d".to_owned()
    })
}
