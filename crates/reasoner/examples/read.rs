//! Reads lines from standard input: statements are taken in and shown as logic, questions answered.
//! With `--alone` every line is read by itself, with `--phrased` what was understood is said again.
#![expect(clippy::print_stdout, reason = "an example that prints")]

use std::io::BufRead;

use reasoner::ask::{Options, ask};
use reasoner::english::read::Reading;
use reasoner::english::tokens::sentences;
use reasoner::knowledge::Knowledge;
use reasoner::verbalise::{Style, paraphrase};

fn main() {
    let alone = std::env::args().any(|a| a == "--alone");
    let phrased = std::env::args().any(|a| a == "--phrased");
    let mut knowledge = Knowledge::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if alone || line.trim().is_empty() {
            knowledge = Knowledge::new();
        }
        for sentence in sentences(&line) {
            if sentence.asks {
                println!(
                    "ask  {} ==> {:?}",
                    sentence.text,
                    ask(&knowledge, &sentence.text, Options::default())
                );
                continue;
            }
            for told in knowledge.tell(&sentence.text) {
                match told.reading {
                    Reading::Parsed(meaning) => {
                        let said = meaning.told();
                        println!("ok {} {} ==> {said}", meaning.cost, told.text);
                        let number = told.statement.filter(|_| phrased);
                        if let Some(told) = number.map(|n| &knowledge.statements()[n]) {
                            println!("     {}", paraphrase(&told.clauses, Style::Conversational));
                        }
                    }
                    Reading::Ambiguous(meanings) => {
                        println!("ambi {}", told.text);
                        meanings
                            .iter()
                            .for_each(|meaning| println!("       - {}", meaning.formula));
                    }
                    Reading::Rejected(why) => {
                        println!("no   {} ==> at `{}`: {}", told.text, why.word, why.reason)
                    }
                }
            }
        }
    }
}
