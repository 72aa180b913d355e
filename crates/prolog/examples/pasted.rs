//! Runs pasted programs: loads each file and prints what its goals come to, in the form in which
//! `bench/prolog/oracle.pl` lets SWI-Prolog print the same. The goals are the lines `% ?- GOAL.`

#![expect(clippy::print_stdout, reason = "a command's report")]

#[path = "pasted/show.rs"]
mod show;

use prolog::{Budget, Error, Program, Session};
use std::time::Duration;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        println!("FILE {}", path.rsplit('/').next().unwrap_or(&path));
        let mut session = Session::new(&Program::empty());
        let loaded = match session.consult(&text) {
            Ok(done) => done.output,
            Err(error) => {
                println!("LOAD {error}");
                continue;
            }
        };
        println!("OUT {}", show::quoted(&loaded));
        for goal in show::goals(&text) {
            println!("GOAL {goal}");
            run(&mut session.fork(), &text, &goal);
        }
    }
}

fn run(session: &mut Session, text: &str, goal: &str) {
    let budget = Budget {
        wall: Some(Duration::from_secs(10)),
        ..Budget::default().with_inferences(500_000_000)
    };
    let wrapped = show::wrapped(text, goal);
    let mut query = match session.query(&wrapped, budget) {
        Ok(query) => query,
        Err(error) => return println!("ERR {error}"),
    };
    let (mut lines, mut error) = (Vec::new(), None);
    for answer in query.by_ref() {
        match answer {
            Ok(answer) => lines.push(show::answer(answer.get(show::TEXT))),
            Err(other) => {
                error = Some(other);
                break;
            }
        }
        if lines.len() == show::MOST {
            break;
        }
    }
    println!("OUT {}", show::quoted(query.output()));
    for line in lines {
        println!("ANS {line}");
    }
    match error {
        Some(Error::Thrown(ball)) => println!("ERR {}", show::error(&ball.term)),
        Some(other) => println!("ERR {other}"),
        None => {}
    }
}
