//! The grammar's file is well formed, and every sentence in it is read as it says there.

use english::grammar::{Grammar, ensemble};
use english::logic::written;
use english::{Ask, Context, Limits, Purpose, Reading, read};

fn shown(reading: &Reading) -> String {
    let said = written(&reading.meaning.formula);
    let text = match &reading.purpose {
        Purpose::Tell => said,
        Purpose::Ask(Ask::Truth) => format!("truth {said}"),
        Purpose::Ask(Ask::Which(_)) => format!("which X: {said}"),
        Purpose::Ask(Ask::Count(_)) => format!("count X: {said}"),
        Purpose::Ask(Ask::Where(thing)) => format!("where {thing}"),
        Purpose::Ask(Ask::Why) => format!("why {said}"),
        Purpose::Ask(Ask::Suppose(given)) => format!("suppose {} ask {said}", written(given)),
    };
    let taken: Vec<String> =
        reading.meaning.taken.iter().map(|(noun, of)| format!("{noun}({of})")).collect();
    if taken.is_empty() { text } else { format!("{text} taking {}", taken.join(", ")) }
}

#[test]
fn the_file_is_a_grammar() {
    let file = include_str!("../grammar/english.grammar");
    let grammar = Grammar::read(file).unwrap();
    assert!(grammar.rules.len() > 100);
    assert_eq!(grammar.rules.len(), ensemble().rules.len());
}

#[test]
fn every_example_is_read_as_the_grammar_says() {
    let mut wrong = Vec::new();
    for example in &ensemble().examples {
        let sentence = english::tokens::sentences(&example.text).remove(0);
        let found = match read(&sentence, Context::NOTHING, Limits::default()) {
            Ok(reading) => Some(shown(&reading)),
            Err(refusal) => {
                if example.logic.is_some() {
                    wrong.push(format!(
                        "{}: {}\n    {}",
                        example.line, example.text, refusal.reason
                    ));
                    continue;
                }
                None
            }
        };
        if found != example.logic {
            wrong.push(format!(
                "{}: {}\n    read   {}\n    wanted {}",
                example.line,
                example.text,
                found.unwrap_or_default(),
                example.logic.clone().unwrap_or_else(|| "a refusal".to_owned())
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
