//! Reads sentences from standard input, one a line, and prints what each means or why it has no meaning.

use std::io::{self, BufRead, Write};

use english::logic::written;
use english::{Context, Limits, Purpose, is_read, offers, read};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        for sentence in english::tokens::sentences(&line?) {
            match read(&sentence, Context::NOTHING, Limits::default()) {
                Ok(reading) => {
                    let kind = if reading.purpose == Purpose::Tell { "+" } else { "?" };
                    let said = written(&reading.meaning.formula);
                    writeln!(out, "{kind} {}\n    {said}", sentence.text)?;
                }
                Err(refusal) => {
                    let offered = offers(&sentence, &refusal, Context::NOTHING, &|text| {
                        is_read(text, sentence.asks, Context::NOTHING)
                    });
                    let (text, why) = (&sentence.text, &refusal.reason);
                    writeln!(out, "- {text}\n    {why}\n    {offered:?}")?;
                }
            }
        }
    }
    Ok(())
}
