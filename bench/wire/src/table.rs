//! Figures as a table that reads the same in a terminal and in a Markdown page.

use std::io::Write;

/// A table with a title.
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Prints `table` to standard output.
pub(crate) fn print(table: &Table) -> anyhow::Result<()> {
    let widths: Vec<usize> = (0..table.head.len())
        .map(|column| {
            let cells = table.rows.iter().filter_map(|row| row.get(column));
            cells.chain(table.head.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n{}\n", table.title)?;
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:<width$} "));
        format!("|{}|", cells.collect::<Vec<_>>().join("|"))
    };
    writeln!(out, "{}", line(&table.head))?;
    let rule: Vec<_> = widths.iter().map(|width| "-".repeat(width + 2)).collect();
    writeln!(out, "|{}|", rule.join("|"))?;
    for row in &table.rows {
        writeln!(out, "{}", line(row))?;
    }
    Ok(out.flush()?)
}

/// Says on standard error what is being measured.
pub(crate) fn progress(what: &str) {
    // A closed standard error is no reason to stop.
    drop(writeln!(std::io::stderr(), "{what}"));
}

/// The median and the quartiles of `values`.
pub(crate) fn quartiles(values: &[f64]) -> [f64; 3] {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|share| at_share(&sorted, share))
}

/// The value below which `share` of the sorted values lie.
pub(crate) fn at_share<T: Copy + Default>(sorted: &[T], share: f64) -> T {
    let last = sorted.len().saturating_sub(1);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a length is a small positive number"
    )]
    let index = (last as f64 * share).round() as usize;
    sorted.get(index).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_sorted_values_are_found() {
        assert_eq!(quartiles(&[5.0, 1.0, 2.0, 4.0, 3.0]), [2.0, 3.0, 4.0]);
        assert_eq!(at_share(&[1, 2, 3], 0.99), 3);
        assert_eq!(at_share::<u32>(&[], 0.5), 0);
    }
}
