//! Where the time goes when many facts are told in Prolog at once.
//!
//! usage: `cargo run --release -p reasoner --example facts -- [COUNT]`
#![expect(clippy::print_stdout, reason = "a command that prints its table")]

use std::fmt::Write as _;
use std::time::Instant;

use reasoner::knowledge::Knowledge;
use reasoner::notation;
use reasoner::prepared::Prepared;
use reasoner::program::Budget;
use reasoner::verbalise::{Phrasebook, Style, paraphrase};

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let mut text = String::new();
    for number in 0..count {
        let other = (number * 7 + 3) % count;
        writeln!(text, "parent(person_{number}, person_{other}).").unwrap_or_default();
    }
    let lap = |what: &str, started: Instant| {
        println!("{what:<12} {:>9.1} ms", started.elapsed().as_secs_f64() * 1000.0);
        Instant::now()
    };
    let started = Instant::now();
    let Ok(pieces) = notation::read(&text) else { return };
    let started = lap("read", started);
    for piece in &pieces[..pieces.len().min(500)] {
        std::hint::black_box(paraphrase(&piece.logic, Style::Conversational));
    }
    let started = lap("alone, 500", started);
    let mut book = Phrasebook::default();
    for piece in &pieces {
        std::hint::black_box(book.paraphrase(&piece.logic));
    }
    let started = lap("phrasebook", started);
    let mut session = prolog::Session::new(&prolog::Program::empty());
    for piece in &pieces {
        session.add(&piece.text, prolog::Origin::default()).map(drop).unwrap_or_default();
    }
    let started = lap("consult", started);
    let mut knowledge = Knowledge::new();
    for (piece, label) in pieces.into_iter().zip(1..) {
        knowledge.add_clauses(piece.text, piece.logic, label);
    }
    let started = lap("add", started);
    let prepared = Prepared::new(&knowledge, Budget::default());
    std::hint::black_box(&prepared);
    lap("prepare", started);
}
