//! Asks a model in a GGUF file one question and prints the answer.
//!
//! usage: `cargo run --release -p models --example gguf -- FILE QUESTION [PROGRAM]`
#![expect(clippy::print_stdout, reason = "a command that prints its answer")]

use std::time::{Duration, Instant};

use models::{Gguf, Model, ModelError, Request};

#[tokio::main]
async fn main() -> Result<(), ModelError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, question, program @ ..] = arguments.as_slice() else {
        println!("usage: gguf FILE QUESTION [PROGRAM]");
        return Ok(());
    };
    let program = program.first().map(Into::into);
    let model = Gguf::new(file.into(), program, Duration::from_secs(300));
    for _ in 0..2 {
        let started = Instant::now();
        let request = Request {
            system: "You answer in one short sentence.".to_owned(),
            user: question.clone(),
            max_tokens: 40,
        };
        let completion = model.complete(request).await?;
        let seconds = started.elapsed().as_secs_f64();
        println!("{} ({seconds:.1} s): {}", completion.model, completion.text.trim());
    }
    Ok(())
}
