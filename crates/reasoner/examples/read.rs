//! Reads sentences from standard input, one per line, and prints what each means.
#![expect(clippy::print_stdout, reason = "an example that prints")]

use std::io::BufRead;

use reasoner::english::discourse::Discourse;
use reasoner::english::read::{Reading, statement};
use reasoner::english::tokens::sentences;

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        for sentence in sentences(&line) {
            match statement(&sentence, &Discourse::default()) {
                Reading::Parsed(meaning) => {
                    println!("ok   {} ==> {}", sentence.text, meaning.formula)
                }
                Reading::Ambiguous(meanings) => {
                    println!("ambi {}", sentence.text);
                    meanings.iter().for_each(|meaning| println!("       - {}", meaning.formula));
                }
                Reading::Rejected(why) => {
                    println!("no   {} ==> at `{}`: {}", sentence.text, why.word, why.reason)
                }
            }
        }
    }
}
