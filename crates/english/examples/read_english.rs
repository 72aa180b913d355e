//! Reads sentences from standard input, one a line, and prints what each means or why it has no meaning.

use std::io::{self, BufRead};

use english::logic::written;
use english::{Context, Limits, Purpose, is_read, offers, read};

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        for sentence in english::tokens::sentences(&line?) {
            match read(&sentence, Context::NOTHING, Limits::default()) {
                Ok(reading) => {
                    let kind = if reading.purpose == Purpose::Tell { "+" } else { "?" };
                    println!("{kind} {}\n    {}", sentence.text, written(&reading.meaning.formula));
                }
                Err(refusal) => {
                    let offered = offers(&sentence, &refusal, Context::NOTHING, &|text| {
                        is_read(text, sentence.asks, Context::NOTHING)
                    });
                    println!("- {}\n    {}\n    {offered:?}", sentence.text, refusal.reason);
                }
            }
        }
    }
    Ok(())
}
