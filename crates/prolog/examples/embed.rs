//! Embedding the engine: load rules, ask, print the answers and the first proof.

use prolog::{Budget, Options, Program, Session};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::new(&Program::empty());
    session.consult("mortal(X) :- human(X). human(socrates). human(plato).")?;
    for answer in session.query_with("mortal(Who)", Budget::default(), Options { proofs: true })? {
        let answer = answer?;
        writeln!(std::io::stdout(), "{:?} {:?}", answer.bindings, answer.proof)?;
    }
    Ok(())
}
