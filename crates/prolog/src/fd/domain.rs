//! Sets of integers as ordered intervals. Knows nothing of variables.

/// No lower bound.
pub(crate) const INF: i64 = i64::MIN;
/// No upper bound.
pub(crate) const SUP: i64 = i64::MAX;
/// Values beyond this count as no bound.
const FAR: i128 = 1 << 60;

/// A set of integers: intervals in order that do not touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Domain(pub(crate) Vec<(i64, i64)>);

/// A sum as a lower bound.
pub(crate) fn low(value: i128) -> i64 {
    if value <= -FAR { INF } else { value.min(FAR) as i64 }
}

/// A sum as an upper bound.
pub(crate) fn high(value: i128) -> i64 {
    if value >= FAR { SUP } else { value.max(-FAR) as i64 }
}

impl Domain {
    pub(crate) fn all() -> Self {
        Self(vec![(INF, SUP)])
    }

    pub(crate) fn range(low: i64, high: i64) -> Self {
        if low > high { Self(Vec::new()) } else { Self(vec![(low, high)]) }
    }

    /// Of any intervals.
    pub(crate) fn of(mut parts: Vec<(i64, i64)>) -> Self {
        parts.retain(|(low, high)| low <= high);
        parts.sort_unstable();
        let mut joined: Vec<(i64, i64)> = Vec::with_capacity(parts.len());
        for (low, high) in parts {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Self(joined)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn min(&self) -> i64 {
        self.0.first().map_or(SUP, |part| part.0)
    }

    pub(crate) fn max(&self) -> i64 {
        self.0.last().map_or(INF, |part| part.1)
    }

    /// The only value, if there is one.
    pub(crate) fn single(&self) -> Option<i64> {
        match self.0.as_slice() {
            [(low, high)] if low == high => Some(*low),
            _ => None,
        }
    }

    pub(crate) fn contains(&self, value: i64) -> bool {
        let at = self.0.partition_point(|(_, high)| *high < value);
        self.0.get(at).is_some_and(|(low, _)| *low <= value)
    }

    /// How many values there are, if that is a number.
    pub(crate) fn size(&self) -> Option<u64> {
        if self.min() == INF || self.max() == SUP {
            return None;
        }
        Some(self.0.iter().map(|(low, high)| high.abs_diff(*low) + 1).sum())
    }

    /// The values, which must be few enough to list.
    pub(crate) fn values(&self) -> impl Iterator<Item = i64> + '_ {
        self.0.iter().flat_map(|(low, high)| *low..=*high)
    }

    pub(crate) fn meet(&self, other: &Self) -> Self {
        let (mut i, mut j) = (0, 0);
        let mut parts = Vec::new();
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                parts.push((low, high));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        Self(parts)
    }

    pub(crate) fn clip(&self, low: i64, high: i64) -> Self {
        let parts = self.0.iter().filter(|part| part.1 >= low && part.0 <= high);
        Self(parts.map(|part| (part.0.max(low), part.1.min(high))).collect())
    }

    pub(crate) fn without(&self, value: i64) -> Self {
        let mut parts = Vec::with_capacity(self.0.len() + 1);
        for &(low, high) in &self.0 {
            if value < low || value > high {
                parts.push((low, high));
                continue;
            }
            if low < value {
                parts.push((low, value - 1));
            }
            if value < high {
                parts.push((value + 1, high));
            }
        }
        Self(parts)
    }

    pub(crate) fn complement(&self) -> Self {
        let mut parts = Vec::new();
        let mut from = INF;
        for &(low, high) in &self.0 {
            if low > from {
                parts.push((from, low - 1));
            }
            if high == SUP {
                return Self(parts);
            }
            from = high + 1;
        }
        parts.push((from, SUP));
        Self(parts)
    }

    pub(crate) fn join(&self, other: &Self) -> Self {
        Self::of(self.0.iter().chain(&other.0).copied().collect())
    }

    /// The values `sign * value + by`.
    pub(crate) fn shifted(&self, sign: i64, by: i64) -> Self {
        let bound = |value: i64| match (value, sign > 0) {
            (INF, true) | (SUP, false) => INF,
            (SUP, true) | (INF, false) => SUP,
            _ => {
                let moved = i128::from(value) * i128::from(sign) + i128::from(by);
                if moved > 0 { high(moved) } else { low(moved) }
            }
        };
        let mut parts: Vec<(i64, i64)> = self
            .0
            .iter()
            .map(|(low, high)| {
                let (a, b) = (bound(*low), bound(*high));
                (a.min(b), a.max(b))
            })
            .collect();
        if sign < 0 {
            parts.reverse();
        }
        Self(parts)
    }

    /// Whether the sets have nothing in common.
    pub(crate) fn is_apart(&self, other: &Self) -> bool {
        self.meet(other).is_empty()
    }
}
