//! Networks in ONNX files, run by `rten`: numbers of word pieces in, the first output out.
//!
//! What the numbers mean is its callers' business.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rten::{Model, NodeId, RunOptions, ThreadPool, Value};

/// A network.
pub(super) struct Network {
    model: Model,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
}

/// What an input of a network takes.
#[derive(Debug, Clone, Copy)]
enum Input {
    Tokens,
    Mask,
    Kinds,
}

/// Word pieces of one or two texts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Pieces {
    /// Their numbers.
    pub(super) tokens: Vec<i32>,
    /// For each of them 0, or 1 if it is the second text's.
    pub(super) kinds: Vec<i32>,
}

impl Network {
    /// Opens a file, or says what is wrong with it.
    pub(super) fn open(file: &Path) -> Result<Self, String> {
        let model = Model::load_file(file).map_err(|error| error.to_string())?;
        let inputs = [
            ("input_ids", Input::Tokens),
            ("attention_mask", Input::Mask),
            ("token_type_ids", Input::Kinds),
        ];
        let inputs: Vec<_> = inputs
            .into_iter()
            .filter_map(|(id, input)| Some((model.find_node(id)?, input)))
            .collect();
        if inputs.is_empty() {
            return Err("its network takes no `input_ids`".to_owned());
        }
        let output = model.output_ids().first().copied();
        let output = output.ok_or_else(|| "its network has no output".to_owned())?;
        Ok(Self { model, inputs, output })
    }

    /// What the network makes of word pieces: a shape of `N` sizes and the numbers in it.
    pub(super) fn run<const N: usize>(
        &self,
        pieces: &Pieces,
        pool: Option<&Arc<ThreadPool>>,
    ) -> Result<([usize; N], Vec<f32>), String> {
        let mut given = Vec::new();
        for (id, input) in &self.inputs {
            let values = match input {
                Input::Tokens => pieces.tokens.clone(),
                Input::Mask => vec![1; pieces.tokens.len()],
                Input::Kinds => pieces.kinds.clone(),
            };
            let value = Value::from_shape([1, values.len()], values);
            given.push((*id, value.map_err(|error| error.to_string())?.into()));
        }
        let options = RunOptions::default().with_thread_pool(pool.cloned());
        let found = self.model.run(given, &[self.output], Some(options));
        let found = found.map_err(|error| error.to_string())?.into_iter().next();
        let found = found.ok_or_else(|| "it gave no output".to_owned())?;
        found.into_shape_vec::<f32, N>().map_err(|error| error.to_string())
    }
}

/// Does pieces of work, each on one thread: several threads on one text wait for each other.
pub(super) fn spread<T: Send, E: Send>(
    count: usize,
    work: impl Fn(usize, &Arc<ThreadPool>) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    let next = AtomicUsize::new(0);
    let worker = || -> Result<Vec<(usize, T)>, E> {
        let alone = Arc::new(ThreadPool::with_num_threads(1));
        let mut made = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return Ok(made);
            }
            made.push((at, work(at, &alone)?));
        }
    };
    let mut made: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let done =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|it| resume_unwind(it)));
        done.collect::<Result<Vec<_>, _>>()
    })?
    .into_iter()
    .flatten()
    .collect();
    made.sort_unstable_by_key(|(at, _)| *at);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}
